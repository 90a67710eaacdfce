"""Which line of the user's source an error of the compiler is about.

The compiler's messages name the lines that led to an error, innermost first. Errors that it does
not expect name none, but were raised while one of its objects stood at a line.
"""

import ast
import inspect
import linecache
import re
import sys
import sysconfig
import textwrap
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import FrameType
from typing import Any

import llvmlite
import numba
import numpy as np
from numba.core import ir

from zerosum.abstraction.anatomy import module_of, package_of
from zerosum.abstraction.identity import digest

_LINE = re.compile(
    r'^( *)(?:During: typing of .*? at (.+?) \((\d+)\)|File "(.+?)", line (\d+))', re.M
)
# The rooms of this package whose lines are never those of a game or a factor.
_OURS = ("abstraction", "kernels", "native", "tables", "tokens.py", "jit.py", "workshop.py")


@dataclass(frozen=True)
class Place:
    """A line of the user's source.

    Parameters
    ----------
    path, line
        Where it is.
    at, depth
        Where a message names it, and how far to the right.
    """

    path: str
    line: int
    at: int = 0
    depth: int = 0

    def __str__(self) -> str:
        return f"{Path(self.path).name}, line {self.line}"

    @property
    def code(self) -> str:
        """The text of the line; empty if it cannot be read."""
        return linecache.getline(self.path, self.line).strip()


def located(text: str, place: Place | None) -> str:
    """Return a text with the line that it is about."""
    return text if place is None else f"{text} ({place})"


def field_at(cls: type, name: str) -> Place | None:
    """Return where a class, or a base of it, annotates a field, if that is known."""
    for base in cls.__mro__:
        with suppress(OSError, TypeError, SyntaxError):
            lines, first = inspect.getsourcelines(base)
            for node in ast.walk(ast.parse(textwrap.dedent("".join(lines)))):
                if isinstance(node, ast.AnnAssign) and ast.unparse(node.target) == name:
                    path = inspect.getsourcefile(base) or ""
                    return Place(path, first + node.lineno - 1)
    return None


def lines_of(*things: Any) -> str:
    """Return a hash of the state of the user's files, by which lines are numbered.

    Compiled code does not depend on it, but the sentences that are kept beside it do. The files of
    this package count anyway.
    """
    packages = {package_of(module_of(thing)) for thing in things} - {"zerosum"}
    files = {
        file
        for name, module in [*sys.modules.items()]
        if package_of(name) in packages and (file := getattr(module, "__file__", None))
    }
    states = []
    for file in sorted(file for file in files if _is_users(file)):
        with suppress(OSError):
            state = Path(file).stat()
            states.append(f"{file} {state.st_mtime_ns} {state.st_size}")
    return digest("\n".join(states))


def defined_at(thing: Any) -> Place | None:
    """Return where a function, a method of any kind, or a class is defined, if that is known."""
    for name in ("__func__", "fget", "func"):
        thing = getattr(thing, name, thing)
    code = getattr(inspect.unwrap(thing) if callable(thing) else thing, "__code__", None)
    if code is not None:
        return Place(code.co_filename, code.co_firstlineno) if _is_users(code.co_filename) else None
    try:
        return Place(inspect.getsourcefile(thing) or "", inspect.getsourcelines(thing)[1])
    except (OSError, TypeError):
        return None


def place_of(error: BaseException) -> Place | None:
    """Return the innermost line of the user that an error is about; None if none is known."""
    found = next(_in_text(str(error)), None)
    return found or next((place for each in causes(error) for place in _in_frames(each)), None)


def _in_text(text: str) -> Iterator[Place]:
    for match in _LINE.finditer(text):
        path, line = (match[2], match[3]) if match[2] else (match[4], match[5])
        if _is_users(path):
            yield Place(path, int(line), match.start(), len(match[1]))


def causes(error: BaseException) -> list[BaseException]:
    """Return an error and those that it was raised from, innermost first."""
    found: list[BaseException] = []
    each: BaseException | None = error
    while each is not None and each not in found:
        found.insert(0, each)
        each = each.__cause__ or each.__context__
    return found


def _in_frames(error: BaseException) -> Iterator[Place]:
    """Yield where the compiler stood, and what was rewritten, when an error was raised."""
    frames: list[FrameType] = []
    trace = error.__traceback__
    while trace is not None:
        frames.insert(0, trace.tb_frame)
        trace = trace.tb_next
    for frame in frames:
        loc = getattr(frame.f_locals.get("self"), "loc", None)
        if isinstance(loc, ir.Loc) and _is_users(loc.filename):
            yield Place(loc.filename, loc.line)
        node, source = (frame.f_locals.get(name) for name in ("node", "source"))
        function = getattr(source, "function", None)
        if function is not None and _is_users(function.__code__.co_filename):
            line = getattr(node, "lineno", None) if isinstance(node, ast.AST) else None
            code = function.__code__
            yield Place(code.co_filename, line or code.co_firstlineno)


@cache
def _is_users(path: str) -> bool:
    """Return whether a file is not one of the compiler, of Python, or of these rooms."""
    if path[:1] == "<":
        return path.startswith("<ipython")
    places = {*Path(path).resolve().parents, Path(path).resolve()}
    installed = any(each.name in ("site-packages", "dist-packages") for each in places)
    python, foreign = _roots()
    return places.isdisjoint(foreign) and (installed or python not in places)


@cache
def _roots() -> tuple[Path, list[Path]]:
    """Return the folder of Python's own modules, and those of the compiler and of these rooms."""
    here = Path(__file__).resolve().parents[1]
    compiler = [Path(str(each.__file__)).resolve().parent for each in (numba, llvmlite, np)]
    return Path(str(sysconfig.get_path("stdlib"))), [*compiler, *(here / name for name in _OURS)]
