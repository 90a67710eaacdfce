"""Hands of River of Blood, worked by hand."""

from __future__ import annotations

import pytest

from tests.river import act, dealt, stacked
from zerosum.cards import Cards, card, parse
from zerosum.errors import GameError
from zerosum.pkr.game import (
    Allin,
    Bet,
    Call,
    Check,
    Deal,
    Fold,
    PokerAction,
    Raise75Pot,
    RaiseHalfPot,
    RaisePot,
    RiverOfBlood,
)


def test_pot_raises() -> None:
    """A raise to 4, a raise to 8, a call: pips 4 and 8, total pot 12, then 16."""
    game = act(stacked("AhKh7c2d"), RaisePot(), RaisePot())
    assert (game.pips, game.infoset(0).total, game.bets) == ((4, 8), 12, 2)
    game = game.apply(Call())
    assert (game.pot, game.stacks, game.pips, game.bets) == (16, (392, 392), (0, 0), 0)


@pytest.mark.parametrize(
    ("action", "chips"),
    [
        (Fold(), 0),
        (Call(), 2),
        (RaiseHalfPot(), 3),
        (Raise75Pot(), 4),
        (RaisePot(), 6),
        (Allin(), 398),
        (Bet(5), 5),
    ],
)
def test_quantities(action: PokerAction, chips: int) -> None:
    game = stacked("AhKh7c2d").apply(Bet(3))
    assert game.infoset(1).quantity(action) == chips


def showdown(hands: str, board: str) -> RiverOfBlood:
    """Limp, check, and check down the board."""
    game = dealt(act(stacked(hands), Call(), Check()), board[:6])
    for start in range(6, len(board), 2):
        game = dealt(act(game, Check(), Check()), board[start : start + 2])
    return act(game, Check(), Check())


@pytest.mark.parametrize(
    ("hands", "board", "payoff"),
    [
        ("AhAdKhKd", "2c7d9sJs3c", 2.0),
        ("AhAdKhKd", "2c7d9sKs3c", -2.0),
        ("AhKhAdKd", "2c7d9sJs3c", 0.0),
        ("AhKhQdJd", "2c2s3c3s9c", 2.0),  # the ace plays
        ("AhKhQdJd", "2c2s9c9sAdAs", 2.0),  # aces full of nines against aces and nines
        ("2h3hAdKd", "TcJcQcKcAc", 0.0),  # the board plays
        ("AhKhQdJd", "2c3c4s5h6h7h8s", 2.0),  # a run of seven: the flush beats the straight
        ("AhKdQdJd", "2c3c4s5h6h7d8s", 0.0),  # the straight to the eight is everyone's
    ],
)
def test_showdowns(hands: str, board: str, payoff: float) -> None:
    game = showdown(hands, board)
    assert game.terminal
    assert game.payoff(0) == payoff
    assert game.payoff(1) == -payoff


@pytest.mark.parametrize(
    ("action", "message"),
    [
        (Check(), "must call or fold"),
        (Bet(2), "within the bounds"),
        (Bet(400), "within the bounds"),
        (RaiseHalfPot(), "within the bounds"),
        (Deal(0), "only while one is due"),
    ],
)
def test_illegal_actions(action: PokerAction, message: str) -> None:
    with pytest.raises(GameError, match=message):
        stacked("AhKh7c2d").apply(action)


def test_illegal_at_other_moments() -> None:
    limped = stacked("AhKh7c2d").apply(Call())
    for action in (Fold(), Call()):
        with pytest.raises(GameError, match="must check"):
            limped.apply(action)
    with pytest.raises(GameError, match="no card is due"):
        limped.apply(Check()).apply(Check())
    with pytest.raises(GameError, match="must be in the deck"):
        limped.apply(Check()).apply(Deal(card("Ah")))
    with pytest.raises(GameError, match="the hand goes on"):
        stacked("AhKh7c2d").apply(Fold()).apply(Call())
    allin = act(stacked("AhKh7c2d"), Allin())
    with pytest.raises(GameError, match="within the bounds"):
        allin.apply(Bet(398))


def test_what_players_know() -> None:
    game = stacked("AhKh7c2d")
    assert game.infoset(0) == stacked("AhKhQsQc").infoset(0)
    assert game.infoset(1).hand == Cards() | parse("7c2d")
    assert hash(game.infoset(0)) == hash(stacked("KhAhQsQc").infoset(0))
