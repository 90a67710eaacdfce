"""Tyche's tables of bets: the menus at some nodes, and the parameters of the games."""

from __future__ import annotations

from importlib import import_module

import pytest

from tests.games.holdem import random_deal
from zerosum.abstraction import split
from zerosum.errors import AbstractionError, GameError
from zerosum.pkr import Allin, Bet, Call, Check, Fold
from zerosum.pkr.abstraction import bet_or_raise, limited, passive, pot_bets, raises
from zerosum.pkr.actions import RaiseShare, RaiseTimes
from zerosum.pkr.holdem.abstraction import reentrant
from zerosum.rng import Random

SEATS = (6, 5, 4, 3, 2)


def start(seats, **parameters):
    made = import_module(f"blood.tyche{seats}").TrainingAbstraction
    base, states, actions = split(made(**parameters))
    return base, states, actions


def after(seats, *amounts):
    """Return the chips that bets add after others: None folds, 0 checks or calls, -1 is all-in."""
    base, _, actions = start(seats)
    game = random_deal(base, Random(1))
    for amount in amounts:
        infoset = game.infoset(game.active)
        passive = Check() if infoset.cost == 0 else Call()
        action = {None: Fold(), 0: passive, -1: Allin()}.get(amount) or Bet(amount)
        game = random_deal(game.apply(action), Random(1))
    infoset = game.infoset(game.active)
    made = map(infoset.concrete, actions(infoset))
    return [action.quantity for action in made if isinstance(action, Bet)]


def test_raises_of_six_seats():
    assert after(6) == [200, 300, 10_000]
    assert after(6, 300) == [500, 700, 10_000]  # 200 over 100: to 500 or 700
    assert after(6, 300, 700) == [10_000]  # two raises
    limped = (0, 0, 0, 0, 0, 0)
    assert after(6, *limped) == [600, 1_200, 2_400, 9_900]
    assert after(6, *limped, 600) == [1_200, 1_800, 3_000, 9_900]
    assert after(6, *limped, 600, 1_200) == [9_900]
    checked = (*limped, *[0] * 12)
    assert after(6, *checked) == [300, 600, 1_200, 2_400, 9_900]
    assert after(6, *checked, 300) == [9_900]
    folds = (None, None, None)
    line = (*folds, 200, 350, 0, 0)  # two raises before the flop, by 100 and by 200
    assert after(6, *line) == [1_200, 2_400, 4_800, 9_600]
    assert after(6, *line, 1_200) == [2_400, 3_600, 6_000, 9_600]
    assert after(6, *line, 1_200, 2_400) == [9_600]
    assert after(6, *line, 1_200, 2_400, None, 0) == [7_200]
    assert after(2, 0, 0)[0] == 100
    assert after(2, 250, 0)[0] == 150
    assert len(after(2, 250, 0)) == 11


@pytest.mark.parametrize(
    ("seats", "first", "bets", "raised"), [(5, 5, 6, 5), (3, 8, 9, 8), (2, 8, 9, 8)]
)
def test_fewer_seats_have_more_sizes(seats, first, bets, raised):
    limped = [0] * seats
    smallest = after(seats, *limped)[0]
    assert len(after(seats)) == first + 1
    assert len(after(seats, *limped)) == bets + 1
    assert len(after(seats, *limped, smallest)) == raised + 1
    assert smallest == seats * 100 // 2 if seats > 2 else 100


@pytest.mark.parametrize("seats", SEATS)
def test_earlier_betting_is_forgotten(seats):
    base, states, actions = start(seats)
    assert base.players == seats
    assert set(base.stacks) == {10_000}
    assert reentrant(1, 2, 3) in states.factors
    assert actions in states.factors
    assert reentrant() in start(seats, reentrant=())[1].factors
    assert reentrant(1) in start(seats, reentrant=(1,))[1].factors


def test_bad_parameters_and_menus():
    with pytest.raises(GameError, match=r"stack of blood.tyche6 must be .* at least 1; got 0"):
        start(6, stack=0)
    with pytest.raises(AbstractionError, match=r"number of buckets must be .* at least 1; got 0"):
        start(6, buckets=0)
    with pytest.raises(AbstractionError, match="street must be a number from 1 to 3"):
        start(6, reentrant=(0,))
    with pytest.raises(AbstractionError, match=r"limit of bets must be .* at least 0; got -1"):
        limited(raises(1), street=-1)
    with pytest.raises(AbstractionError, match="must be a menu; got 3"):
        bet_or_raise(pot_bets(1), 3)


def test_bets_come_before_raises():
    offers = passive + bet_or_raise(pot_bets(2), raises(1))
    game = random_deal(start(3)[0], Random(2))
    infoset = game.infoset(game.active)
    assert offers(infoset) == (Fold(), Call(), RaiseShare.of(2, 1))  # blinds are no bets
    infoset = game.apply(Bet(300)).infoset(0)
    assert offers(infoset) == (Fold(), Call(), RaiseTimes.of(1, 1))
