"""Lower bounds on Leduc, whose exploitability is known exactly."""

from __future__ import annotations

from functools import cache

import pytest

from zerosum.algorithms import ExternalSampling
from zerosum.evaluation import (
    approximate_best_response,
    expected_values,
    exploitability,
    local_best_response,
)
from zerosum.leduc import Leduc
from zerosum.strategy import Strategy

pytestmark = pytest.mark.slow


@cache
def trained(iterations: int) -> Strategy:
    solver = ExternalSampling(Leduc(), seed=1)
    solver.run(iterations)
    return solver.strategy()


# Shares of the exact value, at 20,000 deals: .92, .81, .78, .86. What local best response cannot
# see is a bet that pays only by the next one.
@pytest.mark.parametrize(("iterations", "share"), [(0, 0.9), (100, 0.75), (1_000, 0.65)])
def test_local_best_response_lies_below_the_exact_value(iterations, share):
    exact = exploitability(Leduc(), trained(iterations))
    found = local_best_response(Leduc(), trained(iterations), 20_000)
    assert share * exact < found.mean
    assert found.interval[0] < exact
    assert found.mean + 4 * found.error > share * exact


@pytest.mark.parametrize("iterations", [0, 100, 1_000, 10_000])
def test_an_approximate_best_response_lies_below_and_near_the_exact_value(iterations):
    """What the exploiters win exactly, and that the sample of it is fair."""
    strategy = trained(iterations)
    exact = exploitability(Leduc(), strategy)
    found = approximate_best_response(Leduc(), strategy, 1_000_000, 100_000)
    first, second = found.strategies
    learnt = expected_values(Leduc(), [first, strategy])[0]
    learnt = (learnt + expected_values(Leduc(), [strategy, second])[1]) / 2
    assert 0.95 * exact < learnt <= exact
    assert abs(found.bound.mean - learnt) < 4 * found.bound.error
