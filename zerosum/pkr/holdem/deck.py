"""Small decks, and sets of cards dealt one at a time in ascending order.

A set of k cards is dealt from the lowest to the highest, and so occurs once and not in each of its
k! orders. Of n cards every set of k is equally likely if the next card is c with
probability C(cards above c, k - 1) / C(n, k), and so on with what is above c.
"""

from zerosum.cards import RANKS, Cards
from zerosum.pkr.masks import LOWEST_BITS


def deck(ranks: int, suits: int) -> Cards:
    """Return the cards of the highest ranks, in the first of clubs, diamonds, hearts and spades.

    >>> deck(3, 2)
    Cards(AdAcKdKcQdQc)
    """
    every = LOWEST_BITS * ((1 << suits) - 1)
    lower = (1 << 4 * (len(RANKS) - ranks)) - 1
    return Cards(every & ~lower)


def above(cards: Cards, card: int) -> Cards:
    """Return the cards of a set that come after a card; all of them after -1.

    >>> above(deck(2, 2), 45)
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

    >>> [lowest(deck(2, 2), 2, number) for number in range(6)]
    [44, 44, 44, 45, 45, 48]
    """
    rest = len(cards)
    for card in cards:
        rest -= 1
        number -= ways(rest, k - 1)
        if number < 0:
            return card
    raise IndexError
