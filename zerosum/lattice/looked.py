"""The infosets that are looked at: all of a game, or those that sampled deals meet."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any

from zerosum.abstraction import View, base_and_view
from zerosum.abstraction.view import as_states
from zerosum.lattice.demands import check_count
from zerosum.lattice.labels import itself, labels, together, told
from zerosum.lattice.numbering import Classes
from zerosum.lattice.playouts import playouts
from zerosum.tree import Tree
from zerosum.tree.kept import tree_of


@dataclass(frozen=True)
class Witness:
    """An infoset, and moves that lead there.

    Parameters
    ----------
    infoset
        Of the game itself.
    moves
        Of all players and chance, from the start.
    """

    infoset: Any
    moves: tuple[Any, ...]

    def __str__(self) -> str:
        return f"{self.infoset!r} after {list(self.moves)}"


class Looked(ABC):
    """Infosets of a game, numbered."""

    deals: int | None
    """How many deals were sampled; None where these are all infosets that there are."""

    @property
    @abstractmethod
    def size(self) -> int:
        """How many infosets there are."""

    @abstractmethod
    def classes(self, partition: Any) -> Classes:
        """Return the class of each infoset; shape (infosets,)."""

    @abstractmethod
    def witness(self, number: int) -> Witness:
        """Return an infoset and how it is met."""


@dataclass(frozen=True, eq=False)
class Everything(Looked):
    """All infosets of an enumerated game."""

    tree: Tree
    deals = None

    @property
    def size(self) -> int:
        """How many infosets the game has."""
        return self.tree.infoset_count

    def classes(self, partition: Any) -> Classes:
        """Return the class of each infoset; shape (infosets,)."""
        return labels(self.tree, partition)

    def witness(self, number: int) -> Witness:
        """Return an infoset and its first history."""
        _, moves = self.tree.history(int(self.tree.firsts[number]))
        return Witness(self.tree.infoset(number), tuple(moves))


@dataclass(frozen=True, eq=False)
class Sample(Looked):
    """Different infosets of a game, in the order in which deals met them first."""

    witnesses: tuple[Witness, ...]
    deals: int

    @property
    def size(self) -> int:
        """How many infosets the deals met."""
        return len(self.witnesses)

    def classes(self, partition: Any) -> Classes:
        """Return the class of each infoset; shape (infosets,)."""
        states = as_states(partition)
        if states is None:
            return itself(self.size)
        infosets = [witness.infoset for witness in self.witnesses]
        return together(self.size, told(infosets, View(states, None)))

    def witness(self, number: int) -> Witness:
        """Return an infoset and how it was met first."""
        return self.witnesses[number]


def everything(game: Any) -> Everything:
    """Return all infosets of a game, enumerated; of an abstract one, those of its base."""
    if isinstance(game, Tree):
        return Everything(game)
    return Everything(tree_of(base_and_view(game)[0]))


def sample(game: Any, deals: int, seed: int) -> Sample:
    """Return the infosets that sampled deals of a game meet.

    Parameters
    ----------
    game
        The start of a game, abstract or not, or its class. Players act at random by its actions;
        the infosets are those of its base.
    deals
        How many.
    seed
        Of the deals.
    """
    advice = "give 1_000, or leave deals= out to look at every infoset"
    check_count("deals of a sample", deals, advice)
    met: dict[Any, Witness] = {}
    for playout in playouts(game, deals, seed):
        for decision in playout:
            if decision.infoset not in met:
                met[decision.infoset] = Witness(decision.infoset, decision.moves)
    return Sample(tuple(met.values()), deals)
