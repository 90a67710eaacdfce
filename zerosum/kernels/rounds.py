r"""Sums of a round: what walks add to rows, and how rows travel between tables by their keys.

A row of a walker has the regrets with which the round began, sums of the average, sums of regrets,
and a mark. What walks add is rounded to a multiple of :math:`2^{-20}`, and sums stay below
:math:`2^{32}`: so they are exact in a float, and do not depend on any order.

The mark of a row is 0 when it is made. Then it says where its key is (with fingerprints that is
before its numbers); it is negative while the row is on the list of those that the walks have met
since their sums were taken.
"""

from typing import Any

import numpy as np

from zerosum.jit import inlined, kernel
from zerosum.kernels.cells import keep
from zerosum.kernels.hashing import hash_row
from zerosum.kernels.iterations import weigh
from zerosum.kernels.lookup import locate
from zerosum.kernels.names import GameView, Infoset, Menu, Numbers, Work
from zerosum.kernels.prints import (
    WIDEST,
    find_print,
    first_word,
    head_of,
    print_of,
    probe_print,
    word_at,
)
from zerosum.kernels.regrets import add_to_average, add_to_regrets, fade
from zerosum.kernels.rows import ILL_FORMED, IllFormed, find, probe
from zerosum.rng import Random
from zerosum.support.tokens import TUPLE
from zerosum.tables import HEADER, Arena, Floats, Ints, ShortInts, Workspace

BITS = 20
MOST = 2.0 ** (52 - BITS)
"""Sums of a round stay below this, and so are exact."""
_ROUNDS = 1.5 * MOST  # the unit in the last place of numbers about this is 2**-BITS
_END = (1 << 32) - 1


class TooLarge(Exception):
    """Raised by kernels if a sum of a round may not be exact."""


class RoundWorkspace(Workspace):
    """The workspace of a walker."""

    # What the random numbers of the iterations of a round branch from.
    stream: int
    # Rows met since their sums were taken: where their keys are, or their numbers if keys are
    # fingerprints; how many, and how many words their keys and numbers their menus have.
    met: Ints
    mets: int
    met_words: int
    met_actions: int

    def __init__(self, *given: Any, **values: Any) -> None:
        super().__init__(*given, **values, numbers=3, met=np.zeros(1, np.int64))
        most = self.table.most_values // 7  # each row has two actions or more
        self.met = np.zeros(min(most, self.table.most_rows) if not self.table.prints else most, int)


class Packed(Arena):
    """Rows by their keys, for kernels: see :class:`zerosum.algorithms.shards.Rows`."""

    words: Ints
    sizes: ShortInts
    menus: ShortInts
    numbers: Floats
    count: int


@inlined
def add_exactly(cells: Numbers, place: int, amount: float, rng: Random) -> None:
    """Add an amount, rounded to a multiple of the unit. Modified in place: ``cells``."""
    total = cells[place] + ((amount + _ROUNDS) - _ROUNDS)
    if not abs(total) < MOST:
        raise TooLarge
    cells[place] = total


@inlined
def note(work: Work, at: int, n: int) -> None:
    """Put a row on the list of those that were met. Modified in place: ``work``."""
    table = work.table
    mark = table.values[at + 3 * n]
    if mark < 0.0:
        return
    if mark == 0.0:
        mark = newest_mark(table)
    table.values[at + 3 * n] = -mark
    work.met_actions += n
    if table.prints > 0:
        work.met[work.mets] = at
        work.met_words += table.prints
    else:
        block = int(mark) - 1
        work.met[work.mets] = block
        work.met_words += 1 + (table.words[block + 1] & _END)
    work.mets += 1


@inlined
def newest_mark(table: Work) -> float:
    """Return the mark of the row that was made last."""
    return 1.0 if table.prints > 0 else 1.0 + table.blocks[table.rows - 1]


@inlined
def meet(infoset: Infoset, menu: Menu, player: int, view: GameView, work: Work) -> int:
    """Return where the values of an infoset lie, and note that its row was met."""
    at = int(locate(infoset, menu, player, view, work))
    note(work, at, len(menu))
    return at


