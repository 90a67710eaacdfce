"""Cards: small integers, and sets of them in one machine word.

A card is ``4 * rank + suit``, rank 2 to ace = 0 to 12, suit clubs, diamonds, hearts, spades = 0 to
3. A set of cards is a mask with one bit per card: an immutable set in Python, one word natively.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from zerosum.errors import GameError
from zerosum.rng import Random
from zerosum.support.drawing import SUIT_INKS
from zerosum.support.html import Html, element, page

RANKS = "23456789TJQKA"
SUITS = "cdhs"

_SIGNS = "\u2663\u2666\u2665\u2660"


def popcount(x: int) -> int:
    """Return the number of one bits of a non-negative integer; one instruction natively.

    >>> popcount(0b1011)
    3
    """
    return x.bit_count()


@dataclass(frozen=True, slots=True)
class Cards:
    """An immutable set of cards.

    Parameters
    ----------
    mask
        Bit ``card`` is set for each card of the set; less than 2**52.

    Examples
    --------
    >>> hand = parse("KdAh")
    >>> hand, len(hand), card("Ah") in hand
    (Cards(AhKd), 2, True)
    >>> print(hand | parse("2c"), hand - parse("Ah"))
    AhKd2c Kd
    """

    mask: int = 0

    def __len__(self) -> int:
        return popcount(self.mask)

    def __bool__(self) -> bool:
        return self.mask != 0

    def __contains__(self, card: int) -> bool:
        return (self.mask >> card) & 1 == 1

    def __iter__(self) -> Iterator[int]:
        """Yield the cards in ascending order."""
        rest = self.mask
        while rest:
            yield popcount((rest & -rest) - 1)
            rest &= rest - 1

    def __or__(self, other: Cards) -> Cards:
        return Cards(self.mask | _mask_of(other))

    def __and__(self, other: Cards) -> Cards:
        return Cards(self.mask & _mask_of(other))

    def __sub__(self, other: Cards) -> Cards:
        return Cards(self.mask & ~_mask_of(other))

    def with_card(self, card: int) -> Cards:
        """Return the set with one more card.

        >>> parse("2c").with_card(card("Ah"))
        Cards(Ah2c)
        """
        return Cards(self.mask | (1 << card))

    def __str__(self) -> str:
        return "".join([name(card) for card in reversed(list(self))])

    def __repr__(self) -> str:
        return f"Cards({self})"

    def _repr_html_(self) -> str:
        signs = (
            element(
                "b", RANKS[rank(card)] + _SIGNS[suit(card)], style=f"color:{SUIT_INKS[suit(card)]}"
            )
            for card in reversed(list(self))
        )
        return page(element("p", Html(" ".join(signs) or "no cards")))


def _mask_of(other: Cards) -> int:
    if not isinstance(other, Cards):
        raise TypeError(
            "Cards must be combined with Cards; got a number: give a function of masks cards.mask."
        )
    return other.mask


NO_CARDS = Cards()
FULL_DECK = Cards((1 << 52) - 1)


def rank(card: int) -> int:
    """Return the rank of a card, 0 (two) to 12 (ace).

    >>> rank(card("2c")), rank(card("Ah"))
    (0, 12)
    """
    return card >> 2


def suit(card: int) -> int:
    """Return the suit of a card: clubs, diamonds, hearts, spades = 0, 1, 2, 3.

    >>> suit(card("2c")), suit(card("As"))
    (0, 3)
    """
    return card & 3


def is_black(card: int) -> bool:
    """Return whether a card is a club or a spade.

    >>> is_black(card("As")), is_black(card("Ad"))
    (True, False)
    """
    return suit(card) == 0 or suit(card) == 3


def card_set(card: int) -> Cards:
    """Return the set of one card.

    >>> card_set(card("Ah"))
    Cards(Ah)
    """
    return Cards(1 << card)


def draw(used: Cards, rng: Random) -> int:
    """Sample a card that is not in ``used``, uniformly; ``used`` must not be the whole deck.

    >>> draw(FULL_DECK - parse("Ah"), Random(1)) == card("Ah")
    True
    """
    while True:
        card = rng.integer(52)
        if (used.mask >> card) & 1 == 0:
            return card


def name(card: int) -> str:
    """Return the two letters of a card.

    >>> name(0), name(51)
    ('2c', 'As')
    """
    return RANKS[rank(card)] + SUITS[suit(card)]


def card(text: str) -> int:
    """Return the card named by two letters, rank then suit.

    Raises
    ------
    GameError
        If the letters name no card.

    >>> card("2c"), card("As")
    (0, 51)
    """
    if len(text) != 2 or text[0] not in RANKS or text[1] not in SUITS:
        raise GameError(
            f"A card must be a rank of {RANKS} and a suit of {SUITS}; got {text!r}. "
            "Write the ten of hearts as 'Th'.",
            text,
        )
    return 4 * RANKS.index(text[0]) + SUITS.index(text[1])


def parse(text: str) -> Cards:
    """Return the set of cards named by a text; white space and commas may separate them.

    Raises
    ------
    GameError
        If the text names no card, or one card twice.

    >>> parse("Ah, Kd") == parse("KdAh")
    True
    """
    letters = "".join(text.replace(",", " ").split())
    cards = Cards()
    for start in range(0, len(letters), 2):
        one = card(letters[start : start + 2])
        if one in cards:
            raise GameError(
                f"The cards of {text!r} must be different; got {name(one)} twice. "
                "Name each card once.",
                text,
            )
        cards = cards.with_card(one)
    return cards
