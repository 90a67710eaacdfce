"""What walks over whole games refuse: exceptions, and the errors that name the history."""

from typing import Any

from zerosum.errors import GameError
from zerosum.game import players_of
from zerosum.kernels.failures import Explain, Walked, last_visited

# What probabilities and payoffs may be off by, for their size.
SLACK = 1e-9


class TooMany(Exception):
    """Raised if a tree outgrows its limit."""


class NoPlayer(Exception):
    """Raised if the player to act is not in the game."""


class NotOne(Exception):
    """Raised if probabilities of chance do not sum to one."""


class Unbalanced(Exception):
    """Raised if payoffs do not cancel."""


def no_player(walked: Walked) -> GameError:
    """Return the error for a player to act who is not in the game."""
    history, moves = last_visited(walked)
    return GameError(
        f"`active` must be a player, 0 to {players_of(walked.base) - 1}; got {history.active} at "
        f"{history!r} after {moves}: check `active` and `players`.",
        history,
    )


def not_one(history: Any, moves: list[Any]) -> GameError:
    """Return the error for outcomes of chance that are not a probability distribution."""
    listed = dict(history.chances())
    return GameError(
        f"The probabilities of chance must not be negative and must sum to 1; got {listed}, which "
        f"sum to {sum(listed.values())}, at {history!r} after {moves}: check chances().",
        history,
    )


def unbalanced(walked: Walked) -> GameError:
    """Return the error for payoffs that do not cancel."""
    history, moves = last_visited(walked)
    payoffs = [history.payoff(player) for player in range(players_of(walked.base))]
    return GameError(
        f"The payoffs of a zero-sum game must sum to 0; got {payoffs} at {history!r} after "
        f"{moves}: check payoff().",
        history,
    )


BREACHES: dict[type[Exception], Explain] = {
    NoPlayer: no_player,
    NotOne: lambda walked: not_one(*last_visited(walked)),
    Unbalanced: unbalanced,
}
