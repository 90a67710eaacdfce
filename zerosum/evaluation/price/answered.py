r"""CFR-BR: regrets of one player against an opponent who answers every strategy best.

The opponent sees the whole game and has all of its actions, and in every iteration plays a best
response to the player's current strategy. What that response wins is what the strategy concedes.
A player who remembers thereby converges to the least; one who forgets may not, and then the
least that was seen is only an upper bound.

Johanson, Bard, Burch & Bowling, "Finding optimal abstract strategies in extensive-form games",
AAAI 2012.
"""

from __future__ import annotations

import numpy as np

from zerosum.algorithms import CFR
from zerosum.algorithms.histories import Histories, accumulate, ascend, descend
from zerosum.algorithms.learning import learn
from zerosum.algorithms.realisation import Floats
from zerosum.evaluation.price.solving import Effort
from zerosum.evaluation.response import response_to
from zerosum.jit import compiled
from zerosum.kernels.discounts import weigh
from zerosum.rules import Rule
from zerosum.strategy import shares
from zerosum.tree import Tree

# How often averages are looked at: each look costs a third of an iteration.
_LOOKS = 25


class Answered:
    """One player's regrets, and an opponent who answers every strategy best.

    Parameters
    ----------
    tree
        A game of two players, of whom the opponent remembers.
    player
        Whose regrets.
    rule
        How they are kept.
    """

    def __init__(self, tree: Tree, player: int, rule: Rule) -> None:
        settings = (rule.alpha, rule.beta, rule.gamma, rule.floor, float(rule.predictive))
        self.tree, self.player = tree, player
        self.state = Histories(tree, np.array(settings))
        others = tree.owners != player
        self.answering = others
        self.answers = self.state.slots[np.repeat(others, np.diff(tree.starts))]
        self.reaches = np.empty(tree.histories)
        self.rule = np.zeros(5)

    def step(self, iteration: int) -> float:
        """Answer, then learn; return what the strategy conceded that was answered, in chips."""
        state = self.state
        value, choices = response_to(
            self.tree, 1 - self.player, state.strategy[state.slots], self.reaches
        )
        state.strategy[self.answers] = 0.0
        state.strategy[state.slots[choices[self.answering]]] = 1.0
        self._learn(weigh(iteration, state.settings, self.rule))
        return value

    def _learn(self, weight: float) -> None:
        """Update average, regrets and strategy, given the answer."""
        state, player = self.state, self.player
        state.gains[:] = 0.0
        state.weights[:] = 0.0
        compiled(descend)(
            *(state.parents, state.edges, state.infosets, state.movers, state.actors),
            *(self.tree.payoffs, player, state.probabilities),
            *(state.reaches, state.values, state.weights),
        )
        compiled(ascend)(
            *(state.parents, state.edges, state.movers, player),
            *(state.probabilities, state.reaches, state.values, state.gains),
        )
        for group in state.groups[state.borders[player] : state.borders[player + 1]]:
            compiled(accumulate)(group, state.weights, state.probabilities, state.sums, weight)
            compiled(learn)(
                *(group, state.before, state.gains, state.regrets, state.probabilities),
                *(state.row, self.rule),
            )

    def average(self) -> Floats:
        """Return the average strategy; shape (sequences,)."""
        return shares(self.state.state()["sums"], self.tree.starts)


def conceded(tree: Tree, player: int, probabilities: Floats) -> float:
    """Return what the opponent's best response wins against a player's strategy, in chips."""
    return response_to(tree, 1 - player, probabilities, np.empty(tree.histories))[0]


def least_answered(tree: Tree, player: int, effort: Effort) -> float:
    """Return the least that a strategy concedes of those that CFR-BR passes, in chips."""
    answered = Answered(tree, player, effort.rule)
    looks = _looks(effort)
    found = np.inf
    for iteration in range(1, effort.iterations + 1):
        found = min(found, answered.step(iteration))
        if iteration in looks:
            found = min(found, conceded(tree, player, answered.average()))
    return float(found)


def least_learnt(tree: Tree, player: int, effort: Effort) -> float:
    """Return the least that an average concedes of those that CFR passes, in chips.

    The opponent learns too. That is faster than CFR-BR, and what it passes is as real.
    """
    solver = CFR(tree, effort.rule)
    found = np.inf
    for look in sorted(_looks(effort)):
        solver.run(look - solver.iterations)
        found = min(found, conceded(tree, player, solver.average()))
    return float(found)


def _looks(effort: Effort) -> set[int]:
    """Return the iterations after which averages are looked at, the last among them."""
    return set(np.linspace(0, effort.iterations, _LOOKS + 1).astype(int)[1:].tolist()) - {0}
