"""Whose line an error comes from, said in one sentence instead of a traceback."""

from __future__ import annotations

import sysconfig
import traceback
from pathlib import Path

_ZEROSUM = Path(__file__).parent.parent
_HOUSE = {_ZEROSUM, _ZEROSUM.with_name("blood")}  # one distribution
LIBRARIES = tuple({sysconfig.get_path(name) for name in ("stdlib", "purelib", "platlib")})


def sentence(error: BaseException) -> str:
    """Return the type, the message and, where it is the user's, the line of an error.

    >>> sentence(KeyError("card"))
    "KeyError: 'card'"
    """
    text = error.msg if isinstance(error, SyntaxError) else str(error)
    what = f"{type(error).__name__}: {' '.join(text.split())}".removesuffix(": ")
    where = place(error)
    return what if where is None else f"{what} (line {where[1]} of {where[0]})"


def place(error: BaseException) -> tuple[Path, int] | None:
    """Return the file and the line of the user's code that an error comes from.

    The innermost line counts that lies outside of Python, of installed packages and of
    ours; None where there is none.
    """
    if isinstance(error, SyntaxError) and error.filename and error.lineno:
        return Path(error.filename), error.lineno
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if frame.lineno is not None and _is_users(frame.filename):
            return Path(frame.filename), frame.lineno
    return None


def is_users(error: BaseException) -> bool:
    """Whether an error was raised by the user's code, or by a library that it called.

    False where code of ours lies between: then the mistake may be ours, and a traceback is due.
    """
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if _is_users(frame.filename):
            return True
        if _is_ours(frame.filename):
            return False
    return False


def _is_users(file: str) -> bool:
    return not (file.startswith(("<", *LIBRARIES)) or _is_ours(file) or not Path(file).exists())


def _is_ours(file: str) -> bool:
    return not _HOUSE.isdisjoint(Path(file).parents)
