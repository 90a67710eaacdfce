"""The public tree: what both players see, with a vector of private hands at every node.

deals                 the hands that chance may deal first, and how likely
book publish          the walk, one pair of hands at a time, and the arrays it writes
checks                what a game does that has no public tree, in a sentence
enumerate tree        games → public trees
rows strategies       the infosets behind nodes and hands, and numbers by either
vectors response      walks that carry a number for each hand; best responses
"""

from zerosum.tree.public.book import CHANCE
from zerosum.tree.public.checks import check_plain
from zerosum.tree.public.enumerate import MOST_NODES, public_tree
from zerosum.tree.public.tree import PublicTree

__all__ = ["CHANCE", "MOST_NODES", "PublicTree", "check_plain", "public_tree"]
