"""How hands perform on boards that complete the one on the table."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from zerosum.pkr.equities.boards import Ints
from zerosum.pkr.equities.showdowns import values_on
from zerosum.pkr.face import Poker
from zerosum.pkr.hands.deck import Deck
from zerosum.pkr.places.policy import MASKS
from zerosum.pkr.think.runouts import PLACE, full_boards
from zerosum.tables import Floats
from zerosum.workshop import workshop

_KEPT = 16  # sets of boards; one takes 10 KB a board


def outlooks_of(keys: Ints) -> tuple[Floats, Floats]:
    """Return the share of hands that each hand beats at the end: its mean and its variance.

    Shapes (hands,). Ties count half.

    Parameters
    ----------
    keys
        See :class:`~zerosum.pkr.think.runouts.Runouts`.
    """
    size = keys.shape[1]
    sums, squares, boards = np.zeros(size), np.zeros(size), np.zeros(size, np.int64)
    workshop().trust(write_outlooks)(keys, sums, squares, boards)
    boards = np.maximum(boards, 1)
    means = sums / boards
    return means, squares / boards - means * means


def write_outlooks(keys: Ints, sums: Floats, squares: Floats, boards: Ints) -> None:
    """Add the share of hands that each hand beats on each board.

    Modified in place: ``sums`` and ``squares`` of the shares, and the ``boards`` of each hand.
    """
    mask, size = (1 << PLACE) - 1, keys.shape[1]
    for row in range(keys.shape[0]):
        first = dead = first_possible(keys, row)
        while first < size:
            end = end_of_ties(keys, row, first)
            share = (0.5 * (first + end) - dead) / (size - dead)
            for index in range(first, end):
                hand = keys[row, index] & mask
                sums[hand] += share
                squares[hand] += share * share
                boards[hand] += 1
            first = end


def edges_of(keys: Ints, pairs: Ints) -> Floats:
    """Return how much more often the first hand of each pair is the stronger one; (pairs,)."""
    values = np.empty_like(keys)
    np.put_along_axis(values, keys & (1 << PLACE) - 1, keys >> PLACE, axis=1)
    first, second = values[:, pairs[:, 0]], values[:, pairs[:, 1]]
    possible = (first >= 0) & (second >= 0)
    ahead = (np.sign(first - second) * possible).sum(axis=0)
    edges: Floats = ahead / np.maximum(possible.sum(axis=0), 1)
    return edges


def edges_against(game: Poker, own: int, boards: int, stream: int) -> Floats:
    """Return how much more often a hand is the stronger one than each other hand, than weaker.

    Shape (1326,), hands by :func:`zerosum.pkr.hands.isomorphism.hand_number`; 0 for those that the
    hand never meets on a board. That two hands share a card does not matter.

    Parameters
    ----------
    game
        A state of a hand.
    own
        The number of the hand.
    boards, stream
        As for :func:`~zerosum.pkr.think.runouts.full_boards`.

    Examples
    --------
    >>> from dataclasses import replace
    >>> from zerosum.cards import parse
    >>> from zerosum.pkr import RiverOfBlood
    >>> river = replace(RiverOfBlood(), community=parse("2c3d7h8sKs"), last=47)
    >>> float(edges_against(river, 1325, 8, 0).sum())
    865.0
    """
    values = _values_on(full_boards(game, boards, stream).tobytes(), game.deck)
    values = values[values[:, own] >= 0]
    mine = values[:, own : own + 1]
    weaker, stronger, dead = (
        np.count_nonzero(those, axis=0) for those in (values < mine, values > mine, values < 0)
    )
    edges: Floats = (weaker - dead - stronger) / np.maximum(len(values) - dead, 1)
    return edges


@lru_cache(_KEPT)
def _values_on(boards: bytes, deck: Deck) -> Ints:
    return values_on(np.frombuffer(boards, np.int64), MASKS, deck)


def edges_between(keys: Ints, groups: Ints, own: Floats, other: Floats, count: int) -> Floats:
    """Return how much more often a hand of one group is stronger than one of another, than weaker.

    Shape (groups of player 0, groups of player 1), -1 to 1. Hands that share a card count too.

    Parameters
    ----------
    keys
        See :class:`~zerosum.pkr.think.runouts.Runouts`.
    groups, count
        The group of each hand, and how many groups there are.
    own, other
        The range of each player; shape (hands,).

    Notes
    -----
    Costs an addition for each board, hand and group: a millisecond for 96 groups on 48 boards.
    """
    edges, masses = np.zeros((count, count)), np.zeros((2, len(keys), count))
    workshop().trust(add_edges)(keys, groups, own, other, masses, np.zeros(count), edges)
    weight: Floats = masses[0].T @ masses[1]
    np.divide(edges, weight, out=edges, where=weight > 0.0)
    return edges


def add_edges(
    keys: Ints,
    groups: Ints,
    own: Floats,
    other: Floats,
    masses: Floats,
    ahead: Floats,
    edges: Floats,
) -> None:
    """Add how much more often each group is the stronger one, weighted by both ranges.

    Parameters
    ----------
    keys, groups, own, other
        As for :func:`edges_between`.
    masses
        Shape (2, boards, groups): the weight of each group on each board. Modified in place.
    ahead
        Room for a number for each group.
    edges
        Shape (groups, groups). Modified in place.
    """
    mask, count, size = (1 << PLACE) - 1, edges.shape[0], keys.shape[1]
    for row in range(keys.shape[0]):
        first = first_possible(keys, row)
        for index in range(first, size):
            hand = keys[row, index] & mask
            masses[0, row, groups[hand]] += own[hand]
            masses[1, row, groups[hand]] += other[hand]
        # The weight of weaker hands, less that of stronger ones.
        for group in range(count):
            ahead[group] = -masses[1, row, group]
        while first < size:
            end = end_of_ties(keys, row, first)
            for index in range(first, end):
                hand = keys[row, index] & mask
                ahead[groups[hand]] += other[hand]
            for index in range(first, end):
                hand = keys[row, index] & mask
                weight, group = own[hand], groups[hand]
                for rival in range(count):
                    edges[group, rival] += weight * ahead[rival]
            for index in range(first, end):
                hand = keys[row, index] & mask
                ahead[groups[hand]] += other[hand]
            first = end


def first_possible(keys: Ints, row: int) -> int:
    """Return the place of the first hand that shares no card with a board."""
    index = 0
    while index < keys.shape[1] and keys[row, index] < 0:
        index += 1
    return index


def end_of_ties(keys: Ints, row: int, first: int) -> int:
    """Return the place behind the last hand that is as strong as one on a board."""
    end, value = first + 1, keys[row, first] >> PLACE
    while end < keys.shape[1] and keys[row, end] >> PLACE == value:
        end += 1
    return end
