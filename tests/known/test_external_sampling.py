"""External sampling on games whose equilibria are known, and against a reference on dicts."""

from __future__ import annotations

from collections import defaultdict
from statistics import median
from typing import Any

import pytest

from tests import references
from zerosum.algorithms import DCFR, LINEAR, PLUS, VANILLA, ExternalSampling
from zerosum.kuhn import Kuhn
from zerosum.kuhn.game import InfoSet
from zerosum.kuhn.three import KuhnThree
from zerosum.leduc import Leduc
from zerosum.rng import Random
from zerosum.rules import Rule

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
@pytest.mark.parametrize("seed", range(5))
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
        found.append(references.nash_conv(Leduc(), solver.strategy()) / 2)
    assert median(found) < {VANILLA: 0.08, PLUS: 0.12, LINEAR: 0.08, DCFR: 0.09}[rule]


def test_three_players_settle():
    solver = ExternalSampling(KuhnThree(), rule=LINEAR, seed=1)
    found = []
    for iterations in (300, 3_000, 300_000):
        solver.run(iterations - solver.iterations)
        found.append(references.nash_conv(KuhnThree(), solver.strategy()))
    assert found[0] > found[1] > found[2]
    assert found[2] < 0.02


class Reference:
    """External sampling on dicts, with the draws in the order in which the kernel makes them."""

    def __init__(self, game: Any, seed: int, rule: Rule, period: int) -> None:
        self.root, self.rule, self.period = game, rule, period
        self.players = range(getattr(game, "players", 2))
        self.rng, self.dealer, self.deal = Random(seed), Random(0), 0
        self.regrets: Any = defaultdict(lambda: defaultdict(float))
        self.sums: Any = defaultdict(lambda: defaultdict(float))

    def run(self, iterations: int) -> None:
        lazily = self.rule.discounts and not self.rule.linear
        for iteration in range(1, iterations + 1):
            if lazily and iteration > 1 and (iteration - 1) % self.period == 0:
                self.discount(1 + iteration // self.period)
            weight = iteration if self.rule.linear else 1
            average = 1 if lazily else iteration**self.rule.gamma
            self.deal = self.rng.branch()
            for player in self.players:
                self.walk(self.root, player, weight, average)
            for player in self.players if len(self.players) > 2 else ():
                self.spread(self.root, player, average)

    def discount(self, period: int) -> None:
        positive, other, sums = self.rule.factors(period)
        for regrets in self.regrets.values():
            for action, regret in regrets.items():
                regrets[action] = regret * (positive if regret > 0 else other)
        for totals in self.sums.values():
            for action in totals:
                totals[action] *= sums

    def current(self, infoset: Any) -> dict[Any, float]:
        regrets = self.regrets[infoset]
        return references.normalised({a: max(regrets[a], 0.0) for a in infoset.actions()})

    def drawn(self, strategy: dict[Any, float]) -> Any:
        if len(strategy) == 1:
            return next(iter(strategy))
        point, total = self.rng.random(), 0.0
        for action, probability in strategy.items():
            total += probability
            if point < total:
                return action
        return action

    def dealt(self, game: Any, count: int) -> Any:
        self.dealer.follow(self.deal, count)
        return game.apply(game.sample(self.dealer))

    def walk(self, game: Any, player: int, weight: float, average: float, count: int = 0) -> float:
        if game.terminal:
            return game.payoff(player)
        if game.chance:
            return self.walk(self.dealt(game, count), player, weight, average, count + 1)
        infoset = game.infoset(game.active)
        strategy = self.current(infoset)
        if game.active != player:
            for action, probability in strategy.items() if len(self.players) == 2 else ():
                self.sums[infoset][action] += average * probability
            return self.walk(game.apply(self.drawn(strategy)), player, weight, average, count)
        values = {a: self.walk(game.apply(a), player, weight, average, count) for a in strategy}
        value = sum(strategy[action] * values[action] for action in strategy)
        for action in strategy:
            regret = self.regrets[infoset][action] + weight * (values[action] - value)
            self.regrets[infoset][action] = max(regret, self.rule.floor)
        return value

    def spread(self, game: Any, player: int, average: float, count: int = 0) -> None:
        if game.terminal:
            return
        if game.chance:
            self.spread(self.dealt(game, count), player, average, count + 1)
            return
        infoset = game.infoset(game.active)
        if game.active != player:
            for action in infoset.actions():
                self.spread(game.apply(action), player, average, count)
            return
        action = self.drawn(self.current(infoset))
        self.sums[infoset][action] += average
        self.spread(game.apply(action), player, average, count)


@pytest.mark.parametrize("game", [Kuhn(), Leduc(), KuhnThree()], ids=lambda g: type(g).__name__)
@by_rule
def test_the_definition_on_dicts(game, rule):
    """Discounts of all rows at the start of a period are those that the kernel applies late."""
    reference = Reference(game, 5, rule, period=7)
    reference.run(300)
    solver = ExternalSampling(game, rule=rule, seed=5, period=7)
    solver.run(300)
    assert solver.random.state == reference.rng.state
    strategy = solver.strategy()
    assert {row.key[0] for row, _ in strategy.rows()} == set(reference.regrets)
    for infoset, sums in reference.sums.items():
        expected = references.normalised({a: sums[a] for a in infoset.actions()})
        assert strategy(infoset, strict=True) == pytest.approx(expected, abs=1e-9)
