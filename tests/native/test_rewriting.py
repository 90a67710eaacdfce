"""Faults of the rewriting of users' source, each found in a game of its own."""

from dataclasses import dataclass

import pytest
from numba import njit

from zerosum.errors import LoweringError
from zerosum.kuhn import Kuhn
from zerosum.native.lowering import lowering_of

RANKS = (3, 1, 4)


def loop(rank):
    return rank + 10


def named_as_a_helper(rank):
    one = any(each == rank for each in RANKS)
    two = all(each > rank for each in RANKS)
    three = any(each > rank for each in RANKS)
    return loop(rank) + (1 if one else 0) + (2 if two else 0) + (4 if three else 0)


def test_names_of_users_and_helpers_do_not_collide():
    function = lowering_of(Kuhn).function(named_as_a_helper)
    # Only linked into other functions.
    native = njit(lambda rank: function(rank))  # noqa: PLW0108
    assert [native(rank) for rank in range(6)] == [named_as_a_helper(rank) for rank in range(6)]


def higher_first(first, second):
    return tuple(sorted((first, second), reverse=True))


@pytest.mark.slow  # Numba's sorting compiles for long
def test_a_sorted_tuple_is_as_long_as_before():
    # So it may be part of a key, whose width must be known.
    function = lowering_of(Kuhn).function(higher_first)
    native = njit(lambda first, second: function(first, second))  # noqa: PLW0108
    assert native(2, 7) == native(7, 2) == (7, 2)
    assert {str(kind) for kind in native.nopython_signatures[0].return_type} == {"int64"}


@dataclass(frozen=True)
class Listed(Kuhn):
    """Chance as a list of pairs, which Python would not take either."""

    def chances(self):
        return [(card, 1 / 3) for card in range(3)]


def test_chances_must_be_a_mapping():
    with pytest.raises(LoweringError, match="a mapping built elsewhere"):
        lowering_of(Listed).bound(Listed.chances, Listed, Listed)
