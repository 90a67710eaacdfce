"""Enumerate a game: one walk over all its histories, natively where the game lowers."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba.core import types

from zerosum.abstraction import base_and_view
from zerosum.errors import GameError
from zerosum.game import check_methods, players_of
from zerosum.jit import compiled
from zerosum.kernels.compile import prepare
from zerosum.kernels.limits import stack_budget
from zerosum.native.compiling import Compiled, try_compile
from zerosum.native.primitives import can_list
from zerosum.rng import Random
from zerosum.tables import Workspace
from zerosum.tables.arena import native_type
from zerosum.tree.checks import FAILURES, NotEnumerable, Walk, explained, too_many
from zerosum.tree.estimate import is_far_beyond
from zerosum.tree.infosets import cut_rows
from zerosum.tree.tree import Tree
from zerosum.tree.unfold import unroll
from zerosum.tree.unfolding import Unfolding

MOST_HISTORIES = 20_000_000


def enumerated(game: Any, *, limit: int = MOST_HISTORIES, native: bool = True) -> Tree:
    """Return the whole tree of a game as flat arrays.

    Games here are zero-sum, and payoffs that do not cancel are a mistake.

    Parameters
    ----------
    game
        The start of a game, abstract or not, or its class; or a tree, which is returned.
    limit
        The most histories. Memory is taken as they come, about 20 bytes for each.
    native
        True for the native walk where the game compiles, False for the interpreted one.

    Raises
    ------
    GameError
        Where chance does not sum to one, payoffs do not cancel, or a history does not end;
        ``NotEnumerable`` where the tree is larger than ``limit``, or chance has no ``chances``.
    AbstractionError
        Where one key stands for two menus or two players; two histories are the witnesses.

    Examples
    --------
    >>> from zerosum.leduc import Leduc
    >>> enumerated(Leduc()).statistics
    Statistics(histories=9457, terminals=5520, infosets=936, sequences=2184, depth=11)

    Notes
    -----
    Compiling takes seconds, once; then some ten million histories a second.
    """
    if isinstance(game, Tree):
        return game
    base, view = base_and_view(game)
    check_methods(base)
    _check_chances(base)
    limit = int(limit)  # 1e6 will do
    if not 1 <= limit < 1 << 31:
        raise GameError(
            f"The limit of a tree must be 1 to 2**31 - 1 histories; got {limit}: leave limit= out "
            f"for the usual {MOST_HISTORIES:,}.",
            limit,
        )
    work = Workspace(Random(0), stack_budget=stack_budget())
    walk = Walk(base, view, work, Unfolding(limit, players_of(base)))
    if is_far_beyond(walk.base, walk.view, limit):
        raise too_many(walk)
    _run(walk, native=native)
    return _cut(walk)


def lowers(game: Any) -> bool:
    """Return whether a game is enumerated natively; compiles, and warns of nothing."""
    kinds = native_type(Workspace), native_type(Unfolding), types.int64
    made = try_compile(compiled(unroll), *base_and_view(game), kinds)
    return isinstance(made, Compiled)


def _run(walk: Walk, *, native: bool) -> None:
    arenas = walk.work, walk.unfolding
    run = prepare(unroll, walk.base, walk.view, arenas, (types.int64,), native=native)
    try:
        run(0)
    except FAILURES as failure:
        raise explained(walk, failure) from failure.__cause__


def _cut(walk: Walk) -> Tree:
    """Return the tree that was written, without the room that was left."""
    unfolding, work = walk.unfolding, walk.work
    histories, terminals = unfolding.histories, unfolding.terminals
    rows = cut_rows(work)
    starts = rows["starts"]
    edges = unfolding.cut("edges", histories)
    from_chance = edges < -1
    edges[from_chance] = starts[-1] - 2 - edges[from_chance]
    infosets = unfolding.cut("infosets", histories)
    deciding = infosets >= 0
    numbers = np.repeat(np.arange(work.rows, dtype=np.int32), np.diff(starts))
    infosets[deciding] = numbers[infosets[deciding]]
    players = players_of(walk.base)
    return Tree(
        base=walk.base,
        view=walk.view,
        players=players,
        **rows,
        parents=unfolding.cut("parents", histories),
        edges=edges,
        infosets=infosets,
        payoffs=unfolding.cut("payoffs", terminals * players).reshape(terminals, players),
        chances=unfolding.cut("chances", unfolding.outcomes),
    )


def _check_chances(base: Any) -> None:
    """Refuse a game whose chance can be drawn and not listed."""
    if not can_list(base):
        raise NotEnumerable(
            f"Chance of {type(base).__qualname__} must have chances() to be enumerated; it has "
            f"only sample(): list each outcome with its probability, or use a sampling solver.",
            base,
        )
