"""The player of Setback by rules of thumb: legal, native, sensible, and better than chance."""

from __future__ import annotations

from math import sqrt
from statistics import mean, stdev
from typing import Any

import pytest

from blood.bidder import bidder
from tests.games.setback import dealt, moved, played
from tests.scale import scaled
from zerosum.abstraction import Abstracted, algebraic, menu, where
from zerosum.play import StrategyAgent, Uniform, play_match
from zerosum.rng import Random
from zerosum.setback import InfoSet, Setback, spell
from zerosum.strategy import Strategy
from zerosum.testing import check_native


@algebraic
def first_team(infoset: InfoSet) -> bool:
    return infoset.seat & 1 == 0


@algebraic
def second_team(infoset: InfoSet) -> bool:
    return infoset.seat & 1 == 1


@algebraic
def anything(infoset: InfoSet) -> tuple[int, ...]:
    return infoset.actions()


def meets_chance(seat: Any, other: Any) -> Abstracted:
    """Return a deal where one team plays by the rules of thumb, and the other anything."""
    return Abstracted(Setback(), None, where(seat, menu(bidder)) + where(other, menu(anything)))


def legal_in(deals: int) -> None:
    rng = Random(11)
    for _ in range(deals):
        for game in played(rng):
            if not (game.chance or game.terminal):
                infoset = game.infoset(game.active)
                assert bidder(infoset)[0] in infoset.actions()


@scaled(60, 2_000)
def test_legal_wherever_it_comes(scale):
    legal_in(scale)


@pytest.mark.slow
def test_native_equals_interpreted():
    check_native(meets_chance(first_team, second_team), 100)


def won(deal: int, team: int) -> float:
    """Return what a team wins by the rules of thumb against one that does anything legal."""
    game: Any = Setback()
    cards, moves = Random(2 * deal), Random(2 * deal + 1)
    while not game.terminal:
        if game.chance:
            game = game.apply(game.sample(cards))
            continue
        infoset = game.infoset(game.active)
        menu = bidder(infoset) if game.active == team else infoset.actions()
        game = game.apply(menu[moves.integer(len(menu))])
    return game.payoff(team)


def test_beats_uniform_play():
    gains = [won(deal, 0) + won(deal, 1) for deal in range(80)]
    assert mean(gains) / 2 == pytest.approx(3.8, abs=5 * stdev(gains) / 2 / sqrt(80))


@pytest.mark.slow
def test_plays_matches_as_a_strategy():
    game = Abstracted(Setback(), None, bidder)
    agent = StrategyAgent(Strategy.uniform(game), game, name="bidder")
    match = play_match(agent, Uniform(), deals=100)
    assert match.mean > match.margin
    assert match.unknown == (0.0, 0.0)


# Hands of west, north, east and south; south deals.
FOUR = ("AsKsJs2s 4h3h", "QsTs 6h5h 8c7c", "9s8s AhKh 3c2c", "7s6s QhJh 5c4c")
EVEN = ("2s3s4s 6h5h 4c", "9s8s 6d5d 8c7c", "AhKhQhJh Ad Kd", "AcKcJc2c 3d2d")
THREE = ("As9s8s 4h3h 2d", "7s6s Th9h 8c7c", "Ts Td6d 5h Kc2c", "QsJs AhKh 5c4c")
JACKS = ("As9s8s 4h3h 2d", "7s6s Th9h 8c7c", "Js4s Td6d Kc2c", "QsTs AhKh 5c4c")
NINES = ("Ks9s8s 4h3h 2d", "7s6s Th9h 8c7c", "5s4s Td6d Kc2c", "AsJs AhKh 5c4c")


@pytest.mark.parametrize(
    ("hands", "bids", "plays", "words"),
    [
        # The auction.
        (FOUR, "", "", "bid 4"),  # all four points are likely
        (FOUR, "-", "", "pass"),
        (EVEN, "2 -", "", "pass"),  # not over the own partner
        (EVEN, "- - -", "", "bid 2"),  # the least that wins, by the last
        (EVEN, "- 4 -", "", "pass"),
        (EVEN, "4 - -", "", "bid 4"),  # the dealer takes over a four
        # The bidding team leads its trumps from the top, but not the low.
        (FOUR, "4 - - -", "", "As"),
        (FOUR, "4 - - -", "As Ts 8s 6s", "Ks"),
        (FOUR, "4 - - -", "As Ts 8s 6s Ks Qs 9s 7s Js 7c 2c 4c", "3h"),
        # The ten, or the jack, falls under the partner's ace; under another's, the least card.
        (THREE, "3 - - -", "As 6s", "Ts"),
        (JACKS, "3 - - -", "As 6s", "Js"),
        (FOUR, "4 - - -", "As Ts 8s", "6s"),
        # The last takes the trick with the jack if that is enough.
        (NINES, "3 - - -", "9s 7s 4s", "Js"),
        (NINES, "3 - - -", "Ks 7s 4s", "As"),
    ],
)
def test_hands(hands, bids, plays, words):
    game = moved(dealt(*hands), bids, plays)
    assert [spell(action) for action in bidder(game.infoset(game.active))] == [words]
