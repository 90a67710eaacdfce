"""The strength of all hands of a street as one number; buckets of equal steps or parts of it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from zerosum.pkr.buckets.holdem.plans import Plan
from zerosum.pkr.buckets.plans import Fit
from zerosum.pkr.features.nexts import averages
from zerosum.pkr.features.percentiles import percentiles
from zerosum.pkr.features.showdowns import showdowns
from zerosum.pkr.features.streets import Streets
from zerosum.support.cores import share_out
from zerosum.support.store import Array

_ROWS = 1 << 18
"""Rows of a piece of work."""


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
