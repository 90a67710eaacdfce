"""Equities by going through all boards, up to renamings of suits that change nothing.

Each way to deal is counted by its winners, a mask of players: 0b01 if the first player wins, 0b11
if the first two split the pot.
"""

from __future__ import annotations

from functools import partial
from math import comb

import numpy as np

from zerosum.abstraction.fitting import announce
from zerosum.pkr.equities.boards import Counts, Floats, Ints, completions
from zerosum.pkr.equities.showdowns import MOST_HANDS, order_hands, value_of
from zerosum.pkr.equities.spots import Spot
from zerosum.pkr.equities.table import preflop
from zerosum.pkr.ranges.classes import CLASS_OF, HAND_MASKS, MEMBERS
from zerosum.support.cores import share_out
from zerosum.workshop import workshop

AFFORDABLE = 1.0
"""Seconds of one core that an exact equity may take before it is sampled."""
_BOARD, _HAND, _DEAL, _SORTED = 4e-8, 7e-8, 7e-9, 3e-5  # seconds
_BLOCK = 1_000  # boards


def seconds(spot: Spot) -> float:
    """Return about how long one core takes to go through all boards of a spot."""
    every = comb(spot.next_cards().bit_count(), spot.missing)
    return every * (_BOARD + _per_board(spot) / len(spot.renamings()))


def _per_board(spot: Spot) -> float:
    each = _HAND * sum(spot.sizes) + _DEAL * spot.deals()
    return min(each, _SORTED) if spot.players == 2 else each


def is_quick(spot: Spot) -> bool:
    """Return whether a spot should be computed exactly."""
    return is_tabulated(spot) or seconds(spot) <= AFFORDABLE


def is_tabulated(spot: Spot) -> bool:
    """Return whether the table of hands before the flop has what a spot needs.

    Two players, no card known, and a range of whole classes: all hands of a class do equally well
    against it.
    """
    unknown = spot.board == 0 and spot.live == spot.deck.cards.mask and spot.players == 2
    return unknown and (spot.whole(0) or spot.whole(1))


