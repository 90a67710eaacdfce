"""Buckets are fitted once, and kept as a folder of arrays in the cache that processes share."""

from __future__ import annotations

import hashlib
from importlib.metadata import version
from pathlib import Path
from typing import Any

from zerosum.abstraction.fitting import kept_in, once, recall, remember
from zerosum.abstraction.identity import meaning
from zerosum.errors import AbstractionError
from zerosum.pkr.holdem.buckets.plans import Fit, Plan


def fit(plan: Plan) -> Fit:
    """Return the buckets of a plan: from the cache folder, or computed now and kept there.

    The arrays are mapped from the disk, so that processes share them. What a plan stands on, as
    histograms stand on the buckets of the next street, is kept too: a build that is interrupted
    goes on with the street that it was at.

    Raises
    ------
    AbstractionError
        If there are more buckets than different hands.
    """
    return once((fit, plan), lambda: _recalled(plan) or _kept(plan))


def folder_of(plan: Plan) -> Path | None:
    """Return the folder of the buckets of a plan, None if they are not there."""
    return kept_in(name_of(plan))


def name_of(plan: Plan) -> str:
    """Return the name in the cache folder, which depends on everything that buckets depend on."""
    libraries = [f"{name} {version(name)}" for name in ("numpy",)]
    text = "\n".join([*libraries, meaning((plan, type(plan).fitted))])
    return f"cards/{hashlib.blake2b(text.encode(), digest_size=12).hexdigest()}"


def _recalled(plan: Plan) -> Fit | None:
    saved = recall(name_of(plan), mmap=True)
    return None if saved is None else Fit(**saved.arrays, notes=saved.meta["notes"])


def _kept(plan: Plan) -> Fit:
    """Fit and keep; return what was kept as the next process will see it, if that is possible."""
    try:
        found = plan.fitted()
    except AbstractionError as error:
        raise AbstractionError(f"{error} These are the buckets {plan!r}.", plan) from error
    arrays: dict[str, Any] = {"buckets": found.buckets, "centres": found.centres}
    remember(name_of(plan), arrays, {"plan": repr(plan), "notes": found.notes})
    return _recalled(plan) or found
