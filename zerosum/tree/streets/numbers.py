"""The numbers of a node in floats of 32 bits, or in 16 bits with a scale: strategies and updates.

With 16 bits, regrets are multiples of the largest one of their node by 1 / 32,767, and sums of the
largest sum by 1 / 65,535.
"""

import numpy as np

from zerosum.jit import inlined, kernel
from zerosum.kernels.lanes import greatest
from zerosum.kernels.names import Numbers, Work
from zerosum.tree.streets.leaves import ZERO

ONE, HALF = np.float32(1.0), np.float32(0.5)
TOP, MOST = np.float32(32767.0), np.float32(65535.0)


@inlined
def read_positive(tree: Work, row: Numbers, first: int, hands: int, mean: int) -> None:
    """Write the numbers of an action that are above 0, otherwise 0. Modified in place: ``row``."""
    if tree.short > 0:
        if mean > 0:
            wide = tree.short_averages[first:]
            for hand in range(hands):
                row[hand] = np.float32(wide[hand])
        else:
            narrow = tree.short_regrets[first:]
            for hand in range(hands):
                number = np.float32(narrow[hand])
                row[hand] = number if number > ZERO else ZERO
    elif tree.predicts > 0 and mean == 0:
        own, last = tree.regrets[first:], tree.latest[first:]
        for hand in range(hands):
            number = own[hand] + last[hand]
            row[hand] = number if number > ZERO else ZERO
    else:
        own = tree.averages[first:] if mean > 0 else tree.regrets[first:]
        for hand in range(hands):
            number = own[hand]
            row[hand] = number if number > ZERO else ZERO


@kernel
def play(tree: Work, room: Work, at: int, cell: int, actions: int, hands: int, mean: int) -> None:
    """Write the strategy of a node to the rows of ``room.sigma``: numbers above 0 in proportion.

    Uniform where there are none. Modified in place: ``room``.

    Parameters
    ----------
    at, cell
        Where the numbers of the node begin, and its place among nodes.
    mean
        Whether to read the sums instead of the regrets.
    """
    width = tree.width
    totals, evens = room.sigma[actions * width :], room.sigma[(actions + 1) * width :]
    for hand in range(hands):
        totals[hand] = ZERO
    for action in range(actions):
        row = room.sigma[action * width :]
        read_positive(tree, row, at + action * hands, hands, mean)
        for hand in range(hands):
            totals[hand] += row[hand]
    even = ONE / np.float32(actions)
    for hand in range(hands):
        total = totals[hand]
        evens[hand] = ZERO if total > ZERO else even
        totals[hand] = ONE / (total if total > ZERO else ONE)
    for action in range(actions):
        row = room.sigma[action * width :]
        for hand in range(hands):
            row[hand] = row[hand] * totals[hand] + evens[hand]
    if tree.locks > 0 and tree.locked_at[cell] >= 0:
        for action in range(actions):
            row = room.sigma[action * width :]
            locked = tree.locked[tree.locked_at[cell] + action * hands :]
            for hand in range(hands):
                row[hand] = locked[hand] if locked[hand] >= ZERO else row[hand]


@kernel
def learn(
    tree: Work, room: Work, at: int, actions: int, hands: int, kids: Numbers, value: Numbers
) -> None:
    """Update the numbers of a node of the player, of 32 bits. Modified in place: ``tree``.

    Parameters
    ----------
    at
        Where its numbers begin.
    kids, value
        Where the values of its actions begin, and their mean.
    """
    alpha, beta, gamma = np.float32(tree.up), np.float32(tree.down), np.float32(tree.fade)
    weight, floor, width = np.float32(tree.weight), np.float32(tree.floor), tree.width
    for action in range(actions):
        gain, row = room.values[kids[action] :], room.sigma[action * width :]
        regrets, sums = tree.regrets[at + action * hands :], tree.averages[at + action * hands :]
        for hand in range(hands):
            old = regrets[hand]
            new = old * (alpha if old > ZERO else beta) + (gain[hand] - value[hand])
            regrets[hand] = new if new > floor else floor
        if tree.predicts > 0:
            latest = tree.latest[at + action * hands :]
            for hand in range(hands):
                latest[hand] = gain[hand] - value[hand]
        for hand in range(hands):
            sums[hand] = sums[hand] * gamma + weight * row[hand]


@kernel
def learn_short(
    tree: Work,
    room: Work,
    at: int,
    cell: int,
    actions: int,
    hands: int,
    kids: Numbers,
    value: Numbers,
) -> None:
    """Update the numbers of a node, of 16 bits, and their scales, at its place among nodes.

    Modified in place: ``tree``, the values of the actions, which nobody needs any more.
    """
    scale, gamma = tree.regret_scales[cell], np.float32(tree.fade) * tree.average_scales[cell]
    alpha, beta = np.float32(tree.up) * scale, np.float32(tree.down) * scale
    weight, floor, width = np.float32(tree.weight), np.float32(tree.floor), tree.width
    most = top = ZERO
    for action in range(actions):
        gain, row = room.values[kids[action] :], room.sigma[action * width :]
        regrets = tree.short_regrets[at + action * hands :]
        sums = tree.short_averages[at + action * hands :]
        for hand in range(hands):
            old = np.float32(regrets[hand])
            new = old * (alpha if old > ZERO else beta) + (gain[hand] - value[hand])
            gain[hand] = new if new > floor else floor
        most = max(most, greatest(gain, hands))
        for hand in range(hands):
            row[hand] = np.float32(sums[hand]) * gamma + weight * row[hand]
        top = max(top, greatest(row, hands))
    by, times = TOP / (most if most > ZERO else TOP), MOST / (top if top > ZERO else MOST)
    for action in range(actions):
        gain, row = room.values[kids[action] :], room.sigma[action * width :]
        regrets = tree.short_regrets[at + action * hands :]
        sums = tree.short_averages[at + action * hands :]
        for hand in range(hands):
            number = gain[hand] * by
            regrets[hand] = np.int16(np.int32(number + (HALF if number > ZERO else -HALF)))
        for hand in range(hands):
            sums[hand] = np.uint16(np.int32(row[hand] * times + HALF))
    tree.regret_scales[cell], tree.average_scales[cell] = most / TOP, top / MOST
