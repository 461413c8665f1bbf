"""Arena, balance and learning: the results of the program, however the games are divided."""

import json
from pathlib import Path
from typing import Any

import pytest

from cardwright import SetupError, arena, balance, learn
from cardwright.measure import arena_run, balance_run, learn_run


def counted(document: Any) -> dict[str, Any]:
    """A document without its time."""
    return {key: value for key, value in document.items() if key != "seconds"}


def test_an_arena_is_the_same_for_any_number_of_threads() -> None:
    told: list[tuple[int, int]] = []
    bots = ["greedy", "random", "search:2"]
    found = arena("robotory", bots, 20, seed=3, threads=1, progress=lambda done, games: told.append((done, games)))
    assert counted(found) == counted(arena("robotory", bots, 20, seed=3, threads=2))
    assert [(one["bot"], one["against"], one["games"]) for one in found["pairings"]] == [
        ("greedy", "random", 20), ("greedy", "search:2", 20), ("random", "search:2", 20)
    ]
    assert told[-1] == (60, 60)
    # What `cardwright arena robotory --bots greedy,random,search:2 --games 20 --seed 3` prints.
    assert found["digest"] == "7553726ab26d1e23"


def test_a_sequential_test_ends_when_it_has_decided() -> None:
    found = arena("robotory", ["greedy", "random"], 100_000, test=(0, 50))
    assert found["test"]["accepted"] == "high" and found["seeds"] < 1_000


def test_wrong_arenas_are_told() -> None:
    for bots in (["greedy"], ["greedy", "greedy"]):
        with pytest.raises(ValueError, match="name two bots"):
            arena("robotory", bots)
    with pytest.raises(SetupError, match="no bot `best`"):
        arena("robotory", ["greedy", "best"])
    with pytest.raises(ValueError, match="Elo"):
        arena("robotory", ["greedy", "random"], test=(5, 5))
    with pytest.raises(ValueError, match="at least one game"):
        arena("robotory", ["greedy", "random"], 0)


def test_no_part_is_added_twice_or_out_of_order() -> None:
    run = arena_run("robotory", ["greedy", "random"], 8)
    first, second = run.native.part(0, 2, 1), run.native.part(2, 2, 1)
    with pytest.raises(ValueError, match="the first seed is different"):
        run.native.merge(second)
    run.native.merge(first)
    with pytest.raises(ValueError, match="the first seed is different"):
        run.native.merge(first)
    run.native.merge(second)
    assert run.document()["seeds"] == 4
    with pytest.raises(ValueError):
        run.native.merge("{}")


def test_a_balance_is_the_same_for_any_number_of_threads(root: Path) -> None:
    pack = root / "cards" / "examples" / "overclock"
    how: Any = {"panel": ["random", "greedy"], "games": [40, 20], "trials": 2}
    found = balance(pack, threads=1, **how)
    assert counted(found) == counted(balance([pack], threads=2, **how))
    assert [one["games"] for one in found["panel"]] == [40, 20]
    assert found["cards"] and all(one["card"].startswith("overclock:") for one in found["cards"])
    same = balance(pack, before=found, **how)
    assert same["shifts"] and not any(one["sure"] for one in same["shifts"])
    one = found["cards"][0]["card"]
    assert [card["card"] for card in balance(pack, cards=[one], **how)["cards"]] == [one]
    with pytest.raises(ValueError, match="no card `nothing`"):
        balance(pack, cards=["nothing"], **how)
    with pytest.raises(SetupError):
        balance({"name": "empty", "files": {}}, **how)


def test_parts_of_a_balance_follow_each_other(root: Path) -> None:
    run = balance_run(root / "cards" / "examples" / "overclock", panel=["random", "greedy"], games=4, trials=1)
    run.native.merge(run.native.part(1, 0, 2, 1))
    for place, first in ((0, 2), (1, 0), (1, 3)):
        with pytest.raises(ValueError, match="the first seed is another one"):
            run.native.merge(run.native.part(place, first, 1, 1))
    with pytest.raises(ValueError, match="no such place"):
        run.native.part(2, 0, 1)


def test_learning_is_the_same_for_any_number_of_threads() -> None:
    found = learn("moon-bots", 40, seed=5, players=2, threads=1)
    assert found == learn("moon-bots", 40, seed=5, players=2, threads=2)
    assert found["games"] == 40 and len(found["curve"]) == 10 and any(found["weights"])
    with pytest.raises(ValueError, match="no value that is learned"):
        learn("robotory", 4)
    with pytest.raises(ValueError, match="no games to learn from"):
        learn_run("moon-bots", 4).native.merge(b"12345678")


def test_what_a_run_gives_is_json() -> None:
    assert json.loads(arena_run("robotory", ["greedy", "random"], 8).native.document())["seeds"] == 0
