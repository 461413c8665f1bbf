"""The engine of Cardwright, as the package `cardwright` uses it: lines and JSON in, lines and JSON out."""

from collections.abc import Callable, Sequence
from typing import final

__all__ = ["Answers", "Arena", "Balance", "Batch", "Learning", "Service", "__version__", "merge", "simulate"]

__version__: str
"""The version of the engine."""

@final
class Service:
    """The matches of one caller, and its pending requests. Threads may share it; it serves one at a time."""

    def __new__(cls, seed: int) -> Service: ...
    def handle(self, line: str) -> list[str]:
        """Handles a line (one JSON-RPC message) and returns the lines to send back, including errors."""
    def work(self) -> list[str]:
        """Plays some games of the running simulations and returns the lines to send: progress, or an answer."""
    @property
    def busy(self) -> bool:
        """Whether simulations are in progress."""
    @property
    def over(self) -> bool:
        """Whether `shutdown` was sent."""
    def call(self, method: str, params: str) -> str:
        """Calls a method of the protocol; `params` and the result are JSON. Raises `CardwrightError`."""
    def answers(self, name: str, seat: int) -> Answers:
        """The allowed actions of a seat (from 1) in a match, by number; empty if another seat is asked."""
    def features(self, name: str, seat: int, width: int) -> bytes:
        """What a seat may know of a match, as `width` 32-bit numbers in native byte order."""

@final
class Answers:
    """The allowed actions of one question, by number."""

    def __len__(self) -> int: ...
    def mask(self, steps: int) -> bytes:
        """A byte for each step: 1 if an allowed action has it. Raises `IndexError` if one has a larger step."""
    def count(self, step: int) -> int:
        """The number of allowed actions with a step."""
    def action(self, step: int, rank: int) -> str | None:
        """The notation of the action with a step and a rank (from 0); `None` if there is none."""
    def actions(self) -> list[str]:
        """The notation of every allowed action, sorted by step and rank."""

@final
class Batch:
    """Many matches of one game, each waiting for a seat. A match that ends is started again."""

    def __new__(cls, given: str, count: int) -> Batch: ...
    def features(self) -> list[str]:
        """The meaning of each number of an observation."""
    def sizes(self) -> tuple[int, int]:
        """The number of seats and of steps, which is the width of a mask."""
    def reset(self, seed: int) -> None:
        """Starts all matches, the first with `seed` and the others with the following seeds."""
    def observe(self) -> tuple[bytes, bytes, bytes]:
        """For each match, what the seat that is asked may know, its mask, and its number, one byte each."""
    def step(self, actions: bytes, most: int) -> tuple[bytes, bytes, bytes]:
        """Plays an action in each match. Returns rewards (signed) and which matches ended or were cut off. Raises
        `ValueError`.
        """
    def sample(self) -> bytes:
        """A random allowed action for each match, as 32-bit numbers."""

@final
class Arena:
    """Which of several bots is stronger. A run: `part` plays some games, here or on another machine, `merge` adds what a
    part gives, in order, and `document` is the result so far.
    """

    def __new__(cls, given: str, bots: Sequence[str], seed: int, test: tuple[float, float, float] | None = None) -> Arena: ...
    def next(self, games: int) -> tuple[int, int]:
        """The first seed to play next, and the number of seeds; 0 when the run is over."""
    def part(self, first: int, seeds: int, threads: int | None = None) -> str: ...
    def merge(self, part: str) -> None:
        """Raises `ValueError` if the part is of another run, or of other seeds than the next ones."""
    def document(self) -> str: ...

@final
class Balance:
    """What the cards of the first `measured` packs are worth. A run, like `Arena`."""

    def __new__(
        cls,
        given: str,
        measured: int,
        panel: Sequence[str],
        seed: int,
        trials: int,
        cards: Sequence[str] | None = None,
    ) -> Balance: ...
    def part(self, place: int, first: int, games: int, threads: int | None = None) -> str: ...
    def merge(self, part: str) -> None:
        """Raises `ValueError` if the part is of another run, or of other seeds than the next ones."""
    def document(self, before: str | None = None) -> str: ...

@final
class Learning:
    """What positions are worth, from self-play. A run, like `Arena`."""

    def __new__(cls, given: str, games: int, seed: int) -> Learning: ...
    def part(self, first: int, games: int, threads: int | None = None) -> bytes: ...
    def merge(self, part: bytes) -> None:
        """Raises `ValueError` if these are no games."""
    def document(self) -> str: ...

def simulate(
    given: str,
    bot: str | None,
    games: int,
    threads: int | None = None,
    told: Callable[[int, int], object] | None = None,
) -> str:
    """Plays games between bots on several threads without holding the GIL, and returns a report as JSON."""

def merge(reports: Sequence[str]) -> str:
    """Merges reports of parts of one run (JSON). Raises `ValueError` if they are not."""
