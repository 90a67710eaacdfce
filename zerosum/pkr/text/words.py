"""The words of a line of play, cut from a text with spaces between them or without.

What they mean at a decision is read by :mod:`zerosum.pkr.text.reading`, and what an action is
called there is in :func:`zerosum.pkr.text.spelling.word_of`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache

from zerosum.cards import RANKS
from zerosum.cards import card as card_of
from zerosum.errors import GameError

KEYS = """\
  f  fold     b300, r300  bet 300 chips, or raise to 300 chips
  x  check    b2bb, r3bb  bet 2 big blinds, or raise to 3
  c  call     b50%, r50%  bet or raise: add half of all pots
  a  all-in   r2x         raise by twice the last bet or raise
              #2          the second smallest bet or raise on offer
b or r alone is the only bet or raise on offer that is not all-in. Whole names
(fold, raise to 300) mean the same."""
"""The words of a decision, for the help of a command."""

_CARDS = rf"(?-i:[{RANKS}][cdhs](?:\s*[{RANKS}][cdhs])*)"
_SEAT = r"(?:utg(?:\+\d)?|sb|bb|hj|co|btn)"
_NUMBER = r"\d{1,12}(?:,\d{3}){0,3}(?:\.\d{1,12})?"
_SIZE = rf"{_NUMBER}(?:/[1-9]\d{{0,8}})?"
_SHARES = {"p": "1", "h": "1/2", "t": "3/4"}  # of all pots, as River of Blood wrote them
_BET = r"(?:bet|raise|b|r)"
_FORMS = {
    "hand": rf"(?P<who>{_SEAT}):\s*(?P<size>{_CARDS})",
    "cards": f"(?P<size>{_CARDS})",
    "bar": "[|/]",
    "nth": r"#(?P<size>\d{1,3})",
    "seat": rf"(?P<who>{_SEAT})(?![a-z])",
    "min": f"{_BET}min",
    "share": rf"{_BET}\s*(?P<size>{_SIZE})(?P<unit>%|pot)",
    "times": rf"{_BET}\s*(?P<size>{_SIZE})x",
    "blinds": rf"(?P<verb>{_BET})(?:\s*to)?\s*(?P<size>{_SIZE})bb",
    "to": rf"(?P<verb>(?:bet|raise)(?:\s*to)?|to|[br])\s*(?P<size>{_NUMBER})",
    "tyche": rf"(?P<unit>[rb])\((?P<size>-1(?:\.0*)?|{_NUMBER})\)",
    "river": r"(?:raise)?(?:(?P<part>halfpot|75pot|h|t)|p(?:ot)?(?P<size>\d{1,9}of[1-9]\d{0,8})?)"
    r"(?![a-z])",
    "act": r"all-?in|(?P<act>fold|check|call|bet|raise|[fxkcabr])(?!\()",
}
_READ = {kind: re.compile(form, re.IGNORECASE) for kind, form in _FORMS.items()}
# All at once, to find which of them it is.
_WORD = re.compile(
    "|".join(f"(?P<{kind}>{re.sub('P<[a-z]+>', ':', form)})" for kind, form in _FORMS.items()),
    re.IGNORECASE,
)
_LONGEST_QUOTE = 20


@dataclass(frozen=True)
class Word:
    """A word of a line.

    Parameters
    ----------
    text
        As it is written.
    kind
        ``f``, ``x``, ``c``, ``a``; of bets ``to``, ``blinds``, ``share``, ``times``, ``min``,
        ``nth``, or ``only`` for one without a size; ``bar``, ``cards``, ``seat``, or ``hand`` for
        the cards of a seat.
    number
        The size of a bet; 0 if there is none.
    who
        The name of a seat in capitals; empty if there is none.
    cards
        Cards in the order written.
    first
        Whether it can only be the first bet of a street: ``b`` and a number.
    old
        Whether it is spelled as in earlier versions.

    Examples
    --------
    >>> (word,) = read_words("r2.5bb")
    >>> word.kind, word.number, word.first
    ('blinds', Fraction(5, 2), False)
    """

    text: str
    kind: str
    number: Fraction = field(default=Fraction(0), compare=False)  # the text has it all
    who: str = field(default="", compare=False)
    cards: tuple[int, ...] = field(default=(), compare=False)
    first: bool = field(default=False, compare=False)
    old: bool = field(default=False, compare=False)


def read_words(text: str) -> Iterator[Word]:
    """Yield the words of a line.

    Raises
    ------
    GameError
        If one is not a word of the language.

    Examples
    --------
    >>> [word.kind for word in read_words("UTG fold r2.5bb c | Ks7d2c x b50%a")]
    ['seat', 'f', 'blinds', 'c', 'bar', 'cards', 'x', 'share', 'a']
    >>> [word.kind for word in read_words("ffr(2.0000)c|Ks7d2cb(0.5000)")]  # as Tyche writes it
    ['f', 'f', 'times', 'c', 'bar', 'cards', 'share']
    """
    position = 0
    while position < len(text):
        if text[position].isspace():
            position += 1
            continue
        match = _WORD.match(text, position)
        if match is None or match.lastgroup is None:
            raise _unreadable(text, position)
        yield _word(match.lastgroup, match[0])
        position = match.end()


@lru_cache(4096)
def _word(kind: str, text: str) -> Word:
    match = _READ[kind].match(text)
    assert match is not None
    found = match.groupdict()
    who = (found.get("who") or "").upper()
    if kind in {"hand", "cards"}:
        letters = "".join(match["size"].split())
        cards = [card_of(letters[at : at + 2]) for at in range(0, len(letters), 2)]
        return Word(text, kind, who=who, cards=tuple(cards))
    if kind == "act":
        act = (match["act"] or "a").lower()
        letter = "x" if act in {"check", "k"} else act[0]
        return Word(text, "only" if letter in "br" else letter)
    if kind == "tyche":
        return _of_tyche(text, match["unit"].lower() == "b", Fraction(match["size"]))
    if kind == "river":
        part = (match["part"] or "").replace("alfpot", "").replace("75pot", "t").lower()
        share = (match["size"] or "").lower().replace("of", "/") or _SHARES[part or "p"]
        return Word(text, "share", Fraction(share), old=True)
    number = Fraction((found.get("size") or "0").replace(",", ""))
    if found.get("unit") == "%":
        number /= 100
    return Word(text, kind, number, who, first=(found.get("verb") or "")[:1] in {"b", "B"})


def _of_tyche(text: str, share: bool, size: Fraction) -> Word:
    """Return a bet in the words of Tyche, which have four digits: a third is 0.3333."""
    if size < 0:
        return Word(text, "a", old=True)
    exact = size.limit_denominator(16)
    number = exact if abs(exact - size) * 20_000 <= 1 else size
    return Word(text, "share" if share else "times", number, old=True)


def _unreadable(text: str, position: int) -> GameError:
    rest = text[position:].split(maxsplit=1)[0][:_LONGEST_QUOTE]
    before = f"after {text[:position].strip()!r}" if text[:position].strip() else "at the start"
    return GameError(
        f"The word {rest!r} {before} must be f, x, c, a, a bet such as b300, r300, r2.5bb or b50%, "
        f"a bar, or cards.",
        text,
    )
