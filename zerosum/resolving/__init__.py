"""Solve a part of a game again, from what is known of its players, and put it into a strategy.

states           public states of a tree: the moves that lead there, and who may hold what
subgames         what lies below a public state, and how likely each hand comes there
depth            parts that end before the next public card
part             a part to solve, and who plays it anew
program          the best strategy below a root, by a linear program
ranked           the solver of a street whose hands are ranked
iterations       the same by CFR
resolution       a part solved again for one player
resolved         strategies with parts that were solved again
"""

from zerosum.kernels.roots import GADGET, MARGIN, UNSAFE, Root
from zerosum.resolving.depth import Biased, limited
from zerosum.resolving.part import Part
from zerosum.resolving.resolution import Resolution, resolve, solve
from zerosum.resolving.resolved import Resolved, patched
from zerosum.resolving.states import Position, position, positions
from zerosum.resolving.subgames import Subgame, reaches_of, subgame

__all__ = [
    "GADGET",
    "MARGIN",
    "UNSAFE",
    "Biased",
    "Part",
    "Position",
    "Resolution",
    "Resolved",
    "Root",
    "Subgame",
    "limited",
    "patched",
    "position",
    "positions",
    "reaches_of",
    "resolve",
    "solve",
    "subgame",
]
