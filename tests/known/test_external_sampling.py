"""External sampling on games whose equilibria are known, and against a reference on dicts."""

from __future__ import annotations

from statistics import median
from typing import Any

import pytest

from tests import references
from tests.references_sampling import External
from zerosum.algorithms import DCFR, LINEAR, PLUS, VANILLA, ExternalSampling
from zerosum.evaluation import exploitability
from zerosum.kuhn import Kuhn
from zerosum.kuhn.game import InfoSet
from zerosum.kuhn.three import KuhnThree
from zerosum.leduc import Leduc

RULES = (VANILLA, PLUS, LINEAR, DCFR)
by_rule = pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)

JACK, QUEEN, KING = range(3)
FIRST, AFTER_PASS, AFTER_BET, FACING = 0b1, 0b10, 0b11, 0b101


def kuhn_equilibrium(alpha: float) -> dict[tuple[int, int], float]:
    """Return the probability of betting at each infoset (Kuhn 1950)."""
    return {
        (JACK, FIRST): alpha,
        (QUEEN, FIRST): 0,
        (KING, FIRST): 3 * alpha,
        (JACK, FACING): 0,
        (QUEEN, FACING): alpha + 1 / 3,
        (KING, FACING): 1,
        (JACK, AFTER_PASS): 1 / 3,
        (QUEEN, AFTER_PASS): 0,
        (KING, AFTER_PASS): 1,
        (JACK, AFTER_BET): 0,
        (QUEEN, AFTER_BET): 1 / 3,
        (KING, AFTER_BET): 1,
    }


def deviation_from_kuhn(strategy: Any) -> float:
    """Return the largest error of a probability, to the nearest equilibrium of the family."""
    found = {key: strategy(InfoSet(*key), strict=True)[1] for key in kuhn_equilibrium(0)}
    return min(
        max(abs(found[key] - bet) for key, bet in kuhn_equilibrium(step / 3000).items())
        for step in range(1001)
    )


@by_rule
@pytest.mark.parametrize(
    "seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 5))]
)
def test_kuhn_to_its_equilibrium(rule, seed):
    solver = ExternalSampling(Kuhn(), rule=rule, seed=seed)
    assert solver.native
    solver.run(1_000_000)
    strategy = solver.strategy()
    value = references.expected_values(Kuhn(), strategy)[0]
    assert deviation_from_kuhn(strategy) <= 0.02
    assert value == pytest.approx(-1 / 18, abs=4e-4 if rule is PLUS else 1e-4)
    assert references.nash_conv(Kuhn(), strategy) <= 0.006
    assert strategy.unknown == 0


# Medians of three seeds were .056, .094, .057 and .065.
@by_rule
def test_leduc_comes_near_its_equilibrium(rule):
    found = []
    for seed in range(3):
        solver = ExternalSampling(Leduc(), rule=rule, seed=seed)
        solver.run(100_000)
        found.append(exploitability(Leduc(), solver.strategy()))
    assert median(found) < {VANILLA: 0.08, PLUS: 0.12, LINEAR: 0.08, DCFR: 0.09}[rule]


@pytest.mark.slow
def test_three_players_settle():
    solver = ExternalSampling(KuhnThree(), rule=LINEAR, seed=1)
    found = []
    for iterations in (300, 3_000, 300_000):
        solver.run(iterations - solver.iterations)
        found.append(references.nash_conv(KuhnThree(), solver.strategy()))
    assert found[0] > found[1] > found[2]
    assert found[2] < 0.02


@pytest.mark.parametrize(
    "game",
    [Kuhn(), Leduc(), pytest.param(KuhnThree(), marks=pytest.mark.slow)],
    ids=lambda g: type(g).__name__,
)
@by_rule
def test_the_definition_on_dicts(game, rule):
    """Discounts of all rows at the start of a period are those that the kernel applies late."""
    reference = External(game, 5, rule, period=7)
    reference.run(300)
    solver = ExternalSampling(game, rule=rule, seed=5, period=7)
    solver.run(300)
    assert solver.random.state == reference.rng.state
    assert solver.touched == reference.touched
    strategy = solver.strategy()
    assert {row.infoset for row in strategy.rows()} == set(reference.regrets)
    for infoset in reference.sums:
        expected = pytest.approx(reference.expected(infoset), abs=1e-9)
        assert strategy(infoset, strict=True) == expected
