"""Combinators distribute over products, and partition infosets as documented."""

from __future__ import annotations

import math
import pickle
from dataclasses import dataclass, field, replace
from functools import cache, reduce
from operator import mul
from typing import Any

import numpy as np
import pytest
from hypothesis import given as drawn
from hypothesis import settings
from hypothesis import strategies as st
from numpy.typing import NDArray

import zerosum.abstraction as vocabulary
from blood import basic
from tests.infosets import met
from zerosum.abstraction import (
    ONE,
    Abstracted,
    algebraic,
    equals,
    fields,
    first_of,
    given,
    per_player,
    quantise,
    unless,
    when,
    without,
)
from zerosum.abstraction.combined import Combined, records_in
from zerosum.abstraction.fitting import ready
from zerosum.errors import AbstractionError
from zerosum.kuhn import Kuhn
from zerosum.leduc import Leduc
from zerosum.leduc.game import to_move
from zerosum.native.lowering import lowering_of
from zerosum.pkr.abstraction import allin, passive
from zerosum.pkr.game import RiverOfBlood
from zerosum.testing import check_native


@algebraic
def high(infoset):
    return infoset.card >= 2


@algebraic
def card(infoset):
    return infoset.card


@algebraic
def history(infoset):
    return infoset.history


@algebraic
def length(infoset):
    return infoset.history.bit_length()


@algebraic
def acting(infoset):
    return to_move(infoset.history)


@algebraic
def paired(infoset):
    return None if infoset.board < 0 else infoset.board >> 1 == infoset.card >> 1


@algebraic
def dealt(infoset):
    """A predicate that is no bool: 0 before the board is dealt."""
    return infoset.board + 1


@algebraic
def board_rank(infoset):
    """A partial function: there must be a board."""
    if infoset.board < 0:
        raise ValueError("there is no board yet")
    return infoset.board >> 1


def nothing() -> NDArray[np.int64]:
    return np.zeros(0, np.int64)


