"""Abstractions that grow by splits of single buckets."""

from __future__ import annotations

import pickle
import sys

import numpy as np
import pytest

from tests.abstractions import seat
from tests.factors import card
from zerosum.abstraction import Abstracted, Algebraic, algebraic
from zerosum.abstraction.branches import LEAF, Branches
from zerosum.algorithms import ExternalSampling
from zerosum.errors import AbstractionError
from zerosum.evaluation import grow, loss
from zerosum.evaluation.growing.grow import Grown
from zerosum.kuhn import Kuhn
from zerosum.kuhn.abstraction import betting
from zerosum.lattice import equivalent
from zerosum.leduc import Leduc, abstraction
from zerosum.leduc.abstraction import board_rank, is_king, pairs, rank
from zerosum.tree import enumerated


@algebraic
def player(infoset):
    return infoset.player


@algebraic
def actions(infoset):
    return tuple(infoset.actions())


def tree(nodes: list[list[int]], *factors: Algebraic) -> Algebraic:
    return Algebraic(Branches(factors, np.concatenate(nodes)))


TREE = tree(
    [[0, 1, 4, 16], [1, 2, 8, 12], [LEAF, 0, 0, 0], [LEAF, 2, 0, 0], [LEAF, 1, 0, 0]],
    pairs,
    rank,
)
LEDUC = Abstracted(Leduc(), abstraction.betting * TREE)


def test_a_tree_is_the_product_that_it_is_spelled_as():
    grown = Grown(abstraction.betting * player, TREE, 0, 0)
    assert equivalent(grown.states, grown.spelled, enumerated(Leduc(), native=False))
    assert str(grown).splitlines() == [
        "betting * player, and by leaf:",
        "pairs == 1:",
        "    rank == 2: 0",
        "    else: 2",
        "else: 1",
    ]
    assert repr(grown.spelled).startswith("betting * player * equals(pairs, 1) * given(")


def test_a_tree_is_a_value_and_pickles():
    again = pickle.loads(pickle.dumps(TREE))
    assert again == TREE
    assert again.target == TREE.target
    assert hash(again.target) == hash(TREE.target)
    other = tree([[0, 0, 4, 8], [LEAF, 0, 0, 0], [LEAF, 1, 0, 0]], pairs, rank)
    assert other != TREE
    assert other.target != TREE.target


def test_kuhn_grows_until_nothing_gains():
    game = Abstracted(Kuhn(), betting)
    grown = grow(game, [card], 12, iterations=300, share=1.0, seed=1, native=False)
    assert grown.buckets == 12
    whole = enumerated(Kuhn(), native=False)
    assert loss(whole, grown.states).price == pytest.approx(0, abs=1e-9)
    assert grow(game, [card], 7, iterations=100, native=False).buckets == 4


def test_each_value_of_the_first_factor_begins_a_tree(monkeypatch):
    monkeypatch.setattr(sys.modules[Grown.__module__], "_FIRST", 100)
    game = Abstracted(Kuhn(), seat * actions)
    grown = grow(game, [card], 9, first=betting, iterations=100, seed=1, native=False)
    assert 4 < grown.buckets <= 9
    assert len({*grown.tree.target.nodes[::4].tolist()}) == 3  # betting, card and leaves


@pytest.mark.parametrize(
    ("given", "wrong"),
    [
        ({"factors": [actions]}, "must return ints or bools; actions returns"),
        ({"budget": 3}, "must hold what it begins with, 4 buckets"),
        ({"first": betting}, "first= must not be one of the states betting"),
        ({"explored": 7.0}, "explored= must be 0 to 1"),
    ],
)
def test_mistakes(given, wrong):
    game = Abstracted(Kuhn(), betting)
    with pytest.raises(AbstractionError, match=wrong):
        grow(game, **{"factors": [card], "budget": 9, "iterations": 50, "native": False} | given)


@pytest.mark.slow
def test_trees_run_natively():
    found = []
    for native in (True, False):
        solver = ExternalSampling(LEDUC, seed=1, native=native)
        solver.run(100)
        assert solver.native == native
        found.append(solver.state()[0]["values"])
    assert np.array_equal(*found)


@pytest.mark.slow
def test_leduc_beats_the_products_of_its_size():
    """The proved product of 192 infosets costs .199, and one of its equilibria .63."""
    game = Abstracted(Leduc(), player * actions)
    factors = [rank, is_king, board_rank, pairs, card]
    grown = grow(game, factors, 198, first=abstraction.betting, seed=11)
    found = loss(Leduc(), grown.states)
    assert found.after.rows <= 198
    assert found.price < 0.1
    assert found.lifted < 0.5
