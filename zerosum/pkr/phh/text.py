"""PHH files, of one hand each, and PHHS files, of any number: both are TOML. Sites write text."""

from __future__ import annotations

import itertools
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any, Self

from zerosum.errors import GameError
from zerosum.pkr.phh.hand import Hand
from zerosum.pkr.phh.origin import Origin
from zerosum.pkr.phh.sites import FORMATS, hands_of, is_session
from zerosum.support import toml
from zerosum.support.files import read_text
from zerosum.support.store import Json

_HEADER = re.compile(
    r"""^[ \t]*\[[ \t]*([\w.-]+|'[^'\n]*'|"[^"\n]*")[ \t]*\]?[ \t]*(?:\#.*)?\r?$
    |\[([\w.-]+)\][ \t]*\r?$(?=\n([ \t]*(\#.*)?\r?\n)*[ \t]*variant\b)  # behind a torn line""",
    re.MULTILINE | re.VERBOSE,
)
_MARK = re.compile("^\ufeff", re.MULTILINE)  # of a text, or of each that was joined to it
_ADVICE = f"give a PHH or PHHS file, or {FORMATS}"

OnError = Callable[[GameError], object]


class Table(tuple[tuple[str, Any], ...]):
    """A table of TOML in a field, as a tuple of names and values."""

    __slots__ = ()

    def items(self) -> Self:
        """Return the names and values."""
        return self


def read(path: str | Path, on_error: OnError | None = None) -> tuple[Hand, ...]:
    """Read the hands of a PHH or PHHS file, or of a file that PokerStars or GGPoker has written.

    Parameters
    ----------
    path
        The file.
    on_error
        Gets the error of each hand that is left out; None raises the first one.

    Raises
    ------
    GameError
        If the file cannot be read; without ``on_error`` also if it is neither TOML nor text of a
        site, or a hand is wrong. The actions of PHH are checked when a hand is replayed.

    Examples
    --------
    >>> import tempfile
    >>> text = '''
    ... variant = 'NT'
    ... antes = [0, 0]
    ... blinds_or_straddles = [1, 2]
    ... min_bet = 2
    ... starting_stacks = [100, 100]
    ... actions = ['p2 f']
    ... '''
    >>> with tempfile.TemporaryDirectory() as place:
    ...     write(f"{place}/hand.phh", parse(text))
    ...     [hand.actions for hand in read(f"{place}/hand.phh")]
    [('p2 f',)]
    """
    path = Path(path)
    text = read_text(path, "file", _ADVICE, "surrogateescape")
    if not is_session(text):
        text = read_text(path, "file", _ADVICE)
    return parse(text, path.name, on_error)


def parse(text: str, file: str = "", on_error: OnError | None = None) -> tuple[Hand, ...]:
    r"""Return the hands of a text, which is the text of a site, TOML with tables, or one hand.

    Parameters
    ----------
    text
        A PHH or PHHS file, or what PokerStars or GGPoker has written.
    file
        Its name, for the messages of errors.
    on_error
        Gets the error of each hand that is left out, and of each table that is not TOML; None
        raises the first one.

    Raises
    ------
    GameError
        Without ``on_error``, if the text is neither TOML nor of a site, or a hand is wrong.

    Examples
    --------
    >>> left_out = []
    >>> parse("[1]\nvariant = 'PO'\n[2]\nantes = [0, ", "a.phhs", left_out.append)
    ()
    >>> print(str(left_out[1])[:65])
    The table of hand [2] in a.phhs, line 3, must be whole, and TOML;
    """
    refuse, hands_read, text = on_error or _raise, list[Hand](), _MARK.sub("", text)
    if is_session(text):
        return tuple(hands_of(text, file, refuse))
    for table, origin in _tables(text, file, on_error):
        try:
            hands_read.append(_hand(table, origin))
        except GameError as error:
            refuse(error)
    return tuple(hands_read)


def _raise(error: GameError) -> None:
    raise error


