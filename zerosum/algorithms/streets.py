r"""CFR on a tree of streets, whose leaves compare hands: a number for each hand, in 32 or 16 bits.

A walk goes over the betting of one street on one board, a *segment*, for all hands at once. Reaches
of the opponent go down all of it; its leaves are paid, eight at a time; values of the player come
back up. With :math:`v_a` the values of the actions of a node and :math:`v` their mean by the
current strategy :math:`\sigma`, each hand keeps, in iteration :math:`t`,

.. math:: R_a \leftarrow \max(R_a d + v_a - v, \text{floor}), \quad
          S_a \leftarrow S_a \left(\tfrac{u}{u+1}\right)^\gamma + \sigma_a,

where :math:`d` is the discount of DCFR, :math:`\alpha` above zero and :math:`\beta` below, and
:math:`u` counts from the last power of four, from which on sums are forgotten. The sums do not
contain the reach of the player: what the average is worth is measured, exactly, by
:data:`BEST` walks, and so is when to stop.

Brown & Sandholm, "Solving imperfect-information games via discounted regret minimization",
AAAI 2019; Johanson, Waugh, Bowling & Zinkevich, "Accelerating best response calculation in large
extensive games", IJCAI 2011.
"""

import numpy as np

from zerosum.jit import inlined, kernel
from zerosum.kernels.names import Numbers, Work
from zerosum.kernels.roots import enter as enter_root
from zerosum.kernels.roots import note
from zerosum.rules import discount
from zerosum.tree.streets.cards import collect, enter, gather, spread
from zerosum.tree.streets.columns import choose, pool, take_pooled
from zerosum.tree.streets.leaves import (
    DEAL,
    RUNOUT,
    ZERO,
    clear,
    hands_on,
    run_out,
    settle,
    side_of,
)
from zerosum.tree.streets.numbers import learn, learn_short, play

UPDATE, BEST, MEAN, RESPOND = range(4)


@inlined
def origin_of(tree: Work, segment: int, board: int) -> int:
    """Return where the numbers of a segment on a board begin."""
    first = tree.street_boards[tree.streets[segment]]
    starts_0, starts_1 = tree.side_0.starts, tree.side_1.starts
    one = int(tree.slots[2 * segment]) * (starts_0[board] - starts_0[first])
    other = int(tree.slots[2 * segment + 1]) * (starts_1[board] - starts_1[first])
    return int(tree.origins[segment] + one + other)


@inlined
def numbers_at(tree: Work, segment: int, board: int, decision: int) -> int:
    """Return where the numbers of a decision on a board begin."""
    place = tree.decisions[segment] + decision
    one = int(tree.before[2 * place]) * hands_on(tree, board, 0)
    other = int(tree.before[2 * place + 1]) * hands_on(tree, board, 1)
    return origin_of(tree, segment, board) + one + other


@kernel
def descend(tree: Work, room: Work, segment: int, board: int, player: int, mode: int) -> None:
    """Take the opponent's reaches down a segment, from the first row of its street.

    Modified in place: ``room``.
    """
    width, street = tree.width, tree.streets[segment]
    first, last = tree.decisions[segment], tree.decisions[segment + 1]
    hands = hands_on(tree, board, 1 - player)
    reaches = room.reaches[tree.reach_at[street] * width :]
    cells = tree.nodes[segment] + (board - tree.street_boards[street]) * (last - first)
    rows = tree.reach_rows[player * tree.decisions[tree.segments] :]
    ends = tree.leaf_rows[player * tree.leaves[tree.segments] + tree.leaves[segment] :]
    for decision in range(last - first):
        if tree.owners[first + decision] == player:
            continue
        edge = tree.edges[first + decision]
        actions = tree.edges[first + decision + 1] - edge
        at, cell = numbers_at(tree, segment, board, decision), cells + decision
        play(tree, room, at, cell, actions, hands, int(mode in (BEST, MEAN)))
        reach = reaches[rows[first + decision] * width :]
        for action in range(actions):
            target = tree.targets[edge + action]
            row = rows[first + target] if target >= 0 else ends[-1 - target]
            onward, share = reaches[row * width :], room.sigma[action * width :]
            for hand in range(hands):
                onward[hand] = share[hand] * reach[hand]


