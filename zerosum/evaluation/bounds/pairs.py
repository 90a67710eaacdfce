"""Games for two, whose players a bound tells apart."""

from __future__ import annotations

from typing import Any

from zerosum.errors import GameError
from zerosum.game import players_of


def check_pair(base: Any) -> None:
    """Check that a game is for two players.

    Raises
    ------
    GameError
        Where it is not.
    """
    if players_of(base) != 2:
        raise GameError(
            f"The game {type(base).__qualname__} must be for two players to bound what an "
            f"opponent may win; it is for {players_of(base)}.",
            base,
        )
