"""The arrays that a tree is written to while a game is walked."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
from numba.core import types
from numba.extending import typeof_impl
from numpy.typing import NDArray

from zerosum.errors import GameError, LoweringError
from zerosum.native.overloads import overload
from zerosum.native.types import WorkspaceType

# Places in counts.
HISTORIES, TERMINALS, CHANCES, LIMIT, PLAYERS = range(5)

_INTS = ("counts",)
_SMALL = ("parents", "edges", "infosets")
_FLOATS = ("payoffs", "chances")

UNFOLDING = WorkspaceType(
    "zerosum.Unfolding",
    (
        *((name, types.CPointer(types.int64)) for name in _INTS),
        *((name, types.CPointer(types.int32)) for name in _SMALL),
        *((name, types.CPointer(types.float64)) for name in _FLOATS),
    ),
)


class Unfolding:
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

    counts: NDArray[np.int64]
    parents: NDArray[np.int32]
    edges: NDArray[np.int32]
    infosets: NDArray[np.int32]
    payoffs: NDArray[np.float64]
    chances: NDArray[np.float64]

    def __init__(self, limit: int, players: int) -> None:
        self.counts = np.zeros(8, np.int64)
        self.counts[LIMIT], self.counts[PLAYERS] = limit, players
        try:
            for name in _SMALL:
                setattr(self, name, np.zeros(limit, np.int32))
            self.payoffs = np.zeros(limit * players)
            self.chances = np.zeros(limit)
        except MemoryError:
            raise GameError(
                f"The limit of a tree must be histories that memory has room for; the system "
                f"refused {limit:,}: give a smaller limit=.",
                limit,
            ) from None
        arrays = [getattr(self, name) for name, _ in UNFOLDING.arrays]
        self.addresses = np.array([array.ctypes.data for array in arrays], np.int64)
        self.address = int(self.addresses.ctypes.data)

    def plain(self) -> SimpleNamespace:
        """Return the same memory as Python sees it fastest, for the interpreted kernel."""
        views = {name: memoryview(getattr(self, name)) for name, _ in UNFOLDING.arrays}
        return SimpleNamespace(**views)

    def cut(self, name: str, size: int) -> NDArray[Any]:
        """Return what was written of an array, and give the rest back."""
        array: NDArray[Any] = getattr(self, name)[:size].copy()
        delattr(self, name)
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


@typeof_impl.register(Unfolding)
def _typeof_unfolding(value: Unfolding, context: Any) -> Any:
    return UNFOLDING