def count(spot: Spot) -> Floats:
    """Return the weight of all deals by their winners; shape (2**players,)."""
    if is_tabulated(spot):
        return tabulated(spot)
    boards, times = completions(spot.next_cards(), spot.missing, spot.renamings())
    sweeping = spot.players == 2 and _per_board(spot) == _SORTED
    sweep_all, deal_all = workshop().compile(sweep_boards), workshop().compile(deal_boards)
    parts = np.zeros((-(-len(boards) // _BLOCK), 1 << spot.players))

    def work(part: int) -> None:
        block = slice(part * _BLOCK, (part + 1) * _BLOCK)
        full, short = boards[block] | spot.board, spot.deck.short
        if sweeping:
            sweep_all(full, times[block], spot.live, short, spot.weights, parts[part])
        else:
            deal_all(full, times[block], short, *spot.hands(), parts[part])

    share_out(work, range(len(parts)), partial(announce, "Going through all boards"))
    found: Floats = np.maximum(parts.sum(axis=0), 0.0)  # sums of weights are rounded
    return found


def tabulated(spot: Spot) -> Floats:
    """Return the same from the table of hands before the flop."""
    table, other = preflop(spot.deck), 1 if spot.whole(1) else 0
    held = np.bincount(CLASS_OF, spot.weights[1 - other], len(MEMBERS))
    met = np.array([spot.weights[other, list(hands)].max() for hands in MEMBERS])
    inside = [mask & ~spot.deck.cards.mask == 0 for mask in HAND_MASKS]
    sizes = np.maximum(np.bincount(CLASS_OF, inside, len(MEMBERS)), 1).astype(np.int64)
    tally = np.zeros(4)
    for winners, counts in ((2 - other, table.wins), (1 + other, table.wins.T), (3, table.ties)):
        tally[winners] = held @ (counts // sizes[:, None]) @ met
    return tally


def deal_boards(
    boards: Ints,
    times: Counts,
    short: bool,
    hands: Ints,
    weights: Floats,
    starts: Ints,
    tally: Floats,
) -> None:
    """Count all ways to deal hands to the players on some boards, by winners.

    Parameters
    ----------
    boards
        Full boards, as masks.
    times
        How often each of them counts.
    short
        Whether hands are in the order of short-deck hold'em.
    hands, weights
        The hands of all players and their weights.
    starts
        The first hand of each player, then the number of hands.
    tally
        By winners, as a mask. Modified in place.
    """
    left, values = np.zeros(hands.size, np.int64), np.zeros(hands.size, np.int64)
    masses, bounds = np.zeros(hands.size), np.zeros(starts.size, np.int64)
    path, mass = np.zeros((4, starts.size), np.int64), np.zeros(starts.size)
    for row in range(boards.size):
        board, size = int(boards[row]), 0
        for player in range(starts.size - 1):
            bounds[player] = size
            for hand in range(starts[player], starts[player + 1]):
                if hands[hand] & board == 0:
                    left[size], masses[size] = hands[hand], weights[hand]
                    values[size] = value_of(board | int(hands[hand]), short)
                    size += 1
        bounds[starts.size - 1] = size
        mass[0] = times[row]
        deal_hands(left, masses, values, bounds, path, mass, tally)


def deal_hands(
    hands: Ints,
    weights: Floats,
    values: Ints,
    starts: Ints,
    path: Ints,
    mass: Floats,
    tally: Floats,
) -> None:
    """Count all ways to deal hands to the players on a board, by winners.

    Parameters
    ----------
    hands, weights, values
        The hands of all players that the board leaves.
    starts
        The first hand of each player, then the number of hands.
    path
        Room for the next hand of each player, and for the cards, the best value and the winners
        of the players before. Modified in place.
    mass
        The product of the weights of the players before; the first item counts for all.
        Modified in place.
    tally
        By winners, as a mask. Modified in place.
    """
    player, last = 0, starts.size - 2
    path[0, 0], path[1, 0], path[2, 0], path[3, 0] = starts[0], 0, -1, 0
    while player >= 0:
        hand = path[0, player]
        if hand == starts[player + 1]:
            player -= 1
            continue
        path[0, player] += 1
        if hands[hand] & path[1, player] != 0:
            continue
        best, winners = path[2, player], path[3, player]
        if values[hand] > best:
            best, winners = values[hand], 0
        if values[hand] == best:
            winners |= 1 << player
        weight = mass[player] * weights[hand]
        if player == last:
            tally[winners] += weight
        else:
            used = path[1, player] | hands[hand]
            player += 1
            path[0, player], path[1, player] = starts[player], used
            path[2, player], path[3, player], mass[player] = best, winners, weight


def sweep_boards(
    boards: Ints, times: Counts, live: int, short: bool, weights: Floats, tally: Floats
) -> None:
    """Count all ways to deal hands to two players on some boards, by winners.

    Hands are met in order of value; those below one that share no card with it are all below
    without those that hold its first or its second card. Time does not depend on the ranges.

    Parameters
    ----------
    live
        The cards that hands may hold, if they are not on the board.
    weights
        The weight of each hand of both players; shape (2, 1326).

    See Also
    --------
    deal_boards : The same for any number of players, with the other parameters.
    """
    lows, highs = np.zeros(MOST_HANDS, np.int64), np.zeros(MOST_HANDS, np.int64)
    starts = np.zeros(MOST_HANDS + 1, np.int64)
    for row in range(boards.size):
        board = int(boards[row])
        groups = order_hands(board, live & ~board, short, lows, highs, starts)
        sweep(groups, starts, lows, highs, weights, float(times[row]), tally)


def sweep(
    groups: int,
    starts: Ints,
    lows: Ints,
    highs: Ints,
    weights: Floats,
    times: float,
    tally: Floats,
) -> None:
    """Count wins, ties and losses of the first player's hands in order of value.

    Modified in place: ``tally``.
    """
    below, every = np.zeros(53), np.zeros(53)
    size = starts[groups]
    for hand in range(size):
        low, high = lows[hand], highs[hand]
        weight = weights[1, high * (high - 1) // 2 + low]
        every[52] += weight
        every[low] += weight
        every[high] += weight
    won = lost = total = 0.0
    for group in range(groups):
        for hand in range(starts[group], starts[group + 1]):
            low, high = lows[hand], highs[hand]
            weight = times * weights[0, high * (high - 1) // 2 + low]
            won += weight * (below[52] - below[low] - below[high])
        for hand in range(starts[group], starts[group + 1]):
            low, high = lows[hand], highs[hand]
            weight = weights[1, high * (high - 1) // 2 + low]
            below[52] += weight
            below[low] += weight
            below[high] += weight
        for hand in range(starts[group], starts[group + 1]):
            low, high = lows[hand], highs[hand]
            number = high * (high - 1) // 2 + low
            weight, same = times * weights[0, number], weights[1, number]
            total += weight * (every[52] - every[low] - every[high] + same)
            lost += weight * (
                every[52] - every[low] - every[high] - below[52] + below[low] + below[high]
            )
    tally[1] += won
    tally[2] += lost
    tally[3] += total - won - lost
