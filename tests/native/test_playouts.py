"""One source, two executions: random playouts are the same natively and in Python."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

import pytest

import blood.basic as vocabulary
from tests.games import Auction, LeducRanks, Pennies, ShortSighted, Tricks
from zerosum.abstraction import ONE, Abstracted, algebraic, fields, given
from zerosum.errors import GameError, NotNativeWarning
from zerosum.kuhn import Kuhn, KuhnThree
from zerosum.kuhn import abstraction as kuhn
from zerosum.leduc import Leduc
from zerosum.leduc import abstraction as leduc
from zerosum.pkr import RiverOfBlood
from zerosum.pkr.abstraction import capped_bets
from zerosum.pkr.holdem.abstraction import spr
from zerosum.testing import check_abstraction, check_game, check_native

# Bluff is compared by the tests of its rules, and Leduc with other stakes in test_fixed_fields.
GAMES = [
    *(Kuhn, KuhnThree, kuhn.Abstraction, Leduc, leduc.Abstraction),
    *(Auction, LeducRanks, Pennies, ShortSighted, Tricks),
]


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{game.__module__}.{game.__name__}")
def test_games(game):
    check_native(game, playouts=1_000)


@pytest.mark.slow  # it compiles all of them
def test_river_of_blood_through_every_factor():
    word = vocabulary
    factors = word.run * word.street * word.player * word.bets * word.basic
    steps = word.linearpot(20) * word.linearcost(8) * word.strength(20)
    steps *= word.hole * spr(1 / 2, 4, 90)
    game = Abstracted(RiverOfBlood(), factors * steps, capped_bets(word.basic, 3))
    check_native(game, playouts=1_000, seed=1)


@algebraic
def overflowing(infoset):
    big = 2**62 + infoset.card
    return big + big >> 60


PRICES = {0: 1, 1: 2, 2: 3}


@algebraic
def priced(infoset):
    return PRICES[infoset.card]


def test_what_is_not_native_is_left_alone_with_a_note():
    with pytest.warns(NotNativeWarning, match="Native runs were not compared: factor priced"):
        check_native(Abstracted(Kuhn(), priced * kuhn.betting), playouts=10)


@dataclass(frozen=True)
class Wraps(Kuhn):
    """Kuhn whose payoffs wrap natively."""

    most: int = 2**62

    def payoff(self, player: int) -> float:
        return super().payoff(player) * float(self.most + self.most >> 61)


@dataclass(frozen=True)
class Widened(Kuhn):
    """Kuhn with an int in a float field, whose negative is 0 in Python, and natively -0.0."""

    stake: float = 0

    def payoff(self, player: int) -> float:
        return -self.stake


@pytest.mark.slow
def test_zeros_of_either_sign_are_one_payoff():
    check_native(Widened, playouts=10)


class Half(IntEnum):
    LEFT = 0
    RIGHT = 1


@dataclass(frozen=True)
class Loose:
    """An infoset with an IntEnum in an int field."""

    side: int

    def actions(self) -> tuple[int, ...]:
        return (0, 1)


@dataclass(frozen=True)
class Sided(Kuhn):
    def infoset(self, player: int) -> Loose:
        return Loose(Half.RIGHT)


def test_a_member_of_an_enum_differs_from_the_int_that_it_equals():
    with pytest.raises(GameError, match=r"1\).* natively and .*<Half.RIGHT: 1>.* in Python"):
        check_native(Abstracted(Sided(), fields("side")), playouts=10)


@algebraic
def split(infoset):
    return infoset.card, Half(infoset.card % 2)


def test_ints_and_members_of_an_enum_stay_what_they_are_beside_none():
    check_native(Abstracted(Kuhn(), given(kuhn.is_jack, split) * kuhn.betting), playouts=100)


def test_a_menu_of_ints_and_others_is_refused():
    @algebraic
    def actions(infoset):
        return 0, Half.RIGHT

    game = Abstracted(Kuhn(), fields("card") * kuhn.betting, actions)
    with pytest.warns(NotNativeWarning, match="must be a tuple of actions of one family, or of in"):
        check_native(game, playouts=10)


def test_checks_of_games_and_abstractions_compare_both_runs():
    with pytest.raises(GameError, match="the payoffs"):
        check_game(Wraps, examples=5)
    told = r"player', 0, .* natively and .* in Python, at: Kuhn"
    with pytest.raises(GameError, match=told) as caught:
        check_abstraction(Kuhn, overflowing * kuhn.betting, examples=5)
    assert "then [" in str(caught.value)
    check_abstraction(Kuhn, ONE * kuhn.is_jack * kuhn.betting, examples=5)
