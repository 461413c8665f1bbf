"""The environments for machine learning."""

import copy
import warnings
from typing import Any

import numpy
import pytest

pytest.importorskip("pettingzoo", reason="pip install pettingzoo gymnasium")

from gymnasium.utils.env_checker import check_env  # noqa: E402
from pettingzoo.test import api_test, seed_test  # noqa: E402

from cardwright import Match, Session  # noqa: E402
from cardwright.env import BotsEnv, env, raw_env  # noqa: E402
from cardwright.numbers import Numbers, Turn  # noqa: E402


def reached(turn: Turn) -> list[str]:
    """Every action that numbers lead to."""
    found = []
    for number in numpy.flatnonzero(turn.mask()):
        then = copy.copy(turn)
        answer = then.choose(int(number))
        found += [answer] if answer is not None else reached(then)
    return found


def some_decisions(game: str, seed: int, most: int, **setup: Any) -> Any:
    """Random play, with the match at every decision."""
    match, luck = Match(game, seed=seed, **setup), numpy.random.default_rng(seed)
    for _ in range(most):
        if match.is_over:
            return
        yield match
        choices = match.choices()
        match.play(choices[luck.integers(len(choices))])


@pytest.mark.parametrize("seed", range(2))
def test_numbers_lead_to_every_allowed_answer_and_to_no_other(game: str, seed: int) -> None:
    numbers = None
    # Lunar Command has thousands of actions at a time.
    for match in some_decisions(game, seed, 50 if game == "lunar-command" else 200):
        numbers = numbers or Numbers(match.all_actions())
        seat = match.seat(match.actor["seat"])
        allowed = [choice["action"] for choice in match.question()["choices"]]
        found = reached(Turn(seat, numbers))
        assert sorted(found) == sorted(allowed)
        if numbers.whole:
            assert all(numbers.steps[step] == found[at] for at, step in enumerate(numpy.flatnonzero(seat.mask())))


def test_a_home_made_pack_has_its_answers_in_the_mask(root: Any) -> None:
    pack = root / "cards" / "examples" / "old-grudges"
    assert Match("moon-bots", seed=0, packs=[pack]).all_actions() != Match("moon-bots", seed=0).all_actions()
    for match in some_decisions("moon-bots", 1, 100, packs=[pack]):
        numbers = Numbers(match.all_actions())
        allowed = [choice["action"] for choice in match.question()["choices"]]
        assert sorted(reached(Turn(match.seat(match.actor["seat"]), numbers))) == sorted(allowed)


class ManyAnswers:
    """A question with many actions of one step, more than there are numbers."""

    def __init__(self, ranks: int) -> None:
        self.ranks = ranks

    def __len__(self) -> int:
        return self.ranks

    def mask(self, steps: int) -> bytes:
        return bytes([1] + [0] * (steps - 1))

    def count(self, step: int) -> int:
        return self.ranks if step == 0 else 0

    def action(self, step: int, rank: int) -> str:
        return str(rank)


@pytest.mark.parametrize("steps", [1, 2, 3, 10])
@pytest.mark.parametrize("ranks", [1, 2, 3, 9, 10, 11, 100, 101, 1000])
def test_more_answers_of_a_step_than_numbers(steps: int, ranks: int) -> None:
    turn = copy.copy(Turn(Match("robotory", seed=1), Numbers(Match("robotory", seed=1).all_actions())))
    turn._numbers = Numbers({"version": 1, "game": "x", "whole": False, "steps": ["s"] * steps})
    turn._answers = ManyAnswers(ranks)  # type: ignore[assignment]
    assert reached(turn) == [str(rank) for rank in range(ranks)]


def test_a_mask_that_is_too_narrow_is_an_error() -> None:
    match = Match("robotory", seed=1)
    with pytest.raises(IndexError, match="the mask holds 10"):
        match.answers().mask(10)
    turn = Turn(match, Numbers(match.all_actions()))
    for wrong in (-1, 6, 10**6):
        with pytest.raises(ValueError, match="see the mask"):
            turn.choose(wrong)


def test_only_who_is_asked_has_answers() -> None:
    match = Match("robotory", seed=1)
    assert len(match.seat(1).answers()) > 40 and len(match.seat(2).answers()) == 0
    assert match.seat(2).mask().sum() == 0
    with pytest.raises(ValueError, match="spectator"):
        match.spectator().mask()


def test_observations_say_what_views_say(game: str) -> None:
    rows: dict[bytes, str] = {}
    for match in some_decisions(game, 5, 25 if game == "lunar-command" else 100):
        seat = match.seat(1)
        question = seat.question()
        says = repr((seat.view()["view"], question["kind"], question["about"], question["card"]))
        row = seat.observation().tobytes()
        assert rows.setdefault(row, says) == says
    assert len(rows) > 10
    with pytest.raises(ValueError, match="width"):
        Match(game, seed=1).observation(0)


