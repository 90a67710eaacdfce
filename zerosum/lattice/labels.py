"""From an abstraction to arrays: the class of each infoset of an enumerated game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
from numba.core import types

from zerosum.abstraction import Algebraic, Product, View
from zerosum.abstraction.view import as_states
from zerosum.errors import AbstractionError
from zerosum.kernels.compile import prepare
from zerosum.lattice.numbering import Classes, joined, numbered
from zerosum.lattice.walk import IDLE, Marks, mark
from zerosum.rng import Random
from zerosum.tables import ROW_WORDS, Workspace
from zerosum.tree import Tree

# Python asks about so many infosets sooner than a kernel is compiled.
FEW = 20_000
# Memory that the classes of one tree may take, in bytes.
_MOST_KEPT = 1 << 28

_KEPT: WeakKeyDictionary[Tree, dict[Algebraic, Classes]] = WeakKeyDictionary()


def labels(tree: Tree, partition: Any) -> Classes:
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
        Where the game is abstract or a quotient, or a factor returns what cannot stand in a key.

    Notes
    -----
    A factor means what it meant when it was first asked: after changing a global that it reads,
    define it again.
    """
    states = as_states(partition)
    tree.check_own()
    if not tree.view.is_plain:
        raise AbstractionError(
            f"Abstractions are compared on a whole game; got the abstract {tree!r}: give its base.",
            tree,
        )
    if states is None:
        return itself(tree.infoset_count)
    return together(tree.infoset_count, labels_of(tree, states.canonical))


def itself(size: int) -> Classes:
    """Return what tells everything apart."""
    return np.arange(size, dtype=np.int32)


def together(size: int, parts: Iterable[Classes]) -> Classes:
    """Return what tells apart whatever one of several tells apart, among so many things."""
    return reduce(joined, parts, np.zeros(size, np.int32))


def labels_of(tree: Tree, factors: Sequence[Algebraic]) -> list[Classes]:
    """Return the classes of each factor, all asked on one walk."""
    kept = _KEPT.setdefault(tree, {})
    missing = tuple(factor for factor in factors if factor not in kept)
    if missing:
        known = {factor: kept[factor] for factor in factors if factor in kept}
        while kept and 4 * tree.infoset_count * (len(kept) + len(missing)) > _MOST_KEPT:
            del kept[next(iter(kept))]
        kept |= known | dict(zip(missing, asked(tree, missing), strict=True))
    return [kept[factor] for factor in factors]


def asked(tree: Tree, factors: Sequence[Algebraic]) -> list[Classes]:
    """Return the classes of each factor.

    A record may have a method ``classes_on``, which knows without being asked infoset by infoset.
    """
    found: dict[Algebraic, Classes] = {}
    for factor in factors:
        classes_on = getattr(factor.target, "classes_on", None)
        if classes_on is not None:
            found[factor] = classes_on(tree)
    others = [factor for factor in factors if factor not in found]
    if others:
        view = View(Product(tuple(others)), None)
        answers = walked(tree, view) if tree.infoset_count > FEW else None
        if answers is None:
            answers = told(map(tree.infoset, range(tree.infoset_count)), view)
        found |= dict(zip(view.factors, answers, strict=True))
    return [found[factor] for factor in factors]


def walked(tree: Tree, view: View) -> list[Classes] | None:
    """Ask all factors natively, on one walk; None where they do not compile, after a warning."""
    marks, work = Marks(tree, len(view.factors)), Workspace(Random(0))
    run = prepare(mark, tree.base, view, (work, marks), (types.int64,))
    if not run.native:
        return None
    if marks.infosets[0] != IDLE:
        run(0)
    shape = (len(view.factors), tree.infoset_count)
    return [numbered(classes) for classes in marks.classes.reshape(shape)]


def told(infosets: Iterable[Any], view: View) -> list[Classes]:
    """Return the classes of each factor of a view, asked in Python."""
    words = [0] * ROW_WORDS
    places = range(len(view.factors))
    known: dict[tuple[int, ...], int] = {}
    found: list[list[int]] = [[] for _ in places]
    for infoset in infosets:
        for place in places:
            value = tuple(words[: view.tell(infoset, place, words)])
            found[place].append(known.setdefault(value, len(known)))
    return [numbered(np.array(classes, np.int32)) for classes in found]
