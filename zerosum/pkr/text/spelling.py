"""The words for actions in lines of play; :mod:`zerosum.pkr.text.reading` reads them again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple
from fractions import Fraction

from zerosum.pkr.actions import (
    Allin,
    Bet,
    Call,
    Check,
    Fold,
    MinRaise,
    PokerAction,
    Raise75Pot,
    RaiseHalfPot,
    RaisePot,
    RaiseShare,
    RaiseTimes,
    RaiseToBlinds,
    label_of,
)
from zerosum.pkr.face import PokerInfoset
from zerosum.support.rendering import chips as chips_of

_LETTERS: dict[type[PokerAction], str] = {Fold: "f", Check: "x", Call: "c"}
_SHARES: dict[type[PokerAction], Fraction] = {
    RaiseHalfPot: Fraction(1, 2),
    Raise75Pot: Fraction(3, 4),
    RaisePot: Fraction(1),
}
_UNITS = {"share": "pot", "times": "x", "blinds": "bb"}
PASSIVE = {"fold", "check", "call"}
_DIGITS = 4  # behind the point, of sizes that are not written as fractions
MOST_LISTED_BETS = 4  # bets that a sentence lists


def word_of(action: PokerAction, infoset: PokerInfoset) -> str:
    """Return the word for an action in lines of play, with which a line can go on.

    Parameters
    ----------
    action
        An action, or a size of bets.
    infoset
        What its player knows, in any game of poker.

    Examples
    --------
    >>> from zerosum.pkr.game import RiverOfBlood
    >>> infoset = RiverOfBlood().infoset(0)
    >>> [word_of(action, infoset) for action in (Call(), Bet(5), Allin(), RaiseShare.of(1, 3))]
    ['c', 'r6', 'a', 'r1/3pot']
    >>> word_of(RaiseHalfPot(), infoset), word_of(RaiseTimes.of(5, 2), infoset)
    ('r50%', 'r2.5x')
    """
    if type(action) in _LETTERS:
        return _LETTERS[type(action)]
    if isinstance(action, Allin) or (chips := infoset.quantity(action)) >= infoset.behind:
        return "a"
    if isinstance(action, Bet):
        return bet_word(infoset, chips)
    letter = bet_letter(infoset)
    if isinstance(action, MinRaise):
        return f"{letter}min"
    if isinstance(action, RaiseTimes):
        return sized_word(letter, action.times, "times")
    if isinstance(action, RaiseToBlinds):
        return sized_word(letter, action.blinds, "blinds")
    share = action.share if isinstance(action, RaiseShare) else _SHARES.get(type(action))
    if share is not None:
        return sized_word(letter, share, "share")
    return "".join(map(str, (type(action).__name__, *astuple(action)))).lower()


def bet_letter(infoset: PokerInfoset) -> str:
    """Return ``b`` for the first bet of a street, and ``r`` for a raise; blinds are bets.

    >>> from zerosum.pkr import NoLimitHoldem
    >>> bet_letter(NoLimitHoldem().infoset(0))
    'r'
    """
    return "r" if any(infoset.pips) else "b"


def bet_word(infoset: PokerInfoset, chips: int) -> str:
    """Return the word for a bet or raise by what it comes to on its street.

    Parameters
    ----------
    infoset
        What its player knows.
    chips
        What it adds.

    Examples
    --------
    >>> from zerosum.pkr import NoLimitHoldem
    >>> bet_word(NoLimitHoldem().infoset(0), 5)  # on top of the small blind
    'r6'
    """
    return f"{bet_letter(infoset)}{infoset.pips[infoset.player] + chips}"


def sized_word(letter: str, size: Fraction, kind: str) -> str:
    """Return the word for a bet or raise of a share of the pot, of times or of big blinds.

    >>> sized_word("b", Fraction(3, 8), "share"), sized_word("r", Fraction(7, 3), "blinds")
    ('b37.5%', 'r7/3bb')
    """
    number, unit = (100 * size, "%") if kind == "share" else (size, _UNITS[kind])
    if (number * 10**_DIGITS).denominator == 1:
        return f"{letter}{float(number):.{_DIGITS}f}".rstrip("0").rstrip(".") + unit
    return f"{letter}{size}{_UNITS[kind]}"


def words_of(menu: Sequence[PokerAction], infoset: PokerInfoset) -> str:
    """Return the words for a menu; of many bets of chips, the first and the last.

    >>> from zerosum.pkr import RiverOfBlood
    >>> infoset = RiverOfBlood().infoset(0)
    >>> words_of(infoset.actions(), infoset)
    'f, c, r4 to r400'
    """
    words = [word_of(action, infoset) for action in menu if not isinstance(action, Bet)]
    bets = [action.quantity for action in menu if isinstance(action, Bet)]
    if len(bets) > MOST_LISTED_BETS:
        words.append(" to ".join(bet_word(infoset, chips) for chips in (bets[0], bets[-1])))
    else:
        words += [word_of(Bet(chips), infoset) for chips in bets]
    return ", ".join(dict.fromkeys(words))


def told(action: PokerAction, infoset: PokerInfoset) -> tuple[str, str]:
    """Return the verb, and for a bet its player's total on this street.

    >>> from zerosum.pkr import Bet, NoLimitHoldem
    >>> told(Bet(3), NoLimitHoldem().infoset(0))
    ('raise', ' to 4')
    """
    verb = label_of(action).lower()
    if verb in PASSIVE:
        return verb, f" {chips_of(infoset.cost)}" if verb == "call" else ""
    pip, added = infoset.pips[infoset.player], infoset.quantity(action)
    all_in = " (all-in)" if added == infoset.behind else ""
    if not any(infoset.pips):
        return "bet", f" {chips_of(added)}{all_in}"
    return "raise", f" to {chips_of(pip + added)}{all_in}"


def stakes(infoset: PokerInfoset) -> str:
    """Return the pot, the cost to call and what is left to the player.

    >>> from zerosum.pkr import NoLimitHoldem
    >>> stakes(NoLimitHoldem().infoset(0))
    'pot 3, 1 to call, 199 left'
    """
    owed = f", {chips_of(infoset.cost)} to call" if infoset.cost > 0 else ""
    return f"pot {chips_of(infoset.total)}{owed}, {chips_of(infoset.behind)} left"
