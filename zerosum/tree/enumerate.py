"""Enumerate a game: one walk over all its histories, natively if the game compiles."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numba.core import types

from zerosum.abstraction import base_and_view
from zerosum.errors import AbstractionError, GameError, TableError, is_number
from zerosum.game import name_of, players_of
from zerosum.jit import compiled
from zerosum.kernels.compile import Compiled, prepare, try_compile
from zerosum.kernels.failures import Explain, Walked, explaining, ill_formed, last_visited
from zerosum.kernels.rows import IllFormed, TableFull
from zerosum.laws import check_playouts, share_of
from zerosum.native.depth import stack_budget
from zerosum.native.primitives import can_list, outcomes
from zerosum.rng import Random
from zerosum.tables import Workspace, read_block
from zerosum.tables.arena import native_type
from zerosum.tree.estimate import MANY_PROBES, estimate, is_far_beyond
from zerosum.tree.failures import NotEnumerable, TooMany
from zerosum.tree.infosets import cut_rows
from zerosum.tree.replay import moved, ordinals
from zerosum.tree.tree import Tree
from zerosum.tree.unfold import Unfolding, unfold_all

MOST_HISTORIES = 20_000_000


@dataclass(frozen=True)
class Walk(Walked):
    """A game that is being enumerated, and what has been written so far."""

    unfolding: Unfolding


def enumerated(game: Any, *, limit: int = MOST_HISTORIES, native: bool = True) -> Tree:
    """Return the whole tree of a game as flat arrays.

    Games here are zero-sum, or become so by a shift: payoffs must sum to the same number at every
    terminal.

    Parameters
    ----------
    game
        The start of a game, abstract or not, or its class; or a tree, which is returned.
    limit
        The largest number of histories. Memory is used as they are found, about 20 bytes each.
    native
        True for the native walk if the game compiles, False for the interpreted one.

    Raises
    ------
    GameError
        If the probabilities of chance do not sum to 1, payoffs do not sum to the same everywhere,
        or a history does not end; ``NotEnumerable`` if the tree is larger than ``limit``, or chance
        has no ``chances``.
    AbstractionError
        If one key stands for two menus or two players; the message names two histories.

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
    check_playouts(base, view, 20)
    if not can_list(base):
        raise NotEnumerable(
            f"Chance of {name_of(base)} must have chances() to be enumerated; it has "
            f"only sample(): list each outcome with its probability, or use a sampling solver.",
            base,
        )
    if is_number(limit) and 1 <= limit < 1 << 31:
        limit = int(limit)  # 1e6 will do
    else:
        raise GameError(
            f"The limit of a tree must be 1 to 2**31 - 1 histories; got {limit}: leave the limit "
            f"out for the usual {MOST_HISTORIES:,}.",
            limit,
        )
    players = players_of(base)
    work = Workspace(Random(0), players=players, stack_budget=stack_budget())
    walk = Walk(base, view, work, Unfolding(limit, players, share_of(base)))
    native = native and not hasattr(base, "interpreted")
    if is_far_beyond(base, view, limit, *([] if native else [MANY_PROBES])):
        raise too_many(walk)
    run = prepare(unfold_all, base, view, (work, walk.unfolding), (types.int64,), native=native)
    with explaining(walk, also=_EXPLAIN):
        run(0)
    return _cut(walk)


def lowers(game: Any) -> bool:
    """Return whether a game is enumerated natively; compiles, and does not warn.

    >>> from zerosum.kuhn import Kuhn
    >>> lowers(Kuhn())
    True
    """
    kinds = native_type(Workspace), native_type(Unfolding), types.int64
    return isinstance(try_compile(compiled(unfold_all), *base_and_view(game), kinds), Compiled)


def _cut(walk: Walk) -> Tree:
    """Return the tree that was written, without the room that was left."""
    unfolding, work = walk.unfolding, walk.work
    histories, terminals, players = unfolding.histories, unfolding.terminals, unfolding.players
    rows = cut_rows(work)
    starts = rows["starts"]
    edges = unfolding.cut("edges", histories)
    from_chance = edges < -1
    edges[from_chance] = starts[-1] - 2 - edges[from_chance]
    infosets = unfolding.cut("infosets", histories)
    deciding = infosets >= 0
    numbers = np.repeat(np.arange(work.rows, dtype=np.int32), np.diff(starts))
    infosets[deciding] = numbers[infosets[deciding]]
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
        share=unfolding.share,
    )


def too_many(walk: Walk) -> NotEnumerable:
    """Return the error for a tree that is larger than its limit, walked or not."""
    tree, expected = walk.unfolding, estimate(walk.base, walk.view)
    about = f" of about {expected:.2g}" if expected > tree.limit else ""
    return NotEnumerable(
        f"The tree of {name_of(walk.base)} must have at most {tree.limit:,} "
        f"histories; {tree.histories:,} were reached{about}: raise the limit, use a coarser "
        f"abstraction of the actions, or a sampling solver.",
        walk.base,
    )


def _contradiction(walk: Walk) -> AbstractionError:
    """Return the error for one key with two menus or players, with both histories."""
    known = read_block(walk.work.table.words, walk.work.witness)
    tree = walk.unfolding
    infosets = tree.infosets[: tree.histories]
    node = int(np.argmax(infosets == known.at // 2))
    history, moves = moved(walk.base, walk.view, ordinals(tree.parents, tree.edges, node))
    return ill_formed(walk, f" (at {history!r} after {moves})")


def _table_full(walk: Walk) -> TableError:
    return TableError(
        f"The infosets of a tree must fit into half the memory; {walk.work.rows:,} did: use a "
        f"coarser abstraction.",
        walk.base,
    )


def _not_listed(walk: Walk) -> NotEnumerable | None:
    """Return the error if it was chance that raised NotImplementedError."""
    history, _ = last_visited(walk)
    try:
        outcomes(history)
    except NotImplementedError:
        return NotEnumerable(
            f"Chance of {name_of(walk.base)} must list its outcomes to be enumerated; "
            f"chances() raises NotImplementedError at a history: use a sampling solver.",
            history,
        )
    return None


_EXPLAIN: dict[type[Exception], Explain] = {
    TooMany: too_many,
    IllFormed: _contradiction,
    TableFull: _table_full,
    NotImplementedError: _not_listed,
}