@kernel
def climb(tree: Work, room: Work, segment: int, board: int, player: int, mode: int) -> None:
    """Take the player's values up a segment, to the first row of its street, and learn.

    Modified in place: ``room``; in an update ``tree``.
    """
    width, street = tree.width, tree.streets[segment]
    first, count = tree.decisions[segment], tree.decisions[segment + 1] - tree.decisions[segment]
    top, hands = tree.value_at[street] * width, hands_on(tree, board, player)
    cells = tree.nodes[segment] + (board - tree.street_boards[street]) * count
    kids = room.kids
    for decision in range(count - 1, -1, -1):
        edge, is_own = tree.edges[first + decision], tree.owners[first + decision] == player
        actions = tree.edges[first + decision + 1] - edge
        for action in range(actions):
            target = tree.targets[edge + action]
            kids[action] = top + (target if target >= 0 else count - 1 - target) * width
        at, cell = numbers_at(tree, segment, board, decision), cells + decision
        locks = is_own and tree.locks > 0 and tree.locked_at[cell] >= 0
        if is_own and (mode != BEST or locks):
            play(tree, room, at, cell, actions, hands, int(mode in (BEST, MEAN)))
        values = room.values[top + decision * width :]
        weigh_up(tree, room, kids, values, actions, hands, int(is_own), int(mode == BEST))
        if locks and mode == BEST:
            keep_locked(tree, room, kids, values, tree.locked_at[cell], actions, hands)
        if is_own and tree.pools[player] > 0 and mode in (UPDATE, RESPOND):
            pool(tree, room, segment, board, first + decision, kids, values)
        elif is_own and mode == UPDATE:
            if tree.short > 0:
                learn_short(tree, room, at, cell, actions, hands, kids, values)
            else:
                learn(tree, room, at, actions, hands, kids, values)


@inlined
def weigh_up(
    tree: Work,
    room: Work,
    kids: Numbers,
    mean: Numbers,
    actions: int,
    hands: int,
    own: int,
    best: int,
) -> None:
    """Write the values of a node: the sum of the opponent's actions, the mean or best of own ones.

    Modified in place: ``mean``.
    """
    for action in range(actions):
        found, share = room.values[kids[action] :], room.sigma[action * tree.width :]
        if own == 0 and action == 0:
            for hand in range(hands):
                mean[hand] = found[hand]
        elif own == 0:
            for hand in range(hands):
                mean[hand] += found[hand]
        elif best > 0:
            for hand in range(hands):
                number = found[hand]
                mean[hand] = number if action == 0 or number > mean[hand] else mean[hand]
        elif action == 0:
            for hand in range(hands):
                mean[hand] = share[hand] * found[hand]
        else:
            for hand in range(hands):
                mean[hand] += share[hand] * found[hand]


@inlined
def keep_locked(
    tree: Work, room: Work, kids: Numbers, mean: Numbers, at: int, actions: int, hands: int
) -> None:
    """Give hands whose strategy is locked the values of this, in place of the best ones.

    Modified in place: ``mean``.
    """
    for hand in range(hands):
        if tree.locked[at + hand] >= ZERO:
            mean[hand] = ZERO
            for action in range(actions):
                share = room.sigma[action * tree.width + hand]
                mean[hand] += share * room.values[kids[action] + hand]


@kernel
def walk(tree: Work, room: Work, segment: int, board: int, player: int, mode: int) -> None:
    """Find the values of all hands of a player in a segment, from the reaches in its first row.

    Modified in place: ``room``, the first row of values of the street; in an update ``tree``.

    Parameters
    ----------
    tree, room
        The tree with its numbers, and what this thread works in.
    segment, board
        Where to walk from.
    player, mode
        Whose values, and whether the player learns, plays a best response to the average strategy,
        or plays it (:data:`UPDATE`, :data:`BEST`, :data:`MEAN`).
    """
    width, street = tree.width, tree.streets[segment]
    descend(tree, room, segment, board, player, mode)
    settle(tree, room, segment, board, player)
    first = tree.leaves[segment]
    nodes = tree.decisions[segment + 1] - tree.decisions[segment]
    ends = tree.leaf_rows[player * tree.leaves[tree.segments] + first :]
    for leaf in range(tree.leaves[segment + 1] - first):
        if tree.kinds[first + leaf] == DEAL:
            reach = room.reaches[(tree.reach_at[street] + ends[leaf]) * width :]
            spread(tree, room, board, player, reach, street)
            known, found = room.known[street * width :], room.found[street * width :]
            clear(found, tree.hands[player])
            for child in range(tree.children[board], tree.children[board + 1]):
                enter(tree, room, child, player, known, street + 1)
                walk(tree, room, int(tree.nexts[first + leaf]), child, player, mode)
                gather(tree, found, child, player, room.values[tree.value_at[street + 1] * width :])
            collect(
                tree,
                found,
                board,
                player,
                room.values[(tree.value_at[street] + nodes + leaf) * width :],
            )
        elif tree.kinds[first + leaf] == RUNOUT:
            hands = hands_on(tree, board, player)
            run_out(tree, room, segment, board, player, leaf, 0, hands)
    climb(tree, room, segment, board, player, mode)


