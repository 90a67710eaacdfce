"""The index of a table that was not filled row by row."""

from __future__ import annotations

from zerosum.jit import compiled
from zerosum.kernels.rows import rehash
from zerosum.tables import Table


def make_index(table: Table, *, native: bool = True) -> None:
    """Make the index of a table anew, as large as its mask says."""
    if native:
        compiled(rehash)(table, table.mask)
        return
    twin = table.plain()
    rehash(twin, table.mask)
    table.take(twin)
