"""The kernel of a match of two strategies: every deal is played twice, with the seats swapped.

A deal has two families of random streams, one for chance and one for the dice of the seats. Both
plays follow the same ones: with equal answers they are the same hand, and what one side wins
in the first it loses in the second.
"""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

from zerosum.jit import kernel
from zerosum.kernels.playing import play_hand


@kernel
def play_deals(
    game: Any,
    views: Any,
    work: Any,
    other: Any,
    gains: NDArray[Any],
    branch: int,
    first: int,
    zero: int,
) -> None:
    """Play deals from both seats.

    Parameters
    ----------
    game, views, work, other
        As of :func:`zerosum.kernels.playing.play_hand`.
    gains
        Shape (deals, 2): what the first side wins in seat 0 and in seat 1. Modified in place.
    branch
        The family of streams that the deals' numbers choose from.
    first
        The number of the first deal.
    zero
        The int 0: a cached kernel must not be entered with a literal.
    """
    for row in range(gains.shape[0]):
        work.rng.follow(branch, first + row)
        work.deal = work.rng.branch()
        dice = work.rng.branch()
        for seat in range(zero, zero + 2):
            work.rng.follow(dice, seat)
            other.rng.follow(dice, 1 - seat)
            gains[row, seat] = play_hand(game, views, work, other, seat, zero)
