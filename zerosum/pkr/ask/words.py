"""Histories as text: ``ff r(2) c | Ks7d2c b(0.5)``, in the words of Tyche and a few more.

Words may be separated by spaces; words of Tyche need no spaces: ``ffr(2.0000)c``.

- ``f``: fold
- ``c``: check or call; ``k`` and ``x`` mean the same
- ``r(2)``: raise by twice the last bet or raise of the street; before the flop the big blind counts
- ``b(0.5)``: bet or raise, which adds half of all pots
- ``a``, ``r(-1)``, ``b(-1)``: all-in
- ``r300``, ``r2.5bb``: bet or raise to so many chips, or big blinds, on this street
- ``r``: the only bet or raise of the menu that is not all-in
- ``|`` or ``/``: the street is over, which need not be said
- ``Ks7d2c``: cards of the board
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction

from zerosum.cards import RANKS
from zerosum.errors import GameError
from zerosum.pkr.actions import (
    PARTS,
    Allin,
    Call,
    Check,
    Fold,
    PokerAction,
    Raise75Pot,
    RaiseHalfPot,
    RaisePot,
    RaiseShare,
    RaiseTimes,
    RaiseToBlinds,
)
from zerosum.pkr.holdem.infosets import InfoSet

_NUMBER = r"\d+(?:\.\d+)?"
_WORD = re.compile(
    rf"(?P<cards>[{RANKS}][cdhs](?:\s*[{RANKS}][cdhs])*)|(?P<end>[|/])|(?P<act>[fckxa])"
    rf"|(?P<bet>[rb])(?:\((?P<size>-1(?:\.0+)?|{_NUMBER})\)|(?P<to>{_NUMBER})(?P<unit>bb)?)?(?!\()"
)
_NAMED: dict[Fraction, PokerAction] = {
    Fraction(1, 2): RaiseHalfPot(),
    Fraction(3, 4): Raise75Pot(),
    Fraction(1): RaisePot(),
}
_SHARES = {type(action): share for share, action in _NAMED.items()}


@dataclass(frozen=True)
class Word:
    """A word of a history.

    Parameters
    ----------
    text
        As it is written.
    kind
        ``f``, ``c``, ``a``, ``|``, ``cards``, ``raise`` for a bare ``r``, ``to`` for chips, or the
        kind of a size: ``r`` or ``b``.
    number
        The size, or the chips; 0 if there is none.
    blinds
        Whether ``to`` counts in big blinds.
    """

    text: str
    kind: str
    number: Fraction = field(default=Fraction(0), compare=False)  # the text has it
    blinds: bool = field(default=False, compare=False)

    @property
    def cards(self) -> str:
        """The cards without spaces."""
        return "".join(self.text.split())


def read_words(text: str) -> Iterator[Word]:
    """Yield the words of a history.

    Raises
    ------
    GameError
        If one is not a word of histories.

    Examples
    --------
    >>> [word.kind for word in read_words("ffr(2.0000)c|Ks7d2c b(0.5)a")]
    ['f', 'f', 'r', 'c', '|', 'cards', 'b', 'a']
    """
    position = 0
    while position < len(text):
        if text[position].isspace():
            position += 1
            continue
        match = _WORD.match(text, position)
        if match is None:
            raise _unreadable(text, position)
        yield _word(match)
        position = match.end()


def _word(match: re.Match[str]) -> Word:
    text, size, to = match[0], match["size"], match["to"]
    if match["cards"]:
        return Word(text, "cards")
    if match["end"]:
        return Word(text, "|")
    if match["act"]:
        return Word(text, "c" if text in "kx" else text)
    if size is not None and size.startswith("-"):
        return Word(text, "a")
    if size is not None:
        return Word(text, match["bet"], Fraction(size))
    if to is not None:
        return Word(text, "to", Fraction(to), match["unit"] is not None)
    return Word(text, "raise")


def _unreadable(text: str, position: int) -> GameError:
    rest = text[position:].split(maxsplit=1)[0]
    if re.fullmatch(r"[rb]\([^)]*", text[position:]):
        what = f"end with a whole word; {rest!r} stops in the middle of a bet: write r(2) or b(0.5)"
        return GameError(f"The history {text!r} must {what}.", text)
    return GameError(
        f"A word of the history {text!r} must be f, c, a, a bet such as r(2), b(0.5) or r300, "
        f"| or cards of the board; got {rest!r}.",
        text,
    )


def action_of(word: Word) -> PokerAction:
    """Return the action of a word with a size, or of ``a``, as menus have it.

    >>> from fractions import Fraction
    >>> action_of(Word("b(0.5)", "b", Fraction(1, 2))), action_of(Word("a", "a"))
    (RaiseHalfPot(), Allin())
    """
    if word.kind == "a":
        return Allin()
    if word.kind == "r":
        return RaiseTimes(round(word.number * PARTS))
    return _NAMED.get(word.number) or RaiseShare(round(word.number * PARTS))


def word_of(action: PokerAction, infoset: InfoSet) -> str:
    """Return the word for an action, with which a history can go on.

    Parameters
    ----------
    action
        An action.
    infoset
        Where it is taken.

    Examples
    --------
    >>> from zerosum.pkr.actions import Bet
    >>> from zerosum.pkr.holdem import NoLimitHoldem
    >>> infoset = NoLimitHoldem().infoset(0)
    >>> [word_of(action, infoset) for action in (RaiseTimes.of(2, 1), RaisePot(), Bet(5))]
    ['r(2.0000)', 'b(1.0000)', 'r6']
    """
    if isinstance(action, Fold):
        return "f"
    if isinstance(action, Check | Call):
        return "c"
    if infoset.quantity(action) >= infoset.behind:
        return "a"
    if isinstance(action, RaiseTimes):
        return f"r({float(action.times):.4f})"
    if isinstance(action, RaiseToBlinds):
        return f"r{float(action.blinds):g}bb"
    share = action.share if isinstance(action, RaiseShare) else _SHARES.get(type(action))
    if share is not None:
        return f"b({float(share):.4f})"
    return f"r{infoset.pips[infoset.player] + infoset.quantity(action)}"
