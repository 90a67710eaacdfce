"""Factors with data: when they get their data, and how data are made and kept.

A factor with data is a frozen record. Its parameters are its identity; its arrays are fields that
are not compared, ``field(compare=False)``, and are empty when it is declared. ``ready`` returns the
same record with its arrays filled: in Python at the first call, natively before the kernel runs.
So declaring computes nothing, and products are compared, printed and pickled by parameters.

What takes long is kept in the user's cache folder, and compiled by :mod:`zerosum.workshop`.
"""

import logging
import os
import shutil
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import RLock
from typing import Any, TypeVar, cast

from numpy.typing import NDArray

from zerosum.errors import StoreError
from zerosum.support import store
from zerosum.support.cache import used

R = TypeVar("R")
F = TypeVar("F", bound=Callable[..., Any])
Listener = Callable[[str, float], None]

_LOG = logging.getLogger("zerosum")
_LOCK = RLock()
# Data of this process, kept here and not on the records, which are frozen and compared by their
# parameters: what was made, what another process has fitted, and who watches the fitting.
_MADE: dict[Any, Any] = {}
_SUPPLIED: dict[Any, Any] = {}
_LISTENERS: list[Listener] = []
_SAID: set[str] = set()
_INLINED: dict[Callable[..., Any], bool] = {}


def ready(record: R) -> R:
    """Return a factor with its data; natively, the factor itself, which already has it.

    The data are those of the method ``prepared()``; a record without it needs none.
    """
    if _SUPPLIED and record in _SUPPLIED:
        return cast("R", _SUPPLIED[record])
    prepare = getattr(record, "prepared", None)
    return record if prepare is None else prepare()


def equipped(record: R) -> R:
    """Return a factor with the data that make it fast natively, as solvers need it.

    This calls the method ``equipped()`` if there is one, and :func:`ready` otherwise.
    """
    equip = getattr(record, "equipped", None)
    return ready(record) if equip is None or record in _SUPPLIED else equip()


def supply(record: R, furnished: R) -> None:
    """Give a factor its data in this process, so that they are not fitted again.

    Parameters
    ----------
    record
        The factor as it is declared.
    furnished
        The factor with data, as :func:`equipped` returned it, perhaps in another process.
    """
    _SUPPLIED[record] = furnished


def put_word(array: NDArray[Any], place: int, word: int) -> None:
    """Write a word to an array of a factor that is a memo, on which no value depends.

    Natively this is the only way to write to arrays of records.
    """
    array[place] = word


def inlined(function: F) -> F:
    """Mark a function that natively becomes part of each function that calls it.

    A loop that calls it can then use vector instructions, if the function has no branches.
    """
    _INLINED[function] = True
    return function


def outlined(function: F) -> F:
    """Mark a function that natively stays one of its own, since it is long and rarely called.

    Otherwise the loop of a solver would contain it wherever it is called, and be slower.
    """
    _INLINED[function] = False
    return function


def is_inlined(function: Callable[..., Any]) -> bool | None:
    """Return whether a function is marked as :func:`inlined`; None if it is not marked."""
    return _INLINED.get(function)


def once(key: Any, make: Callable[[], R]) -> R:
    """Return the result of ``make``, which is called once in a process for each key."""
    if key not in _MADE:
        with _LOCK:
            if key not in _MADE:
                _MADE[key] = make()
    made: R = _MADE[key]
    return made


@contextmanager
def listening(listener: Listener) -> Iterator[None]:
    """Call a function with each task and the share of it that is done, 0 to 1.

    Examples
    --------
    >>> with listening(lambda task, share: print(task, share)):
    ...     announce("Counting", 1.0)
    Counting 1.0
    """
    _LISTENERS.append(listener)
    try:
        yield
    finally:
        _LISTENERS.remove(listener)


def announce(task: str, share: float) -> None:
    """Report to all listeners how much of a task is done; log its start and end."""
    if share in {0.0, 1.0}:
        _LOG.info("%s: %s", task, "done" if share else "begun")
    for listener in _LISTENERS:
        listener(task, share)


def recall(name: str, *, mmap: bool = False) -> store.Saved | None:
    """Return what was kept under a name in the cache folder; None if it is missing or damaged.

    With ``mmap``, arrays are mapped from the disk, and only their types and sizes are checked.
    """
    folder = store.cache_folder() / name
    try:
        saved = store.read(folder, mmap=mmap)
    except (StoreError, OSError):
        return None
    used(folder)
    return saved


def kept_in(name: str) -> Path | None:
    """Return the folder of what was kept under a name, None if it is missing."""
    folder = store.cache_folder() / name
    if not store.exists(folder):
        return None
    used(folder)
    return folder


def remember(name: str, arrays: Mapping[str, NDArray[Any]], meta: Mapping[str, Any]) -> None:
    """Keep arrays under a name in the cache folder; if that fails, warn once and go on."""
    folder = store.cache_folder() / name
    scratch = folder.with_name(f"{folder.name}.{os.getpid()}")
    try:
        scratch.parent.mkdir(parents=True, exist_ok=True)
        used(scratch)
        store.write(scratch, arrays, meta)
        if folder.is_file():
            folder.unlink()
        elif folder.exists() and recall(name) is None:
            shutil.rmtree(folder)
        with suppress(OSError):  # another process was quicker
            scratch.rename(folder)
    except (StoreError, OSError) as error:
        say_once(
            f"The cache folder {folder.parent} must be writable to keep what was fitted; "
            f"{reason_of(error)}. The next process fits it again: set ZEROSUM_CACHE to a folder "
            f"that can be written."
        )
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def reason_of(error: Exception) -> str:
    """Return what was wrong without the name of the folder, so that all folders share a warning."""
    system = error if isinstance(error, OSError) else error.__cause__
    return f"the system says: {getattr(system, 'strerror', None) or error}"


def say_once(sentence: str) -> None:
    """Warn the user, unless the same sentence was said before."""
    if sentence not in _SAID:
        _SAID.add(sentence)
        warnings.warn(sentence, RuntimeWarning, stacklevel=4)
