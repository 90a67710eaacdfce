"""Trees of streets: what their solver finds is what the enumerated game says."""

from __future__ import annotations

import numpy as np
import pytest

from zerosum.abstraction import algebraic
from zerosum.algorithms import LinearProgram
from zerosum.algorithms.street_cfr import StreetCFR
from zerosum.errors import AbstractionError, RuleError
from zerosum.evaluation import deviation_gains, expected_values, loss
from zerosum.evaluation.price.streets import hand_prices
from zerosum.kernels.roots import Entrance
from zerosum.leduc import Leduc
from zerosum.leduc.abstraction import betting, is_king, pairs, rank
from zerosum.pkr.hands.deck import SHORT, TWENTY, Deck
from zerosum.pkr.holdem.abstraction import hand_cards, hand_ranks, made
from zerosum.pkr.spots import Spot
from zerosum.pkr.spots.prices import buckets
from zerosum.pkr.spots.prices import loss as price_of
from zerosum.tree import enumerated
from zerosum.tree.streets.shares import shares_of
from zerosum.tree.streets.tree import street_tree

TENS = {"pot": 10, "bets": "100%"}
RIVER = Spot("AA,QQ:0.5,KdQd", "KK,AsQs:0.3,JcTc", board="2c2d7h8s9c", stack=20, **TENS)
TURN = Spot(
    "AcAd,QcQd:0.5,KdTd", "KcKd,AhQh:0.3,JhTc", board="TsJsQsKh", stack=10, deck=TWENTY, **TENS
)
ALL_IN = Spot("AcAd,AhAs:0.5", "KcKd,KhKs:0.3", board="JsJhQc", stack=3, deck=Deck(4), **TENS)
SUITED = Spot("AcAh,AcAs", "KcKd", board="JsJhQc", stack=3, deck=Deck(4), **TENS)
WIDE = {"river.bet": "50%,100%,allin", "bet": "100%", "raise": "100%"}


@pytest.fixture(scope="module")
def leduc() -> StreetCFR:
    solver = StreetCFR(Leduc())
    solver.run(1_000)
    return solver


def test_leduc_is_solved(leduc):
    assert leduc.values()[0] == pytest.approx(LinearProgram(Leduc()).value, abs=1e-5)
    assert leduc.values() == pytest.approx(expected_values(Leduc(), leduc.strategy()), abs=1e-6)
    gains = deviation_gains(Leduc(), leduc.strategy())
    assert leduc.gains() == pytest.approx(gains, abs=1e-6)
    assert leduc.nash_conv() < 1e-3


@pytest.mark.parametrize("options", [{}, {"short": True}])
def test_interpreted_and_native_walks_are_equal(options):
    found = [StreetCFR(Leduc(), native=native, **options) for native in (False, True)]
    for solver in found:
        solver.run(5)
    one, other = (solver.numbers for solver in found)
    assert one.averages == pytest.approx(other.averages, abs=1e-5)
    assert one.short_averages == pytest.approx(other.short_averages, abs=2)
    assert found[0].gains() == pytest.approx(found[1].gains(), abs=1e-4)


def test_one_thread_solves_a_part_again():
    with pytest.raises(RuleError, match="by one thread"):
        StreetCFR(Leduc(), threads=2).enter(Entrance())


def test_every_board_is_worth_what_its_class_is(leduc):
    every = StreetCFR(Leduc(), symmetric=False)
    every.run(1_000)
    assert every.infosets == 2 * leduc.infosets - 36
    assert every.values() == pytest.approx(leduc.values(), abs=1e-6)
    assert every.gains() == pytest.approx(leduc.gains(), abs=1e-6)


@pytest.mark.parametrize("game", [Leduc(), ALL_IN.game], ids=["leduc", "flop"])
def test_threads_change_no_bit(game):
    found = [StreetCFR(game, threads=threads) for threads in (1, 2)]
    for solver in found:
        solver.run(20)
    one, other = found
    assert (one.numbers.regrets == other.numbers.regrets).all()
    assert (one.numbers.averages == other.numbers.averages).all()
    assert one.nash_conv() == other.nash_conv()


@pytest.mark.parametrize("spot", [RIVER, TURN, ALL_IN], ids=["river", "turn", "flop"])
def test_spots_are_solved(spot):
    tree, solver = enumerated(spot.game, native=False), StreetCFR(spot.game)
    solver.run(10)
    check(solver, tree, spot)
    solver.run(5_000)
    assert solver.values()[0] == pytest.approx(LinearProgram(tree).value, abs=1e-6 * spot.pot)


def check(solver, tree, spot):
    """Check that a strategy is worth in the tree of all histories what its solver says."""
    strategy, slack = solver.strategy(), 1e-6 * spot.pot
    assert solver.values() == pytest.approx(expected_values(tree, strategy), abs=slack)
    assert solver.gains() == pytest.approx(deviation_gains(tree, strategy), abs=slack)
    assert strategy.unknown == 0


