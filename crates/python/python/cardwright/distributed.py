"""Simulations and measurements over a cluster of Ray:
`python -m cardwright.distributed simulate moon-bots --games 1000000 --address auto`.

The seeds are divided into shards. Each shard is a task for any worker; if a worker is lost, another one repeats it. The
results are added by seed, each shard once, so they equal those of one process, with the digest.
"""

from __future__ import annotations

import argparse
import json
import logging
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import __version__, errors, measure, packs, tools

if TYPE_CHECKING:
    from . import wire

SHARD_GAMES = 20_000
"""The default number of games in a shard: about a second of random play."""
SHARD_SEARCHED = 8
"""The default number of games in a shard of an arena or a balance, whose bots may search."""
SHARD_LEARNED = 500
"""The default number of games in a shard of a learning."""


Progress = Callable[[int, int, int], object]
"""Is called after each shard with the games done, all games, and the worker's process."""


def _same(version: str) -> None:
    if __version__ != version:
        raise RuntimeError(f"this worker has Cardwright {__version__}, and {version} is asked for; install that on every node")


def _play(version: str, params: dict[str, Any]) -> dict[str, Any]:
    """Plays one shard on a worker. Returns its report and the process."""
    _same(version)
    return {"report": tools.simulate(**params), "pid": os.getpid()}


def _measure(version: str, kind: str, made: tuple[Any, ...], piece: measure.Part) -> dict[str, Any]:
    """Plays a part of a measurement on a worker."""
    _same(version)
    return {"part": measure.made_once(kind, made).part(*piece, 1), "pid": os.getpid()}


def _results(task: Callable[..., dict[str, Any]], shards: Iterable[tuple[Any, ...]]) -> Iterator[tuple[int, dict[str, Any]]]:
    """The results of a task for each shard, with the number of the shard, in the order in which they are done."""
    import ray

    # One thread per task, because the cluster counts processors. Ray gives a lost task to another worker as often as
    # necessary; an error in the task itself ends the run.
    remote = ray.remote(num_cpus=1, max_retries=-1)(task)
    waiting = {remote.remote(__version__, *shard): nth for nth, shard in enumerate(shards)}
    while waiting:
        ready, _ = ray.wait(list(waiting), num_returns=1)
        nth = waiting.pop(ready[0])
        try:
            done = ray.get(ready[0])
        except ray.exceptions.RayTaskError as error:
            for left in waiting:
                ray.cancel(left)
            raise (error.cause or error) from None
        yield nth, done


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
    progress: Progress | None = None,
    **setup: Any,
) -> wire.Report:
    """Plays games on the cluster that this process is connected to (`ray.init`).

    Args:
        shard_games: the number of games in a shard; choose it for seconds of work.
        setup: `players`, `bot`, `seats`, `options`, `packs` and `position`, as in `cardwright.simulate`. Packs are read
        here and sent to the workers.

    The loss of a worker changes nothing: its shard is played again. Raises the errors of shards, such as `SetupError`.
    """
    setup["packs"] = packs.given(setup.get("packs", ()))
    # Errors in the setup are reported here, not by every worker.
    tools.simulate(game, 0, **setup)
    one = {"game": game, "threads": 1, **setup}
    reports: list[wire.Report] = []
    done = 0
    for _, played in _results(_play, [({**one, "seed": first, "games": some},) for first, some in shards(games, seed, shard_games)]):
        reports.append(played["report"])
        done += played["report"]["games"]
        if progress is not None:
            progress(done, games, played["pid"])
    return tools.merge(reports)


