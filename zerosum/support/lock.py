"""Locks between processes: a file that one process holds, freed by the system when it ends."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_PATIENCE = 0.5  # seconds for which holding is tried: who asks holds a lock for a moment
_PAUSE = 0.01

if sys.platform == "win32":
    import msvcrt

    def _lock(file: int, *, shared: bool) -> None:  # noqa: ARG001 - Windows has no shared locks
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(file: int, *, shared: bool) -> None:
        fcntl.flock(file, fcntl.LOCK_NB | (fcntl.LOCK_SH if shared else fcntl.LOCK_EX))


@contextmanager
def holding(path: Path) -> Iterator[bool]:
    """Hold a file for a block, which is told whether that was possible; the file stays.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as place:
    ...     file = Path(place) / "lock"
    ...     with holding(file) as first, holding(file) as second:
    ...         print(first, second, is_held(file))
    ...     is_held(file)
    True False True
    False
    """
    with path.open("a") as file:
        end = time.monotonic() + _PATIENCE
        while not (free := _taken(file.fileno(), shared=False)) and time.monotonic() < end:
            time.sleep(_PAUSE)
        yield free


def is_held(path: Path) -> bool:
    """Return whether a process holds a file."""
    try:
        file = path.open("rb")
    except OSError:
        return False
    with file:
        return not _taken(file.fileno(), shared=True)


def _taken(file: int, *, shared: bool) -> bool:
    """Lock a file; return False if another process holds it."""
    try:
        _lock(file, shared=shared)
    except (BlockingIOError, PermissionError):
        return False
    except OSError:  # a file system without locks: nobody holds any
        return True
    return True
