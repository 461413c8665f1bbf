"""Many matches at once for machine learning, with NumPy arrays in and out. For Moon-Bots.

    from cardwright.vector import VectorEnv

    table = VectorEnv("moon-bots", 1024, players=2)
    seen = table.reset(seed=7)
    for _ in range(100):
        seen, rewards, over, truncated = table.step(table.sample())

Every match waits for one seat, `seen.seats`; `seen.observation` is what that seat may know, its own data first. A match
that ends starts again at once with its next seed; then `seen` is from the new match and `rewards` from the old one.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import NamedTuple

import numpy
from numpy.typing import ArrayLike, NDArray

from . import _native
from .matches import Options, begin
from .packs import Pack

_ENDLESS = 2**32 - 1


class Seen(NamedTuple):
    """What the seats that are asked may know, one row per match."""

    observation: NDArray[numpy.uint8]
    """Small numbers, described by `VectorEnv.features`; 255 is the maximum."""
    mask: NDArray[numpy.int8]
    """A 1 for each step that one or more allowed actions have."""
    seats: NDArray[numpy.uint8]
    """The seats, from 1."""


class VectorEnv:
    """Matches side by side, in which the caller acts for every seat.

    Args:
        game: the game's id. So far, only Moon-Bots has views as small numbers; `cardwright.env` supports every game.
        count: the number of matches.
        max_cycles: a match is cut off after this many actions of seats: `truncated`, without a reward.

    Everything else is as in `Match`. An action is an index in `all_actions()["steps"]`. If several allowed actions have
    that step, one of them is chosen at random.
    """

    def __init__(
        self,
        game: str = "moon-bots",
        count: int = 1024,
        players: int | None = None,
        *,
        options: Options | None = None,
        packs: Iterable[Pack] | Pack = (),
        max_cycles: int | None = None,
    ) -> None:
        given = begin(game, players=players, options=options, packs=packs)
        self._raw = _native.Batch(json.dumps({key: value for key, value in given.items() if value is not None}), count)
        self._most = _ENDLESS if max_cycles is None else max_cycles
        if not 1 <= self._most <= _ENDLESS:
            raise ValueError("`max_cycles` is 1 or more")
        self.count = count
        self.players, self.actions = self._raw.sizes()
        self.features = self._raw.features()

    def reset(self, seed: int = 0) -> Seen:
        """Starts all matches. The first has the seed of `Match(…, seed=seed)`, the next `seed + 1`, and so on; later
        matches take the following seeds.
        """
        self._raw.reset(seed)
        return self.observe()

    def observe(self) -> Seen:
        """What the seats that are asked may know now."""
        rows, mask, seats = self._raw.observe()
        return Seen(
            numpy.frombuffer(rows, numpy.uint8).reshape(self.count, -1),
            numpy.frombuffer(mask, numpy.int8).reshape(self.count, -1),
            numpy.frombuffer(seats, numpy.uint8),
        )

    def step(
        self, actions: ArrayLike
    ) -> tuple[Seen, NDArray[numpy.int8], NDArray[numpy.bool_], NDArray[numpy.bool_]]:
        """Plays one action in each match. Returns what is seen then, a reward for each match and seat (1 won, -1 lost,
        otherwise 0), which matches ended, and which were cut off.

        Raises `ValueError` if an action is not allowed; then nothing has changed.
        """
        numbers = numpy.asarray(actions, dtype=numpy.int32)
        if numbers.shape != (self.count,):
            raise ValueError(f"there are {self.count} matches, and actions for {numbers.shape}")
        rewards, over, truncated = self._raw.step(numbers.tobytes(), self._most)
        return (
            self.observe(),
            numpy.frombuffer(rewards, numpy.int8).reshape(self.count, -1),
            numpy.frombuffer(over, numpy.bool_),
            numpy.frombuffer(truncated, numpy.bool_),
        )

    def sample(self) -> NDArray[numpy.int32]:
        """A random allowed action for each match, determined by its seed."""
        return numpy.frombuffer(self._raw.sample(), numpy.int32)
