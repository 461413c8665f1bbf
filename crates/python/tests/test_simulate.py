"""Simulations give the results of the program, on any number of threads and in parts."""

import json
import signal
import threading
import time
from typing import Any

import pytest

from cardwright import CardwrightError, Service, SetupError, merge, simulate

TIMES = ("threads", "seconds", "games_per_second")


def by_the_protocol(**params: Any) -> dict[str, Any]:
    """The same simulation through the protocol, whose results the kit compares with the program's."""
    service = Service(seed=1)
    found: dict[str, Any] = service.call("simulate/run", **params)
    return found


def sums(report: Any) -> dict[str, Any]:
    return {key: value for key, value in report.items() if key not in TIMES}


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_the_numbers_are_those_of_the_protocol(game: str, threads: int) -> None:
    expected = by_the_protocol(game=game, games=60, seed=40)
    assert sums(simulate(game, 60, seed=40, threads=threads)) == expected


def test_bots_seats_options_and_positions() -> None:
    assert sums(simulate("robotory", 20, bot="greedy")) == by_the_protocol(game="robotory", games=20, bot="greedy")
    first, second = (simulate("moon-bots", 40, seats=seats) for seats in (["greedy", "random"], ["random", "greedy"]))
    assert first["bot"] == "greedy,random" and first["wins"][0] > 35 and second["wins"][1] > 35
    assert simulate("moon-bots", 5, seats=["random"] * 3)["players"] == 3
    position = 'to_move = "dark"\n' + "turn = 2\n"
    with pytest.raises(CardwrightError) as impossible:
        simulate("robotory", 5, position=position)
    assert impossible.value.kind == "position"


@pytest.mark.parametrize("wrong", [{"bot": "best"}, {"seats": ["human", "random"]}, {"seats": ["random"] * 9}, {"players": 7}])
def test_what_cannot_be_simulated(wrong: dict[str, Any]) -> None:
    with pytest.raises(SetupError):
        simulate("robotory", 5, **wrong)


@pytest.mark.parametrize("wrong", [{"threads": 0}, {"threads": 5000}, {"seed": -1}, {"games": -1}, {"seed": 2**64 - 3}])
def test_numbers_out_of_range(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError):
        simulate("robotory", **({"games": 10} | wrong))


def test_no_game_is_a_report_of_nothing() -> None:
    assert simulate("robotory", 0)["games"] == 0


def test_progress_is_told_and_may_stop_it() -> None:
    told: list[tuple[int, int]] = []
    simulate("robotory", 3000, threads=2, progress=lambda done, games: told.append((done, games)))
    assert told[-1] == (3000, 3000) and [done for done, _ in told] == sorted({done for done, _ in told})

    class Enough(Exception):
        pass

    def stop(done: int, games: int) -> None:
        raise Enough

    with pytest.raises(Enough):
        simulate("robotory", 10**9, progress=stop)


def test_ctrl_c_ends_it() -> None:
    timer = threading.Timer(1.0, signal.raise_signal, [signal.SIGINT])
    timer.start()
    begun = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        simulate("moon-bots", 10**12)
    assert time.monotonic() - begun < 20


def test_python_goes_on_meanwhile() -> None:
    """Another thread counts while games are played without a callback: the GIL is released."""
    going, counted = True, 0

    def count() -> None:
        nonlocal counted
        while going:
            counted += 1
            time.sleep(0.001)

    other = threading.Thread(target=count)
    other.start()
    before = counted
    simulate("moon-bots", 30_000, threads=1)
    during = counted - before
    going = False
    other.join()
    assert during > 20


def test_shares_add_up_to_the_whole() -> None:
    whole = sums(simulate("moon-bots", 300, seed=5))
    shares = [simulate("moon-bots", some, seed=first) for first, some in ((205, 100), (5, 150), (155, 50))]
    assert sums(merge(shares)) == whole
    assert sums(merge([merge(shares[:2]), shares[2]])) == whole


def test_what_does_not_add_up() -> None:
    one, two = simulate("robotory", 10), simulate("robotory", 10, seed=10)
    with pytest.raises(ValueError, match="played twice"):
        merge([one, two, one])
    with pytest.raises(ValueError, match="the bot differs"):
        merge([one, simulate("robotory", 10, seed=10, bot="greedy")])
    with pytest.raises(ValueError, match="the game differs"):
        merge([one, simulate("moon-bots", 10, players=2, seed=10)])
    with pytest.raises(ValueError, match="no report"):
        merge([])
    for wrong in ({"games": 9}, {"seeds": ["3..1"]}, {"digest": "x"}, {"wins": [11, 0]}, {"decisions": 2**64 - 1}, {"wins": 3}):
        with pytest.raises(ValueError):
            merge([two, json.loads(json.dumps(one)) | wrong])
