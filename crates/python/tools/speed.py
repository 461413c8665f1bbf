"""Compares the speed of random games in the wheel and the program, alternately and by CPU time: `python speed.py PROGRAM GAME GAMES`.

On a busy machine, wall-clock time means nothing, but CPU time does.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys

import cardwright

TURNS = 5


def used(who: int) -> float:
    """The CPU time in seconds of this process (`RUSAGE_SELF`) or its children."""
    return resource.getrusage(who).ru_utime


def main(program: str, game: str, games: int) -> int:
    """Prints the games per second of both, and their ratio. Returns 1 if the digests differ."""
    command = [program, "simulate", game, "--games", str(games), "--threads", "1", "--format", "json"]
    cardwright.simulate(game, games // 10, threads=1)
    native, wheel = [], []
    for _ in range(TURNS):
        before = used(resource.RUSAGE_CHILDREN)
        expected = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
        native.append(games / (used(resource.RUSAGE_CHILDREN) - before))
        before = used(resource.RUSAGE_SELF)
        found = cardwright.simulate(game, games, threads=1)
        wheel.append(games / (used(resource.RUSAGE_SELF) - before))
        if found["digest"] != expected["digest"]:
            print("error: the digests differ\n  help: build both from the same sources", file=sys.stderr)
            return 1
    median = {name: sorted(all_)[TURNS // 2] for name, all_ in (("program", native), ("wheel", wheel))}
    print(f"{game}: program {median['program']:,.0f} games a second, wheel {median['wheel']:,.0f}: "
          f"{median['wheel'] / median['program']:.0%}")
    return 0


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit("usage: python speed.py PROGRAM GAME GAMES")
    sys.exit(main(sys.argv[1], sys.argv[2], int(sys.argv[3])))
