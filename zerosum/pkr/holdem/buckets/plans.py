"""The declaration of buckets of one street, before they are fitted.

A plan is a frozen record of everything that its buckets depend on. :meth:`Plan.fitted` computes
them, which takes seconds or minutes; :mod:`zerosum.pkr.holdem.buckets.kept` keeps the result.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from zerosum.abstraction.combined import Combined
from zerosum.pkr.features.streets import Streets
from zerosum.pkr.holdem.deck import FULL, Deck

BOARD = (3, 1, 1)
"""The cards that each street adds to the board, in hold'em as it is played."""
Buckets = NDArray[np.uint16]
Centres = NDArray[np.float32]


class Fit(NamedTuple):
    """Fitted buckets.

    Parameters
    ----------
    buckets
        The bucket of each situation of the street.
    centres
        Where buckets are: their distances are those of buckets, for the histograms of the street
        before. Shape (clusters, coordinates).
    notes
        What was measured while fitting, for people; JSON.
    """

    buckets: Buckets
    centres: Centres
    notes: dict[str, Any]


@dataclass(frozen=True)
class Plan(Combined, ABC):
    """The buckets of a street.

    Parameters
    ----------
    deck, board
        The cards of the game, and those that each street adds to the board.
    street
        The street, 0 before the flop.
    clusters
        The number of buckets.
    """

    deck: Deck
    board: tuple[int, ...]
    street: int
    clusters: int

    what: ClassVar[str]
    """What the buckets are, for messages: "rank vectors"."""

    @property
    def streets(self) -> Streets:
        """The streets of the game."""
        return Streets(self.deck, self.board)

    @property
    def task(self) -> str:
        """What fitting is called in messages."""
        return f"Fitting {self.clusters:,} buckets of {self.what} on street {self.street}"

    @property
    def game(self) -> str:
        """The arguments of the deck and the board, as they are written; none of the usual ones."""
        deck = "" if self.deck == FULL else f", deck={self.deck}"
        return deck if self.board == BOARD else f"{deck}, board={self.board}"

    @abstractmethod
    def fitted(self) -> Fit:
        """Return the buckets, computed now."""

    @abstractmethod
    def memory(self) -> int:
        """Return about how many bytes fitting takes at its peak."""
