"""Menus form a commutative, idempotent monoid, and offer what their parts offer."""

from __future__ import annotations

import math
import pickle
import re
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from operator import add
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import zerosum.abstraction as vocabulary
import zerosum.pkr.abstraction as poker
from blood import basic
from tests.infosets import met
from zerosum.abstraction import (
    NOTHING,
    ONE,
    Abstracted,
    Menu,
    algebraic,
    equals,
    fields,
    menu,
    when,
    where,
)
from zerosum.abstraction.menus import places
from zerosum.algorithms import CFR, ExternalSampling
from zerosum.errors import AbstractionError, GameError
from zerosum.evaluation import lift, nash_conv
from zerosum.kuhn.game import InfoSet, Kuhn, Move
from zerosum.leduc import Leduc
from zerosum.leduc.game import CALL, FOLD, RAISE
from zerosum.leduc.game import Move as LeducMove
from zerosum.pkr import Allin, Bet, Call, Fold, RaiseHalfPot, RaisePot, RaiseShare, RiverOfBlood
from zerosum.pkr.abstraction import (
    allin,
    by_street,
    capped,
    capped_bets,
    fewer_bets,
    on_streets,
    passive,
    pot_bets,
)
from zerosum.pkr.text import read_line
from zerosum.testing import check_native
from zerosum.tree import enumerated

RIVER = RiverOfBlood()


@algebraic
def early(infoset):
    return len(infoset.community) < 4


@algebraic
def owing(infoset):
    return infoset.cost


@algebraic
def least(infoset):
    """A partial function: there must be a legal bet."""
    lower, upper = infoset.bounds()
    if upper <= infoset.cost:
        raise ValueError("no bet is legal")
    return (Bet(lower),)


@algebraic
def legal(infoset):
    return infoset.bounds()[1] > infoset.cost


PARTS = (
    passive,
    pot_bets(1),
    pot_bets(1 / 2, 3 / 4),
    pot_bets(1 / 3, 2),
    allin,
    menu(basic.basic, rank=2),
    where(legal, menu(least, rank=0.01)),
    NOTHING,
)
PREDICATES = (early, owing, legal, on_streets(3), fewer_bets(1))

predicates = st.sampled_from(PREDICATES)


@cache
def menus() -> Any:
    def extended(inner: Any) -> Any:
        return st.one_of(
            st.builds(add, inner, inner),
            st.builds(where, predicates, inner),
            st.builds(capped, inner, st.integers(0, 2)),
            st.builds(lambda a, b: by_street({0: a, 3: b}), inner, inner),
        )

    return st.recursive(st.sampled_from(PARTS), extended, max_leaves=4)


def same(a: Menu, b: Menu) -> bool:
    """Whether two menus are equal, and offer the same in the same order."""
    offers = all(a(infoset) == b(infoset) for infoset in met(RIVER))
    return a == b and hash(a) == hash(b) and offers


@settings(max_examples=15)
@given(a=menus(), b=menus(), c=menus())
def test_addition_is_a_commutative_idempotent_monoid(a, b, c):
    assert same((a + b) + c, a + (b + c))
    assert same(a + b, b + a)
    assert same(a + a, a)
    assert same(a + NOTHING, a)
    assert same(sum([a, b, c], NOTHING), c + b + a)


@settings(max_examples=15)
@given(a=menus(), b=menus(), p=predicates, q=predicates, cap=st.integers(0, 3))
def test_places_caps_and_tables_distribute(a, b, p, q, cap):
    assert same(where(p, a + b), where(p, a) + where(p, b))
    assert same(where(p, where(q, a)), where(q, where(p, a)))
    assert same(where(p, where(p, a)), where(p, a))
    assert same(capped(a + b, cap), capped(a, cap) + capped(b, cap))
    tables = by_street({0: a, 5: b}) + by_street({0: b, 5: a})
    assert same(by_street({0: a + b, 5: b + a}), tables)
    assert same(by_street({0: a}), where(on_streets(0), a))
    assert where(p, NOTHING) == capped(NOTHING, cap) == by_street({0: NOTHING}) == NOTHING


