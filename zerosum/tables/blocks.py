"""Read the rows of a table: a block of words is a player, a menu and a key, as tokens."""

import sys
from enum import Enum
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from zerosum.abstraction.values import is_frozen
from zerosum.errors import TableError
from zerosum.support import tokens
from zerosum.tables.arena import Ints
from zerosum.tables.storage import WIDTHS
from zerosum.tables.table import mask_for

# Words of a block before its tokens.
HEADER = 2
# The counts of a table, in the order in which they are saved; a last one is free.
COUNTS = ("touched", "rows", "words_end", "values_end", "mask", "depth", "iterations")


class Row(NamedTuple):
    """One row of a table, decoded.

    Parameters
    ----------
    player
        The player to act.
    actions
        The menu.
    key
        The values of the key, in canonical order; of a private factor the number of its buckets.
    at
        Where its values begin.
    buckets
        The number of buckets that share the row.

    Examples
    --------
    >>> Row(player=0, actions=("PASS", "BET"), key=(1, False), at=4).buckets
    1
    """

    player: int
    actions: tuple[Any, ...]
    key: tuple[Any, ...]
    at: int
    buckets: int = 1


def read_block(words: Ints, block: int) -> Row:
    """Return the row whose block begins at ``block``."""
    at, end = int(words[block]), int(words[block + 1]) & 0xFFFFFFFF
    row = words[block + HEADER : block + HEADER + end].tolist()
    actions, place = tokens.take(row, 1)
    key = []
    while place < end:
        value, place = tokens.take(row, place)
        key.append(value)
    further, player = divmod(row[0], tokens.PLAYERS)
    return Row(player, actions, tuple(key), at, 1 + further)


def menu_words(words: Ints, block: int) -> tuple[int, ...]:
    """Return the words of the menu of the row whose block begins at ``block``."""
    first = block + HEADER
    row = words[first : first + (int(words[block + 1]) & 0xFFFFFFFF)].tolist()
    return tuple(row[1 : tokens.take(row, 1)[1]])


def starts_of(sizes: Ints) -> Ints:
    """Return where each of several parts starts that follow each other, and where the last ends."""
    starts = np.zeros(sizes.size + 1, np.int64)
    np.cumsum(sizes, out=starts[1:])
    return starts


def places_within(sizes: Ints) -> Ints:
    """Return the place of each item within its part, of parts of several sizes.

    >>> places_within(np.array([2, 3])).tolist()
    [0, 1, 0, 1, 2]
    """
    found: Ints = np.arange(int(sizes.sum())) - np.repeat(starts_of(sizes)[:-1], sizes)
    return found


def ranges(starts: Any, sizes: Any) -> Ints:
    """Return all numbers from each start on, as many as each size, one range after another."""
    found: Ints = np.repeat(starts, sizes) + places_within(sizes)
    return found


def action_counts(words: Ints, blocks: Ints) -> Ints:
    """Return the number of actions of each row."""
    counts: Ints = words[blocks + HEADER + 1] - tokens.TUPLE
    return counts


def players_of_rows(words: Ints, blocks: Ints) -> Ints:
    """Return the player of each row."""
    players: Ints = words[blocks + HEADER] % tokens.PLAYERS
    return players


def bucket_counts(words: Ints, blocks: Ints) -> Ints:
    """Return the number of buckets of each row; 1 in a table that is not dense."""
    counts: Ints = 1 + words[blocks + HEADER] // tokens.PLAYERS
    return counts


def check_table(
    arrays: dict[str, NDArray[Any]], extra: int, numbers: int = 2, *, averaged: bool = True
) -> None:
    """Check that the arrays of a table are consistent, so that a kernel need not check them.

    Parameters
    ----------
    arrays
        The saved arrays of a table.
    extra
        The number of values of a row in addition to those of its actions.
    numbers
        The number of values per action: a regret, a sum, and possibly a baseline.
    averaged
        Whether all rows have sums.

    Raises
    ------
    TableError
        If they are not consistent; the error says what is wrong.
    """
    missing = {"counts", "words", "values", "blocks", "hashes"} - arrays.keys()
    if missing or arrays["counts"].shape != (8,):
        raise TableError(f"A table must have counts and {', '.join(sorted(missing))}.", arrays)
    counts, words, blocks = (arrays[name] for name in ("counts", "words", "blocks"))
    of = dict(zip(COUNTS, counts.tolist(), strict=False))
    rows, sizes = of["rows"], {"words": of["words_end"], "values": of["values_end"]}
    for name, size in {**sizes, "blocks": rows, "hashes": rows}.items():
        kinds = tuple(WIDTHS.values()) if name == "values" else (np.int64,)
        if arrays[name].shape != (size,) or arrays[name].dtype not in kinds:
            names = " or ".join(kind.__name__ for kind in kinds)
            raise TableError(f"The {name} of a table must be {size:,} of {names}.", name)
    if of["mask"] != mask_for(rows):
        raise TableError(f"The index of {rows:,} rows must have {mask_for(rows) + 1:,} slots.")
    if not rows:
        return
    ends = np.append(blocks[1:], words.size)
    inside = blocks[0] == 0 and ends.max() <= words.size and (ends - blocks).min() > HEADER + 1
    if not inside or (blocks + HEADER + (words[blocks + 1] & 0xFFFFFFFF) != ends).any():
        raise TableError("The rows of a table must follow each other without gaps.", blocks)
    menus, buckets = action_counts(words, blocks), bucket_counts(words, blocks)
    widths = np.diff(words[blocks], append=arrays["values"].size)
    fits = widths == buckets * (numbers * menus + extra)
    if not averaged:
        fits |= widths == buckets * (menus + extra)
    if words[0] != 0 or menus.min() < 1 or buckets.min() < 1 or not fits.all():
        raise TableError("The values of a table must belong to its rows.", words)


def class_names(words: Ints) -> dict[str, list[str]]:
    """Return the module and qualified name of every class in the words, by its number."""
    numbers = tokens.classes_in(words)
    return {str(n): list(name) for n, name in tokens.class_names().items() if n in numbers}


def recognise(names: dict[str, list[str]]) -> None:
    """Register the classes that the numbers in a saved table stand for.

    Nothing is imported or run: a class is used only if its module is already imported, as the
    modules of a game's own classes are, and if it is a frozen record or an enum.
    """
    for module, qualname in names.values():
        found: Any = sys.modules.get(module)
        for part in qualname.split("."):
            found = vars(found).get(part) if hasattr(found, "__dict__") else None
        if isinstance(found, type) and (issubclass(found, Enum) or is_frozen(found)):
            tokens.class_number(found)
