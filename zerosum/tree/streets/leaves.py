"""What hands win at the leaves of a segment: those that are over, and those where hands compare."""

import numpy as np

from zerosum.jit import inlined, kernel
from zerosum.kernels.lanes import WIDTH, turn
from zerosum.kernels.names import Numbers, Work
from zerosum.kernels.sweeps import compare, equities, meet

OVER, SHOWDOWN, RUNOUT, DEAL = range(4)
"""The values of :class:`~zerosum.tree.streets.betting.Leaf`, for kernels."""
ZERO = np.float32(0.0)


@inlined
def side_of(tree: Work, player: int) -> Work:
    """Return the hands of a player."""
    return tree.side_0 if player == 0 else tree.side_1


@inlined
def hands_on(tree: Work, board: int, player: int) -> int:
    """Return how many hands of a player a board leaves."""
    starts = side_of(tree, player).starts
    return int(starts[board + 1] - starts[board])


@inlined
def places_on(tree: Work, board: int, player: int) -> Numbers:
    """Return which of all hands of a player are those of a board."""
    own = side_of(tree, player)
    return own.places[own.starts[board] :]


@inlined
def clear(numbers: Numbers, size: int) -> None:
    """Set numbers to zero. Modified in place: ``numbers``."""
    for place in range(size):
        numbers[place] = ZERO


@kernel
def settle(tree: Work, room: Work, segment: int, board: int, player: int) -> None:
    """Pay the leaves that do not wait for a card, eight at a time. Modified in place: ``room``.

    First those that are over, then those where hands are compared. Where all chips are in before
    the last card, :func:`run_out` adds what hands win to what is paid whatever they are.
    """
    first, count = tree.leaves[segment], tree.leaves[segment + 1] - tree.leaves[segment]
    width, street = tree.width, tree.streets[segment]
    ends = tree.leaf_rows[player * tree.leaves[tree.segments] + first :]
    nodes = tree.decisions[segment + 1] - tree.decisions[segment]
    reach, value = tree.reach_at[street] * width, (tree.value_at[street] + nodes) * width
    for kind in range(RUNOUT):
        many = 0
        for leaf in range(count):
            of = tree.kinds[first + leaf]
            if of == kind or (of == RUNOUT and kind == OVER and tree.raked > 0):
                pay = 2 * (first + leaf) + player
                room.rows[many], room.outs[many] = reach + ends[leaf] * width, value + leaf * width
                room.bases[many], room.gains[many] = tree.bases[pay], tree.gains[pay]
                many += 1
            if many == WIDTH or (leaf == count - 1 and many > 0):
                pay_eight(tree, room, board, player, kind, many)
                many = 0


@kernel
def run_out(
    tree: Work, room: Work, segment: int, board: int, player: int, leaf: int, low: int, high: int
) -> None:
    """Pay some hands at a leaf where all chips are in. Modified in place: ``room``."""
    width, street, place = tree.width, tree.streets[segment], tree.leaves[segment] + leaf
    nodes = tree.decisions[segment + 1] - tree.decisions[segment]
    row = tree.reach_at[street] + tree.leaf_rows[player * tree.leaves[tree.segments] + place]
    reach, paid = room.reaches[row * width :], tree.value_at[street] + nodes + leaf
    values, table = room.values[paid * width :], tree.tables[tree.table_at[board] :]
    pay = tree.table_odds[street] * tree.gains[2 * place + player]
    if tree.raked == 0:
        clear(values[low:], high - low)
    one, other = hands_on(tree, board, 0), hands_on(tree, board, 1)
    equities(table, player, one, other, reach, pay, values, low, high)


@kernel
def pay_eight(tree: Work, room: Work, board: int, player: int, kind: int, many: int) -> None:
    """Pay up to eight leaves, ``room.rows``, ``outs``, ``bases`` and ``gains``, at once.

    Modified in place: ``room``.
    """
    mine, other = side_of(tree, player), side_of(tree, 1 - player)
    hands, own = hands_on(tree, board, 1 - player), hands_on(tree, board, player)
    at, own_at = other.starts[board], mine.starts[board]
    lows, highs = other.lows[at:], other.highs[at:]
    own_lows, own_highs = mine.lows[own_at:], mine.highs[own_at:]
    for column in range(many, WIDTH):  # columns that nobody reads, to a row that nobody reads
        room.rows[column], room.outs[column] = room.rows[0], room.spare
    for place in range(0, hands, WIDTH):
        turn(room.reaches, room.rows, place, room.columns, room.eights, WIDTH * place)
    sums, cards, found = room.sums, tree.cards, room.results
    if kind == SHOWDOWN:
        level = tree.strengths[board]
        strengths = tree.strengths[board + 1] - level
        compare(
            sums, cards, room.columns, found, lows, highs, other.ends[level:],
            own_lows, own_highs, mine.ends[level:], strengths, room.gains,
        )  # fmt: skip
    if kind == OVER or tree.raked > 0:
        paid = found if kind == OVER else room.more
        meet(
            sums, cards, room.columns, paid, lows, highs, hands,
            own_lows, own_highs, mine.same[own_at:], own, room.bases,
        )  # fmt: skip
    if kind == SHOWDOWN and tree.raked > 0:
        for place in range(WIDTH * own):
            found[place] += room.more[place]
    for place in range(0, own, WIDTH):
        turn(found, room.eights, WIDTH * place, room.values, room.outs, place)
