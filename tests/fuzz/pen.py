"""The pen: write texts of the grammar at random, with the definitions that they name."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Set
from dataclasses import dataclass, replace

from tests.fuzz.grammar import HOLE, Production, grammar

_TOKEN = re.compile(rf"{HOLE.pattern}|\?(?P<definition>\w+)")
_NEW = re.compile(r"\$(\w+)")
_INDENT = re.compile(" *")
# How often what a place offers by itself is preferred, such as fields and variables.
_OWN = 0.8
# One line in so many is stressed in a module, and each in one module of so many.
_EVERY = 6
# How often what shows a stressed line is preferred, where it may stand.
_STRESS = 0.4
# How often a text may be nested one deeper than asked for.
_DEEPER = 0.1
# How often a new name is one that may hide another.
_HIDING = 0.2
# How deep definitions are nested.
_DEPTHS = {"def": 2, "method": 2, "view": 3}


@dataclass(frozen=True)
class Scope:
    """What the texts of one place may read."""

    owner: str = ""  # the class whose values are read
    own: tuple[Production, ...] = ()  # the productions that hold here only

    def having(self, *own: tuple[str, str]) -> Scope:
        """Return the scope with more symbols, each with its text."""
        return replace(self, own=(*self.own, *(Production(*each) for each in own)))

    def without(self, symbol: str) -> Scope:
        """Return the scope without a symbol."""
        return replace(self, own=tuple(each for each in self.own if each.symbol != symbol))


class Pen:
    """Writes the parts of one module."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        lines = list(grammar().by_line({}))
        # The lines of the document that are shown more often: other ones in each module.
        self.stressed = {lines[place] for place in range(seed % _EVERY, len(lines), _EVERY)}
        self.ambient: tuple[Production, ...] = ()  # what holds everywhere in this module
        self.sort = "int"  # the symbol of actions
        self.scopes: dict[str, Scope] = {}  # of classes, and of functions of infosets, "views"
        self.definitions: dict[str, str] = {}
        self.members: dict[str, dict[str, str]] = {}  # by class, those that something names
        self.shown: Counter[str] = Counter()
        self._open: set[str] = set()
        self._names = 0

    def write(self, symbol: str, scope: Scope, depth: int) -> str:
        """Return a text of a symbol, nested no deeper than asked for, or else the least."""
        known = {each.symbol for each in (*scope.own, *self.ambient)}
        general = (*self.ambient, *grammar().by_symbol.get(symbol, ()))
        own, others = (
            [each for each in offered if each.symbol == symbol and self.fits(each, known)]
            for offered in (scope.own, general)
        )
        if not own and not others:
            raise LookupError(f"nothing can stand for <{symbol}> here")
        stressed = [each for each in [*own, *others] if each.line in self.stressed]
        if stressed and depth >= 0 and self.random.random() < _STRESS:
            return self.use(self.random.choice(stressed), scope, depth)
        most = max(depth, min(map(grammar().height, [*own, *others])))
        most += self.random.random() < _DEEPER
        own, others = (
            [each for each in fitting if grammar().height(each) <= most]
            for fitting in (own, others)
        )
        preferred = own if own and self.random.random() < _OWN else [*own, *others]
        return self.use(self.random.choice(preferred), scope, depth)

    def use(self, production: Production, scope: Scope, depth: int) -> str:
        """Return the text of a production, and count it."""
        self.shown[production.name] += 1
        return self.expand(production.text, scope, depth)

    def fits(self, production: Production, known: Set[str]) -> bool:
        """Return whether a text asks for known symbols only, and needs no open definition."""
        asked, reached = grammar().asks(production), grammar().reached(production)
        return asked <= known and reached.isdisjoint(self._open)

    def expand(self, text: str, scope: Scope, depth: int) -> str:
        """Return a text with its holes and names filled."""
        fresh: dict[str, str] = {}
        text = _NEW.sub(lambda found: fresh.setdefault(found[1], self._fresh(found[1])), text)

        def fill(found: re.Match[str]) -> str:
            if found["definition"]:
                return self._define(found["definition"], scope)
            names = [(self.sort if name == "action" else "int", name) for name in found[2].split()]
            last = [("it", name) for _, name in names[-1:]]
            indent = _INDENT.match(text, text.rfind("\n", 0, found.start()) + 1)[0]
            written = self.write(found[1], scope.having(*names, *last), depth - 1)
            return written.replace("\n", f"\n{indent}")

        return _TOKEN.sub(fill, text)

    def _define(self, name: str, scope: Scope) -> str:
        """Return a name, whose definition is written where it belongs if it is not there yet."""
        found = grammar().definitions[name]
        kind, *names = found.symbol.split()
        member = kind == "method"
        into = self.members.setdefault(scope.owner, {}) if member else self.definitions
        if found.symbol not in into and name not in self._open:
            inside = {"def": Scope(), "view": self.scopes["views"]} | self.scopes
            self._open.update(names)
            written = self.use(found, inside[scope.owner if member else kind], _DEPTHS[kind])
            self._open.difference_update(names)
            into[found.symbol] = written
        return name

    def _fresh(self, name: str) -> str:
        self._names += 1
        return name if self.random.random() < _HIDING else f"{name}{self._names}"
