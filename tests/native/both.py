"""Run one function both ways, natively and as Python, and compare what it returns or raises."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numba import njit
from numba.core.errors import NumbaError

from tests.native.board import Board
from zerosum.abstraction.values import is_frozen
from zerosum.errors import LoweringError
from zerosum.native.encoding import Native
from zerosum.native.lowering import Lowering, lowering_of
from zerosum.support.tokens import put, write

ROOM = 256
FOREIGN = (
    *("numba", "dispatcher", "typing of", "nopython", "unify", "reflected", "unicode_type"),
    *("overload", "lowering", "literal", "pointer", "llvm", "int64", "float64", "<class"),
    *("unituple", "optionaltype", "upto(int", "undecided", "opcode", "bytecode", "getiter"),
    *("boundfunction", "imprecise", "re-entrant", "nameerror", "assertionerror"),
    *("zerosum.native", "kwdefaults", "unicode", "$", "#"),
)
"""Words of compilers."""


@dataclass(frozen=True)
class Case:
    """One line of docs/reference/native.md, and a function that does what the line says."""

    section: str
    line: str
    function: Callable[..., Any]
    inputs: tuple[tuple[Any, ...], ...]


class Cases:
    """The cases of one section, filled by decorating functions."""

    def __init__(self, section: str) -> None:
        self.section = section
        self.cases: list[Case] = []

    def __call__(self, line: str, *inputs: Any) -> Callable[[Any], Any]:
        """Make a function the case of a line; an input that is no tuple is one argument."""
        given = tuple(each if isinstance(each, tuple) else (each,) for each in inputs) or ((),)

        def take(function: Any) -> Any:
            if function.__name__ == "<lambda>":
                function.__name__ = function.__qualname__ = f"case_{len(self.cases)}"
            self.cases.append(Case(self.section, line, function, given))
            return function

        return take


def native_twin(function: Any, game: type = Board) -> Any:
    """Return a compiled function that writes the tokens of what a function returns."""
    call = lowering_of(game).callable(function)

    @njit(no_cfunc_wrapper=True)
    def written(words, *arguments):
        return put(words, 0, call(*arguments))

    return written


def check_sentence(told: str, *near: Any) -> None:
    """Check that a refusal is in words for users, and names one line, of what is near."""
    ours = re.sub(r"`return .*?` uses|np\.\w+\(", "", told).lower()  # without the user's code
    assert not [word for word in (*FOREIGN, "array(") if word in ours], told
    (line,) = {int(line) for line in re.findall(r"line (\d+)", told)}
    assert any(line in _lines_of(each) for each in near), told


def _lines_of(written: Any) -> range:
    lines, first = inspect.getsourcelines(written)
    return range(first, first + len(lines))


def crossing(value: Any, lowering: Lowering) -> Any:
    """Return a value in the form in which it enters compiled code."""
    if is_frozen(type(value)):
        return Native(lowering.record(type(value), value), value)
    return value


def check(function: Any, inputs: Any, game: type = Board) -> Any:
    """Compare a function with its native twin on several inputs; return the twin."""
    twin = native_twin(function, game)
    lowering = lowering_of(game)
    for arguments in inputs:
        words = np.zeros(ROOM, np.int64)
        given = [crossing(argument, lowering) for argument in arguments]
        try:
            value = function(*arguments)
        except Exception as error:
            expected, raised = None, type(error)
        else:
            expected, raised = write(value), None
        try:
            found, failed = words[: twin(words, *given)].tolist(), None
        except (NumbaError, LoweringError):
            raise
        except Exception as error:
            found, failed = None, type(error)
        assert failed is raised, f"{arguments}: {failed} natively, {raised} in Python"
        assert found == expected, f"{arguments}: {found} natively, {expected} in Python"
    return twin
