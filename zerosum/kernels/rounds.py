r"""Rounds: all walks of a round see the regrets with which it began, and sum up what they add.

Each walker has sums of its own beside the table: for each action of a row what is added to its
average, then what is added to its regrets. Walkers that share a table merge them at the end of a
round, and each applies the sums of some of the rows. No thread returns to Python for that.

What walks add is rounded to a multiple of :math:`2^{-20}`, and sums stay below :math:`2^{32}`: so
they are exact in a float, and do not depend on any order. The first sum of a row that was met is
half of such a unit too large. So it is not zero, which tells that the row was met.
"""

from functools import cache
from typing import Any

import numpy as np

from zerosum.jit import inlined, kernel
from zerosum.kernels.cells import add, give_way, load
from zerosum.kernels.hashing import hash_row
from zerosum.kernels.iterations import following, weigh
from zerosum.kernels.limits import stack_address
from zerosum.kernels.lookup import locate
from zerosum.kernels.names import GameView, History, Infoset, Kernel, Menu, Numbers, Work
from zerosum.kernels.prints import find_print, first_word, print_of, probe_print
from zerosum.kernels.regrets import add_to_average, add_to_regrets, fade
from zerosum.kernels.rows import ILL_FORMED, IllFormed, find, park, probe
from zerosum.tables import Arena, Floats, Ints, ShortInts, Workspace
from zerosum.tables.arena import apart

BITS = 20
MOST = 2.0 ** (52 - BITS)
"""Sums of a round stay below this, and so are exact."""
MET = 2.0 ** -(BITS + 1)
"""What the first sum of a row that was met is too large by."""
RARE = 2.0**-10
"""In what walks count the average with more than two players."""
_ROUNDS = 1.5 * MOST  # the unit in the last place of numbers about this is 2**-BITS
# With more than two players, a sampled history counts no more than so often in the average: only
# histories count more that are sampled once in so many times.
_MOST_ADDED = 2.0**36 * RARE
_LOOKS = 1 << 12  # before a walker that waits lets others have the core


class TooLarge(Exception):
    """Raised by kernels if a sum of a round may not be exact."""


class RoundWorkspace(Workspace):
    """The workspace of a walker, and of a table whose rows change once in a round."""

    # The sums of each row begin at the place of its values.
    sums: Floats
    # Where the values of rows begin that were met since their sums were taken, the lengths of their
    # menus, and how many they are.
    met: Ints
    menus: ShortInts
    mets: Ints
    # How many walkers share the table; what each keeps its sums below, so that they can be merged;
    # how far from the own sums those of each begin, in numbers; how often walkers came to where
    # they wait for each other.
    walkers: int = 1
    most: float = MOST / 2
    peers: Ints
    arrivals: Ints
    # The iterations of a round, the rounds that are complete, and the iterations before this one.
    round: int
    rounds: int
    before: int
    # What the random numbers of rounds, and of the iterations of this one, branch from.
    family: int
    stream: int

    def __init__(self, *given: Any, **values: Any) -> None:
        super().__init__(*given, **values, arrivals=apart(1, np.int64))
        self.make_sums(0)

    def make_sums(self, size: int) -> None:
        """Make room for the sums of so many values; the system gives memory as it is used."""
        rows = size // (2 * self.numbers)  # a row has two actions or more
        self.sums = np.zeros(size)
        self.met, self.menus = np.zeros(rows, np.int64), np.zeros(rows, np.int32)
        self.mets, self.peers = apart(1, np.int64), np.zeros(1, np.int64)

    @property
    def met_rows(self) -> tuple[Ints, ShortInts]:
        """Where the values of the rows that were met begin, which ascend, and their menus."""
        order = np.argsort(self.met[: int(self.mets[0])])
        return self.met[order], self.menus[order]


class Packed(Arena):
    """Rows by their keys, for kernels: see :class:`zerosum.algorithms.shards.Rows`."""

    words: Ints
    sizes: ShortInts
    menus: ShortInts
    numbers: Floats
    count: int


@inlined
def unit_of(work: Work) -> float:
    """Return in what walks count the average."""
    return 1.0 if work.players == 2 else RARE


@inlined
def add_exactly(sums: Numbers, place: int, amount: float, most: float) -> None:
    """Add an amount that is a multiple of the unit. Modified in place: ``sums``."""
    total = sums[place] + amount
    if not abs(total) < most:
        raise TooLarge
    sums[place] = total


