"""What the cache folder holds: compiled code, and tables that were fitted.

An entry is a folder, and its time of change is when a process last used it. Each process that uses
the cache folder holds a file there from its first use to its end. What was used since the oldest
of these processes began may be in use, and is never removed.
"""

from __future__ import annotations

import atexit
import os
import re
import secrets
import shutil
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock

from zerosum.support.lock import holding, is_held
from zerosum.support.store import cache_folder

CODE, *FITTED = KINDS = ("code", "buckets", "equities")

_RUNNING = "running"  # the folder of a file for each process
_NEW = 60  # seconds
_CODE = re.compile(r"[0-9a-f]{16}")
_FITTED = re.compile(r"[0-9a-f]{24}(\.\d+)?")  # with a number: not finished
_SUFFIXES = {".code", ".type", ".json", ".npy", ".part", ".tmp", ".nbi", ".nbc"}


@dataclass(frozen=True)
class Entry:
    """A folder of the cache folder.

    Parameters
    ----------
    name
        Its path in the cache folder.
    kind
        ``code`` for compiled code, or what was fitted: ``buckets`` or ``equities``.
    size
        Of its files, in bytes.
    used
        When a process last used it, in seconds since 1970.
    in_use
        Whether a process that is running may use it.
    """

    name: str
    kind: str
    size: int
    used: float
    in_use: bool


def entries() -> list[Entry]:
    """Return what the cache folder holds; files that this package did not make are left out."""
    folder = cache_folder()
    begun = min((start for mark, start in _marks(folder) if is_held(mark)), default=float("inf"))
    found = []
    for path, kind in _folders(folder):
        with suppress(OSError):  # another process is removing it
            files = list(path.iterdir())
            if {file.suffix for file in files} <= _SUFFIXES:
                size, used = sum(file.stat().st_size for file in files), path.stat().st_mtime
                name = path.relative_to(folder).as_posix()
                found.append(Entry(name, kind, size, used, used >= begun))
    return found


def remove(entry: Entry) -> bool:
    """Remove an entry, unless a process may use it; return whether it was removed."""
    path = cache_folder() / entry.name
    doomed = path.with_name(f"{path.name.partition('.')[0]}.{os.getpid()}")
    try:
        if entry.in_use or path.stat().st_mtime != entry.used:
            return False
        path.rename(doomed)  # in one step: no process finds a part of it
        shutil.rmtree(doomed)
    except OSError:
        return False
    return True


def used(path: Path) -> None:
    """Note that this process uses an entry of the cache folder from now on, or will make it."""
    with suppress(OSError):  # who cannot write the folder cannot hold anything there
        _PRESENCE.enter(cache_folder())
        os.utime(path)


def _folders(folder: Path) -> Iterator[tuple[Path, str]]:
    """Yield the folders whose names this package gives, and their kinds."""
    for path in sorted(folder.iterdir()) if folder.is_dir() else ():
        if path.is_symlink() or not path.is_dir():
            continue
        if _CODE.fullmatch(path.name.partition(".")[0]):
            yield path, CODE
        elif path.name in FITTED:
            fitted = (each for each in sorted(path.glob("*")) if _FITTED.fullmatch(each.name))
            yield from ((each, path.name) for each in fitted if not each.is_symlink())


def _marks(folder: Path) -> Iterator[tuple[Path, float]]:
    """Yield the files of processes, and when each began."""
    for mark in (folder / _RUNNING).glob("*"):
        with suppress(OSError):  # its process has just ended
            yield mark, mark.stat().st_mtime


def _sweep(folder: Path) -> None:
    """Remove the files of processes that were killed; one that is new may not be held yet."""
    for mark, begun in _marks(folder):
        with suppress(OSError):
            if begun < time.time() - _NEW and not is_held(mark):
                mark.unlink()


@dataclass
class _Presence:
    """The file that this process holds in the cache folder."""

    place: tuple[Path, int] | None = None
    held: ExitStack = field(default_factory=ExitStack)
    lock: Lock = field(default_factory=Lock)

    def enter(self, folder: Path) -> None:
        """Hold a file in a folder; the process of a fork holds its own."""
        place = folder, os.getpid()
        if place == self.place:
            return
        with self.lock:
            if place != self.place:
                atexit.unregister(self.leave)
                self.leave()
                self.held, self.place = ExitStack(), place
                atexit.register(self.leave)
                _sweep(folder)
                mark = folder / _RUNNING / secrets.token_hex(8)
                mark.parent.mkdir(parents=True, exist_ok=True)
                self.held.callback(mark.unlink, missing_ok=True)
                self.held.enter_context(holding(mark))

    def leave(self) -> None:
        """Let the file go, and remove it if it is this process's own."""
        if self.place is not None and self.place[1] == os.getpid():
            with suppress(OSError):
                self.held.close()


_PRESENCE = _Presence()
