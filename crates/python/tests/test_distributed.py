"""Simulations with Ray: the digest equals that of one process, even if a worker is killed."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
ray = pytest.importorskip("ray", reason="pip install ray")

from cardwright import SetupError, arena, balance, learn, simulate  # noqa: E402
from cardwright import distributed  # noqa: E402

TIMES = ("threads", "seconds", "games_per_second")


def sums(report: Any) -> dict[str, Any]:
    return {key: value for key, value in report.items() if key not in TIMES}


@pytest.fixture(scope="module")
def workers() -> Iterator[None]:
    """A cluster of two workers on this machine."""
    ray.init(address="local", num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level="error")
    yield
    ray.shutdown()


def test_shards_hold_every_seed_once() -> None:
    assert distributed.shards(10, 5, 4) == [(5, 4), (9, 4), (13, 2)]
    assert distributed.shards(4, 0, 4) == [(0, 4)]
    for wrong in ((0, 0, 4), (4, -1, 4), (4, 0, 0)):
        with pytest.raises(ValueError):
            distributed.shards(*wrong)


@pytest.mark.usefixtures("workers")
def test_two_workers_give_the_report_of_one_process() -> None:
    expected = sums(simulate("moon-bots", 2_000, seed=3))
    found = distributed.simulate("moon-bots", 2_000, seed=3, shard_games=300)
    assert sums(found) == expected


@pytest.mark.usefixtures("workers")
def test_a_killed_worker_changes_nothing() -> None:
    # Shards of about a second, so that the worker dies in the middle of one.
    games, shard = 200_000, 25_000
    expected = sums(simulate("moon-bots", games))
    seen: list[int] = []
    killed: list[int] = []

    def kill_one(done: int, games: int, pid: int) -> None:
        # A worker that has just returned a report has the next shard, so shards are left.
        fresh = pid not in seen
        seen.append(pid)
        if fresh and len(set(seen)) == 2:
            killed.append(pid)
            time.sleep(0.2)
            os.kill(pid, signal.SIGKILL)

    found = distributed.simulate("moon-bots", games, shard_games=shard, progress=kill_one)
    assert sums(found) == expected
    # Another worker replaced the dead one, whose last reports may still be unread.
    assert killed and len(seen) == games // shard and len(set(seen)) >= 3, (killed, seen)


@pytest.mark.usefixtures("workers")
def test_measurements_are_those_of_one_process(root: Path) -> None:
    bots = ["greedy", "random", "search:2"]
    assert sums(distributed.arena("robotory", bots, 40, shard_games=12)) == sums(arena("robotory", bots, 40))
    how: Any = {"test": (0, 50), "seed": 9}
    assert sums(distributed.arena("robotory", bots[:2], 50_000, **how)) == sums(arena("robotory", bots[:2], 50_000, **how))
    pack = root / "cards" / "examples" / "overclock"
    how = {"panel": ["random", "greedy"], "games": [50, 20], "trials": 2}
    assert sums(distributed.balance(pack, **how)) == sums(balance(pack, **how))
    assert distributed.learn("moon-bots", 60, shard_games=7) == learn("moon-bots", 60)


@pytest.mark.usefixtures("workers")
def test_a_worker_killed_in_an_arena_changes_nothing() -> None:
    bots, games = ["search:40", "greedy"], 160
    expected = sums(arena("moon-bots", bots, games))
    seen: list[int] = []
    killed: list[int] = []

    def kill_one(done: int, games: int, pid: int) -> None:
        seen.append(pid)
        if not killed and len(seen) > 3:
            killed.append(pid)
            os.kill(pid, signal.SIGKILL)

    assert sums(distributed.arena("moon-bots", bots, games, shard_games=4, progress=kill_one)) == expected
    assert killed and len(set(seen)) >= 2, (killed, seen)


LOSES_A_NODE = """
import logging, time
import ray
from ray.cluster_utils import Cluster
from cardwright import distributed, simulate

cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
other = cluster.add_node(num_cpus=1)
ray.init(address=cluster.address, log_to_driver=False, logging_level=logging.ERROR)
shards = []

def lose(done, games, pid):
    # After both have returned a report, so that neither is still starting.
    fresh = pid not in shards
    shards.append(pid)
    if fresh and len(set(shards)) == 2:
        cluster.remove_node(other, allow_graceful=False)

