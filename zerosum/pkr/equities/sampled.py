"""Equities from random deals, for spots with too many boards or hands to go through.

Hands are drawn by their weights, each player by itself, and all again if two share a card: so each
way to deal has the probability that it should have. If most ways share cards, those that do not
are listed, and one of them is drawn. Then the board is completed at random.
"""

from __future__ import annotations

from functools import partial
from math import prod

import numpy as np

from zerosum.abstraction.fitting import announce
from zerosum.pkr.equities.boards import Floats, Ints
from zerosum.pkr.equities.showdowns import value_of
from zerosum.pkr.equities.spots import Spot
from zerosum.pkr.hands.shuffled import random_card, scrambled
from zerosum.support.cores import share_out
from zerosum.workshop import workshop

SAMPLES = 1_000_000
_BLOCK = 20_000
_LEAST_SHARE_OF_DEALS = 0.1  # of all ways to deal; if fewer share no card, these are listed
_LOW = (1 << 62) - 1
_STEP = 0x1E3779B97F4A7C15


def sample(spot: Spot, samples: int, seed: int) -> Floats:
    """Return how many of some random deals have which winners; shape (2**players,).

    The result depends on the seed, not on the number of threads.
    """
    hands, sums, starts = _lists(spot)
    deal = workshop().compile(deal_samples)
    parts = np.zeros((-(-samples // _BLOCK), 1 << spot.players))
    first = scrambled(seed & _LOW)

    def work(part: int) -> None:
        begin = part * _BLOCK
        size, state = min(_BLOCK, samples - begin), (first + begin) & _LOW
        cards = spot.board, spot.live, spot.missing, spot.deck.short
        deal(state, size, *cards, hands, sums, starts, parts[part])

    share_out(work, range(len(parts)), partial(announce, "Dealing at random"))
    found: Floats = parts.sum(axis=0)
    return found


def _lists(spot: Spot) -> tuple[Ints, Floats, Ints]:
    """Return what to draw from, the weight of all before, and where each list begins."""
    deals = spot.deals()
    if deals < _LEAST_SHARE_OF_DEALS * prod(spot.sizes):
        ways, weights = spot.joint()
        starts = np.array([0, len(ways)])
    else:
        masks, weights, starts = spot.hands()
        ways = masks[:, None]
    return ways, np.concatenate([[0.0], np.cumsum(weights)]), starts


def deal_samples(
    seed: int,
    samples: int,
    board: int,
    live: int,
    missing: int,
    short: bool,
    hands: Ints,
    sums: Floats,
    starts: Ints,
    tally: Floats,
) -> None:
    """Count random deals by winners.

    Parameters
    ----------
    seed
        The seed of the first deal; each later deal has the next seed.
    samples
        How many to make.
    board, live, missing, short
        The board, the live cards, the cards to come, and the order of hands.
    hands
        Lists of hands to draw from, one after another; each row has the hands of one player, or
        of all.
    sums
        The weight of all rows before each one, and of all.
    starts
        The first row of each list, then the number of rows.
    tally
        By winners, as a mask. Modified in place.
    """
    dealt = np.zeros((starts.size - 1) * hands.shape[1], np.int64)
    for row in range(samples):
        state = scrambled((seed + row) & _LOW)
        used, state = deal_players(hands, sums, starts, dealt, state)
        full, dead = board, used | ~live & ((1 << 52) - 1)
        for _ in range(missing):
            card, state = random_card(dead, state)
            dead |= 1 << card
            full |= 1 << card
        best, winners = -1, 0
        for player in range(dealt.size):
            value = value_of(full | int(dealt[player]), short)
            if value > best:
                best, winners = value, 0
            if value == best:
                winners |= 1 << player
        tally[winners] += 1.0


def deal_players(
    hands: Ints, sums: Floats, starts: Ints, dealt: Ints, state: int
) -> tuple[int, int]:
    """Deal hands to the players; return their cards and the next random state.

    Modified in place: ``dealt``.
    """
    each, used = 0, 0
    while each < starts.size - 1:
        state = (state + _STEP) & _LOW
        row = drawn(sums, starts[each], starts[each + 1], scrambled(state) / (_LOW + 1.0))
        more = 0
        for place in range(hands.shape[1]):
            dealt[each + place] = hands[row, place]
            more |= int(hands[row, place])
        if used & more == 0:
            used |= more
            each += 1
        else:
            each, used = 0, 0
    return used, state


def drawn(sums: Floats, first: int, last: int, point: float) -> int:
    """Return the row of a list at a point, 0 to 1, of the sum of its weights."""
    goal = sums[first] + point * (sums[last] - sums[first])
    while last - first > 1:
        middle = (first + last) // 2
        if sums[middle] <= goal:
            first = middle
        else:
            last = middle
    return first
