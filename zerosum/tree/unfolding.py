"""The arrays that a tree is written to while a game is walked."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from zerosum.errors import GameError, LoweringError
from zerosum.native.emit import overload
from zerosum.tables import Arena, Floats, ShortInts


class Unfolding(Arena):
    """Room for a tree of at most ``limit`` histories, given by the system as it is written.

    Parameters
    ----------
    limit
        The most histories.
    players
        How many payoffs a terminal has.

    Raises
    ------
    GameError
        Where the system does not give room for so many.
    """

    histories: int
    terminals: int
    outcomes: int
    limit: int
    players: int
    parents: ShortInts
    edges: ShortInts
    infosets: ShortInts
    payoffs: Floats
    chances: Floats

    def __init__(self, limit: int, players: int) -> None:
        super().__init__(limit=limit, players=players)
        try:
            self.parents, self.edges, self.infosets = (np.zeros(limit, np.int32) for _ in range(3))
            self.payoffs, self.chances = np.zeros(limit * players), np.zeros(limit)
        except MemoryError:
            raise GameError(
                f"The limit of a tree must be histories that memory has room for; the system "
                f"refused {limit:,}: give a smaller limit=.",
                limit,
            ) from None

    def cut(self, name: str, size: int) -> NDArray[Any]:
        """Return what was written of an array, and give the rest back."""
        array: NDArray[Any] = getattr(self, name)[:size].copy()
        setattr(self, name, array[:0])
        return array


def check_kind(game: Any, following: Any) -> None:
    """Check that a move leads to a game of the same class.

    Natively this happens when the kernel is compiled, and costs nothing: the kernel recurses
    into itself for one type only. In Python any game will do.
    """


@overload(check_kind)
def _check_kind(game: Any, following: Any) -> Any:
    if game != following:
        raise LoweringError(
            f"apply of {game.cls.__qualname__} must return a game of its own class; it returns "
            f"{getattr(following, 'cls', following)}: write replace(self, ...).",
            game.cls,
        )
    return lambda game, following: None