found = distributed.simulate("moon-bots", 240_000, shard_games=20_000, progress=lose)
# Both played, each shard was counted once, and the node is gone. Ray takes its time to call it dead, and until then its
# process may still give reports; so nothing is said of who gave which.
assert len(shards) == 12 and len(set(shards)) == 2, shards
patience = time.monotonic() + 120
while (alive := sum(node["Alive"] for node in ray.nodes())) != 1:
    assert time.monotonic() < patience, alive
    time.sleep(0.5)
assert found["digest"] == simulate("moon-bots", 240_000)["digest"]
print("the same without a node")
"""


def test_a_lost_node_changes_nothing(tmp_path: Path) -> None:
    (tmp_path / "nodes.py").write_text(LOSES_A_NODE)
    done = subprocess.run([sys.executable, "nodes.py"], capture_output=True, text=True, cwd=tmp_path, timeout=300)
    assert done.returncode == 0 and "the same without a node" in done.stdout, done.stderr[-3000:]


@pytest.mark.usefixtures("workers")
def test_packs_and_errors_go_along(root: Path) -> None:
    pack = root / "cards" / "examples" / "overclock"
    assert sums(distributed.simulate("moon-bots", 40, shard_games=15, packs=[pack])) == sums(
        simulate("moon-bots", 40, packs=[pack])
    )
    with pytest.raises(SetupError):
        distributed.simulate("moon-bots", 40, bot="best")


def test_another_version_on_a_worker_is_told() -> None:
    with pytest.raises(RuntimeError, match="install that on every node"):
        distributed._play("0.0.0", {"game": "robotory", "games": 1})


def test_the_command_line(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "cardwright.distributed", "simulate", "robotory", "--games", "300", "--shard-games", "100"]
    done = subprocess.run([*command, "--workers", "2", "--format", "json"], capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert sums(json.loads(done.stdout)) == sums(simulate("robotory", 300))
    for wrong, says in ((["--bot", "best"], "no bot `best`"), (["--games", "0"], "at least one game")):
        done = subprocess.run([*command, *wrong], capture_output=True, text=True, cwd=tmp_path)
        assert done.returncode == 2 and says in done.stderr and "help:" in done.stderr, done.stderr


def test_measurements_on_the_command_line(root: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "cardwright.distributed"]
    pack = str(root / "cards" / "examples" / "overclock")
    for words, expected in (
        (["arena", "robotory", "--bots", "greedy,random", "--games", "40"], arena("robotory", ["greedy", "random"], 40)),
        (["balance", pack, "--panel", "greedy", "--games", "20", "--trials", "1"], balance(pack, panel=["greedy"], games=20, trials=1)),
        (["learn", "moon-bots", "--games", "40"], learn("moon-bots", 40)),
    ):
        done = subprocess.run([*command, *words, "--workers", "2", "--format", "json"], capture_output=True, text=True, cwd=tmp_path)
        assert done.returncode == 0 and sums(json.loads(done.stdout)) == sums(expected), done.stderr
    for words, says in (
        (["arena", "robotory", "--bots", "greedy"], "name two bots"),
        (["arena", "robotory", "--bots", "greedy,random", "--test", "five"], "could not convert"),
        (["balance", str(tmp_path)], "pack"),
        (["learn", "robotory"], "no value that is learned"),
    ):
        done = subprocess.run([*command, *words], capture_output=True, text=True, cwd=tmp_path)
        assert done.returncode == 2 and says in done.stderr and "help:" in done.stderr, done.stderr


def test_shares_of_the_command_line_add_up(tmp_path: Path) -> None:
    for name, seed in (("a.json", 0), ("b.json", 200)):
        (tmp_path / name).write_text(json.dumps(simulate("robotory", 200, seed=seed)))
    (tmp_path / "c.json").write_text("[]")
    merge = [sys.executable, "-m", "cardwright.distributed", "merge"]
    done = subprocess.run([*merge, "--format", "json", "a.json", "b.json"], capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0 and sums(json.loads(done.stdout)) == sums(simulate("robotory", 400)), done.stderr
    for wrong, says in ((["a.json", "a.json"], "played twice"), (["c.json"], "no report"), (["d.json"], "d.json")):
        done = subprocess.run([*merge, *wrong], capture_output=True, text=True, cwd=tmp_path)
        assert done.returncode == 2 and says in done.stderr, done.stderr
