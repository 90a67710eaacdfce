"""The words of poker players for actions, as lines of play and pictures use them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import astuple

from zerosum.pkr.actions import (
    Allin,
    Bet,
    Call,
    Check,
    Fold,
    PokerAction,
    Raise75Pot,
    RaiseHalfPot,
    RaisePot,
    RaiseShare,
)

PLAYERS = ("small blind", "big blind")

_WORDS: dict[type[PokerAction], tuple[str, ...]] = {
    Fold: ("f", "fold"),
    Check: ("k", "x", "check"),
    Call: ("c", "call"),
    RaiseHalfPot: ("h", "halfpot", "raisehalfpot"),
    Raise75Pot: ("t", "75pot", "raise75pot"),
    RaisePot: ("p", "pot", "raisepot"),
    Allin: ("a", "allin", "all-in"),
}
_LABELS: dict[type[PokerAction], str] = {
    Fold: "Fold",
    Check: "Check",
    Call: "Call",
    RaiseHalfPot: "Half pot",
    Raise75Pot: "75% pot",
    RaisePot: "Pot",
    Allin: "All-in",
}
_FEW = 4  # bets that a sentence lists


def word_of(action: PokerAction) -> str:
    """Return the word of an action.

    >>> word_of(RaisePot()), word_of(Bet(12))
    ('p', 'b12')
    """
    return words_of(action)[0]


def label_of(action: PokerAction) -> str:
    """Return the name of a kind of action for a reader.

    >>> label_of(RaiseHalfPot()), label_of(RaiseShare.of(1, 3))
    ('Half pot', '1/3 pot')
    """
    if isinstance(action, RaiseShare):
        return f"{action.share} pot"
    return _LABELS.get(type(action), type(action).__name__)


def words_of(action: PokerAction) -> tuple[str, ...]:
    """Return every word of an action, the short one first.

    >>> words_of(Check()), words_of(RaiseShare.of(1, 3))
    (('k', 'x', 'check'), ('p1of3', 'pot1of3'))
    """
    if isinstance(action, RaiseShare):
        share = f"{action.share.numerator}of{action.share.denominator}"
        return (f"p{share}", f"pot{share}")
    if isinstance(action, Bet):
        return (f"b{action.quantity}", f"bet{action.quantity}")
    known = _WORDS.get(type(action))
    # An action of the user's own goes by its class, and the numbers in it.
    return known or ("".join(map(str, (type(action).__name__, *astuple(action)))).lower(),)


def legal(menu: Iterable[PokerAction]) -> str:
    """Return the words of a menu; of many bets the first and the last.

    >>> legal((Fold(), Call(), *map(Bet, range(3, 400))))
    'f, c, b3 to b399'
    """
    words = [word_of(action) for action in menu if not isinstance(action, Bet)]
    bets = [word_of(action) for action in menu if isinstance(action, Bet)]
    if len(bets) > _FEW:
        bets = [f"{bets[0]} to {bets[-1]}"]
    return ", ".join([*words, *bets])
