"""Translation: how real bets are mapped to abstract ones, and edge cases."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import pytest

from blood import quick
from blood.basic import basic, bets, player, street
from tests.river import act, dealt
from zerosum.abstraction import Abstracted, abstract, algebraic, split
from zerosum.algorithms import ExternalSampling
from zerosum.cards import parse
from zerosum.errors import AbstractionError, GameError, StoreError
from zerosum.pkr import Allin, Bet, Call, Check, Deal, Fold, RaiseHalfPot, RaisePot, RiverOfBlood
from zerosum.pkr.abstraction import translated
from zerosum.pkr.abstraction.abstractions import Nearest, PseudoHarmonic, Translation, capped_bets
from zerosum.strategy import Strategy, describe

HANDS = "4d6s7c7d"
FLOP = "AhKd2c"
PREFLOP = dealt(RiverOfBlood(), HANDS).infoset(0)  # total 3, cost 1
LIMPED = dealt(act(dealt(RiverOfBlood(), HANDS), Call(), Check()), FLOP).infoset(1)  # total 4


@algebraic
def pot(infoset):
    lower, upper = infoset.bounds()
    return (RaisePot(),) if lower <= infoset.total <= upper else ()


shove = algebraic(lambda infoset: (Allin(),))


def start(actions: Any = quick.actions, **options: Any) -> Any:
    """A walk before the flop."""

    @abstract(Translation, street * player * bets * actions, actions)
    @dataclass(frozen=True)
    class Walk(Translation): ...

    return dealt(Walk(**options), HANDS)


def menu(walk: Any) -> tuple[Any, ...]:
    return walk.infoset(walk.active).actions()


class TestNearest:
    @pytest.mark.parametrize(
        ("added", "place"),
        [(3, 0), (4, 0), (34, 0), (35, 1), (398, 1), (399, 1)],  # sqrt(3 * 399) = 34.6
    )
    def test_similarity_is_the_ratio_of_added_chips(self, added, place):
        assert Nearest()(PREFLOP, added, (RaisePot(), Allin())).index(1.0) == place

    def test_ties_and_the_ends_of_the_menu(self):
        # 4 / 6 = 6 / 9, and half of 3 is below the least raise, which is 3.
        assert Nearest()(LIMPED, 6, (Bet(4), Bet(9))) == (1.0, 0.0)
        assert Nearest()(LIMPED, 6, (Bet(9), Bet(4))) == (1.0, 0.0)
        assert Nearest()(LIMPED, 4, (RaisePot(), Bet(4))) == (1.0, 0.0)
        assert Nearest()(LIMPED, 2, (RaisePot(), Bet(9))) == (1.0, 0.0)
        assert Nearest()(LIMPED, 300, (RaisePot(), Bet(9))) == (0.0, 1.0)
        assert Nearest()(PREFLOP, 3, (RaiseHalfPot(), Allin())) == (1.0, 0.0)


class TestPseudoHarmonic:
    @pytest.mark.parametrize(
        ("added", "smaller"),
        [
            # RaisePot is (3 - 1) / 4 = 1/2, Allin 398 / 4 = 99.5.
            (3, 1.0),
            (9, (97.5 * 1.5) / (99 * 3)),  # x = 2
            (201, (49.5 * 1.5) / (99 * 51)),  # x = 50
            (399, 0.0),
        ],
    )
    def test_before_the_flop(self, added, smaller):
        chances = PseudoHarmonic()(PREFLOP, added, (RaisePot(), Allin()))
        assert chances == pytest.approx((smaller, 1 - smaller), abs=1e-15)

    def test_between_half_and_whole_pot(self):
        # x = 3/4 between 1/2 and 1: (1/4 * 3/2) / (1/2 * 7/4) = 3/7; Allin is not a neighbour.
        options = (RaiseHalfPot(), RaisePot(), Allin())
        assert PseudoHarmonic()(LIMPED, 3, options) == pytest.approx((3 / 7, 4 / 7, 0))
        assert PseudoHarmonic()(LIMPED, 3, options[::-1]) == pytest.approx((0, 4 / 7, 3 / 7))
        assert PseudoHarmonic()(LIMPED, 4, (RaisePot(), Bet(4))) == (1.0, 0.0)
        assert PseudoHarmonic()(LIMPED, 2, (Bet(4), RaisePot())) == (1.0, 0.0)

    def test_walks_draw_as_often_as_the_formula_says_and_are_immutable(self):
        walk = start(mapping=PseudoHarmonic())
        small = sum(
            replace(walk, word=word).apply(Bet(9)).shown.pips[0] == 4 for word in range(4_000)
        )
        mean, deviation = 0.49242, (0.49242 * 0.50758 / 4_000) ** 0.5
        assert abs(small / 4_000 - mean) < 4 * deviation
        walk = start(mapping=PseudoHarmonic(), word=5)
        once, again = walk.apply(Bet(9)), walk.apply(Bet(9))
        assert once == again
        assert walk.word == 5 != once.word
        assert walk.apply(Bet(3)).word == walk.apply(Call()).word == 5  # nothing to draw
        assert isinstance(start(mapping=PseudoHarmonic()).apply(Bet(9)).word, int)


class TestBetsOverTheCap:
    """A bet over the cap is not a call: the turn passes, the street goes on."""

    def raised_over(self, quantity: int, **options: Any) -> Any:
        return act(start(capped_bets(pot, 1), **options), Bet(3), Bet(quantity))

    def test_the_one_who_bet_is_asked_again(self):
        walk = self.raised_over(8)
        assert (walk.active, walk.chance, menu(walk)) == (0, False, (Fold(), Call()))
        assert walk.abstract.pips == (2, 4)
        assert walk.abstract.bets == 1
        walk = self.raised_over(8).apply(Call())
        assert walk.chance
        assert (walk.abstract.pot, walk.real.pot) == (8, 20)
        walk = dealt(walk, FLOP)
        assert menu(walk) == (Check(), RaisePot())
        assert walk.realise(RaisePot()) == Bet(20)

    def test_all_in_is_asked_as_all_in(self):
        walk = self.raised_over(200)  # nearer to 398 than to 4
        assert walk.shown.pips == (4, 400)
        assert walk.apply(Call()).abstract.pot == 8
        walk = self.raised_over(398)
        assert walk.abstract == walk.shown
        assert (walk.abstract.pips, walk.abstract.bets) == ((4, 400), 1)
        assert walk.apply(Call()).abstract.stacks == (0, 0)


class TestChecks:
    """A check is a check, and a fold is a fold, whatever became of the bets before."""

    def test_bets_that_the_menu_lacks(self):
        walk = dealt(act(start(capped_bets(pot, 0)), Call(), Check()), FLOP)
        assert menu(walk) == (Check(),)
        walk = walk.apply(Bet(2))
        assert menu(walk) == (Fold(), Call())
        walk = walk.apply(Call())
        assert (walk.chance, walk.abstract.pot, walk.real.pot) == (True, 4, 8)
        walk = dealt(walk, "3d").apply(Check())
        assert (walk.active, menu(walk)) == (0, (Check(),))
        assert walk.realise(Check()) == Check()
        walk = start(capped_bets(pot, 0)).apply(Bet(3))  # shown as it was: one chip owed
        assert (walk.abstract.pips, menu(walk)) == ((2, 1), (Fold(), Call()))
        assert walk.apply(Call()).chance  # and not the small blind's turn
        walk = act(start(capped_bets(pot, 0)), Call(), Bet(2))
        assert (walk.active, menu(walk)) == (0, (Fold(), Call()))
        assert walk.apply(Call()).chance
        walk = act(start(capped_bets(pot, 0)), Call(), Bet(2), Fold())
        assert walk.terminal
        assert (walk.payoff(0), walk.payoff(1)) == (-2, 2)


class TestBetsTakenForAllIn:
    """Asked as all-in, and only asked: where it is called, the abstract game keeps its chips."""

    def test_asked_and_called(self):
        walk = start().apply(Bet(35))
        assert walk.shown.pips == (400, 2)
        assert walk.abstract.pips == (4, 2)
        assert menu(walk) == (Fold(), Call())
        allin = dealt(quick.TrainingAbstraction(), HANDS).apply(Allin())
        played = dealt(quick.Abstraction(), HANDS).apply(Bet(35))
        assert played.infoset(1) == allin.infoset(1)
        walk = act(start(), Bet(35), Call())
        assert (walk.abstract.pot, walk.real.pot) == (8, 72)
        walk = dealt(walk, FLOP)
        assert menu(walk) == (Check(), RaiseHalfPot(), RaisePot(), Allin())
        assert walk.realise(RaiseHalfPot()) == Bet(36)

    def test_raised_and_after_a_check(self):
        walk = dealt(act(start(), Call(), Check()), FLOP).apply(Bet(300))
        assert (walk.shown.pips, walk.abstract.pips) == ((0, 398), (0, 4))  # not 2, half the pot
        walk = act(start(), Bet(35), Bet(80))  # into 38: the pot, of 38, is nearer than 398
        assert walk.abstract.pips == (4, 8)
        assert walk.abstract == walk.shown

    def test_all_or_nothing(self):
        walk = start(capped_bets(shove, 2)).apply(Bet(5))
        assert (walk.shown.pips, walk.abstract.pips) == ((400, 2), (2, 1))
        assert walk.apply(Call()).abstract.pot == 4  # as after a limp
        walk = walk.apply(Bet(20))
        assert (walk.active, walk.shown.pips, walk.abstract.pips) == (0, (2, 400), (1, 2))


def test_bets_that_the_rules_forbid_stand_for_nothing():
    @algebraic
    def careless(infoset):
        passive = (Fold(), Call()) if infoset.cost else (Check(),)
        return (*passive, RaiseHalfPot(), Bet(10), Allin())

    walk = start(careless).apply(Bet(3))  # half of 3 is no raise
    assert walk.abstract.pips == (11, 2)


class TestRealise:
    def test_bets_are_clipped(self):
        walk = dealt(act(start(), Bet(20), Call()), FLOP)  # real pot 42, abstract 8
        assert [walk.realise(action) for action in menu(walk)] == [
            Check(),
            Bet(21),
            Bet(42),
            Bet(379),
        ]
        walk = dealt(act(walk, Bet(300), Call()), "3d")  # 79 left
        assert walk.realise(RaisePot()) == walk.realise(Allin()) == Bet(79)
        walk = act(walk, Bet(60))  # and the least raise is all-in
        assert walk.real.infoset(0).bounds() == (79, 79)

    def test_where_nothing_is_left_to_bet_and_other_actions(self):
        @algebraic
        def careless(infoset):
            return (Fold(), Call(), Allin()) if infoset.cost else (Check(), Allin())

        walk = start(careless).apply(Bet(399))
        assert walk.realise(Allin()) == Call()
        walk = dealt(walk.apply(Call()), FLOP)
        assert walk.realise(Allin()) == Check()
        with pytest.raises(GameError, match=r"must be one of the abstract.*got Bet\(quantity=7\)"):
            start().realise(Bet(7))
        with pytest.raises(GameError, match="only while a player is to act"):
            quick.Abstraction().realise(Call())


class TestHiddenHand:
    def seated(self) -> Any:
        return quick.Abstraction().seated(1, parse("4d6s"))

    def test_what_is_seen_of_a_hand(self):
        walk = dealt(act(self.seated(), Bet(10), Call()), FLOP)
        for one in ("9h", "9s"):
            walk = dealt(act(walk, Check(), Bet(9), Call()), one)
        walk = act(walk, Check(), Check())
        assert walk.terminal
        with pytest.raises(GameError, match="seat 0 must be known at a showdown"):
            walk.payoff(1)
        assert act(self.seated(), Bet(10), Fold()).payoff(1) == -2
        with pytest.raises(GameError, match=r"seat 0 must be known.*the seat that is seated"):
            self.seated().infoset(0)
        walk = act(self.seated(), Call(), Check())
        assert len(walk.chances()) == 50
        with pytest.raises(GameError, match="got 4d with 3 due"):
            walk.apply(Deal(9))

    def test_seats(self):
        with pytest.raises(GameError, match="must be seated before the deal"):
            quick.Abstraction().seated(0, parse("4d6s7c"))
        with pytest.raises(GameError, match="must be seated before the deal"):
            start().seated(0, parse("AhAs"))


@pytest.mark.parametrize(
    ("action", "match"),
    [
        (Check(), r"must call or fold, not check; got Check\(\) where player 0 owes 1"),
        (Bet(2), r"got Bet\(quantity=2\) where player 0 owes 1 and may add 3 to 399"),
        (Bet(7.5), "chips be whole"),
        ("fold", "must be one of zerosum.pkr"),
        (Deal(51), "dealt while one is due; got As with 0 due"),
    ],
)
def test_illegal_actions_are_refused(action, match):
    with pytest.raises(GameError, match=match):
        start().apply(action)


def test_more_illegal_actions_are_refused():
    with pytest.raises(GameError, match="and may not bet"):
        start().apply(Bet(399)).apply(Bet(398))
    with pytest.raises(GameError, match=r"no card is due and the hand goes on; got Call\(\)"):
        quick.Abstraction().apply(Call())
    with pytest.raises(GameError, match=r"in the deck, and dealt.*got 52 with 4 due"):
        quick.Abstraction().apply(Deal(52))


@pytest.mark.parametrize("mapping", ["nearest", Nearest])
def test_mappings_are_values(mapping):
    with pytest.raises(AbstractionError, match=r"must be a value such as Nearest\(\)"):
        quick.Abstraction(mapping=mapping)


def test_a_walk_counts_as_the_game_it_translates(tmp_path):
    assert quick.experiment.play is quick.Abstraction
    assert split(quick.Abstraction()) == split(quick.TrainingAbstraction())
    solver = ExternalSampling(quick.TrainingAbstraction(), seed=1, native=False)
    solver.run(3)
    solver.save(tmp_path / "checkpoint")
    trained = solver.strategy()
    trained.save(tmp_path / "strategy")
    strategy = Strategy.load(tmp_path / "strategy", quick.Abstraction())
    assert strategy.of == trained.of == describe(RiverOfBlood(), trained.view)
    game, walk = dealt(quick.TrainingAbstraction(), HANDS), dealt(quick.Abstraction(), HANDS)
    assert strategy(walk.infoset(0)) == trained(game.infoset(0))

    @abstract(Translation, quick.states, capped_bets(basic, 2))
    @dataclass(frozen=True)
    class Other(Translation): ...

    other = translated(Abstracted(RiverOfBlood(), quick.states, quick.actions))
    assert split(other) == split(quick.Abstraction())
    assert dealt(other, HANDS).infoset(0) == walk.infoset(0)

    with pytest.raises(StoreError, match="differs in actions"):
        Strategy.load(tmp_path / "strategy", Other())