@settings(max_examples=15)
@given(a=menus(), b=menus(), p=predicates)
def test_a_sum_offers_what_either_offers_each_once(a, b, p):
    for infoset in met(RIVER):
        left, right, both = (set(map(infoset.concrete, each(infoset))) for each in (a, b, a + b))
        assert both == left | right
        assert len(both) == len((a + b)(infoset))
        assert set((a + b)(infoset)) <= set(a(infoset)) | set(b(infoset))
        assert where(p, a)(infoset) == (a(infoset) if p(infoset) else ())


@settings(max_examples=15)
@given(a=menus(), b=menus())
def test_each_reads_as_written_and_travels(a, b):
    names = {**vars(vocabulary), **vars(poker), **globals(), **vars(basic)}
    for made in (a + b, a, owing * a * early):
        assert eval(repr(made), names) == made
        carried = pickle.loads(pickle.dumps(made))
        assert carried == made
        assert repr(carried) == repr(made)


def test_a_menu_is_a_factor():
    actions = passive + allin
    states = owing * actions * early
    assert states == early * (allin + passive) * owing
    assert repr(states) == "owing * (passive + allin) * early"
    view = Abstracted(RIVER, states, actions)
    assert view.actions == actions
    assert states.decode(states.key(met(RIVER)[0]))[actions] == actions(met(RIVER)[0])


def test_places_do_not_change_the_order_of_equal_ranks():
    alike = pot_bets(2) + menu(basic.basic, rank=2)
    for predicate in PREDICATES:
        for infoset in met(RIVER):
            assert where(predicate, alike)(infoset) in ((), alike(infoset))


def test_the_order_of_writing_stays_in_print_only():
    bets = allin + pot_bets(1, 1 / 2) + passive
    assert repr(bets) == "allin + pot_bets(1) + pot_bets(1/2) + passive"
    flop = read_line("c x | AhKd2c", RIVER).end.infoset(1)
    assert [type(each).__name__ for each in bets(flop)] == [
        "Check",
        "RaiseHalfPot",
        "RaisePot",
        "Allin",
    ]


@pytest.mark.parametrize("infoset", met(RIVER), ids=range(len(met(RIVER))))
def test_the_sum_is_the_basic_menu(infoset):
    bets = pot_bets(1 / 2, 1) + allin
    for old, new in (
        (capped_bets(basic.basic, 8), capped_bets(bets, 8)),
        (capped_bets(basic.basic, 2), passive + capped(bets, 2)),
        (capped_bets(basic.basic, 2), capped(passive + bets, 2)),
    ):
        offered, chips = new(infoset), list(map(infoset.concrete, old(infoset)))
        # Where two come to the same chips the sum keeps the first.
        assert [infoset.concrete(each) for each in offered] == list(dict.fromkeys(chips))
        assert set(offered) <= set(old(infoset))


def test_bets_of_the_same_chips_are_one():
    start = RIVER
    infoset = replace(met(start)[0], stacks=(100, 100), pips=(0, 0), pot=100, bets=0)
    assert (allin + pot_bets(1))(infoset) == (pot_bets(1) + allin)(infoset) == (RaisePot(),)
    small = replace(infoset, pot=5)
    assert pot_bets(1 / 2, 2 / 5)(small) == (RaiseShare.of(2, 5),)  # two chips, both of them


def test_no_bet_is_offered_where_none_is_legal():
    infoset = read_line("a", RIVER).end.infoset(1)
    assert (pot_bets(1 / 2, 1) + allin)(infoset) == ()
    assert (passive + allin)(infoset) == (Fold(), Call())


