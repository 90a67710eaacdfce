"""Public trees: what all players see, with a vector of private hands at every node.

deals                 the hands that chance may deal first, and their probabilities
counting              how large a tree is, without storing it
alike                 how many decisions it has, if many histories go on alike
unfolding unfold      the arrays of the tree, and the walk that writes them, one deal at a time
parts                 what several threads have written, put together
failures              what keeps a game from having a public tree
enumerate tree        games → public trees
betting               the betting tree of one public state, where hands are ranked
rows                  the infosets of nodes and hands
vectors response      walks that carry a number for each hand; best responses
"""

from zerosum.tree.public.alike import Decisions, count_alike
from zerosum.tree.public.betting import BettingTree, RankedHands
from zerosum.tree.public.counting import PublicCounts, count_public
from zerosum.tree.public.enumerate import MOST_NODES, public_tree
from zerosum.tree.public.tree import PublicTree, check_plain
from zerosum.tree.public.unfolding import CHANCE

__all__ = [
    "CHANCE",
    "MOST_NODES",
    "BettingTree",
    "Decisions",
    "PublicCounts",
    "PublicTree",
    "RankedHands",
    "check_plain",
    "count_alike",
    "count_public",
    "public_tree",
]
