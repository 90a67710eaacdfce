"""Where the rules of the ACPC dealer differ from PokerKit's, and hands of both in OpenSpiel.

OpenSpiel's ``universal_poker`` wraps that dealer.
"""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import strategies as st

from tests.scale import scaled, tried
from zerosum.pkr import Allin, Call, Check, Fold
from zerosum.pkr.holdem import LimitHoldem, NoLimitHoldem, Rules

CHOICES = st.lists(st.integers(0, 2**16), min_size=2, max_size=30)
DEEP = 10_000


def least(hand: Any) -> int:
    """Return what the smallest raise of the seat to act comes to on the street."""
    return int(hand.pips[hand.active] + hand.bounds_of(hand.active)[0])


def may_raise(hand: Any) -> bool:
    return bool(hand.bounds_of(hand.active)[1] > hand.cost_of(hand.active))


@pytest.mark.parametrize(("rules", "call", "raised"), [("pokerkit", 5, 15), ("casino", 10, 20)])
def test_a_big_blind_of_three_chips(rules, call, raised):
    hand = NoLimitHoldem(players=3, stacks=(100, 3, 100), blinds=(5, 10), rules=rules)
    assert (hand.active, hand.cost_of(2), least(hand)) == (2, call, raised)
    folded = hand.act(Fold())  # PokerKit asks the small blind, which owes nothing
    assert (folded.street, folded.owed, folded.total) == ((0, 1, 8) if call == 5 else (1, 0, 8))
    assert (folded.cost_of(0), folded.may_raise(0)) == (0, False)
    called = hand.act(Call()).act(Call() if call == 10 else Check())
    assert (called.street, called.total, called.highest) == (1, 2 * call + 3, call)


def test_only_the_rest_of_an_all_in_is_owed_when_nobody_can_call_the_blind():
    stacks = (3, 100, 7, 100)
    hand = NoLimitHoldem(players=4, stacks=stacks, blinds=(3, 10), rules="casino", least=10)
    assert [each.cost_of(each.active) for each in (hand, hand.act(Call()))] == [7, 10]
    short = NoLimitHoldem(players=4, stacks=(100, 3, 7, 100), blinds=(5, 10), rules="casino")
    short = short.act(Call()).act(Fold())
    assert (short.active, short.level, short.cost_of(0), may_raise(short)) == (0, 7, 2, False)
    assert NoLimitHoldem(stacks=(100, 3), blinds=(2, 10), rules="casino").cost_of(0) == 1


@pytest.mark.parametrize(("rules", "may"), [("pokerkit", True), ("acpc", True), ("casino", False)])
def test_a_checker_who_faces_less_than_the_least_bet(rules, may):
    hand = NoLimitHoldem(players=3, stacks=(DEEP, DEEP, 160), blinds=(50, 100), rules=rules)
    hand = hand.act(Call()).act(Call()).act(Check())
    hand = hand.act(Check()).act(Check()).act(Allin())
    assert (hand.active, hand.cost_of(0), may_raise(hand)) == (0, 60, may)
    assert not may_raise(hand.act(Call())) or may


@pytest.mark.parametrize(("rules", "may"), [("pokerkit", True), ("casino", False)])
def test_a_limper_who_faces_less_than_a_raise(rules, may):
    stacks = (DEEP, DEEP, DEEP, 130)
    hand = NoLimitHoldem(players=4, stacks=stacks, blinds=(50, 100), rules=rules)
    hand = hand.act(Call()).act(Allin())
    assert may_raise(hand)  # the small blind, and the big blind, have not acted
    hand = hand.act(Call())
    assert may_raise(hand)
    hand = hand.act(Call())
    assert (hand.active, hand.cost_of(2), may_raise(hand)) == (2, 30, may)


def test_short_bets_that_add_up_reopen_in_a_casino():
    stacks = (DEEP, 160, 260, DEEP)
    hand = NoLimitHoldem(players=4, stacks=stacks, blinds=(50, 100), rules="casino")
    hand = hand.act(Call()).act(Call()).act(Call()).act(Check())
    hand = hand.act(Check()).act(Allin()).act(Allin()).act(Call())
    assert (hand.active, hand.cost_of(0), may_raise(hand)) == (0, 160, True)


@pytest.mark.parametrize(("chips", "may"), [(49, False), (50, True)])
def test_half_a_bet_reopens_a_limit_in_a_casino(chips, may):
    stakes: dict[str, Any] = {"players": 3, "blinds": (50, 100), "bets": (100, 100, 200, 200)}
    hand = LimitHoldem(stacks=(DEEP, DEEP, 100 + chips), rules="casino", **stakes)
    hand = hand.act(Call()).act(Call()).act(Check()).act(Check()).act(Check()).act(Allin())
    assert (hand.cost_of(0), may_raise(hand)) == (chips, may)


@st.composite
def equal(draw: Any) -> NoLimitHoldem:
    """Draw two to six seats with equal stacks, and no straddles."""
    seats = draw(st.integers(2, 6))
    blinds = draw(st.sampled_from([(1, 2), (2, 1)])) if seats == 2 else (1, 2)
    return NoLimitHoldem(players=seats, stacks=(draw(st.integers(3, 40)),), blinds=blinds)


@st.composite
def unequal(draw: Any) -> NoLimitHoldem:
    """Draw stacks above the blinds, which the dealer needs, and straddles."""
    seats = draw(st.integers(2, 6))
    blinds = draw(st.sampled_from([(1, 2), (2, 1)])) if seats == 2 else (1, 2)
    blinds += draw(st.sampled_from([(), (4,), (4, 8)]))[: seats - 2]
    stack = st.integers(max(blinds) + 1, max(blinds) + draw(st.sampled_from([4, 40])))
    stacks = tuple(draw(st.lists(stack, min_size=seats, max_size=seats)))
    return NoLimitHoldem(players=seats, stacks=stacks, blinds=blinds, rules=Rules.ACPC)


@scaled(20, 2_000)
def test_hands_are_those_of_openspiel(openspiel, scale):
    tried(openspiel.playout, scale, equal() | unequal(), CHOICES)
