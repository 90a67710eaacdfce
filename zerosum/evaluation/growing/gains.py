r"""From gathered regrets to gains: what a factor would let the players of a bucket tell apart.

.. math:: G = \sum_b \Big[\sum_c U_c - U_b\Big] \Big/ T, \qquad
    U = n \, \frac{\lVert \sum_j s_j \rVert^2 - \sum_j \lVert s_j \rVert^2}
    {n^2 - \sum_j m_j^2}

Here :math:`c` are the values of a factor in a bucket :math:`b`, and :math:`s_j` is the sum of the
regrets of the :math:`m_j` visits in iteration :math:`j`, of :math:`n` visits in :math:`T`
iterations. :math:`U` estimates :math:`n \lVert \bar r \rVert^2` without what chance adds to it:
only products of different iterations count. If an iteration visits a bucket once, it is
:math:`n \lVert \bar r \rVert^2` less the mean square within the value, as in an analysis of
variance. A factor that means nothing gains nothing on average.
"""

from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from zerosum.evaluation.growing.gather import HALVES, OWN, WHOLE
from zerosum.tables import HEADER, Floats, Ints, Workspace

# The sample: all of it, and its halves.
PARTS = (slice(0, 2), slice(0, 1), slice(1, 2))


@dataclass(frozen=True, eq=False)
class Groups:
    """What was gathered, with a row for each value of a factor in a bucket.

    Parameters
    ----------
    places
        Shape (rows,): the number of the factor, -1 for the bucket as a whole.
    buckets
        Shape (rows,): the bucket, numbered from 0.
    blocks
        Shape (rows,): where its words begin.
    visits
        Shape (3, rows): the visits that can be compared, of the sample and of its halves: 0 where
        there was one iteration.
    shares
        Shape (3, rows): :math:`U` of each row.
    others
        Shape (rows,): :math:`U` of all other values together, by the whole sample; exact if an
        iteration visits a bucket with one value only. Empty if it is not asked for.
    """

    places: Ints
    buckets: Ints
    blocks: Ints
    visits: Floats
    shares: Floats
    others: Floats

    @classmethod
    def of(cls, gathered: Workspace, *, others: bool = False) -> Self:
        """Return what a walk has gathered; ``others`` on request."""
        table = gathered.table
        blocks, words = table.blocks[: table.rows], table.words
        lengths = words[blocks + 1] & 0xFFFFFFFF
        _, buckets = np.unique(words[blocks + HEADER + lengths - 1], return_inverse=True)
        starts = words[blocks]
        widths = np.diff(starts, append=table.values_end) // (1 + HALVES)
        places = words[blocks + HEADER]
        visits, shares = np.zeros((2, len(PARTS), blocks.size))
        rest = np.zeros(blocks.size if others else 0)
        whole = np.flatnonzero(places == WHOLE)[np.argsort(buckets[places == WHOLE])]
        for width in np.unique(widths):
            rows = np.flatnonzero(widths == width)
            cells = starts[rows, None] + np.arange(width, (1 + HALVES) * width)
            sums = table.values[cells].reshape(rows.size, HALVES, width)
            for part, halves in enumerate(PARTS):
                visits[part, rows], shares[part, rows] = _shares(sums[:, halves].sum(1))
            if others:
                home = np.searchsorted(rows, whole[buckets[rows]])
                rest[rows] = _shares((sums[home] - sums).sum(1))[1]
        return cls(places, buckets, blocks, visits, shares, rest)

    @property
    def size(self) -> int:
        """How many buckets there are."""
        return int(self.buckets.max(initial=-1)) + 1

    def gains(self, place: int) -> Floats:
        """Return what a factor gains in each bucket, summed over iterations.

        Returns
        -------
        Shape (3, buckets): by the whole sample, and by its halves.
        """
        own, whole = self.places == place, self.places == WHOLE
        gains = np.zeros((len(PARTS), self.size))
        for part in range(len(PARTS)):
            visits, shares = self._by_bucket(part, own)
            all_visits, all_shares = self._by_bucket(part, whole)
            gains[part] = shares - all_shares * visits / np.maximum(all_visits, 1.0)
        return gains

    def _by_bucket(self, part: int, rows: NDArray[np.bool_]) -> tuple[Floats, Floats]:
        """Return the visits and the shares of some rows, summed by bucket."""
        buckets = self.buckets[rows]
        visits, shares = self.visits[part, rows], self.shares[part, rows]
        found: list[Any] = [np.bincount(buckets, of, self.size) for of in (visits, shares)]
        return found[0], found[1]

    def cells(self, place: int) -> Ints:
        """Return how many values of a factor each bucket has beyond the first one."""
        found = np.bincount(self.buckets[self.places == place], minlength=self.size)
        return np.maximum(found - 1, 0)


def _shares(sums: Floats) -> tuple[Floats, Floats]:
    """Return the visits that can be compared, and what they gain: for rows of sums."""
    visits, pairs = sums[:, 0], sums[:, 0] ** 2 - sums[:, 1]
    products = (sums[:, OWN:] ** 2).sum(1) - sums[:, 2]
    known = pairs > 0.0
    return np.where(known, visits, 0.0), known * visits * products / np.where(known, pairs, 1.0)
