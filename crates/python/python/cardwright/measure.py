"""Measurements over many games: which bot is stronger, what cards are worth, what positions are worth.

The results equal those of the program for the same seeds, however the games are divided among threads or machines.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from . import _native, packs as _packs
from .matches import Options, begin

if TYPE_CHECKING:
    from . import wire

Part = tuple[int, ...]
"""Some games: the first seed and the number of seeds; in a balance, the place of the bot in the panel before them."""

Progress = Callable[[int, int], object]
"""Is called with the games done and all games. An exception in it ends the run."""

PANEL = ("random", "greedy", "search:40")
"""The bots that measure cards, the weakest first."""
PANEL_GAMES = (2_000, 2_000, 400)
"""The number of games of each."""

_AT_A_TIME = 256
"""The number of seeds between two calls of `progress`."""


class Run:
    """A measurement. `native` plays its parts, adds them in order, and has the result."""

    def __init__(self, kind: str, made: tuple[Any, ...], parts: Sequence[Part] = (), wanted: int = 0) -> None:
        self.kind, self.made = kind, made
        self.native: Any = getattr(_native, kind)(*made)
        self._parts, self._wanted = parts, wanted
        self.of_seed = 1
        """The number of games of a seed."""
        self.games = sum(part[-1] for part in parts)
        """The number of all games."""
        if kind == "Arena":
            begun = json.loads(self.native.document())
            self.of_seed = begun["sides"] * len(begun["pairings"])
            self.games = -(-wanted // begun["sides"]) * self.of_seed

    def batches(self) -> Iterator[Sequence[Part]]:
        """Parts that may be played at the same time. What comes after them may depend on their results."""
        if self.kind != "Arena":
            yield self._parts
            return
        while (part := self.native.next(self._wanted))[1]:
            yield [part]

    def document(self, *more: Any) -> Any:
        """The result so far."""
        return json.loads(self.native.document(*more))


@functools.lru_cache(maxsize=2)
def made_once(kind: str, made: tuple[Any, ...]) -> Any:
    """The native object of a run, kept for its next part."""
    return getattr(_native, kind)(*made)


def divided(part: Part, most: int) -> Iterator[Part]:
    """A part in pieces of at most so many seeds."""
    *place, first, seeds = part
    for at in range(0, seeds, most):
        yield (*place, first + at, min(most, seeds - at))


def _whole(run: Run, threads: int | None, progress: Progress | None) -> None:
    done = 0
    for parts in run.batches():
        for piece in (piece for part in parts for piece in divided(part, _AT_A_TIME)):
            run.native.merge(run.native.part(*piece, threads))
            done += piece[-1] * run.of_seed
            if progress is not None:
                progress(done, run.games)


def _given(game: str, players: int | None, options: Options | None, packs: Iterable[_packs.Pack] | _packs.Pack) -> str:
    given = begin(game, players=players, options=options, packs=packs)
    return json.dumps({name: value for name, value in given.items() if value is not None})


def _some(games: int, seed: int) -> None:
    if games < 1 or seed < 0:
        raise ValueError("there is at least one game, and seeds are 0 or more")


def arena_run(
    game: str,
    bots: Sequence[str],
    games: int = 200,
    *,
    seed: int = 0,
    test: tuple[float, float] | None = None,
    error: float = 0.05,
    players: int | None = None,
    options: Options | None = None,
    packs: Iterable[_packs.Pack] | _packs.Pack = (),
) -> Run:
    """The run of `arena`, without games."""
    _some(games, seed)
    tested = None if test is None else (*test, error)
    return Run("Arena", (_given(game, players, options, packs), tuple(bots), seed, tested), wanted=games)


def arena(
    game: str,
    bots: Sequence[str],
    games: int = 200,
    *,
    threads: int | None = None,
    progress: Progress | None = None,
    **more: Any,
) -> wire.Arena:
    """Finds out which bot is stronger, like `cardwright arena`. Each seed is played once for every seat of a bot.

    Args:
        games: the number of games of each bot against each other bot.
        threads: the number of threads; by default, one for each processor.
        more: `seed`; `test`, two numbers of Elo points for a sequential test, and its `error`; `players`, `options` and
            `packs`.

    Raises `SetupError` if the game cannot be set up like this, and `ValueError` for other wrong values.
    """
    run = arena_run(game, bots, games, **more)
    _whole(run, threads, progress)
    return run.document()  # type: ignore[no-any-return]


def balance_run(
    packs: Iterable[_packs.Pack] | _packs.Pack,
    *,
    cards: Sequence[str] | None = None,
    panel: Sequence[str] = PANEL,
    games: int | Sequence[int] = PANEL_GAMES,
    trials: int = 6,
    players: int | None = None,
    seed: int = 0,
    options: Options | None = None,
    beside: Iterable[_packs.Pack] | _packs.Pack = (),
) -> Run:
    """The run of `balance`, without games."""
    each = (games,) if isinstance(games, int) else tuple(games)
    _some(min(each, default=0), seed)
    measured = _packs.given(packs)
    given = _given("", players, options, [*measured, *_packs.given(beside)])
    made = (given, len(measured), tuple(panel), seed, trials, None if cards is None else tuple(cards))
    return Run("Balance", made, [(place, seed, each[min(place, len(each) - 1)]) for place in range(len(panel))])


def balance(
    packs: Iterable[_packs.Pack] | _packs.Pack,
    *,
    threads: int | None = None,
    progress: Progress | None = None,
    before: Mapping[str, Any] | None = None,
    **more: Any,
) -> wire.Balance:
    """Finds out what the cards of packs are worth to players of different skill, like `cardwright balance`.

    Args:
        before: the result of an older version of the pack, to compare with.
        threads: the number of threads; by default, one for each processor.
        more: the `cards` to measure; a `panel` of bots, the weakest first; the `games` of each; `trials` a game;
            `players`, `seed` and `options`; packs `beside`, which are not measured.

    Raises `SetupError` if a pack has errors, and `ValueError` for other wrong values.
    """
    run = balance_run(packs, **more)
    _whole(run, threads, progress)
    return run.document(None if before is None else json.dumps(before))  # type: ignore[no-any-return]


def learn_run(
    game: str,
    games: int = 20_000,
    *,
    seed: int = 0,
    players: int | None = None,
    options: Options | None = None,
    packs: Iterable[_packs.Pack] | _packs.Pack = (),
) -> Run:
    """The run of `learn`, without games."""
    _some(games, seed)
    return Run("Learning", (_given(game, players, options, packs), games, seed), [(seed, games)])


def learn(
    game: str,
    games: int = 20_000,
    *,
    threads: int | None = None,
    progress: Progress | None = None,
    **more: Any,
) -> wire.Learned:
    """Learns what positions are worth from games that a bot plays against itself, like `cardwright learn`.

    Args:
        threads: the number of threads; by default, one for each processor.
        more: `seed`, `players`, `options` and `packs`.

    Raises `SetupError` if the game cannot be set up like this, and `ValueError` if it has no value that is learned.
    """
    run = learn_run(game, games, **more)
    _whole(run, threads, progress)
    return run.document()  # type: ignore[no-any-return]
