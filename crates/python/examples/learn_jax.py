"""A small network learns the Moon-Bots duel from its own play: `pip install jax optax cardwright`, `python learn_jax.py [UPDATES]`.

An actor and a critic with one hidden layer; JAX differentiates the loss and Optax changes the weights (Adam).
"""
import sys

import jax
import jax.numpy as jnp
import numpy as np
import optax
from cardwright.vector import VectorEnv

UPDATES, COUNT, LENGTH, HIDDEN = int(sys.argv[1]) if len(sys.argv) > 1 else 40, 256, 64, 64
luck = np.random.default_rng(1)
table = VectorEnv("moon-bots", COUNT, players=2, max_cycles=600)
scale = np.array([{"energy": 18, "cap": 18, "pile": 60, "rounds": 60}.get(name.split("/")[-1], 3) for name in table.features])
keys = iter(jax.random.split(jax.random.key(1), 3))
sizes = [(len(table.features), HIDDEN), (HIDDEN, table.actions), (HIDDEN, 1)]
weights = [jax.random.normal(next(keys), size) * size[0] ** -0.5 for size in sizes]
adam = optax.adam(3e-3)
state = adam.init(weights)


@jax.jit
def think(weights, rows, mask):
    """The logarithms of the chances of the actions, and the expected result."""
    hidden = jnp.tanh(rows @ weights[0])
    return jax.nn.log_softmax(jnp.where(mask == 1, hidden @ weights[1], -1e9)), (hidden @ weights[2])[:, 0]


def loss(weights, rows, mask, numbers, outcome):
    """Better results than expected make their actions likelier; a little is paid for keeping more than one open."""
    chance, expected = think(weights, rows, mask)
    better = jax.lax.stop_gradient(outcome - expected)
    open_still = -(jnp.exp(chance) * jnp.maximum(chance, -50)).sum(axis=1)
    chosen = jnp.take_along_axis(chance, numbers[:, None], axis=1)[:, 0]
    return (0.5 * (outcome - expected) ** 2 - better * chosen - 0.01 * open_still).mean()


@jax.jit
def learn(weights, state, *batch):
    change, state = adam.update(jax.grad(loss)(weights, *batch), state)
    return optax.apply_updates(weights, change), state


def play(seen, learns):
    """Acts once in every match: with the network if `learns`, otherwise at random."""
    rows = (seen.observation / scale).astype(np.float32)
    chance = np.exp(np.asarray(think(weights, rows, seen.mask)[0]))
    drawn = (chance.cumsum(axis=1) > luck.random((COUNT, 1)) * 0.999999).argmax(axis=1)
    return rows, np.where(learns, drawn, table.sample()).astype(np.int32)


def wins(matches=400):
    """How often seat 1 wins with the network against random play, without draws."""
    seen, won = table.reset(seed=10_000), []
    while len(won) < matches:
        seen, rewards, over, _ = table.step(play(seen, seen.seats == 1)[1])
        won += [reward > 0 for reward in rewards[over, 0] if reward]
    return np.mean(won[:matches])


print(f"before: {wins():.0%} against random")
seen = table.reset(seed=1)
for update in range(UPDATES):
    kept, outcome = [], np.zeros((LENGTH + 1, COUNT, 2))
    for _ in range(LENGTH):
        (rows, numbers), mask, seats = play(seen, np.ones(COUNT, dtype=bool)), seen.mask.copy(), seen.seats - 1
        seen, rewards, over, cut = table.step(numbers)
        kept.append((rows, mask, numbers, seats, rewards, over | cut))
    for at in reversed(range(LENGTH)):  # the return of each action: the result of its match, slightly discounted
        outcome[at] = np.where(kept[at][5][:, None], kept[at][4], 0.98 * outcome[at + 1])
    results = [outcome[at][np.arange(COUNT), one[3]] for at, one in enumerate(kept)]
    batch = [np.concatenate([one[part] for one in kept]) for part in range(3)] + [np.concatenate(results).astype(np.float32)]
    for part in np.array_split(luck.permutation(LENGTH * COUNT), 4):
        weights, state = learn(weights, state, *(of[part] for of in batch))
print(f"after {UPDATES} updates: {wins():.0%} against random")
