"""Local best response against a player who thinks: on a last street, and in whole hands."""

from __future__ import annotations

import math
from types import SimpleNamespace

import numpy as np
import pytest

from blood.quick import TrainingAbstraction
from zerosum.abstraction import View
from zerosum.algorithms import ExternalSampling
from zerosum.evaluation import local_best_response
from zerosum.evaluation.bounds.declared import calls_of
from zerosum.kernels.failures import last_visited
from zerosum.pkr.actions import Bet, Deal
from zerosum.pkr.hands.deck import Deck
from zerosum.pkr.hands.shuffled import scrambled
from zerosum.pkr.holdem import NoLimitHoldem
from zerosum.pkr.think import Streets, Values, compare_by_local_best_response, fit_values
from zerosum.pkr.think.compare import PairedDeals
from zerosum.pkr.think.response import Street
from zerosum.pkr.think.rest import Rest
from zerosum.pkr.think.showdowns import holding
from zerosum.pkr.think.thought import places_in
from zerosum.pkr.think.trace import Trace
from zerosum.play import StrategyAgent
from zerosum.rng import Random

SMALL = NoLimitHoldem(deck=Deck(3, 2), board=(), stacks=(12,), sizes=(50, 100))
CALLS = calls_of(SMALL)


class Slow:
    """Local best response hand by hand, as it is defined."""

    def __init__(self, tree, shares, player):
        self.tree, self.shares, self.player = tree, shares, player

    def win(self, node, states):
        """Return what is won by a range of (history, weight, number of the hand)."""
        game = states[0][0]
        if game.terminal:
            return self.paid(states)
        menu = game.infoset(game.active).actions()
        if game.active == self.player:
            values = [self.worth(node, states, place, action) for place, action in enumerate(menu)]
            place = int(np.argmax(values))
            return self.win(self.below(node, place), moved(states, menu[place]))
        return sum(
            self.win(self.below(node, place), self.taken(node, states, place, action))
            for place, action in enumerate(menu)
        )

    def worth(self, node, states, place, action):
        after, node = moved(states, action), self.below(node, place)
        if not isinstance(action, Bet) or after[0][0].terminal:
            return self.called(after)
        menu = after[0][0].infoset(1 - self.player).actions()
        total = 0.0
        for number, answer in enumerate(menu):
            taken = self.taken(node, after, number, answer)
            stays = [(one[0], *part[1:]) for one, part in zip(after, taken, strict=True)]
            total += self.paid(taken) if taken[0][0].terminal else self.called(stays)
        return total

    def called(self, states):
        while not states[0][0].terminal:
            game = states[0][0]
            states = moved(states, CALLS.menu(game.infoset(game.active))[0])
        return self.paid(states)

    def taken(self, node, states, place, action):
        size = len(self.tree.hands_held)
        odds = self.shares[self.tree.starts[node] + place * size :]
        return [(game.apply(action), weight * odds[k], k) for game, weight, k in states]

    def below(self, node, place):
        return int(self.tree.targets[self.tree.firsts[node] + place])

    def paid(self, states):
        return sum(weight * game.payoff(self.player) for game, weight, _ in states)


def moved(states, action):
    return [(game.apply(action), weight, number) for game, weight, number in states]


def play_of(tree, shares):
    """Return the probabilities of a tree, node by node."""
    size = len(tree.hands_held)
    return lambda node: shares[tree.starts[node] : tree.starts[node + 1]].reshape(-1, size)


@pytest.mark.parametrize("player", [0, 1])
def test_a_street_is_won_as_hand_by_hand(player):
    rng = np.random.default_rng(3)
    game = SMALL
    while game.chance:
        game = game.apply(game.sample(Random(4)))
    tree = Streets(SMALL, View(None, None), native=False).tree(game)
    cards = tree.hands_held.cards
    weights = rng.random(len(cards))
    shares = np.concatenate(
        [
            rng.dirichlet(np.full(actions, 0.4), len(cards)).T.ravel()
            for actions in np.diff(tree.firsts)
        ]
    )
    solutions = SimpleNamespace(
        view=View(None, None), tree=lambda _: tree, agent=SimpleNamespace(base=SMALL)
    )
    for own in cards.tolist():
        others = [k for k, hand in enumerate(cards.tolist()) if not set(hand) & set(own)]
        deals = [
            (own, cards[k].tolist()) if player == 0 else (cards[k].tolist(), own) for k in others
        ]
        dealt = [holding(game, *hands) for hands in deals]
        street = Street(solutions, Trace(dealt[0], None), player, CALLS, weights)
        states = [(one, weights[k], k) for one, k in zip(dealt, others, strict=True)]
        expected = Slow(tree, shares, player).win(0, states)
        assert street.value(play_of(tree, shares)) == pytest.approx(expected, abs=1e-12)
        assert street.lines == []


BEFORE = NoLimitHoldem(deck=Deck(6, 2), board=(1, 1), stacks=(12,), sizes=(100,))


