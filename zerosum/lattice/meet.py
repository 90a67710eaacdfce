"""The meet of two abstractions: the finest abstraction that both refine.

The meet merges infosets that ``a`` merges, and those that ``b`` merges. So two classes that share
an infoset become one, and so on along chains; which chains there are depends on the game.
"""

from dataclasses import dataclass
from typing import Any

from zerosum.abstraction import Product, algebraic
from zerosum.abstraction.view import as_states
from zerosum.errors import AbstractionError
from zerosum.lattice.classes import classes_of
from zerosum.lattice.labelled import OfGame, base_of
from zerosum.lattice.partitions import Classes, met
from zerosum.tree import Tree


@algebraic
@dataclass(frozen=True)
class Meet(OfGame):
    """A factor whose value is the number of a chain of infosets, as :func:`meet` returns it.

    Parameters
    ----------
    first, second
        The abstractions.
    game
        The start of the game, which is enumerated when the factor is first evaluated.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn
    >>> from zerosum.kuhn.abstraction import betting, is_jack
    >>> factor = meet(is_jack * betting, betting, Kuhn())
    >>> factor.second, factor(Kuhn().apply(2).apply(0).infoset(0))
    (betting, 0)
    """

    kind = "a meet"
    first: Product
    second: Product
    game: Any

    def numbers_on(self, tree: Tree) -> Classes:
        """Return the chain of each infoset of the game's tree."""
        return met(classes_of(tree, self.first), classes_of(tree, self.second))

    def __meaning__(self) -> tuple[object, ...]:
        parts = (self.first, self.second)
        return *sorted(parts, key=lambda part: [f.identity for f in part.canonical]), self.game

    def __repr__(self) -> str:
        return f"meet({self.first!r}, {self.second!r}, {self.game!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return Meet, (self.first, self.second, self.game)


def meet(a: Any, b: Any, game: Any) -> Meet:
    """Return the meet of two abstractions: the finest abstraction that both refine.

    With :func:`~zerosum.lattice.order.equivalent` for equality, ``*`` and ``meet`` make a lattice:
    both are associative, commutative and idempotent, and ``a * meet(a, b)`` and
    ``meet(a, a * b)`` are ``a``.

    Parameters
    ----------
    a, b
        Factors or products.
    game
        The start of a game, its class or its tree, small enough to enumerate. If the game is
        abstract, its base is used.

    Returns
    -------
    A factor, which can be multiplied like any other. It is defined only for infosets of this
    game, and does not compile: solve with it on the enumerated game.

    Raises
    ------
    AbstractionError
        If ``a`` or ``b`` is not a factor or product; when evaluated, for an infoset of another
        game.
    GameError
        If the game lacks a method of the protocol.

    Notes
    -----
    Nothing is computed until the factor is first evaluated. Then the game is enumerated, and the
    chains are the connected components of a graph, found in time linear in the infosets.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn
    >>> from zerosum.kuhn.abstraction import betting, is_jack
    >>> from zerosum.lattice.order import equivalent
    >>> both = meet(is_jack * betting, betting, Kuhn())
    >>> bool(equivalent(both, betting, Kuhn()))
    True
    >>> both == meet(betting, is_jack * betting, Kuhn())
    True
    """
    first, second = as_states(a), as_states(b)
    if first is None or second is None:
        raise AbstractionError(
            f"The abstractions of a meet must be factors or products; got {a!r} and {b!r}: give "
            f"ONE for the abstraction that merges all infosets.",
            (a, b),
        )
    return Meet(first, second, base_of(game))
