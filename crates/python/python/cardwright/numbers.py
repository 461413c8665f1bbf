"""Answers as numbers of one fixed range, for learning machines."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy
from numpy.typing import NDArray

from . import _native
from .matches import _Seen

if TYPE_CHECKING:
    from . import wire

STATE = 3
"""How many numbers say what of an answer is chosen so far; see `Turn.state`."""


class Numbers:
    """The numbers of the answers under one rulebook, from 0 to below `size`.

    A number is a step. Where several allowed answers have the step that was chosen, another number says which: its rank among
    them, and where there are more than `size` of them, a part of them first. So no answer is ever without its numbers.
    """

    def __init__(self, actions: wire.Actions) -> None:
        self.steps: list[str] = actions["steps"]
        self.whole: bool = actions["whole"]
        # With one number alone, no rank could be told from another.
        self.size = max(len(self.steps), 2)


class Turn:
    """One question while it is answered by number."""

    def __init__(self, seen: _Seen, numbers: Numbers) -> None:
        self._numbers = numbers
        self._answers: _native.Answers = seen.answers()
        self._step: int | None = None
        self._low = 0
        self._span = len(self._answers)

    @property
    def _part(self) -> int:
        """How many ranks one number stands for."""
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
        """What is chosen so far: the step and 1 (0 for none), the first rank that is left, and how many are."""
        step = 0 if self._step is None else self._step + 1
        left = (self._low, self._span) if step else (0, 0)
        return numpy.array([step, *left], dtype=numpy.float32)

    def choose(self, number: int) -> str | None:
        """Chooses a number; gives the answer in notation once it is whole.

        Raises `ValueError` where the mask has no 1 for it; nothing has changed then.
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
