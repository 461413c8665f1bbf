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
"""Who looks: a seat from 1, a spectator, or the host, who sees everything."""
Options = Mapping[str, Union[str, int]]
"""Options by name."""
_M = TypeVar("_M", bound="Match")

WIDTH = 2048
"""How many numbers an observation has where nobody says."""


class _Held:
    """A match on a service; it is closed when nobody has it any more."""

    def __init__(self, service: Service, begun: dict[str, Any]) -> None:
        self.service = service
        self.name: str = begun["match"]
        self.begun = begun
        self.actor: dict[str, Any] = begun["actor"]
        self.answered: int = begun["answered"]
        service.hold(self.name)
        weakref.finalize(self, service.forget, self.name).atexit = False

    def call(self, method: str, **params: Any) -> Any:
        return self.service.call(method, match=self.name, **params)

    def changed(self, method: str, **params: Any) -> Any:
        """Calls a method after which somebody else may be asked."""
        try:
            result = self.call(method, **params)
            self.actor, self.answered = result["actor"], result["answered"]
        except KeyboardInterrupt:
            # Bots may have answered; who is asked now the engine knows.
            self.call("match/cancel")
            self.look()
            raise
        return result

    def look(self) -> None:
        """Asks who is asked."""
        question = self.call("match/question", seat="spectator")
        self.actor, self.answered = question["actor"], question["answered"]


class _Seen:
    """A match as somebody sees it."""

    def __init__(self, held: _Held, viewer: Viewer | None) -> None:
        self._held = held
        self._viewer = viewer

    @property
    def game(self) -> str:
        """The game's id."""
        return str(self._held.begun["game"])

    @property
    def players(self) -> int:
        """How many seats."""
        return int(self._held.begun["players"])

    @property
    def seats(self) -> list[str]:
        """Who sits where: `human`, or the name of a bot."""
        return list(self._held.begun["seats"])

    @property
    def actor(self) -> wire.Actor:
        """Who is asked: `{"kind": "seat", "seat": 1}`, `{"kind": "chance"}`, or `{"kind": "over", "winners": [1]}`."""
        return self._held.actor  # type: ignore[return-value]

    @property
    def answered(self) -> int:
        """How many answers were given so far, those of bots and chance counted."""
        return self._held.answered

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return bool(self._held.actor["kind"] == "over")

    @property
    def winners(self) -> list[int] | None:
        """The seats that won, once the game is over; several or none for a draw."""
        return list(self._held.actor["winners"]) if self.is_over else None

    def question(self) -> wire.Question:
        """What is asked, with every allowed answer that this viewer may know."""
        return self._held.call("match/question", seat=self._viewer)  # type: ignore[no-any-return]

    def choices(self) -> list[str]:
        """The allowed answers in notation, as far as this viewer may know them."""
        return [choice["action"] for choice in self.question()["choices"]]

    def view(self) -> wire.Table:
        """The table: as data (`view`), as text (`text`), and how the seats stand."""
        return self._held.call("match/view", seat=self._viewer)  # type: ignore[no-any-return]

    def lines(self, start: int = 0) -> list[wire.Line]:
        """What was told, from a line on."""
        return self._held.call("match/lines", seat=self._viewer, **{"from": start})["lines"]  # type: ignore[no-any-return]

    def play(self, action: str | int) -> wire.Played:
        """Gives an answer: the `action` of a choice, or its number in the list, from 1. Bots and dice answer after it.

        Raises `Refused`, `Unreadable` or `NotAsked`; nothing has changed then.
        """
        return self._held.changed("match/play", seat=self._viewer, action=str(action))  # type: ignore[no-any-return]

    def why(self, action: str | int) -> wire.Why:
        """Whether an answer is allowed, why, and what follows, as far as this viewer may know."""
        return self._held.call("match/why", seat=self._viewer, action=str(action))  # type: ignore[no-any-return]

    def position(self) -> str | None:
        """Where the match stands, as a position (TOML); `None` in the middle of something that no position can say."""
        found: str | None = self._held.call("match/position", seat=self._viewer)["position"]
        return found

    def scene(self) -> wire.Scene:
        """The board as shapes, for games that have one."""
        return self._held.call("match/scene", seat=self._viewer)  # type: ignore[no-any-return]

    def all_actions(self) -> wire.Actions:
        """Every answer that seats can give under these rules, numbered: `steps`, and whether a step is a whole answer."""
        return self._held.call("match/actions")  # type: ignore[no-any-return]

    def _seat(self) -> int:
        raise NotImplementedError

    def answers(self) -> _native.Answers:
        """The allowed answers by number: step and rank. Of another than this viewer nothing is said."""
        return self._held.service._raw.answers(self._held.name, self._seat())

    def mask(self) -> NDArray[numpy.int8]:
        """A 1 for each step that an allowed answer has, as long as `all_actions()["steps"]`."""
        import numpy

        return numpy.frombuffer(self.answers().mask(len(self.all_actions()["steps"])), dtype=numpy.int8)

    def observation(self, width: int = WIDTH) -> NDArray[numpy.float32]:
        """What this seat may know, as `width` numbers: each key and word of the view, and of the question, at a place that
        follows from its hash. Equal views give equal rows, in every version of the package with the same view."""
        import numpy

        return numpy.frombuffer(self._held.service._raw.features(self._held.name, self._seat(), width), dtype=numpy.float32)


