"""What hands win where all chips are in, on average over the boards that may still come."""

from __future__ import annotations

from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from zerosum.errors import GameError
from zerosum.ranked import Ints
from zerosum.tree.streets.betting import Leaf
from zerosum.tree.streets.tree import StreetTree
from zerosum.workshop import workshop

Counts = NDArray[np.int16]
Totals = NDArray[np.int32]


def count_wins(first: Totals, second: Totals, one: Ints, other: Ints, found: Totals) -> None:
    """Count the boards that each hand wins from each other one, less those that it loses.

    Parameters
    ----------
    first, second
        The values of the hands of both players on a board, -1 where they share a card.
    one, other
        The hands, as masks.
    found
        Shape (hands of the one, hands of the other). Modified in place.
    """
    for hand in range(first.shape[0]):
        value, mask, row = first[hand], one[hand], found[hand]
        if value >= 0:
            for rival in range(second.shape[0]):
                held = second[rival]
                apart = (mask & other[rival] == 0) & (held >= 0)
                row[rival] += apart * ((value > held) - (value < held))


def tables_of(tree: StreetTree) -> tuple[Counts, Ints, NDArray[np.float32]]:
    """Return the tables of all boards on which a player may be all-in while cards still come.

    Returns
    -------
    The tables one after another, each of shape (hands of player 0, hands of player 1) on its board;
    where that of each board begins, and -1 if it has none; and how likely one set of cards that
    completes a board of each street is, the hands of both players being known.

    Raises
    ------
    GameError
        If more boards may come than 16 bits can count.
    """
    betting, runouts = tree.betting, tree.runouts
    boards, kinds = runouts.boards.size, betting.kinds
    at, odds = np.full(boards, -1), np.ones(tree.last + 1)
    segments = np.repeat(np.arange(betting.segments), np.diff(betting.leaves))
    streets = betting.streets[segments[kinds == Leaf.RUNOUT]]
    if streets.size == 0:
        return np.zeros(1, np.int16), at, odds.astype(np.float32)
    held = 2 * int(tree.ranked.hands[0][0]).bit_count()
    for street in range(tree.last):
        mask = int(runouts.boards[runouts.streets[street]])
        free, ways = (tree.ranked.deck & ~mask).bit_count() - held, 1
        for cards in tree.ranked.drawn[street:]:
            ways, free = ways * comb(free, cards), free - cards
        odds[street] = 1.0 / ways
    first = int(streets.min())
    if 1.0 / odds[first] > np.iinfo(np.int16).max:
        raise GameError(
            f"A player must not be all-in before the flop where all boards are compared; got "
            f"{1 / odds[first]:,.0f} boards: begin later.",
            tree.base,
        )
    found, size = _tables(tree, first), 0
    parts = []
    for board in range(runouts.streets[first], runouts.streets[tree.last]):
        at[board] = size
        own = [hands.places[hands.starts[board] : hands.starts[board + 1]] for hands in tree.hands]
        part = found[board][np.ix_(*own)].astype(np.int16)
        parts.append(part.reshape(-1))
        size += part.size
    return np.concatenate(parts), at, odds.astype(np.float32)


def _tables(tree: StreetTree, first: int) -> dict[int, Any]:
    """Return the counts of each board before the last street, for all hands of both players."""
    runouts, ranked = tree.runouts, tree.ranked
    count = workshop().trust(count_wins)
    shape = tuple(len(hands) for hands in ranked.hands)
    found: dict[int, Totals] = {}
    one, other = ranked.hands
    for street in range(tree.last - 1, first - 1, -1):
        for board in range(*runouts.streets[street : street + 2].tolist()):
            total = np.zeros(shape, np.int32)
            for child in range(*runouts.children[board : board + 2].tolist()):
                if street == tree.last - 1:
                    part = np.zeros(shape, np.int32)
                    number = child - runouts.streets[tree.last]
                    values = [each[number].astype(np.int32) for each in tree.values]
                    count(values[0], values[1], one, other, part)
                else:
                    part = found[child]
                total += part
                for way in runouts.ways[slice(*runouts.images[child : child + 2])].tolist():
                    total[np.ix_(tree.images[0][way], tree.images[1][way])] += part
            found[board] = total
    return found
