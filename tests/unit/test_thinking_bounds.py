"""Local best response at places of poker: against strategies, their parts, and who thinks."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

from blood.quick import TrainingAbstraction
from zerosum.abstraction import Abstracted
from zerosum.abstraction.declared import calls_of
from zerosum.algorithms import ExternalSampling
from zerosum.cards import Cards
from zerosum.evaluation import local_best_response
from zerosum.pkr import RiverOfBlood
from zerosum.pkr.abstraction.beside import bets_beside
from zerosum.pkr.actions import Bet, Call, Check, Fold
from zerosum.pkr.hands.deck import Deck
from zerosum.pkr.holdem import NoLimitHoldem
from zerosum.pkr.places.follower import Follower
from zerosum.pkr.places.policy import MASKS
from zerosum.pkr.think import compare_by_local_best_response, fit_values
from zerosum.pkr.think.compare import PairedDeals
from zerosum.pkr.think.opponents import Spot, Thinking, by_strategy
from zerosum.pkr.think.outlook import edges_against
from zerosum.pkr.think.response import Chips, Dealt, Response, by_menu
from zerosum.pkr.think.solutions import Solutions
from zerosum.play import StrategyAgent
from zerosum.rng import Random

ONE = NoLimitHoldem(deck=Deck(3, 2), board=(), stacks=(12,), sizes=(50, 100))
TWO = NoLimitHoldem(
    deck=Deck(4, 2), board=(1,), stacks=(8,), sizes=(100,), antes=(0, 1), trim=False
)


def rigged(infoset):
    """Return probabilities that follow from the cards and the chips alone."""
    low, high = infoset.hand
    seen = infoset.community.mask + 3 * infoset.total + 5 * infoset.cost
    menu = infoset.actions()
    weights = [1 + (7 * low + 13 * high + 5 * at + seen) % 11 for at in range(len(menu))]
    return {action: weight / sum(weights) for action, weight in zip(menu, weights, strict=True)}


class Slow:
    """Local best response hand by hand, as it is defined."""

    def __init__(self, base, player):
        self.calls, self.player = calls_of(base), player

    def win(self, states):
        """Return what is won by a range of (history, weight)."""
        game = states[0][0]
        if game.terminal:
            return sum(weight * hand.payoff(self.player) for hand, weight in states)
        if game.chance:
            return sum(self.win(after) for after in self.dealt(states))
        menu = game.infoset(game.active).actions()
        if game.active == self.player:
            return self.win(moved(states, max(menu, key=lambda action: self.worth(states, action))))
        return sum(self.win(self.taken(states, action)) for action in menu)

    def worth(self, states, action):
        after = moved(states, action)
        if not isinstance(action, Bet):
            return self.called(after)
        menu, total = after[0][0].infoset(1 - self.player).actions(), 0.0
        for answer in menu:
            taken = self.taken(after, answer)
            stays = [(one[0], part[1]) for one, part in zip(after, taken, strict=True)]
            total += self.win(taken) if isinstance(answer, Fold) else self.called(stays)
        return total

    def called(self, states):
        game = states[0][0]
        if game.terminal:
            return self.win(states)
        if game.chance:
            return sum(self.called(after) for after in self.dealt(states))
        return self.called(moved(states, self.calls.menu(game.infoset(game.active))[0]))

    def taken(self, states, action):
        infosets = [game.infoset(game.active) for game, _ in states]
        pairs = zip(states, infosets, strict=True)
        return [
            (game.apply(action), weight * rigged(seen)[action]) for (game, weight), seen in pairs
        ]

    def dealt(self, states):
        found = {}
        for game, weight in states:
            for card, chance in game.chances().items():
                found.setdefault(card, []).append((game.apply(card), weight * chance))
        return found.values()


def moved(states, action):
    return [(game.apply(action), weight) for game, weight in states]


def every_deal(base, player, own):
    """Return each deal in which a player has some cards, by its weight."""
    left = (base.deck.cards - own).mask
    others = [Cards(mask) for mask in MASKS.tolist() if mask & left == mask]
    deals = [(own, hand) if player == 0 else (hand, own) for hand in others]
    return [(base.face_down.holding(*deal), 1.0 / len(deals)) for deal in deals]


@pytest.mark.parametrize(("base", "number", "player"), [(ONE, 1, 0), (TWO, 250, 1)])
def test_hands_are_won_as_hand_by_hand(base, number, player):
    """Without cards to come that is exact, and else on average."""
    follower, deck = Follower(rigged, base), list(base.deck.cards)
    for own in ((0, 3), (4, 5)):
        states, slow = (
            every_deal(base, player, Cards(1 << own[0] | 1 << own[1])),
            Slow(base, player),
        )
        # What one wins by checking and calling is luck, and taken away.
        chips = Chips(follower.start.real, player)
        expected = slow.win(states) - slow.called(states) + chips.even
        rest, rng = [card for card in deck if card not in own], Random(4)
        gains = []
        for _ in range(number):
            cards = sorted(rest, key=lambda _: rng.bits())
            cards[2 * player : 2 * player] = own
            dealt = Dealt(cards, [rng.random() for _ in cards], 1)
            hand = Response([by_strategy], Spot(follower, follower.start), player, dealt, 8)
            gains += hand.won().tolist()
        error = np.std(gains) / np.sqrt(number)
        assert np.mean(gains) == pytest.approx(expected, abs=4 * error + 1e-9)
        assert error < 0.2
    assert hand.unknown == 0 < hand.asked


def test_bets_beside_the_menu_win_more_from_who_calls_them():
    """On a menu without bets, an exploiter who keeps to it wins nothing beyond the cards."""
    menu = calls_of(ONE).actions
    follower, deck = Follower(called, Abstracted(ONE, menu, menu)), list(ONE.deck.cards)
    won = []
    for bets in (by_menu, lambda place: bets_beside(place.infoset, (0.5, 1.0))):
        cards = [deck[-1], deck[-2], *deck[:-2]]
        hand = Response(
            [by_strategy], Spot(follower, follower.start), 0, Dealt(cards, [0.0] * 9, 1), 8, bets
        )
        won.append(float(hand.won()[0]))
    assert won[0] == pytest.approx(hand.chips.even)
    assert won[1] > won[0] + 1.0


def called(infoset):
    return {action: float(not isinstance(action, Fold)) for action in infoset.actions()}


@pytest.mark.parametrize(
    "base",
    [
        RiverOfBlood(),
        NoLimitHoldem(stacks=(30, 17), antes=(1, 1)),
        NoLimitHoldem(stacks=(20, 21), antes=(0, 3), trim=False),
    ],
)
def test_chips_are_what_the_game_pays(base):
    rng, calls, met = Random(5), calls_of(base), 0
    for player in [0, 1] * 30:
        game, chips = base, Chips(base.face_down, player)
        while not game.terminal:
            if game.chance:
                game = game.apply(game.sample(rng))
                continue
            menu = game.infoset(game.active).actions()
            if Fold() in menu:
                paid = game.apply(Fold()).payoff(player)
                assert chips.folded(game) + chips.even == paid
            end = game
            while not end.terminal:
                action = end.sample(rng) if end.chance else calls.menu(end.infoset(end.active))[0]
                end = end.apply(action)
            values = [
                base.deck.value(end.hand(seat) | end.community) for seat in (player, 1 - player)
            ]
            won = chips.stake(game) * np.sign(values[0] - values[1])
            assert won + chips.even == end.payoff(player)
            game, met = game.apply(menu[rng.integer(len(menu))]), met + 1
            if game.chance:
                assert chips.goes_on(game) == (game.live == 3 and goes_on(game, rng))
    assert met > 60


def goes_on(game, rng):
    """Return whether a player has a choice after the cards that are due."""
    while game.chance:
        game = game.apply(game.sample(rng))
    return not game.terminal and len(game.infoset(game.active).actions()) > 1


def test_edges_are_exact_if_a_card_of_holdem_is_missing():
    base = NoLimitHoldem(deck=Deck(5, 2), board=(1, 1), stacks=(8,), sizes=(100,))
    cards = list(base.deck.cards)
    turn = base.face_down.act(Call()).act(Check()).after_board(cards[:1])
    own = Cards(1 << cards[1] | 1 << cards[7])
    edges = edges_against(turn, MASKS.tolist().index(own.mask), 3, 0)
    left, value = [card for card in cards if card != cards[0]], base.deck.value
    for mask, edge in zip(MASKS.tolist(), edges.tolist(), strict=True):
        other = Cards(mask)
        if other & own or other & turn.community or other - base.deck.cards:
            continue
        boards = [
            turn.community.with_card(card) for card in left if card not in own and card not in other
        ]
        signs = [np.sign(value(own | full) - value(other | full)) for full in boards]
        assert edge == pytest.approx(np.mean(signs), abs=1e-12)


@pytest.fixture(scope="module")
def agent():
    solver = ExternalSampling(TrainingAbstraction, seed=1)
    solver.run(3_000)
    return StrategyAgent(solver.strategy(), TrainingAbstraction())


@pytest.mark.slow
def test_against_the_strategy_it_is_local_best_response(agent):
    deals, seed = 200, 3
    found, again = (
        compare_by_local_best_response(agent.game, agent.strategy, 6, deals, seed) for _ in range(2)
    )
    plain = local_best_response(agent.game, agent.strategy, deals, seed)
    assert abs(found.strategy.mean - plain.mean) < 3 * np.hypot(found.strategy.error, plain.error)
    seats = found.strategy.seats + found.difference.seats
    assert found.thinking.seats == pytest.approx(seats, abs=1e-12)
    assert found.difference.error > 0.0
    assert (found.streets > 0, found.failed) == (True, 0)
    assert again.difference.seats.tolist() == found.difference.seats.tolist()


@pytest.mark.slow
def test_thinking_on_earlier_streets_is_measured_too(agent):
    values = fit_values(agent, states=3, pairs=50)
    # Bets beside the menu are made on streets that are solved: without any, these do not matter.
    found, last = (
        compare_by_local_best_response(agent.game, agent.strategy, 6, 60, 3, values=each, sizes=())
        for each in (values, None)
    )
    assert found.strategy.seats.tolist() == last.strategy.seats.tolist()
    assert found.streets > last.streets
    assert found.failed == 0


@pytest.mark.slow
def test_who_plays_as_before_loses_as_before(agent):
    solutions = Solutions(agent, values=fit_values(agent, states=3, pairs=50))

    def same(hand, *_, **__):
        """Return the strategy's own probabilities, in place of a solution."""
        tree = solutions.tree(hand)
        shares, count = solutions.shares(hand, tree), len(tree.hands_held)
        rows = [part.reshape(-1, count) for part in np.split(shares, tree.starts[1:-1])]
        part = SimpleNamespace(reaches=solutions.ranges(hand, tree.hands_held.cards))
        return SimpleNamespace(tree=tree, view=solutions.view, by_hand=rows.__getitem__, part=part)

    solutions.solve = same
    thinking = Thinking(solutions, 1)
    table = PairedDeals([by_strategy, thinking], solutions.follower, 5, 8)
    table.play(1, 30)
    first, second = np.transpose(table.hands)
    assert second == pytest.approx(first, abs=1e-9)
    assert thinking.streets > 3
    assert thinking.failed == 0
