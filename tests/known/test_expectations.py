"""The exact expectations of samplers: all draws are enumerated with their probabilities."""

from __future__ import annotations

import math
import random
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
import pytest

from zerosum.algorithms import (
    VANILLA,
    ChanceSampling,
    ExternalSampling,
    OutcomeSampling,
    Pruning,
    PureCFR,
    averaging,
    chance,
    external,
    outcome,
    pruning,
    pure,
)
from zerosum.kernels import descent
from zerosum.kernels.iterations import begin
from zerosum.kuhn import Kuhn, KuhnThree
from zerosum.tables import read_block

PRUNING = Pruning(-1.0, share=0.2)


@dataclass(frozen=True)
class Seen:
    history: int

    def actions(self) -> tuple[int, ...]:
        return (0, 1)


@dataclass(frozen=True)
class Alone:
    """Two choices of a single player."""

    players: ClassVar[int] = 1

    history: int = 1

    chance: ClassVar[bool] = False
    active: ClassVar[int] = 0

    terminal = property(lambda self: self.history >= 4)

    def infoset(self, player: int) -> Seen:
        return Seen(self.history)

    def apply(self, action: int) -> Alone:
        return Alone(2 * self.history + action)

    def payoff(self, player: int) -> float:
        return float(self.history - 6)


class Draws:
    """Draws that go another way in every walk, until they went all ways."""

    def __init__(self) -> None:
        self.left: list[list[tuple[Any, float]]] = []
        self.place, self.probability = 0, 1.0

    def begin(self) -> None:
        self.place, self.probability = 0, 1.0

    def advance(self) -> bool:
        """Turn at the last draw that can go another way; return whether there is any."""
        while self.left and len(self.left[-1]) == 1:
            self.left.pop()
        if self.left:
            self.left[-1].pop(0)
        return bool(self.left)

    def draw(self, chances: dict[Any, float]) -> Any:
        if self.place == len(self.left):
            self.left.append([each for each in chances.items() if each[1] > 0.0])
        drawn, probability = self.left[self.place][0]
        self.place += 1
        self.probability *= probability
        return drawn

    def deal(self, game: Any, work: Any, dealt: int) -> Any:
        return self.draw(game.chances())

    def choose(self, sigma: Any, n: int, rng: Any) -> int:
        return self.draw({a: sigma[a] for a in range(n)})

    def explore(self, sigma: Any, n: int, work: Any) -> int:
        epsilon = work.epsilon
        return self.draw({a: epsilon / n + (1 - epsilon) * sigma[a] for a in range(n)})

    def random(self) -> float:
        """Return a number for the coin of pruning."""
        return self.draw({0.0: PRUNING.share, PRUNING.share: 1 - PRUNING.share})


def enumerated(monkeypatch: pytest.MonkeyPatch) -> Draws:
    """Put enumerated draws in the place of random ones."""
    draws = Draws()
    for module in (descent, averaging, outcome, pure):
        for name in ("deal", "choose", "explore"):
            if hasattr(module, name):
                monkeypatch.setattr(module, name, getattr(draws, name))
    return draws


# The module of each, its options, and the walk's arguments behind the view and the workspace.
SAMPLERS: dict[str, tuple[Any, Any, dict[str, Any], tuple[Any, ...]]] = {
    "outcome": (OutcomeSampling, outcome, {"epsilon": 0.3}, (0, 0, 0, 1.0)),
    "baselines": (OutcomeSampling, outcome, {"epsilon": 0.3, "baseline": 0.3}, (0, 0, 0, 1.0)),
    "external": (ExternalSampling, external, {}, (0, 0, 0)),
    "pruned": (ExternalSampling, pruning, {"pruning": PRUNING}, (0, 0, 0, 1.0)),
    "pure": (PureCFR, pure, {}, (0, 0, 0)),
    "chance": (ChanceSampling, chance, {}, (0, 0, 0, 1.0, 1.0)),
}
ANY = [name for name in SAMPLERS if name != "baselines"]  # which are for two players


def walk_once(solver: Any, module: Any, work: Any, given: tuple[Any, ...]) -> float:
    if module is pruning:
        pruning.draw_cut(work)
    return module.walk(solver.base, solver.view, work, *given)


