"""What hands win at any decision of a tree of streets, if both players go on by a strategy."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from zerosum.algorithms.streets import BEST, MEAN, iterate
from zerosum.strategy.streets import StreetStrategy
from zerosum.tables import Floats
from zerosum.tables.arena import run_kernel
from zerosum.tree.streets.arena import Streets
from zerosum.tree.streets.places import Place

_LEAST = 1e-5  # of the largest weight; what is left of sums in 32 bits below is rounding


@dataclass(frozen=True, eq=False)
class Sums:
    """What the hands of one player win in a segment on a board, summed over the opponent's.

    Parameters
    ----------
    values
        Shape (decisions and leaves, hands): what each hand wins from there on beyond the share of
        its player (:attr:`~zerosum.tree.streets.tree.StreetTree.share`).
    weights
        Shape (decisions, hands): how likely the opponent comes there with a hand that shares no
        card with it, in the same proportion.
    reaches
        Shape (decisions, hands of the opponent): how likely each comes there, cards apart: the
        weight in the range times the probabilities of what was done.

    Examples
    --------
    >>> from zerosum.algorithms.street_cfr import StreetCFR
    >>> from zerosum.leduc import Leduc
    >>> found = StreetValues(StreetCFR(Leduc(), native=False).strategy(), native=False)
    >>> found.walked(0, 0, 0).values.shape  # decisions and leaves, hands
    (15, 6)
    """

    values: Floats
    weights: Floats
    reaches: Floats


class StreetValues:
    """Finds what hands win, by one walk over what follows. Not thread-safe.

    Parameters
    ----------
    strategy
        The strategy; its numbers are not copied.
    native
        False to run interpreted.

    Examples
    --------
    >>> from zerosum.algorithms.street_cfr import StreetCFR
    >>> from zerosum.leduc import Leduc
    >>> solver = StreetCFR(Leduc())
    >>> solver.run(500)
    >>> found = StreetValues(solver.strategy())
    >>> found.at(solver.tree.place(())).shape  # actions, hands
    (2, 6)
    >>> bool((found.responses() == solver.responses()).all())
    True
    """

    def __init__(self, strategy: StreetStrategy, *, native: bool = True) -> None:
        self.strategy, self.tree, self._native = strategy, strategy.tree, native
        numbers = strategy.numbers
        short = numbers.dtype.itemsize == 2
        if numbers.dtype == np.int16:  # of regrets, those below zero count nothing
            numbers = np.maximum(numbers, 0).astype(np.uint16)
        self._numbers = Streets(self.tree, short=short, predicts=0)
        setattr(self._numbers, "short_averages" if short else "averages", np.asarray(numbers))
        self._room = self._numbers.room()

    def values(self) -> Floats:
        """Return what each player wins if both play the strategy, in chips; shape (2,)."""
        return self._won(MEAN)

    def responses(self) -> Floats:
        """Return what each player wins by a best response to the strategy; shape (2,)."""
        return self._won(BEST)

    def _won(self, mode: int) -> Floats:
        self._room.steps = 0
        totals = np.array([self._walk(player, mode) for player in range(2)])
        won: Floats = self.tree.share + totals / self.tree.unit
        return won

    def _walk(self, player: int, mode: int) -> float:
        """Walk from the end of the path in the room; return what :func:`iterate` does."""
        arguments = self._numbers, self._room, 0, 0, player, mode
        return float(run_kernel(iterate, *arguments, native=self._native))

    def at(self, place: Place) -> Floats:
        """Return what each action of a place wins with each hand there; shape (actions, hands).

        In chips of the whole game, against the hands that the opponent has there, if both players
        go on by the strategy. Not a number where the opponent comes there with no such hand.
        """
        found = self.walked(place.segment, place.board, place.player)
        return self.of_actions(found, place.segment, place.decision)

    def of_actions(self, found: Sums, segment: int, decision: int) -> Floats:
        """Return what :meth:`at` does, of sums for the player to act; shape (actions, hands)."""
        betting = self.tree.betting
        first, count = betting.decisions[segment], np.diff(betting.decisions)[segment]
        targets = betting.targets[slice(*betting.edges[first + decision : first + decision + 2])]
        sums = found.values[np.where(targets >= 0, targets, count - 1 - targets)]
        weights, player = found.weights[decision], int(betting.owners[first + decision])
        none = np.full_like(sums, np.nan)
        met = weights > _LEAST * weights.max()
        worth: Floats = np.divide(sums, weights, out=none, where=met) + self.tree.share[player]
        return worth

    def walked(self, segment: int, board: int, player: int) -> Sums:
        """Return what all hands win in a segment on a board of the tree."""
        tree, numbers, room = self.tree, self._numbers, self._room
        betting, street = tree.betting, int(tree.betting.streets[segment])
        room.path[: 2 * street] = self._path(segment, board)
        room.steps = street
        self._walk(player, MEAN)
        first, last = betting.decisions[segment : segment + 2].tolist()
        rows = last - first + int(np.diff(betting.leaves)[segment])
        own, other = (self._masks(side, board) for side in (player, 1 - player))
        top = int(numbers.value_at[street])
        values = room.values.reshape(-1, numbers.width)[top : top + rows, : own.size]
        at = numbers.reach_at[street] + numbers.reach_rows[player, first:last]
        reaches = room.reaches.reshape(-1, numbers.width)[at, : other.size].astype(np.float64)
        apart = (other[:, None] & own == 0).astype(np.float64)
        odds = float(np.prod(tree.runouts.odds[: street + 1]))
        return Sums(values.astype(np.float64), reaches @ apart, reaches / odds)

    def _path(self, segment: int, board: int) -> list[int]:
        """Return the leaf and the board of each deal on the way to a segment on a board."""
        betting, path = self.tree.betting, list[int]()
        while segment > 0:
            leaf = int(np.flatnonzero(betting.nexts == segment)[0])
            segment = int(np.searchsorted(betting.leaves, leaf, side="right")) - 1
            path = [leaf - int(betting.leaves[segment]), board, *path]
            board = int(np.searchsorted(self.tree.runouts.children, board, side="right")) - 1
        return path

    def _masks(self, side: int, board: int) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
        hands = self.tree.hands[side]
        places = hands.places[hands.starts[board] : hands.starts[board + 1]]
        return self.tree.ranked.hands[side][places]
