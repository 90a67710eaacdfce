"""Hold'em of which the house takes a share of the pot."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from zerosum.actions import FIXED
from zerosum.pkr.holdem.resumed import Resumed


@dataclass(frozen=True)
class Raked(Resumed):
    """Hold'em for two after a history, of which the house takes a share of each pot.

    Who wins pays it, of a split pot both a half; of a bet that is not called nothing is taken. Such
    a game is not zero-sum: both players may lose.

    Parameters
    ----------
    rate
        The share, below 1.
    cap
        The most chips that are taken; 0 for no bound.
    """

    rate: Annotated[float, FIXED] = 0.0
    cap: Annotated[float, FIXED] = 0.0

    def payoff(self, player: int) -> float:
        """Return the net chips of a seat in the whole hand, after rake."""
        hand, net = self.hand, self.hand.payoff(player)
        least = min(hand.paid[0], hand.paid[1])
        pot = 2.0 * least + hand.posted[0] + hand.posted[1]
        rake = pot * self.rate
        if self.cap > 0.0:
            rake = min(rake, self.cap)
        return net - rake * (net + least + hand.posted[player]) / pot
