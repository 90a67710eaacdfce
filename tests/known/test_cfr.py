"""CFR and its variants compared with published curves of exploitability.

The values are the authors' own, of the repository rpSebastian/DDCFR and their reference code:
alternating updates, player 0 first, a uniform start. Bluff11's synchronous `pcs` (Lanctot's
thesis, 2013) is the same computation in vector form.
"""

import pytest

from zerosum.algorithms import CFR, DCFR, LINEAR, PDCFR_PLUS, PLUS, PREDICTIVE_PLUS, VANILLA
from zerosum.bluff import Bluff
from zerosum.evaluation import best_response, expected_values, exploitability, nash_conv
from zerosum.kuhn import Kuhn, KuhnThree
from zerosum.leduc import Leduc
from zerosum.tree import enumerated

LEDUC = -0.085606424078


@pytest.fixture(scope="module")
def trees():
    return {kind: enumerated(kind(), native=False) for kind in (Kuhn, Leduc, KuhnThree)}


def exploited(solver):
    return exploitability(solver.tree, solver.strategy())


@pytest.mark.parametrize("form", ["sequence", "history"])
@pytest.mark.parametrize(
    ("rule", "curve"),
    [
        (VANILLA, {2: 0.27083333, 10: 0.06869879, 100: 0.00822598, 1000: 9.3761665e-4}),
        (PLUS, {2: 0.26388889, 10: 0.03268709, 100: 0.00119440, 1000: 8.7365323e-5}),
        (DCFR, {2: 0.25833333, 10: 0.02277878, 100: 0.00166634, 1000: 1.4650023e-4}),
        (PREDICTIVE_PLUS, {10: 0.020206572, 100: 2.322955e-5}),
        (PDCFR_PLUS, {10: 0.029481233, 100: 1.104827e-7}),
        (LINEAR, {2: 0.26388889, 10: 0.021250731}),
    ],
    ids=lambda value: getattr(value, "name", ""),
)
def test_kuhn(rule, curve, form, trees):
    solver = CFR(trees[Kuhn], rule, form=form)
    for iteration, expected in curve.items():
        solver.run(iteration - solver.iterations)
        # As many digits as are published.
        assert exploited(solver) == pytest.approx(expected, rel=1e-6, abs=6e-9)


@pytest.mark.parametrize(
    ("rule", "curve"),
    [
        (VANILLA, {2: 2.06131944, 10: 0.88857898, 100: 0.09571635, 1000: 0.01181713}),
        (PLUS, {2: 2.05791667, 10: 0.61043890, 100: 0.01341599, 1000: 2.571096e-4}),
        (DCFR, {2: 2.05519444, 10: 0.77880205, 100: 0.00775334, 1000: 1.527082e-4}),
        (PREDICTIVE_PLUS, {10: 0.536847349}),
        (PDCFR_PLUS, {10: 0.626929388}),
    ],
    ids=lambda value: getattr(value, "name", ""),
)
def test_leduc(rule, curve, trees):
    """Exact ties decide between a uniform and a pure strategy by rounding, hence the bounds."""
    solver = CFR(trees[Leduc], rule)
    bounds = {2: 4e-9, 10: 0.03, 100: 0.03, 1000: 1.0}
    for iteration, expected in curve.items():
        solver.run(iteration - solver.iterations)
        found = exploited(solver)
        assert expected / (1 + bounds[iteration]) <= found <= expected * (1 + bounds[iteration])
        strategy = solver.strategy()
        ours, theirs = (best_response(solver.tree, p, strategy).value for p in (0, 1))
        assert -theirs <= LEDUC <= ours


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rule", "curve"),
    [
        (VANILLA, {10: 0.1839256182, 100: 0.02245932886}),
        (PLUS, {10: 0.1416014262, 100: 0.00490828123}),
        (PREDICTIVE_PLUS, {100: 0.00619915}),
        (PDCFR_PLUS, {100: 0.00667067}),
    ],
    ids=lambda value: getattr(value, "name", ""),
)
def test_bluff(rule, curve):
    solver = CFR(Bluff(), rule)
    for iteration, expected in curve.items():
        solver.run(iteration - solver.iterations)
        assert exploited(solver) == pytest.approx(expected, rel=1e-8, abs=6e-9)


@pytest.mark.slow
def test_bluff_as_bluff11_solves_it():
    solver = CFR(Bluff(), VANILLA)
    # 4,096 sets of bids, all but the empty one open to a call, for each of 36 pairs of rolls.
    assert solver.tree.statistics[:3] == (294_883, 147_420, 24_576)
    for iteration, expected in {1: 1.56149, 16: 0.235711, 140: 0.0326389, 592: 0.00847465}.items():
        solver.run(iteration - solver.iterations)
        assert nash_conv(solver.tree, solver.strategy()) == pytest.approx(expected, rel=4e-6)


def test_three_players_reach_an_equilibrium(trees):
    """No theorem promises it for three; OpenSpiel's CFR gets there too."""
    tree = trees[KuhnThree]
    solver = CFR(tree, PLUS)
    solver.run(4_000)
    assert solver.form == "history"
    assert nash_conv(tree, solver.strategy()) < 1e-3
    assert expected_values(tree, solver.strategy()).sum() == pytest.approx(0, abs=1e-12)
