"""The arrays that a public tree is written to, deal after deal."""

from collections.abc import Sequence

import numpy as np

from zerosum.errors import GameError
from zerosum.tables import Arena, Floats, Ints, ShortInts

# An edge whose node or terminal has not been met yet; node k is k + 1, terminal t is -1 - t.
NEW = 0
# What acts at a node where chance moves.
CHANCE = -1
# The most edges for each node, on average, and the most places of infosets in all.
WIDTH = 8
_MOST_PLACES = 1 << 28

_BY_NODE = ("owners", "firsts", "widths", "places", "lasts", "publics", "births")
_BY_EDGE = ("targets", "origins", "nexts", "signs", "stamps", "masses", "classes")


class Unfolding(Arena):
    """Room for a public tree of at most ``most`` nodes; the system gives memory as it is written.

    By node: who acts (``owners``), the first edge and how many there are (``firsts``,
    ``widths``), where the owner's infosets are marked (``places``), the last edge of chance
    (``lasts``), a hash of what is public (``publics``), when it was written (``births``). By edge:
    where it leads (``targets``), the node it leaves (``origins``), the edge of chance before it
    (``nexts``), a hash of what is public after it (``signs``), the last deal for which chance took
    it (``stamps``), how likely chance takes it with any hands (``masses``). By terminal: its
    payoffs so far (``classes``). By place: a hash of the infoset (``marks``).

    Raises
    ------
    GameError
        If the system refuses so much memory.
    """

    nodes: int
    edges: int
    terminals: int
    filled: int
    most: int
    room: int
    players: int
    # Each player's share of what payoffs sum to, which is taken off.
    share: float
    # The part of a tree that several threads write: its number, and how many there are. What lies
    # ``split`` nodes deep is divided; ``clock`` counts the visits there, of this part or not.
    part: int
    parts: int
    split: int
    clock: int
    # Of the current deal: its number, and for each player the number of the hand, how many hands
    # there are, and a hash of the hand.
    deal: int
    hands: Ints
    sizes: Ints
    privates: Ints
    owners: ShortInts
    firsts: ShortInts
    widths: ShortInts
    places: Ints
    lasts: ShortInts
    publics: Ints
    births: Ints
    targets: ShortInts
    origins: ShortInts
    nexts: ShortInts
    signs: Ints
    stamps: ShortInts
    masses: Floats
    classes: ShortInts
    marks: Ints

    def __init__(self, most: int, sizes: Sequence[int], share: float = 0.0) -> None:
        room, players = min(most * max(sizes), _MOST_PLACES), len(sizes)
        super().__init__(most=most, room=room, players=players, share=share)
        # What leads to the root is an edge.
        self.edges = 1
        self.hands, self.sizes, self.privates = (np.zeros(players, np.int64) for _ in range(3))
        self.sizes[:] = sizes
        try:
            for name, kind in self.fields:
                if name in (*_BY_NODE, *_BY_EDGE, "marks"):
                    size = most if name in _BY_NODE else WIDTH * most
                    setattr(self, name, np.zeros(self.room if name == "marks" else size, kind))
        except MemoryError:
            raise GameError(
                f"The limit of a public tree must be a number of nodes that fits in memory; the "
                f"system refused {most:,}: give a smaller limit.",
                most,
            ) from None
