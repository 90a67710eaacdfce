"""Tables of infosets: exact keys, regrets and average sums, in a few long arrays.

Rows are appended and never move. The arrays are reserved at once, but the system provides memory
only for what has been written, so a table grows by itself up to its reserve. All arrays are plain
NumPy arrays, which can be saved, loaded and mapped.

arena                  the data of a kernel, declared field by field
table workspace        the table, and everything else that a walk needs
storage                the width of numbers, which rows are dense; how a view has rows
blocks                 rows, read back
spans                  where their values end
"""

from zerosum.support.tokens import PLAYERS, ROW_WORDS
from zerosum.tables.arena import Arena, Cells, Floats, Ints, ShortInts
from zerosum.tables.blocks import (
    HEADER,
    Row,
    action_counts,
    bucket_counts,
    check_table,
    class_names,
    menu_words,
    places_within,
    players_of_rows,
    ranges,
    read_block,
    recognise,
    starts_of,
)
from zerosum.tables.storage import RowView, Storage, rows_of, stored
from zerosum.tables.table import FIRST_SLOTS, Table, half_of_memory, spare_memory
from zerosum.tables.workspace import PATH_WORDS, SCRATCH, Workspace

__all__ = [
    "FIRST_SLOTS",
    "HEADER",
    "PATH_WORDS",
    "PLAYERS",
    "ROW_WORDS",
    "SCRATCH",
    "Arena",
    "Cells",
    "Floats",
    "Ints",
    "Row",
    "RowView",
    "ShortInts",
    "Storage",
    "Table",
    "Workspace",
    "action_counts",
    "bucket_counts",
    "check_table",
    "class_names",
    "half_of_memory",
    "menu_words",
    "places_within",
    "players_of_rows",
    "ranges",
    "read_block",
    "recognise",
    "rows_of",
    "spare_memory",
    "starts_of",
    "stored",
]