@algebraic
@dataclass(frozen=True)
class Halves:
    """A factor with data, which are made when they are first needed."""

    first: int
    values: NDArray[np.int64] = field(default_factory=nothing, compare=False, repr=False)

    def __call__(self, infoset: Any) -> int:
        return int(ready(self).values[infoset.card])

    def prepared(self) -> Halves:
        return self if self.values.size else replace(self, values=self.first + np.arange(6) // 2)


@algebraic
@dataclass(frozen=True)
class Holds:
    """The card on one of the two streets, in so many buckets."""

    shown: bool
    buckets: int = 6

    def __call__(self, infoset: Any) -> int:
        return int(infoset.card) if (infoset.board >= 0) == self.shown else -1


@algebraic
def rank_or_none(infoset):
    """A number only where there is a board; natively an optional."""
    return None if infoset.board < 0 else infoset.board >> 1


def share(infoset: Any) -> float:
    return infoset.card / 6


def chips(infoset: Any) -> float:
    return infoset.total / 8


def board_size(infoset: Any) -> int:
    return len(infoset.community)


EDGES = (-1, 0, 0.25, 1 / 3, 0.5, 1, 2.5, 40)
GAMES = {
    "kuhn": (Kuhn(), (high, card, history, length), (high, length), share),
    "leduc": (Leduc(), (acting, card, history, paired, dealt), (dealt, paired, acting), share),
    "river": (
        RiverOfBlood(),
        (basic.street, basic.player, basic.run, basic.linearpot(20), basic.strength(10)),
        (basic.run, basic.player, basic.bets),
        chips,
    ),
}

edges = st.sets(st.sampled_from(EDGES)).map(lambda some: tuple(sorted(some)))


def product(factors: list[Any]) -> Any:
    return reduce(mul, factors, ONE)


@cache
def expressions(name: str) -> Any:
    """Draw a product of a game's factors, of combinations of them, and so on."""
    _, factors, predicates, number = GAMES[name]
    predicate = st.sampled_from(predicates)
    cut = edges.map(lambda some: quantise(number, some))
    product_of_some = st.lists(st.sampled_from(factors) | cut, max_size=3).map(product)

    def extended(inner: Any) -> Any:
        return st.one_of(
            st.builds(mul, inner, inner),
            st.builds(given, predicate, inner),
            st.builds(unless, predicate, inner),
            st.builds(when, predicate, inner, inner),
            st.builds(lambda p, a, b: per_player(a, b, player=p), predicate, inner, inner),
        )

    return st.recursive(product_of_some, extended, max_leaves=4)


def blocks(states: Any, name: str) -> set[frozenset[int]]:
    """Return which of a game's infosets are told apart, as sets of their places."""
    found: dict[Any, set[int]] = {}
    for place, infoset in enumerate(met(GAMES[name][0])):
        found.setdefault(states(infoset), set()).add(place)
    return set(map(frozenset, found.values()))


def same(a: Any, b: Any) -> bool:
    return a == b and hash(a) == hash(b)


def law(test: Any) -> Any:
    """Try a law on random factors of the games."""
    return settings(max_examples=25)(drawn(name=st.sampled_from(list(GAMES)), data=st.data())(test))


@law
def test_what_holds_under_equality(name, data):
    a, b, c, d = (data.draw(expressions(name)) for _ in range(4))
    p = data.draw(st.sampled_from(GAMES[name][2]))
    assert same(given(p, a * b), given(p, a) * given(p, b))
    assert same(unless(p, a * b), unless(p, a) * unless(p, b))
    assert same(when(p, a * b, c * d), when(p, a, c) * when(p, b, d))
    assert same(when(p, a, b), p * given(p, a) * unless(p, b))
    assert given(p, ONE) == unless(p, ONE) == ONE
    assert when(p, ONE, ONE) == p
    left, right = per_player(a, c, player=p), per_player(b, d, player=p)
    assert same(per_player(a * b, c * d, player=p), left * right)
    assert without(a * b, a) == product([each for each in b.factors if each not in a.factors])
    assert same(without(a, a), ONE)


@law
def test_what_holds_as_partitions(name, data):
    a, b = data.draw(expressions(name)), data.draw(expressions(name))
    p = data.draw(st.sampled_from(GAMES[name][2]))
    assert blocks(when(p, a, a), name) == blocks(p * a, name)
    held, other = blocks(p * given(p, a), name), blocks(p * unless(p, b), name)
    joined = {x & y for x in held for y in other if x & y}
    assert blocks(when(p, a, b), name) == joined == blocks(p * given(p, a) * unless(p, b), name)
    assert blocks(a * b, name) == {x & y for x in blocks(a, name) for y in blocks(b, name) if x & y}
    chosen = blocks(per_player(a, a, player=equals(p, 0)), name)
    assert chosen == blocks(equals(p, 0) * a, name)


@law
def test_each_reads_as_written_and_travels(name, data):
    states = data.draw(expressions(name))
    names = {**vars(vocabulary), **vars(basic), **globals()}
    assert same(eval(repr(states), names), states)
    assert same(pickle.loads(pickle.dumps(states)), states)
    assert repr(pickle.loads(pickle.dumps(states))) == repr(states)


@law
def test_edges_cut_and_their_union_refines(name, data):
    first, second = data.draw(edges), data.draw(edges)
    number = GAMES[name][3]
    union = quantise(number, sorted({*first, *second}))
    both = quantise(number, first) * quantise(number, second)
    assert blocks(both, name) == blocks(union, name)
    assert blocks(quantise(number, ()), name) == blocks(ONE, name)


def test_a_number_reaches_the_edges_that_it_equals():
    cut = quantise(share, (0.5, 2, 2.5))
    assert [cut.target.function.target(Card(n)) for n in (3, 12)] == [0.5, 2.0]
    assert [cut(Card(n)) for n in (2, 3, 12, 15, math.inf)] == [0, 1, 2, 3, 3]
    assert cut(Card(math.nan)) == 0
    assert quantise(share, (1.0, 2.0)) == quantise(share, (1, 2)) != quantise(share, (1, 2.5))


def test_a_factor_is_not_asked_off_its_side():
    infosets = [infoset for infoset in met(Leduc()) if infoset.board < 0]
    assert infosets
    assert {given(dealt, board_rank)(infoset) for infoset in infosets} == {None}
    with pytest.raises(ValueError, match="no board yet"):
        board_rank(infosets[0])


def test_players_are_told_apart_by_the_infoset():
    states = per_player(basic.street, basic.run)
    for infoset in met(RiverOfBlood()):
        found = states.decode(states.key(infoset))
        street, run = basic.street(infoset), basic.run(infoset)
        mine = (0, street, None) if infoset.player == 0 else (1, None, run)
        assert tuple(found.values()) == mine


def test_an_error_in_a_property_is_its_own():
    class Seen:
        rank = property(lambda self: self.missing)

    with pytest.raises(AttributeError, match="'Seen' object has no attribute 'missing'"):
        fields("rank")(Seen())


def test_fields_are_those_of_the_infoset():
    states = fields("card", "history")
    for infoset in met(Kuhn()):
        assert list(states.decode(states.key(infoset)).values()) == [infoset.card, infoset.history]
    assert fields("total", "cost")(met(RiverOfBlood())[0]) in ((1, 3), (3, 1))
    assert fields() == ONE


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: given(high * card, card), "predicate of given must be one factor"),
        (lambda: when(share, card, card), "predicate of when must be one factor.*@algebraic"),
        (lambda: unless(high, share), "states of unless must be a factor or a product.*@algebraic"),
        (per_player, "states of per_player must be one for each player; got none"),
        (lambda: per_player(card, card, player=high * card), "must be one factor"),
        (first_of, "factors of first_of must be at least one, .*; got none"),
        (lambda: first_of(Holds(True), card), "each must say how many buckets.* card: give them"),
        (
            lambda: equals(card, 1.5),
            "value of equals must be an int of at most 62 bits, a bool, No",
        ),
        (lambda: quantise(share, (1, 1)), "edges of quantise must be ascending numbers"),
        (lambda: quantise(share, (0, 1e300)), r"numbers of at most 2\*\*53"),
        (lambda: quantise(share, (math.nan,)), "edges of quantise"),
        (lambda: quantise(card * high, ()), "function of quantise must map an infoset"),
        (lambda: fields("card", 3), "names given to fields must be names of fields; got 3"),
        (lambda: without(card * high, history), "must be one of the product; got history"),
        (lambda: without(card * high, card, card), "each once"),
    ],
)
def test_bad_arguments_are_refused_at_once(make, sentence):
    with pytest.raises(AbstractionError, match=sentence):
        make()


