"""What a strategy does with every hand at a decision."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from zerosum.game import Action
from zerosum.pkr.ranges.classes import HAND_MASKS
from zerosum.tables import Floats, Ints

MASKS = np.array(HAND_MASKS, np.int64)
"""The 1,326 hands, by :func:`zerosum.pkr.hands.isomorphism.hand_number`."""
ALL = slice(None)
"""All of them."""


@dataclass(frozen=True, eq=False)
class Policy:
    """The probabilities of a menu for every hand.

    Parameters
    ----------
    menu
        The actions.
    matrix
        Shape (rows, actions); a row that the strategy does not know is zero.
    index
        Shape (1326,): the row of each hand; -1 for a hand that the board excludes.
    values
        The value of the private factors that each row is of: a bucket, where there is one.
    rows, places
        Which row of the strategy each one is, and where its probabilities begin; -1 if unknown.

    Examples
    --------
    >>> index, none = np.full(1326, -1, np.int32), np.full(2, -1)
    >>> index[:3] = 0, 1, 0
    >>> matrix = np.array([[0.25, 0.75], [0.0, 0.0]])
    >>> policy = Policy(("f", "c"), matrix, index, (0, 1), none, none)
    >>> policy.known, policy.of_hands(slice(3))
    (array([ True, False]), array([[0.25, 0.75],
           [0.5 , 0.5 ],
           [0.25, 0.75]]))
    """

    menu: tuple[Action, ...]
    matrix: Floats
    index: NDArray[np.int32]
    values: Sequence[object]
    rows: Ints
    places: Ints

    @cached_property
    def known(self) -> NDArray[np.bool_]:
        """Which rows the strategy knows; shape (rows,)."""
        is_known: NDArray[np.bool_] = np.any(self.matrix, axis=1)
        return is_known

    @property
    def visited(self) -> NDArray[np.bool_]:
        """Of which hands it knows what they do, those included that the board excludes."""
        if len(self.menu) == 1:
            return np.ones(len(self.index), np.bool_)
        return np.append(self.known, True)[self.index]

    def chances(self, indices: Sequence[int]) -> Floats:
        """Return the probability with each hand of one of some actions; shape (1326,).

        It is uniform where the strategy is unknown, and 0 for hands that the board excludes.

        Parameters
        ----------
        indices
            Where these actions are in the menu.

        Examples
        --------
        >>> index = np.full(1326, -1, np.int32)
        >>> index[:3] = 0, 1, 0
        >>> matrix, none = np.array([[0.25, 0.75], [0.0, 0.0]]), np.full(2, -1)
        >>> Policy(("f", "c"), matrix, index, (0, 1), none, none).chances([1])[:4].tolist()
        [0.75, 0.5, 0.75, 0.0]
        """
        if len(self.menu) == 1:
            return np.where(self.index >= 0, float(len(indices)), 0.0)
        column = np.zeros(len(self.matrix) + 1)  # the last one is that of excluded hands
        for index in indices:
            column[:-1] += self.matrix[:, index]
        if not self.known.all():
            column[:-1][~self.known] = len(indices) / len(self.menu)
        chances: Floats = column[self.index]
        return chances

    def of_hands(self, hands: Ints | slice = ALL) -> Floats:
        """Return the probabilities of each hand, uniform where unknown; shape (hands, actions).

        Zero for hands that the board excludes.

        Parameters
        ----------
        hands
            The numbers of some hands; all 1,326 by default.
        """
        index = self.index[hands]
        shares = np.array(self.matrix[index], np.float64)
        shares[~shares.any(axis=1)] = 1.0 / len(self.menu)
        if len(self.menu) == 1:
            shares[:] = 1.0
        shares[index < 0] = 0.0
        return shares


class Own(NamedTuple):
    """What a strategy does with one hand.

    Parameters
    ----------
    bucket
        The bucket of the hand.
    known
        Whether the strategy knows it on all tracks.
    chances
        For each track, shape (1, actions).
    spot
        The row of the nearest track, and where its probabilities begin.
    """

    bucket: object
    known: bool
    chances: list[Floats]
    spot: tuple[Ints, Ints]
