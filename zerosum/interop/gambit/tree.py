"""How the tree of a file is made: node by node, each before what follows it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from zerosum.errors import GameError
from zerosum.interop.gambit.game import Chance, FileGame, FileInfoset, FileTree
from zerosum.interop.gambit.words import Words
from zerosum.laws.constant import agree

_LARGEST = 10**300  # payoff
Payoffs = tuple[Fraction, ...]


class Draft:
    """The tree of a file, as far as it is read.

    Parameters
    ----------
    words
        The file, for errors.
    title
        The name of the game.
    players
        How many players there are.
    """

    def __init__(self, words: Words, title: str, players: int) -> None:
        if players < 1:
            words.wrong("The players", "at least one", got="there are none")
        self.words, self.title, self.players = words, title, players
        self.moves: list[FileInfoset | Chance | None] = []
        self.parents: list[int] = []
        self.children: list[list[int]] = []
        self.payoffs: list[tuple[float, ...] | None] = []
        self.first: tuple[Payoffs, int] | None = None

    def add(self, parent: int, moves: FileInfoset | Chance | None) -> int:
        """Add a node, the next one after its parent; return its number."""
        node = len(self.moves)
        self.moves.append(moves)
        self.parents.append(parent)
        self.children.append([])
        self.payoffs.append(None)
        if parent >= 0:
            self.children[parent].append(node)
        return node

    def end(self, parent: int, payoffs: Payoffs, at: int) -> None:
        """Add an end of the game, whose payoffs must have the same sum as those before it.

        Parameters
        ----------
        parent
            The node before.
        payoffs
            What each player wins.
        at
            The word of the file that says so.

        Raises
        ------
        GameError
            If they have not; the error names both ends.
        """
        words = self.words
        if any(abs(payoff) > _LARGEST for payoff in payoffs):
            words.wrong("A payoff", "below 1e300", got="it is larger")
        if self.first is None:
            self.first = payoffs, at
        before, where = self.first
        won = tuple(map(float, payoffs))
        if self.players > 1 and not agree(float(sum(payoffs)), float(sum(before)), won):
            raise GameError(
                f"The payoffs of {words.name} must have the same sum at every end of the game; "
                f"they are {_listed(before)} in line {words.line(where)} and {_listed(payoffs)} in "
                f"line {words.line(at)}: only zero-sum games, and games of another constant sum, "
                f"are solved here.",
                words.name,
            )
        self.payoffs[self.add(parent, None)] = won

    def game(self) -> FileGame:
        """Return the start of the game, when all its nodes are there."""
        parts = self.moves, self.parents, self.children, self.payoffs
        return FileGame(FileTree(self.title, self.players, *parts))


def apart(names: Sequence[str]) -> tuple[str, ...]:
    """Return names of which no two are equal and none is empty, as close to the given as possible.

    >>> apart(["a", "", "a", "2"])
    ('a', '2', 'a (2)', '2 (2)')
    """
    found: dict[str, None] = {}
    for place, name in enumerate(names, 1):
        base = chosen = name or str(place)
        count = 1
        while chosen in found:
            count += 1
            chosen = f"{base} ({count})"
        found[chosen] = None
    return tuple(found)


def _listed(payoffs: Payoffs) -> str:
    return f"{', '.join(map(str, payoffs))} (sum {sum(payoffs)})"
