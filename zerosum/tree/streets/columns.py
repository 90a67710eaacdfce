"""Hands that share numbers: what actions gain is summed over all of them, on all boards.

Where a player abstracts, hands with one key are a *column* of their street. Each decision still has
numbers for every hand, but those of a column stay equal, since they change by the same sums: of
what actions gain with each hand, times how likely it is dealt and how many boards a board stands
for.
"""

import numpy as np

from zerosum.jit import kernel
from zerosum.kernels.names import Numbers, Work
from zerosum.tree.streets.leaves import ZERO, hands_on, side_of


@kernel
def pooled_at(tree: Work, segment: int, node: int) -> int:
    """Return where the sums of a decision begin, action by action, column by column."""
    player = tree.owners[node]
    count = tree.column_counts[2 * tree.streets[segment] + player]
    return int(tree.pool_at[2 * segment + player] + tree.before[2 * node + player] * count)


@kernel
def pool(
    tree: Work, room: Work, segment: int, board: int, node: int, kids: Numbers, value: Numbers
) -> None:
    """Add what actions gain on a board to the sums of a decision. Modified in place: ``tree``.

    Parameters
    ----------
    kids, value
        Where the values of its actions begin, and their mean.
    """
    player = tree.owners[node]
    own = side_of(tree, player)
    columns, places = own.columns[own.starts[board] :], own.places[own.starts[board] :]
    weights = own.weights
    count = tree.column_counts[2 * tree.streets[segment] + player]
    first, times = pooled_at(tree, segment, node), float(tree.multiples[board])
    for action in range(tree.edges[node + 1] - tree.edges[node]):
        gain, sums = room.values[kids[action] :], tree.pooled[first + action * count :]
        for hand in range(hands_on(tree, board, player)):
            weight = times * float(weights[places[hand]])
            sums[columns[hand]] += weight * (float(gain[hand]) - float(value[hand]))


@kernel
def take_pooled(tree: Work, room: Work, segment: int, board: int, node: int) -> None:
    """Write the sums of a decision to the first rows of values, hand by hand.

    Modified in place: ``room``.
    """
    player = tree.owners[node]
    own = side_of(tree, player)
    columns = own.columns[own.starts[board] :]
    count = tree.column_counts[2 * tree.streets[segment] + player]
    first = pooled_at(tree, segment, node)
    for action in range(tree.edges[node + 1] - tree.edges[node]):
        row, sums = room.values[action * tree.width :], tree.pooled[first + action * count :]
        for hand in range(hands_on(tree, board, player)):
            row[hand] = np.float32(sums[columns[hand]])


@kernel
def choose(tree: Work, room: Work, at: int, actions: int, hands: int) -> None:
    """Write 1 for the action of each hand with the largest value, 0 for others, as regrets.

    Of equal ones the first is chosen. Modified in place: ``tree``.
    """
    for hand in range(hands):
        best = 0
        for action in range(1, actions):
            row = action * tree.width
            if room.values[row + hand] > room.values[best * tree.width + hand]:
                best = action
        for action in range(actions):
            tree.regrets[at + action * hands + hand] = np.float32(1.0) if action == best else ZERO
