"""A log of what a shard was sent since its last checkpoint, from which it is made again.

It is a folder with a file for each round, which is there as a whole or not at all. Nothing is lost
without it: then all shards go back to the checkpoint. So a round need not wait for the disk, as
:mod:`zerosum.support.store` would.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from pathlib import Path
from zipfile import BadZipFile

import numpy as np

from zerosum.algorithms.shards import Rows


def append(log: Path, number: int, sums: Sequence[Rows]) -> float:
    """Log the sums of a round; return the bytes that were written, infinite if they do not fit."""
    arrays = {f"{name}{k}": a for k, rows in enumerate(sums) for name, a in rows._asdict().items()}
    part = log / "part.npz"
    try:
        log.mkdir(parents=True, exist_ok=True)
        np.savez(part, **arrays)
        part.replace(log / f"{number}.npz")
    except OSError:
        return inf
    return sum(rows.bytes for rows in sums)


def read(log: Path, number: int) -> list[Rows] | None:
    """Return the sums of a round; None if the log does not have them."""
    try:
        with (log / f"{number}.npz").open("rb") as file, np.load(file) as found:
            several = range(len(found.files) // len(Rows._fields))
            return [Rows(*(found[f"{name}{k}"] for name in Rows._fields)) for k in several]
    except (OSError, ValueError, EOFError, BadZipFile):  # a machine that failed may leave a part
        return None
