"""Plans of buckets of cards, and their fits, which are made once and kept: for any game.

A plan is a frozen record of everything that its buckets depend on. :meth:`Plan.fitted` computes
them, which takes seconds or minutes; :func:`fit` keeps the result as a folder of arrays in the
cache that processes share.
"""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from zerosum.abstraction.combined import Combined
from zerosum.abstraction.fitting import kept_in, once, recall, remember
from zerosum.abstraction.identity import meaning
from zerosum.errors import AbstractionError

_LIBRARIES = ("numpy", "scikit-learn", "scipy")


class Fit(NamedTuple):
    """Fitted buckets; arrays that a plan does not need are empty.

    Parameters
    ----------
    buckets
        The bucket of each situation of a street, or of each hand of a table.
    centres
        Where buckets are: their distances are those of buckets. Shape (clusters, coordinates).
    notes
        What was measured while fitting, for people; JSON.

    Examples
    --------
    >>> kept = Fit(np.array([0, 0, 1], np.uint16), notes={"inertia": 0.25})
    >>> kept.buckets.tolist(), kept.centres.size, kept.notes
    ([0, 0, 1], 0, {'inertia': 0.25})
    """

    buckets: NDArray[np.uint16] = np.zeros(0, np.uint16)
    centres: NDArray[Any] = np.zeros((0, 0))
    notes: dict[str, Any] = {}  # noqa: RUF012 it is never changed


class Coded(Combined):
    """A record whose identity contains the code of its class, besides its parameters."""

    def __meaning__(self) -> tuple[object, ...]:
        return type(self), *super().__meaning__()


class Plan(Combined, ABC):
    """The buckets of a street."""

    @property
    def below(self) -> tuple[Plan, ...]:
        """The plans on whose buckets these stand."""
        return ()

    @abstractmethod
    def fitted(self) -> Fit:
        """Return the buckets, computed now."""


def fit(plan: Plan) -> Fit:
    """Return the buckets of a plan: from the cache folder, or computed now and kept there.

    The arrays are mapped from the disk, so that processes share them. What a plan stands on, as
    histograms stand on the buckets of the next street, is kept too: a build that is interrupted
    goes on with the street that it was at.

    Raises
    ------
    AbstractionError
        If there are more buckets than different hands.

    Examples
    --------
    >>> from zerosum.pkr.holdem import TWENTY
    >>> from zerosum.pkr.holdem.abstraction.buckets import ehs, plans_of
    >>> fit(plans_of(ehs(10, 3, deck=TWENTY))[0]).buckets.size
    73550
    """
    return once((fit, plan), lambda: _recalled(plan) or _kept(plan))


def folder_of(plan: Plan) -> Path | None:
    """Return the folder of the buckets of a plan, None if they are not there."""
    return kept_in(name_of(plan))


def name_of(plan: Plan) -> str:
    """Return the name in the cache folder, which depends on everything that buckets depend on.

    That is the plan, the code that fits it, the plans below, and the versions of libraries.
    """
    libraries = [f"{name} {version(name)}" for name in _LIBRARIES]
    text = "\n".join([*libraries, *map(name_of, plan.below), meaning((plan, type(plan)))])
    return f"buckets/{hashlib.blake2b(text.encode(), digest_size=12).hexdigest()}"


def _recalled(plan: Plan) -> Fit | None:
    saved = recall(name_of(plan), mmap=True)
    return None if saved is None else Fit(**saved.arrays, notes=saved.meta["notes"])


def _kept(plan: Plan) -> Fit:
    """Fit and keep; return what was kept as the next process will see it, if that is possible."""
    try:
        found = plan.fitted()
    except AbstractionError as error:
        raise AbstractionError(f"{error} These are the buckets {plan!r}.", plan) from error
    arrays = {"buckets": found.buckets, "centres": found.centres}
    kept = {name: array for name, array in arrays.items() if array.size}
    remember(name_of(plan), kept, {"plan": repr(plan), "notes": found.notes})
    return _recalled(plan) or found
