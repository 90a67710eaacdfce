"""Arrays that are mapped from the disk and read here and there."""

from __future__ import annotations

import mmap
from collections.abc import Iterable

import numpy as np

from zerosum.support.store import Array


def read_at_random(arrays: Iterable[Array]) -> None:
    """Tell the system that arrays, if they are mapped, are read a few numbers at a time.

    Otherwise it may read megabytes ahead for each of them.
    """
    for array in arrays:
        owner: object = array
        while isinstance(owner, np.ndarray) and not isinstance(owner, np.memmap):
            owner = owner.base
        mapped = getattr(owner, "_mmap", None)
        if mapped is not None and hasattr(mapped, "madvise") and hasattr(mmap, "MADV_RANDOM"):
            mapped.madvise(mmap.MADV_RANDOM)
