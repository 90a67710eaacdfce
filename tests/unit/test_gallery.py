"""Players of the gallery: their strength is right, they act legally, and each does what it says."""

from __future__ import annotations

from typing import Any

import pytest

from zerosum.cards import NO_CARDS, card, parse
from zerosum.errors import GameError, ZeroSumError
from zerosum.kuhn import Kuhn
from zerosum.native.primitives import draw
from zerosum.pkr import (
    Allin,
    Bet,
    Call,
    Check,
    Deal,
    Fold,
    LimitHoldem,
    NoLimitHoldem,
    RiverOfBlood,
)
from zerosum.pkr.abstraction.equities import HOLE_EQUITIES
from zerosum.pkr.bots import GALLERY, Rollout
from zerosum.pkr.bots.gallery.rollout import by_equity
from zerosum.pkr.bots.gallery.strength import strength
from zerosum.pkr.face import passive
from zerosum.pkr.hands.classes import hole_class
from zerosum.pkr.hands.deck import SHORT
from zerosum.play import AlwaysCall, Uniform
from zerosum.play.agents import odds_of
from zerosum.rng import Random


def shown(hand: str, board: str = "", game: Any = RiverOfBlood()) -> tuple[Any, Any]:  # noqa: B008
    """Return a hand on a board, after calls and checks, and what seat 0 knows."""
    game = game.holding(parse(hand), *[NO_CARDS] * (game.players - 1))
    cards = [card(board[at : at + 2]) for at in range(0, len(board), 2)]
    while cards:
        if game.chance:
            due, cards = cards[: game.due], cards[game.due :]
            game = game.after_board(due)
        else:
            game = game.apply(passive(game.infoset(game.active))[0])
    return game, game.infoset(0)


@pytest.mark.parametrize("hand", ["AhAd", "KsQs", "9c8d", "7h2d"])
def test_equity_before_the_flop_is_that_of_millions_of_deals(hand: str) -> None:
    measured = HOLE_EQUITIES[hole_class(parse(hand).mask)] / 1000
    assert strength(*shown(hand), completions=2000) == pytest.approx(measured, abs=0.02)


@pytest.mark.parametrize(("hand", "exact"), [("AhAd", 0.852), ("JsTs", 0.5753), ("3h2d", 0.323)])
def test_strength_in_holdem(hand: str, exact: float) -> None:
    """Exact enumeration; against five opponents it is the fifth power, as documented."""
    found = strength(*shown(hand, game=NoLimitHoldem()), completions=2000)
    assert found == pytest.approx(exact, abs=0.02)
    six = strength(*shown(hand, game=NoLimitHoldem(players=6)), completions=2000)
    assert six == pytest.approx(found**5)


def test_strength_and_what_is_done_with_it() -> None:
    assert strength(*shown("AsKs", "2h3cQsJsTs")) == 1.0
    assert strength(*shown("2h3d", "AsKsQsJsTs")) == 0.5
    assert strength(*shown("2h3d", "AsKsQsJsTs", NoLimitHoldem())) == 0.5
    start = RiverOfBlood()
    for dealt in (*parse("AhKd"), *parse("7c2s")):
        start = start.apply(Deal(dealt))
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


GAMES = [RiverOfBlood(), *(NoLimitHoldem(players=n) for n in (2, 3, 6))]
GAMES += [NoLimitHoldem(sizes=(50, 100)), LimitHoldem(players=3)]


@pytest.mark.parametrize("name", GALLERY)
def test_no_player_acts_illegally(name: str) -> None:
    """In every game of poker, against anything; and what it does has positive odds."""
    agent, other, rng, acted = GALLERY[name](), Uniform(), Random(7), 0
    for number, start in enumerate(GAMES * 4):
        game = agent.begin(start)
        while not game.terminal:
            if game.chance:
                game = game.apply(draw(game, rng))
                continue
            mine = game.active == number % start.players
            action = (agent if mine else other if rng.integer(4) == 0 else AlwaysCall()).act(
                game, rng
            )
            assert action in game.infoset(game.active).actions()
            acted += mine
            if mine:
                odds = odds_of(agent, game)
                assert odds[action] > 0.0
                assert sum(odds.values()) == pytest.approx(1.0)
            game = game.apply(action)
    assert acted > 10


def played(name: str, hand: str, board: str = "", bet: int = 0) -> dict[Any, float]:
    """Return the odds of a player with a hand on a board of hold'em; perhaps facing a bet."""
    game = shown(hand, board, NoLimitHoldem())[0]
    if game.active != 0:
        game = game.apply(Bet(bet) if bet else Check())
    return dict(odds_of(GALLERY[name](), game))


def test_what_each_player_does() -> None:
    """A pot of 4 on the flop, with 198 chips behind; seat 0 is the small blind."""
    sets, air = ("7h7d", "7c2d9s"), ("3h4d", "AcKdQs")
    assert played("tight", "7h2d") == {Fold(): 1.0}
    assert played("tight", "AhQd") == {Bet(5): 1.0}
    assert played("tight", *sets) == {Bet(4): 1.0}
    assert played("overbettor", *sets) == {Bet(99): 1.0}
    assert played("overbettor", *air, 4) == {Fold(): 1.0}
    assert played("maniac", *air, 4) == {Bet(16): 0.5, Bet(198): 0.1, Call(): 0.4}
    assert played("folder", *sets, 2) == {Fold(): 1.0}
    assert played("small-ball", *air) == pytest.approx({Bet(2): 0.3, Check(): 0.7})
    assert played("small-ball", *sets, 4) == {Bet(8): 1.0}
    assert played("clincher", *sets) == played("tight", *sets)  # nobody keeps a score


@pytest.mark.parametrize("game", [Kuhn(), NoLimitHoldem(deck=SHORT)])
def test_other_games_are_refused(game: Any) -> None:
    with pytest.raises(
        GameError, match="game of maniac must be River of Blood, or hold'em with 52"
    ):
        GALLERY["maniac"]().begin(game)
