"""What no game may do, in a sentence with the history to look at; for trees of any kind."""

from __future__ import annotations

from typing import Any

from zerosum.errors import GameError
from zerosum.tree.unfold import NoPlayer, NotOne, Unbalanced

BREACHES = (NoPlayer, NotOne, Unbalanced)


def broken(failure: Exception, history: Any, moves: list[Any], players: int) -> GameError:
    """Return the error to raise for one of :data:`BREACHES`, at a history behind some moves."""
    if isinstance(failure, NoPlayer):
        return no_player(history, moves, players)
    if isinstance(failure, NotOne):
        return not_one(history, moves)
    return unbalanced(history, moves, players)


def no_player(history: Any, moves: list[Any], players: int) -> GameError:
    """Return the error for a player to act who is none."""
    return GameError(
        f"The player to act must be one of 0 to {players - 1}; got {history.active} at "
        f"{history!r} after {moves}: mend active, or players.",
        history,
    )


def not_one(history: Any, moves: list[Any]) -> GameError:
    """Return the error for probabilities of chance that are none."""
    listed = dict(history.chances())
    return GameError(
        f"The probabilities of chance must be none below 0 and sum to 1; got {listed}, which sum "
        f"to {sum(listed.values())}, at {history!r} after {moves}: mend chances.",
        history,
    )


def unbalanced(history: Any, moves: list[Any], players: int) -> GameError:
    """Return the error for payoffs that do not cancel."""
    payoffs = [history.payoff(player) for player in range(players)]
    return GameError(
        f"The payoffs of a zero-sum game must cancel; got {payoffs} at {history!r} after {moves}: "
        f"mend payoff.",
        history,
    )
