"""How a strategy sees the infosets of a tree: as rows of its own, and as sequences to play.

A strategy of the tree's own game sees the very infosets; one of an abstraction sees what the
abstraction leaves, and its actions are some of the real ones.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from zerosum.abstraction import View
from zerosum.kernels.hashing import hash_row
from zerosum.lattice.menus import places
from zerosum.strategy import describe
from zerosum.tree import Infosets


@dataclass(frozen=True, eq=False, repr=False)
class Seen:
    """The infosets of a tree as a strategy's table keeps them.

    Parameters
    ----------
    words, blocks, hashes
        Their rows, one for each infoset of the tree.
    starts, targets
        Where each infoset's menu begins among ``targets``: the sequence of the tree that each
        action of the strategy is.
    """

    words: NDArray[np.int64]
    blocks: NDArray[np.int64]
    hashes: NDArray[np.int64]
    starts: NDArray[np.int64]
    targets: NDArray[np.int64]


_OF: WeakKeyDictionary[Infosets, dict[str, Any]] = WeakKeyDictionary()
_SEEN: WeakKeyDictionary[Infosets, dict[Any, Seen]] = WeakKeyDictionary()
_MOST_VIEWS = 4


def origin_of(tree: Infosets) -> dict[str, Any]:
    """Return what strategies of a tree's game are of, found once for each tree."""
    if tree not in _OF:
        _OF[tree] = describe(tree.base, tree.view)
    return _OF[tree]


def seen_as_is(tree: Infosets) -> Seen:
    """Return how strategies of a tree's own game see its infosets."""
    targets = np.arange(tree.sequences)
    return Seen(tree.words, tree.blocks, tree.hashes, tree.starts, targets)


def seen_through(tree: Infosets, view: View) -> Seen:
    """Return how strategies of an abstraction see the infosets of the whole game.

    Found by Python, some 20 microseconds an infoset, and kept for the last few abstractions.

    Raises
    ------
    AbstractionError
        Where the abstraction offers an action that the game does not.
    """
    kept = _SEEN.setdefault(tree, {})
    key = (view.states, view.actions)
    if key not in kept:
        found = _abstracted(tree, view)
        while len(kept) >= _MOST_VIEWS:
            del kept[next(iter(kept))]
        kept[key] = found
    return kept[key]


def _abstracted(tree: Infosets, view: View) -> Seen:
    words: list[int] = []
    blocks, hashes, starts, targets = [], [], [0], []
    for number, player in enumerate(tree.owners.tolist()):
        infoset = tree.infoset(number)
        menu = view.menu(infoset)
        row, start = view.row(infoset, menu, player)
        blocks.append(len(words))
        # As tables keep a row: where its values lie, which is of no use here, and its shape.
        words += [0, start << 32 | len(row), *row]
        hashes.append(hash_row(row, start, len(row)))
        first = int(tree.starts[number])
        targets += [first + place for place in places(infoset, menu)]
        starts.append(len(targets))
    lists = (words, blocks, hashes, starts, targets)
    return Seen(*(np.array(numbers, np.int64) for numbers in lists))