@inlined
def deal(tree: Work, room: Work, player: int) -> None:
    """Write the opponent's range to the first row. Modified in place: ``room``."""
    other = side_of(tree, 1 - player)
    for hand in range(hands_on(tree, 0, 1 - player)):
        room.reaches[hand] = other.weights[other.places[hand]]


@kernel
def weigh(tree: Work, iteration: int) -> None:
    """Set the weights of an iteration. Modified in place: ``tree``."""
    tree.iteration = iteration
    tree.up = discount(max(iteration - 1, 1), tree.alpha)
    tree.down = discount(iteration, tree.beta)
    tree.weight = tree.fade = 1.0
    if tree.fades == 0:
        tree.weight = float(iteration) ** tree.gamma
        return
    since = iteration
    if tree.resets > 0 and iteration > 1:
        power = 1
        while 4 * power <= iteration - 1:
            power *= 4
        since = iteration - power
    tree.fade = (float(since - 1) / float(since)) ** tree.gamma


@kernel
def learn_together(tree: Work, room: Work, player: int, best: int) -> None:
    """Update the numbers of hands that share them by the sums of their columns, and clear these.

    Modified in place: ``tree``, the rows of values in ``room``.

    Parameters
    ----------
    best
        Whether to write, in place of regrets, 1 for the best action of a column and 0 for others.
    """
    width, kids, values = tree.width, room.kids, room.values
    for segment in range(tree.segments):
        street, first = tree.streets[segment], tree.decisions[segment]
        count = tree.decisions[segment + 1] - first
        for board in range(tree.street_boards[street], tree.street_boards[street + 1]):
            hands = hands_on(tree, board, player)
            cells = tree.nodes[segment] + (board - tree.street_boards[street]) * count
            for decision in range(count):
                if tree.owners[first + decision] != player:
                    continue
                actions = tree.edges[first + decision + 1] - tree.edges[first + decision]
                at = numbers_at(tree, segment, board, decision)
                for action in range(actions):
                    kids[action] = action * width
                take_pooled(tree, room, segment, board, first + decision)
                if best > 0:
                    choose(tree, room, at, actions, hands)
                else:
                    play(tree, room, at, cells + decision, actions, hands, 0)
                    clear(values[actions * width :], hands)
                    learn(tree, room, at, actions, hands, kids, values[actions * width :])
    for place in range(tree.pool_at[2 * tree.segments]):
        tree.pooled[place] = 0.0


@kernel
def find(tree: Work, room: Work, player: int, mode: int) -> float:
    """Walk from the end of ``room.path``, to which the opponent's range is taken first.

    Modified in place: ``room``; in an update ``tree``. Return what the player wins, times the
    weight of all deals, if the path is empty.
    """
    deal(tree, room, player)
    # No literal, nor a narrow int: the walk would be compiled for each of them, and for each mode.
    segment = board = int(np.int64(0))
    for step in range(room.steps):
        descend(tree, room, segment, board, player, mode)
        leaf, child, street = room.path[2 * step], room.path[2 * step + 1], tree.streets[segment]
        ends = tree.leaf_rows[player * tree.leaves[tree.segments] + tree.leaves[segment] :]
        reach = room.reaches[(tree.reach_at[street] + ends[leaf]) * tree.width :]
        spread(tree, room, board, player, reach, street)
        enter(tree, room, child, player, room.known[street * tree.width :], street + 1)
        segment, board = int(tree.nexts[tree.leaves[segment] + leaf]), child
    walk(tree, room, segment, board, player, mode)
    return won(tree, room, player)


@kernel
def iterate(tree: Work, room: Work, first: int, last: int, player: int, mode: int) -> float:
    """Run iterations ``first`` to ``last``, a walk for each player in turn.

    Or, in another mode than :data:`UPDATE`, return what a player wins, times the weight of all
    deals. One kernel does both, since it takes a second or two to compile.
    """
    if mode != UPDATE:
        total = find(tree, room, player, mode)
        if mode == RESPOND:
            learn_together(tree, room, player, int(mode == RESPOND))
        return total
    entrance = tree.entrance
    rival = 1 - entrance.player
    hands, reach = hands_on(tree, 0, rival), side_of(tree, rival).weights
    for iteration in range(first, last + 1):
        weigh(tree, iteration)
        enter_root(entrance, hands, reach)
        for turn in range(2):
            each = entrance.player if turn == 0 else rival
            find(tree, room, each, mode)
            if tree.pools[each] > 0:
                learn_together(tree, room, each, int(mode == RESPOND))
        note(entrance, hands, reach, room.values)
    return 0.0


@kernel
def won(tree: Work, room: Work, player: int) -> float:
    """Return the values in the first row, weighed by the range of the player."""
    own, total = side_of(tree, player), 0.0
    for hand in range(hands_on(tree, 0, player)):
        total += float(own.weights[own.places[hand]]) * float(room.values[hand])
    return total