@inlined
def add_rounded(work: Work, place: int, amount: float) -> None:
    """Add an amount, rounded to a multiple of the unit. Modified in place: ``work.sums``."""
    add_exactly(work.sums, place, (amount + _ROUNDS) - _ROUNDS, work.most)


@inlined
def sum_average(work: Work, at: int, n: int, a: int, amount: float) -> None:
    """Add to what the average of an action of a row gains. Modified in place: ``work.sums``."""
    add_rounded(work, at + a, min(amount, _MOST_ADDED))


@inlined
def sum_gains(
    game: History, view: GameView, work: Work, at: int, n: int, values: Numbers, value: float
) -> None:
    """Add the gains of ``n`` actions over the value to the sums of the row at ``at``."""
    for a in range(n):
        add_rounded(work, at + n + a, values[a] - value)


@inlined
def note(work: Work, at: int, n: int) -> None:
    """Put a row on the list of those that were met. Modified in place: ``work``."""
    if work.sums[at] == 0.0:
        work.sums[at] = MET
        work.met[work.mets[0]] = at
        work.menus[work.mets[0]] = n
        work.mets[0] += 1


@inlined
def meet(infoset: Infoset, menu: Menu, player: int, view: GameView, work: Work) -> int:
    """Return where the values of an infoset lie, and note that its row was met."""
    at = int(locate(infoset, menu, player, view, work))
    note(work, at, len(menu))
    return at


@cache
def rounds(traverse: Kernel) -> Any:
    """Return the kernel that runs iterations in rounds.

    Parameters
    ----------
    traverse
        A kernel ``(game, view, work, zero)``: all walks of an iteration.
    """

    @kernel
    def run(game: History, view: GameView, work: Work, first: int, last: int, zero: int) -> None:
        """Run iterations from ``first``, or a walker's share of those up to ``last``.

        Rounds that end are merged; where that is, all walkers wait for each other.
        """
        work.stack_end = stack_address() - work.stack_budget
        iteration, waits, end = first, 0, work.before + work.round
        while True:
            work.rng.follow(work.family, work.rounds + 1)
            work.stream = work.rng.branch()
            while iteration <= min(end, last):
                work.rng.follow(work.stream, iteration - work.before)
                work.deal = work.rng.branch()
                work.average_weight = unit_of(work)
                traverse(game, view, work, zero)
                work.iterations += 1
                iteration = following(work.table, iteration)
            if end > last or not all_come(work, waits + 1):
                return
            work.rounds += 1
            merge_sums(work, work.rounds)
            waits += 2
            if not all_come(work, waits):
                return
            clear_sums(work)
            work.before, end = end, end + work.round

    return run


@inlined
def all_come(work: Work, times: int) -> bool:
    """Wait until all walkers came here so many times; return False if one has failed."""
    table = work.table
    add(work.arrivals, 0, 1)
    looks = 0
    while load(work.arrivals, 0) < times * work.walkers:
        # One that is done has left, too, but after the last has come.
        if load(table.active, 0) < work.walkers and load(work.arrivals, 0) < times * work.walkers:
            return False
        if load(table.growing, 0) != 0:
            park(table)
        looks += 1
        if looks > _LOOKS:
            give_way()
    return True


@kernel
def merge_sums(work: Work, number: int) -> None:
    """Apply the sums of all walkers, by the weights and discounts of round ``number``.

    Each walker does so for some of the rows that it met. Modified in place: ``work.table``.
    """
    weigh(work, number)
    work.average_weight /= unit_of(work)
    for row in range(work.mets[0]):
        at, n = work.met[row], int(work.menus[row])
        if sum_up(work, at, n, work.scratch):
            apply(work, at, n, work.scratch)


@inlined
def apply(work: Work, at: int, n: int, sums: Numbers) -> None:
    """Apply the sums of a row, and the discounts since. Modified in place: ``work.table``."""
    cells = work.table.values[at:]
    if work.fades > 0:
        fade(cells, n, True, work.period, work.discounts, work.rng)
    add_to_average(cells[n:], n, sums, work.average_weight, work.rng)
    add_to_regrets(cells, n, sums[n:], 0.0, work.regret_weight, work.floor, work.rng)


@kernel
def apply_rows(work: Work, rows: Work, places: Numbers, number: int) -> None:
    """Apply the sums of rows whose values begin at ``places``, as :func:`merge_sums` does.

    Modified in place: ``work.table``.
    """
    weigh(work, number)
    work.average_weight /= unit_of(work)
    first = 0
    for row in range(rows.count):
        n = int(rows.menus[row])
        apply(work, places[row], n, rows.numbers[first:])
        first += 2 * n


