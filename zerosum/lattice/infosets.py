"""The infosets on which abstractions are compared: all of a game, or those of sampled deals."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from zerosum.abstraction import Algebraic, base_and_view
from zerosum.abstraction.naming import Plain, plain
from zerosum.errors import AbstractionError, check_count
from zerosum.lattice.classes import classes_of, factor_classes, in_python, product_classes
from zerosum.lattice.partitions import Classes
from zerosum.lattice.playouts import Decision, playouts
from zerosum.lattice.steady import check_steady
from zerosum.support.rendering import Shown
from zerosum.tree import Tree
from zerosum.tree.recent import tree_of


@dataclass(frozen=True)
class Witness(Shown):
    """An infoset, and moves that lead to it.

    Parameters
    ----------
    infoset
        The infoset, of the base game.
    moves
        The moves of all players and chance, from the start.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn
    >>> from zerosum.kuhn.abstraction import betting, is_jack
    >>> from zerosum.lattice import refines
    >>> one, other = refines(betting, is_jack, Kuhn()).witness
    >>> print(one)
    InfoSet(card=0, history=1) after [0, 1]
    >>> print(other)
    InfoSet(card=1, history=1) after [1, 0]
    """

    infoset: Any
    moves: tuple[Any, ...]

    JSON = (("infoset", "where"), ("moves", "path"))

    @property
    def where(self) -> str:
        """The infoset as it is printed."""
        return str(self.infoset)

    @property
    def path(self) -> tuple[Plain, ...]:
        """The moves; those that are not numbers as they are printed."""
        return tuple(map(plain, self.moves))

    def __str__(self) -> str:
        return f"{self.infoset!r} after {list(self.moves)}"


@dataclass(frozen=True, eq=False)
class AllInfosets:
    """All infosets of an enumerated game, whose witnesses are their first histories."""

    tree: Tree
    deals: ClassVar[int | None] = None

    @property
    def size(self) -> int:
        """How many infosets the game has."""
        return self.tree.infoset_count

    def classes(self, partition: Any) -> Classes:
        """Return the class of each infoset; shape (infosets,)."""
        return classes_of(self.tree, partition)

    def factor_classes(self, factors: Sequence[Algebraic]) -> list[Classes]:
        """Return the classes of each factor, all evaluated at once."""
        return factor_classes(self.tree, factors)

    def witness(self, number: int) -> Witness:
        """Return an infoset and its first history."""
        _, moves = self.tree.history(int(self.tree.firsts[number]))
        return Witness(self.tree.infoset(number), tuple(moves))


@dataclass(frozen=True, eq=False)
class SampledInfosets:
    """Different infosets of a game, in the order in which deals reached them first."""

    witnesses: tuple[Witness, ...]
    deals: int
    known: dict[Algebraic, Classes] = field(default_factory=dict, init=False, repr=False)

    @property
    def size(self) -> int:
        """How many infosets the deals reached."""
        return len(self.witnesses)

    def classes(self, partition: Any) -> Classes:
        """Return the class of each infoset; shape (infosets,)."""
        return product_classes(partition, self.size, self.factor_classes)

    def factor_classes(self, factors: Sequence[Algebraic]) -> list[Classes]:
        """Return the classes of each factor; no factor is evaluated twice."""
        missing = tuple(factor for factor in factors if factor not in self.known)
        if missing:
            infosets = [witness.infoset for witness in self.witnesses]
            check_steady(self.size, infosets.__getitem__, missing)
            self.known.update(in_python(infosets, missing))
        return [self.known[factor] for factor in factors]

    def witness(self, number: int) -> Witness:
        """Return an infoset and how it was reached first."""
        return self.witnesses[number]


Examined = AllInfosets | SampledInfosets


def all_infosets(game: Any) -> AllInfosets:
    """Return all infosets of a game, enumerated; of an abstract one, those of its base."""
    return AllInfosets(game if isinstance(game, Tree) else tree_of(base_and_view(game)[0]))


def sampled_infosets(game: Any, deals: int, seed: int) -> SampledInfosets:
    """Return the infosets that sampled deals of a game reach.

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
    check_count("The deals of a sample", deals, 1, advice, AbstractionError)
    return reached(playouts(game, deals, seed), deals)


def reached(played: Iterable[tuple[Decision, ...]], deals: int) -> SampledInfosets:
    """Return the infosets that playouts reach."""
    found: dict[Any, Witness] = {}
    for playout in played:
        for decision in playout:
            if decision.infoset not in found:
                found[decision.infoset] = Witness(decision.infoset, decision.moves)
    return SampledInfosets(tuple(found.values()), deals)
