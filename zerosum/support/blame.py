"""Report an error of the user's code in one sentence instead of a traceback."""

import sysconfig
import traceback
from pathlib import Path

_ZEROSUM = Path(__file__).parents[1]
_HOUSE = {_ZEROSUM, _ZEROSUM.with_name("blood")}  # one distribution
_PYTHON = Path(sysconfig.get_path("stdlib"))
_PACKAGES = frozenset({"site-packages", "dist-packages"})
"""Folders of installed packages; those of an environment below another one count too."""


def is_package(file: str | Path) -> bool:
    """Whether a file lies among installed packages.

    >>> is_package("/usr/lib/python3/dist-packages/numpy/__init__.py"), is_package("mine.py")
    (True, False)
    """
    return not _PACKAGES.isdisjoint(Path(file).parts)


def is_library(file: str | Path) -> bool:
    """Whether a file lies among installed packages, or belongs to Python."""
    return is_package(file) or Path(file).is_relative_to(_PYTHON)


def sentence(error: BaseException) -> str:
    """Return the type and the message of an error, and its line if that is the user's.

    >>> sentence(KeyError("card"))
    "KeyError: 'card'"
    """
    text = error.msg if isinstance(error, SyntaxError) else str(error)
    what = f"{type(error).__name__}: {' '.join(text.split())}".removesuffix(": ")
    where = place(error)
    return what if where is None else f"{what} (line {where[1]} of {where[0]})"


def place(error: BaseException) -> tuple[Path, int] | None:
    """Return the file and the line of the user's code that an error comes from.

    That is the innermost line outside of Python, installed packages and this library; None if
    there is none.
    """
    if isinstance(error, SyntaxError) and error.filename and error.lineno:
        return Path(error.filename), error.lineno
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if frame.lineno is not None and _is_users(frame.filename):
            return Path(frame.filename), frame.lineno
    return None


def is_users(error: BaseException) -> bool:
    """Whether an error was raised by the user's code, or by another library that it called.

    False if code of this library lies between: then the bug may be here, and the traceback is
    shown.
    """
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if _is_users(frame.filename):
            return True
        if _is_ours(frame.filename):
            return False
    return False


def _is_users(file: str) -> bool:
    if file.startswith("<") or is_library(file) or _is_ours(file):
        return False
    return Path(file).exists()


def _is_ours(file: str) -> bool:
    return not _HOUSE.isdisjoint(Path(file).parents)
