"""The declaration of the buckets of a street, before they are fitted."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from zerosum.pkr.buckets.features import Ints
from zerosum.pkr.buckets.sampling import Deals

OPPONENTS = 20
"""Opponents on a completed board: the deck holds so many hands for boards up to nine cards.

The share of opponents that a hand beats then has a standard error of 0.06, three bins of 50. If
they were drawn independently it would be 0.09, and 0.06 would take 44 opponents.
"""
SAMPLES = 100_000
"""The default number of hands and boards that the buckets of a street are fitted to."""
SEED = 1

Measurer = Callable[[Deals], Ints]
"""Returns the features of hands on boards, one row of whole numbers each."""


@dataclass(frozen=True)
class Plan(ABC):
    """The buckets of one factor; a subclass defines the feature.

    Parameters
    ----------
    first, last
        The least and the greatest board size.
    clusters
        The number of buckets.
    maxiter
        Random completions of a board.
    opponents
        Random opponents on each of them.
    samples
        Hands and boards that the buckets are fitted to.
    """

    rows: ClassVar[str]
    """The name of features, in the plural."""
    remedy: ClassVar[str]
    """Advice for an error: what makes features differ more."""

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
        """The greatest number of a feature, for a strength of one; the least is 0."""

    @abstractmethod
    def measurer(self) -> Measurer:
        """Return a compiled function that measures hands; it is thread-safe."""

    @abstractmethod
    def strength(self, centroid: Ints) -> int:
        """Return a number that orders centroids by strength."""

    @property
    def tabular(self) -> bool:
        """Whether a table holds the bucket of every hand."""
        return (self.first, self.last) in {(0, 2), (3, 3)}

    @property
    def streets(self) -> str:
        """The streets in words."""
        if self.first in {0, self.last}:
            return f"street {self.first}"
        return f"street {self.first} and later"


def unusual_sizes(plan: Plan) -> str:
    """Return the sizes of a plan that differ from the default, as its factor is written."""
    if (plan.opponents, plan.samples) == (OPPONENTS, SAMPLES):
        return ""
    return f", opponents={plan.opponents}, samples={plan.samples}"
