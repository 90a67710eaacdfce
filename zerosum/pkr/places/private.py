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
from zerosum.cards import Cards
from zerosum.evaluation.bounds.declared import calls_of
from zerosum.jit import give_native_form, kernel
from zerosum.kernels.compile import Entry, prepare
from zerosum.kernels.limits import check_room
from zerosum.kernels.names import GameView, History, Infoset, Work
from zerosum.native.primitives import hold
from zerosum.native.replace import replacer
from zerosum.pkr.places.hidden import Seen, factors_of
from zerosum.pkr.places.policy import MASKS
from zerosum.pkr.ranges.classes import HAND_MASKS
from zerosum.support.tokens import take
from zerosum.tables import ROW_WORDS, Arena, Ints

_WIDTH = 8  # words of the values of a hand; room for more is made when they are met
_CARDS = np.array([list(Cards(mask)) for mask in HAND_MASKS], np.int64)


def with_hand(infoset: Any, hand: Cards) -> Any:
    """Return an infoset in which the player holds other cards."""
    return replace(infoset, hand=hand)


give_native_form(with_hand, replacer(("hand",)))


class Held(Arena):
    """Hands of two cards, and the tokens of the values of factors with each of them."""

    size: int
    width: int
    cards: Ints
    words: Ints
    row: Ints


@kernel
def write_values(game: History, view: GameView, held: Work, player: int, longest: int) -> int:
    """Write the tokens of the key of every hand, cut off at ``held.width`` words.

    Parameters
    ----------
    game, view
        The history, and a view whose key has the factors.
    held
        The hands. Modified in place: words, row.
    player
        Whose hands they are.
    longest
        The int 0.

    Returns
    -------
    The most words that a key has.
    """
    infoset = game.infoset(player)
    menu = hold(view.menu(infoset))
    none = infoset.hand - infoset.hand
    for hand in range(held.size):
        low, high = held.cards[2 * hand], held.cards[2 * hand + 1]
        own: Infoset = with_hand(infoset, none.with_card(low).with_card(high))
        check_room(view, own, menu)
        start, end = view.write(own, menu, player, held.row)
        longest = max(longest, end - start)
        for index in range(min(end - start, held.width)):
            held.words[hand * held.width + index] = held.row[start + index]
    return longest


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
        words = None if entry is None else _written(entry, seen, free)
        index = np.full(len(MASKS), -1, np.int32)
        if words is None:
            numbers: dict[tuple[object, ...], int] = {}
            factors = [self._factors[place] for place in places]
            for number in free.tolist():
                own = replace(seen.infoset, hand=Cards(HAND_MASKS[number]))
                value = tuple([factor(own) for factor in factors])
                index[number] = numbers.setdefault(value, len(numbers))
            return Values(list(numbers), index)
        rows, index[free] = _distinct(words)
        read = [_values_in(row, len(places)) for row in rows.tolist()]
        return Values([tuple([value[place] for place in order]) for value in read], index)

    def _made(self, places: tuple[int, ...]) -> tuple[Entry | None, list[int]]:
        """Return the kernel of some factors, and where in its key each of them is."""
        factors = [self._factors[place] for place in places]
        if not all(isinstance(factor, Algebraic) for factor in factors):
            return None, []
        view = View(Product(tuple(factors)), calls_of(self._start).actions)
        held = Held(cards=np.zeros(2, np.int64), words=np.zeros(1, np.int64), row=_row())
        rest = types.int64, types.int64
        entry = prepare(write_values, self._start, view, (held,), rest, quiet=True)
        return entry if entry.native else None, [view.factors.index(factor) for factor in factors]


def _row() -> Ints:
    return np.zeros(ROW_WORDS + 1, np.int64)


def _written(entry: Entry, seen: Seen, free: Ints) -> Ints | None:
    """Return the tokens of hands, shape (hands, words); None if a factor raises an error."""
    cards, width = np.ascontiguousarray(_CARDS[free]).reshape(-1), _WIDTH
    while True:
        words = np.zeros(free.size * width, np.int64)
        held = Held(size=free.size, width=width, cards=cards, words=words, row=_row())
        try:
            longest = entry.with_arenas(held).starting(seen.hand)(seen.hand.active, 0)
        except Exception:  # noqa: BLE001  # the interpreted factor says what is wrong
            return None
        if longest <= width:
            return words.reshape(free.size, width)[:, :longest]
        width = longest


def _distinct(words: Ints) -> tuple[Ints, Ints]:
    """Return the rows that differ, and which of them each row is."""
    if words.shape[1] == 1:
        rows, numbers = np.unique(words[:, 0], return_inverse=True)
        return rows[:, None], numbers
    rows, numbers = np.unique(words, axis=0, return_inverse=True)
    return rows, numbers.reshape(-1)


def _values_in(words: list[int], count: int) -> list[object]:
    """Return the values that a row of tokens begins with."""
    values, at = [], 0
    for _ in range(count):
        value, at = take(words, at)
        values.append(value)
    return values
