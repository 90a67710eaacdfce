"""The infosets of the decisions and hands of a public tree, as rows of a table."""

from dataclasses import dataclass
from typing import Any

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
from zerosum.tables import PATH_WORDS, Ints, Workspace
from zerosum.tree.infosets import Infosets, cut_rows
from zerosum.tree.public.deals import Deals
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


def rows_of(base: Any, view: View, deals: Deals, signs: Ints, *, native: bool) -> Rows:
    """Return the infosets of a public tree, whose fields the parameters are.

    Raises
    ------
    AbstractionError
        If one key stands for two menus or two players.
    TableError
        If they do not fit into half the memory.
    """
    players = players_of(base)
    work = Workspace(Random(0), players=players, stack_budget=stack_budget())
    run = prepare(meet_deal, base, view, (work,), (types.int64,), native=native, quiet=True)
    path = work.plain().path
    for deal in deals.all:
        with explaining(Walked(base, view, work)):
            run.starting(deal.start)(deal.write(path))
    rows = cut_rows(work)
    # A sign is the hash of a row's identity, plus one, since zero stands for no infoset.
    hashes = rows["hashes"]
    order = np.argsort(hashes, kind="stable")
    numbers = np.full(signs.size, -1, np.int64)
    known = signs != 0
    numbers[known] = order[np.searchsorted(hashes[order], signs[known] - 1)]
    return Rows(base=base, view=view, players=players, **rows, numbers=numbers)