@pytest.mark.slow
@pytest.mark.parametrize(
    ("first", "second", "board", "stack", "bets", "rest", "moves"),
    [
        ("AA,QQ:0.5,KdQd", "KK,AQ:0.3,JcTc", "2c2d7h8s9c", 20, WIDE, {}, 1),
        ("AA,99:0.5,Ah9h", "KK,A9s:0.3", "9c6d7h8s", 30, "100%", {"deck": SHORT}, 1),
        ("AA,99:0.5", "KK", "9c6d7h8s", 30, "100%", {"deck": SHORT, "dead": "AdKs"}, 1),
        ("AcAd,QcQd:0.5,KdTd", "KcKd,AhQh:0.3", "TsJsQh", 30, WIDE, {"deck": TWENTY}, 1),
        ("AA,JJ:0.5", "KK:0.3,AQs", "TcTdQh", 5, "allin", {"deck": TWENTY}, 2),
        ("AA,QhQs:0.5", "KK", "TcTdTh", 5, "allin", {"deck": TWENTY}, 2),
        ("AA,88:0.5", "TT", "9c6c7c", 10, "allin", {"deck": SHORT}, 6),
        ("AcAd,9h9s:0.5", "KcKd,AhTh:0.2", "9c6d7h", 30, "100%", {"deck": SHORT}, 1),
    ],
)
def test_large_spots_are_evaluated(first, second, board, stack, bets, rest, moves):
    spot = Spot(first, second, board=board, pot=10, stack=stack, bets=bets, **rest)
    solver, every = (StreetCFR(spot.game, symmetric=symmetric) for symmetric in (True, False))
    for each in (solver, every):
        each.run(30)
    assert len(solver.tree.runouts.moves) == moves
    check(solver, enumerated(spot.game), spot)
    assert np.abs(solver.gains() - every.gains()).max() < 1e-6 * spot.pot
    assert np.abs(solver.values() - every.values()).max() < 1e-6 * spot.pot


@pytest.mark.parametrize("states", [rank * pairs, is_king])
def test_prices_are_those_of_the_whole_game(states):
    found = next(hand_prices(Leduc(), [states], to=1e-4, symmetric=False))
    exact, value = loss(Leduc(), states * betting), LinearProgram(Leduc()).value
    for each, worth, conceded in zip(
        found.prices, (value, -value), exact.best.conceded, strict=True
    ):
        assert each.recall
        assert each.price == pytest.approx(conceded + worth, abs=each.error + 1e-6)
        assert each.error < 1e-3
        assert each.both >= each.price - each.error


def test_spots_are_priced():
    """A strength tells all but what a hand blocks; finer keys never cost more."""
    spot = Spot("QQ-99,AsKs", "AA:0.5,KK,JcTc,8d8h", board="2c2d7h8s9c", stack=30, **TENS)
    shares = [hand_cards, hand_ranks, made]
    prices = [price_of(spot, states, to=2e-5) for states in shares]
    for player in range(2):
        costs = [each.prices[player] for each in prices]
        assert abs(costs[0].price) < 1e-6 * spot.pot + costs[0].error
        assert costs[0].price <= costs[1].price + 1e-3 <= costs[2].price + 2e-3
        assert all(each.error < 1e-3 for each in costs)
    assert prices[2].prices[0].price > 0.01


def test_keys_that_cannot_be_priced():
    with pytest.raises(AbstractionError, match="must not name suits"):
        price_of(SUITED, hand_cards)
    with pytest.raises(AbstractionError, match="alike after all lines"):
        price_of(TURN, in_large_pots)
    (found,) = hand_prices(Leduc(), [forgets], iterations=50, symmetric=False)
    assert not found.prices[0].recall


def test_buckets_of_all_hands_are_found_at_once():
    """They put the same hands together as the factor does when it is called hand by hand."""
    tree = street_tree(TURN.game)
    quick, slow = (shares_of(tree, states) for states in (COARSE, hand_by_hand))
    assert (quick.counts == slow.counts).all()
    assert quick.recall == slow.recall
    for pair in zip(quick.columns, slow.columns, strict=True):
        assert len(np.unique(np.stack(pair), axis=1).T) < quick.counts.sum()


COARSE = buckets("histograms", 3, street=2, deck=TWENTY)


@algebraic
def hand_by_hand(infoset):
    return COARSE(infoset)


@algebraic
def in_large_pots(infoset):
    return infoset.hand.mask if infoset.total > TURN.pot else 0


@algebraic
def forgets(infoset):
    """The card at first, then a pair only."""
    return (rank(infoset), pairs(infoset)) if infoset.board < 0 else (-1, pairs(infoset))
