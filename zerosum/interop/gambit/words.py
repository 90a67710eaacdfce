"""The words of a file of Gambit, one after the other; an error names the line of the word."""

import re
from fractions import Fraction
from functools import lru_cache
from typing import NoReturn

from zerosum.errors import GameError

# White space and commas separate words; a text may hold quotes and backslashes after a backslash.
_WORD = re.compile(r'[\s,]*("[^"\\]*(?:\\.[^"\\]*)*"|[{}]|"|[^\s,{}"]+)', re.DOTALL)
_NUMBER = re.compile(r"[+-]?(\d+/0*[1-9]\d*|(\d+\.?\d*|\.\d+)([eE][+-]?\d{1,2})?)", re.ASCII)
_LONGEST = 400  # digits
_SHOWN = 30  # letters of a word in an error


class Words:
    """The words of a file, of which the next one is taken or refused.

    Parameters
    ----------
    text
        The content of the file.
    name
        What errors call the file.
    """

    def __init__(self, text: str, name: str) -> None:
        self.text, self.name = text, name
        found = list(_WORD.finditer(text))
        self.words = [match[1] for match in found]
        self._starts = [match.start(1) for match in found]
        self.at = 0

    @property
    def next(self) -> str:
        """The next word; empty at the end."""
        return self.words[self.at] if self.at < len(self.words) else ""

    @property
    def is_text(self) -> bool:
        """Whether the next word is a text in quotes."""
        return self.next.startswith('"')

    def skips(self, word: str) -> bool:
        """Take a word if it is the next one; return whether it was."""
        found = self.next == word
        self.at += found
        return found

    def line(self, at: int | None = None) -> int:
        """Return the line of a word, by default of the next one."""
        at = self.at if at is None else at
        end = self._starts[at] if at < len(self._starts) else len(self.text.rstrip())
        return self.text.count("\n", 0, end) + 1

    def wrong(self, thing: str, must: str, advice: str = "", got: str = "") -> NoReturn:
        """Refuse the file, because of the next word if no other cause is given.

        Raises
        ------
        GameError
            In one sentence.
        """
        word = self.next
        if not got:
            short = word if len(word) <= _SHOWN else f"{word[:_SHOWN]}…"
            got = f"got {short!r}" if word else "the file ends"
        raise GameError(
            f"{thing} in line {self.line()} of {self.name} must be {must}; {got}"
            f"{advice and ': '}{advice}.",
            self.name,
        )

    def string(self, thing: str) -> str:
        """Take a text in quotes."""
        word = self.next
        if len(word) < 2 or not self.is_text:
            self.wrong(thing, "a text in quotes", 'write ""' if word != '"' else "close the quote")
        self.at += 1
        return re.sub(r"\\(.)", r"\1", word[1:-1], flags=re.DOTALL)

    def name_if_any(self) -> str:
        """Take a text in quotes if there is one."""
        return self.string("The name") if self.is_text else ""

    def whole(self, thing: str, least: int, most: int | None = None) -> int:
        """Take a whole number."""
        word = self.next
        fits = word.isascii() and word.isdigit() and len(word) < _LONGEST
        if not fits or not least <= int(word) <= (int(word) if most is None else most):
            bounds = f" from {least} on" if most is None else f" from {least} to {most}"
            self.wrong(thing, f"a whole number{bounds}")
        self.at += 1
        return int(word)

    def number(self, thing: str) -> Fraction:
        """Take a number: a whole one, a fraction or a decimal one."""
        number = exact(self.next)
        if number is None:
            self.wrong(thing, "a number", "write it as 3, -1/3 or 0.25")
        self.at += 1
        return number

    def opens(self, thing: str) -> None:
        """Take an opening brace."""
        if not self.skips("{"):
            self.wrong(thing, "in braces", "write { before it")

    def strings(self, noun: str) -> list[str]:
        """Take the names of some things in braces."""
        self.opens(f"The names of {noun}s")
        found = []
        while not self.skips("}"):
            found.append(self.string(f"The name of each {noun}"))
        return found

    def payoffs(self, players: int) -> tuple[Fraction, ...]:
        """Take the payoffs of all players, and a closing brace."""
        found = tuple(self.number(f"The payoff of player {n}") for n in range(1, players + 1))
        if not self.skips("}"):
            self.wrong(f"What follows the payoffs of {players} players", "a closing brace")
        return found


@lru_cache(1 << 12)
def exact(word: str) -> Fraction | None:
    """Return the number that a word is; None if it is none.

    >>> exact("-.5"), exact("1/3"), exact("1/0"), exact("1e5")
    (Fraction(-1, 2), Fraction(1, 3), None, Fraction(100000, 1))
    """
    return Fraction(word) if len(word) < _LONGEST and _NUMBER.fullmatch(word) else None
