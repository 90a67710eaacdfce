"""The sums and regrets behind a strategy, from the checkpoint of its run, mapped from the disk."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from zerosum.errors import NotApplicable, StoreError
from zerosum.strategy import Strategy
from zerosum.strategy.averages import read_rows
from zerosum.support import store
from zerosum.support.store import Array
from zerosum.tables import HEADER, Floats, Ints, Table
from zerosum.tables.storage import UNIT

KINDS = ("sums", "regrets")


@dataclass(frozen=True, eq=False)
class Checkpoint:
    """The rows of a checkpoint, in the order of the rows of the strategy.

    Parameters
    ----------
    path
        Its folder.
    strategy
        The strategy of the same run.
    arrays
        The words, the blocks and the values of the table.
    begins
        Where the values of each row begin, if rows have fingerprints; otherwise empty.
    """

    path: Path
    strategy: Strategy
    arrays: dict[str, NDArray[Any]]
    begins: Ints

    @classmethod
    def open(cls, path: Path, strategy: Strategy) -> Checkpoint:
        """Open the checkpoint of a run; if rows have fingerprints, this reads all of it once.

        Raises
        ------
        StoreError
            If there is none, or it has no table.
        """
        arrays = {
            name: np.asarray(array) for name, array in store.read(path, mmap=True).arrays.items()
        }
        if not {"words", "values", "blocks", "hashes", "counts"} <= arrays.keys():
            raise StoreError(
                f"The checkpoint {path} must have a table with sums and regrets; it has none: ask "
                f"for probabilities.",
                path,
            )
        begins = np.zeros(0, np.int64)
        if strategy.view.prints > 0:
            table = Table.holding(
                *(arrays[name] for name in ("words", "blocks", "hashes", "values"))
            )
            table.prints, table.rows = strategy.view.prints, int(arrays["counts"][1])
            begins, _, prints, _ = read_rows(table, 1, 0)
            ours = strategy.words.reshape(-1, HEADER + 2 + table.prints)[:, HEADER + 2 :]
            if not np.array_equal(prints[: len(ours)], ours):
                raise _others(path)
        return cls(path, strategy, arrays, begins)

    def read(self, kind: str, rows: Ints, offsets: Ints, n: int) -> Floats:
        """Return the sums or the regrets of rows of the strategy, 0 where there is none.

        Parameters
        ----------
        kind
            ``sums`` or ``regrets``.
        rows, offsets
            The number of each row, -1 for none, and where its probabilities begin in the strategy.
        n
            The number of actions.

        Raises
        ------
        NotApplicable
            If the run keeps no sums there.
        StoreError
            If the checkpoint is not of the strategy.
        """
        values = np.zeros((len(rows), n))
        for row in np.unique(rows[rows >= 0]).tolist():
            every = self._values(row, n)
            if kind == "sums" and every.shape[1] < 2 * n:
                raise NotApplicable(
                    "The sums of a run must be kept on the street to be asked for; this run keeps "
                    "none there, and averages the strategies that it saved: ask for regrets.",
                    self.path,
                )
            first, here = n if kind == "sums" else 0, rows == row
            buckets = (offsets[here] - int(self.strategy.starts[row])) // n
            values[here] = every[buckets, first : first + n]
        unit = UNIT if self.arrays["values"].dtype.kind == "i" else 1.0
        return values / unit

    def _values(self, row: int, n: int) -> Array:
        """Return the values of a row; shape (buckets, values of a bucket)."""
        own, values = self.strategy, self.arrays["values"]
        if self.begins.size:
            return values[self.begins[row] : self.begins[row] + 2 * n].reshape(1, -1)
        blocks, words = self.arrays["blocks"], self.arrays["words"]
        if row >= blocks.size or not self._same(row):
            raise _others(self.path)
        begin, end = int(words[blocks[row]]), values.size
        if row + 1 < blocks.size:
            end = int(words[blocks[row + 1]])
        count = int(own.starts[row + 1] - own.starts[row]) // n
        return values[begin:end].reshape(count, -1)

    def _same(self, row: int) -> bool:
        """Return whether a row has the words of the strategy's."""
        ours, own = self.arrays, self.strategy
        here, there = int(ours["blocks"][row]), int(own.blocks[row])
        length = HEADER + (int(own.words[there + 1]) & 0xFFFFFFFF)
        same = ours["words"][here + 1 : here + length] == own.words[there + 1 : there + length]
        return bool(np.all(same))


def _others(path: Path) -> StoreError:
    return StoreError(
        f"The checkpoint {path} must have the rows of the strategy of its run; it has others: go "
        f"on with training, which saves both.",
        path,
    )
