"""The values of later rounds of Bluff are the values of those games."""

from __future__ import annotations

import pytest

from zerosum.algorithms import PublicChanceSampling
from zerosum.bluff import Bluff
from zerosum.bluff.rounds import worth


def bracket(game: Bluff, iterations: int) -> tuple[float, float]:
    """Return bounds of the value to player 0: what each player can hold the other to."""
    solver = PublicChanceSampling(game)
    solver.run(iterations)
    first, second = solver.responses()
    return -second, first


@pytest.mark.slow
@pytest.mark.parametrize(
    ("dice", "iterations", "width"),
    [((1, 1), 1000, 2e-4), ((2, 1), 200, 2e-3), ((1, 2), 200, 2e-3)],
    ids=str,
)
def test_a_round_is_worth_its_value(dice, iterations, width):
    low, high = bracket(Bluff(*dice), iterations)
    assert low <= worth(*dice) <= high
    assert high - low <= width
