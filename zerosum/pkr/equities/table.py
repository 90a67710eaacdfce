"""All hands before the flop against all others: wins and ties by pairs of the 169 classes.

On each of the 134,459 boards that differ by more than suits, all hands are put in order of value,
and the pairs of which one beats the other are counted by class. Pairs that share a card cannot be
dealt: two different hands share one card at most, so for each card the pairs that both hold it are
counted and subtracted. All pairs that neither hand wins are ties.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import partial
from threading import Lock

import numpy as np

from zerosum.abstraction.fitting import announce, once, recall, remember
from zerosum.abstraction.identity import meaning
from zerosum.pkr.equities.boards import Counts, Floats, Ints, completions, renamings_of
from zerosum.pkr.equities.showdowns import MOST_HANDS, order_hands
from zerosum.pkr.hands.classes import HOLE_CLASSES, hole_class
from zerosum.pkr.hands.deck import FULL, Deck, ways
from zerosum.support.cores import share_out
from zerosum.workshop import workshop

_BLOCK = 2_000  # boards
_SLOTS = 26


@dataclass(frozen=True, eq=False)
class Preflop:
    """What the classes of hands win against each other, counted over all boards.

    Parameters
    ----------
    pairs
        The pairs of a hand of one class and one of the other that share no card; shape (169, 169),
        by :func:`zerosum.pkr.hands.classes.hole_class`.
    wins
        How many of these pairs the first class wins, over all boards.
    ties
        How many of them split the pot.
    boards
        The boards that each pair of hands leaves: 1,712,304 with 52 cards.

    Examples
    --------
    >>> from zerosum.pkr.holdem import TWENTY
    >>> round(float(preflop(TWENTY).equities[168, 154]), 3)  # aces against kings
    0.664
    """

    pairs: Ints
    wins: Ints
    ties: Ints
    boards: int

    @property
    def equities(self) -> Floats:
        """The share of the pot that the first class wins on average; nan where no pair is left."""
        deals = self.pairs * self.boards
        with np.errstate(invalid="ignore"):
            return (2 * self.wins + self.ties) / (2 * deals)


def preflop(deck: Deck = FULL) -> Preflop:
    """Return wins and ties of all classes of hands before the flop, exact.

    They are computed at the first call and kept in the cache folder. With 52 cards that takes some
    nine seconds of one core, and five to compile.

    Examples
    --------
    >>> from zerosum.pkr.holdem import TWENTY
    >>> found = preflop(TWENTY)
    >>> int(found.pairs[168, 154]), found.boards  # aces against kings
    (36, 4368)
    """
    return once((preflop, deck), partial(recalled, deck))


def _name(deck: Deck) -> str:
    """Return the name of the table in the cache folder, which depends on what computes it."""
    code = meaning((deck, count_wins, gathered))
    return f"equities/{hashlib.blake2b(code.encode(), digest_size=12).hexdigest()}"


def recalled(deck: Deck) -> Preflop:
    """Return the table from the cache folder, or compute it now."""
    name = _name(deck)
    saved = recall(name)
    if saved is None:
        found = _computed(deck)
        arrays = {"pairs": found.pairs, "wins": found.wins, "ties": found.ties}
        remember(name, arrays, {"boards": found.boards})
        return found
    return Preflop(**saved.arrays, boards=int(saved.meta["boards"]))


def _computed(deck: Deck) -> Preflop:
    """Count wins and ties on all boards, on all cores."""
    task = "Counting wins of hands before the flop"
    announce(task, 0.0)
    boards, counts = completions(deck.cards.mask, 5, renamings_of(deck.cards.mask))
    count, lock = workshop().compile(count_wins), Lock()
    every, sharing = np.zeros((HOLE_CLASSES, HOLE_CLASSES)), np.zeros((13, _SLOTS, _SLOTS))

    def work(first: int) -> None:
        block, parts = slice(first, first + _BLOCK), (np.zeros_like(every), np.zeros_like(sharing))
        count(boards[block], counts[block], deck.cards.mask, deck.short, *parts)
        with lock:  # whole numbers, whose sums do not depend on the order
            np.add(every, parts[0], out=every)
            np.add(sharing, parts[1], out=sharing)

    share_out(work, range(0, len(boards), _BLOCK), partial(announce, task))
    return gathered(deck, every, sharing)


def gathered(deck: Deck, every: Floats, sharing: Floats) -> Preflop:
    """Return the table from what :func:`count_wins` counted on all boards."""
    places = np.array([[_class_at(rank, slot) for slot in range(_SLOTS)] for rank in range(13)])
    wins = every.copy()
    np.subtract.at(wins, (places[:, :, None], places[:, None, :]), sharing)
    found, pairs, left = wins.astype(np.int64), _pairs(deck), ways(len(deck.cards) - 4, 5)
    return Preflop(pairs, found, pairs * left - found - found.T, left)


def _class_at(rank: int, slot: int) -> int:
    """Return the class of a card of some rank with a card of a slot: see :func:`slot_of`."""
    high, low = max(rank, slot >> 1), min(rank, slot >> 1)
    return 13 * high + low if slot & 1 else 13 * low + high


def _pairs(deck: Deck) -> Ints:
    """Return the pairs of hands that share no card, by class."""
    cards = np.zeros((HOLE_CLASSES, 52), np.int64)
    for high in deck.cards:
        for low in range(high):
            if low in deck.cards:
                cards[hole_class(1 << low | 1 << high), [low, high]] += 1
    hands = cards.sum(axis=1) // 2
    pairs: Ints = np.outer(hands, hands) - cards @ cards.T + np.diag(hands)
    return pairs


def count_wins(
    boards: Ints, times: Counts, cards: int, short: bool, every: Floats, sharing: Floats
) -> None:
    """Count the pairs of hands of which the first wins, on some boards.

    Parameters
    ----------
    boards
        Full boards, as masks.
    times
        How often each of them counts.
    cards
        The deck, as a mask.
    short
        Whether hands are in the order of short-deck hold'em.
    every
        All pairs, by class of the first and the second hand; shape (169, 169). Modified in place.
    sharing
        The pairs that share a card, by its rank and the slots of the other cards; shape
        (13, 26, 26). Modified in place.
    """
    lows, highs = np.zeros(MOST_HANDS, np.int64), np.zeros(MOST_HANDS, np.int64)
    starts, sizes = np.zeros(MOST_HANDS + 1, np.int64), np.zeros(52, np.int64)
    values, slots = np.zeros((52, 52), np.int64), np.zeros((52, 52), np.int64)
    counts = np.zeros((52, 52))
    for row in range(boards.size):
        board, weight = int(boards[row]), float(times[row])
        groups = order_hands(board, cards & ~board, short, lows, highs, starts)
        add_all(groups, starts, lows, highs, weight, every)
        list_by_card(groups, starts, lows, highs, sizes, values, slots, counts)
        add_sharing(sizes, values, slots, counts, weight, sharing)


def add_all(
    groups: int, starts: Ints, lows: Ints, highs: Ints, weight: float, every: Floats
) -> None:
    """Count all pairs of hands in order of value. Modified in place: ``every``."""
    below, equal = np.zeros(HOLE_CLASSES), np.zeros(HOLE_CLASSES)
    met = np.zeros(HOLE_CLASSES, np.int64)
    for group in range(groups):
        kinds = 0
        for hand in range(starts[group], starts[group + 1]):
            kind = class_of(int(lows[hand]), int(highs[hand]))
            if equal[kind] == 0.0:
                met[kinds] = kind
                kinds += 1
            equal[kind] += 1.0
        for place in range(kinds):
            won, times = every[met[place]], weight * equal[met[place]]
            for lower in range(below.size):
                won[lower] += times * below[lower]
        for place in range(kinds):
            below[met[place]] += equal[met[place]]
            equal[met[place]] = 0.0


def list_by_card(
    groups: int,
    starts: Ints,
    lows: Ints,
    highs: Ints,
    sizes: Ints,
    values: Ints,
    slots: Ints,
    counts: Floats,
) -> None:
    """List the hands of each card in order of value; those of one value and slot share an entry.

    Modified in place: the last four arrays, whose rows are the lists of the cards.
    """
    sizes[:] = 0
    for group in range(groups):
        for hand in range(starts[group], starts[group + 1]):
            for card, other in ((lows[hand], highs[hand]), (highs[hand], lows[hand])):
                slot, size = slot_of(card, other), sizes[card]
                place = size - 1
                while place >= 0 and values[card, place] == group and slots[card, place] != slot:
                    place -= 1
                if place < 0 or values[card, place] != group:
                    values[card, size], slots[card, size], counts[card, size] = group, slot, 1.0
                    sizes[card] = size + 1
                else:
                    counts[card, place] += 1.0


def add_sharing(
    sizes: Ints, values: Ints, slots: Ints, counts: Floats, weight: float, sharing: Floats
) -> None:
    """Count the pairs of hands in the list of each card. Modified in place: ``sharing``."""
    for card in range(52):
        first = 0
        for later in range(sizes[card]):
            if values[card, later] != values[card, first]:
                first = later
            won, times = sharing[card >> 2, slots[card, later]], weight * counts[card, later]
            for earlier in range(first):
                won[slots[card, earlier]] += times * counts[card, earlier]


def class_of(low: int, high: int) -> int:
    """Return the class of two cards, the lower one first."""
    if low & 3 == high & 3:
        return 13 * (high >> 2) + (low >> 2)
    return 13 * (low >> 2) + (high >> 2)


def slot_of(card: int, other: int) -> int:
    """Return twice the rank of the other card of a hand, and 1 more if it is of the same suit."""
    return 2 * (other >> 2) + int(card & 3 == other & 3)
