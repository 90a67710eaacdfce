"""How hands perform on boards that complete the one on the table."""

from __future__ import annotations

import numpy as np

from zerosum.pkr.equities.boards import Ints
from zerosum.pkr.face import Poker
from zerosum.pkr.places.policy import MASKS
from zerosum.pkr.think.runouts import PLACE, full_boards, write_values
from zerosum.tables import Floats
from zerosum.workshop import workshop


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

    Parameters
    ----------
    game
        A state of a hand.
    own
        The hand, as a mask.
    boards, stream
        As for :func:`~zerosum.pkr.think.runouts.full_boards`; two sets of boards are compared.

    Returns
    -------
    Shape (2, 1326), by each set of boards; equal if no more boards than one set are possible. Hands
    by :func:`zerosum.pkr.hands.isomorphism.hand_number`; 0 for those that share a card with the
    hand or with all boards.

    Examples
    --------
    >>> from dataclasses import replace
    >>> from zerosum.cards import parse
    >>> from zerosum.pkr import RiverOfBlood
    >>> river = replace(RiverOfBlood(), community=parse("2c3d7h8sKs"), last=47)
    >>> int(edges_against(river, parse("KhKd").mask, 8, 0)[0].sum())  # all but three aces, tied
    990
    """
    full = full_boards(game, 2 * boards, stream, own)
    values = np.zeros((full.size, MASKS.size), np.int64)
    workshop().compile(write_values)(full, MASKS, game.deck.short, values)
    drawn, number = full.size == 2 * boards, MASKS.tolist().index(own)
    ahead, met = np.zeros((2, MASKS.size)), np.zeros((2, MASKS.size), np.int64)
    for first in range(2):
        rows = slice(first, None, 2) if drawn else slice(None)
        workshop().trust(add_edges_against)(
            full[rows], number, MASKS, values[rows], met[first], ahead[first]
        )
    edges: Floats = ahead / np.maximum(met, 1)
    return edges


def add_edges_against(
    boards: Ints, own: int, masks: Ints, values: Ints, met: Ints, ahead: Floats
) -> None:
    """Add on how many boards a hand is stronger than each hand, less on how many it is weaker.

    Parameters
    ----------
    boards
        Full boards, as masks.
    own
        The number of the hand.
    masks, values
        The hands, and the value of each on each board; shapes (hands,) and (boards, hands).
    met, ahead
        On how many boards the two meet, and the result. Modified in place.
    """
    for row in range(boards.size):
        dead, mine = boards[row] | masks[own], values[row, own]
        for index in range(masks.size):
            possible = int(masks[index] & dead == 0)
            met[index] += possible
            ahead[index] += possible * (
                int(mine > values[row, index]) - int(mine < values[row, index])
            )


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
