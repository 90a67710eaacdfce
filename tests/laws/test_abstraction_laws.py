"""Abstractions form a commutative, idempotent monoid, under ``==`` and as partitions."""

from __future__ import annotations

import itertools
import math
import operator
import pickle
from dataclasses import dataclass
from enum import Enum
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zerosum.abstraction import ONE, Algebraic, algebraic


class Suit(Enum):
    """A colour to return from a factor."""

    BLACK = 0
    RED = 1


@dataclass(frozen=True)
class Hand:
    """An infoset: a card and what lies in the pot."""

    card: int
    pot: int
    player: int = 0

    def actions(self) -> tuple[int, ...]:
        return (0, 1) if self.pot < 3 else (0,)


HANDS = [Hand(*fields) for fields in itertools.product(range(5), range(5), range(2))]


@algebraic
def street(infoset: Any) -> int:
    """Number of chips over two."""
    return infoset.pot // 2


@algebraic
def player(infoset):
    return infoset.player


@algebraic
def run(infoset):
    return None if infoset.pot < 3 else infoset.card % 2 == 0


@algebraic
def suit(infoset):
    return Suit(infoset.card % 2)


@algebraic
def menu(infoset):
    return tuple(infoset.actions())


def linearpot(acc: int) -> Algebraic:
    @algebraic
    def linearpot(infoset):
        return round(infoset.pot / 4 * acc)

    return linearpot


def between(lower: int, upper: int) -> Algebraic:
    @algebraic
    def inside(infoset):
        return lower <= infoset.card < upper

    return inside


@algebraic
@dataclass(frozen=True)
class Buckets:
    """A factor with data."""

    bounds: tuple[int, ...]

    def __call__(self, infoset: Any) -> int:
        bucket = 0
        for bound in self.bounds:
            bucket += infoset.card >= bound
        return bucket


PLAIN = [street, player, run, suit, menu]
FACTORS = [*PLAIN, linearpot(2), linearpot(4), between(1, 3), Buckets((2,))]


def product_of(many: list[Any]) -> Any:
    return math.prod(many, start=ONE)


factors = st.sampled_from(FACTORS)
products = st.lists(factors, max_size=5).map(product_of)
partitions = st.one_of(factors, products)
hands = st.sampled_from(HANDS)


def blocks(partition: Any) -> set[frozenset[Hand]]:
    """Return the partition as sets of hands that it does not tell apart."""
    found: dict[object, set[Hand]] = {}
    for hand in HANDS:
        found.setdefault(partition(hand), set()).add(hand)
    return {frozenset(block) for block in found.values()}


def joined(a: Any, b: Any) -> set[frozenset[Hand]]:
    meets = (x & y for x in blocks(a) for y in blocks(b))
    return {block for block in meets if block}


def same(a: Any, b: Any) -> bool:
    return a == b and hash(a) == hash(b)


@given(partitions, partitions, partitions)
def test_products_are_a_commutative_idempotent_monoid(a, b, c):
    assert same((a * b) * c, a * (b * c))
    assert same(a * b, b * a)
    assert same(a * a, a)
    assert same(a * ONE, a)
    assert same(ONE * a, a)


@given(partitions, partitions)
def test_the_product_is_the_join_of_partitions(a, b):
    assert blocks(a * b) == joined(a, b)


@given(partitions, partitions, hands)
def test_values_and_keys_do_not_depend_on_the_spelling(a, b, hand):
    assert (a * b)(hand) == (b * a)(hand)
    assert (a * b).key(hand) == (b * a).key(hand)
    assert (a * ONE)(hand) == (a * a)(hand) == a(hand)


@given(partitions, partitions, hands)
def test_a_key_decodes_to_each_factors_value_in_the_order_of_writing(a, b, hand):
    product = a * b
    decoded = product.decode(product.key(hand))
    assert tuple(decoded) == product.factors
    assert all(factor(hand) == value for factor, value in decoded.items())


@given(partitions, hands)
def test_abstractions_pickle(a, hand):
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        copy = pickle.loads(pickle.dumps(a, protocol))
        assert same(copy, a)
        assert repr(copy) == repr(a)
        assert copy(hand) == a(hand)


def test_names_read_as_written():
    assert repr(run * street * linearpot(20)) == "run * street * linearpot(20)"
    assert repr(between(1, 3)) == "between(1, 3)"
    assert repr(ONE) == "ONE"
    assert repr(street * Buckets((2,))) == "street * Buckets(bounds=(2,))"


