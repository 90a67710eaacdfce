"""Spellings that the document does not list are refused in a sentence."""

import numpy as np
import pytest
from numba import njit, typeof

from tests.native.board import Board
from tests.native.both import check_sentence
from tests.native.spellings import REFUSED, Countdown
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


@pytest.mark.parametrize(("function", "words"), REFUSED, ids=[words for _, words in REFUSED])
def test_what_is_refused_names_a_line_of_the_user(function, words):
    told = sentence(function)
    assert words in told
    check_sentence(told, function, Countdown)
