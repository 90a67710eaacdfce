"""The declaration of the buckets of one street of hold'em, before they are fitted."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import ClassVar

from zerosum.pkr.buckets import plans
from zerosum.pkr.buckets.plans import Fit
from zerosum.pkr.features.streets import Streets
from zerosum.pkr.hands.deck import FULL, Deck

__all__ = ["BOARD", "Fit", "Plan"]

BOARD = (3, 1, 1)
"""The cards that each street adds to the board, in hold'em as it is played."""


@dataclass(frozen=True)
class Plan(plans.Plan):
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
    def memory(self) -> int:
        """Return about how many bytes fitting takes at its peak."""