class Seat(_Seen):
    """All that one player, or a spectator, may know and do. Give this to code that talks to a player, and keep the match:
    nothing here leads to another hand, the seed or the record."""

    @property
    def viewer(self) -> Viewer:
        """Whose it is: a seat from 1, or `spectator`."""
        assert self._viewer is not None
        return self._viewer

    @property
    def is_asked(self) -> bool:
        """Whether this seat is asked now."""
        return bool(self._held.actor["kind"] == "seat" and self._held.actor["seat"] == self._viewer)

    def copy(self) -> wire.Copy:
        """The match written down as this viewer may have it."""
        return self._held.call("match/save", seat=self._viewer)["copy"]  # type: ignore[no-any-return]

    def world(self, luck: int = 0, *, action: str | None = None, seats: Sequence[str] | None = None) -> Match:
        """A match that this seat cannot tell from the real one, to try answers in: hidden cards lie somehow, and dice are its
        own. Another `luck` gives another. `action` is given in it at once, and bots in `seats` play on from there."""
        service = self._held.service
        given = {"luck": luck, "action": action, "seats": _named(seats)}
        made = service.call("match/world", match=self._held.name, seat=self._viewer, **given)
        return Match._of(service, made)

    def _seat(self) -> int:
        if not isinstance(self._viewer, int):
            raise ValueError("a spectator answers nothing; take a seat")
        return self._viewer


class Match(_Seen):
    """One play of a game, in which the caller answers for every seat. It is the host's and sees everything.

    Args:
        game: the game's id; see `games()`.
        players: how many play; as usual where it is left out.
        seed: what decides dice and draws, from 0 to 2**64 - 1; one is taken where it is left out.
        by_hand: whether the caller answers for dice and draws, too; then there is no seed.
        options: options by name.
        packs: packs beside the official ones: folders, or their files.
        position: a position (TOML) to start from.
        service: where it is kept; one is taken where it is left out.

    Raises `SetupError` where the game cannot be set up so.
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
        """Takes up again what `save` gave, as text or as data. Bots sit where they sat.

        Raises `LoadError` where it is no saved match, or comes out differently here.
        """
        service = service or shared()
        given = save if isinstance(save, str) else dict(save)
        return cls._of(service, service.call("match/load", save=given))

    def save(self) -> str:
        """The match as text, to be kept: every hidden card is in it. `load` takes it up again."""
        return json.dumps(self._held.call("match/save")["save"])

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self).load, (self.save(),)

    def seat(self, seat: int) -> Seat:
        """The match through the eyes of a seat (from 1)."""
        if not 1 <= seat <= self.players:
            data = {"kind": "no-seat", "seat": seat, "players": self.players}
            raise CardwrightError(f"there is no seat {seat}: {self.players} play", 10, data)
        return Seat(self._held, seat)

    def spectator(self) -> Seat:
        """The match through the eyes of somebody who watches."""
        return Seat(self._held, "spectator")

    def undo(self, count: int = 1) -> int:
        """Takes back answers of people, never past dice or what came to light; gives how many."""
        return int(self._held.changed("match/undo", count=count)["taken"])

    def _seat(self) -> int:
        actor = self._held.actor
        return int(actor["seat"]) if actor["kind"] == "seat" else 1

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self.game} for {self.players}, {self.answered} answers given>"


class Session(Match):
    """A match with who sits where: bots answer for their seats.

    Args:
        game: the game's id.
        seats: who sits where: `human` (whoever calls), or the name of a bot; see `games()`. Everybody is `human` where it is
            left out.

    All else is as in `Match`.
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
        """Lets bots go on after they were interrupted."""
        return self._held.changed("match/bots")  # type: ignore[no-any-return]


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
    """What is played, as the protocol takes it."""
    chosen = {name: str(value) for name, value in (options or {}).items()}
    return {"game": game, "players": players, "seats": _named(seats), "options": chosen, "packs": _packs.given(packs)}
