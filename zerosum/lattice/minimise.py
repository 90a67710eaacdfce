"""The coarsest abstraction that loses nothing, and products of factors that equal it."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import reduce
from operator import mul
from typing import Any

import numpy as np

from zerosum.abstraction import ONE, Algebraic, Product, algebraic
from zerosum.lattice.classes import classes_of, factor_classes
from zerosum.lattice.colours import colours
from zerosum.lattice.infosets import AllInfosets, Witness
from zerosum.lattice.labelled import OfGame, base_of
from zerosum.lattice.memory.forgotten import unseen
from zerosum.lattice.memory.report import reached
from zerosum.lattice.menus import menus
from zerosum.lattice.partitions import Classes, count, divided
from zerosum.lattice.quotient import Quotient, divide
from zerosum.support.rendering import Shown
from zerosum.tree import Tree
from zerosum.tree.recent import tree_of

# Of so many infosets that a product must not merge with another the most similar one is shown.
_LOOKS = 64


@algebraic
@dataclass(frozen=True)
class Colour(OfGame):
    """A factor whose value is the colour of an infoset, that of :func:`minimise`.

    Parameters
    ----------
    game
        The start of the game, which is enumerated when the factor is first evaluated.
    weighted
        As for :func:`minimise`.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn
    >>> colour = minimise(Kuhn()).factor
    >>> [colour(Kuhn().apply(card).apply(1).infoset(0)) for card in (0, 2)]
    [0, 10]
    """

    kind = "a colour"
    game: Any
    weighted: bool = False

    def numbers_on(self, tree: Tree) -> Classes:
        """Return the colour of each infoset."""
        return colours(tree, weighted=self.weighted)

    def __meaning__(self) -> tuple[object, ...]:
        return self.game, self.weighted

    def __repr__(self) -> str:
        weighted = ", weighted=True" if self.weighted else ""
        return f"minimise({self.game!r}{weighted}).factor"

    def __reduce__(self) -> tuple[Any, ...]:
        return Colour, (self.game, self.weighted)


@dataclass(frozen=True)
class Naming(Shown):
    """How near products of given factors come to the coarsest lossless abstraction.

    Its truth value is whether :attr:`states` equals it.

    Parameters
    ----------
    states
        The product of those factors that it refines, without those that add nothing: equal to it,
        or coarser.
    infosets, wanted
        The infosets of the product and of the coarsest lossless abstraction.
    missing
        Two infosets that the product merges and must not; None if it is equal.
    finer
        The factors that separate infosets which lose nothing if merged.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn
    >>> from zerosum.kuhn.abstraction import betting, is_jack
    >>> naming = minimise(Kuhn()).named(is_jack, betting)
    >>> bool(naming), naming.infosets, naming.wanted
    (False, 8, 12)
    """

    states: Product
    infosets: int
    wanted: int
    missing: tuple[Witness, Witness] | None
    finer: tuple[Algebraic, ...]

    def __bool__(self) -> bool:
        return self.missing is None

    def __str__(self) -> str:
        if self.missing is None:
            said = f"{self.states!r} equals the coarsest lossless abstraction."
        else:
            first, second = self.missing
            fields = " and ".join(name for name, _, _ in unseen(first, second)) or "their class"
            said = (
                f"No product of the factors equals the coarsest lossless abstraction: "
                f"{self.states!r} has {self.infosets:,} of its {self.wanted:,} infosets. It merges "
                f"{reached(first)} and {reached(second)}, which differ in {fields}."
            )
        if not self.finer:
            return said
        names = ", ".join(map(repr, self.finer))
        return f"{said} Not used, since they separate infosets that may be merged: {names}."


@dataclass(frozen=True, eq=False, repr=False)
class Minimal(Quotient):
    """The game seen through its coarsest lossless abstraction, as :func:`minimise` returns it.

    ``infoset_count`` and ``whole.infoset_count`` are the infosets with it and without.

    Parameters
    ----------
    factor
        The abstraction, which can be multiplied like any other factor.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn
    >>> found = minimise(Kuhn())
    >>> found.infoset_count, found.whole.infoset_count, found.factor
    (12, 12, minimise(Kuhn(cards=(-1, -1), history=1)).factor)
    >>> from zerosum.kuhn.abstraction import betting, is_jack
    >>> bool(found.named(is_jack, betting))
    False
    """

    factor: Colour

    def named(self, *factors: Any) -> Naming:
        """Return a product of some of the given factors that equals the abstraction, if any.

        Parameters
        ----------
        factors
            Factors and products, whose factors are taken one by one.

        Raises
        ------
        AbstractionError, TypeError
            If one of them is not a factor or product.

        Notes
        -----
        Only factors that the abstraction refines can be in such a product. So all of these
        together decide; then those are left out that add nothing to the others, the last first.
        """
        given, wanted = reduce(mul, factors, ONE).factors, self.members
        classes = zip(given, factor_classes(self.whole, given), strict=True)
        finer = tuple(factor for factor, found in classes if divided(wanted, found))
        states = Product(tuple(factor for factor in given if factor not in finer))
        nearest = classes_of(self.whole, states)
        for factor in reversed(states.factors):
            fewer = Product(tuple(other for other in states.factors if other != factor))
            if count(classes_of(self.whole, fewer)) == count(nearest):
                states = fewer
        missing = self._missing(nearest)
        return Naming(states, count(nearest), self.infoset_count, missing, finer)

    def _missing(self, nearest: Classes) -> tuple[Witness, Witness] | None:
        """Return two similar infosets of one class and two colours; None if there are none."""
        pair, seen = divided(nearest, self.members), AllInfosets(self.whole)
        if pair is None:
            return None
        number = pair[0]
        merged = (nearest == nearest[number]) & (self.members != self.members[number])
        first = seen.witness(number)
        others = map(seen.witness, np.flatnonzero(merged)[:_LOOKS].tolist())
        return first, min(others, key=lambda other: len(unseen(first, other)))


def minimise(game: Any, *, weighted: bool = False) -> Minimal:
    r"""Return a game seen through its coarsest lossless abstraction.

    Infosets have one colour if they agree in

    - the player, the menu, and the colour of the player's own sequence before them;
    - what each action wins against each colour of sequences of the others: the sum over histories
      that end with it, each times its probability of chance;
    - how many next infosets of each colour follow each action.

    The colours are the coarsest for which this holds. Probabilities that are averaged within
    colours lose nothing, players keep perfect recall, and every equilibrium of the small game is
    one of the whole game; the explanation in the docs has the proofs.

    Parameters
    ----------
    game
        The start of a game, its class or its tree, small enough to enumerate. If the game is
        abstract, its base is used.
    weighted
        Whether infosets may also share a colour if one is worth a multiple of the other
        throughout, as when chance deals one of two equivalent cards twice as often.

    Returns
    -------
    The small game. Solvers take it, and :meth:`~zerosum.lattice.Quotient.lifted` carries what they
    find into the whole game. Its ``factor`` is the abstraction.

    Raises
    ------
    NotApplicable
        If a player forgets, or the game cannot be enumerated.
    AbstractionError
        If the tree of an abstract game is given.
    GameError
        If the game lacks a method of the protocol.

    Notes
    -----
    Amounts that differ by less than 10⁻¹¹ of what they are sums of are equal, since chance is kept
    as rounded numbers. Leduc takes a hundredth of a second, Bluff half a second. Actions
    correspond by their place in the menu: what maps actions to other actions, such as suits where
    cards are played, is not looked for.

    Colour refinement, and quotients of linear programs by it: Grohe, Kersting, Mladenov & Selman,
    "Dimension reduction via colour refinement", ESA 2014.

    Examples
    --------
    >>> from zerosum.algorithms import CFR
    >>> from zerosum.evaluation import nash_conv
    >>> from zerosum.leduc import Leduc
    >>> from zerosum.leduc.abstraction import betting, board_rank, rank
    >>> from zerosum.strategy import Strategy
    >>> small = minimise(Leduc())
    >>> small.infoset_count, small.whole.infoset_count
    (288, 936)
    >>> print(small.named(rank, board_rank, betting))
    rank * board_rank * betting equals the coarsest lossless abstraction.
    >>> solver = CFR(small)
    >>> solver.run(1_000)
    >>> strategy = Strategy.from_tree(small.whole, small.lifted(solver.average()))
    >>> nash_conv(Leduc(), strategy) < 0.01
    True
    """
    tree = game if isinstance(game, Tree) else tree_of(base_of(game))
    factor = Colour(tree.base, weighted)
    found = divide(tree, classes_of(tree, factor), menus(tree, None))
    parts = {field.name: getattr(found, field.name) for field in fields(found)}
    return Minimal(**parts, factor=factor)
