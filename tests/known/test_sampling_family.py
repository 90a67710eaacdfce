from __future__ import annotations

import pytest

from tests.references_sampling import Chance, Pure, Reference
from zerosum.algorithms import DCFR, LINEAR, PLUS, VANILLA, ChanceSampling, PureCFR
from zerosum.kuhn import Kuhn
from zerosum.kuhn.three import KuhnThree
from zerosum.leduc import Leduc

RULES = (VANILLA, PLUS, LINEAR, DCFR)
by_rule = pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
DEFINED = {ChanceSampling: Chance, PureCFR: Pure}


@pytest.mark.parametrize("game", [Kuhn, KuhnThree, Leduc])
@pytest.mark.parametrize("algorithm", DEFINED, ids=lambda algorithm: algorithm.name)
@by_rule
def test_the_definition_on_dicts(algorithm, game, rule):
    """Interpreted, which is the same bits."""
    iterations = {Kuhn: 100, KuhnThree: 40, Leduc: 15}[game]
    reference: Reference = DEFINED[algorithm](game(), 5, rule, period=7)
    reference.run(iterations)
    solver = algorithm(game(), rule=rule, seed=5, period=7, native=False)
    solver.run(iterations)
    assert solver.random.state == reference.rng.state
    assert solver.touched == reference.touched
    strategy = solver.strategy()
    assert {row.key[0] for row, _ in strategy.rows()} == set(reference.regrets)
    for infoset in reference.regrets:
        expected = pytest.approx(reference.expected(infoset), abs=1e-9)
        assert strategy(infoset, strict=True) == expected
