"""Histories of a hand, read as words, as actions of the PHH format, or from a game value."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

from zerosum.abstraction import split
from zerosum.cards import NO_CARDS, Cards, parse
from zerosum.cards import card as card_of
from zerosum.errors import GameError
from zerosum.pkr.actions import Bet, Call, Check, Fold, PokerAction
from zerosum.pkr.ask.words import Word, read_words
from zerosum.pkr.phh.replay import Game, Replay

History: TypeAlias = Any
"""A text in the words of :mod:`zerosum.pkr.ask.words`, a text or a sequence of actions of the PHH
format, or a game value."""
Deal: TypeAlias = tuple[int, ...]
_PHH = re.compile(r"\s*(?:d d[bh]|p\d+ (?:f|cc|cbr|sm))\b")


@dataclass(frozen=True)
class Steps:
    """A history as steps.

    Parameters
    ----------
    steps
        Words, or actions, and the cards of streets; or None if the board is given apart.
    hand
        The cards of the seat to act, if the history tells them.
    """

    steps: tuple[Word | PokerAction | Deal, ...]
    hand: Cards = NO_CARDS


def read_history(history: History, start: Game) -> Steps:
    """Read a history; whether it is legal is not checked unless it is of the PHH format.

    Parameters
    ----------
    history
        The history.
    start
        The start of the game.

    Raises
    ------
    GameError
        If it cannot be read, or is of another game.
    """
    if isinstance(history, str) and not _PHH.match(history):
        return Steps(tuple(_steps(read_words(history))))
    if isinstance(history, str | list | tuple):
        lines = re.split(r"[,;\n]", history) if isinstance(history, str) else history
        return _of_game(_replayed(lines, start))
    game = split(history)[0]
    if not isinstance(game, Game) or game.start != start:
        raise GameError(
            f"A history must be text, actions of the PHH format, or a hand of the game of the "
            f"strategy; got {history!r}: apply actions to the start of its game.",
            history,
        )
    return _of_game(game)


def _steps(words: Iterator[Word]) -> Iterator[Word | Deal]:
    for word in words:
        if word.kind == "cards":
            yield cards_in(word.cards)
        else:
            yield word


def cards_in(text: str) -> Deal:
    """Return the cards of a text in their order.

    Raises
    ------
    GameError
        If it names none, or one twice.
    """
    letters = "".join(text.replace(",", " ").split())
    parse(letters)
    return tuple(card_of(letters[at : at + 2]) for at in range(0, len(letters), 2))


def _replayed(lines: Sequence[str], start: Game) -> Game:
    seats = tuple(range(start.players))
    replay = Replay(start, seats[::-1] if start.first == 1 else seats, Fraction(1))
    for line in lines:
        try:
            replay.do(line)
        except GameError as error:
            raise GameError(f"The action {line.strip()!r} must {error}.", line) from None
    return replay.game


def _of_game(game: Game) -> Steps:
    """Return the steps to a game value."""
    steps: list[PokerAction | Deal] = []
    street = 0
    for hand, action in game.retraced():
        if hand.street > street:
            steps.append(_street(game, hand.street))
            street = hand.street
        plain = isinstance(action, Fold | Check | Call | Bet)
        steps.append(action if plain else Bet(hand.infoset(hand.active).quantity(action)))
    for later in range(street + 1, len(game.board) + 1):
        if sum(game.board[:later]) <= len(game.dealt):
            steps.append(_street(game, later))
    hand_told = NO_CARDS
    if not game.terminal and not game.chance:
        hand_told = game.hand(game.active)
    return Steps(tuple(steps), hand_told if len(hand_told) == game.hole else NO_CARDS)


def _street(game: Game, street: int) -> Deal:
    first = sum(game.board[: street - 1])
    return game.dealt[first : first + game.board[street - 1]]
