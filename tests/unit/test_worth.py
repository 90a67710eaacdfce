"""What actions win: equal to plain enumeration where exact, and near it where sampled."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from hashlib import blake2b
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from blood.basic import bets, linearpot, player, street
from tests.thinking import highest, menu
from zerosum.abstraction import Abstracted
from zerosum.algorithms import ExternalSampling
from zerosum.cards import NO_CARDS, Cards, parse
from zerosum.errors import GameError, NotApplicable
from zerosum.pkr import NoLimitHoldem, RiverOfBlood
from zerosum.pkr.ask import Query
from zerosum.pkr.hands.deck import Deck
from zerosum.pkr.hands.isomorphism import hand_number
from zerosum.pkr.holdem.limit import LimitHoldem
from zerosum.pkr.places.follower import Follower, key_of
from zerosum.pkr.places.worth import worth

TWO = NoLimitHoldem(deck=Deck(4, 2), board=(1,), stacks=(5,), sizes=(100,))
PUSH = NoLimitHoldem(deck=Deck(3, 2), board=(), stacks=(6, 9), sizes=(100,))
THREE = NoLimitHoldem(players=3, deck=Deck(4, 2), board=(1,), stacks=(3, 5, 7), sizes=(100,))
LIMIT = LimitHoldem(deck=Deck(4, 2), board=(1,), bets=(2, 4), raises=(2, 2))


def mixed(infoset: Any, salt: str = "") -> dict[Any, float]:
    """Play at random, by fixed odds for each infoset."""
    actions = infoset.actions()
    digest = blake2b((repr(infoset) + salt).encode(), digest_size=len(actions)).digest()
    total = len(digest) + sum(digest)
    return {each: (1 + byte) / total for each, byte in zip(actions, digest, strict=True)}


def won(hand: Any, seat: int, play: Any) -> float:
    """Return what a seat wins on average, by playing out everything."""
    if hand.terminal:
        return hand.payoff(seat)
    if hand.chance:
        return sum(
            share * won(hand.apply(card), seat, play) for card, share in hand.chances().items()
        )
    answer = play(hand.infoset(hand.active))
    return sum(share * won(hand.apply(each), seat, play) for each, share in answer.items() if share)


def deals(place: Any, own: Cards, folded: bool) -> Iterator[tuple[Cards, ...]]:
    """Yield the hands of all seats; those of folded ones are left out unless asked for."""
    left = place.real.deck.cards - place.real.community - own
    seats = [s for s in range(place.real.players) if folded or place.real.live >> s & 1]

    def more(hands: dict[int, Cards], left: Cards) -> Iterator[tuple[Cards, ...]]:
        seat = next((seat for seat in seats if seat not in hands), None)
        if seat is None:
            yield tuple(hands.get(seat, NO_CARDS) for seat in range(place.real.players))
            return
        for low, high in combinations(left, 2):
            hand = Cards(1 << low | 1 << high)
            yield from more(hands | {seat: hand}, left - hand)

    yield from more({place.seat: own}, left)


def enumerated(place: Any, own: Cards, action: Any, play: Any, *, folded: bool = True) -> float:
    """Return what an action wins with a hand, over all deals by Bayes."""
    total = mass = 0.0
    for hands in deals(place, own, folded):
        hand, chance = place.real.start.holding(*hands), 1.0
        for step in place.steps:
            if isinstance(step, tuple):
                hand = hand.after_board(step)
                continue
            if hand.active != place.seat and len(hands[hand.active]):
                infoset = hand.infoset(hand.active)
                chance *= sum(
                    share for each, share in play(infoset).items() if infoset.concrete(each) == step
                )
            hand = hand.apply(step)
        mass += chance
        total += chance * won(hand.apply(action), place.seat, play) if chance else 0.0
    return total / mass


def hands_of(place: Any) -> list[Cards]:
    left = place.real.deck.cards - place.real.community
    return [Cards(1 << low | 1 << high) for low, high in combinations(left, 2)]


class TestTheLastStreet:
    @pytest.mark.parametrize(
        ("game", "line"),
        [
            (TWO, "c x | Ad"),
            (TWO, "r4 c | Ad x"),
            (PUSH, ""),
            (PUSH, "r4"),
            (THREE, "f c x | Kc x"),
            (LIMIT, "r c | Ad b r"),
        ],
    )
    def test_every_hand_wins_what_it_wins_over_all_deals(self, game, line):
        follower = Follower(mixed, game)
        place = follower.follow(line)[0]
        found = worth(follower, place)
        assert found.exact
        assert not np.nanmax(found.values.margins)
        for hand in hands_of(place)[::6]:
            number = hand_number(hand.mask)
            for column, action in enumerate(found.actions):
                slow = enumerated(place, hand, action, mixed, folded=False)
                assert found.values.means[number, column] == pytest.approx(slow, abs=1e-9)
            one = worth(follower, place, hand, actions=found.actions[::-1])
            assert one.values.means[0].tolist() == found.values.means[number, ::-1].tolist()
            assert one.words == found.words[::-1]
            assert (one.shares * one.losses.means).sum() == pytest.approx(0, abs=1e-9)
            first = worth(follower, place, hand, actions=one.actions[:1])
            assert first.losses.means[0, 0] == pytest.approx(one.losses.means[0, 0])
        assert np.isfinite(found.values.means).all(axis=1).sum() == len(hands_of(place))

    def test_a_part_plays_what_training_has_visited(self):
        """Elsewhere the whole strategy plays: both as one function of infosets."""

        @dataclass(frozen=True)
        class Part:
            name: str
            game: Any

            @staticmethod
            def strategy(infoset: Any) -> dict[Any, float]:
                odds = mixed(infoset, "part")
                known = infoset.hand.mask % 3 > 0
                return odds if known else dict.fromkeys(odds, 1 / len(odds))

        def play(infoset: Any) -> dict[Any, float]:
            inside = infoset.public.dealt and infoset.hand.mask % 3 > 0
            return Part.strategy(infoset) if inside else mixed(infoset)

        start = Follower(mixed, TWO).follow("c x | Ad")[0].real
        follower = Follower(mixed, TWO, {key_of(start): Part("after", TWO)})
        place = follower.follow("c x | Ad x")[0]
        assert place.part == "after"
        found = worth(follower, place)
        for hand in hands_of(place)[::4]:
            slow = [enumerated(place, hand, each, play) for each in found.actions]
            assert found.values.means[hand_number(hand.mask)] == pytest.approx(slow, abs=1e-9)

    def test_river_of_blood_is_brute_force_over_990_hands(self):
        game = Abstracted(
            RiverOfBlood(), street * player * linearpot(8) * bets * highest * menu, menu
        )
        solver = ExternalSampling(game, seed=1, native=False)
        solver.run(30)
        asked = Query(solver.strategy(), game)
        line, own = "c r100% c | 2c3d7h x x | 8h x x | Ks x", parse("AhKd")
        place, found = asked.at(line), asked.values(line, own)
        assert (found.exact, found.words) == (True, ("x", "b100%", "a"))
        slow = [enumerated(place, own, each, asked.strategy) for each in found.actions]
        assert found.values.means[0] == pytest.approx(slow, abs=1e-9)

    def test_without_a_hand_that_leads_there_nothing_is_known(self):
        never = Follower(lambda infoset: {infoset.actions()[0]: 1.0}, PUSH)
        found = worth(never, never.follow("c")[0])
        assert np.isnan(found.values.means).all()
        assert np.isnan(found.losses.margins).all()


class TestPlayedOut:
    @pytest.mark.parametrize(
        ("game", "line"),
        [(TWO, "c"), pytest.param(THREE, "", marks=pytest.mark.slow), (THREE, "f r3")],
    )
    def test_means_are_near_those_of_all_deals(self, game, line):
        """Folded seats hold cards as well."""
        follower = Follower(mixed, game)
        place = follower.follow(line)[0]
        hand = hands_of(place)[5]
        with ThreadPoolExecutor(3) as threads:  # which may ask at once
            ask = partial(worth, follower, place, hand, deals=500)
            found, same, other = threads.map(lambda seed: ask(seed=seed), (4, 4, 5))
        assert not found.exact
        assert found.won.tolist() == same.won.tolist() != other.won.tolist()
        slow = np.array([enumerated(place, hand, each, mixed) for each in found.actions])
        means, margins = found.values
        assert (np.abs(means[0] - slow) <= 2 * margins[0] + 1e-9).all()

    def test_all_hands_at_once(self):
        follower = Follower(mixed, TWO)
        place = follower.follow("c")[0]
        found = worth(follower, place, deals=500)
        means, margins = found.values
        for hand in hands_of(place)[::9]:
            slow = [enumerated(place, hand, each, mixed) for each in found.actions]
            number = hand_number(hand.mask)
            assert (np.abs(means[number] - slow) <= 2 * margins[number] + 1e-9).all()
        assert np.isfinite(means).all(axis=1).sum() == len(hands_of(place))

    @pytest.mark.slow
    def test_intervals_hold_the_mean_in_95_of_100(self):
        follower = Follower(mixed, TWO)
        place = follower.follow("c")[0]
        hand = hands_of(place)[5]
        slow, held = None, []
        for seed in range(200):
            found = worth(follower, place, hand, deals=400, seed=seed)
            slow = slow or [enumerated(place, hand, each, mixed) for each in found.actions]
            means, margins = found.values
            held.append(np.abs(means[0] - slow) <= margins[0])
        assert 0.93 <= np.mean(held) <= 0.97

    def test_mistakes(self):
        follower = Follower(mixed, TWO)
        with pytest.raises(GameError, match="Two deals or more"):
            worth(follower, follower.start, deals=1)
        with pytest.raises(NotApplicable, match="must end at a decision"):
            worth(follower, follower.follow("f")[0])
