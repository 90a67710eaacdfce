"""From factors to arrays: the class of each infoset of an enumerated game."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial, reduce
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
from numba.core import types

from zerosum.abstraction import Algebraic, Product, View
from zerosum.abstraction.view import as_states
from zerosum.errors import AbstractionError
from zerosum.jit import compiled, kernel
from zerosum.kernels.compile import prepare
from zerosum.kernels.rows import find
from zerosum.lattice.partitions import Classes, joined, numbered
from zerosum.lattice.steady import check_steady
from zerosum.native.primitives import hold, outcomes
from zerosum.rng import Random
from zerosum.tables import ROW_WORDS, Arena, ShortInts, Workspace
from zerosum.tree import Tree

# A history that is not the first of an infoset is of no use, or on the way to such a one.
IDLE, WAY = -1, -2


class Marks(Arena):
    """The way of the walk, and the classes that it finds.

    Parameters
    ----------
    tree
        The game.
    factors
        How many.
    """

    factors: int
    count: int
    ends: ShortInts
    infosets: ShortInts
    classes: ShortInts

    def __init__(self, tree: Tree, factors: int) -> None:
        super().__init__(
            factors=factors,
            count=tree.infoset_count,
            ends=np.zeros(tree.histories, np.int32),
            infosets=np.zeros(tree.histories, np.int32),
            classes=np.full(factors * tree.infoset_count, -1, np.int32),
        )
        compiled(route)(tree.parents, tree.infosets, self.ends, self.infosets)


@kernel
def route(parents: Any, infosets: Any, ends: Any, marks: Any) -> None:
    """Write where each subtree ends, and which histories are the first of their infosets.

    Modified in place: ``ends``, and ``marks``: the infoset that a history is the first of,
    ``WAY`` if there is such a history below, else ``IDLE``.
    """
    last = -1
    for node in range(parents.size):
        marks[node] = infosets[node] if infosets[node] > last else IDLE
        last = max(last, infosets[node])
        ends[node] = node + 1
    for node in range(parents.size - 1, 0, -1):
        parent = parents[node]
        ends[parent] = max(ends[parent], ends[node])
        if marks[node] != IDLE and marks[parent] == IDLE:
            marks[parent] = WAY


@kernel
def mark(game: Any, view: Any, work: Any, marks: Any, at: int) -> None:
    """Evaluate all factors at the infosets that are first reached in a subtree.

    Modified in place: ``work``, whose table has a row for each value of each factor, and
    ``marks.classes``.
    """
    below = at + 1
    if game.chance:
        branches = outcomes(game)
        for place in range(len(branches)):
            if marks.infosets[below] != IDLE:
                mark(game.apply(branches[place][0]), view, work, marks, below)
            below = marks.ends[below]
        return
    infoset = game.infoset(game.active)
    number = marks.infosets[at]
    if number >= 0:
        for factor in range(marks.factors):
            end = view.tell(infoset, factor, work.row)
            # A row has one value, so that values are numbered as rows are.
            marks.classes[factor * marks.count + number] = find(work, 0, end, 1)
    menu = hold(view.menu(infoset))
    for place in range(len(menu)):
        if marks.infosets[below] != IDLE:
            mark(game.apply(menu[place]), view, work, marks, below)
        below = marks.ends[below]


# Up to so many infosets Python is done sooner than a kernel is compiled.
FEW = 20_000
# Memory that the classes of one tree may take, in bytes.
_MOST_KEPT = 1 << 28

_KEPT: WeakKeyDictionary[Tree, dict[Algebraic, Classes]] = WeakKeyDictionary()


def classes_of(tree: Tree, partition: Any) -> Classes:
    """Return the class of each infoset, numbered in the order of their first infosets.

    Parameters
    ----------
    tree
        A game that is not abstract.
    partition
        A factor or a product; None for the infosets themselves.

    Returns
    -------
    Shape (infosets,). Not to be changed: classes of factors are kept for the next product.

    Raises
    ------
    AbstractionError
        If the game is abstract or a quotient, or a factor returns what cannot stand in a key, or
        not the same whenever it is asked.

    Notes
    -----
    The values of a factor are kept: after changing a global that it reads, define it again.
    """
    check_whole(tree)
    return product_classes(partition, tree.infoset_count, partial(factor_classes, tree))


def check_whole(tree: Tree) -> None:
    """Check that a tree is that of a game which is not abstract.

    Raises
    ------
    AbstractionError
        If it is abstract or a quotient.
    """
    tree.check_own()
    if not tree.view.is_plain:
        raise AbstractionError(
            f"Abstractions are compared on a whole game; got the abstract {tree!r}: give its base.",
            tree,
        )


def product_classes(
    partition: Any, size: int, ask: Callable[[Sequence[Algebraic]], list[Classes]]
) -> Classes:
    """Return the classes of a product of factors, given what returns those of each factor."""
    states = as_states(partition)
    if states is None:
        return np.arange(size, dtype=np.int32)
    return reduce(joined, ask(states.canonical), np.zeros(size, np.int32))


def factor_classes(tree: Tree, factors: Sequence[Algebraic]) -> list[Classes]:
    """Return the classes of each factor, all evaluated on one walk."""
    kept = _KEPT.setdefault(tree, {})
    missing = tuple(factor for factor in factors if factor not in kept)
    if missing:
        known = {factor: kept[factor] for factor in factors if factor in kept}
        while kept and 4 * tree.infoset_count * (len(kept) + len(missing)) > _MOST_KEPT:
            del kept[next(iter(kept))]
        kept |= known | _evaluated(tree, missing)
    return [kept[factor] for factor in factors]


def _evaluated(tree: Tree, factors: Sequence[Algebraic]) -> dict[Algebraic, Classes]:
    """Return the classes of each factor.

    A record may have a method ``classes_on``, which returns them without infoset by infoset
    being asked.
    """
    found: dict[Algebraic, Classes] = {}
    for factor in factors:
        classes_on = getattr(factor.target, "classes_on", None)
        if classes_on is not None:
            found[factor] = classes_on(tree)
    others = tuple(factor for factor in factors if factor not in found)
    if others:
        check_steady(tree.infoset_count, tree.infoset, others)
        native = natively(tree, others) if tree.infoset_count > FEW else None
        infosets = map(tree.infoset, range(tree.infoset_count))
        found |= in_python(infosets, others) if native is None else native
    return found


def natively(tree: Tree, factors: tuple[Algebraic, ...]) -> dict[Algebraic, Classes] | None:
    """Evaluate all factors natively, on one walk; None, after a warning, if one is not native."""
    view, work = View(Product(factors), None), Workspace(Random(0))
    marks = Marks(tree, len(view.factors))
    run = prepare(mark, tree.base, view, (work, marks), (types.int64,), whole=True)
    if not run.native:
        return None
    if marks.infosets[0] != IDLE:
        run(0)
    rows = marks.classes.reshape(len(view.factors), tree.infoset_count)
    return dict(zip(view.factors, map(numbered, rows), strict=True))


def in_python(infosets: Iterable[Any], factors: tuple[Algebraic, ...]) -> dict[Algebraic, Classes]:
    """Evaluate each factor at each of several infosets; return its classes."""
    view, words = View(Product(factors), None), [0] * ROW_WORDS
    known: dict[tuple[int, ...], int] = {}
    found: list[list[int]] = [[] for _ in view.factors]
    for infoset in infosets:
        for place, classes in enumerate(found):
            value = tuple(words[: view.tell(infoset, place, words)])
            classes.append(known.setdefault(value, len(known)))
    arrays = [numbered(np.array(classes, np.int32)) for classes in found]
    return dict(zip(view.factors, arrays, strict=True))
