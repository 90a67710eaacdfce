r"""From gathered regrets to gains: what a factor would let the players of a bucket tell apart.

.. math:: G = \sum_b \Big[\sum_c n_c \lVert \bar r_c \rVert^2 - n_b \lVert \bar r_b \rVert^2
    - (k - 1) \, MSW\Big] \Big/ T

Here :math:`c` are the :math:`k` values of a factor in a bucket :math:`b` and :math:`\bar r` the
mean regrets of :math:`n` visits in :math:`T` iterations. :math:`MSW`, the mean square within the
values, is what each further value would gain by chance (analysis of variance): a factor that means
nothing gains nothing on average.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from zerosum.evaluation.suggest.gather import AHEAD
from zerosum.tables import HEADER, Floats, Ints, Workspace

HALVES = 2


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
    counts, squares
        Shape (2, rows): visits and the sum of squares, of each half of the sample.
    sums
        Shape (2, rows, most actions): the sums of regrets.
    """

    places: Ints
    buckets: Ints
    blocks: Ints
    counts: Floats
    squares: Floats
    sums: Floats

    @classmethod
    def of(cls, gathered: Workspace) -> "Groups":
        """Return what a walk has gathered."""
        table = gathered.table
        blocks = table.blocks[: table.rows]
        words, values = table.words, table.values[: table.values_end]
        starts = words[blocks]
        lengths = words[blocks + 1] & 0xFFFFFFFF
        ends = np.append(starts[1:], table.values_end)
        widths = (ends - starts) // HALVES
        places, at = words[blocks + HEADER], words[blocks + HEADER + lengths - 1]
        _, buckets = np.unique(at, return_inverse=True)
        columns = np.arange(int(widths.max(initial=AHEAD)))
        found = np.zeros((HALVES, blocks.size, columns.size))
        within = columns < widths[:, None]
        for half in range(HALVES):
            cells = (starts + half * widths)[:, None] + columns
            found[half][within] = values[cells[within]]
        return cls(
            places, buckets, blocks, found[:, :, 0], found[:, :, 1], found[:, :, AHEAD:]
        )

    def gains(self, place: int) -> tuple[Floats, Floats]:
        """Return the gain of a factor in each bucket, in both halves together and in each.

        Returns
        -------
        Sums over iterations, not means: shape (3, buckets), the last two of the halves. And how
        many further buckets each bucket would become, shape (buckets,).
        """
        chosen, whole = self.places == place, self.places < 0
        size = int(self.buckets.max(initial=-1)) + 1
        own = np.zeros((3, size))
        cells = np.bincount(self.buckets[chosen], minlength=size)
        for number, halves in enumerate(([0, 1], [0], [1])):
            counts, squares, sums = (
                each[halves].sum(0) for each in (self.counts, self.squares, self.sums)
            )
            own[number] = _variance(self.buckets, chosen, whole, counts, squares, sums)
        return own, np.maximum(cells - 1, 0).astype(np.float64)


def _variance(
    buckets: Ints,
    chosen: NDArray[np.bool_],
    whole: NDArray[np.bool_],
    counts: Floats,
    squares: Floats,
    sums: Floats,
) -> Floats:
    """Return the sum of squares between the values, less what chance would make it."""
    size = int(buckets.max(initial=-1)) + 1
    seen = counts > 0
    means = np.zeros(counts.size)
    means[seen] = (sums[seen] ** 2).sum(1) / counts[seen]

    def total(rows: NDArray[np.bool_], of: Floats) -> Floats:
        return np.bincount(buckets[rows], of[rows], size)

    between, all_in_one = total(chosen, means), total(whole, means)
    values = total(chosen, seen.astype(np.float64))
    free = total(chosen, counts) - values
    noise = (total(chosen, squares) - between) / np.maximum(free, 1)
    gain = between - all_in_one - (values - 1) * noise
    return np.where((free > 0) & (values > 1), gain, 0.0)