@given(
    st.builds(
        Fraction,
        st.integers(1, 100_000),
        st.one_of(st.integers(1, 16), st.sampled_from([20, 100, 125, 1000])),
    ).filter(lambda share: share <= 1000)
)
def test_shares_of_the_pot_may_be_floats(share):
    assert pot_bets(float(share)) == pot_bets(share)
    infoset = replace(met(RIVER)[0], pips=(0, 0), pot=400, stacks=(10**6, 10**6))
    (action,) = pot_bets(share)(infoset) or (None,)
    if action is not None:
        assert infoset.quantity(action) == math.floor(Fraction(400) * share)


@pytest.mark.parametrize(("numerator", "denominator"), [(1, 17), (0, 2), (1, 0), (-1, 2)])
def test_shares_are_of_whole_parts(numerator, denominator):
    sentence = f"of up to sixteenths or of thousandths; got {numerator}/{denominator}"
    with pytest.raises(GameError, match=sentence):
        RaiseShare.of(numerator, denominator)
    assert RaiseShare.of(2, 6) == RaiseShare.of(1, 3)


def test_tables_may_be_rows():
    row = by_street([passive, pot_bets(1), allin])
    assert row == by_street({0: passive, 3: pot_bets(1), 4: allin})
    infosets = [read_line(line, RIVER).end for line in ("c x | AhKd2c", "")]
    assert [row(each.infoset(each.active)) for each in infosets] == [
        (RaisePot(),),
        passive(infosets[1].infoset(0)),
    ]


def fold_or_call(infoset: Any) -> Any:
    return (LeducMove.FOLD, LeducMove.CALL)


def raise_only(infoset: Any) -> Any:
    return tuple([move for move in infoset.actions() if move == RAISE])


def call_only(infoset: Any) -> Any:
    return tuple([move for move in infoset.actions() if move == LeducMove.CALL])


def nothing(infoset: Any) -> Any:
    return ()


def as_list(infoset: Any) -> Any:
    return [FOLD, CALL]


@algebraic
def dealt(infoset):
    return infoset.board >= 0


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: passive + basic.basic, "actions of a sum must be a menu; got basic: write menu"),
        (lambda: where(early * owing, passive), "predicate of where must be one factor"),
        (lambda: where(early, basic.basic), "actions of where must be a menu; got basic"),
        (lambda: menu(raise_only, rank=-1), "rank of a menu must be a number, 0 or more; got -1"),
        (lambda: menu(3), "factor must be a function of an infoset"),
        (lambda: menu(early * owing), "must be one factor"),
        (lambda: pot_bets(0), "share of the pot must be a number above 0.*got 0"),
        (lambda: pot_bets(1001), "above 0 and up to 1000, of up.*got 1001"),
        (lambda: pot_bets(math.inf), "share of the pot"),
        (lambda: pot_bets(math.pi), "of up to sixteenths or of thousandths; got 3.14"),
        (lambda: capped(passive, -1), "cap on bets must be a whole number, at least 0; got -1"),
        (lambda: capped(basic.basic, 3), "actions of capped must be a menu"),
        (lambda: on_streets(3, 2), "sizes of the board, the smaller first; got 3 and 2"),
        (lambda: by_street({}), "table of by_street must hold a menu for each"),
        (lambda: by_street({"flop": passive}), "table of by_street"),
    ],
)
def test_bad_arguments_are_refused_at_once(make, sentence):
    with pytest.raises(AbstractionError, match=sentence):
        make()


def test_a_menu_must_offer_something_everywhere():
    game = Abstracted(Leduc(), fields("history"), menu(nothing))
    with pytest.raises(AbstractionError, match=r"be at least one; got none, .*: offer one"):
        ExternalSampling(game, native=False).run(1)


