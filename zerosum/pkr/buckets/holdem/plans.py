"""The buckets of one street of hold'em, declared; and those by expected strength.

The strength of a hand is one number, and its bucket an equal step or part of it. Plans that cluster
hands by more than that are in :mod:`zerosum.pkr.buckets.holdem.clustered`.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from zerosum.pkr.buckets import plans
from zerosum.pkr.buckets.plans import Fit
from zerosum.pkr.features.nexts import averages
from zerosum.pkr.features.showdowns import showdowns
from zerosum.pkr.features.streets import Streets
from zerosum.pkr.hands.deck import FULL, Deck
from zerosum.support.cores import share_out
from zerosum.support.store import Array

BOARD = (3, 1, 1)
"""The cards that each street adds to the board, in hold'em as it is played."""
_ROWS = 1 << 18
"""Rows of a piece of work."""
_STEPS = 1 << 16
"""Steps of strength, for percentiles."""


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


@lru_cache(maxsize=1)
def strengths(streets: Streets, opponents: int) -> list[tuple[Array, NDArray[np.float32]]]:
    """Return the expected hand strength of all streets, to the power of the opponents.

    Returns
    -------
    For each street, the row of each situation in a table of strengths, and that table. Hands of
    the last street have few strengths; on the others each situation has a row of its own.
    """
    shown = showdowns(streets)
    last = shown.points, shown.equities**opponents
    found: list[tuple[NDArray[Any], NDArray[np.float32]]] = [last]
    mean = averages(streets, streets.last - 1, last[0][:, None], last[1][:, None])
    for street in range(streets.last - 1, -1, -1):
        found.append((np.arange(len(mean)), mean[:, 0]))
        mean = averages(streets, street - 1, mean) if street > 0 else mean
    return found[::-1]


def mapped(table: Array, *rows: Array) -> Array:
    """Return ``table[rows]``, in pieces on all cores and without long index arrays."""
    found = np.empty(len(rows[0]), table.dtype)

    def work(start: int) -> None:
        found[start : start + _ROWS] = table[tuple([row[start : start + _ROWS] for row in rows])]

    share_out(work, range(0, len(found), _ROWS), lambda _: None)
    return found


@dataclass(frozen=True, repr=False)
class Steps(Plan):
    """Equal steps of expected hand strength.

    Parameters
    ----------
    opponents
        A hand's strength is the chance to beat so many, as if they were dealt apart from each
        other: the equity against one, to this power.
    """

    what: ClassVar[str] = "expected hand strength"

    opponents: int

    def fitted(self) -> Fit:
        """Return the step of each situation, 0 the weakest."""
        rows, table = strengths(self.streets, self.opponents)[self.street]
        steps = np.minimum(table * self.clusters, self.clusters - 1).astype(np.uint16)
        return Fit(mapped(steps, rows), middles(self.clusters), {})

    def memory(self) -> int:
        """Return the bytes of wins, ties and points of the last street."""
        return 6 * len(self.streets[self.streets.last])

    def __repr__(self) -> str:
        more = f", opponents={self.opponents}" if self.opponents != 1 else ""
        return f"ehs({self.clusters}, street={self.street}{more}{self.game})"


@dataclass(frozen=True, repr=False)
class Parts(Plan):
    """Equal parts of the hands of a street, by expected hand strength."""

    what: ClassVar[str] = "percentiles"

    def fitted(self) -> Fit:
        """Return the part of each situation, 0 the weakest."""
        rows, table = strengths(self.streets, 1)[self.street]
        held: Array = self.streets[self.street].hold()
        if self.street == self.streets.last:
            held = np.bincount(rows, held, len(table))
        share = percentiles(table, held)
        parts = np.minimum(share * self.clusters, self.clusters - 1)
        return Fit(mapped(parts.astype(np.uint16), rows), middles(self.clusters), {})

    def memory(self) -> int:
        """Return the bytes of wins, ties, points and weights of the last street."""
        return 14 * len(self.streets[self.streets.last])

    def __repr__(self) -> str:
        return f"percentile({self.clusters}, street={self.street}{self.game})"


def middles(clusters: int) -> NDArray[np.float32]:
    """Return the middles of equal steps, as positions on a line; shape (clusters, 1)."""
    return ((np.arange(clusters) + 0.5) / clusters).astype(np.float32)[:, None]


def percentiles(strengths: Array, holds: Array) -> NDArray[np.float32]:
    """Return the share of hands that are weaker, those of equal strength counting half.

    Parameters
    ----------
    strengths
        Of each situation, 0 to 1; they are compared in steps of 1 / 65,535. Shape (situations,).
    holds
        How many hands on boards each situation stands for.

    Examples
    --------
    >>> percentiles(np.array([0.1, 0.5, 0.5, 0.9]), np.array([1, 1, 1, 1])).tolist()
    [0.125, 0.5, 0.5, 0.875]
    """
    codes = np.rint(np.asarray(strengths, np.float32) * np.float32(_STEPS - 1)).astype(np.uint16)
    mass = np.bincount(codes, holds, _STEPS)
    share = (np.cumsum(mass) - mass / 2) / mass.sum()
    found: NDArray[np.float32] = share.astype(np.float32)[codes]
    return found
