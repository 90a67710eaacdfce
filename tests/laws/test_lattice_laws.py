"""Abstractions of a game are a lattice: products are joins, ``meet`` gives meets."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.abstractions import PLAYERS, VOCABULARY, abstractions, tree_of
from zerosum.abstraction import ONE
from zerosum.errors import AbstractionError
from zerosum.lattice import equivalent, meet, partition, refines
from zerosum.lattice.menus import least, offered
from zerosum.lattice.quotient import check_well_formed
from zerosum.tree import Tree


def law(test: Any) -> Any:
    """Try a law on random abstractions of small games."""
    return settings(max_examples=6)(
        given(name=st.sampled_from(list(VOCABULARY)), data=st.data())(test)
    )


def blocks(name: str, a: Any) -> set[frozenset[int]]:
    classes = partition(tree_of(name), a)
    return {frozenset(np.flatnonzero(classes == number).tolist()) for number in set(classes)}


@law
def test_partitions_are_what_python_would_make(name: str, data: Any) -> None:
    a, tree = data.draw(abstractions(name)), tree_of(name)
    known: dict[Any, int] = {}
    values = [a.key(tree.infoset(number)) for number in range(tree.infoset_count)]
    expected = [known.setdefault(value, len(known)) for value in values]
    assert partition(tree, a).tolist() == expected


@law
def test_products_are_least_common_refinements(name: str, data: Any) -> None:
    a, b, c = (data.draw(abstractions(name)) for _ in range(3))
    tree = tree_of(name)
    assert refines(a * b, a, tree)
    assert refines(a * b, b, tree)
    if refines(c, a, tree) and refines(c, b, tree):
        assert refines(c, a * b, tree)
    left, right = blocks(name, a), blocks(name, b)
    assert blocks(name, a * b) == {x & y for x in left for y in right if x & y}


@law
def test_meets_are_finest_common_coarsenings(name: str, data: Any) -> None:
    a, b, c = (data.draw(abstractions(name)) for _ in range(3))
    tree = tree_of(name)
    both = meet(a, b, tree.base)
    assert refines(a, both, tree)
    assert refines(b, both, tree)
    if refines(a, c, tree) and refines(b, c, tree):
        assert refines(both, c, tree)
    chained = meet(a * c, b * c, tree.base)  # c is refined by both
    assert refines(chained, c, tree)


@law
def test_meet_and_product_absorb_each_other(name: str, data: Any) -> None:
    a, b = data.draw(abstractions(name)), data.draw(abstractions(name))
    tree = tree_of(name)
    assert equivalent(a * meet(a, b, tree.base), a, tree)
    assert equivalent(meet(a, a * b, tree.base), a, tree)


@law
def test_meets_are_associative_commutative_and_idempotent(name: str, data: Any) -> None:
    a, b, c = (data.draw(abstractions(name)) for _ in range(3))
    game, tree = tree_of(name).base, tree_of(name)
    assert meet(a, b, game) == meet(b, a, game)
    assert hash(meet(a, b, game)) == hash(meet(b, a, game))
    assert equivalent(meet(a, b, game), meet(b, a, game), tree)
    assert equivalent(meet(meet(a, b, game), c, game), meet(a, meet(b, c, game), game), tree)
    assert equivalent(meet(a, a, game), a, tree)
    assert equivalent(meet(a, ONE, game), ONE, tree)


@law
def test_refinement_is_a_partial_order_up_to_equivalence(name: str, data: Any) -> None:
    a, b, c = (data.draw(abstractions(name)) for _ in range(3))
    tree = tree_of(name)
    assert refines(a, a, tree)
    assert refines(a, ONE, tree)
    assert bool(equivalent(a, b, tree)) == (bool(refines(a, b, tree)) and bool(refines(b, a, tree)))
    chain = (a * b * c, a * b, a)
    assert refines(chain[0], chain[2], tree)
    if refines(a, b, tree) and refines(b, c, tree):
        assert refines(a, c, tree)


def is_well_formed(tree: Tree, a: Any) -> bool:
    try:
        check_well_formed(tree, a * ONE, None, partition(tree, a))
    except AbstractionError:
        return False
    return True


@law
def test_well_formed_is_what_refines_player_and_actions(name: str, data: Any) -> None:
    a, b = data.draw(abstractions(name)), data.draw(abstractions(name))
    tree, base = tree_of(name), PLAYERS[name] * offered
    assert is_well_formed(tree, a) == bool(refines(a, base, tree))
    both = meet(a * base, b * base, tree.base)
    assert is_well_formed(tree, both)
    assert equivalent(meet(a * base, base, tree.base), base, tree)
    assert (least(tree, None) == partition(tree, base)).all()


@law
def test_a_verdict_shows_its_witness(name: str, data: Any) -> None:
    a, b = data.draw(abstractions(name)), data.draw(abstractions(name))
    tree = tree_of(name)
    verdict = refines(a, b, tree)
    assert verdict.infosets == tree.infoset_count
    assert verdict.holds == (verdict.witness is None)
    if verdict.witness is not None:
        first, second = verdict.witness
        assert a.key(first.infoset) == a.key(second.infoset)
        assert b.key(first.infoset) != b.key(second.infoset)
        for witness in verdict.witness:
            game = tree.base
            for move in witness.moves:
                game = game.apply(move)
            assert game.infoset(game.active) == witness.infoset


@law
def test_a_sample_refutes_only_what_is_false(name: str, data: Any) -> None:
    a, b = data.draw(abstractions(name)), data.draw(abstractions(name))
    game = tree_of(name).base
    sampled = refines(a, b, game, deals=20, seed=data.draw(st.integers(0, 99)))
    assert sampled.deals == 20
    if not sampled:
        assert not refines(a, b, tree_of(name))
        first, second = sampled.witness
        assert a.key(first.infoset) == a.key(second.infoset)
        assert b.key(first.infoset) != b.key(second.infoset)
