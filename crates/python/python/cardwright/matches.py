"""Matches, sessions with bots, and what one seat may know."""

from __future__ import annotations

import json
import weakref
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, TypeVar, Union

from . import packs as _packs
from .service import Service, shared
from .errors import CardwrightError

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    from . import _native, wire

Viewer = Union[int, Literal["host", "spectator"]]
"""The viewer: a seat from 1, a spectator, or the host, who sees everything."""
Options = Mapping[str, Union[str, int]]
"""Options by name."""
_M = TypeVar("_M", bound="Match")

WIDTH = 2048
"""The default number of numbers in an observation."""


class _Held:
    """A match on a service; it is closed when it is no longer referenced."""

    def __init__(self, service: Service, begun: dict[str, Any]) -> None:
        self.service = service
        self.name: str = begun["match"]
        self.begun = begun
        self.actor: dict[str, Any] = begun["actor"]
        self.actions_played: int = begun["actions_played"]
        service.hold(self.name)
        weakref.finalize(self, service.forget, self.name).atexit = False

    def call(self, method: str, **params: Any) -> Any:
        return self.service.call(method, match=self.name, **params)

    def changed(self, method: str, **params: Any) -> Any:
        """Calls a method after which another player may be asked."""
        try:
            result = self.call(method, **params)
            self.actor, self.actions_played = result["actor"], result["actions_played"]
        except KeyboardInterrupt:
            # Bots may have acted, so the engine says who is asked now.
            self.call("match/cancel")
            self.look()
            raise
        return result

    def look(self) -> None:
        """Requests who is asked."""
        question = self.call("match/question", seat="spectator")
        self.actor, self.actions_played = question["actor"], question["actions_played"]


class _Seen:
    """A match as one viewer sees it."""

    def __init__(self, held: _Held, viewer: Viewer | None) -> None:
        self._held = held
        self._viewer = viewer

    @property
    def game(self) -> str:
        """The game's id."""
        return str(self._held.begun["game"])

    @property
    def players(self) -> int:
        """The number of seats."""
        return int(self._held.begun["players"])

    @property
    def seats(self) -> list[str]:
        """The player in each seat: `human`, or the name of a bot."""
        return list(self._held.begun["seats"])

    @property
    def actor(self) -> wire.Actor:
        """Who is asked: `{"kind": "seat", "seat": 1}`, `{"kind": "chance"}`, or `{"kind": "over", "winners": [1]}`."""
        return self._held.actor  # type: ignore[return-value]

    @property
    def actions_played(self) -> int:
        """The number of actions so far, including those of bots and chance."""
        return self._held.actions_played

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return bool(self._held.actor["kind"] == "over")

    @property
    def winners(self) -> list[int] | None:
        """The seats that won, when the game is over; several or none for a draw."""
        return list(self._held.actor["winners"]) if self.is_over else None

    def question(self) -> wire.Question:
        """The question, with every allowed action that this viewer may know."""
        return self._held.call("match/question", seat=self._viewer)  # type: ignore[no-any-return]

    def choices(self) -> list[str]:
        """The allowed actions in notation, as far as this viewer may know them."""
        return [choice["action"] for choice in self.question()["choices"]]

    def view(self) -> wire.Table:
        """The table as data (`view`) and text (`text`), and the standing of the seats."""
        return self._held.call("match/view", seat=self._viewer)  # type: ignore[no-any-return]

    def lines(self, start: int = 0) -> list[wire.Line]:
        """The lines for this viewer, from a number on."""
        return self._held.call("match/lines", seat=self._viewer, **{"from": start})["lines"]  # type: ignore[no-any-return]

    def play(self, action: str | int) -> wire.Played:
        """Plays an action: the `action` of a choice, or its number in the list, from 1. Bots and dice follow.

        Raises `Refused`, `Unreadable` or `NotAsked`; then nothing has changed.
        """
        return self._held.changed("match/play", seat=self._viewer, action=str(action))  # type: ignore[no-any-return]

    def why(self, action: str | int) -> wire.Why:
        """Whether an action is allowed, why, and what follows, as far as this viewer may know."""
        return self._held.call("match/why", seat=self._viewer, action=str(action))  # type: ignore[no-any-return]

    def position(self) -> str | None:
        """The current position (TOML); `None` in the middle of an effect that no position can describe."""
        found: str | None = self._held.call("match/position", seat=self._viewer)["position"]
        return found

    def scene(self) -> wire.Scene:
        """The board as shapes, for games that have one."""
        return self._held.call("match/scene", seat=self._viewer)  # type: ignore[no-any-return]

    def all_actions(self) -> wire.Actions:
        """Every possible action of seats under these rules, numbered: `steps`, and whether a step is a complete
        action.
        """
        return self._held.call("match/actions")  # type: ignore[no-any-return]

    def _seat(self) -> int:
        raise NotImplementedError

    def answers(self) -> _native.Answers:
        """The allowed actions of this viewer by number: step and rank. Empty if another player is asked."""
        return self._held.service._raw.answers(self._held.name, self._seat())

    def mask(self) -> NDArray[numpy.int8]:
        """A 1 for each step of an allowed action; as long as `all_actions()["steps"]`."""
        import numpy

        return numpy.frombuffer(self.answers().mask(len(self.all_actions()["steps"])), dtype=numpy.int8)

    def observation(self, width: int = WIDTH) -> NDArray[numpy.float32]:
        """What this seat may know, as `width` numbers: each key and word of the view and the question, at a position
        given by its hash. Equal views give equal rows in every version of the package with the same view.
        """
        import numpy

        return numpy.frombuffer(self._held.service._raw.features(self._held.name, self._seat(), width), dtype=numpy.float32)


