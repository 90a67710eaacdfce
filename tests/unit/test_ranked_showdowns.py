"""Showdowns in linear time: what they pay is what the game pays, hand against hand."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from tests.games.holdem import random_deal as dealt
from zerosum.abstraction import View, algebraic
from zerosum.algorithms import VectorCFR
from zerosum.cards import Cards, is_black, parse
from zerosum.errors import GameError
from zerosum.pkr import Bet, Call, Fold, RiverOfBlood
from zerosum.pkr.equities.showdowns import ranked_hands
from zerosum.pkr.hands.deck import Deck
from zerosum.pkr.holdem import NoLimitHoldem
from zerosum.pkr.think import Streets
from zerosum.pkr.think.showdowns import holding, is_last_street
from zerosum.pkr.think.thought import RARE, Thought
from zerosum.pkr.think.trace import Trace
from zerosum.resolving import GADGET, UNSAFE, solve
from zerosum.resolving.ranked import best_by_hand, street_solver
from zerosum.resolving.subgames import Reaches
from zerosum.rng import Random
from zerosum.rules import LINEAR, PLUS
from zerosum.tree.failures import NotEnumerable
from zerosum.tree.public.betting import BettingTree, RankedHands

SMALL = NoLimitHoldem(deck=Deck(3, 2), board=(), stacks=(12,), sizes=(50, 100))
STREETS = Streets(SMALL, View(None, None), native=False)
RIVER = RiverOfBlood(stacks=(370, 370), pips=(0, 0), pot=60, active=1, due=0)


def board_of(size, rng):
    """Return a board of River of Blood that ends the run with so many cards."""
    while True:
        cards = []
        while len(cards) < size:
            card = rng.integer(52)
            if card not in cards:
                cards.append(card)
        if is_black(cards[-1]):
            board = Cards(sum(1 << card for card in cards))
            return replace(RIVER, community=board, last=cards[-1])


@pytest.mark.parametrize("size", [5, 9])
def test_a_showdown_pays_what_the_game_pays(size):
    rng = Random(size)
    root = board_of(size, rng)
    cards, ends = ranked_hands(root)
    hands = [tuple(hand) for hand in cards.tolist()]
    end = replace(root, terminal=True)
    tree = BettingTree(
        hands_held=RankedHands(cards, ends),
        owners=np.zeros(1, np.int64),
        firsts=np.array([0, 1]),
        targets=np.array([-1]),
        bases=np.zeros(1),
        gains=np.array([end.pot / 2]),
        pots=np.zeros(1, np.int64),
        ways=np.zeros(1, np.int64),
    )
    for player in range(2):
        reach, meets = np.zeros(len(hands)), [rng.integer(len(hands)) for _ in range(4)]
        for place, other in enumerate(meets):
            reach[other] += place + 1.0
        solver = street_solver(tree, Reaches(reach, reach), PLUS, native=False)
        values, exact = best_by_hand(solver, player), end.pot / 2 * tree.hands_held.ahead(reach)
        for hand in [*meets, *(rng.integer(len(hands)) for _ in range(30))]:
            expected = 0.0
            for other in set(meets):
                if set(hands[hand]).isdisjoint(hands[other]):
                    pair = (hands[hand], hands[other])
                    deal = holding(end, *(pair if player == 0 else pair[::-1]))
                    expected += reach[other] * deal.payoff(player)
            assert exact[hand] == pytest.approx(expected, abs=1e-9)
            assert values[hand] == pytest.approx(expected, abs=1e-3)


def test_a_street_solved_whole_is_a_solution_of_the_game():
    """The game has one street, so its start after the deal is the last street."""
    whole = VectorCFR(SMALL, native=False)
    root = dealt(SMALL, Random(1))
    part = STREETS.part(root, (np.ones(15), np.ones(15)))
    few, many = (solve(part, iterations=count, rule=PLUS, native=False) for count in (1, 60))
    assert (whole.tree.targets >= 0).tolist() == (many.tree.targets >= 0).tolist()
    cards = [tuple(hand) for hand in many.tree.hands_held.cards.tolist()]
    for solved in (few, many):
        for node, owner in enumerate(solved.tree.owners):
            held = whole.tree.deals.hands[int(owner)]
            at = slice(int(whole.tree.starts[node]), int(whole.tree.starts[node + 1]))
            places = [cards.index(tuple(hand)) for hand in held]
            whole.vectors.sums[at] = solved.at(node)[:, places].ravel()
        assert solved.nash_conv() == pytest.approx(whole.nash_conv(), abs=1e-5)
    assert many.nash_conv() < 0.05 * few.nash_conv()


def test_with_the_gadget_no_hand_of_the_opponent_wins_more():
    root = dealt(SMALL, Random(1))
    # The opponent is thought to hold aces, so an unsafe solution gives other hands too much.
    cards = STREETS.hands(root)
    aces = np.array([1.0 if min(hand) >= 48 else 0.01 for hand in cards])
    known = solve(
        STREETS.part(root, (np.ones(15), np.ones(15))), iterations=40, rule=LINEAR, native=False
    )
    part, excess = STREETS.part(root, (np.ones(15), aces)), {}
    for each in (part, part.guarded(GADGET, known.numbers)):
        solved = solve(each, iterations=150, rule=LINEAR, native=False)
        more = part.wins(solved.numbers) - part.wins(known.numbers)
        # Against the six hands that are dealt equally often beside each.
        excess[each.root] = float(np.maximum(more, 0.0).max()) / 6
        if each.root is GADGET:
            assert solved.margin == pytest.approx(-more.max() / 6, abs=1e-5)
    assert excess[UNSAFE] > 0.9
    assert excess[GADGET] < 0.05
    # Chips that are won in any case change nothing.
    paid = replace(part, tree=replace(part.tree, bases=part.tree.bases + 3.0))
    one, other = (
        solve(each.guarded(GADGET, known.numbers, native=False), iterations=5, native=False)
        for each in (part, paid)
    )
    assert other.numbers == pytest.approx(one.numbers, abs=1e-4)


def test_odds_last_streets_and_refusals():
    root = dealt(SMALL, Random(2))
    part = STREETS.part(root, (np.ones(15), np.ones(15)))
    solved = solve(part, iterations=5, native=False)
    odds = Thought(None, solved, 0, STREETS.menus).odds(0, root, root.infoset(0).hand)
    assert tuple(odds) == root.infoset(0).actions()
    assert sum(odds.values()) == pytest.approx(1.0)
    assert solved.tree.targets[0] < 0  # a fold ends it
    assert solved.tree.targets[1] == 1
    with pytest.raises(GameError, match="must have alternatives: guard a strategy"):
        solved.margin  # noqa: B018
    flop = replace(RIVER, community=parse("2c3d7s"), last=parse("7s").mask.bit_length() - 1)
    red = replace(RIVER, community=parse("2c3d7s8dKh"), last=parse("Kh").mask.bit_length() - 1)
    assert not is_last_street(flop)
    assert not is_last_street(red)
    assert is_last_street(board_of(5, Random(0)))
    assert not is_last_street(NoLimitHoldem())
    assert is_last_street(dealt(SMALL, Random(0)))
    streets = Streets(RiverOfBlood(), View(None, None), native=False)
    with pytest.raises(GameError, match="no card can come any more"):
        streets.tree(red)
    root = board_of(5, Random(0))
    with pytest.raises(NotEnumerable, match="at most 4,000 decisions"):
        streets.tree(root)
    start = dealt(SMALL, Random(1))
    with pytest.raises(GameError, match="The range of each player must hold a hand"):
        STREETS.part(start, (np.ones(15), np.zeros(15)))


BET = Bet(3)


@algebraic
def without(infoset):
    return tuple([action for action in infoset.actions() if action != BET])


def test_a_bet_off_the_menu_is_solved_as_one_on_the_menu():
    root, even = dealt(SMALL, Random(1)), (np.ones(15), np.ones(15))
    whole = solve(STREETS.part(root, even), iterations=9, rule=LINEAR, native=False)
    streets = Streets(SMALL, View(None, without), native=False)
    assert streets.tree(root, (Fold(),)).extras == streets.tree(root, (Call(),)).extras == {}
    part = streets.part(root, even, 0, (BET, Fold()))
    solved = solve(part, iterations=9, rule=LINEAR, native=False)
    assert part.tree.extras == {0: BET}
    order = [0, 1, 3, 2]  # the bet is the last action
    assert solved.at(0) == pytest.approx(whole.at(0)[order], abs=1e-3)
    after = whole.tree.targets[2], solved.tree.targets[3]
    assert solved.at(after[1]) == pytest.approx(whole.at(after[0]), abs=1e-3)
    assert sorted(part.tree.bases.tolist()) == sorted(whole.tree.bases.tolist())
    # Where the bet is hardly made, its range is a guess.
    trace = Trace(root, SimpleNamespace())
    hand = trace.apply(BET)
    never = solved.numbers.copy()
    never[3 * 15 : 4 * 15] = 0.0
    for numbers, left in [(solved.numbers, 0), (never, 1)]:
        thought = Thought(trace, replace(solved, numbers=numbers), 1 - root.active, streets.menus)
        _, later, ranges = thought.follow(hand)
        assert len(later) == left
        bettor, other = ranges[root.active], ranges[1 - root.active]
        assert (other == even[0]).all()
        if left:
            assert bettor.sum() == pytest.approx(RARE * 15)
            assert bettor[-1] == bettor.max() > 2.0 * bettor.min() > 0.0
