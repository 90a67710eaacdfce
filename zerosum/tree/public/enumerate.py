"""Enumerate the public tree of a game: one walk for each pair of private hands."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numba.core import types
from numpy.typing import NDArray

from zerosum.abstraction import base_and_view
from zerosum.errors import GameError
from zerosum.kernels.compile import prepare
from zerosum.kernels.failures import Walked, explaining
from zerosum.native.depth import stack_budget
from zerosum.rng import Random
from zerosum.tables import HEADER, Floats, Workspace
from zerosum.tree.public.deals import Deals, check_declared, deals_of
from zerosum.tree.public.failures import EXPLAIN
from zerosum.tree.public.tree import PublicTree
from zerosum.tree.public.unfold import hash_value, unfold_pair
from zerosum.tree.public.unfolding import CHANCE, Unfolding

MOST_NODES = 10_000_000
_MOST_PAIRS = 100_000
_SMALL_RESERVE = 1 << 20


@dataclass(frozen=True)
class PublicWalk(Walked):
    """A game whose public tree is being made, and what has been written so far."""

    tree: Unfolding
    deals: Deals
    # A workspace whose table numbers payoffs.
    terms: Workspace


def public_tree(game: Any, *, limit: int = MOST_NODES, native: bool = True) -> PublicTree:
    """Return the public tree of a game that declares ``public`` and ``private(player)``.

    Parameters
    ----------
    game
        The start of a two-player game, abstract or not, or its class; or a public tree, which is
        returned.
    limit
        The largest number of nodes (decisions and chance moves).
    native
        True for the native walk if the game compiles, False for the interpreted one.

    Raises
    ------
    GameError
        If the game does not declare what is public, or declares it wrongly, with the history that
        shows it: if actions or later moves of chance are private, for instance. If the tree is
        larger than ``limit``.

    Examples
    --------
    >>> from zerosum.leduc import Leduc
    >>> tree = public_tree(Leduc())
    >>> tree.nodes, tree.hands, tree.numbers
    (191, (6, 6), 2604)

    Notes
    -----
    Every history is visited once, at some ten million a second, and none is kept: memory depends
    on the number of nodes, and of different payoff matrices.
    """
    if isinstance(game, PublicTree):
        return game
    base, view = base_and_view(game)
    check_declared(base)
    limit = int(limit)  # 1e6 will do
    if not 1 <= limit < 1 << 28:
        raise GameError(
            f"The limit of a public tree must be 1 to 2**28 - 1 nodes; got {limit}: leave the "
            f"limit out for the usual {MOST_NODES:,}.",
            limit,
        )
    deals = deals_of(base, _MOST_PAIRS)
    work = Workspace(Random(0), _SMALL_RESERVE, players=2, stack_budget=stack_budget())
    tree = Unfolding(limit, (len(deals.hands[0]), len(deals.hands[1])))
    walk = PublicWalk(base, view, work, tree, deals, Workspace(Random(0)))
    native = _walk(walk, native=native)
    if tree.nodes == 0:
        raise GameError(
            f"A public tree must have a decision; {type(base).__qualname__} ends with the deal: "
            f"check `terminal`.",
            base,
        )
    return _cut(walk, native=native)


def _walk(walk: PublicWalk, *, native: bool) -> bool:
    """Walk the game with every pair of hands; return whether that was native."""
    arenas, rest = (walk.work, walk.tree, walk.terms), (types.float64, types.int64, types.int64)
    run = prepare(unfold_pair, walk.base, walk.view, arenas, rest, native=native)
    work = walk.work.plain()
    for number, pair in enumerate(walk.deals.pairs):
        walk.tree.pair = number
        for player, hand in enumerate(pair.hands):
            walk.tree.hands[player] = hand
            walk.tree.privates[player] = hash_value(pair.start.private(player), work)
        with explaining(walk, also=EXPLAIN):
            run.starting(pair.start)(pair.chance, pair.write(work.path), 0)
    return run.native


def _cut(walk: PublicWalk, *, native: bool) -> PublicTree:
    """Return the tree that was written, edges in the order of the nodes that they leave."""
    tree = walk.tree
    nodes, edges = tree.nodes, tree.edges
    owners = tree.owners[:nodes].copy()
    origins = tree.origins[1:edges]
    order = np.argsort(origins, kind="stable")
    firsts = np.searchsorted(origins[order], np.arange(nodes + 1)).astype(np.int32)
    targets = tree.targets[1:edges][order]
    classes = tree.classes[: tree.terminals]
    kinds, kind_of = np.unique(classes, return_inverse=True)
    ending = targets < 0
    targets = targets - 1
    targets[ending] = -1 - kind_of[-2 - targets[ending]]
    odds = tree.masses[1:edges][order]
    by_chance = np.repeat(owners == CHANCE, np.diff(firsts))
    totals = np.repeat(np.add.reduceat(odds, firsts[:-1]), np.diff(firsts))
    odds = np.divide(odds, totals, out=np.zeros(edges - 1), where=by_chance)
    return PublicTree(
        base=walk.base,
        view=walk.view,
        deals=walk.deals,
        owners=owners,
        firsts=firsts,
        targets=targets,
        odds=odds,
        payoffs=_payoffs(walk, kinds),
        signs=tree.marks[: tree.filled].copy(),
        terminals=classes.size,
        native=native,
    )


def _payoffs(walk: PublicWalk, kinds: NDArray[Any]) -> Floats:
    """Return the payoff matrix of each kind of terminal, read from the last pair to the first."""
    deals, terms = walk.deals, walk.terms.table
    pairs = np.array([pair.hands for pair in deals.pairs])
    found = np.zeros((kinds.size, len(deals.hands[0]), len(deals.hands[1])))
    columns = terms.blocks[: terms.rows, None] + HEADER + np.arange(4)
    before, pair, mantissa, exponent = terms.words[columns].T
    values = np.ldexp(mantissa * 2.0**-53, exponent.astype(np.int32))
    which, rows = np.arange(kinds.size), kinds.astype(np.int64)
    while rows.any():
        which, rows = which[rows > 0], rows[rows > 0] - 1
        found[(which, *pairs[pair[rows]].T)] = values[rows]
        rows = before[rows]
    return found
