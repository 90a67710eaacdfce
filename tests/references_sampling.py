"""The samplers on dicts: slow and simple, with draws in the same order as the kernels.

Discounts of all rows are made at the start of a period; the kernels make them late, row by row.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import defaultdict
from typing import Any

from tests import references
from zerosum.algorithms import Pruning
from zerosum.rng import Random
from zerosum.rules import Rule


class Reference(ABC):
    """What all share: periods and weights, regrets and sums, one deal for an iteration."""

    sampled = True
    """Whether opponents are sampled: unless there is one, the average has a walk of its own."""

    def __init__(self, game: Any, seed: int, rule: Rule, period: int) -> None:
        self.root, self.rule, self.period = game, rule, period
        self.players = range(getattr(game, "players", 2))
        self.rng, self.dealer, self.deal = Random(seed), Random(0), 0
        self.regrets: Any = defaultdict(lambda: defaultdict(float))
        self.sums: Any = defaultdict(lambda: defaultdict(float))
        self.weight = self.average = 1.0
        self.touched = 0

    @abstractmethod
    def traverse(self, player: int, iteration: int) -> None:
        """Walk once, for one player."""

    def run(self, iterations: int) -> None:
        lazily = self.rule.discounts and not self.rule.linear
        for iteration in range(1, iterations + 1):
            if lazily and iteration > 1 and (iteration - 1) % self.period == 0:
                self.discount(1 + (iteration - 1) // self.period)
            self.weight = iteration if self.rule.linear else 1
            self.average = 1 if lazily else iteration**self.rule.gamma
            self.deal = self.rng.branch()
            for player in self.players:
                self.traverse(player, iteration)
            for player in self.players if self.sampled and len(self.players) != 2 else ():
                self.spread(self.root, player)

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

    def expected(self, infoset: Any) -> dict[Any, float]:
        return references.normalised({a: self.sums[infoset][a] for a in infoset.actions()})

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

    def learn(self, infoset: Any, gains: dict[Any, float], step: float) -> None:
        for action, gain in gains.items():
            regret = self.regrets[infoset][action] + step * gain
            self.regrets[infoset][action] = max(regret, self.rule.floor)

    def spread(self, game: Any, player: int, count: int = 0, odds: float = 1.0) -> None:
        if game.terminal:
            return
        self.touched += 1
        if game.chance:
            self.spread(self.dealt(game, count), player, count + 1, odds)
            return
        infoset = game.infoset(game.active)
        strategy = self.current(infoset)
        n = len(strategy)
        if n > 1 and game.active != player:
            strategy = {a: 0.5 * chance + 0.5 / n for a, chance in strategy.items()}
        action = self.drawn(strategy)
        if n > 1 and game.active == player:
            self.sums[infoset][action] += self.average * odds
        elif n > 1:
            odds /= strategy[action]
        self.spread(game.apply(action), player, count, odds)


class External(Reference):
    """External sampling, with or without pruning."""

    def __init__(self, *arguments: Any, pruning: Pruning | None = None, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.pruning, self.whole, self.skipped = pruning, True, 0

    def traverse(self, player: int, iteration: int) -> None:
        late = self.pruning is not None and iteration > self.pruning.after
        self.cut = self.pruning.threshold * self.weight if late else -float("inf")
        self.whole = not late or self.rng.random() < self.pruning.share
        self.walk(self.root, player, 1.0)

    def walk(self, game: Any, player: int, rate: float, count: int = 0) -> float:
        if game.terminal:
            return game.payoff(player)
        self.touched += 1
        if game.chance:
            return self.walk(self.dealt(game, count), player, rate, count + 1)
        infoset = game.infoset(game.active)
        strategy = self.current(infoset)
        if game.active != player:
            for action, probability in strategy.items() if len(self.players) == 2 else ():
                self.sums[infoset][action] += self.average * rate * probability
            return self.walk(game.apply(self.drawn(strategy)), player, rate, count)
        values, rates = {}, {}
        for action, probability in strategy.items():
            after, rates[action] = game.apply(action), rate
            bad = self.regrets[infoset][action] < self.cut and probability == 0
            if bad and not after.terminal:
                rates[action] = 1 / self.pruning.share if self.whole else 0.0
            if rates[action]:
                values[action] = self.walk(after, player, rates[action], count)
            else:
                self.skipped += 1
        value = sum(strategy[action] * values[action] for action in values)
        for action, gain in values.items():
            self.learn(infoset, {action: gain - value}, self.weight * rates[action])
        return value


class Chance(Reference):
    """Chance sampling, by reaches."""

    sampled = False

    def traverse(self, player: int, iteration: int) -> None:
        self.walk(self.root, player, [1.0] * len(self.players))

    def walk(self, game: Any, player: int, reaches: list[float], count: int = 0) -> float:
        others = 1.0
        for other in self.players:
            others *= 1.0 if other == player else reaches[other]
        if reaches[player] == others == 0.0:
            return 0.0
        if game.terminal:
            return game.payoff(player)
        self.touched += 1
        if game.chance:
            return self.walk(self.dealt(game, count), player, reaches, count + 1)
        infoset, active = game.infoset(game.active), game.active
        strategy, values = self.current(infoset), {}
        for action, probability in strategy.items():
            below = list(reaches)
            below[active] *= probability
            values[action] = self.walk(game.apply(action), player, below, count)
            if active == player:
                self.sums[infoset][action] += self.average * below[active]
        value = sum(strategy[action] * values[action] for action in strategy)
        if active == player:
            gains = {action: values[action] - value for action in strategy}
            self.learn(infoset, gains, others * self.weight)
        return value


class Pure(Reference):
    """Pure CFR: one action drawn at every node."""

    def traverse(self, player: int, iteration: int) -> None:
        self.walk(self.root, player)

    def walk(self, game: Any, player: int, count: int = 0) -> float:
        if game.terminal:
            return game.payoff(player)
        self.touched += 1
        if game.chance:
            return self.walk(self.dealt(game, count), player, count + 1)
        infoset = game.infoset(game.active)
        strategy = self.current(infoset)
        drawn = self.drawn(strategy)
        if game.active != player:
            if len(self.players) == 2:
                self.sums[infoset][drawn] += self.average
            return self.walk(game.apply(drawn), player, count)
        values = {a: self.walk(game.apply(a), player, count) for a in strategy}
        self.learn(infoset, {a: values[a] - values[drawn] for a in values}, self.weight)
        return values[drawn]
