"""The text of a session, as a site writes it, cut into hands."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from zerosum.errors import GameError
from zerosum.pkr.phh.hand import Hand
from zerosum.pkr.phh.origin import Origin
from zerosum.pkr.phh.sites.following import follow
from zerosum.pkr.phh.sites.header import START, read_header
from zerosum.pkr.phh.sites.lines import Line, read_line, read_lines
from zerosum.pkr.phh.sites.reading import SiteHand

FORMATS = "the English text of PokerStars or GGPoker"
"""What is read here, for the messages of errors."""

_FIRST = re.compile(rf"^[ \t]*{START.pattern}", re.IGNORECASE | re.MULTILINE)
_OF_HANDS = {"table", "seat", "post", "act", "board", "show", "collect", "total"}


@dataclass(frozen=True)
class _InSession(Origin):
    """Where a hand was read: the lines of its header and of its actions."""

    lines: tuple[int, ...] = ()

    def _line(self, _: str, index: int | None) -> int:
        return self.lines[0 if index is None else index + 1]


def is_session(text: str) -> bool:
    """Return whether a text has the first line of a hand, and that not in a string of TOML.

    >>> is_session("PokerStars Hand #12: Hold'em No Limit ($1/$2 USD)"), is_session("[1]")
    (True, False)
    """
    match = _FIRST.search(text)
    return match is not None and re.search("'''|\"\"\"", text[: match.start()]) is None


def hands_of(text: str, file: str, refuse: Callable[[GameError], object]) -> Iterator[Hand]:
    """Yield the hands of a session.

    A hand begins with its first line, wherever that stands, and ends with an empty line after the
    pot of its summary.

    Parameters
    ----------
    text
        The session.
    file
        Its name, for the messages of errors.
    refuse
        Gets the error of each hand that is torn, is not of hold'em, or breaks the rules.
    """
    text = re.sub("[\udc80-\udcff]", _windows, re.sub("\r\n?", "\n", text))
    starts = [0, *_starts(text), len(text)]
    number, stray = 1, list[Line]()
    for at, (start, end) in enumerate(itertools.pairwise(starts)):
        part = text[start:end]
        lines = list(enumerate(part.split("\n"), number))
        number += part.count("\n")
        whole, rest = _cut(lines) if at else ([], lines)
        stray += [line for line in itertools.starmap(read_line, rest) if line.kind in _OF_HANDS]
        if whole:
            try:
                yield _hand(whole, file)
            except GameError as error:
                refuse(error)
    if stray:
        what = "stand in a hand that begins like 'PokerStars Hand #1: '"
        refuse(_error(stray[0], what, Origin(file)))


def _starts(text: str) -> Iterator[int]:
    """Yield where hands begin; a chat may quote a first line."""
    for match in START.finditer(text):
        start = text.rfind("\n", 0, match.start()) + 1
        if read_line(0, text[start:].partition("\n")[0]).kind != "chat":
            yield match.start()


def _windows(byte: re.Match[str]) -> str:
    """Return what a byte that is not UTF-8 stands for in Windows: many sessions mix both."""
    return byte[0].encode("utf-8", "surrogateescape").decode("cp1252", "replace")


def _cut(lines: list[tuple[int, str]]) -> tuple[list[tuple[int, str]], list[tuple[int, str]]]:
    """Return the lines of a hand, and those after the empty line behind its summary."""
    over = False
    for at, (_, line) in enumerate(lines):
        over = over or line.strip().startswith("Total pot ")
        if over and not line.strip():
            return lines[:at], lines[at:]
    return lines, []


def _hand(lines: list[tuple[int, str]], file: str) -> Hand:
    """Return the hand that some lines tell."""
    first, others = read_line(*lines[0]), list(read_lines(lines[1:]))
    number = START.findall(lines[0][1])[0][1]  # its blank at the end counts
    origin = _InSession(file, number, lines=(first.number,))
    line = first
    try:
        site_hand = SiteHand(read_header(first.text, [line.part("money") for line in others]))
        for line in others:
            site_hand.add(line)
        line = site_hand.end or first
        fields, steps = site_hand.fields()
        where = (first.number, *(step.line.number for step in steps))
        return follow(Hand(tuple(fields.items()), replace(origin, lines=where)), steps, site_hand)
    except GameError as error:
        if isinstance(error.subject, Hand):
            raise
        wrong = error.subject if isinstance(error.subject, Line) else line
        raise _error(wrong, str(error), origin) from None


def _error(line: Line, what: str, origin: Origin) -> GameError:
    where = origin.file or "the text"
    of = f"of hand [{origin.table}] in {where}" if origin.table else f"of {where}"
    return GameError(f"Line {line.number} {of}, {line.text!r}, must {what.rstrip('.')}.", origin)