class Seat(_Seen):
    """Everything that one player, or a spectator, may know and do. Give this to code that talks to a player, and keep
    the match: nothing here reveals another hand, the seed or the record. Only its pickle, for processes of the same
    host, contains the whole match.
    """

    @property
    def viewer(self) -> Viewer:
        """Its viewer: a seat from 1, or `spectator`."""
        assert self._viewer is not None
        return self._viewer

    @property
    def is_asked(self) -> bool:
        """Whether this seat is asked now."""
        return bool(self._held.actor["kind"] == "seat" and self._held.actor["seat"] == self._viewer)

    def copy(self) -> wire.Copy:
        """This viewer's copy of the match."""
        return self._held.call("match/save", seat=self._viewer)["copy"]  # type: ignore[no-any-return]

    def world(self, luck: int = 0, *, action: str | None = None, seats: Sequence[str] | None = None) -> Match:
        """A match that this seat cannot tell from the real one, for trying actions: hidden cards are random, and so are
        dice. Another `luck` gives another match. `action` is played in it at once, and bots in `seats` continue from
        there.
        """
        service = self._held.service
        given = {"luck": luck, "action": action, "seats": _named(seats)}
        made = service.call("match/world", match=self._held.name, seat=self._viewer, **given)
        return Match._of(service, made)

    def __reduce__(self) -> tuple[Any, ...]:
        # For processes of one host: the pickle contains the whole match with hidden cards. A player gets `copy()`.
        return _seat_of, (json.dumps(self._held.call("match/save")["save"]), self._viewer)

    def _seat(self) -> int:
        if not isinstance(self._viewer, int):
            raise ValueError("a spectator answers nothing; take a seat")
        return self._viewer


