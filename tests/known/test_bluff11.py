"""The results that Lanctot's bluff11 publishes for its ``cfr``, reproduced by a reference.

His ``cfr`` walks Bluff(1,1) history by history, all pairs of rolls one after the other, and writes
regrets back at each: an infoset that is met again, under the other's next roll, plays by regrets
that changed meanwhile. CFR proper updates each infoset once in an iteration; its points, those of
his ``pcs``, are in ``test_cfr.py``.

A set of bids is a number of twelve bits, and whose highest bit is ``b`` has come from the same
set without it by the bid ``b``. So the sets from ``1 << b`` to ``2 << b`` follow those below
``1 << b`` in their order, and a walk is twelve slices, for all own rolls at once: those have no
infoset in common.
"""

from __future__ import annotations

import numpy as np
import pytest

from zerosum.bluff import Bluff

FACES, BIDS, SETS = 6, 12, 1 << 12
CALL = Bluff().call
ACTOR = np.array([bids.bit_count() & 1 for bids in range(SETS)])
MINE = [np.equal(ACTOR, player)[:, None] for player in range(2)]
AFTER = [slice(1 << bid, 2 << bid) for bid in range(BIDS)]
# From which sets of bids an action goes on: a bid from those below it, a call from all but none.
FROM = [*(slice(0, 1 << bid) for bid in range(BIDS)), slice(1, SETS)]


def called(player: int) -> np.ndarray:
    """Return what a call pays a player; by the other's roll, bids, and the own roll."""
    pays = np.zeros((FACES, SETS, FACES))
    for own in range(FACES):
        for other in range(FACES):
            rolls = (own, other) if player == 0 else (other, own)
            start = Bluff().apply(rolls[0]).apply(rolls[1])
            for bid in range(BIDS):
                # What counts is the last bid, and who made it.
                first = start.apply(bid).apply(CALL).payoff(player)
                second = start.apply(0).apply(bid).apply(CALL).payoff(player) if bid else 0.0
                after = AFTER[bid]
                pays[other, after, own] = np.where(ACTOR[after] == 1, first, second)
    return pays


PAYS = [called(0), called(1)]


def empty() -> np.ndarray:
    """Return a number for each action, set of bids and roll of whoever acts."""
    return np.zeros((BIDS + 1, SETS, FACES))


def shares(numbers: np.ndarray) -> np.ndarray:
    """Return the positive parts as probabilities; uniform where there are none."""
    total, legal = np.zeros((SETS, FACES)), np.zeros((SETS, 1))
    for action, start in enumerate(FROM):
        total[start] += np.maximum(numbers[action, start], 0.0)
        legal[start] += 1
    made, some = empty(), total > 0
    total, uniform = np.where(some, total, 1.0), np.where(some, 0.0, 1 / legal)
    for action, start in enumerate(FROM):
        # Divided, not multiplied by an inverse: regrets meet exact ties, which rounding would cut.
        made[action, start] = np.maximum(numbers[action, start], 0.0) / total[start]
        made[action, start] += uniform[start]
    return made


class InPlace:
    """CFR that writes regrets back under each roll of the other player."""

    def __init__(self) -> None:
        self.regrets, self.sums = empty(), empty()

    def iterate(self) -> None:
        for player in range(2):
            theirs = shares(self.regrets)
            for other in range(FACES):
                self.walk(player, other, theirs[:, :, other, None])

    def walk(self, player: int, other: int, theirs: np.ndarray) -> None:
        """Update a player for all own rolls, where the other has one roll and plays ``theirs``."""
        mine, sigma = MINE[player], shares(self.regrets)
        reach, weights = np.ones((SETS, FACES)), np.full((SETS, 1), 1 / FACES**2)
        for bid, after in enumerate(AFTER):
            start = FROM[bid]
            reach[after] = reach[start] * np.where(mine[start], sigma[bid, start], 1.0)
            weights[after] = weights[start] * np.where(mine[start], 1.0, theirs[bid, start])
        gains, plays = empty(), np.where(mine, sigma, theirs)
        gains[CALL] = PAYS[player][other]
        values = plays[CALL] * gains[CALL]
        for bid in reversed(range(BIDS)):
            gains[bid, FROM[bid]] = values[AFTER[bid]]
            values[FROM[bid]] += plays[bid, FROM[bid]] * values[AFTER[bid]]
        reach, weights = mine * reach, mine * weights
        for action, start in enumerate(FROM):
            self.regrets[action, start] += weights[start] * (gains[action, start] - values[start])
            self.sums[action, start] += reach[start] * sigma[action, start]


def best_response(player: int, strategy: np.ndarray) -> float:
    """Return what a player wins who takes the best action at each infoset."""
    mine = MINE[player]
    weights = np.full((SETS, FACES), 1 / FACES**2)  # by the other's roll
    for bid, after in enumerate(AFTER):
        start = FROM[bid]
        weights[after] = weights[start] * np.where(mine[start], 1.0, strategy[bid, start])
    calls = np.where(mine, weights, weights * strategy[CALL])
    values = np.einsum("jbi,bj->bi", PAYS[player], calls)  # by the own roll
    values[0] = -np.inf if player == 0 else 0.0  # the first player must bid
    for bid in reversed(range(BIDS)):
        start, more = FROM[bid], values[AFTER[bid]]
        best = np.maximum(values[start], more)
        values[start] = np.where(mine[start], best, values[start] + more)
    return float(values[0].sum())


def sum_of_best_responses(strategy: np.ndarray) -> float:
    return best_response(0, strategy) + best_response(1, strategy)


def test_uniform() -> None:
    assert sum_of_best_responses(shares(empty())) == pytest.approx(1.5614886, abs=1e-7)


@pytest.mark.parametrize(
    "curve",
    [
        {1: 1.19384, 16: 0.279958},
        pytest.param({31: 0.15295, 60: 0.0955164}, marks=pytest.mark.slow),
    ],
    ids=["first", "later"],
)
def test_cfr_in_place(curve: dict[int, float]) -> None:
    solver, iterations = InPlace(), 0
    for iteration, published in curve.items():
        while iterations < iteration:
            solver.iterate()
            iterations += 1
        found = sum_of_best_responses(shares(solver.sums))
        assert found == pytest.approx(published, rel=5e-6)  # as many digits as are published
