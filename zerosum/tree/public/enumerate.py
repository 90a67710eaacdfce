"""Enumerate what is public of a game: one walk for each pair of private hands."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba.core import types
from numpy.typing import NDArray

from zerosum.abstraction import base_and_view
from zerosum.errors import GameError
from zerosum.kernels.compile import prepare
from zerosum.kernels.limits import stack_budget
from zerosum.rng import Random
from zerosum.tables import HEADER, Workspace
from zerosum.tokens import put
from zerosum.tree.public.book import CHANCE, Book
from zerosum.tree.public.checks import FAILURES, PublicWalk, check_declared, explained
from zerosum.tree.public.deals import Deal, deals_of
from zerosum.tree.public.publish import private_sign, publish_pair
from zerosum.tree.public.tree import PublicTree

MOST_NODES = 10_000_000
_MOST_PAIRS = 100_000
_SMALL_RESERVE = 1 << 20


def public_tree(game: Any, *, limit: int = MOST_NODES, native: bool = True) -> PublicTree:
    """Return the public tree of a game that declares ``public`` and ``private(player)``.

    Parameters
    ----------
    game
        The start of a game of two, abstract or not, or its class; or a public tree, which is
        returned.
    limit
        The most nodes, decisions and moves of chance.
    native
        True for the native walk where the game compiles, False for the interpreted one.

    Raises
    ------
    GameError
        Where the game does not say what is public, or says it wrongly: where actions or later
        moves of chance are private, for instance; with the history that shows it. Where the
        tree is larger than ``limit``.

    Examples
    --------
    >>> from zerosum.leduc import Leduc
    >>> tree = public_tree(Leduc())
    >>> tree.nodes, tree.hands, tree.numbers
    (191, (6, 6), 2604)

    Notes
    -----
    Every history is visited once, at some ten million a second, and none is kept: memory goes
    by nodes, and by the different payoff matrices.
    """
    if isinstance(game, PublicTree):
        return game
    base, view = base_and_view(game)
    check_declared(base)
    limit = int(limit)  # 1e6 will do
    if not 1 <= limit < 1 << 28:
        raise GameError(
            f"The limit of a public tree must be 1 to 2**28 - 1 nodes; got {limit}: leave limit= "
            f"out for the usual {MOST_NODES:,}.",
            limit,
        )
    deals = deals_of(base, _MOST_PAIRS)
    work = Workspace(Random(0), _SMALL_RESERVE, stack_budget=stack_budget())
    hands = len(deals.hands[0]), len(deals.hands[1])
    walk = PublicWalk(base, view, work, Book(limit, hands), deals)
    terms = Workspace(Random(0))
    native = _run(walk, terms, native=native)
    if walk.book.nodes == 0:
        raise GameError(
            f"A public tree must have a decision; {type(base).__qualname__} ends with the deal: "
            f"check terminal.",
            base,
        )
    return _cut(walk, terms, native=native)


def _run(walk: PublicWalk, terms: Workspace, *, native: bool) -> bool:
    """Walk the game with every pair of hands; return whether that was native."""
    arenas, rest = (walk.work, walk.book, terms), (types.float64, types.int64, types.int64)
    run = prepare(publish_pair, walk.base, walk.view, arenas, rest, native=native)
    plain = walk.work.plain()
    for number, pair in enumerate(walk.deals.pairs):
        depth = _begin(walk, plain, number, pair)
        try:
            run.starting(pair.start)(pair.chance, depth, 0)
        except FAILURES as failure:
            raise explained(walk, failure) from failure.__cause__
    return run.native


def _begin(walk: PublicWalk, work: Any, number: int, pair: Deal) -> int:
    """Tell the book which hands it is about; return where the next move goes in the path."""
    walk.book.pair = number
    for player, hand in enumerate(pair.hands):
        walk.book.hands[player] = hand
        walk.book.privates[player] = private_sign(pair.start, player, work)
    depth = 0
    for move in pair.moves:
        depth = put(work.path, depth, move)
    return depth


def _cut(walk: PublicWalk, terms: Workspace, *, native: bool) -> PublicTree:
    """Return the tree that was written, edges in the order of the nodes that they leave."""
    book = walk.book
    nodes, edges, places = book.nodes, book.edges, book.filled
    owners = book.owners[:nodes].copy()
    origins = book.origins[1:edges]
    order = np.argsort(origins, kind="stable")
    firsts = np.searchsorted(origins[order], np.arange(nodes + 1)).astype(np.int32)
    targets = book.targets[1:edges][order]
    classes = book.classes[: book.terminals]
    kinds, kind_of = np.unique(classes, return_inverse=True)
    ending = targets < 0
    targets = targets - 1
    targets[ending] = -1 - kind_of[-2 - targets[ending]]
    odds = book.masses[1:edges][order]
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
        payoffs=_payoffs(walk, terms, kinds),
        signs=book.marks[:places].copy(),
        terminals=classes.size,
        native=native,
    )


def _payoffs(walk: PublicWalk, terms: Workspace, kinds: NDArray[Any]) -> NDArray[np.float64]:
    """Return the payoff matrix of each kind of terminal, read from the last pair to the first."""
    deals = walk.deals
    pairs = np.array([pair.hands for pair in deals.pairs])
    found = np.zeros((kinds.size, len(deals.hands[0]), len(deals.hands[1])))
    columns = terms.table.blocks[: terms.rows, None] + HEADER + np.arange(4)
    before, pair, mantissa, exponent = terms.table.words[columns].T
    values = np.ldexp(mantissa * 2.0**-53, exponent.astype(np.int32))
    which, rows = np.arange(kinds.size), kinds.astype(np.int64)
    while rows.any():
        which, rows = which[rows > 0], rows[rows > 0] - 1
        found[(which, *pairs[pair[rows]].T)] = values[rows]
        rows = before[rows]
    return found
