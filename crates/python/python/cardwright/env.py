"""Environments for machine learning: PettingZoo for all seats, Gymnasium for one seat against bots.

    from cardwright.env import env

    table = env("moon-bots", players=2)
    table.reset(seed=7)
    for agent in table.agent_iter():
        seen, reward, terminated, truncated, info = table.last()
        done = terminated or truncated
        table.step(None if done else table.action_space(agent).sample(seen["action_mask"]))

An observation is `{"observation": …, "action_mask": …}`: what the seat may know, and which numbers it may choose.
`Numbers` explains the numbers: if several allowed actions share one, the same seat is then asked which of them it
means.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Literal

import gymnasium
import numpy
from gymnasium.spaces import Box, Dict, Discrete
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from .service import Service
from .matches import WIDTH, Match, Options, Seat, Session
from .numbers import STATE, Numbers, Turn
from .packs import Pack
from .packs import given as packs_given

_SEEDS = 2**53


def _space(numbers: Numbers, width: int) -> Dict:
    row = Box(low=-numpy.inf, high=numpy.inf, shape=(width + STATE,), dtype=numpy.float32)
    return Dict({"observation": row, "action_mask": Box(low=0, high=1, shape=(numbers.size,), dtype=numpy.int8)})


def _seen(seat: Seat, turn: Turn | None, numbers: Numbers, width: int) -> dict[str, NDArray[Any]]:
    state = numpy.zeros(STATE, dtype=numpy.float32) if turn is None else turn.state()
    mask = numpy.zeros(numbers.size, dtype=numpy.int8) if turn is None else turn.mask().copy()
    return {"observation": numpy.concatenate([seat.observation(width), state]), "action_mask": mask}


def _rewards(winners: Sequence[int], players: int) -> dict[int, float]:
    """1 for a seat that won and -1 for one that lost; 0 for all if all won or nobody did."""
    if len(winners) in (0, players):
        return {seat: 0.0 for seat in range(1, players + 1)}
    return {seat: 1.0 if seat in winners else -1.0 for seat in range(1, players + 1)}


class _Rules:
    """The setup, and the seeds of the matches."""

    def __init__(self, game: str, players: int | None, options: Options | None, packs: Iterable[Pack] | Pack) -> None:
        self.service = Service()
        self.setup: dict[str, Any] = {"options": options, "packs": packs_given(packs), "service": self.service}
        match = Match(game, players, seed=0, **self.setup)
        self.game, self.players = match.game, match.players
        self.numbers = Numbers(match.all_actions())
        self._luck = numpy.random.default_rng()

    def seed(self, seed: int | None) -> int:
        """The seed of the next match: the given one, or one derived from the last."""
        if seed is None:
            return int(self._luck.integers(_SEEDS))
        self._luck = numpy.random.default_rng(seed)
        return seed


class raw_env(AECEnv):  # type: ignore[misc]  # noqa: N801 (PettingZoo's name for it)
    """A match as an environment for agents `seat_1`, `seat_2`, and so on. The match rolls dice and draws cards itself.

    Args:
        game: the game's id; the other setup arguments are those of `Match`.
        width: the number of numbers that describe what a seat may know; three more describe the partly chosen action.
        max_cycles: after this many steps the match is cut off: every agent is truncated, without a reward.

    Seats are asked one after another, so there is no `parallel_env`, in which all agents would act at once.

    Rewards are given at the end: 1 for winners, -1 for the others, 0 for all if everybody shares the win.
    """

    metadata = {"name": "cardwright_v0", "render_modes": ["ansi", "human"], "is_parallelizable": False}

    def __init__(
        self,
        game: str = "moon-bots",
        players: int | None = None,
        *,
        options: Options | None = None,
        packs: Iterable[Pack] | Pack = (),
        width: int = WIDTH,
        max_cycles: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if max_cycles is not None and max_cycles < 1:
            raise ValueError("`max_cycles` is 1 or more")
        self._max_cycles, self._cycles = max_cycles, 0
        self._rules = _Rules(game, players, options, packs)
        self._width = width
        self.render_mode = render_mode
        self.numbers = self._rules.numbers
        self.possible_agents = [f"seat_{seat}" for seat in range(1, self._rules.players + 1)]
        space = _space(self.numbers, width)
        self.observation_spaces = {agent: space for agent in self.possible_agents}
        self.action_spaces = {agent: Discrete(self.numbers.size) for agent in self.possible_agents}
        self.match: Match | None = None

    def observation_space(self, agent: str) -> Dict:
        """The observation space of an agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        """The space of the numbers of actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Starts a match; a seed gives the same match as in every other part of Cardwright."""
        self.match = Match(self._rules.game, self._rules.players, seed=self._rules.seed(seed), **self._rules.setup)
        self._cycles = 0
        self.agents = self.possible_agents[:]
        self.rewards = {agent: 0.0 for agent in self.agents}
        self._cumulative_rewards = {agent: 0.0 for agent in self.agents}
        self.terminations = {agent: False for agent in self.agents}
        self.truncations = {agent: False for agent in self.agents}
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._next()

    def _begun(self) -> Match:
        if self.match is None:
            raise RuntimeError("call `reset` first")
        return self.match

    def _next(self) -> None:
        """Continues with the next question, or ends."""
        match = self._begun()
        if match.winners is None:
            self._asked = int(match.actor["seat"])  # type: ignore[typeddict-item]
            self._turn = Turn(match.seat(self._asked), self.numbers)
            self.agent_selection = self.possible_agents[self._asked - 1]
            return
        for seat, reward in _rewards(match.winners, match.players).items():
            self.rewards[self.possible_agents[seat - 1]] = reward
        self.terminations = {agent: True for agent in self.agents}
        self._asked = 0

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        """What an agent may know; its mask is empty while another agent is asked."""
        seat = self.possible_agents.index(agent) + 1
        turn = self._turn if seat == self._asked else None
        return _seen(self._begun().seat(seat), turn, self.numbers, self._width)

    def step(self, action: int | None) -> None:
        """Chooses a number for the agent that is asked.

        Raises `ValueError` if the mask has no 1 for it.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError("the agent is asked, so its action is a number")
        answer = self._turn.choose(int(action))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if answer is not None:
            # A number leads only to allowed actions, so no reasons for a refusal are needed.
            self._begun().play(answer)
            self._next()
        self._cycles += 1
        if self._cycles == self._max_cycles and not self.terminations[agent]:
            self.truncations = {agent: True for agent in self.agents}
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """The table as a spectator sees it."""
        text: str = self._begun().spectator().view()["text"]
        if self.render_mode != "human":
            return text
        print(text)
        return None

    def close(self) -> None:
        """Forgets the match."""
        self.match = None


def env(*args: Any, **kwargs: Any) -> AECEnv:
    """`raw_env` with PettingZoo's usual wrappers, which report wrong order and invalid actions."""
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(raw_env(*args, **kwargs)))


