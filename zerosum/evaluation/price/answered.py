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
from zerosum.algorithms.histories import Histories
from zerosum.evaluation.price.solving import Effort
from zerosum.evaluation.response import response_to
from zerosum.rules import Rule
from zerosum.strategy import shares
from zerosum.tables import Floats
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
        self.tree, self.player = tree, player
        self.state = Histories(tree, rule)
        # Nobody else has groups of infosets to learn at.
        first, last = self.state.borders[player : player + 2]
        self.state.borders = np.where(np.arange(3) <= player, first, last)
        self.answering = tree.owners != player
        self.answers = self.state.slots[np.repeat(self.answering, np.diff(tree.starts))]
        self.reaches = np.empty(tree.histories)

    def step(self, iteration: int) -> float:
        """Answer, then learn; return what the strategy conceded that was answered, in chips."""
        state = self.state
        value, choices = response_to(
            self.tree, 1 - self.player, state.strategy[state.slots], self.reaches
        )
        state.strategy[self.answers] = 0.0
        state.strategy[state.slots[choices[self.answering]]] = 1.0
        state.iterate(iteration, iteration, native=True)
        return value

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
