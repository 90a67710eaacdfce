"""Cheap classes of hands, by the visible cards only."""

from zerosum.cards import is_black, popcount
from zerosum.pkr.hands.masks import LOWEST_BITS, longest_suit, near_straights, rank_mask, up_to
from zerosum.pkr.hands.values import kind

HOLE_CLASSES = 169
MADE_CLASSES = 4 * 45 * 4 * 2


def hole_class(hand: int) -> int:
    """Return the class of two hole cards: 13 times one rank plus the other.

    The higher rank comes first if the cards are suited, the lower one if not: 169 classes.
    Fewer than two cards are of class 0.

    >>> from zerosum.cards import parse
    >>> hole_class(parse("AhKh").mask), hole_class(parse("AhKd").mask)
    (167, 155)
    """
    if popcount(hand) < 2:
        return 0
    low = popcount((hand & -hand) - 1)
    rest = hand & (hand - 1)
    high = popcount((rest & -rest) - 1)
    if low & 3 == high & 3:
        return 13 * (high >> 2) + (low >> 2)
    return 13 * (low >> 2) + (high >> 2)


def made_class(hand: int, board: int, last: int) -> int:
    """Return the class of a hand on a board of at least three cards.

    The class depends on the stage of the run (flop, turn, later, over), the categories of the
    whole hand and of the board alone, the number of higher ranks that could beat the own cards,
    and whether the hand has a strong draw. Once the run is over, a draw of the board counts
    instead, which others may have made.

    Parameters
    ----------
    hand, board
        Masks of cards.
    last
        The board card revealed last.

    Returns
    -------
    int
        0 to 1439.

    >>> from zerosum.cards import card, parse
    >>> made_class(parse("AhKh").mask, parse("Ad7h2h").mask, card("2h"))
    9
    """
    whole = hand | board
    own = kind(whole)
    shared = kind(board)
    stage = min(popcount(board) - 3, 2)
    drawing = draws(whole)
    if stage == 2 and is_black(last):
        stage = 3
        drawing = draws(board)
    categories = own * (own + 1) // 2 + shared
    rivals = higher_ranks(hand, board, own, shared)
    return ((stage * 45 + categories) * 4 + rivals) * 2 + (1 if drawing else 0)


def higher_ranks(hand: int, board: int, own: int, shared: int) -> int:
    """Return the number of ranks, at most 3, above the best own card that matters.

    If the board makes the hand, that card is the kicker and all ranks count. Otherwise it is the
    card that pairs the board, if there is one, and the ranks on the board count.
    """
    held = rank_mask(hand)
    common = rank_mask(board)
    if own == shared:
        return min(3, popcount(LOWEST_BITS & ~up_to(held)))
    paired = held & common
    return min(3, popcount(common & ~up_to(paired if paired != 0 else held)))


def draws(mask: int) -> bool:
    """Return whether one more card could make a flush, or either of two a straight.

    >>> from zerosum.cards import parse
    >>> draws(parse("5c6d7h8s").mask), draws(parse("AhKd3s4s5s").mask)
    (True, False)
    """
    near = near_straights(rank_mask(mask))
    return longest_suit(mask) == 4 or near & (near - 1) != 0