@inlined
def sum_up(work: Work, at: int, n: int, sums: Numbers) -> bool:
    """Write the sums of all walkers for a row; return False if another walker does so.

    That is the first of those that met it, counted from one that depends on the place of the row.
    Modified in place: ``sums``.
    """
    walker = ((at >> 3) & 63) * work.walkers >> 6
    while work.sums[at + work.peers[walker]] == 0.0:
        walker = walker + 1 if walker + 1 < work.walkers else 0
    if work.peers[walker] != 0:
        return False
    for each in range(2 * n):
        sums[each] = work.sums[at + each]
    sums[0] -= MET
    for walker in range(work.walkers):
        here = at + work.peers[walker]
        if here != at and work.sums[here] != 0.0:
            for each in range(2 * n):
                sums[each] += work.sums[here + each]
            sums[0] -= MET
    return True


@kernel
def clear_sums(work: Work) -> None:
    """Forget the rows that were met, and their sums. Modified in place: ``work``."""
    for row in range(work.mets[0]):
        at = work.met[row]
        for each in range(2 * work.menus[row]):
            work.sums[at + each] = 0.0
    work.mets[0] = 0


@kernel
def place_rows(work: Work, rows: Work, adds: int, places: Numbers) -> None:
    """Write where the numbers of rows lie in a table. Modified in place: ``work``, ``places``.

    A row that it lacks is added, or ``ABSENT`` if ``adds`` is 0.
    """
    key = 0
    for row in range(rows.count):
        n, size = int(rows.menus[row]), int(rows.sizes[row])
        width = work.numbers * n + work.fades
        if work.table.prints > 0:
            work.row[2] = print_of(rows.words[key])
            work.row[3] = rows.words[key + size - 1]
            if adds > 0:
                at = find_print(work, width)
            else:
                at = probe_print(work, first_word(work.row[2], width))
        else:
            start, end = rows.words[key] >> 32, size - 1
            for each in range(end):
                work.row[each] = rows.words[key + 1 + each]
            if adds > 0:
                at = find(work, start, end, width)
            else:
                at = probe(work, start, end, hash_row(work.row, start, end))
        if at == ILL_FORMED:
            raise IllFormed
        places[row] = at
        key += size


@kernel
def note_rows(work: Work, rows: Work, places: Numbers) -> None:
    """Note that rows were met. Modified in place: ``work``."""
    for row in range(rows.count):
        note(work, places[row], int(rows.menus[row]))


@kernel
def add_up(rows: Work, to: Numbers, sums: Numbers, most: float) -> None:
    """Add sums of rows to others, each row from a place on. Modified in place: ``sums``."""
    number = 0
    for row in range(rows.count):
        for each in range(2 * rows.menus[row]):
            add_exactly(sums, to[row] + each, rows.numbers[number], most)
            number += 1


@kernel
def gather(source: Numbers, starts: Numbers, sizes: Numbers, found: Numbers) -> None:
    """Copy parts of an array, one after another; zeros for those at -1. Modified: ``found``."""
    to = 0
    for part in range(starts.size):
        for each in range(sizes[part]):
            found[to] = source[starts[part] + each] if starts[part] >= 0 else 0
            to += 1


@kernel
def scatter(numbers: Numbers, starts: Numbers, sizes: Numbers, into: Numbers) -> None:
    """Copy what :func:`gather` finds to where the parts are. Modified in place: ``into``."""
    at = 0
    for part in range(starts.size):
        for each in range(sizes[part]):
            if starts[part] >= 0:
                into[starts[part] + each] = numbers[at]
            at += 1


@kernel
def find_blocks(table: Work, places: Numbers, blocks: Numbers) -> None:
    """Write where the blocks of rows begin whose values do at ``places``, which ascend.

    Values follow each other as rows do. Modified in place: ``blocks``.
    """
    row = 0
    for each in range(blocks.size):
        step = 1
        while step > 0:
            after = row + step
            if after < table.rows and table.words[table.blocks[after]] <= places[each]:
                row, step = after, 2 * step
            else:
                step //= 2
        blocks[each] = table.blocks[row]


@kernel
def hash_keys(rows: Work, hashes: Numbers) -> None:
    """Write a hash of each exact key, that of its table. Modified in place: ``hashes``."""
    key = 0
    for row in range(rows.count):
        start, size = rows.words[key] >> 32, int(rows.sizes[row])
        hashes[row] = hash_row(rows.words, key + 1 + start, key + size)
        key += size