def _measured(run: measure.Run, shard_games: int, progress: Progress | None) -> measure.Run:
    """Plays a measurement on the cluster. What is done out of order waits until it can be added."""
    if shard_games < 1:
        raise ValueError("there is at least one game in a shard")
    done = 0
    for parts in run.batches():
        pieces = [piece for part in parts for piece in measure.divided(part, max(1, shard_games // run.of_seed))]
        early: dict[int, Any] = {}
        added = 0
        for nth, played in _results(_measure, [(run.kind, run.made, piece) for piece in pieces]):
            early[nth] = played["part"]
            while added in early:
                run.native.merge(early.pop(added))
                added += 1
            done += pieces[nth][-1] * run.of_seed
            if progress is not None:
                progress(done, run.games, played["pid"])
    return run


def arena(
    game: str,
    bots: Sequence[str],
    games: int = 200,
    *,
    shard_games: int = SHARD_SEARCHED,
    progress: Progress | None = None,
    **more: Any,
) -> wire.Arena:
    """`cardwright.arena` on the cluster that this process is connected to (`ray.init`), with the same results."""
    return _measured(measure.arena_run(game, bots, games, **more), shard_games, progress).document()  # type: ignore[no-any-return]


def balance(
    packs: Iterable[packs.Pack] | packs.Pack,
    *,
    shard_games: int = SHARD_SEARCHED,
    progress: Progress | None = None,
    before: Any = None,
    **more: Any,
) -> wire.Balance:
    """`cardwright.balance` on the cluster that this process is connected to (`ray.init`), with the same results."""
    run = _measured(measure.balance_run(packs, **more), shard_games, progress)
    return run.document(None if before is None else json.dumps(before))  # type: ignore[no-any-return]


def learn(
    game: str,
    games: int = 20_000,
    *,
    shard_games: int = SHARD_LEARNED,
    progress: Progress | None = None,
    **more: Any,
) -> wire.Learned:
    """`cardwright.learn` on the cluster that this process is connected to (`ray.init`), with the same results."""
    return _measured(measure.learn_run(game, games, **more), shard_games, progress).document()  # type: ignore[no-any-return]


def _arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m cardwright.distributed", description="Many games over a cluster of Ray.")
    commands = parser.add_subparsers(dest="command", required=True)
    about = {
        "simulate": "many games between bots, shared out by seed",
        "arena": "which bot is stronger",
        "balance": "what the cards of packs are worth",
        "learn": "what positions are worth, from self-play",
    }
    made = {name: commands.add_parser(name, help=text) for name, text in about.items()}
    many = {"simulate": 100_000, "arena": 200, "learn": 20_000}
    shard = {"simulate": SHARD_GAMES, "learn": SHARD_LEARNED}
    for name, one in made.items():
        if name == "balance":
            one.add_argument("packs", nargs="+", metavar="PACK", help="the folders of the packs to measure")
            one.add_argument("--card", action="append", default=None, metavar="CARD", help="a card to measure")
            one.add_argument("--panel", default=",".join(measure.PANEL), metavar="BOT,…", help="the bots, the weakest first")
            one.add_argument("--games", default=",".join(map(str, measure.PANEL_GAMES)), metavar="K,…", help="games of each bot")
            one.add_argument("--trials", type=int, default=6, metavar="N", help="how often a game is played again without a card")
            one.add_argument("--against", type=Path, default=None, metavar="FILE", help="the JSON of an older version")
        else:
            one.add_argument("game", help="the game's id")
            one.add_argument("--games", type=int, default=many[name], metavar="K", help="how many games")
        one.add_argument("--seed", type=int, default=0, metavar="S", help="the first seed")
        one.add_argument("--address", default=None, help="the cluster: `auto`, `HOST:6379` or `ray://HOST:10001`; a cluster "
                         "of this machine alone where it is left out")
        one.add_argument("--workers", type=int, default=None, metavar="N", help="how many workers, without --address")
        one.add_argument("--shard-games", type=int, default=shard.get(name, SHARD_SEARCHED), metavar="K", help="games of a shard")
        one.add_argument("--players", type=int, default=None)
        one.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
        one.add_argument("--pack", action="append", default=[], metavar="FOLDER", help="a pack to play with")
    made["simulate"].add_argument("--bot", default="random", help="the bot in every seat")
    made["simulate"].add_argument("--seats", default=None, metavar="BOT,…", help="a bot for each seat, in place of --bot")
    made["simulate"].add_argument("--position", type=Path, default=None, metavar="FILE")
    made["arena"].add_argument("--bots", required=True, metavar="BOT,…", help="the bots, such as `search:200,greedy`")
    made["arena"].add_argument("--test", default=None, metavar="LOW..HIGH", help="a sequential test, in Elo points")
    made["arena"].add_argument("--error", type=float, default=0.05, metavar="SHARE", help="the error of the test")
    two = commands.add_parser("merge", help="adds up reports of shares of one run")
    two.add_argument("files", type=Path, nargs="+", metavar="FILE", help="what `simulate --format json` printed")
    for command in (*made.values(), two):
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
    """The command line. Returns the exit code: 0, or 2 if the games cannot be played."""
    args = _arguments(argv)
    try:
        report: Any = _merged(args.files) if args.command == "merge" else _played(args)
    except ModuleNotFoundError as error:
        return _stopped(f"{error.name} is not installed here", "pip install ray")
    except errors.CardwrightError as error:
        return _stopped(str(error), json.dumps(error.data, ensure_ascii=False))
    except (OSError, ValueError, RuntimeError) as error:
        return _stopped(str(error), f"see `python -m cardwright.distributed {args.command} --help`")
    print(json.dumps(report) if args.format == "json" else _TEXTS.get(args.command, _text)(report))
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


def _numbers(text: str) -> list[int]:
    return [int(number) for number in text.split(",")]


def _played(args: argparse.Namespace) -> Any:
    setup: dict[str, Any] = {
        "seed": args.seed,
        "players": args.players,
        "options": dict(option.split("=", 1) for option in args.option),
    }
    # Whatever is wrong with the arguments is told before waiting for a cluster.
    if args.command == "simulate":
        setup |= {
            "bot": args.bot,
            "seats": args.seats.split(",") if args.seats else None,
            "packs": packs.given(args.pack),
            "position": args.position.read_text(encoding="utf-8") if args.position else None,
        }
        shards(args.games, args.seed, args.shard_games)
        tools.simulate(args.game, 0, **setup)

        def play(progress: Progress) -> Any:
            return simulate(args.game, args.games, shard_games=args.shard_games, progress=progress, **setup)

    else:
        before = json.loads(args.against.read_text(encoding="utf-8")) if getattr(args, "against", None) else None
        run = _run(args, setup)

        def play(progress: Progress) -> Any:
            _measured(run, args.shard_games, progress)
            return run.document(*([] if before is None else [json.dumps(before)]))

    import ray

    local = {} if args.address else {"include_dashboard": False, "num_cpus": args.workers}
    # Without `local`, Ray would join any cluster that runs on this machine.
    ray.init(address=args.address or "local", log_to_driver=False, logging_level=logging.ERROR, **local)

    def told(done: int, games: int, _: int) -> None:
        if sys.stderr.isatty():
            print(f"\r{done} of {games} games", end="", file=sys.stderr, flush=True)

    try:
        return play(told)
    finally:
        ray.shutdown()


def _run(args: argparse.Namespace, setup: dict[str, Any]) -> measure.Run:
    if args.command == "arena":
        low, _, high = (args.test or "").partition("..")
        test = (float(low), float(high)) if args.test else None
        return measure.arena_run(
            args.game, args.bots.split(","), args.games, test=test, error=args.error, packs=args.pack, **setup
        )
    if args.command == "learn":
        return measure.learn_run(args.game, args.games, packs=args.pack, **setup)
    return measure.balance_run(
        args.packs, cards=args.card, panel=args.panel.split(","), games=_numbers(args.games), trials=args.trials,
        beside=args.pack, **setup
    )


def _text(report: wire.Report) -> str:
    wins = ", ".join(f"seat {seat} {wins}" for seat, wins in enumerate(report["wins"], 1))
    return f"{report['games']} games of {report['game']}: {wins}, draws {report['draws']}\ndigest {report['digest']}"


def _text_of_arena(found: wire.Arena) -> str:
    lines = [
        f"{one['bot']} against {one['against']}: {one['games']} games, {one['wins']} won, {one['draws']} drawn, "
        f"{one['share']:.1%} ({one['interval'][0]:.1%} to {one['interval'][1]:.1%})"
        for one in found["pairings"]
    ]
    lines += [f"{one['bot']}: {one['elo']:.0f} Elo points" for one in found.get("ratings", [])]
    if test := found.get("test"):
        lines.append(f"test of {test['low']:g} against {test['high']:g} Elo points: {test['accepted'] or 'not decided'}")
    return "\n".join([*lines, f"digest {found['digest']}"])


def _text_of_balance(found: wire.Balance) -> str:
    games = ", ".join(f"{one['bot']} {one['games']}" for one in found["panel"])
    lines = [f"{one['card']}: {one['verdict'].replace('-', ' ')}: {one['reason']}" for one in found["cards"]]
    lines += [
        f"{one['bot']}, {one['what']}: {one['before']} before, {one['now']} now"
        for one in found.get("shifts", []) if one["sure"]
    ]
    return "\n".join([f"games: {games}", *lines])


def _text_of_learned(found: wire.Learned) -> str:
    weights = ", ".join(f"{one:.4f}" for one in found["weights"])
    return "\n".join([*(f"{games} games: {surprise:.4f} bits" for games, surprise in found["curve"]), f"weights: {weights}"])


_TEXTS: dict[str, Callable[[Any], str]] = {"arena": _text_of_arena, "balance": _text_of_balance, "learn": _text_of_learned}


if __name__ == "__main__":
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    sys.exit(main())