def test_observations_hide_what_views_hide() -> None:
    apart = 0
    for match in some_decisions("moon-bots", 0, 400, players=3):
        one, others = match.seat(1), set()
        for luck in range(3):
            world = one.world(luck)
            assert (world.seat(1).observation() == one.observation()).all()
            others.add(world.seat(2).observation().tobytes())
        apart += len(others) > 1
    assert apart > 10


def test_pettingzoo_accepts_it(game: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error", RuntimeWarning)
        api_test(env(game), num_cycles=300)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_pettingzoo_accepts_every_number_of_players(players: int) -> None:
    api_test(env("moon-bots", players=players), num_cycles=200)


def test_equal_seeds_give_equal_matches(game: str) -> None:
    seed_test(lambda: env(game), num_cycles=30)
    table = raw_env(game)
    table.reset(seed=9)
    table.reset()
    first = table.observe("seat_1")["observation"]
    table.reset(seed=9)
    table.reset()
    assert (table.observe("seat_1")["observation"] == first).all()


def test_a_seed_is_the_match_of_that_seed() -> None:
    table = raw_env("moon-bots", players=2)
    table.reset(seed=123)
    assert table.match is not None and table.match.view() == Match("moon-bots", 2, seed=123).view()


def test_rewards_are_the_outcome() -> None:
    table = raw_env("moon-bots", players=3)
    for seed in range(5):
        table.reset(seed=seed)
        total = {agent: 0.0 for agent in table.possible_agents}
        for agent in table.agent_iter():
            seen, reward, terminated, truncated, _ = table.last()
            total[agent] += reward
            done = terminated or truncated
            table.step(None if done else table.action_space(agent).sample(seen["action_mask"]))
        assert table.match is not None and table.match.winners is not None
        winners = table.match.winners
        for seat, agent in enumerate(table.possible_agents, 1):
            expected = 0 if len(winners) in (0, 3) else 1 if seat in winners else -1
            assert total[agent] == expected


def test_a_masked_number_is_refused() -> None:
    table = raw_env("robotory")
    table.reset(seed=1)
    wrong = int(numpy.flatnonzero(table.observe("seat_1")["action_mask"] == 0)[0])
    with pytest.raises(ValueError, match="see the mask"):
        table.step(wrong)
    assert table.observe("seat_2")["action_mask"].sum() == 0
    assert table.render() == Match("robotory", seed=1).spectator().view()["text"]


@pytest.mark.parametrize("seat", [1, 2])
def test_gymnasium_accepts_it(game: str, seat: int) -> None:
    check_env(BotsEnv(game, 2, seat=seat, bots="random"), skip_render_check=True)


def test_one_seat_against_bots() -> None:
    table = BotsEnv("moon-bots", 3, seat=2, bots=["greedy", "random"])
    ends = set()
    for seed in range(6):
        seen, _ = table.reset(seed=seed)
        over, reward = False, 0.0
        while not over:
            assert reward == 0 and seen["action_mask"].any()
            number = table.action_space.sample(seen["action_mask"])
            seen, reward, over, truncated, info = table.step(int(number))
            assert not truncated and not info
        assert table.session is not None and table.session.seats == ["greedy", "human", "random"]
        winners = table.session.winners
        assert winners is not None and reward == (1 if 2 in winners else -1)
        ends.add(reward)
        with pytest.raises(RuntimeError, match="reset"):
            table.step(0)
    assert -1 in ends


def test_several_at_a_time() -> None:
    from gymnasium.vector import SyncVectorEnv

    tables = SyncVectorEnv([lambda: BotsEnv("moon-bots", 2, bots="random") for _ in range(3)])
    seen, _ = tables.reset(seed=1)
    ended = 0
    for _ in range(200):
        numbers = [int(numpy.flatnonzero(mask)[-1]) if mask.any() else 0 for mask in seen["action_mask"]]
        seen, rewards, over, _, infos = tables.step(numpy.array(numbers))
        ended += int(over.sum())
        assert (numpy.abs(rewards[over]) == 1).all() and "illegal" not in infos
    assert ended > 3 and seen["observation"].shape == (3, 2051)


def test_what_an_illegal_number_does() -> None:
    strict, lenient = BotsEnv("robotory", illegal="raise"), BotsEnv("robotory")
    strict.reset(seed=1)
    seen, _ = lenient.reset(seed=1)
    wrong = int(numpy.flatnonzero(seen["action_mask"] == 0)[0])
    with pytest.raises(ValueError):
        strict.step(wrong)
    _, reward, over, _, info = lenient.step(wrong)
    assert (reward, over) == (-1, True) and "mask" in info["illegal"]


def test_bots_and_seats_that_cannot_be() -> None:
    from cardwright import SetupError

    with pytest.raises(SetupError):
        BotsEnv("robotory", bots="best")
    with pytest.raises(SetupError):
        BotsEnv("robotory", bots=["greedy", "greedy"])
    with pytest.raises(ValueError, match="seat 3"):
        BotsEnv("robotory", seat=3)
    assert Session("robotory", ["human", "greedy"]).seats[0] == "human"
