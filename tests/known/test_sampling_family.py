"""Every sampler compared with its definition, with equilibria and with bluff11's results."""

from __future__ import annotations

from functools import cache
from statistics import median
from typing import Any

import pytest

from tests import references
from tests.references_sampling import Chance, External, Pure, Reference
from zerosum.algorithms import (
    DCFR,
    LINEAR,
    PLUS,
    VANILLA,
    ChanceSampling,
    ExternalSampling,
    OutcomeSampling,
    Pruning,
    PureCFR,
)
from zerosum.bluff import Bluff
from zerosum.evaluation import exploitability, nash_conv
from zerosum.kuhn import Kuhn
from zerosum.kuhn.three import KuhnThree
from zerosum.leduc import Leduc
from zerosum.tree import Tree, enumerated

RULES = (VANILLA, PLUS, LINEAR, DCFR)
by_rule = pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
DEFINED = {ExternalSampling: External, ChanceSampling: Chance, PureCFR: Pure}


@pytest.mark.parametrize(
    ("algorithm", "game", "rule"),
    [
        (algorithm, (Kuhn, KuhnThree, Leduc)[(at + turn) % 3], rule)
        for at, algorithm in enumerate(DEFINED)
        for turn, rule in enumerate(RULES)
    ],
    ids=lambda each: getattr(each, "name", ""),
)
def test_the_definition_on_dicts(algorithm, game, rule):
    """Interpreted, which is the same bits; each rule on each game.

    Discounts of all rows at the start of a period are those that the kernel applies late.
    """
    iterations = {Kuhn: 100, KuhnThree: 40, Leduc: 15}[game]
    iterations *= 3 if algorithm is ExternalSampling else 1
    period = {Kuhn: 1, KuhnThree: 7, Leduc: 7}[game]
    reference: Reference = DEFINED[algorithm](game(), 5, rule, period=period)
    reference.run(iterations)
    solver = algorithm(game(), rule=rule, seed=5, period=period, native=False)
    solver.run(iterations)
    assert solver.random.state == reference.rng.state
    assert solver.touched == reference.touched
    strategy = solver.strategy()
    assert {row.infoset for row in strategy.rows()} == set(reference.regrets)
    for infoset in reference.regrets:
        expected = pytest.approx(reference.expected(infoset), abs=1e-9)
        assert strategy(infoset, strict=True) == expected


def run_to(solver: Any, touched: float) -> None:
    """Run until so many nodes are touched, give or take an iteration or a few."""
    solver.run(20)
    while solver.touched < touched:
        left = (touched - solver.touched) * solver.iterations / solver.touched
        solver.run(max(1, int(left)))


# Exploitability at two million nodes of Kuhn and eight of Leduc; VANILLA, PLUS, LINEAR, DCFR.
# Bounds are half as much again as the worst of seeds 0 to 4, whose medians are behind them.
BOUNDS = {
    (ExternalSampling, Kuhn): (0.0036, 0.0041, 0.0059, 0.0045),  # .0015, .0025, .0027, .0025
    (ExternalSampling, Leduc): (0.050, 0.094, 0.061, 0.060),  # .032, .060, .037, .039
    (ChanceSampling, Kuhn): (0.0042, 0.0039, 0.0035, 0.0032),  # .0016, .0015, .0018, .0019
    (ChanceSampling, Leduc): (0.062, 0.093, 0.064, 0.060),  # .036, .060, .037, .038
    (PureCFR, Kuhn): (0.0029, 0.0048, 0.0063, 0.0048),  # .0015, .0025, .0031, .0024
    (PureCFR, Leduc): (0.062, 0.104, 0.063, 0.071),  # .041, .066, .038, .045
}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("algorithm", "game"), BOUNDS, ids=lambda each: getattr(each, "name", each.__name__)
)
@by_rule
def test_towards_an_equilibrium(algorithm, game, rule):
    bound = BOUNDS[algorithm, game][RULES.index(rule)]
    found = []
    for seed in range(3):
        solver = algorithm(game(), rule=rule, seed=seed, reserve=1 << 26)
        run_to(solver, 2e6 if game is Kuhn else 8e6)
        found.append(exploitability(game(), solver.strategy()))
    assert median(found) < bound


@pytest.mark.slow
@pytest.mark.parametrize(
    ("algorithm", "steps", "bound"),
    [
        (ExternalSampling, (300, 3_000, 300_000), 0.02),
        (OutcomeSampling, (3_000, 30_000, 1_000_000), 0.018),  # of five seeds .005 to .012
    ],
)
def test_three_players_settle(algorithm, steps, bound):
    solver = algorithm(KuhnThree(), rule=LINEAR, seed=1)
    found = []
    for iterations in steps:
        solver.run(iterations - solver.iterations)
        found.append(references.nash_conv(KuhnThree(), solver.strategy()))
    assert found[0] > found[1] > found[2]
    assert found[2] < bound


@cache
def bluff() -> Tree:
    return enumerated(Bluff())


def medians_on_bluff(algorithm: Any, goals: tuple[float, ...], run: Any) -> list[float]:
    """Return the median NashConv of five seeds, rule VANILLA, at each goal."""
    found: list[list[float]] = [[] for _ in goals]
    for seed in range(5):
        solver = algorithm(Bluff(), rule=VANILLA, seed=seed, reserve=1 << 26)
        for goal, values in zip(goals, found, strict=True):
            run(solver, goal)
            values.append(nash_conv(bluff(), solver.strategy()))
    return [median(values) for values in found]


def assert_near(found: list[float], bands: tuple[tuple[float, float], ...]) -> None:
    for value, (low, high) in zip(found, bands, strict=True):
        assert low / 1.5 <= value <= 1.5 * high


# NashConv of two runs of Lanctot's bluff11 at one and at eight million nodes touched.
BANDS = {
    ExternalSampling: ((0.25, 0.28), (0.073, 0.080)),  # Here .25 and .068.
    PureCFR: ((0.34, 0.37), (0.078, 0.089)),  # .34 and .081.
    OutcomeSampling: ((0.77, 0.77), (0.34, 0.34)),
}


@pytest.mark.slow
@pytest.mark.parametrize("algorithm", BANDS, ids=lambda algorithm: algorithm.name)
def test_bluff_at_equal_nodes_touched(algorithm):
    assert_near(medians_on_bluff(algorithm, (1e6, 8e6), run_to), BANDS[algorithm])


@pytest.mark.slow
def test_chance_sampling_of_bluff_at_equal_iterations():
    """Both reaches zero: bluff11 walks on, and counts, to the traverser's next decision.

    Walked and counted as there, and with a deal for each walk, this sampler is within the bands
    (.53 and .20); one and eight million nodes are then 270 and 2,480 iterations, the medians of
    four seeds. At those it is compared; at equal nodes touched it does better, .35 and .10.
    """

    def run(solver: Any, iterations: float) -> None:
        solver.run(int(iterations) - solver.iterations)

    found = medians_on_bluff(ChanceSampling, (270, 2_480), run)
    assert_near(found, ((0.54, 0.57), (0.184, 0.188)))


class TestPruning:
    """What is right without pruning stays so with it."""

    @pytest.mark.slow
    def test_bluff(self):
        """At equal nodes, no worse than the worse of two runs of bluff11, which prunes nothing."""

        def pruned(game: Any, **options: Any) -> ExternalSampling:
            return ExternalSampling(game, pruning=Pruning(-100.0), **options)

        found = medians_on_bluff(pruned, (1e6, 8e6), run_to)
        for value, (_, high) in zip(found, BANDS[ExternalSampling], strict=True):
            assert value <= high
