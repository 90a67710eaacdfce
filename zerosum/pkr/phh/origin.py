"""Where a hand history was read, for the messages of errors."""

from __future__ import annotations

import re
from dataclasses import dataclass

_STRING = re.compile(r"\"(?:\\.|[^\"\\\n])*\"|'[^'\n]*'|#[^\n]*")
_TABLE = re.compile(r"^[ \t]*\[[^\[\],\n]*\][ \t]*(?:#.*)?$", re.MULTILINE)


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
        start = 0
        if self.table:
            header = rf"^[ \t]*\[\s*[\"']?{re.escape(self.table)}[\"']?\s*\]"
            match = re.search(header, self.text, re.MULTILINE)
            start = match.end() if match else 0
        after = _TABLE.search(self.text, start)
        end = after.start() if after else len(self.text)
        match = re.compile(rf"^[ \t]*{name}[ \t]*=", re.MULTILINE).search(self.text, start, end)
        if not name or match is None:
            above = self.line + self.text.count("\n", 0, start)
            return above + 1 if start or self.line else 0
        at = match.end()
        if index is not None:
            tokens = _STRING.finditer(self.text, at)
            strings = [token.start() for token in tokens if token[0][0] != "#"]
            at = strings[index] if index < len(strings) else at
        return self.line + self.text.count("\n", 0, at) + 1
