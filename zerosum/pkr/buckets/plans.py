"""What the buckets of a street are, before any is fitted."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from zerosum.pkr.buckets.features import OPPONENTS
from zerosum.pkr.buckets.sampling import Deals

SAMPLES = 100_000
"""Hands and boards that the buckets of a street are fitted to, where nothing else is said."""
SEED = 1

Measurer = Callable[[Deals], NDArray[np.int64]]
"""Returns the features of hands on boards, a row of whole numbers each."""


@dataclass(frozen=True)
class Plan(ABC):
    """What the buckets of one factor are; which feature they are of is a subclass's to say.

    Parameters
    ----------
    first, last
        The board sizes that it speaks of.
    clusters
        How many buckets.
    maxiter
        Random completions of a board.
    opponents
        Random opponents on each of them.
    samples
        Hands and boards that the buckets are fitted to.
    """

    rows: ClassVar[str]
    """What a feature is called, in the plural."""
    remedy: ClassVar[str]
    """What makes features differ more."""

    first: int
    last: int
    clusters: int
    maxiter: int
    opponents: int
    samples: int

    @property
    @abstractmethod
    def width(self) -> int:
        """Numbers of a feature."""

    @property
    @abstractmethod
    def most(self) -> int:
        """The most that a number of a feature may be, for a strength of one; 0 is the least."""

    @abstractmethod
    def measurer(self) -> Measurer:
        """Return what measures hands natively; several threads may call it at a time."""

    @abstractmethod
    def strength(self, centroid: NDArray[np.int64]) -> int:
        """Return a number that orders centroids by strength."""

    @property
    def tabular(self) -> bool:
        """Whether so few cards are known that a table holds every bucket."""
        return (self.first, self.last) in {(0, 2), (3, 3)}

    @property
    def streets(self) -> str:
        """The streets in words."""
        if self.first in {0, self.last}:
            return f"street {self.first}"
        return f"street {self.first} and later"


def unusual_sizes(plan: Plan) -> str:
    """Return the sizes of a plan that were given, as its factor is written; empty for the usual."""
    if (plan.opponents, plan.samples) == (OPPONENTS, SAMPLES):
        return ""
    return f", opponents={plan.opponents}, samples={plan.samples}"
