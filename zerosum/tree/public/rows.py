"""The infosets of the decisions and hands of a public tree, as rows of a table."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import IO, Any, NamedTuple

import numpy as np
from numba.core import types

from zerosum.abstraction import View
from zerosum.errors import GameError
from zerosum.game import players_of
from zerosum.jit import kernel
from zerosum.kernels.compile import prepare
from zerosum.kernels.failures import Walked, explaining
from zerosum.kernels.limits import check_stack, stack_address
from zerosum.kernels.lookup import visit
from zerosum.kernels.names import GameView, History, Work
from zerosum.kernels.rows import TooDeep
from zerosum.native.depth import stack_budget
from zerosum.native.primitives import hold, outcomes
from zerosum.rng import Random
from zerosum.tables import (
    PATH_WORDS,
    Ints,
    ShortInts,
    Workspace,
    action_counts,
    class_names,
    starts_of,
)
from zerosum.tree.infosets import Infosets, cut_rows
from zerosum.tree.public.deals import Deal, Deals
from zerosum.tree.unfold import advance


@dataclass(frozen=True, eq=False, repr=False)
class Rows(Infosets):
    """The infosets of a public tree.

    Parameters
    ----------
    numbers
        Shape (places,): the infoset of each decision and hand; -1 if the hand is impossible there.
    """

    numbers: Ints

    def _met(self, number: int) -> Any:
        raise GameError(
            f"The infosets of a public tree must have no fields that are left out of comparison; "
            f"those of {type(self.base).__qualname__} have some: give a Strategy, not a function.",
            number,
        )


@kernel
def meet(game: History, view: GameView, work: Work, depth: int) -> None:
    """Enter every infoset of a history and of all below it. Modified in place: ``work``."""
    if game.terminal:
        return
    if depth > PATH_WORDS:
        raise TooDeep
    check_stack(work)
    if game.chance:
        branches = outcomes(game)
        for place in range(len(branches)):
            following, below = advance(game, branches[place][0], work, depth)
            meet(following, view, work, below)
        return
    active = game.active
    infoset = game.infoset(active)
    menu = hold(view.menu(infoset))
    visit(infoset, menu, active, view, work)
    for place in range(len(menu)):
        following, below = advance(game, menu[place], work, depth)
        meet(following, view, work, below)


@kernel
def meet_deal(game: History, view: GameView, work: Work, depth: int) -> None:
    """Enter every infoset of a game after one deal of hands."""
    work.stack_end = stack_address() - work.stack_budget
    work.depth = depth
    meet(game, view, work, depth)


class Written(NamedTuple):
    """The rows of a public tree whose words are in a file.

    Parameters
    ----------
    blocks, hashes, starts
        As :class:`~zerosum.tree.Infosets` has them.
    places
        Shape (infosets,): the decision and hand of each infoset, as ``signs`` has them.
    classes
        The names of the classes in the words, by their numbers.
    """

    blocks: Ints
    hashes: Ints
    starts: Ints
    places: ShortInts
    classes: dict[str, list[str]]


def rows_of(base: Any, view: View, deals: Deals, signs: Ints, *, native: bool) -> Rows:
    """Return the infosets of a public tree, whose fields the parameters are.

    Raises
    ------
    AbstractionError
        If one key stands for two menus or two players.
    TableError
        If they do not fit into half the memory.
    """
    work = next(_walked(base, view, [deals.all], native=native))
    rows = cut_rows(work)
    del work
    # A sign is the hash of a row's identity, plus one, since zero stands for no infoset.
    hashes = rows["hashes"]
    order = np.argsort(hashes, kind="stable")
    numbers: Ints = order[np.searchsorted(hashes[order], signs - 1)]
    numbers[signs == 0] = -1
    return Rows(base=base, view=view, players=players_of(base), **rows, numbers=numbers)


def write_rows(
    base: Any, view: View, deals: Deals, signs: Ints, file: IO[bytes], *, native: bool
) -> Written:
    """Write the words of the rows that :func:`rows_of` returns to a file; return the rest.

    The signs must differ, so that each infoset is of one decision and hand. A deal is walked by
    itself, and what earlier deals have met is left out: so one deal is in memory at a time.
    """
    order = np.argsort(signs, kind="stable").astype(np.int32)
    order = order[np.count_nonzero(signs == 0) :]
    known, seen = signs[order], np.zeros(order.size, bool)
    blocks, starts = np.zeros(order.size + 1, np.int64), np.zeros(order.size + 1, np.int64)
    places = np.zeros(order.size, np.int32)
    classes: dict[str, list[str]] = {}
    rows = 0
    for work in _walked(base, view, [[deal] for deal in deals.all], native=native):
        arrays = work.table.arrays()
        words, begins, hashes = (arrays[name] for name in ("words", "blocks", "hashes"))
        ascending = np.argsort(hashes)  # for a search that goes one way
        found = np.empty(hashes.size, np.int32)
        found[ascending] = np.searchsorted(known, hashes[ascending] + 1)
        new = ~seen[found]
        seen[found] = True
        sizes, counts = np.diff(begins, append=words.size), action_counts(words, begins)[new]
        words, there = words[np.repeat(new, sizes)], slice(rows, rows + counts.size + 1)
        blocks[there] = blocks[rows] + starts_of(sizes[new])
        starts[there] = starts[rows] + starts_of(counts)
        places[rows : rows + counts.size] = order[found[new]]
        # Where the values of a row would begin, in a table with two for each action.
        words[blocks[there][:-1] - blocks[rows]] = 2 * starts[there][:-1]
        rows += counts.size
        classes |= class_names(words)
        file.write(words.data)
    return Written(blocks[:-1], signs[places] - 1, starts, places, classes)


def _walked(
    base: Any, view: View, groups: Iterable[Iterable[Deal]], *, native: bool
) -> Iterator[Workspace]:
    """Yield a workspace with the infosets after the deals of each group."""
    run = None
    for deals in groups:
        work = Workspace(Random(0), players=players_of(base), stack_budget=stack_budget())
        if run is None:
            run = prepare(meet_deal, base, view, (work,), (types.int64,), native=native, quiet=True)
        run, path = run.with_arenas(work), work.plain().path
        for deal in deals:
            with explaining(Walked(base, view, work)):
                run.starting(deal.start)(deal.write(path))
        yield work
