"""The steps per second of `VectorEnv` on one processor, compared with the engine's random play: `python steps.py [GAMES]`."""

from __future__ import annotations

import resource
import sys

import cardwright
from cardwright.vector import VectorEnv

COUNT, STEPS = 4096, 100


def used() -> float:
    """The CPU time of this process in seconds."""
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


def main(games: int) -> None:
    """Prints both, in the same run."""
    cardwright.simulate("moon-bots", 100, threads=1)
    before = used()
    report = cardwright.simulate("moon-bots", games, threads=1)
    engine = report["decisions"] / (used() - before)
    table = VectorEnv("moon-bots", COUNT)
    table.reset(seed=0)
    numbers, stepping = table.sample(), 0.0
    for _ in range(STEPS):
        before = used()
        table.step(numbers)
        stepping += used() - before
        numbers = table.sample()
    steps = COUNT * STEPS / stepping
    print(f"moon-bots: {steps:,.0f} steps a second; random play {engine:,.0f} decisions (dice and draws counted): {steps / engine:.0%}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 20_000)
