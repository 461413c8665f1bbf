"""Simulations over a cluster of Ray: `python -m cardwright.distributed simulate moon-bots --games 1000000 --address auto`.

The seeds are divided into shards. Each shard is a task for any worker; if a worker is lost, another one repeats it. The
reports are merged by seed, each shard once, so the totals, including the digest, equal those of one process.
"""

from __future__ import annotations

import argparse
import json
import logging
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import __version__, errors, packs, tools

if TYPE_CHECKING:
    from . import wire

SHARD_GAMES = 20_000
"""The default number of games in a shard: about a second of random play."""


def _play(version: str, params: dict[str, Any]) -> dict[str, Any]:
    """Plays one shard on a worker. Returns its report and the process."""
    if __version__ != version:
        raise RuntimeError(f"this worker has Cardwright {__version__}, and {version} is asked for; install that on every node")
    return {"report": tools.simulate(**params), "pid": os.getpid()}


def shards(games: int, seed: int, shard_games: int) -> list[tuple[int, int]]:
    """The first seed and the number of games of every shard."""
    if games < 1 or seed < 0 or shard_games < 1:
        raise ValueError("there is at least one game, and one in a shard, and seeds are 0 or more")
    return [(seed + at, min(shard_games, games - at)) for at in range(0, games, shard_games)]


def simulate(
    game: str,
    games: int,
    *,
    seed: int = 0,
    shard_games: int = SHARD_GAMES,
    progress: Callable[[int, int, int], object] | None = None,
    **setup: Any,
) -> wire.Report:
    """Plays games on the cluster that this process is connected to (`ray.init`).

    Args:
        shard_games: the number of games in a shard; choose it for seconds of work.
        progress: is called after each shard with the games done, all games, and the worker's process.
        setup: `players`, `bot`, `seats`, `options`, `packs` and `position`, as in `cardwright.simulate`. Packs are read
        here and sent to the workers.

    The loss of a worker changes nothing: its shard is played again. Raises the errors of shards, such as `SetupError`.
    """
    import ray

    setup["packs"] = packs.given(setup.get("packs", ()))
    # Errors in the setup are reported here, not by every worker.
    tools.simulate(game, 0, **setup)
    # One thread per task, because the cluster counts processors. Ray gives a lost task to another worker as often as
    # necessary; an error in the task itself ends the run.
    remote = ray.remote(num_cpus=1, max_retries=-1)(_play)
    one = {"game": game, "threads": 1, **setup}
    waiting = [
        remote.remote(__version__, {**one, "seed": first, "games": some}) for first, some in shards(games, seed, shard_games)
    ]
    reports: list[wire.Report] = []
    done = 0
    while waiting:
        ready, waiting = ray.wait(waiting, num_returns=1)
        try:
            played = ray.get(ready[0])
        except ray.exceptions.RayTaskError as error:
            for left in waiting:
                ray.cancel(left)
            raise (error.cause or error) from None
        reports.append(played["report"])
        done += played["report"]["games"]
        if progress is not None:
            progress(done, games, played["pid"])
    return tools.merge(reports)


def _arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m cardwright.distributed", description="Simulations over a cluster of Ray.")
    commands = parser.add_subparsers(dest="command", required=True)
    one = commands.add_parser("simulate", help="many games between bots, shared out by seed")
    one.add_argument("game", help="the game's id")
    one.add_argument("--games", type=int, default=100_000, metavar="K", help="how many games")
    one.add_argument("--seed", type=int, default=0, metavar="S", help="the first seed")
    one.add_argument("--address", default=None, help="the cluster: `auto`, `HOST:6379` or `ray://HOST:10001`; a cluster of "
                     "this machine alone where it is left out")
    one.add_argument("--workers", type=int, default=None, metavar="N", help="how many workers, without --address")
    one.add_argument("--shard-games", type=int, default=SHARD_GAMES, metavar="K", help="games of a shard")
    one.add_argument("--players", type=int, default=None)
    one.add_argument("--bot", default="random", help="the bot in every seat")
    one.add_argument("--seats", default=None, metavar="BOT,…", help="a bot for each seat, in place of --bot")
    one.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    one.add_argument("--pack", action="append", default=[], metavar="FOLDER")
    one.add_argument("--position", type=Path, default=None, metavar="FILE")
    two = commands.add_parser("merge", help="adds up reports of shares of one run")
    two.add_argument("files", type=Path, nargs="+", metavar="FILE", help="what `simulate --format json` printed")
    for command in (one, two):
        command.add_argument("--format", choices=["text", "json"], default="text")
    args = parser.parse_args(argv)
    if args.command == "merge":
        return args
    for option in args.option:
        if "=" not in option:
            parser.error(f"--option is NAME=VALUE, not `{option}`")
    if args.workers is not None and (args.address is not None or args.workers < 1):
        parser.error("--workers is 1 or more, and for a cluster of this machine alone, without --address")
    return args


def main(argv: Sequence[str] | None = None) -> int:
    """The command line. Returns the exit code: 0, or 2 if the simulation cannot run."""
    args = _arguments(argv)
    try:
        report = _simulated(args) if args.command == "simulate" else _merged(args.files)
    except ModuleNotFoundError as error:
        return _stopped(f"{error.name} is not installed here", "pip install ray")
    except errors.CardwrightError as error:
        return _stopped(str(error), json.dumps(error.data, ensure_ascii=False))
    except (OSError, ValueError, RuntimeError) as error:
        return _stopped(str(error), f"see `python -m cardwright.distributed {args.command} --help`")
    print(json.dumps(report) if args.format == "json" else _text(report))
    return 0


def _stopped(what: str, help_text: str) -> int:
    print(f"error: {what}\n  help: {help_text}", file=sys.stderr)
    return 2


def _merged(files: Sequence[Path]) -> wire.Report:
    reports = []
    for file in files:
        try:
            report = json.loads(file.read_text(encoding="utf-8"))
        except ValueError as error:
            raise ValueError(f"{file}: {error}") from error
        if not isinstance(report, dict):
            raise ValueError(f"{file}: this is no report")
        reports.append(report)
    return tools.merge(reports)


def _simulated(args: argparse.Namespace) -> wire.Report:
    setup = {
        "players": args.players,
        "bot": args.bot,
        "seats": args.seats.split(",") if args.seats else None,
        "options": dict(option.split("=", 1) for option in args.option),
        "packs": packs.given(args.pack),
        "position": args.position.read_text(encoding="utf-8") if args.position else None,
    }
    # Before waiting for a cluster.
    shards(args.games, args.seed, args.shard_games)
    tools.simulate(args.game, 0, **setup)
    import ray

    local = {} if args.address else {"include_dashboard": False, "num_cpus": args.workers}
    # Without `local`, Ray would join any cluster that runs on this machine.
    ray.init(address=args.address or "local", log_to_driver=False, logging_level=logging.ERROR, **local)

    def told(done: int, games: int, _: int) -> None:
        if sys.stderr.isatty():
            print(f"\r{done} of {games} games", end="", file=sys.stderr, flush=True)

    try:
        return simulate(args.game, args.games, seed=args.seed, shard_games=args.shard_games, progress=told, **setup)
    finally:
        ray.shutdown()


def _text(report: wire.Report) -> str:
    wins = ", ".join(f"seat {seat} {wins}" for seat, wins in enumerate(report["wins"], 1))
    return f"{report['games']} games of {report['game']}: {wins}, draws {report['draws']}\ndigest {report['digest']}"


if __name__ == "__main__":
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    sys.exit(main())
