"""Laws of prices of abstractions: a refinement never raises ``best``, and cuts bound it."""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.abstractions import mixed, tree_of
from tests.factors import betting
from zerosum.abstraction import Algebraic, algebraic
from zerosum.evaluation import best
from zerosum.evaluation.price.search.seat import Seat
from zerosum.evaluation.price.search.space import Space
from zerosum.evaluation.price.solving import Effort
from zerosum.lattice import partition, refines
from zerosum.lattice.menus import menus
from zerosum.lattice.partitions import numbered
from zerosum.pkr.holdem import abstraction as holdem
from zerosum.strategy import shares

# What linear programs may be off by, in chips.
SLACK = 1e-7


def dealt(seed: int, classes: int) -> Algebraic:
    """Make a factor that merges own cards as if at random, the same ones all the time."""

    @algebraic
    def dealt(infoset: Any) -> int:
        own = infoset.hand.mask if hasattr(infoset, "hand") else infoset.card
        return mixed(own, seed) % classes

    return dealt


def shown(seed: int, classes: int) -> Algebraic:
    """Make a factor that merges boards as if at random."""

    @algebraic
    def shown(infoset: Any) -> int:
        board = infoset.community.mask if hasattr(infoset, "community") else infoset.board
        return mixed(board, seed) % classes

    return shown


MAKERS = {"kuhn": (dealt,), "leduc": (dealt, shown), "hold'em": (dealt, shown)}
BETTING = {"kuhn": betting, "leduc": betting, "hold'em": holdem.history * holdem.actions}


def merged(name: str) -> st.SearchStrategy[Any]:
    """Draw an abstraction by which players remember: cards merged, all betting kept."""
    drawn = [st.builds(maker, st.integers(0, 99), st.integers(1, 4)) for maker in MAKERS[name]]
    return st.tuples(*drawn).map(lambda factors: prod(factors, start=BETTING[name]))


@pytest.mark.parametrize("name", ["kuhn", pytest.param("leduc", marks=pytest.mark.slow), "hold'em"])
@settings(max_examples=3)
@given(data=st.data())
def test_a_refinement_never_raises_best(name: str, data: Any) -> None:
    tree = tree_of(name)
    coarse, other = data.draw(merged(name)), data.draw(merged(name))
    fine = coarse * other
    assert refines(fine, coarse, tree)
    before, after = best(tree, coarse), best(tree, fine)
    assert before.exact
    assert after.exact
    assert after.price <= before.price + SLACK
    assert all(new <= old + SLACK for new, old in zip(after.conceded, before.conceded, strict=True))


@pytest.mark.parametrize("name", ["kuhn", pytest.param("leduc", marks=pytest.mark.slow), "hold'em"])
@settings(max_examples=2)
@given(data=st.data())
def test_a_cut_is_never_above_what_a_plan_concedes(name: str, data: Any) -> None:
    """Whatever the opponent plays; and the answer to the best plan is a cut that meets it."""
    tree, states = tree_of(name), data.draw(merged(name))
    drawn = np.random.default_rng(data.draw(st.integers(0, 99))).random(tree.sequences)
    priced, classes = best(tree, states), partition(tree, states)
    for player in range(2):
        seat = Seat(tree, player)
        seat.add(shares(drawn, tree.starts))
        everything = np.ones(seat.sequences.size, np.bool_)
        own = numbered(classes[seat.infosets])
        space = Space.of(seat, own, menus(tree, None), everything)
        assert space.recall
        assert space.at_least <= priced.conceded[player] + 1e-9
        space.solve(Effort())
        met = tree.share - space.response(seat.cuts[-1])
        assert met == pytest.approx(priced.conceded[player], abs=1e-9)
