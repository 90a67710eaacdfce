"""The arrays that a public tree is written to, pair of hands after pair."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
from numba.core import types
from numba.extending import typeof_impl
from numpy.typing import NDArray

from zerosum.errors import GameError
from zerosum.native.types import WorkspaceType

# Places in counts; of hands the first player's comes first.
NODES, EDGES, TERMINALS, PLACES, MOST, PAIR, HAND, _, SIZE, _, PRIVATE, _, ROOM = range(13)
# An edge whose node or terminal has not been met yet; node k is k + 1, terminal t is -1 - t.
NEW = 0
# What acts at a node where chance moves.
CHANCE = 2
# The most edges for each node, on average, and the most places of infosets in all.
WIDTH = 8
_MOST_PLACES = 1 << 28

_BY_NODE = ("owners", "firsts", "widths", "places", "lasts", "publics")

BOOK = WorkspaceType(
    "zerosum.PublicBook",
    (
        ("counts", types.CPointer(types.int64)),
        ("owners", types.CPointer(types.int32)),
        ("firsts", types.CPointer(types.int32)),
        ("widths", types.CPointer(types.int32)),
        ("places", types.CPointer(types.int64)),
        ("lasts", types.CPointer(types.int32)),
        ("publics", types.CPointer(types.int64)),
        ("targets", types.CPointer(types.int32)),
        ("origins", types.CPointer(types.int32)),
        ("nexts", types.CPointer(types.int32)),
        ("signs", types.CPointer(types.int64)),
        ("stamps", types.CPointer(types.int32)),
        ("masses", types.CPointer(types.float64)),
        ("classes", types.CPointer(types.int32)),
        ("marks", types.CPointer(types.int64)),
    ),
)


class Book:
    """Room for a public tree of at most ``most`` nodes, given by the system as it is written.

    By node: who acts (``owners``), the first edge and how many there are (``firsts``,
    ``widths``), where the owner's infosets are marked (``places``), the last edge of chance
    (``lasts``), a hash of what is public (``publics``). By edge: where it leads (``targets``),
    the node it leaves (``origins``), the edge of chance before it (``nexts``), a hash of what is
    public behind it (``signs``), the last pair of hands that chance took it for (``stamps``), how
    likely chance takes it with any hands (``masses``). By terminal: its payoffs so far
    (``classes``). By place: a hash of the infoset (``marks``).

    Raises
    ------
    GameError
        Where the system does not give room for so many.
    """

    counts: NDArray[np.int64]
    owners: NDArray[np.int32]
    firsts: NDArray[np.int32]
    widths: NDArray[np.int32]
    places: NDArray[np.int64]
    lasts: NDArray[np.int32]
    publics: NDArray[np.int64]
    targets: NDArray[np.int32]
    origins: NDArray[np.int32]
    nexts: NDArray[np.int32]
    signs: NDArray[np.int64]
    stamps: NDArray[np.int32]
    masses: NDArray[np.float64]
    classes: NDArray[np.int32]
    marks: NDArray[np.int64]

    def __init__(self, most: int, hands: tuple[int, int]) -> None:
        rooms = {"counts": 16, "marks": min(most * max(hands), _MOST_PLACES)}
        edges = WIDTH * most
        try:
            for name, pointer in BOOK.arrays:
                room = rooms.get(name, most if name in _BY_NODE else edges)
                setattr(self, name, np.zeros(room, str(pointer.dtype)))
        except MemoryError:
            raise GameError(
                f"The limit of a public tree must be nodes that memory has room for; the system "
                f"refused {most:,}: give a smaller limit=.",
                most,
            ) from None
        self.counts[MOST], self.counts[ROOM] = most, rooms["marks"]
        self.counts[EDGES] = 1  # what leads to the root
        self.counts[SIZE : SIZE + 2] = hands
        arrays = [getattr(self, name) for name, _ in BOOK.arrays]
        self.addresses = np.array([array.ctypes.data for array in arrays], np.int64)
        self.address = int(self.addresses.ctypes.data)

    def plain(self) -> SimpleNamespace:
        """Return the same memory as Python sees it fastest, for the interpreted kernel."""
        return SimpleNamespace(**{name: memoryview(getattr(self, name)) for name, _ in BOOK.arrays})


@typeof_impl.register(Book)
def _typeof_book(value: Book, context: Any) -> Any:
    return BOOK
