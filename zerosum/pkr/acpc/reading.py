"""Read game definitions of the ACPC dealer: files that begin with ``GAMEDEF``.

Words are read in any case, with or without ``=``; empty lines and lines that begin with ``#`` are
skipped. What a file leaves out is what the dealer takes then: limit betting, stacks and raises
without a bound, and the first seat to act first on every street.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from zerosum.errors import GameError
from zerosum.pkr.acpc.definition import MOST_SEATS, UNBOUNDED, Definition
from zerosum.support.files import read_text

_MOST_CHIPS = 2**31 - 1


class _Entry(NamedTuple):
    """What a line of a file holds: numbers, as many as ``of`` says, from ``least`` to ``most``."""

    name: str
    of: str
    least: int
    most: int
    example: str


_ENTRIES = (
    _Entry("numPlayers", "one", 2, MOST_SEATS, "2"),
    _Entry("numRounds", "one", 1, 4, "4"),
    _Entry("numSuits", "one", 1, 4, "4"),
    _Entry("numRanks", "one", 1, 13, "13"),
    _Entry("numHoleCards", "one", 1, 3, "2"),
    _Entry("numBoardCards", "street", 0, 7, "0 3 1 1"),
    _Entry("blind", "seat", 0, _MOST_CHIPS, "100 50"),
    _Entry("stack", "seat", 1, _MOST_CHIPS, "20000 20000"),
    _Entry("raiseSize", "street", 1, _MOST_CHIPS, "10 10 20 20"),
    _Entry("firstPlayer", "street", 1, MOST_SEATS, "2 1 1 1"),
    _Entry("maxRaises", "street", 0, UNBOUNDED, "3 4 4 4"),
)
_BY_WORD = {entry.name.lower(): entry for entry in _ENTRIES}
_BARE = ("limit", "nolimit")
_DEFAULTS = {"firstPlayer": 1, "maxRaises": UNBOUNDED}  # what the streets left out have
_OPTIONAL = {"stack", *_DEFAULTS}


class _Line(NamedTuple):
    """A line of a file with its number, counted from 1."""

    number: int
    text: str


def read_file(path: Path) -> Definition:
    """Read a file of the dealer.

    Raises
    ------
    GameError
        If it cannot be read, or is no game definition.

    Examples
    --------
    >>> import tempfile
    >>> game = Definition(blinds=(100, 50), stacks=(20_000, 20_000), first=(2, 1, 1, 1))
    >>> with tempfile.TemporaryDirectory() as place:
    ...     _ = (path := Path(place) / "heads-up.game").write_text(str(game))
    ...     read_file(path) == game
    True
    """
    text = read_text(path, "game definition", "give a file that begins with GAMEDEF")
    return read_definition(text, str(path))


def read_definition(text: str, source: str = "the game definition") -> Definition:
    """Read the text of a file of the dealer.

    Parameters
    ----------
    text
        All lines of the file.
    source
        What an error calls the file.

    Raises
    ------
    GameError
        If a word or a number is not of a game definition, or something is missing; the message
        quotes the line.

    Examples
    --------
    >>> game = Definition(blinds=(100, 50), stacks=(20000, 20000), first=(2, 1, 1, 1))
    >>> read_definition(str(game)) == game
    True
    """
    lines = list(_body(text, source))
    entries: dict[str, tuple[int, ...]] = {}
    where: dict[str, _Line] = {}
    for line in lines:
        word, numbers = _read_line(line, source)
        key = "limit" if word in _BARE else word
        if key in where:
            raise _wrong(
                line, source, f"be the only one of {word}", f"line {where[key].number} has it"
            )
        entries[word], where[key] = numbers, line
    return _checked(entries, where, source)


def _body(text: str, source: str) -> list[_Line]:
    """Return the lines between GAMEDEF and END GAMEDEF that say something."""
    every = [_Line(at, line.strip()) for at, line in enumerate(text.splitlines(), 1)]
    lines = [line for line in every if line.text and not line.text.startswith("#")]
    words = [" ".join(line.text.lower().split()) for line in lines]
    if not words or words[0] != "gamedef":
        line = lines[0] if lines else _Line(1, "")
        raise _wrong(line, source, "be GAMEDEF", "it begins a game definition")
    if "end gamedef" not in words:
        raise _wrong(lines[-1], source, "be END GAMEDEF", "the file seems to be cut off")
    return lines[1 : words.index("end gamedef")]


def _read_line(line: _Line, source: str) -> tuple[str, tuple[int, ...]]:
    """Return the word and the numbers of a line."""
    word, rest = re.fullmatch(r"(\w*)(.*)", line.text).groups()  # type: ignore[union-attr]
    if word.lower() in _BARE and not rest.strip():
        return word.lower(), ()
    entry = _BY_WORD.get(word.lower())
    if entry is None:
        known = ", ".join([*_BARE, *(entry.name for entry in _ENTRIES)])
        raise _wrong(line, source, f"begin with one of {known}", "correct the word")
    numbers = rest.replace("=", " ").split()
    if not numbers or not all(re.fullmatch("[0-9]{1,99}", number) for number in numbers):
        raise _wrong(line, source, f"be {entry.name} and whole numbers", f"write {_example(entry)}")
    values = tuple(map(int, numbers))
    if not entry.least <= min(values) <= max(values) <= entry.most:
        bounds = f"be {entry.name} and {entry.least} to {entry.most}"
        raise _wrong(line, source, bounds, f"write {_example(entry)}")
    return entry.name, values


def _checked(
    entries: dict[str, tuple[int, ...]], where: dict[str, _Line], source: str
) -> Definition:
    """Return the definition of the numbers of a file, or refuse what does not fit together."""
    limit = "nolimit" not in entries
    if not limit:
        entries.pop("raiseSize", None)
    _check_missing(entries, limit, source)
    streets = entries["numRounds"][0]
    for name, default in _DEFAULTS.items():
        numbers = entries.get(name, ())
        entries[name] = numbers + (default,) * (streets - len(numbers))
    _check_counts(entries, where, source)
    if max(entries["firstPlayer"]) > len(entries["blind"]):
        line = where["firstPlayer"]
        raise _wrong(
            line, source, f"name seats from 1 to {len(entries['blind'])}", "there are no more"
        )
    stacks = entries.get("stack", ())
    if any(blind > stack for blind, stack in zip(entries["blind"], stacks, strict=False)):
        raise _wrong(where["blind"], source, "be blinds of at most the stacks", "raise the stacks")
    return Definition(
        blinds=entries["blind"],
        stacks=stacks,
        bets=entries.get("raiseSize", ()),
        raises=entries["maxRaises"],
        first=entries["firstPlayer"],
        suits=entries["numSuits"][0],
        ranks=entries["numRanks"][0],
        hole=entries["numHoleCards"][0],
        board=entries["numBoardCards"],
    )


def _check_missing(entries: dict[str, tuple[int, ...]], limit: bool, source: str) -> None:
    """Refuse a file that leaves out a word which has no default."""
    for entry in _ENTRIES:
        needed = entry.name not in _OPTIONAL and (limit or entry.name != "raiseSize")
        if needed and entry.name not in entries:
            raise GameError(
                f"The lines of {source} must include {entry.name}; it is missing: write, for "
                f"example, {_example(entry)}.",
                source,
            )


def _check_counts(
    entries: dict[str, tuple[int, ...]], where: dict[str, _Line], source: str
) -> None:
    """Refuse a line with more or fewer numbers than there are seats or streets."""
    wanted = {"one": 1, "seat": entries["numPlayers"][0], "street": entries["numRounds"][0]}
    for name, line in where.items():
        if name not in entries or name in _BARE:
            continue
        entry, got = _BY_WORD[name.lower()], len(entries[name])
        if got != wanted[entry.of]:
            noun = "" if entry.of == "one" else f", one for each {entry.of}"
            must = f"have {wanted[entry.of]} number{'s' * (wanted[entry.of] > 1)}{noun}"
            raise _wrong(line, source, must, f"it has {got}")


def _example(entry: _Entry) -> str:
    return f"{entry.name} = {entry.example}"


def _wrong(line: _Line, source: str, constraint: str, advice: str) -> GameError:
    return GameError(
        f"Line {line.number} of {source} must {constraint}; got {line.text!r}: {advice}.", line.text
    )
