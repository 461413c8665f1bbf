"""Actions as numbers in one fixed range, for machine learning."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy
from numpy.typing import NDArray

from . import _native
from .matches import _Seen

if TYPE_CHECKING:
    from . import wire

STATE = 3
"""The number of numbers that describe a partly chosen action; see `Turn.state`."""


class Numbers:
    """The numbers of the actions under one rulebook, from 0 to below `size`.

    A number is a step. If several allowed actions have the chosen step, another number selects one: its rank among them
    or, if there are more than `size`, a part of them first. So every action has numbers.
    """

    def __init__(self, actions: wire.Actions) -> None:
        self.steps: list[str] = actions["steps"]
        self.whole: bool = actions["whole"]
        # With only one number, ranks could not be told apart.
        self.size = max(len(self.steps), 2)


class Turn:
    """One question whose action is chosen by number."""

    def __init__(self, seen: _Seen, numbers: Numbers) -> None:
        self._numbers = numbers
        self._answers: _native.Answers = seen.answers()
        self._step: int | None = None
        self._low = 0
        self._span = len(self._answers)

    @property
    def _part(self) -> int:
        """The number of ranks that one number covers."""
        return -(-self._span // self._numbers.size)

    def mask(self) -> NDArray[numpy.int8]:
        """A 1 for each number that may be chosen now."""
        size = self._numbers.size
        if self._step is None:
            return numpy.frombuffer(self._answers.mask(size), dtype=numpy.int8)
        mask = numpy.zeros(size, dtype=numpy.int8)
        mask[: -(-self._span // self._part)] = 1
        return mask

    def state(self) -> NDArray[numpy.float32]:
        """The choice so far: the step plus 1 (0 for none), the first remaining rank, and the number of remaining
        ranks.
        """
        step = 0 if self._step is None else self._step + 1
        left = (self._low, self._span) if step else (0, 0)
        return numpy.array([step, *left], dtype=numpy.float32)

    def choose(self, number: int) -> str | None:
        """Chooses a number. Returns the action in notation when it is complete.

        Raises `ValueError` if the mask has no 1 for it; then nothing has changed.
        """
        if not (0 <= number < self._numbers.size and self.mask()[number]):
            raise ValueError(f"{number} is no allowed answer now; see the mask")
        if self._step is None:
            self._step, self._low, self._span = number, 0, self._answers.count(number)
        else:
            part = self._part
            self._low += number * part
            self._span = min(part, self._span - number * part)
        return self._answers.action(self._step, self._low) if self._span == 1 else None
