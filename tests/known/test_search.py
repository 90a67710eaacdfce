"""The best products of fifteen factors of Leduc, against all of them priced by themselves."""

from __future__ import annotations

import pytest

from tests.bench.search import LEDUC
from zerosum.evaluation import best, search
from zerosum.leduc import Leduc
from zerosum.tree import enumerated

FRONT = {
    36: 1.97146,
    66: 0.79950,
    72: 0.69868,
    96: 0.64538,
    132: 0.33944,
    162: 0.20365,
    192: 0.19857,
    228: 0.08329,
    258: 0.05709,
    288: 0.0,
}


@pytest.mark.slow
def test_all_products_of_leduc() -> None:
    tree = enumerated(Leduc(), native=False)
    found = search(tree, LEDUC)
    assert {each.size: each.price for each in found.front} == pytest.approx(FRONT, abs=1e-5)
    assert found.proved is None
    assert found.products == 32_768
    assert found.programs <= 80
    recalled = [each for each in found.candidates if each.recall]
    assert len(recalled) == 120
    for each in recalled:
        price = best(tree, each.states).price
        assert each.at_least is not None
        assert each.at_least <= price + 1e-9
        cheapest = min(other.price for other in found.front if other.size <= each.size)
        assert cheapest <= price + 1e-7
