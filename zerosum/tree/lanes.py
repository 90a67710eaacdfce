"""Sparse matrices four rows at a time.

A dot product waits for each of its additions; four of them side by side do not. Rows are cut
into slices of four, sorted by length so that little is padded: the sliced ELLPACK format
(Kreutzer et al., "A unified sparse matrix data format", SIAM J. Sci. Comput. 36, 2014).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from zerosum.jit import kernel

LANES = 4


@dataclass(frozen=True, eq=False, repr=False)
class Lanes:
    """A sparse matrix in slices of four rows.

    Parameters
    ----------
    rows
        Shape (slices, 4): the row of each lane; a row past the last where there is none.
    offsets
        Shape (slices + 1,): where each slice's columns begin.
    columns, values
        Shape (width, 4) a slice, one slice after another: entries, padded with zeros.
    """

    rows: NDArray[np.int32]
    offsets: NDArray[np.int64]
    columns: NDArray[np.int32]
    values: NDArray[np.float64]

    @property
    def arrays(self) -> tuple[NDArray[Any], ...]:
        """The four arrays, as kernels take them."""
        return self.rows, self.offsets, self.columns, self.values

    @classmethod
    def of(
        cls, rows: NDArray[Any], columns: NDArray[Any], values: NDArray[np.float64], beyond: int
    ) -> Lanes:
        """Return the matrix with the entries given, each place once.

        ``beyond`` is a row and column that may be read and written and does not count.
        """
        order = np.lexsort((columns, rows))
        rows, columns, values = rows[order], columns[order], values[order]
        present, firsts, lengths = np.unique(rows, return_index=True, return_counts=True)
        longest = np.argsort(-lengths, kind="stable")
        present, firsts, lengths = present[longest], firsts[longest], lengths[longest]
        slices = -(-present.size // LANES)
        widths = lengths[::LANES]
        offsets = np.zeros(slices + 1, np.int64)
        np.cumsum(widths * LANES, out=offsets[1:])
        lanes = np.arange(present.size)
        # Where the entries of each row go: its slice's offset, its lane, four apart.
        bases = np.repeat(offsets[lanes // LANES] + lanes % LANES, lengths)
        within = np.arange(lengths.sum()) - np.repeat(np.cumsum(lengths) - lengths, lengths)
        sources = np.repeat(firsts, lengths) + within
        padded_columns = np.full(offsets[-1], beyond, np.int32)
        padded_values = np.zeros(offsets[-1])
        padded_columns[bases + LANES * within] = columns[sources]
        padded_values[bases + LANES * within] = values[sources]
        padded_rows = np.full(slices * LANES, beyond, np.int32)
        padded_rows[: present.size] = present
        return cls(padded_rows.reshape(slices, LANES), offsets, padded_columns, padded_values)


@kernel
def multiply(rows: Any, offsets: Any, columns: Any, values: Any, vector: Any, product: Any) -> None:
    """Write the product of a matrix with a vector; rows without entries are left alone.

    Modified in place: ``product``.
    """
    for each in range(rows.shape[0]):
        first = second = third = fourth = 0.0
        for at in range(offsets[each], offsets[each + 1], LANES):
            first += values[at] * vector[columns[at]]
            second += values[at + 1] * vector[columns[at + 1]]
            third += values[at + 2] * vector[columns[at + 2]]
            fourth += values[at + 3] * vector[columns[at + 3]]
        product[rows[each, 0]] = first
        product[rows[each, 1]] = second
        product[rows[each, 2]] = third
        product[rows[each, 3]] = fourth
