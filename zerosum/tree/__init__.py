"""Lowering 2: a game as flat arrays, for exact algorithms.

unfold failures       the walk over all histories, the arrays it writes, and what it refuses
enumerate replay estimate
                      games → trees, histories from a tree, and how large a tree will be
infosets tree recall  what an enumerated game is, and what its players remember
recent                the trees of the last few games, so that a loop enumerates once
sequence              two players with perfect recall: realisation plans and a payoff matrix
layout sliced         the same laid out for speed
public                what all players see, with the hands of the two who decide
streets               the same where hands are ranked: betting, times boards, times hands
"""

from zerosum.tree.enumerate import MOST_HISTORIES, enumerated, lowers
from zerosum.tree.estimate import estimated_histories
from zerosum.tree.failures import NotEnumerable
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
