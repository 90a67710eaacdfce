"""Lowering 2: a game as flat arrays, for what is exact.

unfolding unfold      the walk over all histories, and the arrays it writes
enumerate checks replay estimate
                      games → trees, or the sentence that says what is wrong
infosets tree recall  what an enumerated game is, and what its players remember
kept                  the trees of the last few games, so that a loop enumerates once
sequence              two players who remember: realisation plans and a payoff matrix
public                two players, and what both of them see
"""

from zerosum.tree.checks import NotEnumerable
from zerosum.tree.enumerate import MOST_HISTORIES, enumerated, lowers
from zerosum.tree.estimate import estimated_histories
from zerosum.tree.infosets import Infosets
from zerosum.tree.layout import Layout
from zerosum.tree.sequence import SequenceForm, unfit
from zerosum.tree.tree import Statistics, Tree

__all__ = [
    "MOST_HISTORIES",
    "Infosets",
    "Layout",
    "NotEnumerable",
    "SequenceForm",
    "Statistics",
    "Tree",
    "enumerated",
    "estimated_histories",
    "lowers",
    "unfit",
]