class Rigged:
    """A strategy whose probabilities follow from the cards and the node alone."""

    view = View(None, None)
    agent = SimpleNamespace(base=BEFORE)

    def __init__(self):
        self.streets = Streets(BEFORE, self.view, Values.without(24), native=False)

    def tree(self, hand):
        return self.streets.tree(hand.real)

    def hands(self, hand):
        return self.streets.hands(hand.real)

    def shares(self, hand, tree):
        board, (low, high) = hand.real.community.mask, tree.hands_held.cards.T
        found = []
        for node in range(tree.nodes):
            actions = np.arange(tree.firsts[node + 1] - tree.firsts[node])[:, None]
            weights = 1.0 + (7 * low + 13 * high + 5 * actions + 3 * node + board) % 11
            found.append((weights / weights.sum(axis=0)).ravel())
        return np.concatenate(found)


def every_card(rest, street):
    """Return what an exploiter wins from a street on, over all lines and cards, not one of each."""
    won = street.value(rest._play(street, thinks=False))
    for line in list(street.lines):
        held, own = rest.solutions.hands(line.hand), line.hand.real.infoset(rest.player).hand
        live = sorted({*held.ravel().tolist()} - {*own})
        for card in live:
            others = [each for each in live if each != card]
            hand = rest._holding(line.hand, (others[0], others[1])).apply(Deal(card))
            range_ = line.range[places_in(held, rest.solutions.hands(hand))]
            # Each hand of the opponent without the card meets it with this probability.
            won += every_card(rest, rest._street(hand, range_)) / (len(live) - 2)
    return won


@pytest.mark.slow
@pytest.mark.parametrize("player", [0, 1])
def test_what_is_drawn_is_right_on_average(player):
    game, calls, rng = BEFORE, calls_of(BEFORE), Random(5)
    while game.chance or game.street < 1:
        infoset = game.infoset(game.active)
        game = game.apply(game.sample(rng) if game.chance else calls.menu(infoset)[0])
    rests = [
        Rest(Rigged(), Trace(game, None), player, calls, 1, scrambled(number))
        for number in range(1_500)
    ]
    range_ = np.ones(len(rests[0].solutions.hands(Trace(game, None))))
    street = rests[0]._street(Trace(game, None), range_)
    won = np.array([rest._on(street, 0, thinks=False) for rest in rests])
    error = won.std() / math.sqrt(won.size)
    assert error < 2.0
    assert won.mean() == pytest.approx(every_card(rests[0], street), abs=4 * error)


@pytest.fixture(scope="module")
def agent():
    solver = ExternalSampling(TrainingAbstraction, seed=1)
    solver.run(3_000)
    return StrategyAgent(solver.strategy(), TrainingAbstraction())


@pytest.mark.slow
def test_against_the_strategy_it_is_local_best_response(agent):
    deals, seed = 60, 3
    found = compare_by_local_best_response(agent.game, agent.strategy, 6, deals, seed)
    plain = local_best_response(agent.game, agent.strategy, deals, seed)
    assert found.strategy.seats.tolist() == plain.seats.tolist()
    assert (found.strategy.error, found.strategy.unknown) == (plain.error, plain.unknown)
    seats = found.strategy.seats + found.difference.seats
    assert found.thinking.seats == pytest.approx(seats, abs=1e-12)
    assert found.difference.error > 0.0
    assert (found.streets > 0, found.failed) == (True, 0)
    again = compare_by_local_best_response(agent.game, agent.strategy, 6, deals, seed)
    assert again.difference.seats.tolist() == found.difference.seats.tolist()


@pytest.mark.slow
def test_it_decides_on_the_last_street_as_the_kernel_does(agent):
    table, met = PairedDeals(agent, 1, 5, "unsafe", 1_000), 0
    for number in range(1, 121):
        table.play(number, number)
        hand = table.first_solved()
        if hand is None:
            continue
        range_ = table.solutions.ranges(hand, table.solutions.hands(hand))[0]
        street = Street(table.solutions, hand, 1, table.calls, range_)
        play = play_of(street.tree, table.solutions.shares(hand, street.tree))
        spot, weights = street.start, street.weights
        played = len(hand.steps) + 4 + len(hand.real.community)
        for move in last_visited(table.walked)[1][played:]:
            action = spot.infoset.concrete(move)
            places = street.menu(spot)[action]
            if spot.hand.active == 1:
                assert street.best(spot, weights, play)[0] == action
                met += 1
            else:
                weights = weights * play(spot.node)[places].sum(axis=0)
            spot = street.after(spot, places[0])
    assert met > 3


@pytest.mark.slow
def test_thinking_on_earlier_streets_is_measured_too(agent):
    values = fit_values(agent, states=3, pairs=50)
    deals, seed = 60, 3
    found, again, last = (
        compare_by_local_best_response(agent.game, agent.strategy, 6, deals, seed, values=each)
        for each in (values, values, None)
    )
    assert found.difference.seats.tolist() == again.difference.seats.tolist()
    assert found.strategy.seats.tolist() == last.strategy.seats.tolist()
    assert found.streets > last.streets
    assert found.failed == 0


@pytest.mark.slow
def test_who_plays_as_before_loses_as_before(agent):
    values, met = fit_values(agent, states=3, pairs=50), 0
    table = PairedDeals(agent, 1, 5, "unsafe", 1_000, values)
    for number in range(1, 41):
        table.play(number, number)
        hand = table.first_solved()
        if hand is not None:
            rest = Rest(table.solutions, hand, 1, table.calls, 1, number)
            # The solutions of a thinker are put in place of the strategy, and take its part.
            plainly = rest._play
            rest._play = lambda street, thinks, plainly=plainly: plainly(street, thinks=False)
            assert rest.gain() == 0.0
            met += 1
    assert met > 3
