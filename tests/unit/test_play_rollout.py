"""The rollout agent estimates its equity correctly, and acts legally."""

from __future__ import annotations

from dataclasses import replace

import pytest

from zerosum.cards import parse
from zerosum.errors import ZeroSumError
from zerosum.native.primitives import draw
from zerosum.pkr import Allin, Bet, Call, Check, Deal, Fold, RiverOfBlood
from zerosum.pkr.abstraction.equities import HOLE_EQUITIES
from zerosum.pkr.bots import Rollout
from zerosum.pkr.bots.rollout import by_equity
from zerosum.pkr.hands.classes import hole_class
from zerosum.pkr.infoset import InfoSet
from zerosum.play import Uniform
from zerosum.rng import Random


def shown(hand: str, board: str = "") -> InfoSet:
    last = next(iter(parse(board[-2:]))) if board else -1
    start = RiverOfBlood().infoset(0)
    return replace(start, hand=parse(hand), community=parse(board), last=last)


def mean(hand: str, board: str = "") -> float:
    found = [Rollout().equity(shown(hand, board), Random(seed)) for seed in range(20)]
    return sum(found) / len(found)


@pytest.mark.parametrize("hand", ["AhAd", "KsQs", "9c8d", "7h2d"])
def test_equity_before_the_flop_is_that_of_millions_of_deals(hand: str) -> None:
    measured = HOLE_EQUITIES[hole_class(parse(hand).mask)] / 1000
    assert mean(hand) == pytest.approx(measured, abs=0.02)


def test_equity_and_what_is_done_with_it() -> None:
    assert mean("AsKs", "2h3cQsJsTs") == 1.0
    assert mean("2h3d", "AsKsQsJsTs") == 0.5
    first, second, third = (Rollout().equity(shown("9h8h"), Random(seed)) for seed in (1, 1, 2))
    assert first == second != third
    start = RiverOfBlood()
    for card in (*parse("AhKd"), *parse("7c2s")):
        start = start.apply(Deal(card))
    facing_a_raise = start.apply(Bet(5)).infoset(1)  # four to call for eight in the pot
    assert by_equity(facing_a_raise, 0.33) == Fold()
    assert by_equity(facing_a_raise, 0.34) == Call()
    assert by_equity(facing_a_raise, 0.61) == Bet(16)  # calls four, and bets the pot of twelve
    assert by_equity(facing_a_raise, 0.86) == Bet(398)
    option = start.apply(Call()).infoset(1)
    assert by_equity(option, 0.1) == Check()
    assert by_equity(start.apply(Allin()).infoset(1), 0.99) == Call()


@pytest.mark.parametrize("completions", [0, -1, 1.5])
def test_completions_are_counted(completions: float) -> None:
    with pytest.raises(ZeroSumError, match=rf"completions of rollout .* 1; got {completions}: "):
        Rollout(completions)


def test_it_never_acts_illegally() -> None:
    agent, other, rng = Rollout(completions=10), Uniform(), Random(7)
    acted = 0
    for number in range(150):
        game = RiverOfBlood()
        while not game.terminal:
            if game.chance:
                game = game.apply(draw(game, rng))
                continue
            own = game.active == number % 2
            action = (agent if own else other).act(game, rng)
            assert action in game.infoset(game.active).actions()
            acted += own
            game = game.apply(action)
    assert acted > 150
