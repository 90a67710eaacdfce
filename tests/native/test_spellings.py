"""A spelling that is refused is refused in a sentence for users, whose advice compiles."""

from __future__ import annotations

import inspect
import re

import numpy as np
import pytest
from numba import njit, typeof

from tests.native.board import Board
from tests.native.both import check
from tests.native.spellings import BOARD, LOW, REFUSED, Countdown, case
from zerosum.abstraction import algebraic
from zerosum.native.emit import define
from zerosum.native.keys import put_value
from zerosum.native.lowering import lowering_of
from zerosum.native.places import defined_at
from zerosum.native.reasons import reason_of

FOREIGN = (
    *("numba", "dispatcher", "typing of", "nopython", "unify", "reflected", "unicode_type"),
    *("overload", "lowering", "array(", "literal", "pointer", "llvm", "int64", "float64"),
    *("unituple", "optionaltype", "upto(int", "undecided", "opcode", "bytecode", "getiter"),
    *("boundfunction", "imprecise", "re-entrant", "nameerror", "assertionerror", "<class"),
    *("zerosum.native", "kwdefaults", "unicode", "$", "#"),
)


def near(function):
    """Return the lines of a function, and of the records that it calls."""
    found = set()
    for each in (function, *vars(Countdown).values()):
        code = getattr(each, "__code__", None)
        if code is not None and code.co_filename == function.__code__.co_filename:
            lines, first = inspect.getsourcelines(each)
            found.update(range(first, first + len(lines)))
    return found


def sentence(function):
    """Return why a function of a board does not compile."""
    lowering = lowering_of(Board)
    try:
        call = lowering.callable(algebraic(function))
        names = {"call": call, "put": put_value}
        asking = define("def impl(words, board): return put(words, 0, call(board))", names)
        njit(asking).compile((typeof(np.zeros(1, np.int64)), lowering.record(Board)))
    except Exception as error:
        return "; ".join(reason_of(error, defined_at(function)))
    return pytest.fail(f"{function.__name__} compiles")


@pytest.mark.parametrize(
    ("function", "words"), [row[:2] for row in REFUSED], ids=[row[0].__name__ for row in REFUSED]
)
def test_what_is_refused_names_a_line_of_the_user(function, words):
    told = sentence(function)
    assert words in told
    ours = re.sub(r"`return .*?` uses", "", told).lower()  # Without the code of the user.
    assert not [word for word in FOREIGN if word in ours], told
    (line,) = {int(line) for line in re.findall(r"line (\d+)", told)}
    assert line in near(function)


DOCUMENTED = [each.function for each in case.cases]
ADVICE = {row[2].__name__: row[2] for row in REFUSED if row[2] not in DOCUMENTED}


@pytest.mark.parametrize("function", ADVICE.values(), ids=ADVICE)
def test_what_a_refusal_advises_compiles(function):
    check(function, [(BOARD,), (LOW,)])
