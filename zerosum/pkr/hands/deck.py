"""Decks of any size, and sets of cards dealt one at a time in ascending order.

A set of k cards is dealt from the lowest to the highest, and so occurs once and not in each of its
k! orders. Of n cards every set of k is equally likely if the next card is c with
probability C(cards above c, k - 1) / C(n, k), and so on with what is above c.
"""

from __future__ import annotations

from dataclasses import dataclass

from zerosum.cards import RANKS, Cards
from zerosum.pkr.hands.masks import LOWEST_BITS
from zerosum.pkr.hands.short import evaluate_short
from zerosum.pkr.hands.values import evaluate


@dataclass(frozen=True)
class Deck:
    """The cards of a game and the order of its hands.

    Parameters
    ----------
    ranks
        The number of ranks, from the ace down.
    suits
        The number of suits, the first of clubs, diamonds, hearts and spades.
    short
        Whether hands are in the order of short-deck hold'em: see
        :func:`zerosum.pkr.hands.short.evaluate_short`.

    Examples
    --------
    >>> len(FULL.cards), len(SHORT.cards), len(TWENTY.cards), Deck(3, 2).cards
    (52, 36, 20, Cards(AdAcKdKcQdQc))
    >>> from zerosum.cards import parse
    >>> FULL.value(parse("AhAdAs2c3d")) > FULL.value(parse("KhKdQsQc3d"))
    True
    """

    ranks: int = 13
    suits: int = 4
    short: bool = False

    @property
    def cards(self) -> Cards:
        """The cards of the deck."""
        every = LOWEST_BITS * ((1 << self.suits) - 1)
        lower = (1 << 4 * (len(RANKS) - self.ranks)) - 1
        return Cards(every & ~lower)

    def value(self, cards: Cards) -> int:
        """Return the value of the best five of some cards; higher is better, equal hands tie."""
        return evaluate_short(cards.mask) if self.short else evaluate(cards.mask)


FULL = Deck()
"""The 52 cards."""
SHORT = Deck(9, short=True)
"""The 36 cards from the six up, with the order of hands of short-deck hold'em."""
TWENTY = Deck(5)
"""The 20 cards from the ten up."""


def above(cards: Cards, card: int) -> Cards:
    """Return the cards of a set that come after a card; all of them after -1.

    >>> above(Deck(2, 2).cards, 45)
    Cards(AdAc)
    """
    return Cards(cards.mask >> (card + 1) << (card + 1))


def ways(n: int, k: int) -> int:
    """Return the number of sets of k out of n cards.

    >>> ways(52, 5), ways(3, 0), ways(2, 3)
    (2598960, 1, 0)
    """
    found = 1
    for i in range(k):
        found = found * (n - i) // (i + 1)
    return found


def lowest(cards: Cards, k: int, number: int) -> int:
    """Return the lowest card of a set of k cards; sets are numbered by their lowest card first.

    Parameters
    ----------
    cards
        The cards to choose from.
    k
        The number of cards in a set, at least 1.
    number
        0 to ``ways(len(cards), k)`` - 1, a different set for each number.

    >>> [lowest(Deck(2, 2).cards, 2, number) for number in range(6)]
    [44, 44, 44, 45, 45, 48]
    """
    rest = len(cards)
    for card in cards:
        rest -= 1
        number -= ways(rest, k - 1)
        if number < 0:
            return card
    raise IndexError
