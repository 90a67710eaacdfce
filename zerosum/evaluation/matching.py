"""Which row of a strategy each infoset of a tree has, and which sequences its actions are.

A strategy of the tree's own game has rows for the very infosets; one of an abstraction has rows
for what the abstraction leaves, and its actions are some of the real ones.
"""

from __future__ import annotations

from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

import numpy as np

from zerosum.abstraction import View
from zerosum.abstraction.menus import places
from zerosum.jit import kernel
from zerosum.kernels.hashing import hash_row
from zerosum.kernels.lookup import first_place
from zerosum.kernels.names import Numbers
from zerosum.kernels.rows import is_equal
from zerosum.strategy import Strategy, describe
from zerosum.tables import HEADER, Floats, Ints
from zerosum.tree import Infosets


class TreeRows(NamedTuple):
    """The infosets of a tree as a strategy's table would keep them.

    Parameters
    ----------
    words, blocks, hashes
        Their rows, one for each infoset of the tree.
    starts, targets
        Where each infoset's menu begins among ``targets``: the sequence of the tree that each
        action of the strategy is.
    """

    words: Ints
    blocks: Ints
    hashes: Ints
    starts: Ints
    targets: Ints


class StrategyRows(NamedTuple):
    """The rows of a strategy, with the fields of :class:`~zerosum.strategy.Strategy`."""

    words: Ints
    blocks: Ints
    hashes: Ints
    order: Ints
    starts: Ints
    probabilities: Floats

    @classmethod
    def of(cls, strategy: Strategy) -> StrategyRows:
        """Return the rows, as arrays of one native type; those of a mapped file are read-only."""
        arrays = (getattr(strategy.plain, name) for name in cls._fields)
        return cls(*(array if array.flags.writeable else array.copy() for array in arrays))


_ORIGINS: WeakKeyDictionary[Infosets, dict[str, Any]] = WeakKeyDictionary()
_ABSTRACTED: WeakKeyDictionary[Infosets, dict[Any, TreeRows]] = WeakKeyDictionary()
_MOST_VIEWS = 4


def origin_of(tree: Infosets) -> dict[str, Any]:
    """Return what strategies of a tree's game are of, found once for each tree."""
    if tree not in _ORIGINS:
        _ORIGINS[tree] = describe(tree.base, tree.view)
    return _ORIGINS[tree]


def own_rows(tree: Infosets) -> TreeRows:
    """Return the infosets of a tree as strategies of its own game keep them."""
    targets = np.arange(tree.sequences)
    return TreeRows(tree.words, tree.blocks, tree.hashes, tree.starts, targets)


def abstract_rows(tree: Infosets, view: View) -> TreeRows:
    """Return the infosets of a whole game as strategies of an abstraction keep them.

    Found by Python, some 20 microseconds an infoset, and kept for the last few abstractions.

    Raises
    ------
    AbstractionError
        If the abstraction offers an action that the game does not.
    """
    known = _ABSTRACTED.setdefault(tree, {})
    key = (view.states, view.actions)
    if key not in known:
        found = _abstracted(tree, view)
        while len(known) >= _MOST_VIEWS:
            del known[next(iter(known))]
        known[key] = found
    return known[key]


def _abstracted(tree: Infosets, view: View) -> TreeRows:
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
    return TreeRows(*(np.array(numbers, np.int64) for numbers in lists))


@kernel
def find_rows(wanted: Any, known: Any, rows: Numbers) -> int:
    """Find rows among those of a strategy, by hash, and compare their keys word for word.

    Parameters
    ----------
    wanted, known
        The fields of :class:`TreeRows` and of :class:`StrategyRows`, as plain tuples, which Numba
        recognises a hundred times faster than any other.
    rows
        For each row to find the strategy's, -1 where it has none. Modified in place.

    Returns
    -------
    The first row whose key the strategy knows with other actions, or -1.
    """
    words, blocks, hashes = wanted[0], wanted[1], wanted[2]
    others, places, states, order = known[0], known[1], known[2], known[3]
    for row in range(blocks.size):
        block = blocks[row]
        # A strategy that was made on the same tree has its rows in the same order.
        if row < places.size and is_alike(words, block, others, places[row], True):
            rows[row] = row
            continue
        rows[row] = -1
        at = first_place(states, hashes[row])
        while rows[row] < 0 and at < states.size and states[at] == hashes[row]:
            if is_alike(words, block, others, places[order[at]], False):
                rows[row] = order[at]
            at += 1
        if rows[row] >= 0 and not is_alike(words, block, others, places[rows[row]], True):
            return row
    return -1


@kernel
def take_rows(
    rows: Numbers,
    wanted: Any,
    known: Any,
    owners: Numbers,
    player: int,
    probabilities: Numbers,
) -> int:
    """Add a strategy's probabilities to those of a tree's sequences, uniform where it has none.

    Parameters
    ----------
    rows, wanted, known
        As of :func:`find_rows`.
    owners, player
        Who acts at each infoset; all players are taken where ``player`` is -1.
    probabilities
        Modified in place.

    Returns
    -------
    How many infosets the strategy does not know, of those with more than one action.
    """
    starts, targets, firsts, given = wanted[3], wanted[4], known[4], known[5]
    unknown = 0
    for infoset in range(rows.size):
        if player >= 0 and owners[infoset] != player:
            continue
        row, start, end = rows[infoset], starts[infoset], starts[infoset + 1]
        unknown += row < 0 and end - start > 1
        for place in range(start, end):
            share = given[firsts[row] + place - start] if row >= 0 else 1.0 / (end - start)
            probabilities[targets[place]] += share
    return unknown


@kernel
def is_alike(words: Numbers, block: int, others: Numbers, other: int, whole: bool) -> bool:
    """Return whether two blocks hold the same key or, where ``whole``, the same actions too.

    Neither the player counts, whom a key may leave out, nor where the values lie.
    """
    shape, shape_of_other = words[block + 1], others[other + 1]
    first, last = shape >> 32, shape & 0xFFFFFFFF
    begin, end = shape_of_other >> 32, shape_of_other & 0xFFFFFFFF
    if last - first != end - begin or (whole and shape != shape_of_other):
        return False
    start = 1 if whole else first
    place = other + HEADER + start + begin - first
    return is_equal(words, block + HEADER + start, others, place, last - start)
