"""What follows a history of no-limit hold'em: its name, the hand there, and the game from there."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from zerosum.abstraction import Abstracted, split
from zerosum.errors import AbstractionError
from zerosum.game import History
from zerosum.pkr.holdem.betting import RAISED
from zerosum.pkr.holdem.nolimit import NoLimitHoldem
from zerosum.pkr.holdem.resumed import resumed
from zerosum.pkr.ranges.classes import HAND_MASKS
from zerosum.tables import Floats

_SAME = ("deck", "hole", "board")


def part_name(hand: NoLimitHoldem) -> str:
    """Return the name of the part after a history.

    >>> from zerosum.pkr.actions import Fold
    >>> part_name(NoLimitHoldem(players=3).act(Fold()))
    'f'
    """
    return "_".join(hand.spelled.replace("/", "_").split())


def hand_after(base: History, *history: tuple[int, ...]) -> History:
    """Return the hand after what the seats did, to which levels, with the cards of the board.

    The cards of the seats are left out.
    """
    line, levels, dealt = history
    hand, left = base, iter(levels)
    for done in line:
        seat = hand.active
        to = next(left) if done == RAISED else hand.paid[seat] + hand.cost_of(seat)
        hand = hand.advance(done, to - hand.paid[seat] if done else 0)
    return replace(hand, dealt=dealt, used=replace(hand, dealt=dealt).community)


def game_after(hand: NoLimitHoldem, reach: Floats, start: History, name: str) -> Abstracted:
    """Return the game after a history, with the abstraction of another game.

    Parameters
    ----------
    hand
        The hand after the history, without the cards of the seats.
    reach
        How likely each seat does what it did with each hand; shape (seats, 1326).
    start, name
        The start of a game with the abstraction, and the name of its experiment.

    Raises
    ------
    AbstractionError
        If that game is of another deck, or not of no-limit hold'em, or has no menu of actions.
    GameError
        If no hands of the seats lead there.
    """
    other, states, actions = split(start)
    same = all(getattr(other, name, None) == getattr(hand, name) for name in _SAME)
    if not isinstance(other, NoLimitHoldem) or not same or actions is None:
        raise AbstractionError(
            f"A part must be solved with an abstraction of no-limit hold'em with the same deck and "
            f"a menu of actions; {name} is of {type(other).__name__}: name another experiment.",
            start,
        )
    game = resumed(hand, np.array(HAND_MASKS, np.int64), reach)
    return Abstracted(game, states, actions)
