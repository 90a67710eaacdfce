"""The first line of a hand in the text of a site: its number, its game, its stakes, its date."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import time
from fractions import Fraction
from typing import NamedTuple

from zerosum.errors import GameError
from zerosum.pkr.phh.sites.lines import MONEY, Notation, amount_of, notation_of, symbol_of

START = re.compile(
    r"(?:(?P<stars>PokerStars)(?: Zoom| Home Game)? (?:Hand|Game)|(?<!\w )(?<!\w)Poker Hand) "
    r"#(?P<hand>[A-Z]{0,4}\d{1,30}): ",
    re.IGNORECASE,
)
"""How the first line of a hand begins."""

_GAME = re.compile(
    r"(?P<kind>6\+ |Split )?(?:Hold'em|(?P<short>ShortDeck)) (?P<limit>No Limit|Limit)(?= *[-(),])"
)
_STAKES = re.compile(
    rf"\((?:[^()]*, )?(?P<small>{MONEY})/(?P<big>{MONEY})(?P<rest>[^()]*)"
    rf"|\((?:Button Blind )?(?P<button>{MONEY})(?P<more>[^()]*)\)"
)
_DATE = re.compile(
    r"(?P<year>\d{4})/(?P<month>\d\d)/(?P<day>\d\d)[ -]+(?P<hour>\d{1,2}):(?P<minute>[0-5]\d):"
    r"(?P<second>[0-5]\d)(?: \(?(?P<zone>[A-Z]{2,5}))?"
)


class Header(NamedTuple):
    """What the first line of a hand says.

    Parameters
    ----------
    variant
        The variant of PHH.
    blind
        The big blind, or the button's.
    bets
        The fields of the bets in limit hold'em.
    notation
        How the hand writes chips.
    fields
        More fields of PHH.
    """

    variant: str
    blind: Fraction
    bets: dict[str, Fraction]
    notation: Notation
    fields: dict[str, object]


def read_header(text: str, numbers: Iterable[str] = ()) -> Header:
    """Return what the first line of a hand says.

    Parameters
    ----------
    text
        The line.
    numbers
        Numbers of chips in other lines, which may show how they are written.

    Raises
    ------
    GameError
        If the game is not read; the message is the end of a sentence.

    >>> header = read_header(
    ...     "PokerStars Hand #12: Hold'em No Limit ($0.10/$0.25 USD) - 2024/05/01 9:30:00 ET"
    ... )
    >>> header.variant, header.blind, header.notation.symbol, header.fields["year"]
    ('NT', Fraction(1, 4), '$', 2024)
    """
    text = text.replace("\xa0", " ")
    start = START.match(text)
    games, stakes = list(_GAME.finditer(text)), list(_STAKES.finditer(text))
    if start is None or not games or games[-1]["kind"] == "Split ":
        raise GameError("be of limit or no-limit hold'em, or of no-limit short-deck hold'em")
    if not stakes:
        raise GameError("give stakes like ($1/$2), with a sign for the currency or none")
    game, date = games[-1], _DATE.search(text)
    stake = next((one for one in stakes if one["small"]), stakes[-1])
    if " Cap " in (stake["rest"] or ""):
        raise GameError("be of a game without a cap on the chips that a player may bet in a hand")
    short = game["short"] or game["kind"]
    if short and game["limit"] == "Limit":
        raise GameError("be of no-limit short-deck hold'em")
    sizes = [stake[name] or stake["button"] for name in ("small", "big")]
    notation = notation_of(symbol_of(sizes[0]), [*sizes, *numbers])
    small, big = (amount_of(size, notation) for size in sizes)
    if big == 0:
        raise GameError("have stakes above 0")
    number = start["hand"]
    fields: dict[str, object] = {
        "venue": "PokerStars" if start["stars"] else "GGPoker",
        "hand": int(number) if number.isdecimal() else number,
    }
    if event := re.search(r"Tournament #\d+", text):
        fields["event"] = event[0]
    if date:
        fields |= {name: int(date[name]) for name in ("year", "month", "day")}
        fields["time"] = time(int(date["hour"]) % 24, int(date["minute"]), int(date["second"]))
        if date["zone"]:
            fields["_time_zone"] = date["zone"]
    if code := re.search(r" ([A-Z]{3})$", stake["rest"] or stake["more"] or ""):
        fields["currency"] = code[1]
    if notation.symbol:
        fields["currency_symbol"] = notation.symbol
    if game["limit"] == "Limit":
        return Header("FT", small, {"small_bet": small, "big_bet": big}, notation, fields)
    return Header("NS" if short else "NT", big, {}, notation, fields)
