"""Menus and factors for several seats: their values in small situations, and their laws."""

import pytest

from tests.games.holdem import dealt, played
from zerosum.abstraction import NOTHING, Abstracted
from zerosum.errors import AbstractionError
from zerosum.experiment.study import vocabulary
from zerosum.pkr import Allin, Bet, Call, Check, Fold, MinRaise, RaiseTimes, RaiseToBlinds
from zerosum.pkr.abstraction import (
    allin,
    bb_sizes,
    by_seats,
    limited,
    min_raise,
    passive,
    pot_bets,
    raises,
)
from zerosum.pkr.holdem import NoLimitHoldem, abstraction
from zerosum.testing import check_native

HANDS = ("2c2d", "3c3d", "4c4d", "5c5d")
DEEP = dealt(NoLimitHoldem(players=4, stacks=(10_000,), blinds=(50, 100)), *HANDS)


def chips(menu, game):
    """Return what the bets of a menu come to on the street."""
    infoset = game.infoset(game.active)
    own = infoset.pips[game.active]
    return [own + infoset.quantity(action) for action in menu(infoset)]


def infoset_of(game):
    return game.infoset(game.active)


LIMPED = played(DEEP, Call(), Call(), Call(), Check())
FLOP = dealt(LIMPED, "7h8hTc")
STRADDLED = dealt(NoLimitHoldem(players=4, stacks=(10_000,), blinds=(50, 100, 200)), *HANDS)


@pytest.mark.parametrize(
    ("menu", "game", "expected"),
    [
        (raises(0.5, 1, 2.5), DEEP, [200, 350]),  # half a blind is too little
        (raises(1, 2), played(DEEP, Bet(300)), [500, 700]),
        (raises(1, 2), played(DEEP, Bet(300), Bet(900)), [1500, 2100]),
        (raises(1, 2.5), FLOP, [100, 250]),
        (raises(1, 2), played(FLOP, Bet(250)), [500, 750]),
        (raises(1, 2), STRADDLED, [300, 400]),
        (bb_sizes(1.5, 2, 2.5), DEEP, [200, 250]),
        (bb_sizes(5, 10), played(DEEP, Bet(300)), [500, 1000]),
        (bb_sizes(0.5, 1, 2.5), FLOP, [100, 250]),
        (bb_sizes(2, 3), STRADDLED, [300]),
        (min_raise, DEEP, [200]),
        (min_raise, played(DEEP, Bet(300), Bet(900)), [1500]),
        (min_raise, FLOP, [100]),
        (min_raise, STRADDLED, [300]),
    ],
)
def test_sizes(menu, game, expected):
    assert chips(menu, game) == expected


def test_min_raise_of_a_short_stack_is_all_in():
    game = dealt(NoLimitHoldem(players=3, stacks=(150,), blinds=(50, 100)), *HANDS[:3])
    assert chips(min_raise + allin, game) == [150]
    assert chips(raises(1) + bb_sizes(2), game) == []


def test_a_menu_of_all_kinds_is_in_order():
    menu = allin + raises(3) + bb_sizes(5 / 2) + min_raise + passive
    expected = Fold(), Call(), MinRaise(), RaiseToBlinds.of(5, 2), RaiseTimes.of(3, 1), Allin()
    assert menu(infoset_of(DEEP)) == expected
    assert chips(menu, DEEP)[2:] == [200, 250, 400, 10_000]
    assert menu(infoset_of(FLOP)) == (Check(), *expected[2:])


def test_limits_count_neither_blinds_nor_all_ins():
    short = dealt(
        NoLimitHoldem(players=4, stacks=(10_000, 10_000, 700, 10_000), blinds=(50, 100)), *HANDS
    )
    once, twice = (limited(min_raise, street=most) for most in (1, 2))
    assert chips(once, short) == [200]
    jammed = played(short, Allin())
    assert chips(once, jammed) == chips(twice, jammed) == [1300]
    raised = played(jammed, Bet(1300))
    assert chips(once, raised) == []
    assert chips(twice, raised) == [1900]
    assert infoset_of(raised).public.sized == 1


def test_limits_of_the_hand():
    raised = played(DEEP, Bet(300), Call(), Call(), Call())
    flop = dealt(raised, "7h8hTc")
    assert chips(limited(raises(1), hand=1), flop) == []
    assert chips(limited(raises(1), hand=2), flop) == [100]
    assert chips(limited(raises(1), street=1, hand=2), flop) == [100]
    assert abstraction.raises_of_hand(infoset_of(flop)) == (0, 1)
    bet = played(flop, Bet(100))
    assert chips(limited(raises(1), hand=2), bet) == []
    assert abstraction.raises_of_hand(infoset_of(bet)) == (1, 1)


def test_limits_of_the_hand_count_all_streets():
    flop = dealt(played(DEEP, Bet(300), Call(), Call(), Call()), "7h8hTc")
    turn = dealt(played(flop, Bet(100), Call(), Call(), Call()), "2h")
    river = dealt(played(turn, Check(), Check(), Check(), Check()), "3h")
    assert abstraction.raises_of_hand(infoset_of(river)) == (0, 2)
    assert chips(limited(raises(1), hand=2), river) == []
    assert chips(limited(raises(1), hand=3), river) == [100]


def test_a_short_all_in_is_the_last_raise():
    game = NoLimitHoldem(players=3, stacks=(350, 10_000, 10_000), blinds=(50, 100))
    game = played(dealt(game, *HANDS[:3]), Bet(300), Allin())
    assert chips(min_raise + raises(1, 5), game) == [550, 600]