@kernel
def take_sums(work: Work, rows: Work) -> None:
    """Write the keys and the sums of all rows met, which are zero then, and forget the list.

    Modified in place: ``work`` and ``rows``.
    """
    table, values, to, number = work.table, work.table.values, 0, 0
    head = head_of(table)
    for row in range(work.mets):
        if table.prints > 0:
            at = work.met[row]
            first = word_at(values, at - head)
            n = (first & WIDEST) // 3
            rows.words[to] = first - (first & WIDEST) + n
            if table.prints > 1:
                rows.words[to + 1] = word_at(values, at - head // 2)
            size = table.prints
        else:
            block = work.met[row]
            at, n = table.words[block], table.words[block + HEADER + 1] - TUPLE
            size = 1 + (table.words[block + 1] & _END)
            for each in range(size):
                rows.words[to + each] = table.words[block + 1 + each]
        rows.sizes[row], rows.menus[row] = size, n
        for each in range(2 * n):
            rows.numbers[number + each] = values[at + n + each]
            values[at + n + each] = 0.0
        values[at + 3 * n] = -values[at + 3 * n]
        to += size
        number += 2 * n
    work.mets = work.met_words = work.met_actions = 0


@kernel
def place_rows(work: Work, rows: Work, add: int, places: Numbers) -> None:
    """Write where the numbers of rows lie in a table. Modified in place: ``work``, ``places``.

    A row that it lacks is added, or ``ABSENT`` if ``add`` is 0.
    """
    table, key = work.table, 0
    for row in range(rows.count):
        n, size, known = int(rows.menus[row]), int(rows.sizes[row]), table.rows
        width = work.numbers * n + work.fades
        if table.prints > 0:
            work.row[2] = print_of(rows.words[key])
            work.row[3] = rows.words[key + size - 1]
            if add > 0:
                at = find_print(work, width)
            else:
                at = probe_print(work, first_word(work.row[2], width))
        else:
            start, end = rows.words[key] >> 32, size - 1
            for each in range(end):
                work.row[each] = rows.words[key + 1 + each]
            if add > 0:
                at = find(work, start, end, width)
            else:
                at = probe(work, start, end, hash_row(work.row, start, end))
        if at == ILL_FORMED:
            raise IllFormed
        if work.numbers > 2 and table.rows > known:
            table.values[at + 3 * n] = newest_mark(table)
        places[row] = at
        key += size


@kernel
def write_rows(work: Work, rows: Work, places: Numbers, each: int, more: int) -> None:
    """Write ``each`` numbers an action and ``more`` to all rows that have a place.

    Modified in place: ``work``.
    """
    number = 0
    for row in range(rows.count):
        width = each * rows.menus[row] + more
        for a in range(width if places[row] >= 0 else 0):
            keep(work.table.values, places[row] + a, rows.numbers[number + a], work.rng)
        number += width


@kernel
def read_rows(work: Work, rows: Work, places: Numbers, each: int, more: int) -> None:
    """Read what :func:`write_rows` writes; zeros of a row without a place. Modified: ``rows``."""
    number = 0
    for row in range(rows.count):
        width = each * rows.menus[row] + more
        for a in range(width):
            here = places[row] >= 0
            rows.numbers[number + a] = work.table.values[places[row] + a] if here else 0.0
        number += width


@kernel
def note_rows(work: Work, rows: Work, places: Numbers) -> None:
    """Note that rows were met. Modified in place: ``work``."""
    for row in range(rows.count):
        note(work, places[row], int(rows.menus[row]))


@kernel
def add_up(rows: Work, to: Numbers, sums: Numbers) -> None:
    """Add the sums of each row to others, exactly. Modified in place: ``sums``, from ``to`` on."""
    number = 0
    for row in range(rows.count):
        width = 2 * rows.menus[row]
        for each in range(width):
            total = sums[to[row] + each] + rows.numbers[number + each]
            if not abs(total) < MOST:
                raise TooLarge
            sums[to[row] + each] = total
        number += width


@kernel
def apply_sums(
    work: Work, rows: Work, places: Numbers, count: int, unit: float, regrets: Numbers
) -> None:
    """Apply the sums of a round to rows of a table, by the weights and discounts of the round.

    Modified in place: ``work``, and ``regrets``, the regrets that follow.

    Parameters
    ----------
    work, rows, places
        The table, the sums, and where the numbers of their rows lie.
    count
        The number of the round, from 1 on.
    unit
        What a unit of the sums for the average stands for.
    """
    weigh(work, count)
    number = 0
    for row in range(rows.count):
        n, sums = int(rows.menus[row]), rows.numbers[2 * number :]
        cells = work.table.values[places[row] :]
        if work.fades > 0:
            fade(cells, n, True, work.period, work.discounts, work.rng)
        add_to_average(cells[n:], n, sums, unit * work.average_weight, work.rng)
        add_to_regrets(cells, n, sums[n:], 0.0, work.regret_weight, work.floor, work.rng)
        for a in range(n):
            regrets[number + a] = cells[a]
        number += n


@kernel
def hash_keys(rows: Work, prints: int, hashes: Numbers) -> None:
    """Write a hash of each key, that of its table. Modified in place: ``hashes``."""
    key = 0
    for row in range(rows.count):
        start, size = rows.words[key] >> 32, int(rows.sizes[row])
        if prints > 0:
            hashes[row] = print_of(rows.words[key])
        else:
            hashes[row] = hash_row(rows.words, key + 1 + start, key + size)
        key += size
