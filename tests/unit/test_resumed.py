"""Hold'em that begins after a history: who may hold what, and what that is worth."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from tests.games.holdem import no_limit
from zerosum.abstraction import Abstracted
from zerosum.algorithms import ExternalSampling
from zerosum.algorithms.lp import LinearProgram
from zerosum.cards import Cards, card, parse
from zerosum.errors import GameError
from zerosum.pkr import Bet, Call, Check, Deal, Fold, NoLimitHoldem
from zerosum.pkr.abstraction import allin, passive
from zerosum.pkr.holdem import Deck
from zerosum.pkr.holdem.abstraction import hand_ranks, kinds, player
from zerosum.pkr.holdem.resumed import resumed
from zerosum.resolving import UNSAFE, position, reaches_of, resolve
from zerosum.rng import Random
from zerosum.tree.public import public_tree

CARDS = Deck(4, 2)
THREE = NoLimitHoldem(players=3, deck=CARDS, board=(1,), stacks=(12,))
MASKS = [1 << high | 1 << low for high in CARDS.cards for low in CARDS.cards if low < high]
KING = card("Kd")
FOLDED = THREE.act(Fold())
FLOPPED = replace(FOLDED.act(Call()).act(Check()), dealt=tuple(parse("Ac")), used=parse("Ac"))


def uneven(seed: int = 0, seats: int = 3) -> Any:
    """Return the reach of seats, some hands of each 0."""
    rng = np.random.default_rng(seed)
    reach = rng.random((seats, len(MASKS)))
    return reach * (reach > 0.3)


def by_hand(hand: NoLimitHoldem, reach: Any) -> dict[tuple[int, ...], float]:
    """Return how likely the hands of all seats are, from equally likely deals."""
    found: dict[tuple[int, ...], float] = {}
    places = {mask: place for place, mask in enumerate(MASKS)}
    stack = [(hand.start, 1.0)]
    while stack:
        game, chance = stack.pop()
        if len(game.hands) < 2 * game.players:
            stack += [(game.apply(card), chance * p) for card, p in game.chances().items()]
            continue
        for seat in range(game.players):
            chance *= reach[seat, places[game.hand(seat).mask]]
        if chance > 0.0 and not game.used & hand.community:
            found[game.hands] = chance
    whole = sum(found.values())
    return {cards: chance / whole for cards, chance in found.items()}


class TestChances:
    @pytest.mark.parametrize("hand", [FOLDED, FLOPPED], ids=["before", "on the board"])
    def test_hands_are_those_of_bayes(self, hand):
        slow, found = by_hand(hand, uneven()), resumed(hand, MASKS, uneven()).chances()
        assert {hands.cards for hands in found} == set(slow)
        for hands, chance in found.items():
            assert chance == pytest.approx(slow[hands.cards], abs=1e-12)

    def test_samples_follow_them(self):
        game, rng = resumed(FOLDED, MASKS, uneven()), Random(5)
        chances, draws = game.chances(), 2_000
        counts = Counter(game.sample(rng) for _ in range(draws))
        assert set(counts) <= set(chances)
        found, wanted = Counter[Any](), Counter[Any]()  # of the first seat's hand
        for hands, chance in chances.items():
            found[hands.cards[:2]] += counts[hands]
            wanted[hands.cards[:2]] += draws * chance
        apart = sum((found[hand] - n) ** 2 / n for hand, n in wanted.items())
        assert apart < len(wanted) + 5 * np.sqrt(2 * len(wanted))

    def test_seats_that_have_folded_hold_cards_and_too_many_are_not_listed(self):
        reach = np.ones((3, len(MASKS)))
        reach[2] = [float(mask == parse("AcAd").mask) for mask in MASKS]
        game = resumed(FOLDED, MASKS, reach)
        assert {hands.cards[4:] for hands in game.chances()} == {tuple(parse("AcAd"))}
        every = [1 << high | 1 << low for high in range(52) for low in range(high)]
        game = resumed(NoLimitHoldem(players=3).act(Fold()), every, np.ones((3, 1326)))
        with pytest.raises(NotImplementedError, match="too many to list"):
            game.chances()


class TestPlay:
    def test_the_hand_goes_on_from_the_history(self):
        game = resumed(FOLDED, MASKS, uneven())
        assert (game.players, game.chance, game.active, game.terminal) == (3, True, 0, False)
        game = game.apply(game.sample(Random(1)))
        assert not game.chance
        assert game.infoset(0).hand == game.private(0)
        assert game.public == FOLDED.public
        game = game.apply(Call()).apply(game.hand.infoset(1).actions()[0])
        assert game.chance
        assert len(game.chances()) == 2  # six of eight cards are in hands

    def test_payoffs_cancel_and_hands_are_dealt_first_and_once(self):
        game = resumed(FOLDED, MASKS, uneven())
        rng = Random(3)
        for _ in range(50):
            hand = game
            while not hand.terminal:
                menu = () if hand.chance else hand.infoset(hand.active).actions()
                hand = hand.apply(hand.sample(rng) if hand.chance else menu[rng.integer(len(menu))])
            assert sum(hand.payoff(seat) for seat in range(3)) == 0.0
        with pytest.raises(GameError, match="must be dealt first"):
            game.apply(Call())
        dealt = game.sample(Random(1))
        with pytest.raises(GameError, match="once only"):
            game.apply(dealt).apply(dealt)


class TestValue:
    @pytest.mark.parametrize(
        "moves",
        [
            (),
            pytest.param((Bet(1),), marks=pytest.mark.slow),
            pytest.param((Bet(1), Call(), Deal(KING)), marks=pytest.mark.slow),
        ],
    )
    def test_it_is_that_of_the_part_solved_unsafely(self, moves):
        """The game by a linear program over its histories, the part by one over the public tree."""
        stack = 3 if moves else 2  # after a bet and a call somebody must still act
        start = no_limit(ranks=3, suits=2, hole=1, board=(1,), stack=stack)
        solver = ExternalSampling(start, seed=1, native=False)
        solver.run(40)
        strategy, state = solver.strategy(), position(public_tree(start, native=False), moves)
        masks = [1 << card for card in start.deck.cards]
        reach = [
            [reach_of(strategy, start, seat, mask, moves) for mask in masks] for seat in (0, 1)
        ]
        hand = start
        for move in moves:
            if isinstance(move, Deal):
                hand = replace(hand, dealt=(move.card,), used=Cards(1 << move.card))
            else:
                hand = hand.act(move)
        value = LinearProgram(resumed(hand, masks, reach), native=False).value
        part = resolve(state, strategy, 0, root=UNSAFE)
        theirs = reaches_of(state, strategy)[1]
        assert value == pytest.approx(-(theirs @ part.values) / (theirs @ part.weights), abs=1e-9)


def reach_of(strategy: Any, start: Any, seat: int, mask: int, moves: Any) -> float:
    """Return how likely a seat does what it did with a hand."""
    reach, hand = 1.0, start.seated(seat, Cards(mask))
    for move in moves:
        if isinstance(move, Deal):
            if mask >> move.card & 1:
                return 0.0
        elif hand.active == seat:
            reach *= strategy(hand.infoset(seat))[move]
        hand = hand.apply(move)
    return reach


class TestMistakes:
    def test_ranges(self):
        reach = uneven()
        reach[1] = 0.0
        with pytest.raises(GameError, match="The range of seat 2 must have a hand"):
            resumed(FOLDED, MASKS, reach)
        aces = np.array([[float(mask == parse("AcAd").mask) for mask in MASKS]] * 3)
        with pytest.raises(GameError, match="must fit together; in 20,000 draws"):
            resumed(FOLDED, MASKS, aces)
        with pytest.raises(GameError, match=r"shape \(3, 28\); got \(2, 28\)"):
            resumed(FOLDED, MASKS, uneven(seats=2))
        with pytest.raises(GameError, match="finite and at least 0"):
            resumed(FOLDED, MASKS, -uneven())

    @pytest.mark.parametrize("hand", [FOLDED.act(Fold()), FOLDED.act(Bet(11)).act(Call())])
    def test_a_hand_that_is_over_or_in_which_all_are_all_in(self, hand):
        with pytest.raises(GameError, match=f"must not be over; after '{hand.spelled}' no seat"):
            resumed(hand, MASKS, uneven())


@pytest.mark.slow
def test_native_is_as_interpreted():
    """Compiling takes half a minute; other ranges compile nothing."""
    menu = passive + allin
    states = player * kinds * hand_ranks * menu
    found = []
    for native in (True, False):
        game = Abstracted(resumed(FOLDED, MASKS, uneven()), states, menu)
        solver = ExternalSampling(game, seed=2, native=native)
        solver.run(200)
        found.append(solver.strategy())
        assert solver.native == native
    assert (found[0].probabilities == found[1].probabilities).all()
    assert (found[0].words == found[1].words).all()