def _tables(text: str, file: str, on_error: OnError | None) -> Iterator[tuple[Json, Origin]]:
    """Yield the tables of a text, each with its origin; of a torn text those that are whole."""
    name = f"The file {file}" if file else "The text"
    try:
        values = _toml(text)
    except GameError as error:
        starts = [0, *(header.start() for header in _HEADER.finditer(text)), len(text)]
        if on_error is None or len(starts) == 2:
            what = f"must be a whole PHH or PHHS file, which is TOML, or {FORMATS}; got {error}"
            (on_error or _raise)(GameError(f"{name} {what}.", text))
            return
        for start, end in itertools.pairwise(starts):
            yield from _part(text[start:end], file, text.count("\n", 0, start), on_error)
        return
    if not values:
        (on_error or _raise)(GameError(f"{name} must contain a hand; it is empty.", text))
    tables = all(isinstance(value, dict) for value in values.values())
    hands = {key: _hands(key, it) or [(key, it)] * tables for key, it in values.items()}
    rest = {key: it for key, it in values.items() if not hands[key]}
    if any(not key.startswith("_") for key in rest) or len(rest) == len(values):
        yield rest, Origin(file, "", text)
    for number, table in itertools.chain(*hands.values()):
        yield table, Origin(file, number, text)


def _hands(number: str, value: object) -> list[tuple[str, Json]]:
    """Return the numbers and tables of hands in a value, including ``[5.1]`` and ``[[5]]``."""
    if isinstance(value, list):
        return [hand for item in value for hand in _hands(number, item)]
    if not isinstance(value, dict) or "variant" in value:
        return [(number, value)] if isinstance(value, dict) else []
    return [hand for key, item in value.items() for hand in _hands(f"{number}.{key}", item)]


def _part(text: str, file: str, line: int, on_error: OnError) -> Iterator[tuple[Json, Origin]]:
    """Yield the table of a part of a torn text, before which there are so many lines."""
    header = _HEADER.match(text)
    number = (header[1] or header[2]).strip("'\"") if header else ""
    origin = Origin(file, number, text, line)
    try:
        values = _toml(text)
    except GameError:
        try:
            _toml("\n" * line + text)  # for the line in the message
        except GameError as error:
            what = f"must be whole, and TOML; got {error}"
            on_error(GameError(f"The table {origin.place()} {what}.", origin))
        return
    hands = [table for key, it in values.items() for _, table in _hands(key, it) or [("", it)]]
    yield from ((table, origin) for table in (hands if header else [values]) if table)


def _toml(text: str) -> Json:
    """Return the values of a text of TOML; the message of its error is the end of a sentence."""
    try:
        return tomllib.loads(text, parse_float=Decimal)
    except (ValueError, ArithmeticError, RecursionError) as error:  # also numbers without end
        raise GameError(str(error), text) from None


def _hand(table: Json, origin: Origin) -> Hand:
    return Hand(tuple((name, frozen(value)) for name, value in table.items()), origin)


def frozen(value: object) -> object:
    """Return a value of TOML with tuples for arrays and tables."""
    if isinstance(value, dict):
        return Table((name, frozen(item)) for name, item in value.items())
    return tuple(map(frozen, value)) if isinstance(value, list | tuple) else value


def write(path: str | Path, hands: Hand | Iterable[Hand]) -> None:
    """Write a PHH file of one hand, or a PHHS file of several.

    >>> import tempfile
    >>> from zerosum.pkr import Fold, NoLimitHoldem
    >>> from zerosum.pkr.phh import record
    >>> hand = record(NoLimitHoldem().seated(0, (29, 46)).apply(Fold()), hand=7)
    >>> with tempfile.TemporaryDirectory() as place:
    ...     write(f"{place}/hand.phh", hand)
    ...     Path(place, "hand.phh").read_text().splitlines()[0]
    "variant = 'NT'"
    """
    Path(path).write_text(spell(hands), "utf-8")


def spell(hands: Hand | Iterable[Hand]) -> str:
    """Return a hand as a PHH file, or several as a PHHS file, whose tables are numbered from 1.

    Fields keep their order and their numbers the way they were written; comments of TOML are lost.

    >>> from zerosum.pkr import Fold, NoLimitHoldem
    >>> from zerosum.pkr.phh import record
    >>> print(spell(record(NoLimitHoldem().seated(0, (29, 46)).apply(Fold()), hand=7)))
    variant = 'NT'
    ante_trimming_status = true
    antes = [0, 0]
    blinds_or_straddles = [1, 2]
    min_bet = 2
    starting_stacks = [200, 200]
    actions = ['d dh p1 ????', 'd dh p2 Kh9d', 'p2 f']
    hand = 7
    finishing_stacks = [201, 199]
    <BLANKLINE>
    """
    if isinstance(hands, Hand):
        return "".join(
            f"{toml.key(name)} = {toml.spelled(value)}\n" for name, value in hands.fields
        )
    return "\n".join(f"[{number}]\n{spell(hand)}" for number, hand in enumerate(hands, 1))
