"""The lines of a hand in the text of a site: what each kind of line looks like."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from zerosum.errors import GameError
from zerosum.pkr.phh.amounts import DIGITS, read_amount

_SPACE, _SYMBOLS = "[ \xa0\u202f]", "€$£¥₹₽"
_NUMBER = rf"[0-9]+(?:[.,'][0-9]+|{_SPACE}[0-9]{{3}}(?![0-9]))*"
MONEY = rf"(?:[^\w\s(),.:;'\"-]|Rs\.? ?)?{_NUMBER}(?:{_SPACE}?[{_SYMBOLS}])?"
"""A number of chips, with the symbol of a currency before or behind it."""

CARDS = r"\[(?P<cards>[2-9TJQKA][cdhs](?: [2-9TJQKA][cdhs])*)\]"
_PLAYER, _SEAT, _CHIPS = "(?P<player>.+)", r"(?P<seat>\d{1,2})", f"(?P<money>{MONEY})"
_ALL_IN = "(?P<all_in> and is all-in)?"
_PATTERNS = {
    kind: re.compile(pattern)
    for kind, pattern in {
        "chat": r'.+? said, ".*"',
        "back": rf"Uncalled bet \({MONEY}\) returned to .*",
        "table": rf"Table '(?P<table>.*)'(?: (?P<most>\d\d?)-max)?.* Seat #{_SEAT} is .*",
        "seat": rf"Seat {_SEAT}: {_PLAYER} \({_CHIPS} in chips(?:, [^()]*)?\).*",
        "post": rf"{_PLAYER}: (?:posts )?(?P<what>the ante|small blind|big blind|button blind|"
        rf"missed blind|small & big blinds|straddle) {_CHIPS}{_ALL_IN}",
        "act": rf"{_PLAYER}: (?P<verb>folds|checks|(?:calls|bets|raises {MONEY} to)(?= {MONEY}))"
        rf"(?: {_CHIPS})?{_ALL_IN}(?: {CARDS})?",
        "board": rf"\*\*\* (?:FLOP|TURN|RIVER) \*\*\* (?:\[(?P<before>[^]]*)\] )?{CARDS}",
        "show": rf"{_PLAYER}: shows {CARDS}(?: \(.*\))?",
        "muck": rf"{_PLAYER}: mucks hand",
        "collect": rf"(?P<player>.+?):? collected {_CHIPS} from (?:main |side )?pot(?:-\d+)?"
        r"(?: \(.*\))?",
        "dealt": rf"Dealt to (?P<player>.+?)(?: {CARDS})?",
        "total": rf"Total pot {_CHIPS}(?P<rest>.*)",
        "seated": rf"Seat {_SEAT}: (?P<rest>.*)",
        "summary": r"\*\*\* SUMMARY \*\*\*",
        "plain": r"\*\*\* (?:HOLE CARDS|SHOW ?DOWN) \*\*\*",
        "twice": r"(?:\*\*\* )?(?:FIRST|SECOND|THIRD)\b.*|Hand was run .*",
        "drop": r"Cash Drop\b.*",
        "cancelled": r"Hand cancelled",
        "section": r"\*\*\* .*",
        "aside": r".+ (?:(?:joins|leaves) the table|has timed out|is (?:dis)?connected|"
        r"was removed)\b.*",
        "strange": r".+: (?:posts|folds|checks|calls|bets|raises|shows|brings|discards)\b.*",
    }.items()
}
REFUSED = {
    "twice": "be of a hand whose board is dealt once, not run twice",
    "drop": "be of a hand whose pot only its players paid",
    "cancelled": "be of a hand that was played to its end",
    "section": "be of hold'em, with a flop, a turn and a river",
    "strange": "be an action of hold'em as PokerStars writes it",
}
"""The kinds of lines that are not read, each with what the line must be instead."""

OF_PLAYERS = ("act", "post", "dealt", "show", "muck", "collect")
"""The kinds of lines in which a player of the hand does something."""

_NAMED = "\0"
_GROUPS = rf"[0-9]{{1,3}}(?:(?:'|{_SPACE})[0-9]{{3}})+|[0-9]+"
_SHAPES = {
    ".": rf"(?:[0-9]{{1,3}}(?:,[0-9]{{2,3}})*,[0-9]{{3}}|{_GROUPS})(?:\.[0-9]+)?",
    ",": rf"(?:[0-9]{{1,3}}(?:\.[0-9]{{3}})+|{_GROUPS})(?:,[0-9]{{1,2}})?",
}
_EITHER = r"[0-9]{1,3}\.[0-9]{3}"
"""A number that has thousands in one notation, and decimals in the other."""


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


def read_lines(lines: Iterable[tuple[int, str]]) -> Iterator[Line]:
    """Yield what the lines of a hand say; the lines of seats, which come first, name the players.

    >>> text = "Seat 1: Al: folds (5 in chips)", "Al: folds: checks", "Al: folds has timed out"
    >>> [(line.kind, line.part("player")) for line in read_lines(enumerate(text))]
    [('seat', 'Al: folds'), ('act', 'Al: folds'), ('', '')]
    """
    names, seating, ending = list[str](), True, False
    for number, text in lines:
        # A name may make the line of a seat look like an action of the player before.
        line = _matched(number, text.strip(), text.strip(), kinds=("seat",) if seating else ())
        if line.kind:
            names = sorted({*names, line.part("player")}, key=len, reverse=True)
            yield line
            continue
        seating = not names
        if ending and (match := _PATTERNS["seated"].fullmatch(text.strip())):
            yield Line(number, text.strip(), "seated", match.groupdict())
            continue
        line = read_line(number, text, () if ending else names)
        if line.kind == "seat":
            names = sorted({*names, line.part("player")}, key=len, reverse=True)
        ending = ending or line.kind == "summary"
        yield line


def read_line(number: int, text: str, names: Sequence[str] = ()) -> Line:
    """Return what a line says; its kind is empty if it concerns neither chips nor cards.

    Parameters
    ----------
    number, text
        The line.
    names
        The players of the hand, the longest name first: a line is of the first one with which it
        makes sense. Names may contain anything that stands in lines.

    >>> line = read_line(7, "Al: the 2nd: raises $2 to $3.50 and is all-in")
    >>> line.kind, line.part("player"), line.part("verb"), line.part("money")
    ('act', 'Al: the 2nd', 'raises $2 to', '$3.50')
    """
    text = text.strip()
    of = [name for name in names if text.startswith((name, f"Dealt to {name}"))]
    for name in of:
        for head in ("", "Dealt to "):
            if text.startswith(head + name):
                masked = f"{head}{_NAMED}{text.removeprefix(head + name)}"
                line = _matched(number, text, masked, name, OF_PLAYERS)
                if line.part("player") == name:
                    return line
    line = _matched(number, text, text)
    if of and text.startswith(of[0]) and line.kind != "seat":
        line = _matched(number, text, _NAMED + text.removeprefix(of[0]), of[0])
        return line if line.kind in {"strange", *OF_PLAYERS} else Line(number, text, "", {})
    return line


def _matched(
    number: int, text: str, masked: str, name: str = "", kinds: Collection[str] = _PATTERNS
) -> Line:
    """Return what a line says, in which a mark stands for the name of a player."""
    for kind in kinds:
        if match := _PATTERNS[kind].fullmatch(masked):
            parts = match.groupdict()
            if name and "player" in parts:
                parts["player"] = match["player"].replace(_NAMED, name)
            return Line(number, text, kind, parts)
    return Line(number, text, "", {})


class Notation(NamedTuple):
    """How a hand writes chips: the symbol of the currency, and what stands before cents.

    ``mark`` is a point or a comma, or empty if no number of the hand tells which.
    """

    symbol: str
    mark: str = "."


def notation_of(symbol: str, numbers: Iterable[str]) -> Notation:
    """Return how a hand writes chips, by its numbers.

    Chips without a currency are whole.

    >>> notation_of("€", ["1.234,50 €", "3 €"]).mark, notation_of("", ["1.500", "20"]).mark
    (',', ',')
    >>> notation_of("$", ["$1,234"]).mark, notation_of("$", ["$1.500", "$20"]).mark
    ('.', '')
    """
    numerals = [plain[0] for number in numbers if (plain := re.search(_NUMBER, number))]
    for mark, telling in ((".", r",|\.(?:\d{1,2}|\d{4,})$"), (",", r",|\..*\.")):
        if any(re.fullmatch(_SHAPES[mark], of) and re.search(telling, of) for of in numerals):
            return Notation(symbol, mark)
    if any(re.fullmatch(_EITHER, of) for of in numerals):
        return Notation(symbol, "" if symbol else ",")
    return Notation(symbol)


def amount_of(money: str, notation: Notation) -> Fraction:
    """Return a number of chips.

    Raises
    ------
    GameError
        If the hand writes others in another way; the message is the end of a sentence.

    >>> amount_of("$1,250.50", Notation("$")), amount_of("1 250,50 €", Notation("€", ","))
    (Fraction(2501, 2), Fraction(2501, 2))
    """
    symbol, mark = notation
    if symbol_of(money) != symbol:
        what = f"with the currency's symbol {symbol!r}" if symbol else "without a currency"
        raise GameError(f"give chips as the first line does, {what}")
    plain = money.removeprefix(symbol).removesuffix(symbol).strip()
    is_chips = mark == "," or (mark and symbol)  # chips without a currency are whole
    if not is_chips and re.fullmatch(_EITHER, plain):
        raise GameError(
            f"give chips that can be read in one way: {plain} may be {plain.replace('.', '')} or "
            f"{plain.rstrip('0').rstrip('.')}, and the rest of the hand does not show which"
        )
    if not re.fullmatch(_SHAPES[mark or "."], plain):
        before = {",": "a comma", ".": "a point"}[mark or "."]
        raise GameError(f"give chips as the hand does, with {before} before cents; got {plain}")
    whole, _, cents = plain.partition(mark or ".")
    amount = read_amount(re.sub("[^0-9]", "", whole) + f".{cents}" * bool(cents))
    if amount is None:
        raise GameError(f"give chips with at most {DIGITS} digits; got {plain}")
    return amount


def symbol_of(money: str) -> str:
    """Return the currency's symbol of a number of chips.

    >>> symbol_of("€5"), symbol_of("1 234,50 €"), symbol_of("1,500")
    ('€', '€', '')
    """
    return re.sub(_NUMBER, "", money).strip()
