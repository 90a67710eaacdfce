"""The ladder has the sizes that its docstring says, at any length."""

from __future__ import annotations

import pytest

from tests import references
from tests.games import Ladder
from zerosum.testing import check_game


@pytest.mark.parametrize(("length", "ranks"), [(1, 2), (3, 2), (4, 3)])
def test_sizes(length, ranks):
    below = (3 ** (length + 1) - 1) // 2
    decisions = below - 3**length
    assert references.sizes(Ladder(length, ranks)) == (
        1 + ranks + ranks**2 * below,
        ranks**2 * 3**length,
        ranks * decisions,
    )


@pytest.mark.slow
def test_protocol():
    check_game(Ladder(length=3), examples=50)


def test_rungs_are_paid_to_the_other():
    game = Ladder(length=2)
    for action in (3, 4, 0, 2):
        game = game.apply(action)
    assert game.payoff(0) == -2 + 2
    assert game.payoff(1) == 2 - 2


def test_moves_at_random_are_worth_nothing():
    uniform = references.expected_values(Ladder(length=2, ranks=3), references.uniform)
    assert uniform == pytest.approx([0, 0])
