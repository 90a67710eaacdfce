"""What the root of a last street needs to know about the strategy that is solved again there."""

from dataclasses import dataclass

from zerosum.jit import kernel
from zerosum.kernels.names import Numbers, Work
from zerosum.resolving.roots import Root
from zerosum.tables import Floats
from zerosum.tree.public.response import win


@dataclass(frozen=True, eq=False)
class Guard:
    """Who solves a subgame in place of a strategy that must not become worse.

    Parameters
    ----------
    player
        The player who solves.
    probabilities
        Those of the strategy on the tree; shape (numbers,).
    root
        What the opponent may do.
    """

    player: int
    probabilities: Floats
    root: Root = Root.GADGET


@kernel
def write_worth(vectors: Work, player: int, worth: Numbers, zero: int) -> None:
    """Write what a player's hands win by a best response. Modified in place: ``worth``."""
    others, first = vectors.sizes[1 - player], vectors.sizes[0]
    theirs = vectors.ranges[first * (1 - player) :]
    for hand in range(others):
        vectors.scratch[hand] = theirs[hand]
    values = win(vectors, zero, player, player, vectors.scratch[0:], vectors.scratch[others:])
    for hand in range(vectors.sizes[player]):
        worth[hand] = values[hand]