def test_menus_by_seats_that_have_not_folded():
    menu = by_seats({2: raises(1), 3: raises(2), 4: raises(3)})
    assert chips(menu, DEEP) == [400]
    assert chips(menu, played(DEEP, Fold())) == [300]
    assert chips(menu, played(DEEP, Fold(), Fold())) == [200]
    jam = played(DEEP, Allin(), Fold())
    assert infoset_of(jam).public.live == 0b0111  # all-in is not folded
    assert chips(by_seats({3: raises(1)}), played(DEEP, Fold(), Fold())) == []


@pytest.mark.parametrize(
    "wrap",
    [
        lambda menu: limited(menu, 2, 4),
        lambda menu: limited(menu, hand=3),
        lambda menu: by_seats({3: menu}),
    ],
)
def test_limits_distribute(wrap):
    parts = passive, raises(1), bb_sizes(2.5), min_raise, allin, pot_bets(1 / 2)
    for one in parts:
        for other in parts:
            assert wrap(one + other) == wrap(one) + wrap(other)
    assert wrap(NOTHING) == NOTHING


REFUSED = [
    (lambda: raises(0), r"A size of raises must be a number above 0 .*; got 0: write raises\("),
    (lambda: raises(1001), r"A size of raises must be .* up to 1000, .*; got 1001: write"),
    (lambda: bb_sizes(-1), r"A size of bb_sizes must be .*; got -1: write bb_sizes\("),
    (lambda: limited(raises(1), -1), r"A limit of bets must be a whole number.*; got -1: write"),
    (lambda: by_seats({}), r"The table of by_seats must hold a menu .*; got \{\}: write by_seats"),
    (lambda: by_seats({1: allin}), r"The table of by_seats must hold .*: write by_seats"),
    (lambda: abstraction.spr(3, 1), r"The edges of spr must be .*; got \(3, 1\): write spr"),
    (pot_bets, r"The sizes of pot_bets must be one number or more; got none: write pot_bets"),
    (lambda: pot_bets(True), r"A share of the pot must be a number .*; got True: write pot_bets"),
    (lambda: abstraction.pot_odds(0), r"The steps of pot_odds must be .*; got 0: write 20"),
]


@pytest.mark.parametrize(("make", "message"), REFUSED)
def test_refused(make, message):
    with pytest.raises(AbstractionError, match=f"^{message}"):
        make()


def test_factors_of_several_seats():
    opened = played(DEEP, Fold(), Bet(300))
    small_blind = infoset_of(opened)
    assert [abstraction.position(DEEP.infoset(seat)) for seat in range(4)] == [3, 2, 1, 0]
    assert abstraction.player(small_blind) == 0
    assert abstraction.first_in(infoset_of(DEEP)) is True
    assert abstraction.first_in(infoset_of(played(DEEP, Fold()))) is True
    assert abstraction.first_in(small_blind) is False
    assert abstraction.first_in(infoset_of(played(DEEP, Call()))) is False
    assert abstraction.first_in(infoset_of(FLOP)) is True
    assert abstraction.seats(small_blind) == (0b1011, 0)
    assert abstraction.kinds(small_blind) == (0, 2)
    assert abstraction.history(small_blind) == ((0, 2), (300,))
    assert abstraction.bets_of_hand(small_blind) == abstraction.bets(small_blind) == 1
    assert abstraction.pot(small_blind) == 450
    assert abstraction.pot_odds(10)(small_blind) == 3  # 250 of 700
    assert abstraction.spr(1, 10, 14)(small_blind) == 2  # 9,700 for 700
    flop = dealt(played(opened, Call(), Fold()), "7h8hTc")
    assert abstraction.bets_of_hand(infoset_of(flop)) == 1
    assert abstraction.bets(infoset_of(flop)) == 0
    assert abstraction.kinds(infoset_of(flop)) == (0, 2, 1, 0)
    assert abstraction.round_history(infoset_of(flop)) == ((), ())
    assert abstraction.round_history(infoset_of(played(flop, Bet(200)))) == ((2,), (500,))
    jammed = played(flop, Allin())
    assert abstraction.seats(infoset_of(jammed)) == (0b1001, 0b0001)


def test_position_of_two_seats():
    """The button posts the smaller blind, whichever seat that is."""
    for blinds, button in (((1, 2), 0), ((2, 1), 1)):
        game = NoLimitHoldem(blinds=blinds)
        assert abstraction.position(game.infoset(button)) == 0
        assert abstraction.position(game.infoset(1 - button)) == 1


def test_study_knows_every_factor():
    found = set(map(repr, vocabulary("", NoLimitHoldem(players=3, sizes=(100,)))))
    makers = {"pot_odds", "reentrant", "spr"}
    assert found == set(abstraction.__all__) - makers


@pytest.mark.slow
def test_factors_and_menus_are_the_same_natively():
    """One product of all factors, and one sum of all menus, are compiled once."""
    few = limited(raises(1, 3), street=2, hand=5) + limited(min_raise, street=1)
    several = limited(bb_sizes(3, 9), street=2)
    menu = passive + allin + by_seats({2: few, 3: several})
    states = abstraction.pot_odds(20) * abstraction.spr(1, 3, 13) * abstraction.reentrant(1) * menu
    for name in sorted(set(abstraction.__all__) - {"pot_odds", "reentrant", "spr", "actions"}):
        states *= getattr(abstraction, name)
    stacks = (40, 90, 200, 120)
    game = NoLimitHoldem(players=4, stacks=stacks, blinds=(1, 2, 4), antes=(1,))
    check_native(Abstracted(game, states, menu), playouts=100)
