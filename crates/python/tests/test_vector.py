"""Many matches at once."""

import numpy
import pytest

from cardwright import Match
from cardwright.vector import VectorEnv


@pytest.mark.parametrize("players", [2, 3, 4])
def test_each_match_is_the_match_of_its_seed(players: int) -> None:
    table = VectorEnv("moon-bots", 5, players)
    seen = table.reset(seed=40)
    matches = [Match("moon-bots", players, seed=40 + nth) for nth in range(5)]
    steps = matches[0].all_actions()["steps"]
    for _ in range(1500):
        numbers = table.sample()
        for nth, match in enumerate(matches):
            seat = match.seat(int(seen.seats[nth]))
            assert seat.is_asked and (seat.mask() == seen.mask[nth]).all()
            choices = [choice for choice in seat.question()["choices"] if choice["step"] == numbers[nth]]
            assert len(choices) == 1 and choices[0]["action"] == steps[numbers[nth]]
            match.play(choices[0]["action"])
        seen, rewards, over, truncated = table.step(numbers)
        for nth, match in enumerate(matches):
            assert over[nth] == match.is_over and not truncated[nth]
            if match.winners is None:
                assert not rewards[nth].any()
                continue
            draw = len(match.winners) in (0, players)
            assert rewards[nth].tolist() == [0 if draw else 1 if seat in match.winners else -1 for seat in range(1, players + 1)]
        if over.any():
            break
    else:
        pytest.fail("no match ended")


def test_observations_say_no_more_than_views() -> None:
    table = VectorEnv("moon-bots", 8, 3)
    seen = table.reset(seed=1)
    names = {name: at for at, name in enumerate(table.features)}
    for _ in range(60):
        seen, *_ = table.step(table.sample())
    for seat, row in zip(seen.seats, seen.observation):
        own = [at for name, at in names.items() if name.startswith("robot/0/weapon/")]
        assert row[own].sum() == row[names["robot/0/weapons"]]
        # In so few turns, nobody has seen another hand, so only its size is known.
        assert seat in (1, 2, 3) and len(row) == len(names)


def test_equal_seeds_give_equal_rows_and_matches_go_on() -> None:
    tables = [VectorEnv("moon-bots", 32, 2) for _ in range(2)]
    rows = [table.reset(seed=3) for table in tables]
    ended = 0
    for _ in range(1000):
        numbers = tables[0].sample()
        assert (numbers == tables[1].sample()).all()
        rows = [table.step(numbers) for table in tables]
        for one, two in zip(rows[0][0], rows[1][0]):
            assert (one == two).all()
        ended += int(rows[0][2].sum())
    assert ended > 64
    assert (rows[0][0].mask.sum(axis=1) > 0).all()


def test_what_cannot_be() -> None:
    with pytest.raises(ValueError, match="not numbered"):
        VectorEnv("robotory", 2)
    with pytest.raises(ValueError, match="max_cycles"):
        VectorEnv("moon-bots", 2, max_cycles=0)
    table = VectorEnv("moon-bots", 2)
    before = table.reset(seed=1)
    wrong = table.sample().copy()
    wrong[1] = numpy.flatnonzero(before.mask[1] == 0)[0]
    with pytest.raises(ValueError, match="match 1"):
        table.step(wrong)
    with pytest.raises(ValueError, match="2 matches"):
        table.step([0])
    assert (table.observe().observation == before.observation).all()


def test_long_matches_are_broken_off() -> None:
    table = VectorEnv("moon-bots", 4, max_cycles=10)
    table.reset(seed=1)
    for nth in range(1, 31):
        _, rewards, over, truncated = table.step(table.sample())
        assert (truncated | over).all() == (nth % 10 == 0) and not rewards.any()
