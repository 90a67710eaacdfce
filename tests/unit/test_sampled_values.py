"""Sampled values agree with the whole tree, and are equal natively and interpreted."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

from tests.games.pennies import Pennies
from zerosum.algorithms import ExternalSampling
from zerosum.errors import StrategyError
from zerosum.evaluation import expected_values, lift, sampled_values
from zerosum.kuhn import Kuhn, KuhnThree
from zerosum.kuhn.abstraction import Abstraction as QueenIsKing
from zerosum.leduc import Leduc
from zerosum.strategy import Strategy

pytestmark = pytest.mark.usefixtures("plain_trees")


@cache
def trained(game: type, seed: int = 3, iterations: int = 300) -> Strategy:
    solver = ExternalSampling(game(), seed=seed, native=False)
    solver.run(iterations)
    return solver.strategy()


@pytest.mark.parametrize(
    ("game", "deals", "native"), [(Kuhn, 2_000, False), (KuhnThree, 400, False)]
)
def test_they_are_those_of_the_whole_tree(game: type, deals: int, native: bool) -> None:
    strategy = trained(game)
    found = sampled_values(game, strategy, deals, native=native)
    exact = expected_values(game, strategy)
    assert (np.abs(found.means - exact) < 4 * found.errors).all()
    assert (found.errors > 0).all()
    assert abs(found.means.sum()) < 1e-12
    assert found.deals == deals


@pytest.mark.slow
def test_errors_are_those_of_the_mean() -> None:
    """Of 200 samples, about 68 % lie within one error."""
    strategy = trained(Kuhn)
    exact = expected_values(Kuhn, strategy)[0]
    samples = [sampled_values(Kuhn, strategy, 100, seed) for seed in range(200)]
    within = sum(abs(each.means[0] - exact) < each.errors[0] for each in samples)
    assert 115 < within < 160


@pytest.mark.slow
def test_betting_is_exact() -> None:
    """Without chance one deal is as good as many."""
    strategy = trained(Pennies)
    found = sampled_values(Pennies, strategy, 2, rare=0.0)
    assert found.means == pytest.approx(expected_values(Pennies, strategy), abs=1e-12)
    assert found.errors == pytest.approx([0.0, 0.0], abs=1e-12)


@pytest.mark.parametrize("rare", [0.0, 0.2])
def test_rare_lines_are_drawn(rare: float) -> None:
    strategy = trained(Leduc)
    found, exact = (
        sampled_values(Leduc, strategy, 40_000, rare=rare),
        expected_values(Leduc, strategy),
    )
    assert (np.abs(found.means - exact) < 4 * found.errors).all()


def test_the_clock_stops_sampling() -> None:
    found = sampled_values(Kuhn, trained(Kuhn), 10**9, seconds=1e-6, native=False)
    assert 2 <= found.deals < 1_000
    assert np.isfinite(found.errors).all()


def test_following_more_lines_tells_more() -> None:
    errors = [
        sampled_values(Leduc, trained(Leduc), 5_000, rare=rare).errors[0] for rare in (0.0, 1.0)
    ]
    assert errors[0] < 0.9 * errors[1]


@pytest.mark.parametrize("game", [Kuhn, KuhnThree, QueenIsKing])
@pytest.mark.slow
def test_they_are_the_same_natively(game: type) -> None:
    natively, plainly = (
        sampled_values(game, trained(game), 150, seed=5, native=native) for native in (True, False)
    )
    assert natively.means.tolist() == plainly.means.tolist()
    assert natively.errors.tolist() == plainly.errors.tolist()


def test_each_player_may_have_a_strategy_and_unknown_infosets_are_uniform() -> None:
    strategies = [trained(Leduc, 1), trained(Leduc, 2)]
    found = sampled_values(Leduc(), strategies, 20_000)
    exact = expected_values(Leduc(), strategies)
    assert (np.abs(found.means - exact) < 4 * found.errors).all()
    strategy = trained(Leduc, 1, 3)
    found = sampled_values(Leduc(), strategy, 20_000)
    assert 0.0 < found.unknown < 1.0
    exact = expected_values(Leduc(), strategy)
    assert (np.abs(found.means - exact) < 4 * found.errors).all()
    nothing = Strategy.from_table(strategy.view, ExternalSampling(Leduc()).work, strategy.of)
    assert sampled_values(Leduc(), nothing, 10).unknown == 1.0


def test_equal_seeds_give_equal_values_and_one_deal_is_too_few() -> None:
    first, again, other = (
        sampled_values(Kuhn, trained(Kuhn), 50, seed, native=False) for seed in (1, 1, 2)
    )
    assert first.means.tolist() == again.means.tolist() != other.means.tolist()
    with pytest.raises(ValueError, match="deals must be a whole number, at least 2; got 1"):
        sampled_values(Kuhn, trained(Kuhn), 1)


def strangers() -> list[tuple[Any, type[Exception], str]]:
    of_kuhn = trained(Kuhn)
    return [
        (trained(QueenIsKing), StrategyError, "of the game .* differs in states"),
        (trained(Leduc), StrategyError, "of the game that it is evaluated in, .* differs in game"),
        ([of_kuhn], StrategyError, "one for each of 2; got 1"),
        (lift(of_kuhn, Kuhn()), StrategyError, "must be a Strategy; got lift"),
        ([of_kuhn, lambda infoset: {}], StrategyError, "must be a Strategy; got <function"),
    ]


@pytest.mark.parametrize("case", range(5))
def test_strangers_are_refused(case: int) -> None:
    strategies, error, words = strangers()[case]
    with pytest.raises(error, match=words):
        sampled_values(Kuhn(), strategies)


@pytest.mark.parametrize("rare", [1.5, float("nan")])
def test_rare_is_a_probability(rare: float) -> None:
    with pytest.raises(ValueError, match="rare must be a probability, 0 to 1; got"):
        sampled_values(Kuhn, trained(Kuhn), 2, rare=rare)
