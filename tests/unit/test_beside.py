"""Bets beside a menu: a real hand and the abstract one as one game, and who learns to bet so."""

from __future__ import annotations

import pytest

from blood.quick import Abstraction, TrainingAbstraction
from zerosum.abstraction import Abstracted, algebraic, base_and_view
from zerosum.algorithms import ExternalSampling
from zerosum.errors import NotApplicable
from zerosum.evaluation import approximate_best_response
from zerosum.kuhn import Kuhn
from zerosum.laws import check_playouts
from zerosum.pkr import Bet, Call, Check, Fold, RiverOfBlood
from zerosum.pkr.abstraction import Translation
from zerosum.pkr.abstraction.beside import PairedBet, wider
from zerosum.pkr.actions import RaisePot
from zerosum.rng import Random
from zerosum.tables import rows_of


@algebraic
def player(infoset):
    return infoset.player


@algebraic
def folded(infoset):
    return (Fold(), Call()) if infoset.cost > 0 else (Check(),)


@algebraic
def bets(infoset):
    lower, upper = infoset.bounds()
    pots = (RaisePot(),) if infoset.bets < 1 and lower <= infoset.total <= upper else ()
    return (*folded(infoset), *pots)


def real(action):
    return Bet(action.quantity) if isinstance(action, PairedBet) else action


@pytest.mark.parametrize(
    ("start", "hands"),
    [(Abstraction(), 120), (Translation(states=player * bets, actions=bets), 60)],
    ids=["quick", "one bet"],
)
def test_the_abstract_hand_follows_as_in_a_translation(start, hands):
    view, rng, apart = rows_of(start.view), Random(3), 0
    sight, seen = wider(RiverOfBlood(), view)
    first, own = base_and_view(sight)
    check_playouts(first, own, 20)
    for _ in range(hands):
        hand, walk = first, start
        while not hand.terminal:
            if hand.chance:
                action = hand.sample(rng)
            else:
                infoset, shown = hand.infoset(hand.active), walk.shown.infoset(walk.active)
                known, menu = seen.menu(infoset), own.menu(infoset)
                assert known == view.menu(shown)
                assert seen.row(infoset, known) == view.row(shown, known)
                legal = infoset.real.actions()
                assert {real(action) for action in menu} <= {*legal}
                assert [walk.realise(a) for a in known] == [real(a) for a in menu[: len(known)]]
                action = menu[rng.integer(len(menu))]
            hand, walk = hand.apply(action), walk.apply(real(action))
            assert hand.real == walk.real
            if not hand.terminal:
                assert (hand.abstract, hand.shown) == (walk.abstract, walk.shown)
                apart += hand.shown != hand.abstract
        assert hand.payoff(0) == walk.payoff(0) == -hand.payoff(1)
    assert apart > 0


@pytest.mark.slow
def test_native_and_interpreted_responses_are_equal_and_bets_win_more():
    solver = ExternalSampling(TrainingAbstraction, seed=1)
    solver.run(3_000)
    game, strategy = TrainingAbstraction(), solver.strategy()
    first, second = (
        approximate_best_response(game, strategy, 20, 20, wider=True, native=native).bound
        for native in (True, False)
    )
    assert (first.mean, first.error) == (second.mean, second.error)
    menu, more = (
        approximate_best_response(game, strategy, 1_000, 5_000, wider=each).bound
        for each in (False, True)
    )
    assert more.interval[0] > menu.interval[1]


def test_games_that_do_not_say_how_are_refused():
    strategy = ExternalSampling(Kuhn(), native=False).strategy()
    with pytest.raises(NotApplicable, match=r"Kuhn must declare the hook wider.*it has none"):
        approximate_best_response(Kuhn(), strategy, 1, 2, wider=True)
    game = Abstracted(RiverOfBlood(), player * bets, bets)
    strategy = ExternalSampling(game, native=False).strategy()
    with pytest.raises(NotApplicable, match=r"not used together with states of one's own"):
        approximate_best_response(game, strategy, 1, 2, wider=True, own=game)
    with pytest.raises(NotApplicable, match="River of Blood with equal stacks"):
        wider(RiverOfBlood(stacks=(100, 60)), base_and_view(game)[1])


def test_stacks_are_those_of_the_game():
    view = base_and_view(Abstraction())[1]
    hand, _ = base_and_view(wider(RiverOfBlood(stacks=(60, 60)), view)[0])
    assert {each.stacks for each in (hand.real, hand.abstract, hand.shown)} == {(60, 60)}
