"""Which hands share numbers, given an abstraction: the columns of each street."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from zerosum.abstraction import Product, View
from zerosum.abstraction.combined import values_of
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
    Factors whose records find the values of all hands at once, as those of card buckets do, take
    no time to speak of; others are called for each hand and board, some 15 microseconds each.
    """
    product: Any = as_states(states)
    samples, keys = _infosets(tree), _Keys(product, tree)
    both: list[list[Ints]] = [[], []]
    for board, street in _boards(tree):
        spans = [slice(*hands.starts[board : board + 2].tolist()) for hands in tree.hands]
        masks = [
            every[hands.places[span]]
            for every, hands, span in zip(tree.ranked.hands, tree.hands, spans, strict=True)
        ]
        several = np.union1d(*masks)
        rows = keys(samples[street][0], tree.runouts.added[board], several)
        for side, own in enumerate(masks):
            both[side].append(rows[np.searchsorted(several, own)])
    _check(tree, keys, samples)
    counts = np.zeros((tree.last + 1, 2), np.int64)
    columns, recall = [], []
    for side, parts in enumerate(both):
        streets = tree.runouts.streets.tolist()
        row = []
        for street, (first, last) in enumerate(pairwise(streets)):
            found, counts[street, side] = _numbered(np.concatenate(parts[first:last]))
            row.append(found.astype(np.int32))
        columns.append(np.concatenate(row))
        recall.append(_recalls(tree, side, columns[-1]))
    return Shares(product, (columns[0], columns[1]), counts, (recall[0], recall[1]))


class _Keys:
    """Numbers the values of factors: a row of them for each hand."""

    def __init__(self, states: Product, tree: StreetTree) -> None:
        self.view, self.moved = View(states, None), tree.ranked.moved
        self.known = dict[tuple[int, ...], int]()

    def __call__(self, infoset: Any, cards: tuple[int, ...], hands: Ints) -> Ints:
        rows = np.zeros((len(hands), len(self.view.factors)), np.int64)
        infosets: list[Any] = self.moved(infoset, cards, hands[:1].tolist())
        for place, factor in enumerate(self.view.factors):
            values = values_of(factor, infosets[0], hands) if infosets else None
            if values is None:
                if len(infosets) < len(hands):
                    infosets = self.moved(infoset, cards, hands.tolist())
                values = [self._number(each, place) for each in infosets]
            rows[:, place] = values
        return rows

    def one(self, infoset: Any, cards: tuple[int, ...], hand: int) -> tuple[int, ...]:
        """Return the row of one hand."""
        return tuple(self(infoset, cards, np.array([hand]))[0].tolist())

    def _number(self, infoset: Any, place: int) -> int:
        words = [0] * ROW_WORDS
        told = tuple(words[: self.view.tell(infoset, place, words)])
        return self.known.setdefault(told, len(self.known))


def _numbered(rows: Ints) -> tuple[Ints, int]:
    """Return a number for each row, the same for equal ones, and how many there are."""
    found, count = np.zeros(len(rows), np.int64), min(len(rows), 1)
    for column in rows.T:
        values, numbers = np.unique(column, return_inverse=True)
        both, found = np.unique(found * values.size + numbers, return_inverse=True)
        count = both.size
    return found, count


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
    rng, moves = np.random.default_rng(0), tree.runouts.moves
    for street, infosets in enumerate(samples):
        pairs: dict[tuple[int, Any], Any] = {}
        for _ in range(_CHECKED):
            board = int(rng.integers(*tree.runouts.streets[street : street + 2]))
            side, line = int(rng.integers(2)), int(rng.integers(len(infosets)))
            own, cards = tree.hands[side], tree.runouts.added[board]
            if own.starts[board] == own.starts[board + 1]:
                continue
            place = own.places[rng.integers(own.starts[board], own.starts[board + 1])]
            hand = int(tree.ranked.hands[side][place])
            key, other = (keys.one(infosets[at], cards, hand) for at in (0, line))
            there, back = (2 * line, key), (2 * line + 1, other)
            if pairs.setdefault(there, other) != other or pairs.setdefault(back, key) != key:
                raise AbstractionError(
                    f"Hands must be grouped alike after all lines of a street; "
                    f"{keys.view.states} groups them by the betting: leave that out, since each "
                    f"decision has numbers of its own.",
                    keys.view.states,
                )
            turned = moved_all(np.array([*cards, hand]), moves[rng.integers(len(moves))]).tolist()
            if keys.one(infosets[0], tuple(turned[:-1]), turned[-1]) != key:
                raise AbstractionError(
                    f"Keys must not name suits, where boards that differ by suits only are solved "
                    f"once; those of {keys.view.states} do: give symmetric=False.",
                    keys.view.states,
                )


def _recalls(tree: StreetTree, side: int, columns: ShortInts) -> bool:
    """Return whether the column of a hand tells its column on the board before."""
    hands, runouts = tree.hands[side], tree.runouts
    size = len(tree.ranked.hands[side])
    pairs: list[list[Ints]] = [[] for _ in range(tree.last + 1)]
    for board, street in _boards(tree):
        own = slice(*hands.starts[board : board + 2].tolist())
        by_hand = np.full(size, -1)
        by_hand[hands.places[own]] = columns[own]
        children = runouts.children[board : board + 2]
        later = slice(*hands.starts[children].tolist())
        pairs[street].append(np.stack([columns[later], by_hand[hands.places[later]]], axis=1))
    each = [np.concatenate(some) for some in pairs]
    return all(_numbered(some)[1] == _numbered(some[:, :1])[1] for some in each)


def pool_starts(tree: StreetTree, counts: Ints) -> Ints:
    """Return where the sums of each segment and player begin, and the total."""
    return starts_of((tree.slots * counts[tree.betting.streets]).reshape(-1))
