"""Actions in words."""

from zerosum.cards import RANKS, name
from zerosum.setback.actions import (
    BID_FOUR,
    BID_THREE,
    BID_TWO,
    DISCARD_GAME,
    DISCARD_TEN,
    DUCK,
    FIRST_SUIT,
    LEAD_STRONG,
    LEAD_TRUMP,
    LEAD_WEAK,
    PASS,
    SECOND_SUIT,
    SUIT_LOSES,
    SUIT_WINS,
    TRUMP,
    TRUMP_LOSES,
    TRUMP_WINS,
)

_WORDS = {
    PASS: "pass",
    BID_TWO: "bid 2",
    BID_THREE: "bid 3",
    BID_FOUR: "bid 4",
    FIRST_SUIT: "establish the first suit",
    SECOND_SUIT: "establish the second suit",
    LEAD_TRUMP: "lead trump x",
    LEAD_STRONG: "lead strong",
    LEAD_WEAK: "lead weak",
    TRUMP_WINS: "win with trump x",
    TRUMP_LOSES: "lose with trump x",
    DISCARD_TEN: "discard a ten",
    DISCARD_GAME: "discard a game card",
    DUCK: "duck",
}
_CLASSES = "xTJQKA"


def spell(action: int) -> str:
    """Return an action in words, a card by its two letters.

    >>> [spell(action) for action in (51, PASS, BID_THREE, TRUMP + 9, SUIT_LOSES + 1)]
    ['As', 'pass', 'bid 3', 'trump J', 'lose with T']
    """
    if 0 <= action < 52:
        return name(action)
    if TRUMP <= action < LEAD_TRUMP:
        return f"trump {RANKS[action - TRUMP]}"
    if SUIT_WINS <= action < SUIT_LOSES:
        return f"win with {_CLASSES[action - SUIT_WINS]}"
    if SUIT_LOSES <= action < DISCARD_TEN:
        return f"lose with {_CLASSES[action - SUIT_LOSES]}"
    return _WORDS.get(action, f"action {action}")
