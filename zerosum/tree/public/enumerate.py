"""Enumerate the public tree of a game: one walk for each deal of private hands."""

from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import takewhile
from numbers import Real
from threading import Event
from typing import Any
from weakref import WeakSet

import numpy as np
from numba.core import types

from zerosum.abstraction import View, base_and_view
from zerosum.errors import GameError
from zerosum.kernels.compile import Entry, prepare
from zerosum.kernels.failures import Walked, explaining
from zerosum.laws import announce, share_of
from zerosum.native.depth import stack_budget
from zerosum.rng import Random
from zerosum.support.cores import check_threads, cores, kernel_stacks
from zerosum.tables import Workspace
from zerosum.tables.table import half_of_memory
from zerosum.tree.failures import NotEnumerable
from zerosum.tree.public.counting import count_from
from zerosum.tree.public.deals import Deal, Deals, check_declared, deals_of
from zerosum.tree.public.failures import EXPLAIN, too_large, too_many
from zerosum.tree.public.parts import Part, joined
from zerosum.tree.public.tree import PublicTree
from zerosum.tree.public.unfold import hash_value, unfold_deal
from zerosum.tree.public.unfolding import CHANCE, NEW, WIDTH, Unfolding

MOST_NODES = 10_000_000
_MOST_DEALS = 100_000
_SMALL_RESERVE = 1 << 20
# A tree that has more nodes after one deal is counted before it is written, for some seconds,
# natively or in Python.
_SMALL = 100_000
_MOST_COUNTED, _MOST_INTERPRETED = 200_000_000, 1_000_000
# Several threads share what lies so many nodes deep, if all deals lead to so many nodes.
_SPLIT = 4
_LARGE = 1_000_000
# Trees that somebody holds.
_TREES: WeakSet[PublicTree] = WeakSet()


@dataclass(frozen=True)
class PublicWalk(Walked):
    """A game whose public tree is being made, and what has been written so far."""

    tree: Unfolding
    deals: Deals
    # A workspace whose table numbers payoffs.
    terms: Workspace


def public_tree(
    game: Any, *, limit: int = MOST_NODES, threads: int | None = None, native: bool = True
) -> PublicTree:
    """Return the public tree of a game that declares ``public`` and ``private(player)``.

    Parameters
    ----------
    game
        The start of a game in which two players decide, abstract or not, or its class; or a public
        tree, which is returned.
    limit
        The largest number of nodes (decisions and chance moves).
    threads
        How many threads write the tree, which is the same for any number. If left out, one for
        each core, or one in all for a small game.
    native
        True for the native walk if the game compiles, False for the interpreted one.

    Raises
    ------
    GameError
        If the game does not declare what is public, or declares it wrongly, with the history that
        shows it: if actions or later moves of chance are private, for instance. If more than two
        players decide. If the tree is larger than ``limit``: then it is ``NotEnumerable``.

    Examples
    --------
    >>> from zerosum.leduc import Leduc
    >>> tree = public_tree(Leduc())
    >>> tree.nodes, tree.hands, tree.numbers
    (191, (6, 6), 2604)

    Notes
    -----
    A tree of the same object that is in memory is not made again. Otherwise every history is
    visited once, at some ten million a second, and none is kept: memory depends
    on the number of nodes, and of different payoff matrices.
    """
    if isinstance(game, PublicTree):
        return game
    base, view = base_and_view(game)
    check_declared(base)
    limit = _checked_limit(limit)
    if threads is None and (made := _made_of(base, view, limit, native=native)) is not None:
        return made
    deals = deals_of(base, _MOST_DEALS)
    first = _walk_of(base, view, deals, min(limit, _SMALL))
    arenas, rest = (first.work, first.tree, first.terms), (types.float64, types.int64, types.int64)
    run = prepare(unfold_deal, base, view, arenas, rest, native=native)
    nodes = _nodes_of_a_deal(first, run, limit)
    if threads is None:
        threads = cores() if run.native and nodes * len(deals.all) > _LARGE else 1
    check_threads(threads, native=run.native)
    walks = [_walk_of(base, view, deals, limit, part, threads) for part in range(threads)]
    _write_all(walks, run)
    deciders = _deciders(walks)
    parts = [Part.of(walk.tree, walk.terms.table, deals, deciders) for walk in walks]
    whole = joined(parts, walks[0].tree.sizes)
    announce(base)
    if whole.owners.size == 0:
        raise GameError(
            f"A public tree must have a decision; {type(base).__qualname__} ends with the deal: "
            f"check `terminal`.",
            base,
        )
    if whole.owners.size > limit:
        raise too_many(walks[0])
    tree = _cut(walks[0], whole, deciders, native=run.native)
    _TREES.add(tree)
    return tree


def _made_of(base: Any, view: View, limit: int, *, native: bool) -> PublicTree | None:
    """Return a tree in memory of the very same object, since equal games may pay differently."""
    seen = view.states, view.actions
    for tree in list(_TREES):
        same = tree.base is base and (tree.view.states, tree.view.actions) == seen
        if same and tree.native == native and tree.nodes <= limit:
            return tree
    return None