class BotsEnv(gymnasium.Env[dict[str, NDArray[Any]], int]):
    """One seat against bots, as an environment of Gymnasium.

    Args:
        game: the game's id; the other setup arguments are those of `Session`.
        seat: the seat that learns, from 1.
        bots: the bot in every other seat, or a list with one for each of them, in seat order.
        width: as in `raw_env`.
        illegal: the effect of a number that the mask does not allow: `raise` a `ValueError`, or `lose` the match with a
            reward of -1 (as PettingZoo's `TerminateIllegalWrapper` does), with `illegal` in the info.

    The reward is given at the end: 1 for a win, -1 for a loss, 0 if everybody shares the win.
    """

    metadata = {"render_modes": ["ansi", "human"]}

    def __init__(
        self,
        game: str = "moon-bots",
        players: int | None = None,
        *,
        seat: int = 1,
        bots: str | Sequence[str] = "greedy",
        options: Options | None = None,
        packs: Iterable[Pack] | Pack = (),
        width: int = WIDTH,
        illegal: Literal["raise", "lose"] = "lose",
        render_mode: str | None = None,
    ) -> None:
        self._rules = _Rules(game, players, options, packs)
        self.numbers = self._rules.numbers
        others = [bots] * (self._rules.players - 1) if isinstance(bots, str) else list(bots)
        if not 1 <= seat <= len(others) + 1:
            raise ValueError(f"there is no seat {seat}: {len(others) + 1} play")
        self._seats = [*others[: seat - 1], "human", *others[seat - 1 :]]
        # Errors in the bots are reported now, not at the first match.
        Session(game, self._seats, players=self._rules.players, seed=0, **self._rules.setup)
        self._seat, self._width, self._illegal = seat, width, illegal
        self.render_mode = render_mode
        self.observation_space = _space(self.numbers, width)  # type: ignore[assignment]
        self.action_space = Discrete(self.numbers.size)  # type: ignore[assignment]
        self.session: Session | None = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
        """Starts a match. Bots that are asked first have acted; a match that they ended is skipped."""
        super().reset(seed=seed)
        begun = self._begin(self._rules.seed(seed))
        while begun.is_over:
            begun = self._begin(self._rules.seed(None))
        return self._seen(), {}

    def _begin(self, seed: int) -> Session:
        self.session = Session(
            self._rules.game, self._seats, players=self._rules.players, seed=seed, **self._rules.setup
        )
        self._turn = Turn(self.session.seat(self._seat), self.numbers)
        return self.session

    def _begun(self) -> Session:
        if self.session is None:
            raise RuntimeError("call `reset` first")
        return self.session

    def _seen(self) -> dict[str, NDArray[Any]]:
        session = self._begun()
        return _seen(session.seat(self._seat), None if session.is_over else self._turn, self.numbers, self._width)

    def step(self, action: int) -> tuple[dict[str, NDArray[Any]], float, bool, bool, dict[str, Any]]:
        """Chooses a number; bots act after a complete action."""
        session = self._begun()
        if session.is_over:
            raise RuntimeError("the match is over; call `reset`")
        try:
            answer = self._turn.choose(int(action))
        except ValueError as error:
            if self._illegal == "raise":
                raise
            return self._seen(), -1.0, True, False, {"illegal": str(error)}
        if answer is not None:
            session.play(answer)
            self._turn = Turn(session.seat(self._seat), self.numbers)
        if self.render_mode == "human":
            self.render()
        if session.winners is None:
            return self._seen(), 0.0, False, False, {}
        return self._seen(), _rewards(session.winners, session.players)[self._seat], True, False, {}

    def render(self) -> Any:
        """The table as the seat sees it."""
        text = self._begun().seat(self._seat).view()["text"]
        if self.render_mode != "human":
            return text
        print(text)
        return None

    def close(self) -> None:
        """Forgets the match."""
        self.session = None
