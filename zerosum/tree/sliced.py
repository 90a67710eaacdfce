"""Sparse matrices six rows at a time, the columns shared.

In a game with private cards, the hands of one player meet the same hands of the other wherever
the betting is the same: the payoff matrix is made of small, nearly dense blocks. Rows of one
block are cut into slices of six that read each column of theirs once; what a row lacks of the
others' columns is filled with zeros. Six sums side by side also hide the time that an addition
takes. The idea of a slice is that of sliced ELLPACK (Kreutzer et al., "A unified sparse matrix
data format", SIAM J. Sci. Comput. 36, 2014).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from zerosum.jit import kernel
from zerosum.kernels.names import Numbers, Work
from zerosum.tables import Arena, Floats, Ints

LANES = 6


class SlicedMatrix(Arena):
    """A sparse matrix in slices of six rows.

    Parameters
    ----------
    slices
        How many.
    rows
        Shape (slices, 6): the row of each lane; a row past the last where there is none.
    offsets
        Shape (slices + 1,): where each slice's columns begin.
    columns
        Shape (columns of all slices,).
    values
        Shape (columns of all slices, 6): the entries of a column in each lane.
    """

    # Indices fit into four bytes, for the columns are most of what a product reads.
    slices: int
    rows: NDArray[np.uint32]
    offsets: Ints
    columns: NDArray[np.uint32]
    values: Floats

    @classmethod
    def of(
        cls, rows: NDArray[Any], columns: NDArray[Any], values: Floats, beyond: int
    ) -> SlicedMatrix:
        """Return the matrix with the entries given, each place once.

        ``beyond`` is the last column, and a row that may be written and does not count.
        """
        blocks = _blocks(rows, columns, beyond)
        present = np.unique(rows)
        present = present[np.lexsort((present, blocks[present]))]
        # A slice begins with each block, and after six rows of one.
        first = np.flatnonzero(np.diff(blocks[present], prepend=-1))
        within = np.arange(present.size) - np.repeat(first, np.diff(first, append=present.size))
        lanes = within % LANES
        slices = np.cumsum(lanes == 0) - 1
        count = int(slices[-1]) + 1 if slices.size else 0
        slice_of, lane_of = np.zeros(beyond, np.int64), np.zeros(beyond, np.int64)
        slice_of[present], lane_of[present] = slices, lanes
        width = beyond + 1
        shared, places = np.unique(slice_of[rows] * width + columns, return_inverse=True)
        padded_rows = np.full((count, LANES), beyond, np.uint32)
        padded_rows[slices, lanes] = present
        padded_values = np.zeros((shared.size, LANES))
        padded_values[places, lane_of[rows]] = values
        return cls(
            slices=count,
            rows=padded_rows,
            offsets=np.searchsorted(shared // width, np.arange(count + 1)).astype(np.int64),
            columns=(shared % width).astype(np.uint32),
            values=padded_values,
        )


def _blocks(rows: NDArray[Any], columns: NDArray[Any], beyond: int) -> Ints:
    """Return the block of each row: the least row that shares a column of a shared column.

    Rows of a block that is dense, or dense but for its diagonal, get one answer. Where blocks
    are not like that more zeros are filled in, and the product is the same.
    """
    least_row = np.full(beyond + 1, beyond, np.int64)
    np.minimum.at(least_row, columns, rows)
    blocks = np.full(beyond + 1, beyond, np.int64)
    np.minimum.at(blocks, rows, least_row[columns])
    return blocks


@kernel
def multiply(lanes: Work, vector: Numbers, product: Numbers) -> None:
    """Write the product of a matrix with a vector; rows without entries are left alone.

    Modified in place: ``product``.
    """
    columns, offsets = lanes.columns, lanes.offsets
    for each in range(lanes.slices):
        sum_0 = sum_1 = sum_2 = sum_3 = sum_4 = sum_5 = 0.0
        for at in range(offsets[each], offsets[each + 1]):
            factor, values = vector[columns[at]], lanes.values[6 * at :]
            sum_0 += values[0] * factor
            sum_1 += values[1] * factor
            sum_2 += values[2] * factor
            sum_3 += values[3] * factor
            sum_4 += values[4] * factor
            sum_5 += values[5] * factor
        rows = lanes.rows[6 * each :]
        product[rows[0]] = sum_0
        product[rows[1]] = sum_1
        product[rows[2]] = sum_2
        product[rows[3]] = sum_3
        product[rows[4]] = sum_4
        product[rows[5]] = sum_5