class Match(_Seen):
    """A match in which the caller plays every seat. It belongs to the host and sees everything.

    Args:
        game: the game's id; see `games()`.
        players: the number of players; by default, the usual number.
        seed: determines dice and draws, from 0 to 2**64 - 1; random by default.
        by_hand: whether the caller enters dice and draws too; then there is no seed.
        options: options by name.
        packs: packs in addition to the official ones: folders, or their files.
        position: a position (TOML) to start from.
        service: the service that holds the match; chosen by default.

    Raises `SetupError` if the game cannot be set up like this.
    """

    def __init__(
        self,
        game: str,
        players: int | None = None,
        *,
        seed: int | None = None,
        by_hand: bool = False,
        options: Options | None = None,
        packs: Iterable[_packs.Pack] | _packs.Pack = (),
        position: str | None = None,
        service: Service | None = None,
    ) -> None:
        params = begin(game, players=players, options=options, packs=packs)
        self._begin(service, params | {"seed": seed, "by_hand": by_hand, "position": position})

    def _begin(self, service: Service | None, params: dict[str, Any]) -> None:
        service = service or shared()
        try:
            begun = service.call("match/new", **params)
        except KeyboardInterrupt:
            service.retired = True
            raise
        super().__init__(_Held(service, begun), None)

    @classmethod
    def _of(cls: type[_M], service: Service, begun: dict[str, Any]) -> _M:
        match = cls.__new__(cls)
        _Seen.__init__(match, _Held(service, begun), None)
        return match

    @classmethod
    def load(cls: type[_M], save: str | Mapping[str, Any], *, service: Service | None = None) -> _M:
        """Loads what `save` returned, as text or as data, with the same bots in their seats.

        Raises `LoadError` if it is not a saved match, or plays differently here.
        """
        service = service or shared()
        given = save if isinstance(save, str) else dict(save)
        return cls._of(service, service.call("match/load", save=given))

    def save(self) -> str:
        """The match as text for the host, with every hidden card. `load` loads it."""
        return json.dumps(self._held.call("match/save")["save"])

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self).load, (self.save(),)

    def seat(self, seat: int) -> Seat:
        """The match as a seat (from 1) sees it."""
        if not 1 <= seat <= self.players:
            data = {"kind": "no-seat", "seat": seat, "players": self.players}
            raise CardwrightError(f"there is no seat {seat}: {self.players} play", 10, data)
        return Seat(self._held, seat)

    def spectator(self) -> Seat:
        """The match as a spectator sees it."""
        return Seat(self._held, "spectator")

    def undo(self, count: int = 1) -> int:
        """Undoes people's actions, but never past dice or revealed information. Returns how many."""
        return int(self._held.changed("match/undo", count=count)["taken"])

    def _seat(self) -> int:
        actor = self._held.actor
        return int(actor["seat"]) if actor["kind"] == "seat" else 1

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self.game} for {self.players}, {self.actions_played} answers given>"


class Session(Match):
    """A match with players in seats: bots act for their seats.

    Args:
        game: the game's id.
        seats: the player in each seat: `human` (the caller), or the name of a bot; see `games()`. All are `human` by
            default.

    Everything else is as in `Match`.
    """

    def __init__(
        self,
        game: str,
        seats: Sequence[str] | None = None,
        *,
        players: int | None = None,
        seed: int | None = None,
        by_hand: bool = False,
        options: Options | None = None,
        packs: Iterable[_packs.Pack] | _packs.Pack = (),
        position: str | None = None,
        service: Service | None = None,
    ) -> None:
        params = begin(game, players=players, seats=seats, options=options, packs=packs)
        self._begin(service, params | {"seed": seed, "by_hand": by_hand, "position": position})

    def play_bots(self) -> wire.Played:
        """Lets bots continue after an interruption."""
        return self._held.changed("match/bots")  # type: ignore[no-any-return]


def _seat_of(save: str, viewer: Viewer) -> Seat:
    match = Match.load(save)
    return match.seat(viewer) if isinstance(viewer, int) else match.spectator()


def _named(seats: Sequence[str] | None) -> list[str] | None:
    if isinstance(seats, str):
        raise TypeError("`seats` is a list of names, one for each seat")
    return None if seats is None else list(seats)


def begin(
    game: str,
    *,
    players: int | None = None,
    seats: Sequence[str] | None = None,
    options: Options | None = None,
    packs: Iterable[_packs.Pack] | _packs.Pack = (),
) -> dict[str, Any]:
    """The setup in the form of the protocol."""
    chosen = {name: str(value) for name, value in (options or {}).items()}
    return {"game": game, "players": players, "seats": _named(seats), "options": chosen, "packs": _packs.given(packs)}
