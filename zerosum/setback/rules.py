"""Sets of cards as masks: strength of a suit, legal plays, and game points.

A mask is that of :class:`zerosum.cards.Cards`; ranks are 0 (two) to 12 (ace).
"""

from zerosum.cards import popcount

TEN, JACK, QUEEN, ACE = 8, 9, 10, 12
FIVE = 3
NO_RANK = 13
"""Stands for the rank of the lowest card of an empty set."""

_CLUBS = 0x1111111111111
_RANK = 0xF
_CLOSE = 2  # A second suit whose strength is so far below the first is no candidate.


def of_suit(suit: int) -> int:
    """Return the cards of a suit.

    >>> from zerosum.cards import Cards
    >>> print(Cards(of_suit(2)))
    AhKhQhJhTh9h8h7h6h5h4h3h2h
    """
    return _CLUBS << suit


def lowest(mask: int) -> int:
    """Return the lowest card, of equal ranks that of the first suit; the mask must not be 0.

    >>> from zerosum.cards import name, parse
    >>> hearts = parse("Ah9h2h").mask
    >>> name(lowest(hearts)), name(highest(hearts)), lowest_rank(hearts), lowest_rank(0)
    ('2h', 'Ah', 0, 13)
    """
    return popcount((mask & -mask) - 1)


def highest(mask: int) -> int:
    """Return the highest card, of equal ranks that of the last suit; -1 if there is none.

    >>> from zerosum.cards import name, parse
    >>> name(highest(parse("Kd9h2h").mask)), highest(0)
    ('Kd', -1)
    """
    return mask.bit_length() - 1


def lowest_rank(mask: int) -> int:
    """Return the rank of the lowest card; ``NO_RANK`` if there is none.

    >>> from zerosum.cards import parse
    >>> lowest_rank(parse("Ah9h2h").mask), lowest_rank(0) == NO_RANK
    (0, True)
    """
    return lowest(mask) >> 2 if mask else NO_RANK


def jack_of(suit: int) -> int:
    """Return the jack of a suit as a mask.

    >>> from zerosum.cards import Cards
    >>> [str(Cards(jack_of(suit))) for suit in range(4)]
    ['Jc', 'Jd', 'Jh', 'Js']
    """
    return 1 << (4 * JACK + suit)


def game_points(mask: int) -> int:
    """Return the game points of cards: ace 4, king 3, queen 2, jack 1, ten 10.

    >>> from zerosum.cards import parse
    >>> game_points(parse("AsTs9s JhQdKc").mask)
    20
    """
    court = 0
    for rank in range(JACK, ACE + 1):
        court += (rank - TEN) * popcount(mask >> 4 * rank & _RANK)
    return court + 10 * popcount(mask >> 4 * TEN & _RANK)


def legal(hand: int, led: int, trump: int) -> int:
    """Return the cards of a hand that may be played.

    Parameters
    ----------
    hand
        The cards held.
    led
        The card that was led, -1 to lead.
    trump
        The suit that is trump, -1 before it is established.

    Examples
    --------
    A hand that holds the suit led follows suit or plays trump:

    >>> from zerosum.cards import Cards, card, parse
    >>> print(Cards(legal(parse("Ah2h3s4c").mask, card("9h"), trump=3)))
    Ah3s2h
    """
    if led < 0 or hand & of_suit(led & 3) == 0:
        return hand
    return hand & (of_suit(led & 3) | of_suit(trump))


def beats(card: int, best: int, trump: int) -> bool:
    """Return whether a card beats the one that is winning a trick.

    >>> from zerosum.cards import card
    >>> beats(card("2s"), card("Ah"), trump=3), beats(card("Kd"), card("Qh"), trump=3)
    (True, False)
    """
    if card & 3 == best & 3:
        return card > best
    return card & 3 == trump


def strength(hand: int, suit: int) -> int:
    """Return the strength of a suit: ace 13, king 12, … two 1, summed over its cards.

    >>> from zerosum.cards import parse
    >>> strength(parse("As2s Kh").mask, 3)
    14
    """
    total = 0
    rest = hand & of_suit(suit)
    while rest:
        total += (lowest(rest) >> 2) + 1
        rest &= rest - 1
    return total


def candidates(hand: int) -> tuple[int, int]:
    """Return the suits of a hand that may become trump, the stronger first; -1 for no second one.

    The second suit is one if its strength is less than 2 below that of the first, and its ranks
    are different. Of suits of equal strength, that with higher ranks comes first;
    of equal ones, clubs come first and spades last.

    >>> from zerosum.cards import parse
    >>> candidates(parse("Qs3s Jh4h Kd2c").mask), candidates(parse("As2s Kh3h 9d9c").mask)
    ((3, 2), (3, 2))
    """
    first = second = -1
    for suit in range(4):
        if _is_stronger(hand, suit, first):
            first, second = suit, first
        elif _is_stronger(hand, suit, second):
            second = suit
    if hand >> first & _CLUBS == hand >> second & _CLUBS:
        return first, -1
    close = strength(hand, first) - strength(hand, second) < _CLOSE
    return first, second if close and hand & of_suit(second) else -1


def _is_stronger(hand: int, suit: int, other: int) -> bool:
    if other < 0:
        return True
    own, least = strength(hand, suit), strength(hand, other)
    return own > least or (own == least and hand >> suit & _CLUBS > hand >> other & _CLUBS)


def opening(hand: int, suit: int) -> int:
    """Return the card that establishes a suit as trump.

    It is the highest of ace, king and queen; else the highest card below ten that is above the
    lower of four and the lowest card of the suit; else the ten; else the jack; else the lowest.

    >>> from zerosum.cards import name, parse
    >>> [name(opening(parse(cards).mask, 3)) for cards in ("Ks2s", "Js4s2s", "JsTs3s", "4s")]
    ['Ks', '4s', 'Ts', '4s']
    """
    held = hand & of_suit(suit)
    if highest(held) >> 2 >= QUEEN:
        return highest(held)
    bound = min(2, lowest(held) >> 2)
    below = held & ((1 << 4 * TEN) - 1)
    if below and highest(below) >> 2 > bound:
        return highest(below)
    ten = 4 * TEN + suit
    if held >> ten & 1:
        return ten
    return ten + 4 if held >> ten + 4 & 1 else lowest(held)
