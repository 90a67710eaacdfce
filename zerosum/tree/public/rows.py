"""The infosets behind the decisions and hands of a public tree, as rows of a table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numba.core import types
from numpy.typing import NDArray

from zerosum.errors import GameError
from zerosum.jit import kernel
from zerosum.kernels.compile import prepare
from zerosum.kernels.failures import Walked, explaining
from zerosum.kernels.limits import check_stack, stack_address, stack_budget
from zerosum.kernels.rows import TooDeep
from zerosum.kernels.visit import visit
from zerosum.native.primitives import hold, outcomes
from zerosum.rng import Random
from zerosum.tables import PATH_WORDS, Workspace
from zerosum.tokens import put
from zerosum.tree.infosets import Infosets, cut_rows
from zerosum.tree.unfolding import check_kind

if TYPE_CHECKING:
    from zerosum.tree.public.tree import PublicTree


@dataclass(frozen=True, eq=False, repr=False)
class Rows(Infosets):
    """The infosets of a public tree.

    Parameters
    ----------
    numbers
        Shape (places,): the infoset of each decision and hand; -1 where the hand cannot be held.
    """

    numbers: NDArray[np.int64]

    def _met(self, number: int) -> Any:
        raise GameError(
            f"The infosets of a public tree must be told by what is compared of them; those of "
            f"{type(self.base).__qualname__} have other fields: give a Strategy, not a function.",
            number,
        )


@kernel
def meet(game: Any, view: Any, work: Any, depth: int) -> None:
    """Enter every infoset of a history and of all below it. Modified in place: ``work``."""
    if game.terminal:
        return
    if depth > PATH_WORDS:
        raise TooDeep
    check_stack(work)
    if game.chance:
        branches = outcomes(game)
        for place in range(len(branches)):
            outcome = branches[place][0]
            below = put(work.path, depth, outcome)
            following = game.apply(outcome)
            check_kind(game, following)
            meet(following, view, work, below)
        return
    active = game.active
    infoset = game.infoset(active)
    menu = hold(view.menu(infoset))
    work.depth = depth
    visit(infoset, menu, active, view, work)
    for place in range(len(menu)):
        action = menu[place]
        below = put(work.path, depth, action)
        following = game.apply(action)
        check_kind(game, following)
        meet(following, view, work, below)


@kernel
def meet_pair(game: Any, view: Any, work: Any, depth: int) -> None:
    """Enter every infoset of a game with one pair of hands."""
    work.stack_end = stack_address() - work.stack_budget
    meet(game, view, work, depth)


def rows_of(tree: PublicTree) -> Rows:
    """Return the infosets of a public tree.

    Raises
    ------
    AbstractionError
        Where one key stands for two menus or two players.
    TableError
        Where they do not fit into half the memory.
    """
    work = Workspace(Random(0), stack_budget=stack_budget())
    run = prepare(
        meet_pair, tree.base, tree.view, (work,), (types.int64,), native=tree.native, quiet=True
    )
    path = work.plain().path
    for pair in tree.deals.pairs:
        depth = 0
        for move in pair.moves:
            depth = put(path, depth, move)
        with explaining(Walked(tree.base, tree.view, work)):
            run.starting(pair.start)(depth)
    return _cut(tree, work)


def _cut(tree: PublicTree, work: Workspace) -> Rows:
    rows = cut_rows(work)
    # A sign is the hash of a row's identity, plus one so that zero is free for no infoset.
    hashes = rows["hashes"]
    order = np.argsort(hashes, kind="stable")
    numbers = np.full(tree.signs.size, -1, np.int64)
    known = tree.signs != 0
    numbers[known] = order[np.searchsorted(hashes[order], tree.signs[known] - 1)]
    return Rows(base=tree.base, view=tree.view, players=tree.players, **rows, numbers=numbers)
