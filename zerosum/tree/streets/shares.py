"""Which hands share numbers, given an abstraction: the columns of each street."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from zerosum.abstraction import Product, View
from zerosum.abstraction.view import as_states
from zerosum.errors import AbstractionError
from zerosum.ranked import Ints
from zerosum.tables import ROW_WORDS, ShortInts, starts_of
from zerosum.tree.streets.places import moved_all
from zerosum.tree.streets.tree import StreetTree

_CHECKED = 200  # hands and boards at which another line and a symmetry are tried


@dataclass(frozen=True, eq=False)
class Shares:
    """Which hands share numbers.

    Parameters
    ----------
    states
        The abstraction; of factors of the betting nothing is forgotten, since each decision has
        numbers of its own.
    columns
        The column of each hand of both players on each board, in the order of the tree.
    counts
        Shape (streets, 2): how many columns there are.
    recall
        Whether the columns of a street tell those of the streets before, for each player.
    """

    states: Product
    columns: tuple[ShortInts, ShortInts]
    counts: Ints
    recall: tuple[bool, bool]


def shares_of(tree: StreetTree, states: Any) -> Shares:
    """Return which hands share numbers.

    Parameters
    ----------
    tree
        The tree.
    states
        A factor or a product.

    Raises
    ------
    AbstractionError
        If it groups hands differently after other lines of one street; or by the names of suits,
        where boards that differ by suits only are solved once.

    Notes
    -----
    Factors are called once for each hand and board, after one line of each street: some 50
    microseconds each.
    """
    product: Any = as_states(states)
    samples = _infosets(tree)
    keys = _Keys(product)
    both: list[list[Ints]] = [[], []]
    for board, street in _boards(tree):
        cards, known = tree.runouts.added[board], {}
        for side, hands in enumerate(tree.hands):
            places = hands.places[hands.starts[board] : hands.starts[board + 1]]
            masks = tree.ranked.hands[side][places].tolist()
            for mask in masks:
                if mask not in known:
                    known[mask] = keys(tree.ranked.moved(samples[street][0], cards, mask))
            both[side].append(np.array([known[mask] for mask in masks], np.int64))
    _check(tree, keys, samples)
    counts = np.zeros((tree.last + 1, 2), np.int64)
    columns, recall = [], []
    for side, parts in enumerate(both):
        streets = tree.runouts.streets.tolist()
        row = []
        for street, (first, last) in enumerate(pairwise(streets)):
            values, found = np.unique(np.concatenate(parts[first:last]), return_inverse=True)
            counts[street, side] = values.size
            row.append(found.astype(np.int32))
        columns.append(np.concatenate(row))
        recall.append(_recalls(tree, side, columns[-1]))
    return Shares(product, (columns[0], columns[1]), counts, (recall[0], recall[1]))


class _Keys:
    """Numbers the keys of infosets."""

    def __init__(self, states: Product) -> None:
        self.view, self.known = View(states, None), dict[tuple[int, ...], int]()

    def __call__(self, infoset: Any) -> int:
        words, row = [0] * ROW_WORDS, list[int]()
        for place in range(len(self.view.factors)):
            row += words[: self.view.tell(infoset, place, words)]
        return self.known.setdefault(tuple(row), len(self.known))


def _boards(tree: StreetTree) -> Iterator[tuple[int, int]]:
    streets = np.repeat(np.arange(tree.last + 1), np.diff(tree.runouts.streets))
    return enumerate(streets.tolist())


def _infosets(tree: StreetTree) -> list[list[Any]]:
    """Return infosets of each street, after lines from the root: the first, and a few more."""
    found: list[list[Any]] = [[] for _ in range(tree.last + 1)]
    lines: list[tuple[Any, ...]] = [()]
    for line in lines:
        segment, _, menu = tree.line(line)  # type: ignore[misc]  # a decision follows
        state, street = tree.state(line), int(tree.betting.streets[segment])
        found[street].append(state.infoset(state.active))
        if len(lines) < _CHECKED or not all(found):
            following = ((*line, action) for action in menu)
            lines += [each for each in following if tree.line(each) is not None]
    return found


def _check(tree: StreetTree, keys: _Keys, samples: list[list[Any]]) -> None:
    """Check that keys group hands in one way after all lines, and whatever suits are called."""
    rng, moves, moved = np.random.default_rng(0), tree.runouts.moves, tree.ranked.moved
    for street, infosets in enumerate(samples):
        pairs: dict[tuple[int, int], int] = {}
        for _ in range(_CHECKED):
            board = int(rng.integers(*tree.runouts.streets[street : street + 2]))
            side, line = int(rng.integers(2)), int(rng.integers(len(infosets)))
            own, cards = tree.hands[side], tree.runouts.added[board]
            if own.starts[board] == own.starts[board + 1]:
                continue
            place = own.places[rng.integers(own.starts[board], own.starts[board + 1])]
            hand = int(tree.ranked.hands[side][place])
            key, other = (keys(moved(infosets[at], cards, hand)) for at in (0, line))
            there, back = (2 * line, key), (2 * line + 1, other)
            if pairs.setdefault(there, other) != other or pairs.setdefault(back, key) != key:
                raise AbstractionError(
                    f"Hands must be grouped alike after all lines of a street; "
                    f"{keys.view.states} groups them by the betting: leave that out, since each "
                    f"decision has numbers of its own.",
                    keys.view.states,
                )
            turned = moved_all(np.array([*cards, hand]), moves[rng.integers(len(moves))]).tolist()
            if keys(moved(infosets[0], tuple(turned[:-1]), turned[-1])) != key:
                raise AbstractionError(
                    f"Keys must not name suits, where boards that differ by suits only are solved "
                    f"once; those of {keys.view.states} do: give symmetric=False.",
                    keys.view.states,
                )


def _recalls(tree: StreetTree, side: int, columns: ShortInts) -> bool:
    """Return whether the column of a hand tells its column on the board before."""
    hands, runouts = tree.hands[side], tree.runouts
    size = len(tree.ranked.hands[side])
    known: dict[tuple[int, int], int] = {}
    for board, street in _boards(tree):
        mine = columns[hands.starts[board] : hands.starts[board + 1]]
        by_hand = np.full(size, -1)
        by_hand[hands.places[hands.starts[board] : hands.starts[board + 1]]] = mine
        for child in range(*runouts.children[board : board + 2].tolist()):
            span = slice(hands.starts[child], hands.starts[child + 1])
            pairs = zip(columns[span].tolist(), by_hand[hands.places[span]].tolist(), strict=True)
            for later, earlier in pairs:
                if known.setdefault((street, later), earlier) != earlier:
                    return False
    return True


def pool_starts(tree: StreetTree, counts: Ints) -> Ints:
    """Return where the sums of each segment and player begin, and the total."""
    return starts_of((tree.slots * counts[tree.betting.streets]).reshape(-1))
