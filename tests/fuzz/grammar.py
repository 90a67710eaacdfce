"""The grammar of games: what may stand where, and which line of the document it shows.

The files of ``grammar/`` are lists of productions, a symbol and a text each::

    - `/` of ints
    float (<int> / <divisor>)

A line that begins with a dash is the beginning of a line of docs/reference/native.md, which the
productions below it show. In a text, ``<int>`` stands for any text of that symbol, ``<int k>`` for
one that may read the int ``k``, ``$k`` for a new name, and ``?Suit`` for a definition of the
module, which is written only if it is used. A text of several lines is indented below its symbol.

Some symbols are more than that:

``def``, ``view``, ``method``
    Definitions of a module, those of a function of infosets, and members of the class of ``<me>``.
``always``, ``field``, ``secret``, ``style``, ``kind``
    Groups of productions that hold only together: a field of every game, one of some games and
    infosets, one of games alone, the decorator of a class, and the type of actions.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

FOLDER = Path(__file__).parent / "grammar"
HOLE = re.compile(r"<(\w+)((?: [$\w.()]+)*)>")
REFERENCE = re.compile(r"\?(\w+)")
_DEFINITIONS = ("def", "view", "method")
_GROUPS = ("always", "field", "secret", "style", "kind")


@dataclass(frozen=True, eq=False)
class Production:
    """A text that may stand for a symbol."""

    symbol: str
    text: str
    line: str = ""  # the beginning of the line of the document that it shows
    parts: tuple[Production, ...] = ()  # of a group

    @property
    def name(self) -> str:
        """How the construct is counted."""
        return " ".join([self.symbol.partition("_")[0], *self.text.split()])

    @cached_property
    def holes(self) -> set[str]:
        """The symbols that stand in the text."""
        return {found[1] for found in HOLE.finditer(self.text)}

    @cached_property
    def references(self) -> set[str]:
        """The definitions that the text names."""
        return set(REFERENCE.findall(self.text))


class Grammar:
    """All productions by their symbols, and all definitions by their names."""

    def __init__(self, productions: Iterable[Production]) -> None:
        self.all = tuple(productions)
        self.by_symbol: dict[str, tuple[Production, ...]] = {}
        self.definitions: dict[str, Production] = {}
        for each in self.all:
            symbol, *names = each.symbol.split()
            if symbol in _DEFINITIONS:
                assert self.definitions.keys().isdisjoint(names), each.symbol
                self.definitions |= dict.fromkeys(names, each)
            else:
                self.by_symbol[symbol] = (*self.by_symbol.get(symbol, ()), each)
        self._heights: dict[str, int] = {}
        while (found := self._measured()) != self._heights:
            self._heights = found

    def constructs(self) -> Iterator[Production]:
        """Yield all productions, also those of groups."""
        for each in self.all:
            yield each
            yield from each.parts

    def by_line(self, shown: Mapping[str, int]) -> dict[str, int]:
        """Return how often each line of the document was shown."""
        counts: dict[str, int] = {}
        for each in self.constructs():
            if each.line:
                counts[each.line] = counts.get(each.line, 0) + shown.get(each.name, 0)
        return counts

    @cache  # noqa: B019 - there is one grammar
    def reached(self, production: Production) -> frozenset[str]:
        """Return the definitions that a production names, and those that they name."""
        found = set(production.references)
        for name in production.references:
            found |= self.reached(self.definitions[name])
        return frozenset(found)

    @cache  # noqa: B019 - the same
    def asks(self, production: Production) -> frozenset[str]:
        """Return the symbols that a place must offer by itself for a text to stand there."""
        reached = [self.definitions[name] for name in self.reached(production)]
        members = [each for each in reached if each.symbol.startswith("method")]
        holes = production.holes.union(*(each.holes for each in members))
        return frozenset(holes - self.by_symbol.keys())

    def height(self, production: Production) -> int:
        """Return how deep the least text of a production is nested."""
        below = [1 + self._heights[each] for each in production.holes if each in self._heights]
        return max(below, default=0)

    def _measured(self) -> dict[str, int]:
        return {symbol: min(map(self.height, each)) for symbol, each in self.by_symbol.items()}


@cache
def grammar() -> Grammar:
    """Return the grammar that the files say."""
    texts = [path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob("*.txt"))]
    return Grammar(each for text in texts for each in _productions(text))


def _productions(text: str) -> Iterator[Production]:
    """Yield the productions of a file, or of the parts of a group."""
    line = ""
    for head, block in _entries(text):
        symbol, _, rest = head.partition(" ")
        if symbol == "-":
            line = rest
        elif symbol in _DEFINITIONS:
            yield Production(head, block, line)
        elif symbol in _GROUPS:
            yield Production(symbol, rest, line, tuple(_productions(block)))
        elif symbol != "#":
            yield Production(symbol, rest or block, line)


def _entries(text: str) -> Iterator[tuple[str, str]]:
    """Yield each line that is not indented, with the block below it."""
    for entry in re.split(r"\n(?=\S)", text.strip("\n")):
        head, _, block = entry.partition("\n")
        yield head, re.sub(r"^    ", "", block, flags=re.MULTILINE).rstrip()
