"""The row of an infoset: visited, which makes it if it is new, or looked up in a finished table."""

from math import sqrt
from typing import Any

import numpy as np

from zerosum.jit import inlined, kernel, linked
from zerosum.kernels.hashing import hash_row
from zerosum.kernels.names import GameView, Infoset, Kernel, Menu, Numbers, Work
from zerosum.kernels.prints import find_print, print_row
from zerosum.kernels.regrets import fade
from zerosum.kernels.rows import ABSENT, FULL, ILL_FORMED, IllFormed, NoActions, find, probe
from zerosum.native.emit import overload
from zerosum.tables import Floats, Ints, Workspace

_MOST_REMEMBERED = 1 << 16  # infosets

# Above the 57 bits of a fingerprint.
SOURCE = 1 << 57


class StrategyWorkspace(Workspace):
    """A workspace whose table holds the probabilities of strategies, and counts while they play."""

    # Decisions, and those at infosets that the table does not know, weighted by reach; and bets
    # that a translation had to move to be legal.
    decisions: float
    unknown: float
    clipped: float
    # Lines of play that are rarer are followed by drawing actions.
    rare: float
    # Which of several strategies is each player's, if rows have fingerprints.
    sources: Ints
    # What is won in a deal, and the mean and the squared deviations of all deals so far.
    payoffs: Floats
    means: Floats
    squares: Floats

    @property
    def unknown_share(self) -> float:
        """The share of decisions at infosets that the table does not know."""
        return self.unknown / max(self.decisions, 1.0)

    def errors(self, deals: int) -> Floats:
        """Return the standard errors of the means of so many deals."""
        return np.sqrt(self.squares / (deals - 1)) / sqrt(deals)


def _by_prints(printed: Kernel, plain: Kernel) -> Kernel:
    """Return one of two kernels by whether rows have fingerprints; natively its type says that."""

    def choose(view: GameView, *rest: Any) -> Any:
        return (printed if view.printed() > 0 else plain)(view, *rest)

    @overload(choose)
    def resolve(view: Any, *rest: Any) -> Any:
        chosen = linked(printed if view.lowering.view.prints else plain)
        return lambda view, *rest: chosen(view, *rest)

    return choose


@inlined
def _place_by_print(
    view: GameView, work: Work, start: int, end: int, n: int, width: int, buckets: int
) -> int:
    print_row(work.row, start, end, n, view.printed())
    return int(find_print(work, width))


@inlined
def _place_by_key(
    view: GameView, work: Work, start: int, end: int, n: int, width: int, buckets: int
) -> int:
    return int(find(work, start, end, buckets * width))


@inlined
def _print_of_source(
    view: GameView, work: Work, start: int, end: int, n: int, player: int
) -> tuple[int, int]:
    start, end = print_row(work.row, start, end, n, view.printed())
    work.row[start] += work.sources[player] * SOURCE
    return start, end


@inlined
def _key(view: GameView, work: Work, start: int, end: int, n: int, player: int) -> tuple[int, int]:
    return start, end


_place = _by_prints(_place_by_print, _place_by_key)
_identity = _by_prints(_print_of_source, _key)


@inlined
def locate(infoset: Infoset, menu: Menu, player: int, view: GameView, work: Work) -> int:
    """Return where the values of an infoset lie, in a row that is made if it is new.

    If the table is full, that is room that the next such infoset takes again: with regrets of
    zero, it is played uniformly.
    """
    n = len(menu)
    if n == 0:
        raise NoActions
    start, end = view.write(infoset, menu, player, work.row)
    bucket, buckets = view.bucket(work.row, end)
    averaged = view.street(infoset) < work.averages
    width = (work.numbers if averaged else work.numbers - 1) * n + work.fades
    at = _place(view, work, start, end, n, width, buckets)
    return int(turn_away(work, width) if at == FULL else at + bucket * width)


@inlined
def visit(infoset: Infoset, menu: Menu, player: int, view: GameView, work: Work) -> int:
    """Return what :func:`locate` does, of a row whose discounts are made."""
    at = int(locate(infoset, menu, player, view, work))
    if work.fades > 0:
        averaged = view.street(infoset) < work.averages
        fade(work.table.values[at:], len(menu), averaged, work.period, work.discounts, work.rng)
    return at


def visit_again(infoset: Infoset, menu: Menu, player: int, view: GameView, work: Work) -> int:
    """Return what :func:`visit` does, where rows stay in their places.

    Python remembers the places: to write a key and hash it takes most of the time of a walk, and
    equal infosets have equal keys. Of abstract ones only some factors count.
    """
    if not view.is_plain:
        return int(visit(infoset, menu, player, view, work))
    key = infoset, menu, player
    at = work.memo.get(key)
    if at is None:
        at = visit(infoset, menu, player, view, work)
        if len(work.memo) < _MOST_REMEMBERED:
            work.memo[key] = at
    return int(at)


@overload(visit_again)
def _visit_again(infoset: Any, menu: Any, player: Any, view: Any, work: Any) -> Any:
    chosen = linked(visit)
    return lambda infoset, menu, player, view, work: chosen(infoset, menu, player, view, work)


@kernel
def turn_away(work: Work, width: int) -> int:
    """Return where the values of an infoset go that is not stored; they are zero."""
    if work.turned_away == 0:
        work.full_since = work.iteration
    work.turned_away += 1
    for place in range(width):
        work.table.values[work.spill + place] = 0
    return int(work.spill)


@kernel
def look_up(infoset: Infoset, menu: Menu, player: int, view: GameView, work: Work) -> int:
    """Return where the values of an infoset lie; ``ABSENT`` where the table does not know it.

    A single action needs no row.
    """
    if len(menu) == 0:
        raise NoActions
    if len(menu) == 1:
        return ABSENT
    start, end = view.write(infoset, menu, player, work.row)
    start, end = _identity(view, work, start, end, len(menu), player)
    at = probe(work, start, end, hash_row(work.row, start, end))
    if at == ILL_FORMED:
        raise IllFormed
    bucket, buckets = view.bucket(work.row, end)
    if at == ABSENT or buckets == 1:
        return at
    at += bucket * len(menu)
    return at if is_known(work.table.values[at:], len(menu)) else ABSENT


@kernel
def is_known(probabilities: Numbers, n: int) -> bool:
    """Return whether a bucket of a dense row was visited: if not, its probabilities are zero."""
    for a in range(n):
        if probabilities[a] > 0.0:
            return True
    return False


@inlined
def is_unknown(at: int, n: int) -> bool:
    """Return whether the table should know an infoset, and does not."""
    return at == ABSENT and n > 1


@kernel
def probability(work: Work, at: int, n: int, place: int) -> float:
    """Return how likely an action of a row is; uniform where the row is ``ABSENT``."""
    return 1.0 / n if at == ABSENT else float(work.table.values[at + place])


@kernel
def write_strategy(work: Work, at: int, n: int, sigma: Numbers) -> None:
    """Write a row's ``n`` probabilities. Modified in place: ``sigma``."""
    for a in range(n):
        sigma[a] = probability(work, at, n, a)


@kernel
def note(work: Work, place: int, won: float, number: int) -> None:
    """Note what was won in deal ``number`` in the mean and the deviations (Welford 1962)."""
    away = won - work.means[place]
    work.means[place] += away / number
    work.squares[place] += away * (won - work.means[place])


@kernel
def first_place(ascending: Numbers, wanted: int) -> int:
    """Return the first place whose number is not below the wanted one."""
    low, high = 0, ascending.size
    while low < high:
        middle = (low + high) // 2
        if ascending[middle] < wanted:
            low = middle + 1
        else:
            high = middle
    return low
