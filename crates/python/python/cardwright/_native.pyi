"""The engine of Cardwright, as the package `cardwright` uses it: lines and JSON in, lines and JSON out."""

from collections.abc import Callable, Sequence
from typing import final

__all__ = ["Answers", "Service", "__version__", "merge", "simulate"]

__version__: str
"""The version of the engine."""

@final
class Service:
    """The matches of one caller, and what it has asked for. Threads may share it; one is served at a time."""

    def __new__(cls, seed: int) -> Service: ...
    def handle(self, line: str) -> list[str]:
        """Takes a line (one JSON-RPC message) and gives the lines to send back; what is wrong is said in them."""
    def work(self) -> list[str]:
        """Plays some games of the simulations under way and gives the lines to send: progress, or an answer."""
    @property
    def busy(self) -> bool:
        """Whether simulations are under way."""
    @property
    def over(self) -> bool:
        """Whether `shutdown` was said."""
    def call(self, method: str, params: str) -> str:
        """Calls a method of the protocol; `params` and the result are JSON. Raises `CardwrightError`."""
    def answers(self, name: str, seat: int) -> Answers:
        """The answers that a seat (from 1) may give now in a match, by number; none where another is asked."""
    def features(self, name: str, seat: int, width: int) -> bytes:
        """What a seat may know of a match, as `width` numbers of 32 bits, in the machine's order of bytes."""

@final
class Answers:
    """The answers that are allowed at one question, by number."""

    def __len__(self) -> int: ...
    def mask(self, steps: int) -> bytes:
        """A byte for each step: 1 where an allowed answer has it. Raises `IndexError` where one lies beyond."""
    def count(self, step: int) -> int:
        """How many allowed answers have a step."""
    def action(self, step: int, rank: int) -> str | None:
        """The notation of the answer with a step and a rank (from 0); `None` where there is none."""
    def actions(self) -> list[str]:
        """The notation of every allowed answer, in order of step and rank."""

def simulate(
    given: str,
    bot: str | None,
    games: int,
    threads: int | None = None,
    told: Callable[[int, int], object] | None = None,
) -> str:
    """Plays games between bots on several threads, without holding Python, and gives a report as JSON."""

def merge(reports: Sequence[str]) -> str:
    """Adds up reports of shares of one run (JSON). Raises `ValueError` where they are none."""
