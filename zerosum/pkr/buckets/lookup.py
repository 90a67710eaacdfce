"""Buckets as factors: the nearest centroid to a hand's features, street by street.

Every betting line of one deal asks for the bucket of the same hand on the same board. On early
streets it is looked up in a table; on later ones a memo keeps the most recent buckets, so that a
hand is measured once for each board of a deal.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from numbers import Integral
from typing import Any

import numpy as np
from numpy.typing import NDArray

from zerosum.abstraction import ONE, Algebraic, Product, algebraic, first_of
from zerosum.abstraction.fitting import once, ready
from zerosum.errors import AbstractionError
from zerosum.pkr.buckets.features import Ints, is_over
from zerosum.pkr.buckets.fit import fit
from zerosum.pkr.buckets.memo import MOST, memorise, new_memo, no_memo, remembered
from zerosum.pkr.buckets.plans import Plan
from zerosum.pkr.buckets.tables import tabulate
from zerosum.pkr.infoset import InfoSet
from zerosum.pkr.isomorphism import by_colours, flop_index, hand_index

_EXAMPLES = {
    "equities": "equities((8,) + (40,) * 7, dimension=50, maxiter=30)",
    "ochs": "ochs((8,) + (40,) * 7)",
    "ehs": "ehs(20)",
    "percentile": "percentile(20)",
}
# Boards of 0, 3, 4, ... 31 cards.
_MOST_STREETS = 30
# 2 GiB; fitting keeps a few arrays of the size.
_MOST_NUMBERS = 1 << 28


def _empty_rows() -> Ints:
    return np.zeros((0, 0), np.int64)


def _empty_table() -> NDArray[np.uint16]:
    return np.zeros(0, np.uint16)


@dataclass(frozen=True)
class Buckets(ABC):
    """A factor of buckets: the bucket on its streets, -1 on others.

    Parameters
    ----------
    plan
        The declaration of the buckets.
    centroids
        Features, a row a bucket, the weakest first; empty until needed.
    table
        The bucket of every hand, or hand and flop, by its index; empty on later streets.
    memo
        The most recent buckets, see :mod:`zerosum.pkr.buckets.memo`.
    """

    plan: Plan
    centroids: NDArray[np.int64] = field(default_factory=_empty_rows, compare=False, repr=False)
    table: NDArray[np.uint16] = field(default_factory=_empty_table, compare=False, repr=False)
    memo: NDArray[np.int64] = field(default_factory=no_memo, compare=False, repr=False)

    def __call__(self, infoset: InfoSet) -> int:
        """Return the bucket of the infoset's hand on its board, -1 off the streets."""
        size = len(infoset.community)
        if size < self.plan.first or size > self.plan.last:
            return -1
        over = is_over(size, infoset.last)
        return ready(self).bucket(infoset.hand.mask, infoset.community.mask, over)

    @property
    def buckets(self) -> int:
        """How many buckets there are on each street."""
        return self.plan.clusters

    def bucket(self, hand: int, board: int, over: bool) -> int:
        """Return the bucket of a hand on a board; the data must be there."""
        if self.plan.last == 2:
            board = 0
        if self.table.size > 0:
            hand, board = by_colours(hand, board)
            place = hand_index(hand) if self.plan.last == 2 else flop_index(hand, board)
            return int(self.table[place])
        found = remembered(self.memo, hand, board, over)
        if found < 0:
            found = self.compute(hand, board, over)
            memorise(self.memo, hand, board, over, found)
        return found

    @abstractmethod
    def compute(self, hand: int, board: int, over: bool) -> int:
        """Return the bucket by measuring the hand, without table or memo."""

    def prepared(self) -> Buckets:
        """Return these buckets with centroids and a memo, fitted at the first call."""
        if self.centroids.size > 0:
            return self
        return once(self, self.fitted)

    def equipped(self) -> Buckets:
        """Return these buckets with their table too, if there is one."""
        return once(("equipped", self), self._equip)

    def fitted(self) -> Buckets:
        """Return these buckets with centroids and a new memo."""
        return replace(self, centroids=fit(self.plan), memo=new_memo())

    def _equip(self) -> Buckets:
        ready = self.prepared()
        return replace(ready, table=tabulate(self.plan, ready.centroids))


def check_number(maker: str, name: str, value: Any, least: int, most: int) -> int:
    """Return a number that a factor is declared with, once it is checked.

    Raises
    ------
    AbstractionError
        If it is not a whole number within the bounds.
    """
    whole = isinstance(value, Integral) and not isinstance(value, bool)
    if not whole or not least <= value <= most:
        raise AbstractionError(
            f"The {name} of {maker} must be a whole number, {least} to {most:,}; got {value!r}: "
            f"write it as in {_EXAMPLES[maker]}.",
            value,
        )
    return int(value)


def street_by_street(
    maker: str, accs: Any, sizes: Mapping[str, Any], make: Callable[..., Buckets]
) -> Product:
    """Make one factor of the buckets of all streets.

    Parameters
    ----------
    maker
        The function whose arguments these are, for errors.
    accs
        Buckets of each street: boards of 0, 3, 4, 5, ... cards, the last entry for all longer
        boards too. 0 leaves a street out.
    sizes
        ``maxiter``, ``opponents`` and ``samples`` of a plan.
    make
        Makes the factor of one entry, given the fields of a plan by their names.

    Raises
    ------
    AbstractionError
        If a number is out of range.
    """
    most = {"maxiter": 10_000, "opponents": 10_000, "samples": 10_000_000}
    plan = {name: check_number(maker, name, size, 1, most[name]) for name, size in sizes.items()}
    if not isinstance(accs, Sequence) or not 1 <= len(accs) <= _MOST_STREETS:
        raise AbstractionError(
            f"The clusters of {maker} must be a tuple, one number for each of 1 to "
            f"{_MOST_STREETS} streets; got {accs!r}: write it as in {_EXAMPLES[maker]}.",
            accs,
        )
    factors: list[Algebraic] = []
    for entry, acc in enumerate(accs):
        if clusters := check_number(maker, "clusters of a street", acc, 0, MOST):
            first, last = _streets(entry, len(accs))
            factor = make(first=first, last=last, clusters=clusters, **plan)
            _check_room(maker, factor.plan)
            factors.append(algebraic(factor))
    return ONE * first_of(*factors) if factors else ONE


def _check_room(maker: str, plan: Plan) -> None:
    """Check that the arrays for fitting fit into memory: features, and counts by cluster."""
    numbers = max(plan.samples, plan.clusters * (plan.most + 1)) * plan.width
    if numbers > _MOST_NUMBERS:
        raise AbstractionError(
            f"The buckets of {maker} must be fitted with at most {_MOST_NUMBERS:,} numbers in "
            f"memory; got {numbers:,} for {plan.streets}: ask for fewer clusters, samples "
            f"or completions.",
            plan,
        )


def _streets(entry: int, entries: int) -> tuple[int, int]:
    """Return the first and last board size of an entry; the last entry takes all longer boards."""
    first = 0 if entry == 0 else entry + 2
    if entry == entries - 1:
        return first, 52
    return first, 2 if entry == 0 else first
