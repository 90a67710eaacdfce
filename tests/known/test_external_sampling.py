"""External sampling on games whose equilibria are known."""

from __future__ import annotations

from typing import Any

import pytest

from tests import references
from zerosum.algorithms import DCFR, LINEAR, PLUS, VANILLA, ExternalSampling
from zerosum.kuhn import Kuhn
from zerosum.kuhn.game import InfoSet


def deviation_from_kuhn(strategy: Any) -> float:
    """Return the largest error of a probability, to the nearest equilibrium of the family."""
    found = {key: strategy(InfoSet(*key), strict=True)[1] for key in references.kuhn_bets(0)}
    return min(
        max(abs(found[key] - bet) for key, bet in references.kuhn_bets(step / 3000).items())
        for step in range(1001)
    )


@pytest.mark.parametrize(
    ("rule", "seed"),
    [
        pytest.param(
            rule, seed, marks=pytest.mark.slow if seed or rule in {VANILLA, LINEAR} else ()
        )
        for rule in (VANILLA, PLUS, LINEAR, DCFR)
        for seed in range(5)
    ],
    ids=lambda each: getattr(each, "name", each),
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
