"""Spellings that the document does not list are refused in a sentence, whose advice compiles."""

import numpy as np
import pytest
from numba import njit, typeof

from tests.native.board import Board
from tests.native.both import check, check_sentence
from tests.native.spellings import BOARD, LOW, REFUSED, Countdown, case
from zerosum.abstraction import algebraic
from zerosum.native.emit import define
from zerosum.native.keys import put_value
from zerosum.native.lowering import lowering_of
from zerosum.native.places import defined_at
from zerosum.native.reasons import reason_of


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
    ("function", "words"), [row[:2] for row in REFUSED], ids=[row[1] for row in REFUSED]
)
def test_what_is_refused_names_a_line_of_the_user(function, words):
    told = sentence(function)
    assert words in told
    check_sentence(told, function, Countdown)


DOCUMENTED = [each.function for each in case.cases]
ADVICE = {row[2].__name__: row[2] for row in REFUSED if row[2] not in DOCUMENTED}


QUICK = {"compared", "counted", "by_isinstance", "recursive_alone"}
"""The document has cases of all others."""


@pytest.mark.parametrize(
    "function",
    [
        pytest.param(each, marks=() if name in QUICK else pytest.mark.slow)
        for name, each in ADVICE.items()
    ],
    ids=ADVICE,
)
def test_what_a_refusal_advises_compiles(function):
    check(function, [(BOARD,), (LOW,)])
