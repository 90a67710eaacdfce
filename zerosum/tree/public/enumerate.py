"""Enumerate the public tree of a game: one walk for each deal of private hands."""

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
from zerosum.tree.public.unfold import hash_value, unfold_deal
from zerosum.tree.public.unfolding import CHANCE, Unfolding

MOST_NODES = 10_000_000
_MOST_DEALS = 100_000
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
        The start of a game in which two players decide, abstract or not, or its class; or a public
        tree, which is returned.
    limit
        The largest number of nodes (decisions and chance moves).
    native
        True for the native walk if the game compiles, False for the interpreted one.

    Raises
    ------
    GameError
        If the game does not declare what is public, or declares it wrongly, with the history that
        shows it: if actions or later moves of chance are private, for instance. If more than two
        players decide. If the tree is larger than ``limit``.

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
    deals = deals_of(base, _MOST_DEALS)
    sizes = [len(hands) for hands in deals.hands]
    work = Workspace(Random(0), _SMALL_RESERVE, players=len(sizes), stack_budget=stack_budget())
    tree = Unfolding(limit, sizes)
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
    """Walk the game after every deal; return whether that was native."""
    arenas, rest = (walk.work, walk.tree, walk.terms), (types.float64, types.int64, types.int64)
    run = prepare(unfold_deal, walk.base, walk.view, arenas, rest, native=native)
    work = walk.work.plain()
    for number, deal in enumerate(walk.deals.all):
        walk.tree.deal = number
        for player, hand in enumerate(deal.hands):
            walk.tree.hands[player] = hand
            walk.tree.privates[player] = hash_value(deal.start.private(player), work)
        with explaining(walk, also=EXPLAIN):
            run.starting(deal.start)(deal.chance, deal.write(work.path), 0)
        if number == 0:
            _deciders(walk)
    return run.native


def _deciders(walk: PublicWalk) -> tuple[int, int]:
    """Return the two players who decide; if only one does, the first other is the second.

    Raises
    ------
    GameError
        If more than two do.
    """
    owners = np.unique(walk.tree.owners[: walk.tree.nodes])
    deciders: list[int] = owners[owners != CHANCE].tolist()
    if len(deciders) > 2:
        raise GameError(
            f"Two players must decide in a public tree; in {type(walk.base).__qualname__} "
            f"{', '.join(map(str, deciders))} do: use external sampling.",
            walk.base,
        )
    others = [player for player in range(walk.tree.players) if player not in deciders]
    one, other = sorted([*deciders, *others][:2])
    return one, other


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
    deciders = _deciders(walk)
    return PublicTree(
        base=walk.base,
        view=walk.view,
        deals=walk.deals,
        deciders=deciders,
        owners=owners,
        firsts=firsts,
        targets=targets,
        odds=odds,
        payoffs=_payoffs(walk, kinds, deciders),
        signs=tree.marks[: tree.filled].copy(),
        terminals=classes.size,
        native=native,
    )


def _payoffs(walk: PublicWalk, kinds: NDArray[Any], deciders: tuple[int, int]) -> Floats:
    """Return the payoffs of each kind of terminal, read from the last deal to the first."""
    deals, terms = walk.deals, walk.terms.table
    held = np.array([deal.hands for deal in deals.all])[:, deciders]
    paid, sizes = len(deals.hands) - 1, [len(deals.hands[player]) for player in deciders]
    found = np.zeros((kinds.size, paid, *sizes))
    columns = terms.blocks[: terms.rows, None] + HEADER + np.arange(4)
    before, places, mantissa, exponent = terms.words[columns].T
    values = np.ldexp(mantissa * 2.0**-53, exponent.astype(np.int32))
    which, rows = np.arange(kinds.size), kinds.astype(np.int64)
    while rows.any():
        which, rows = which[rows > 0], rows[rows > 0] - 1
        deal, player = np.divmod(places[rows], paid)
        # Where the other players hold hands too, several deals pay into one place.
        found[(which, player, *held[deal].T)] += values[rows]
        rows = before[rows]
    return found