def test_factors_are_equal_by_their_arguments_or_data():
    for factor, again, other in (
        (linearpot(20), linearpot(20), linearpot(40)),
        (Buckets((2,)), Buckets((2,)), Buckets((3,))),
    ):
        assert same(factor, again)
        assert same(ONE * factor, again)
        assert (factor * again).factors == (factor,)
        assert factor != other
        assert len((factor * other).factors) == 2
    assert Buckets((2,)) != street


@pytest.mark.parametrize("other", [3, "street", None])
def test_what_is_no_factor_does_not_multiply(other):
    with pytest.raises(TypeError, match=r"got `street \* .*`: compute it in a function"):
        street * other
    with pytest.raises(TypeError, match=r"got `.* \* street`: compute it in a function"):
        other * street
    assert street != other


OPERATORS = (
    *("add", "sub", "truediv", "floordiv", "mod", "pow", "matmul", "and_", "or_", "xor"),
    *("lshift", "rshift"),
)
COMPARISONS = ("lt", "le", "gt", "ge")


@pytest.mark.parametrize("name", OPERATORS + COMPARISONS)
def test_factors_have_no_other_operator(name):
    combine = getattr(operator, name)
    advice = "compute it in" if name in COMPARISONS else r"write `street \* suit` to keep"
    start = r"Factors must be combined by `\*`, and menus of actions by `\+`; got"
    with pytest.raises(TypeError, match=rf"{start} `street .+ suit`: {advice}"):
        combine(street, suit)
    with pytest.raises(TypeError, match=rf"{start} `street .+ 2`: compute it in a function"):
        combine(street, 2)
    with pytest.raises(TypeError, match=rf"{start} `.*2\.5.*`: compute it in a function"):
        combine(2.5, street)
    with pytest.raises(TypeError, match=rf"{start} `street \* suit .+ street`"):
        combine(street * suit, street)


def test_a_plain_function_is_no_factor_until_it_is_decorated():
    def bare(infoset):
        return 0

    with pytest.raises(ValueError, match=r"got the function .*bare.*: put @algebraic above it"):
        street * bare
    assert (street * algebraic(bare)).factors[0] == street


def test_factors_defined_inside_functions_pickle():
    shift = 3

    def helper(card):
        return card + shift

    @algebraic
    def local(infoset, sign=-1):
        return sign * helper(infoset.card)

    copy = pickle.loads(pickle.dumps(local * linearpot(2)))
    assert same(copy, local * linearpot(2))
    assert copy(Hand(2, 0)) == (local * linearpot(2))(Hand(2, 0))


def test_factors_that_a_module_holds_pickle_by_reference():
    assert pickle.loads(pickle.dumps(street)) is street
    assert len(pickle.dumps(street)) < 200


def test_byte_code_of_another_python_is_refused(monkeypatch):
    dump = pickle.dumps(linearpot(2))
    monkeypatch.setattr("sys.implementation.cache_tag", "cpython-399")
    with pytest.raises(ValueError, match=r"must be cpython-399; got cpython-3.*Define the factor"):
        pickle.loads(dump)


def test_a_factor_run_outside_of_a_module_says_that_it_does_not_pickle():
    scope = {"algebraic": algebraic, "__name__": "nowhere"}
    exec("def make(n):\n    return algebraic(lambda infoset: n)\nfactor = make(2)", scope)
    with pytest.raises(ValueError, match="must be an imported module"):
        pickle.dumps(scope["factor"])


@pytest.mark.parametrize(
    ("value", "advice"),
    [
        ([1, 2], r"write `return tuple\(\.\.\.\)`"),
        (1.5, r"return round\(x \* 20\)"),
        ("flop", "return a number or an enum member"),
        ({1: 2}, "return a number or an enum member"),
        ((1, (2, 2.5)), r"return round"),
    ],
)
def test_values_that_cannot_stand_in_a_key_are_refused(value, advice):
    @algebraic
    def odd(infoset):
        return value

    for partition in (odd, odd * street):
        with pytest.raises(ValueError, match=rf"The value of factor .* must be .*{advice}"):
            partition(HANDS[0])


def test_mutable_records_are_no_values():
    @dataclass
    class Loose:
        x: int

    @dataclass(frozen=True)
    class Fast:
        x: float

    for value in (Loose(1), Fast(0.5)):
        with pytest.raises(ValueError, match="must be an int, a bool"):
            algebraic(lambda infoset, value=value: value)(HANDS[0])


@pytest.mark.parametrize("target", [3, "street"])
def test_only_what_can_be_called_is_algebraic(target):
    with pytest.raises(ValueError, match="must be a function of an infoset"):
        algebraic(target)


def test_factors_are_immutable():
    with pytest.raises(AttributeError, match="immutable"):
        street.target = player
