"""Thinking at the table: ranges, solutions kept for a street, clocks and fall-backs."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from blood.basic import basic, player
from tests.references import uniform as even
from tests.thinking import Table, Trained, highest, paid, pot_or_all
from zerosum.abstraction import Abstracted, View, algebraic, split
from zerosum.algorithms import ExternalSampling
from zerosum.cards import Cards, parse
from zerosum.errors import StrategyError
from zerosum.kuhn import Kuhn
from zerosum.pkr import Allin, Bet, Call, Check, Deal, Fold, RaiseHalfPot, RaisePot, RiverOfBlood
from zerosum.pkr.abstraction import capped_bets
from zerosum.pkr.actions import PokerAction
from zerosum.pkr.bots import acpc
from zerosum.pkr.bots.engine import Session
from zerosum.pkr.equities.showdowns import numbers_of, ranked_hands
from zerosum.pkr.hands.deck import Deck
from zerosum.pkr.holdem import NoLimitHoldem
from zerosum.pkr.places.follower import Follower
from zerosum.pkr.places.policy import MASKS
from zerosum.pkr.think import Clock, Thinker
from zerosum.pkr.think.implied import believed
from zerosum.pkr.think.showdowns import holding
from zerosum.pkr.think.trace import Trace
from zerosum.play import StrategyAgent, play_match
from zerosum.rng import Random

SMALL = NoLimitHoldem(deck=Deck(3, 2), board=(), stacks=(12,), sizes=(50, 100))


@algebraic
def actions(infoset):
    return infoset.actions()


@algebraic
def known(infoset):
    return infoset.card, infoset.history, infoset.actions()


def test_ranges_are_those_of_bayes():
    game = Abstracted(SMALL, highest * paid * player * actions, None)
    solver = ExternalSampling(game, seed=3, native=False)
    solver.run(300)
    strategy = solver.strategy()
    hand = Trace(game, Follower(strategy, game))
    while hand.chance:
        hand = hand.apply(hand.real.sample(Random(5)))
    for action in (Call(), Bet(4), Call()):
        hand = hand.apply(action)
    cards = ranked_hands(SMALL)[0]
    found = hand.place.reach[:, numbers_of(cards)]
    for place, held in enumerate(cards.tolist()):
        expected = [1.0, 1.0]
        for step in hand.steps:
            seen = holding(step.before.real, held, held)
            infoset = Abstracted(seen, *split(game)[1:]).infoset(step.player)
            expected[step.player] *= strategy(infoset)[step.action]
        assert [weights[place] for weights in found] == pytest.approx(expected, abs=1e-9)


def test_a_real_bet_is_the_abstract_one_that_it_was_translated_to():
    view, asked = Table().view, Follower(even, Trained())
    hand = Trace(Table().seated(0, parse("AhKd")), asked).apply(Bet(4)).apply(Call())
    pot = view.menu(RiverOfBlood().infoset(0)).index(RaisePot())
    assert [indices for indices, _ in translated(hand.place)] == [(pot,), None]
    for card in parse("2c3d7s"):
        hand = hand.apply(Deal(card))
    hand = hand.apply(Check()).apply(Bet(390)).apply(Fold())
    found = [indices and menu[indices[0]] for indices, menu in translated(hand.place)]
    assert found == [RaisePot(), None, None, Allin(), None]
    view = View(None, capped_bets(basic, 2))
    hand = Trace(RiverOfBlood(stacks=(200, 200), pips=(0, 0), pot=400, active=1, due=0), asked)
    assert view.menu(hand.real.infoset(1)) == (Check(), RaiseHalfPot(), Allin())
    (step,) = hand.apply(Bet(200)).steps
    assert step.real_places(view) == [1, 2]
    (step,) = hand.apply(Bet(150)).steps
    assert step.real_places(view) == []


def translated(place):
    """Return which actions of each menu stand for a bet on the way, or None, and these menus."""
    found = []
    while place.before is not None:
        if isinstance(place.step, PokerAction):
            (seen,) = place.before.seen
            found.append((place.taken[0][1], seen.menu))
        place = place.before
    return found[::-1]


def test_a_clock_is_never_used_up():
    clock = Clock(0.05, match=1.0)
    for pot in [4, 400] * 200:
        granted = clock.grant(pot)
        assert 0.0 < granted <= 0.1
        clock.spend(granted)
    assert clock.spent < 1.0
    clock.spend(1.0)
    assert clock.grant(100) == 0.0


@pytest.fixture(scope="module")
def agent():
    solver = ExternalSampling(Trained, seed=1)
    solver.run(3_000)
    return StrategyAgent(solver.strategy(), Trained(), Table(), "river")


@pytest.mark.slow
class TestThinker:
    def test_equal_seeds_play_equal_hands(self, agent):
        matches = [
            play_match(Thinker(agent, Clock(60.0), 6), agent, deals=40, seed=5) for _ in range(2)
        ]
        assert matches[0].mean == matches[1].mean
        thinker = Thinker(agent, Clock(60.0), 6)
        play_match(thinker, agent, deals=40, seed=5)
        assert thinker.thought > 5
        assert thinker.iterated == 6 * thinker.thought
        assert thinker.fallbacks == 0

    def test_a_solution_is_kept_for_the_street(self, agent):
        thinker = Thinker(agent, Clock(60.0), 4)
        hand = river(thinker, "AhKd", 1)
        thinker.act(hand, Random(1))
        thinker.act(hand.apply(Check()).apply(Bet(4)), Random(1))
        assert thinker.thought == 1
        thinker.act(hand.apply(Check()).apply(Bet(7)), Random(1))  # not on the menu
        assert thinker.thought == 2

    @pytest.mark.parametrize("bet", [4, 7], ids=["pot", "off the menu"])
    def test_a_bet_that_came_first_is_in_the_solution(self, agent, bet):
        thinker = Thinker(agent, Clock(60.0), 4)
        hand = river(thinker, "AhKd", 0).apply(Bet(bet))
        for _ in range(2):
            thinker.act(hand, Random(1))
            assert (thinker.thought, thinker.fallbacks) == (1, 0)

    def test_without_time_the_strategy_plays(self, agent):
        thinker = Thinker(agent, Clock(0.02, match=0.0))
        hand = river(thinker, "AhKd", 1)
        assert thinker.act(hand, Random(1)) in hand.real.infoset(1).actions()
        assert (thinker.thought, thinker.fallbacks) == (0, 1)

    def test_at_the_match_engine(self, agent):
        thinker = Thinker(agent, Clock(0.02), 4)
        session = Session(thinker, Random(1))
        session.answer("T30 P1 HAh,Kd C")
        session.answer("T30 K B2c,3d,7s")
        session.answer("T30 K K B2c,3d,7s,Kh")
        assert session.answer("T30 K K B2c,3d,7s,Kh,4s") is not None
        assert (thinker.thought, session.tally.fallbacks) == (1, 0)

    @pytest.mark.parametrize(
        ("wrong", "words"),
        [
            ({"iterations": 0}, "iterations must be a whole number, at least 1; got 0"),
            ({"root": "safe"}, "root must be one of unsafe, gadget, margin; got 'safe'"),
        ],
    )
    def test_mistakes_get_a_sentence(self, agent, wrong, words):
        with pytest.raises(ValueError, match=words):
            Thinker(agent, Clock(0.02), **wrong)

    @pytest.mark.parametrize(
        ("game", "words"),
        [
            (Kuhn(), "one of an abstraction with actions"),
            (Abstracted(Kuhn(), known, actions), "must be of River of Blood, or"),
        ],
    )
    def test_other_games_are_refused(self, game, words):
        solver = ExternalSampling(game)
        with pytest.raises(StrategyError, match=words):
            Thinker(StrategyAgent(solver.strategy(), game), Clock(0.02))

    def test_holdem(self):
        base = NoLimitHoldem(stacks=(40,))

        @algebraic
        def bets(infoset):
            return infoset.bets

        @algebraic
        def seat(infoset):
            return infoset.player, infoset.street, infoset.cost > 0, infoset.most > infoset.cost

        menu = capped_bets(pot_or_all, 2)
        solver = ExternalSampling(Abstracted(base, bets * seat * menu, menu), seed=1)
        solver.run(200)
        agent = StrategyAgent(solver.strategy(), solver.game)
        thinker = Thinker(agent, Clock(60.0), 3)
        play_match(thinker, agent, deals=30, seed=1)
        assert thinker.thought > 3
        assert thinker.fallbacks == 0
        before = thinker.thought
        session = acpc.Session(thinker, base, Random(1))
        line = "MATCHSTATE:0:31:cc/cc/cc/:JdTc|/2c3d7s/Kh/4s"
        assert session.answer(line).startswith(line)
        assert (thinker.thought, session.tally.fallbacks) == (before + 1, 0)


def river(thinker, cards, seat):
    """Return a limped hand that was checked to the river, as a seat sees it."""
    hand = thinker.begin(RiverOfBlood(), Random(1)).seated(seat, parse(cards))
    hand = hand.apply(Call()).apply(Check())
    for board in ("2c3d7s", "Kh", "4s"):
        for card in parse(board):
            hand = hand.apply(Deal(card))
        if board != "4s":
            hand = hand.apply(Check()).apply(Check())
    return hand


def test_a_bet_far_off_the_menu_narrows_the_range_of_who_made_it():
    river = RiverOfBlood(stacks=(396, 396), pips=(0, 0), pot=8, active=1, due=0)
    river = replace(river, community=parse("2c3d7sKs9c"), last=parse("9c").mask.bit_length() - 1)
    free = np.array([not Cards(mask) & river.community for mask in MASKS.tolist()])
    reach = np.tile(np.where(free, 1.0, 0.0), (2, 1))
    before = SimpleNamespace(
        real=river, infoset=river.infoset(1), seat=1, reach=reach, off=(), before=None, action=None
    )
    shares = []
    for chips, apart in [(9, 0.1), (24, 2.0), (198, 24.0)]:
        off = (SimpleNamespace(apart=(apart,)),)
        after = SimpleNamespace(before=before, action=Bet(chips), done=0.5, off=off, reach=reach)
        found = believed(after)
        assert (found[0] == reach[0]).all()
        value = found[1] == 0.5
        shares.append(float(value.mean()))
        if apart > 1.0:
            size = chips / 8
            bluffs = found[1][~value].sum() / found[1][value].sum()
            assert bluffs == pytest.approx(size / (1.0 + size))
    assert shares[0] == free.mean()
    assert shares[1] / shares[0] == pytest.approx(1 / 8, abs=0.02)
    assert shares[2] / shares[0] == pytest.approx(1 / 51.5, abs=0.01)
