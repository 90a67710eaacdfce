"""Laws of prices of abstractions: a refinement never raises ``best``."""

from __future__ import annotations

from math import prod
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.abstractions import mixed, tree_of
from tests.factors import betting
from zerosum.abstraction import Algebraic, algebraic
from zerosum.evaluation import best
from zerosum.lattice import refines
from zerosum.pkr.holdem import abstraction as holdem

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
@settings(max_examples=6)
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
