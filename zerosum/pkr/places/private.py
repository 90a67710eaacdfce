"""The values of factors that depend on the hand, for every hand at once.

Such factors are compiled with the game, like any kernel, and called for all 1,326 hands in one go.
Where that cannot be done, they are called hand by hand.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np
from numba.core import types
from numpy.typing import NDArray

from zerosum.abstraction import Algebraic, Product, View
from zerosum.abstraction.declared import calls_of
from zerosum.cards import Cards
from zerosum.jit import give_native_form, kernel
from zerosum.kernels.compile import Entry, prepare
from zerosum.kernels.hashing import hash_row
from zerosum.kernels.names import GameView, History, Infoset, Work
from zerosum.native.primitives import hold
from zerosum.native.replace import replacer
from zerosum.pkr.face import PokerInfoset
from zerosum.pkr.places.hidden import Seen, factors_of
from zerosum.pkr.places.policy import MASKS
from zerosum.pkr.ranges.classes import HAND_MASKS
from zerosum.support.tokens import take
from zerosum.tables import ROW_WORDS, Arena, Ints

_SLOTS = 1 << 12  # of a table of the values that differ, of at most 1,326 hands
_WIDTH = 8  # words of the values of a hand; room for more is made when they are met
_CARDS = np.array([list(Cards(mask)) for mask in HAND_MASKS], np.int64)


def with_hand(infoset: PokerInfoset, hand: Cards) -> PokerInfoset:
    """Return an infoset in which the player holds other cards."""
    return replace(infoset, hand=hand)


give_native_form(with_hand, replacer(("hand",)))


class Held(Arena):
    """Hands of two cards, and the values that factors have with them, as tokens."""

    size: int
    # The words of a value that there is room for, and the most that one has.
    width: int
    longest: int
    cards: Ints
    # The number of the value of each hand, and how many differ.
    index: Ints
    distinct: int
    # The tokens of each of them, how many they are, and where its hash leads.
    words: Ints
    lengths: Ints
    slots: Ints
    row: Ints


@kernel
def write_values(game: History, view: GameView, held: Work, player: int, zero: int) -> None:
    """Write the key of every hand; those that are alike get one number.

    Parameters
    ----------
    game, view
        The history, and a view whose key has the factors.
    held
        The hands. Modified in place: all but the size and the cards. Keys are cut off where there
        is no more room.
    player
        Whose hands they are.
    zero
        The int 0.
    """
    infoset = game.infoset(player)
    menu = hold(view.menu(infoset))
    none, held.distinct, held.longest = infoset.hand - infoset.hand, zero, zero
    for hand in range(held.size):
        low, high = held.cards[2 * hand], held.cards[2 * hand + 1]
        own: Infoset = with_hand(infoset, none.with_card(low).with_card(high))
        start, end = view.write(own, menu, player, held.row)
        held.longest = max(held.longest, end - start)
        end = min(end, start + held.width)
        held.index[hand] = number_of(held, start, end, hash_row(held.row, start, end))


@kernel
def number_of(held: Work, start: int, end: int, state: int) -> int:
    """Return the number of a value in ``held.row``, which is new if it was not met before."""
    slot = state & (_SLOTS - 1)
    while held.slots[slot] > 0 and not is_same(held, held.slots[slot] - 1, start, end):
        slot = (slot + 1) & (_SLOTS - 1)
    if held.slots[slot] == 0:
        number = held.distinct
        held.distinct += 1
        held.slots[slot] = held.distinct
        held.lengths[number] = end - start
        for at in range(end - start):
            held.words[number * held.width + at] = held.row[start + at]
    return int(held.slots[slot] - 1)


@kernel
def is_same(held: Work, number: int, start: int, end: int) -> bool:
    """Return whether a value in ``held.row`` is one that was met."""
    if held.lengths[number] != end - start:
        return False
    for at in range(end - start):
        if held.words[number * held.width + at] != held.row[start + at]:
            return False
    return True


@dataclass(frozen=True, eq=False)
class Values:
    """The values that factors have with the hands.

    Parameters
    ----------
    values
        The combinations that occur; a range if they are buckets of a table, which are then all
        there.
    index
        Shape (1326,): which of them each hand has; -1 for a hand that the board excludes.
    """

    values: Any
    index: NDArray[np.int32]


class Private:
    """Factors of a view, asked for the values that they have with every hand.

    Parameters
    ----------
    view
        The view.
    start
        The start of the game.
    """

    def __init__(self, view: View, start: History) -> None:
        self._factors, self._start = factors_of(view), start
        self._entry = lru_cache(self._made)

    def of(self, seen: Seen, places: tuple[int, ...], left: int) -> Values:
        """Return the values of some factors at a decision.

        Parameters
        ----------
        seen
            The decision.
        places
            Which factors of the view.
        left
            The cards that hands may have, as a mask.
        """
        free = np.flatnonzero(MASKS & ~left == 0)
        entry, order = self._entry(places)
        index = np.full(len(MASKS), -1, np.int32)
        held = None if entry is None else _written(entry, seen, free)
        if held is None:
            return self._called(seen, places, free, index)
        index[free] = held.index
        words = held.words.reshape(-1, held.width)[: held.distinct].tolist()
        read = [_values_in(row, len(places)) for row in words]
        return Values([tuple([value[place] for place in order]) for value in read], index)

    def _called(
        self, seen: Seen, places: tuple[int, ...], free: Ints, index: NDArray[np.int32]
    ) -> Values:
        """Return the values of factors that are called hand by hand."""
        numbers: dict[tuple[object, ...], int] = {}
        factors = [self._factors[place] for place in places]
        for number in free.tolist():
            own = replace(seen.infoset, hand=Cards(HAND_MASKS[number]))
            value = tuple([factor(own) for factor in factors])
            index[number] = numbers.setdefault(value, len(numbers))
        return Values(list(numbers), index)

    def _made(self, places: tuple[int, ...]) -> tuple[Entry | None, list[int]]:
        """Return the kernel of some factors, and where in its key each of them is."""
        factors = [each for at in places if isinstance(each := self._factors[at], Algebraic)]
        if len(factors) < len(places):
            return None, []
        view = View(Product(tuple(factors)), calls_of(self._start).actions)
        held = _held(np.zeros(0, np.int64), 1)
        rest = types.int64, types.int64
        entry = prepare(write_values, self._start, view, (held,), rest, quiet=True)
        return entry if entry.native else None, [view.factors.index(factor) for factor in factors]


def _held(free: Ints, width: int) -> Held:
    """Return the arena of some hands, given by their numbers."""
    return Held(
        size=free.size,
        width=width,
        cards=_CARDS[free].reshape(-1),
        index=np.empty(free.size, np.int64),
        words=np.zeros(free.size * width, np.int64),
        lengths=np.empty(free.size, np.int64),
        slots=np.zeros(_SLOTS, np.int64),
        row=np.empty(ROW_WORDS + 1, np.int64),
    )


def _written(entry: Entry, seen: Seen, free: Ints) -> Held | None:
    """Return the values of hands; None if a factor raises an error."""
    width = _WIDTH
    while True:
        held = _held(free, width)
        try:
            entry.with_arenas(held).starting(seen.hand)(seen.hand.active, 0)
        except Exception:  # noqa: BLE001  # called hand by hand, the factor says what is wrong
            return None
        if held.longest <= width:
            return held
        width = held.longest


def _values_in(words: list[int], count: int) -> list[object]:
    """Return the values that a row of tokens begins with."""
    values, at = [], 0
    for _ in range(count):
        value, at = take(words, at)
        values.append(value)
    return values
