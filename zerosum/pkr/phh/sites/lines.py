"""The lines of a hand in the text of a site: what each kind of line looks like."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import NamedTuple

from zerosum.errors import GameError
from zerosum.pkr.phh.amounts import read_amount

_NUMBER = r"(?:[0-9]{1,3}(?:,[0-9]{2,3})*,[0-9]{3}|[0-9]+)(?:\.[0-9]+)?"
MONEY = rf"(?:[^\w\s(),.:;'\"-]|Rs\.? ?)?{_NUMBER}"
"""A number of chips, with the symbol of a currency."""

CARDS = r"\[(?P<cards>[2-9TJQKA][cdhs](?: [2-9TJQKA][cdhs])*)\]"
_PLAYER, _SEAT, _CHIPS = "(?P<player>.+)", r"(?P<seat>\d{1,2})", f"(?P<money>{MONEY})"
_ALL_IN = "(?P<all_in> and is all-in)?"
_PATTERNS = {
    kind: re.compile(pattern)
    for kind, pattern in {
        "chat": r'.+? said, ".*"',
        "table": rf"Table '(?P<table>.*)'(?: (?P<most>\d\d?)-max)?.* Seat #{_SEAT} is .*",
        "seat": rf"Seat {_SEAT}: {_PLAYER} \({_CHIPS} in chips(?:, [^()]*)?\).*",
        "post": rf"{_PLAYER}: (?:posts )?(?P<what>the ante|small blind|big blind|button blind|"
        rf"missed blind|small & big blinds|straddle) {_CHIPS}{_ALL_IN}",
        "act": rf"{_PLAYER}: (?P<verb>folds|checks|(?:calls|bets|raises {MONEY} to)(?= {MONEY}))"
        rf"(?: {_CHIPS})?{_ALL_IN}(?: {CARDS})?",
        "board": rf"\*\*\* (?:FLOP|TURN|RIVER) \*\*\* (?:\[(?P<before>[^]]*)\] )?{CARDS}",
        "show": rf"{_PLAYER}: shows {CARDS}(?: \(.*\))?",
        "muck": rf"{_PLAYER}: mucks hand",
        "collect": rf"(?P<player>.+?):? collected {_CHIPS} from (?:main |side )?pot.*",
        "dealt": rf"Dealt to (?P<player>.+?)(?: {CARDS})?",
        "total": rf"Total pot {_CHIPS}(?P<rest>.*)",
        "seated": rf"Seat {_SEAT}: (?P<rest>.*)",
        "summary": r"\*\*\* SUMMARY \*\*\*",
        "plain": r"\*\*\* (?:HOLE CARDS|SHOW ?DOWN) \*\*\*",
        "twice": r"(?:\*\*\* )?(?:FIRST|SECOND|THIRD)\b.*|Hand was run .*",
        "cancelled": r"Hand cancelled",
        "section": r"\*\*\* .*",
        "strange": r".+: (?:posts|folds|checks|calls|bets|raises|shows|brings|discards)\b.*",
    }.items()
}
REFUSED = {
    "twice": "be of a hand whose board is dealt once, not run twice",
    "cancelled": "be of a hand that was played to its end",
    "section": "be of hold'em, with a flop, a turn and a river",
    "strange": "be an action of hold'em as PokerStars writes it",
}
"""The kinds of lines that are not read, each with what the line must be instead."""


class Line(NamedTuple):
    """A line of a session: its number, its text, and what it says."""

    number: int
    text: str
    kind: str
    parts: dict[str, str | None]

    def part(self, name: str) -> str:
        """Return a part of the line; empty if it has none."""
        return self.parts.get(name) or ""

    @property
    def cards(self) -> list[str]:
        """The cards that the line names."""
        return self.part("cards").split()


def read_line(number: int, text: str) -> Line:
    """Return what a line says; its kind is empty if it concerns neither chips nor cards.

    >>> line = read_line(7, "Al: the 2nd: raises $2 to $3.50 and is all-in")
    >>> line.kind, line.part("player"), line.part("verb"), line.part("money")
    ('act', 'Al: the 2nd', 'raises $2 to', '$3.50')
    """
    text = text.strip()
    for kind, pattern in _PATTERNS.items():
        if found := pattern.fullmatch(text):
            return Line(number, text, kind, found.groupdict())
    return Line(number, text, "", {})


def amount_of(money: str, symbol: str) -> Fraction:
    """Return a number of chips in the currency with a symbol.

    Raises
    ------
    GameError
        If it is of another currency; the message is the end of a sentence.

    >>> amount_of("$1,250.50", "$")
    Fraction(2501, 2)
    """
    amount = read_amount(money.removeprefix(symbol))
    if amount is None or symbol_of(money) != symbol:
        what = f"with the currency's symbol {symbol!r}" if symbol else "without a currency"
        raise GameError(f"give chips as the first line does, {what}")
    return amount


def symbol_of(money: str) -> str:
    """Return the currency's symbol of a number of chips.

    >>> symbol_of("€5"), symbol_of("1,500")
    ('€', '')
    """
    return re.sub(f"{_NUMBER}$", "", money)
