"""A policy learns the Moon-Bots duel from its own play: `pip install numpy cardwright`, `python learn.py [UPDATES]`."""
import sys

import numpy as np
from cardwright.vector import VectorEnv

UPDATES, COUNT, LENGTH, RATE = int(sys.argv[1]) if len(sys.argv) > 1 else 60, 256, 64, 0.02
luck = np.random.default_rng(1)
table = VectorEnv("moon-bots", COUNT, players=2, max_cycles=600)
scale = np.array([{"energy": 18, "cap": 18, "pile": 60, "rounds": 60}.get(name.split("/")[-1], 3) for name in table.features])
policy = np.zeros((len(table.features), table.actions), dtype=np.float32)


def chances(rows, mask):
    """The policy's probability of each allowed action: a softmax over linear scores."""
    scores = np.where(mask == 1, rows @ policy, -np.inf)
    chance = np.exp(scores - scores.max(axis=1, keepdims=True))
    return chance / chance.sum(axis=1, keepdims=True)


def play(seen, learns):
    """Acts once in every match: with the policy if `learns`, otherwise at random."""
    rows = (seen.observation / scale).astype(np.float32)
    chance = chances(rows, seen.mask)
    drawn = (chance.cumsum(axis=1) > luck.random((COUNT, 1)) * 0.999999).argmax(axis=1)
    return rows, chance, np.where(learns, drawn, table.sample()).astype(np.int32)


def wins(matches=400):
    """How often seat 1 wins with the policy against random play, without draws."""
    seen, won = table.reset(seed=10_000), []
    while len(won) < matches:
        seen, rewards, over, _ = table.step(play(seen, seen.seats == 1)[2])
        won += [reward > 0 for reward in rewards[over, 0] if reward]
    return np.mean(won[:matches])


print(f"before: {wins():.0%} against random")
seen = table.reset(seed=1)
for update in range(UPDATES):
    kept, outcome = [], np.zeros((LENGTH + 1, COUNT, 2))
    for _ in range(LENGTH):
        rows, chance, numbers = play(seen, np.ones(COUNT, dtype=bool))
        seats, (seen, rewards, over, cut) = seen.seats - 1, table.step(numbers)
        kept.append((rows, chance, numbers, seats, rewards, over | cut))
    for at in reversed(range(LENGTH)):  # the return of each action: the result of its match, slightly discounted
        outcome[at] = np.where(kept[at][5][:, None], kept[at][4], 0.98 * outcome[at + 1])
    change = np.zeros_like(policy)
    for at, (rows, chance, numbers, seats, _, _) in enumerate(kept):
        push = -chance
        push[np.arange(COUNT), numbers] += 1
        change += rows.T @ (push * outcome[at][np.arange(COUNT), seats][:, None].astype(np.float32))
    policy += RATE * change / np.sqrt((change**2).sum() / 100 + 1e-6)
print(f"after {UPDATES} updates: {wins():.0%} against random")