@pytest.mark.parametrize(
    ("states", "sentence"),
    [
        (fields("rank"), "field 'rank' must be a field of InfoSet, which has card, history: name"),
        (per_player(card, high), "'player' must be a field of InfoSet.*per_player.*player="),
        (quantise(lambda infoset: None, (1,)), "must be an int or a float; got None"),
    ],
)
def test_what_an_infoset_has_not_is_told(states, sentence):
    with pytest.raises(AbstractionError, match=sentence):
        states(met(Kuhn())[0])


class Card:
    """An infoset with any card."""

    def __init__(self, card: float) -> None:
        self.card = card


NATIVE = {
    "data": when(dealt, Halves(3) * given(acting, Halves(5)), Halves(-1)),
    "nested": given(acting, when(dealt, board_rank, ONE) * given(paired, card)),
    "equals": given(equals(paired, None), card) * given(equals(paired, True), history),
    "per_player": per_player(card, paired * dealt, player=acting),
    "first_of": first_of(Holds(False), Holds(True)) * dealt,
    "quantise": quantise(share, (0.2, 1 / 3, 0.5)) * quantise(card, (1, 4)) * quantise(card, ()),
    "quantise where there is one": given(dealt, quantise(rank_or_none, (1,))),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", NATIVE)
def test_native_is_interpreted(name):
    check_native(Abstracted(Leduc(), history * NATIVE[name]), playouts=200)


@pytest.mark.parametrize("base", [object, Combined])
def test_native_types_tell_the_code_of_records_within_apart(base):
    def one():
        @dataclass(frozen=True)
        class Part(base):
            def __call__(self, infoset):
                return infoset.card

        return Part

    def other():
        @dataclass(frozen=True)
        class Part(base):
            def __call__(self, infoset):
                return infoset.card + 1

        return Part

    kinds = set()
    for cls in (one(), other()):
        cls.__qualname__ = "Part"
        record = given(dealt, algebraic(cls())).factors[0].target
        kinds.add(str(lowering_of(Leduc).record(type(record), record)))
    assert len(kinds) == 2


@pytest.mark.slow
def test_native_is_interpreted_in_poker():
    flop = quantise(board_size, (3, 5))
    cards = when(flop, fields("last", "community"), basic.strength(5))
    actions = passive + allin
    states = basic.street * per_player(cards, basic.run) * quantise(chips, EDGES) * actions
    check_native(Abstracted(RiverOfBlood(), states, actions), playouts=50)


def test_factors_that_carry_data_are_found_within():
    states = given(dealt, unless(acting, Halves(3)) * card)
    found = [each for factor in states.factors for each in records_in(factor)]
    assert algebraic(Halves(3)) in found
    assert [each for each in found if not isinstance(each.target, Combined)] == [Halves(3)]
    assert [states(infoset) for infoset in met(Leduc())]


def test_the_first_bucket_separates_what_the_product_does():
    one, product = first_of(Holds(False), Holds(True)), Holds(False) * Holds(True)
    assert blocks(ONE * one, "leduc") == blocks(product, "leduc")
    assert one == first_of(product)
    assert one.target.buckets == (6, 6)
    seen = {one(infoset) for infoset in met(Leduc())}
    assert seen == set(range(12))
    assert first_of(Holds(True))(met(Leduc())[0]) == -1
    assert pickle.loads(pickle.dumps(one)) == one != first_of(Holds(True), Holds(False))


def test_a_bucket_that_was_not_declared_is_an_error():
    with pytest.raises(ValueError, match="must be below the number that the factor declares"):
        [first_of(Holds(False, 2), Holds(True))(infoset) for infoset in met(Leduc())]