@pytest.mark.slow
@pytest.mark.parametrize("solver", [CFR, ExternalSampling])
def test_the_history_without_actions_is_told_natively(solver):
    actions = where(equals(dealt, False), menu(call_only))
    game = Abstracted(Leduc(), fields("history") * actions, actions)
    message = re.escape(f"The actions of `{actions!r}` must be at least one; got none, at Leduc(")
    message += r".* after \[(.+, ){4}.+\]: offer one everywhere"
    with pytest.raises(AbstractionError, match=message) as told:
        solver(game, native=True).run(20)
    history = told.value.subject
    assert not actions(history.infoset(history.active))


def test_what_is_no_menu_is_told():
    with pytest.raises(AbstractionError, match=r"actions of `as_list` must be a tuple.*tuple\("):
        menu(as_list)(met(Leduc())[0])
    with pytest.raises(TypeError, match=r"got `.* \+ 3`: write menu\(\.\.\.\) around"):
        passive + 3
    with pytest.raises(TypeError, match=r"got `3 \+ .*`: write menu\(\.\.\.\) around"):
        3 + passive


@dataclass(frozen=True)
class Seen(InfoSet):
    """Kuhn's infoset, at which any number above 0 is a bet."""

    def concrete(self, action: int) -> int:
        return Move(min(action, 1))


@dataclass(frozen=True)
class Loose(Kuhn):
    def infoset(self, player: int) -> Seen:
        seen = super().infoset(player)
        return Seen(seen.card, seen.history)

    def apply(self, action: int) -> Loose:
        dealing = self.cards[1] < 0
        return super().apply(action if dealing else min(action, 1))


@algebraic
def many(infoset):
    return (Move.PASS, 2, Move.BET, 3)


@pytest.mark.slow
def test_a_lifted_strategy_plays_what_actions_come_to():
    solver = CFR(Abstracted(Loose(), fields("card", "history") * many, many), native=False)
    solver.run(20)
    strategy = solver.strategy()
    lifted = lift(strategy, Loose())
    for infoset in met(Loose()):
        answer, whole = strategy(infoset), lifted(infoset)
        assert list(whole) == [Move.PASS, Move.BET]
        assert whole[Move.BET] == pytest.approx(answer[2] + answer[Move.BET] + answer[3])
        assert whole[Move.PASS] == answer[Move.PASS]
    tree = enumerated(Loose(), native=False)
    asked = nash_conv(tree, lambda infoset: lifted(infoset))  # noqa: PLW0108 - asked one by one
    assert nash_conv(tree, lifted) == pytest.approx(asked)


def test_bets_of_the_pot_come_to_chips():
    infoset = RIVER.face_down.infoset(0)
    assert places(infoset, (Call(), RaisePot(), Bet(3), Allin())) == [1, 2, 2, 398]
    assert infoset.concrete(Allin()) == Bet(399)
    with pytest.raises(AbstractionError, match=r"got Bet\(quantity=1\).*`concrete`"):
        places(infoset, (RaiseHalfPot(),))


NATIVE = {
    "capped": passive + capped(pot_bets(1 / 2, 3 / 4, 1) + allin, 2),
    "shares": passive + pot_bets(1 / 3, 2 / 5, 7 / 3),
    "table": by_street([passive + allin, passive + pot_bets(1), passive]),
    "where": passive + where(owing, allin) + where(early, where(legal, menu(least))),
    "nothing": passive + menu(nothing) + where(owing, menu(nothing, rank=2)),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", NATIVE)
def test_native_is_interpreted(name):
    actions = NATIVE[name]
    states = basic.street * when(early, basic.player, ONE) * fields("bets", "total") * actions
    check_native(Abstracted(RIVER, states, actions), playouts=50)


@pytest.mark.slow
def test_native_is_interpreted_without_concrete_actions():
    actions = menu(raise_only) + menu(fold_or_call, rank=0) + where(dealt, menu(raise_only, rank=2))
    states = fields("history") * where(equals(dealt, False), actions) * actions
    check_native(Abstracted(Leduc(), states, actions), playouts=100)