def mean(solver: Any, draws: Draws, walk: Callable[[], Any]) -> tuple[float, np.ndarray]:
    """Return what a walk returns on average, and what it adds to the values of the table."""
    values = solver.work.table.values[: solver.work.table.values_end]
    kept, result, gains, total = values.copy(), 0.0, np.zeros(values.size), 0.0
    going = True
    while going:
        draws.begin()
        found = walk()
        result += draws.probability * (found or 0.0)
        gains += draws.probability * (values - kept)
        total += draws.probability
        values[:] = kept
        going = draws.advance()
    assert total == pytest.approx(1.0)
    assert solver.work.table.values_end == values.size
    return result, gains


class Definition:
    """Values, counterfactual regrets and own reaches, by the reaches of everybody."""

    def __init__(self, game: Any, policy: dict[Any, list[float]], players: int) -> None:
        self.policy, self.players = policy, range(players)
        self.regrets: Any = defaultdict(lambda: np.zeros(2))
        self.sums: Any = defaultdict(lambda: np.zeros(2))
        self.values = self.visit(game, [1.0] * players, 1.0)

    def visit(self, game: Any, reaches: list[float], dealt: float) -> np.ndarray:
        if game.terminal:
            return np.array([game.payoff(player) for player in self.players])
        if game.chance:
            chances = game.chances().items()
            return sum(p * self.visit(game.apply(x), reaches, dealt * p) for x, p in chances)
        player, infoset = game.active, game.infoset(game.active)
        strategy, values = self.policy[infoset], []
        for action, probability in zip(infoset.actions(), strategy, strict=True):
            below = list(reaches)
            below[player] *= probability
            values.append(self.visit(game.apply(action), below, dealt))
        value = sum(p * each for p, each in zip(strategy, values, strict=True))
        others = dealt * math.prod(reaches[:player] + reaches[player + 1 :])
        self.regrets[infoset] += [others * (each - value)[player] for each in values]
        self.sums[infoset] += dealt * reaches[player] * np.array(strategy)
        return value


def settle(solver: Any, rows: list[Any]) -> dict[Any, list[float]]:
    """Give rows regrets by which many actions are never played; return the strategies."""
    rng, policy = random.Random(11), {}
    for row in sorted(rows, key=lambda row: repr(row.key)):
        regrets = [rng.random() + 0.1, rng.choice([rng.random() + 0.1, -5.0 * rng.random()])]
        rng.shuffle(regrets)
        solver.work.table.values[row.at : row.at + 4] = [*regrets, 0.0, 0.0]
        positive = [max(regret, 0.0) for regret in regrets]
        policy[row.key[0]] = [each / sum(positive) for each in positive]
    return policy


@pytest.mark.parametrize(
    ("name", "game", "infosets"),
    [
        *((name, Kuhn, 12) for name in SAMPLERS),
        *((name, Alone, 3) for name in ANY),
        *(pytest.param(name, KuhnThree, 48, marks=pytest.mark.slow) for name in ANY),
    ],
)
def test_nothing_is_biased(name, game, infosets, monkeypatch):
    """Values, regrets and averages, where others never play an action, and where walks skip some.

    The averages of chance sampling grow with the same walks, those of the others with the
    opponent's or with walks of their own: whichever, once an iteration.
    """
    algorithm, module, options, given = SAMPLERS[name]
    solver = algorithm(game(), VANILLA, 1, native=False, reserve=1 << 20, **options)
    while solver.infosets < infosets:
        solver.run(100)
    draws, work = enumerated(monkeypatch), solver.work.plain()
    table = solver.work.table
    rows = [read_block(table.words, int(block)) for block in table.blocks[:infosets]]
    policy = settle(solver, rows)
    definition = Definition(game(), policy, solver.players)
    begin(work, 1)
    work.rng = draws
    gains = np.zeros(table.values_end)
    for player in range(solver.players):
        work.player = player
        value, found = mean(solver, draws, lambda: walk_once(solver, module, work, given))
        assert value == pytest.approx(definition.values[player], abs=1e-9)
        gains += found
        if algorithm is not ChanceSampling and solver.players != 2:
            arguments = solver.base, solver.view, work, 0, 0, 0
            gains += mean(solver, draws, lambda: averaging.average(*arguments))[1]  # noqa: B023
    for row in rows:
        infoset = row.key[0]
        expected = [*definition.regrets[infoset], *definition.sums[infoset]]
        assert gains[row.at : row.at + 4] == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("name", ANY)
def test_a_single_player_learns_on_average_what_is_best(name):
    algorithm, _, options, _ = SAMPLERS[name]
    solver = algorithm(Alone(), seed=1, native=False, reserve=1 << 20, **options)
    solver.run(1_000)
    assert solver.strategy()(Seen(1))[1] > 0.9
    assert solver.strategy()(Seen(3))[1] > 0.9
