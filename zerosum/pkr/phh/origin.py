"""Where a hand history was read, for the messages of errors."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

_STRING = re.compile(r"\"(?:\\.|[^\"\\\n])*\"|'[^'\n]*'|#[^\n]*")
_TABLE = re.compile(r"^[ \t]*\[([^\[\],\n]*)\][ \t]*(?:#.*)?$", re.MULTILINE)


@dataclass(frozen=True)
class Origin:
    """The file, the table and the text that a hand was read from; all may be empty.

    Parameters
    ----------
    file
        The name of the file.
    table
        The name of the hand's table, if the file may have several hands.
    text
        The text of the file, or of a part of it.
    line
        The number of lines before that part.
    """

    file: str = ""
    table: str = ""
    text: str = ""
    line: int = 0

    def place(self, name: str = "", index: int | None = None) -> str:
        r"""Return the place of a field, or of one of the actions, for a sentence.

        >>> Origin("a.phhs", "2", "[2]\nantes = [0]").place("antes")
        'of hand [2] in a.phhs, line 2,'
        """
        hand = f"of hand [{self.table}]" if self.table else "of the hand"
        where = f"{hand} in {self.file}" if self.file else hand
        line = self._line(name, index)
        return f"{where}, line {line}," if line else where

    def _line(self, name: str, index: int | None) -> int:
        """Return the line of a field or of one of the actions, or of the table; else 0."""
        start, end, above = _parts(self.text).get(self.table, (0, len(self.text), 0))
        match = re.compile(rf"^[ \t]*{name}[ \t]*=", re.MULTILINE).search(self.text, start, end)
        if not name or match is None:
            return self.line + above + 1 if start or self.line else 0
        at = match.end()
        if index is not None:
            tokens = _STRING.finditer(self.text, at, end)
            strings = [token.start() for token in tokens if token[0][0] != "#"]
            at = strings[index] if index < len(strings) else at
        return self.line + above + self.text.count("\n", start, at) + 1


@lru_cache(2)
def _parts(text: str) -> dict[str, tuple[int, int, int]]:
    """Return where each table starts and ends, and the lines before; "" is before the first."""
    found, start, above, name = dict[str, tuple[int, int, int]](), 0, 0, ""
    for header in _TABLE.finditer(text):
        found.setdefault(name, (start, header.start(), above))
        above += text.count("\n", start, header.end())
        start, name = header.end(), header[1].strip(" \t\"'")
    found.setdefault(name, (start, len(text), above))
    return found