def _checked_limit(limit: Any) -> int:
    """Return a limit as an int; 1e6 will do."""
    whole = isinstance(limit, Real) and limit == limit // 1
    if not whole or not 1 <= limit < 1 << 28:
        raise GameError(
            f"The limit of a public tree must be 1 to 2**28 - 1 nodes; got {limit!r}: leave the "
            f"limit out for the usual {MOST_NODES:,}.",
            limit,
        )
    return int(limit)


def _nodes_of_a_deal(walk: PublicWalk, run: Entry, limit: int) -> int:
    """Return to how many nodes the first deal leads, or how many were counted of very many.

    Raises
    ------
    NotEnumerable
        If they are known to be more than the limit.
    """
    deal = walk.deals.all[0]
    try:
        _write(walk, run, [deal])
    except NotEnumerable:
        # Natively, what is not complete by then has more edges than a tree of the limit may have.
        most = max(_MOST_COUNTED, (WIDTH + 1) * limit) if run.native else _MOST_INTERPRETED
        counts = count_from(walk.base, walk.view, deal, most, native=run.native)
        if counts.nodes > limit or (run.native and not counts.complete):
            raise too_large(walk.base, limit, counts) from None
        return counts.nodes
    return walk.tree.nodes


def _walk_of(
    base: Any, view: View, deals: Deals, limit: int, part: int = 0, parts: int = 1
) -> PublicWalk:
    """Return room for the tree, or for one part of several."""
    sizes = [len(hands) for hands in deals.hands]
    work = Workspace(Random(0), _SMALL_RESERVE, players=len(sizes), stack_budget=stack_budget())
    tree = Unfolding(limit, sizes, share_of(base))
    tree.part, tree.parts, tree.split = part, parts, _SPLIT if parts > 1 else -1
    reserve = None if parts == 1 else half_of_memory() // parts
    return PublicWalk(base, view, work, tree, deals, Workspace(Random(0), reserve))


def _write_all(walks: Sequence[PublicWalk], run: Entry) -> None:
    """Write all parts, each in a thread."""
    if len(walks) == 1:
        _write(walks[0], run, walks[0].deals.all)
        return
    stopped = Event()

    def going(_: Deal) -> bool:
        return not stopped.is_set()

    with kernel_stacks(), ThreadPoolExecutor(len(walks)) as executor:
        writing = [
            executor.submit(_write, walk, run, takewhile(going, walk.deals.all)) for walk in walks
        ]
        try:
            for each in writing:
                each.result()
        finally:
            stopped.set()


def _write(walk: PublicWalk, run: Entry, deals: Iterable[Deal]) -> None:
    """Write a tree, or a part of it, one deal after another."""
    run = run.with_arenas(walk.work, walk.tree, walk.terms)
    work = walk.work.plain()
    for number, deal in enumerate(deals):
        walk.tree.deal = number
        for player, hand in enumerate(deal.hands):
            walk.tree.hands[player] = hand
            walk.tree.privates[player] = hash_value(deal.start.private(player), work)
        with explaining(walk, also=EXPLAIN):
            run.starting(deal.start)(deal.chance, deal.write(work.path), 0)
        if number == 0:
            _deciders([walk])


def _deciders(walks: Sequence[PublicWalk]) -> tuple[int, int]:
    """Return the two players who decide; if only one does, the first other is the second.

    Raises
    ------
    GameError
        If more than two do.
    """
    first = walks[0]
    owners = np.unique(np.concatenate([walk.tree.owners[: walk.tree.nodes] for walk in walks]))
    deciders: list[int] = owners[owners != CHANCE].tolist()
    if len(deciders) > 2:
        raise GameError(
            f"Two players must decide in a public tree; in {type(first.base).__qualname__} "
            f"players {', '.join(map(str, deciders))} do: use external sampling.",
            first.base,
        )
    others = [player for player in range(first.tree.players) if player not in deciders]
    one, other = sorted([*deciders, *others][:2])
    return one, other


def _cut(walk: PublicWalk, whole: Part, deciders: tuple[int, int], *, native: bool) -> PublicTree:
    """Return the tree that was written, edges in the order of the nodes that they leave."""
    order = np.argsort(whole.origins, kind="stable")
    nodes = whole.owners.size
    firsts = np.searchsorted(whole.origins[order], np.arange(nodes + 1)).astype(np.int32)
    # From here on node k is k, and there is none that is new.
    targets = whole.targets[order]
    targets[targets > NEW] -= 1
    odds = whole.masses[order]
    by_chance = np.repeat(whole.owners == CHANCE, np.diff(firsts))
    totals = np.repeat(np.add.reduceat(odds, firsts[:-1]), np.diff(firsts))
    odds = np.divide(odds, totals, out=np.zeros(odds.size), where=by_chance)
    return PublicTree(
        base=walk.base,
        view=walk.view,
        deals=walk.deals,
        deciders=deciders,
        owners=whole.owners,
        firsts=firsts,
        targets=targets,
        odds=odds,
        payoffs=whole.payoffs,
        signs=whole.marks,
        terminals=whole.terminals,
        native=native,
        share=walk.tree.share,
    )
