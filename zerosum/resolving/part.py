"""A part of a public tree that one player is to play anew, and what its hands win there."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Self

import numpy as np

from zerosum.algorithms import StreetCFR
from zerosum.kernels.roots import Root
from zerosum.resolving.ranked import best_by_hand, street_solver
from zerosum.resolving.subgames import Reaches, Subgame
from zerosum.rules import PLUS, Rule
from zerosum.tables import Floats
from zerosum.tree.public import BettingTree, PublicTree, RankedHands
from zerosum.tree.public.response import best_by_hand_on
from zerosum.tree.public.vectors import Vectors


@dataclass(frozen=True, eq=False)
class Part:
    """A part of a public tree, what is known at its root, and who plays it anew.

    Lines may end in payoffs, in showdowns of ranked hands, in values of groups of hands, or where
    the opponent chooses how to go on (:mod:`zerosum.resolving.depth`).

    Parameters
    ----------
    tree
        The public tree below the root, or the betting tree of a street.
    player
        Which decider plays anew, the one (0) or the other (1).
    reaches
        How likely each decider's hands are played to the root.
    weights
        Shape (hands of the opponent in vectors,): how likely each is dealt, and the player plays to
        the root.
    root
        What the opponent may do at the root.
    alternatives
        Of the same shape: what each hand of the opponent wins by a best response to the strategy
        that is replaced, beyond its share, to the end of the game. If left out, the root must be
        unsafe.
    subgame
        Where the part lies in an enumerated game; None for a street by itself.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn, Move
    >>> from zerosum.resolving import position, reaches_of, subgame
    >>> even = lambda seen: {0: 1 / 2, 1: 1 / 2}
    >>> below = subgame(state := position(Kuhn(), (Move.BET,)), reaches_of(state, even))
    >>> part = Part(below.tree, 1, below.reaches, below.weights[0], subgame=below)
    >>> part.root, round(part.mass, 3)
    (<Root.UNSAFE: 0>, 0.5)
    """

    tree: PublicTree | BettingTree[Any]
    player: int
    reaches: Reaches
    weights: Floats
    root: Root = Root.UNSAFE
    alternatives: Floats | None = None
    subgame: Subgame | None = None

    @cached_property
    def vectors(self) -> Reaches:
        """The reaches as vectors have them, where hands may be in groups."""
        if isinstance(self.tree, PublicTree):
            return self.reaches
        return Reaches(*map(self.tree.hands_held.weigh, self.reaches))

    @property
    def mass(self) -> float:
        """How likely both players' hands are dealt and played to the root, up to a factor."""
        return float(self.vectors[1 - self.player] @ self.weights)

    @property
    def least(self) -> Floats:
        """What the opponent's hands can have instead of the part.

        If it ends early, that is what they win there by a best response.
        """
        if self.alternatives is None:
            return np.zeros(self.weights.size)
        if self.subgame is None or self.subgame.later is None:
            return self.alternatives
        return self.wins(self.subgame.known(self.player))

    def guarded(self, root: Root, probabilities: Floats, *, native: bool = True) -> Self:
        """Return the part with a root that guards a strategy.

        Parameters
        ----------
        root
            What the opponent may do.
        probabilities
            Those of the strategy; shape (numbers of ``tree``,).
        native
            False to run interpreted.
        """
        return replace(self, root=root, alternatives=self.wins(probabilities, native=native))

    def street(self, rule: Rule = PLUS, *, native: bool = True) -> StreetCFR | None:
        """Return the solver of a street whose hands are ranked; None for other parts."""
        if isinstance(self.tree, PublicTree) or not isinstance(self.tree.hands_held, RankedHands):
            return None
        return street_solver(self.tree, self.reaches, rule, native=native)

    def wins(self, probabilities: Floats, *, native: bool = True) -> Floats:
        """Return what the opponent's hands win by a best response, beyond their share.

        Times the probability that chance deals them, and the player plays to the root. The
        probabilities need not sum to one; those of the opponent do not matter.
        """
        if (solver := self.street(native=native)) is not None:
            solver.numbers.averages[:] = probabilities
            share = solver.tree.share[1 - self.player] * self.weights
            best: Floats = best_by_hand(solver, 1 - self.player) + share
            return best
        vectors = Vectors(self.tree, ranges=np.concatenate(self.vectors))
        vectors.probabilities = np.ascontiguousarray(probabilities)
        return best_by_hand_on(vectors, 1 - self.player, native=native)
