"""Bluff(1,1): its size, the uniform policy's NashConv, and what external sampling reaches.

Sizes: 4,096 sets of bids, all but the empty one open to a call, for each of 36 pairs of rolls.
Lanctot's bluff11 starts from the uniform policy's 1.56149, too.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from tests.references import Policy, sizes, uniform
from zerosum import evaluation
from zerosum.algorithms import LINEAR, PLUS, VANILLA, ExternalSampling
from zerosum.bluff import Bluff, InfoSet
from zerosum.tree import enumerated

ROLLS = range(6)


@cache
def payoffs(player: int, bids: int) -> np.ndarray:
    """Return what a call of the last bid pays, by own and the other's roll."""
    rolls = ((own, other) if player == 0 else (other, own) for own in ROLLS for other in ROLLS)
    called = (Bluff(rolls=pair, bids=bids, called=True) for pair in rolls)
    return np.array([game.payoff(player) for game in called]).reshape(6, 6)


class Responder:
    """The best response of one player on the public tree of bids, six rolls at a time."""

    def __init__(self, player: int, policy: Policy) -> None:
        self.player = player
        self.policy = policy

    def values(self, bids: int, reach: np.ndarray) -> np.ndarray:
        """Return the best values by own roll; ``reach`` is how often the other gets here."""
        infosets = [InfoSet(roll, bids) for roll in ROLLS]
        actions = infosets[0].actions()
        if infosets[0].player == self.player:
            return np.max([self.after(bids, action, reach) for action in actions], axis=0)
        total = np.zeros(6)
        policies = [self.policy(infoset) for infoset in infosets]
        for action in actions:
            chosen = np.array([policy.get(action, 0.0) for policy in policies])
            total += self.after(bids, action, reach * chosen)
        return total

    def after(self, bids: int, action: int, reach: np.ndarray) -> np.ndarray:
        if action == Bluff().call:
            return payoffs(self.player, bids) @ reach
        return self.values(bids | 1 << action, reach)


def nash_conv(policy: Policy) -> float:
    """Return what both best responses win together."""
    return sum(
        float(Responder(player, policy).values(0, np.full(6, 1 / 6)).mean()) for player in range(2)
    )


def test_sizes():
    assert sizes(Bluff()) == (294_883, 147_420, 24_576)


def test_uniform_nash_conv():
    assert nash_conv(uniform) == pytest.approx(1.5614886, abs=1e-7)


@pytest.fixture(scope="module")
def tree():
    return enumerated(Bluff())


# Lowest and highest of several runs at a million and at eight million nodes touched.
SAMPLED = {
    VANILLA: ((0.264, 0.278), (0.068, 0.081)),
    PLUS: ((0.243, 0.270), (0.090, 0.094)),
    LINEAR: ((0.198, 0.238), (0.057, 0.068)),
}


@pytest.mark.slow
@pytest.mark.parametrize("rule", SAMPLED, ids=lambda rule: rule.name)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_external_sampling_is_as_good_as_known(tree, rule, seed):
    """Within a tenth of what others reach; of eight seeds, one of LINEAR's did better still."""
    solver = ExternalSampling(Bluff(), rule=rule, seed=seed)
    assert solver.native
    for touched, (low, high) in zip((1_000_000, 8_000_000), SAMPLED[rule], strict=True):
        while solver.touched < touched:
            solver.run(100)
        strategy = solver.strategy()
        found = evaluation.nash_conv(tree, strategy)
        assert 0.9 * low <= found <= 1.1 * high
        assert found == pytest.approx(nash_conv(strategy), abs=1e-12)
