"""Games: write a module with a game, its infoset, and perhaps an abstraction, at random."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, replace

from tests.fuzz.grammar import Production, grammar
from tests.fuzz.pen import Pen, Scope

# How deep the abstraction is nested: its factors are many, and small.
_DEEP = 6
# How much more often there are more than two actions.
_MANY = 4
# Fields that no factor returns as they are: of floats, and of other values than they declare.
_UNFIT = {"size", "wide", "narrow"}
# What an action of an abstraction stands for that the game does not have.
_NAMED = """

    def concrete(self, action):
        return self.actions()[0]"""
# What the parts of a group may ask for.
_KNOWN = {"me", "hidden", "made"}


@dataclass(frozen=True)
class Written:
    """The source of a module with a game ``START``, and how often it shows each construct."""

    source: str
    shown: Counter[str]


def written(seed: int) -> Written:
    """Return the module of a seed."""
    author = _Author(seed)
    source = "\n\n".join(author.pieces()) + "\n"
    return Written(re.sub(r"[ \t]+\n", "\n", source), author.pen.shown)


class _Author:
    """Chooses what a game is made of, and lets a pen write its parts."""

    def __init__(self, seed: int) -> None:
        self.pen = Pen(seed)
        self.random = self.pen.random
        self.depth = self.random.randint(0, 1)
        self.players = self.random.choice((1, 2, 2, 2, 2, 3, 3, 4))
        self.choose_actions()
        self.styles = {name: self.groups("style", 1, 1)[0] for name in ("Game", "Seat")}
        always, shared = self.groups("always", 2, 2), self.groups("field", 1, 3)
        seen = self.random.sample(shared, self.random.randint(1, len(shared)))
        seen += self.random.sample(always, self.random.choice((1, 1, 2)))
        self.fields = {"Game": [*always, *shared, *self.groups("secret", 0, 1)], "Seat": seen}
        for name in self.fields:
            self.pen.scopes[name] = self.scope_of(name).having(("me", "self"))
        names = [_name(each) for each in seen if _name(each) not in _UNFIT]
        quoted = [("name", f'"{name}"') for name in names]
        quoted += [("telling", f'"{_name(each)}"') for each in seen if each in always]
        seat = self.scope_of("Seat").without("heirs")
        self.pen.scopes["views"] = seat.having(("me", "infoset"), *quoted)

    def choose_actions(self) -> None:
        """Choose the type of actions, which holds everywhere."""
        kinds = grammar().by_symbol["kind"]
        many = [any(part.symbol == "bet" for part in kind.parts) for kind in kinds]
        weights = [_MANY if each else 1 for each in many]
        (kind,) = self.random.choices(kinds, weights)
        self.pen.shown[kind.name] += 1
        self.pen.sort, _, action = kind.text.partition(" ")
        self.pen.ambient = (*kind.parts, Production("Action", action))

    def groups(self, symbol: str, least: int, most: int) -> list[Production]:
        """Return some groups of a symbol, all of whose parts can be written."""
        known = _KNOWN | {each.symbol for each in self.pen.ambient}
        offered = [
            each
            for each in grammar().by_symbol[symbol]
            if all(self.pen.fits(part, known) for part in each.parts)
        ]
        stressed = [each for each in offered if each.line in self.pen.stressed]
        chosen = self.random.sample(stressed, min(most, len(stressed)))
        rest = [each for each in offered if each not in chosen]
        count = self.random.randint(least, most) - len(chosen)
        found = [*chosen, *self.random.sample(rest, max(0, count))]
        self.pen.shown.update(each.name for each in found)
        return found

    def scope_of(self, name: str) -> Scope:
        """Return what methods of a class read: its fields, and what its decorator allows."""
        reads = [each for field in self.fields[name] for each in field.parts]
        steps = [
            replace(each, symbol=f"step_{_name(field)}")
            for field in self.fields[name]
            for each in field.parts
            if each.symbol == "step"
        ]
        own = [each for each in reads if each.symbol != "step"]
        player = [Production("int", "<me>.player")] if name == "Seat" else []
        return Scope(name, (*self.styles[name].parts, *own, *steps, *player)).having(("Me", name))

    def pieces(self) -> list[str]:
        """Return the parts of the module in order."""
        seat, game = self.write_class("Seat", []), self.write_class("Game", self.game())
        style = self.styles["Game"]
        heirs = [(each.symbol, each.text) for each in style.parts if each.symbol == "heirs"]
        views = self.pen.scopes["views"].having(("decorator", style.text), *heirs)
        start = self.pen.write("start", views, _DEEP)
        if "choice" in start:
            seat += _NAMED
        classes = [self.with_members("Seat", seat), self.with_members("Game", game)]
        head = self.pen.write("head", Scope(), 0)
        return [head, *self.pen.definitions.values(), *classes, start]

    def write_class(self, name: str, own: list[tuple[str, str]]) -> str:
        """Return a class as the grammar says, with what holds in this game only."""
        lines = "\n".join(field.text for field in self.fields[name])
        style = self.styles[name].text
        scope = self.pen.scopes[name].having(("lines", lines), ("decorator", style), *own)
        return self.pen.write(name.lower(), scope, self.depth + 3)

    def with_members(self, name: str, text: str) -> str:
        """Return a class with the members that something names."""
        members = self.pen.members.get(name, {}).values()
        blocks = [f"    {member}".replace("\n", "\n    ") for member in members]
        return "\n\n".join([text, *blocks])

    def game(self) -> list[tuple[str, str]]:
        """Return the symbols of the game: moves of chance, payoffs, what changes, what is seen."""
        names = [_name(field) for field in self.fields["Game"]]
        changes = ", ".join(f"{name}=<step_{name}>" for name in names)
        seen = [_name(field) for field in self.fields["Seat"]]
        hidden = [
            (f"sight_{name}", f"(self.{name} if player == <digit> % <players> else <step_{name}>)")
            for name in seen
        ]
        plain = [(f"sight_{name}", f"self.{name}") for name in seen]
        sight = ", ".join(["player=player", *(f"{name}=<sight_{name}>" for name in seen)])
        dealt = self.random.random() < 0.75
        return [
            ("changes", changes),
            ("sight", sight),
            *hidden,
            *plain,
            ("players", str(self.players)),
            ("end", str(self.random.randint(3, 5))),
            ("payoff", f"<payoff_of_{min(self.players, 3)}>"),
            ("chance", "<dealing>" if dealt else "False"),
            ("lucky", "<luck>" if dealt else "<peace>"),
        ]


def _name(field: Production) -> str:
    """Return the name of a field."""
    return field.text.partition(":")[0]
