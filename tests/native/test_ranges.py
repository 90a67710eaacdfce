"""Menus that are ranges: natively they index and encode like Python's tuples."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import pytest
from numba import njit

from tests.native.actions import Comprehended, Generated, Numbered
from zerosum.errors import GameError
from zerosum.kernels.limits import most_words
from zerosum.native.encoding import Native
from zerosum.native.lowering import lowering_of
from zerosum.native.menus import menu_of
from zerosum.native.rewriting import returns_range
from zerosum.native.sequences import hold
from zerosum.native.types import RangedType
from zerosum.support.tokens import put, write


@dataclass(frozen=True)
class Counting:
    """An infoset, and a game enough to be lowered, whose menu is a range."""

    first: int
    behind: int

    max_actions: ClassVar[int] = 5

    def actions(self):
        """Count, by threes downwards."""
        return tuple(range(self.first, self.behind, 1 if self.first < self.behind else -3))


@njit
def indexed(words, infoset):
    """Write what a kernel sees: the tokens, then the items one by one."""
    menu = hold(menu_of(infoset))
    at = put(words, 0, menu)
    for place in range(len(menu)):
        words[at] = menu[place]
        at += 1
    return at


def native(infoset):
    return Native(lowering_of(Counting).record(type(infoset)), infoset)


@pytest.mark.parametrize("ends", [(2, 6), (0, 5), (3, 3), (4, -9), (-3, -1)])
def test_a_kernel_sees_the_tuple(ends):
    infoset = Counting(*ends)
    words = np.zeros(32, np.int64)
    expected = infoset.actions()
    assert words[: indexed(words, native(infoset))].tolist() == [*write(expected), *expected]


def test_a_menu_that_is_too_long_says_so():
    with pytest.raises(
        GameError,
        match=r"Counting.actions must return at most 5 items; raise max_actions of Counting",
    ):
        indexed(np.zeros(32, np.int64), native(Counting(0, 6)))


def test_a_row_has_room_for_the_longest():
    assert most_words(RangedType(5)) == 6


def test_only_a_range_and_nothing_else_is_one():
    assert returns_range(Counting.actions)
    assert returns_range(Numbered.actions)
    assert not returns_range(Comprehended.actions)
    assert not returns_range(Generated.actions)
    assert not returns_range(len)


def test_a_range_of_ones_own_is_none():
    def range(number):  # noqa: A001
        return (5, number)

    def actions(infoset):
        return tuple(range(3))

    assert not returns_range(actions)
