"""Prices of abstractions by linear programs and by CFR-BR.

Kuhn with two cards merged, Leduc by ranks, and the pathology of Waugh, Schnizlein, Bowling &
Szafron, "Abstraction pathologies in extensive games", AAMAS 2009, on Leduc. The least prices of
equilibria are also computed by `tests/equilibria.py`, in unit/test_price.py.
"""

from __future__ import annotations

from functools import cache

import pytest

from tests.factors import betting
from zerosum.abstraction import algebraic
from zerosum.evaluation import Loss, ablate, best, loss
from zerosum.evaluation.price.cfr_br import least_by_cfr_br
from zerosum.evaluation.price.division import Division
from zerosum.evaluation.price.solving import Effort
from zerosum.kuhn import Kuhn
from zerosum.kuhn.abstraction import is_jack
from zerosum.leduc import Leduc, abstraction
from zerosum.leduc.abstraction import board_rank, by_rank, is_king, pairs, rank, round_betting
from zerosum.tree import Tree, enumerated

LEDUC = -0.085606424078
COARSE = is_king * pairs * abstraction.betting
FINE = rank * pairs * abstraction.betting
FORGETFUL = rank * board_rank * round_betting


@algebraic
def is_king_of_kuhn(infoset):
    return infoset.card == 2


@cache
def whole(kind: type) -> Tree:
    return enumerated(kind(), native=False)


@cache
def lost(states: object) -> Loss:
    return loss(whole(Leduc), states)


class TestMergedKuhn:
    @pytest.mark.parametrize(
        ("told_apart", "least", "most", "price"),
        [
            pytest.param(is_jack, 1 / 3, 1 / 3, 8 / 45, id="Q+K"),
            pytest.param(is_king_of_kuhn, 1 / 6, 2 / 3, 1 / 9, id="J+Q"),
        ],
    )
    def test_price(self, told_apart, least, most, price):
        found = loss(whole(Kuhn), told_apart * betting)
        assert found.best.price == pytest.approx(price, abs=1e-9)
        assert found.least == pytest.approx(least, abs=1e-8)
        assert least - 1e-9 <= found.lifted <= most + 1e-9
        assert found.own == pytest.approx(0, abs=1e-9)
        assert found.regrets is None
        assert found.exact

    def test_both_lose_a_sixth(self):
        assert loss(whole(Kuhn), is_jack * betting).gaps == pytest.approx((1 / 6, 1 / 6))


def test_ranks_lose_nothing():
    found = lost(by_rank)
    assert (found.lifted, found.least, found.price) == pytest.approx((0, 0, 0), abs=1e-8)
    assert found.values == pytest.approx((LEDUC, -LEDUC), abs=1e-9)
    assert found.after.rows == 288


class TestPathology:
    """The board hidden but for a pair: jack and queen told apart, equilibria cost more."""

    @pytest.mark.parametrize(
        ("states", "infosets", "least", "price"),
        [(COARSE, 132, 0.97954, 0.33944), (FINE, 198, 1.27904, 0.21532)],
    )
    def test_price(self, states, infosets, least, price):
        found = lost(states)
        assert found.after.rows == infosets
        assert found.least == pytest.approx(least, abs=1e-5)
        assert found.best.price == pytest.approx(price, abs=1e-5)
        assert found.lifted > least - 1e-5
        assert found.recall == (True, True)
        assert found.own < 1e-9


@pytest.mark.slow
class TestForgetting:
    """The betting of the current round only."""

    def test_price(self):
        found = lost(FORGETFUL)
        assert found.after.rows == 72
        assert found.recall == (False, False)
        assert found.own is None
        assert found.least is None
        assert not found.exact
        # CFR settles, and yet the lifted strategies are far from the best.
        assert found.regrets < 0.1
        assert found.lifted > 1.5
        assert 0.38 < found.best.price < 0.41

    def test_more_iterations_come_nearer(self):
        few, many = (best(whole(Leduc), FORGETFUL, iterations=n) for n in (100, 2_000))
        assert many.price < few.price
        assert many.how[0].endswith("then CFR-BR")

    def test_the_betting_it_needs(self):
        """All betting costs nothing: what is forgotten is worth the price."""
        product = rank * board_rank * round_betting * abstraction.betting
        found = {repr(each.factor): each for each in ablate(whole(Leduc), product).factors}
        assert found["round_betting"].free
        assert found["betting"].cost == pytest.approx(lost(FORGETFUL).price, abs=1e-8)


@pytest.mark.slow
class TestHeuristics:
    """Where a linear program knows the answer."""

    @pytest.mark.parametrize("states", [COARSE, FINE, by_rank])
    def test_cfr(self, states):
        known, found = best(whole(Leduc), states), best(whole(Leduc), states, largest=0)
        assert known.exact
        assert not found.exact
        for least, upper in zip(known.conceded, found.conceded, strict=True):
            assert least - 1e-9 < upper < least + 0.002

    @pytest.mark.parametrize("player", [0, 1])
    def test_cfr_br(self, player):
        division = Division.of(whole(Leduc), COARSE, None)
        least = best(whole(Leduc), COARSE).conceded[player]
        upper = least_by_cfr_br(division.half(player), player, Effort(10_000))
        assert least < upper < 1.06 * least
