r"""What hands win after a street, beyond their share of the pot.

Where a street ends with a pot of :math:`P` chips and a card comes next, player 0 wins

.. math:: u(a, b) = \frac{P}{2} \left( e(a, b) + f(s(a), s(b)) \right)

with hand :math:`a` against hand :math:`b`. Here :math:`e(a, b)` is how much more often :math:`a`
is the stronger hand at the end, and :math:`f` is what betting adds. :math:`f` is a table, by the
shares :math:`s` of all hands that each of the two beats at the end. There is a table for each size
of the pot, and for each way in which the opponent may go on.

Brown, Sandholm & Amos, "Depth-limited solving for imperfect-information games", NeurIPS 2018.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

import numpy as np

from zerosum.pkr.equities.boards import Ints
from zerosum.tables import Floats

SIZES = np.array([0.02, 0.05, 0.1, 0.2, 0.4, 0.8])
"""Where the sizes of pots begin, after the first one, as parts of all chips."""
ALL_IN = -1
"""The size of a pot that holds all chips: nobody bets any more."""
STEPS = 12
"""The steps of a table, from a hand that beats none to one that beats all."""


class Way(IntEnum):
    """How the opponent goes on: by the strategy, or with more of one kind of action.

    >>> [way.name for way in Way]
    ['PLAIN', 'FOLDS', 'CALLS', 'RAISES']
    """

    PLAIN = 0
    FOLDS = 1
    CALLS = 2
    RAISES = 3


@dataclass(frozen=True, eq=False)
class Values:
    """What hands win after a street, beyond their share of the pot.

    Parameters
    ----------
    chips
        The largest pot: those of both players, or twice those of the one who has fewer.
    tables
        Shape (2, ways, sizes, steps, steps): what player 0 wins, in halves of the pot, if the
        player of the first index goes on in a way, for a pot of some size, by the steps of the
        hands of player 0 and of player 1.

    Examples
    --------
    >>> values = Values.without(800)
    >>> values.size(16), values.size(100), values.size(800) == ALL_IN
    (1, 3, True)
    >>> values.beyond(0, Way.PLAIN, 3, np.array([0.1, 0.5, 0.9])).shape
    (3, 3)
    """

    chips: int
    tables: Floats

    @classmethod
    def without(cls, chips: int) -> Values:
        """Return the values of hands after which nobody bets."""
        return cls(chips, np.zeros((2, 1, SIZES.size + 1, STEPS, STEPS)))

    @property
    def ways(self) -> int:
        """The number of ways in which a player may go on."""
        return int(self.tables.shape[1])

    def size(self, pot: int) -> int:
        """Return the number of the size of a pot; ``ALL_IN`` if it holds all chips."""
        if pot >= self.chips:
            return ALL_IN
        return int(np.searchsorted(SIZES, pot / self.chips, side="right"))

    def beyond(self, rival: int, way: int, size: int, shares: Floats) -> Floats:
        """Return what player 0 wins beyond its share of the pot, in halves of the pot.

        Parameters
        ----------
        rival, way
            The player who favours some actions, and which.
        size
            What :meth:`size` returns.
        shares
            Shape (hands,): the shares of all hands that some hands beat.

        Returns
        -------
        Shape (hands, hands): between the steps, values are interpolated.
        """
        if size == ALL_IN:
            return np.zeros((shares.size, shares.size))
        low, part = steps_of(shares)
        table = self.tables[rival, way, size]
        rows = table[low] * (1.0 - part)[:, None] + table[low + 1] * part[:, None]
        values: Floats = rows[:, low] * (1.0 - part) + rows[:, low + 1] * part
        return values


def steps_of(shares: Floats) -> tuple[Ints, Floats]:
    """Return the step below each share, and how far it is from there to the next, 0 to 1."""
    at = np.clip(shares, 0.0, 1.0) * (STEPS - 1)
    low = np.minimum(at.astype(np.int64), STEPS - 2)
    return low, at - low
