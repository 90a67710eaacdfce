"""The laws of abstractions as partitions of real infosets: River of Blood's and Leduc's."""

from __future__ import annotations

from functools import reduce
from operator import mul
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blood import basic
from zerosum.abstraction import ONE
from zerosum.leduc import Leduc
from zerosum.leduc.abstraction import Abstraction as LeducByRank
from zerosum.pkr.abstraction import capped_bets
from zerosum.pkr.game import RiverOfBlood
from zerosum.testing import infosets

RIVER = (
    basic.street,
    basic.player,
    basic.run,
    basic.bets,
    basic.linearpot(20),
    basic.linearcost(5),
    basic.strength(10),
    capped_bets(basic.basic, 3),
)
LEDUC = LeducByRank.__abstraction__[1].factors
GAMES = [
    pytest.param(RiverOfBlood(), RIVER, id="river of blood", marks=pytest.mark.slow),
    pytest.param(Leduc(), LEDUC, id="leduc"),
]


def partition(abstraction: Any, sample: list[Any]) -> set[frozenset[int]]:
    """Return which infosets of a sample are told apart, as sets of their places."""
    blocks: dict[Any, set[int]] = {}
    for place, infoset in enumerate(sample):
        blocks.setdefault(abstraction(infoset), set()).add(place)
    return {frozenset(block) for block in blocks.values()}


def product(factors: list[Any]) -> Any:
    return reduce(mul, factors, ONE)


@pytest.mark.parametrize(("game", "factors"), GAMES)
@given(data=st.data())
def test_products_are_joins_and_obey_the_laws(game: Any, factors: Any, data: Any) -> None:
    sample = data.draw(st.lists(infosets(game), min_size=2, max_size=12))
    some = st.lists(st.sampled_from(factors), max_size=3).map(product)
    a, b, c = data.draw(some), data.draw(some), data.draw(some)
    left, right = partition(a, sample), partition(b, sample)
    join = {x & y for x in left for y in right if x & y}
    assert partition(a * b, sample) == join == partition(b * a, sample)
    assert partition((a * b) * c, sample) == partition(a * (b * c), sample)
    assert partition(a * a, sample) == left == partition(a * ONE, sample)
    assert len(partition(ONE, sample)) == 1
