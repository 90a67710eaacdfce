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
from zerosum.kernels.atomics import add
from zerosum.kernels.lanes import WIDTH, turn
from zerosum.kernels.names import Numbers, Work
from zerosum.kernels.sweeps import compare, equities, meet
from zerosum.rules import discount

UPDATE, BEST, MEAN = range(3)
OVER, SHOWDOWN, RUNOUT, DEAL = range(4)
ZERO, ONE, HALF = np.float32(0.0), np.float32(1.0), np.float32(0.5)
TOP, MOST = np.float32(32767.0), np.float32(65535.0)


@inlined
def hands_on(tree: Work, board: int, player: int) -> int:
    """Return how many hands of a player a board leaves."""
    starts = tree.starts_0 if player == 0 else tree.starts_1
    return int(starts[board + 1] - starts[board])


@inlined
def origin_of(tree: Work, segment: int, board: int) -> int:
    """Return where the numbers of a segment on a board begin."""
    first = tree.street_boards[tree.streets[segment]]
    one = int(tree.slots[2 * segment]) * (tree.starts_0[board] - tree.starts_0[first])
    other = int(tree.slots[2 * segment + 1]) * (tree.starts_1[board] - tree.starts_1[first])
    return int(tree.origins[segment] + one + other)


@inlined
def numbers_at(tree: Work, segment: int, board: int, decision: int) -> int:
    """Return where the numbers of a decision on a board begin."""
    place = tree.decisions[segment] + decision
    one = int(tree.before[2 * place]) * hands_on(tree, board, 0)
    other = int(tree.before[2 * place + 1]) * hands_on(tree, board, 1)
    return origin_of(tree, segment, board) + one + other


@kernel
def play(tree: Work, room: Work, at: int, actions: int, hands: int, mean: int) -> None:
    """Write the strategy of a node to the rows of ``room.sigma``: numbers above 0 in proportion.

    Uniform where there are none. Modified in place: ``room``.

    Parameters
    ----------
    at
        Where the numbers of the node begin.
    mean
        Whether to read the sums instead of the regrets.
    """
    width = tree.width
    totals, evens = room.sigma[actions * width :], room.sigma[(actions + 1) * width :]
    for hand in range(hands):
        totals[hand] = ZERO
    for action in range(actions):
        row, first = room.sigma[action * width :], at + action * hands
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
        else:
            own = tree.averages[first:] if mean > 0 else tree.regrets[first:]
            for hand in range(hands):
                number = own[hand]
                row[hand] = number if number > ZERO else ZERO
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


@kernel
def learn(
    tree: Work, room: Work, at: int, cell: int, actions: int, hands: int, kids: Numbers, value: Numbers
) -> None:
    """Update the numbers of a node of the player. Modified in place: ``tree``, rows of values.

    Parameters
    ----------
    at, cell
        Where its numbers begin, and its place among nodes, for their scale.
    kids, value
        Where the values of its actions begin, and their mean.
    """
    alpha, beta, gamma = np.float32(tree.up), np.float32(tree.down), np.float32(tree.fade)
    weight, floor, width = np.float32(tree.weight), np.float32(tree.floor), tree.width
    if tree.short == 0:
        for action in range(actions):
            gain, row = room.values[kids[action] :], room.sigma[action * width :]
            regrets, sums = tree.regrets[at + action * hands :], tree.averages[at + action * hands :]
            for hand in range(hands):
                old = regrets[hand]
                new = old * (alpha if old > ZERO else beta) + (gain[hand] - value[hand])
                regrets[hand] = new if new > floor else floor
            for hand in range(hands):
                sums[hand] = sums[hand] * gamma + weight * row[hand]
        return
    scale, kept = tree.regret_scales[cell], gamma * tree.average_scales[cell]
    up, down = alpha * scale, beta * scale
    most = top = ZERO
    for action in range(actions):
        gain, row = room.values[kids[action] :], room.sigma[action * width :]
        regrets = tree.short_regrets[at + action * hands :]
        sums = tree.short_averages[at + action * hands :]
        # The values of the action are not needed any more: they make room for its regrets.
        for hand in range(hands):
            old = np.float32(regrets[hand])
            new = old * (up if old > ZERO else down) + (gain[hand] - value[hand])
            gain[hand] = new if new > floor else floor
        for hand in range(hands):
            size = abs(gain[hand])
            most = size if size > most else most
        for hand in range(hands):
            row[hand] = np.float32(sums[hand]) * kept + weight * row[hand]
        for hand in range(hands):
            top = row[hand] if row[hand] > top else top
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


@kernel
def descend(tree: Work, room: Work, segment: int, board: int, player: int, mode: int) -> None:
    """Take the opponent's reaches down a segment, from the first row of its street.

    Modified in place: ``room``.
    """
    width, street = tree.width, tree.streets[segment]
    first, last = tree.decisions[segment], tree.decisions[segment + 1]
    hands = hands_on(tree, board, 1 - player)
    reaches = room.reaches[tree.reach_at[street] * width :]
    rows = tree.reach_rows[player * tree.decisions[tree.segments] :]
    ends = tree.leaf_rows[player * tree.leaves[tree.segments] + tree.leaves[segment] :]
    for decision in range(last - first):
        if tree.owners[first + decision] == player:
            continue
        edge = tree.edges[first + decision]
        actions = tree.edges[first + decision + 1] - edge
        at = numbers_at(tree, segment, board, decision)
        play(tree, room, at, actions, hands, int(mode != UPDATE))
        reach = reaches[rows[first + decision] * width :]
        for action in range(actions):
            target = tree.targets[edge + action]
            row = rows[first + target] if target >= 0 else ends[-1 - target]
            onward, share = reaches[row * width :], room.sigma[action * width :]
            for hand in range(hands):
                onward[hand] = share[hand] * reach[hand]


@kernel
def settle(tree: Work, room: Work, segment: int, board: int, player: int) -> None:
    """Pay the leaves that do not wait for a card. Modified in place: ``room``.

    Those that are over are paid eight at a time, then those where hands are compared.
    """
    first, count = tree.leaves[segment], tree.leaves[segment + 1] - tree.leaves[segment]
    width, street = tree.width, tree.streets[segment]
    ends = tree.leaf_rows[player * tree.leaves[tree.segments] + first :]
    nodes = tree.decisions[segment + 1] - tree.decisions[segment]
    reach, value = tree.reach_at[street] * width, (tree.value_at[street] + nodes) * width
    clear(room.values[value:], count * width)
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
    for leaf in range(count):
        if tree.kinds[first + leaf] == RUNOUT:
            table, odds = tree.tables[tree.table_at[board] :], tree.table_odds[street]
            pay_runout = odds * tree.gains[2 * (first + leaf) + player]
            arrived, paid = room.reaches[reach + ends[leaf] * width :], room.values[value + leaf * width :]
            one, other = hands_on(tree, board, 0), hands_on(tree, board, 1)
            equities(table, player, one, other, arrived, pay_runout, paid)


@inlined
def clear(numbers: Numbers, size: int) -> None:
    """Set numbers to zero. Modified in place: ``numbers``."""
    for place in range(size):
        numbers[place] = ZERO


@kernel
def pay_eight(tree: Work, room: Work, board: int, player: int, kind: int, many: int) -> None:
    """Pay up to eight leaves, ``room.rows``, ``outs``, ``bases`` and ``gains``, at once.

    Modified in place: ``room``.
    """
    starts = tree.starts_1 if player == 0 else tree.starts_0
    lows, highs = (tree.lows_1, tree.highs_1) if player == 0 else (tree.lows_0, tree.highs_0)
    ends = tree.ends_1 if player == 0 else tree.ends_0
    own_starts = tree.starts_0 if player == 0 else tree.starts_1
    own_lows, own_highs = (tree.lows_0, tree.highs_0) if player == 0 else (tree.lows_1, tree.highs_1)
    own_ends = tree.ends_0 if player == 0 else tree.ends_1
    same = tree.same_0 if player == 0 else tree.same_1
    hands, own = hands_on(tree, board, 1 - player), hands_on(tree, board, player)
    at, own_at = starts[board], own_starts[board]
    for column in range(many, WIDTH):  # columns that nobody reads, to a row that nobody reads
        room.rows[column], room.outs[column] = room.rows[0], room.spare
    for place in range(0, hands, WIDTH):
        turn(room.reaches, room.rows, place, room.columns, room.eights, WIDTH * place)
    sums, cards, found = room.sums, tree.cards, room.results
    if kind == SHOWDOWN:
        level = tree.strengths[board]
        strengths = tree.strengths[board + 1] - level
        compare(
            sums, cards, room.columns, found, lows[at:], highs[at:], ends[level:],
            own_lows[own_at:], own_highs[own_at:], own_ends[level:], strengths, room.gains,
        )  # fmt: skip
    if kind == OVER or tree.raked > 0:
        paid = found if kind == OVER else room.more
        meet(
            sums, cards, room.columns, paid, lows[at:], highs[at:], hands,
            own_lows[own_at:], own_highs[own_at:], same[own_at:], own, room.bases,
        )  # fmt: skip
    if kind == SHOWDOWN and tree.raked > 0:
        for place in range(WIDTH * own):
            found[place] += room.more[place]
    for place in range(0, own, WIDTH):
        turn(found, room.eights, WIDTH * place, room.values, room.outs, place)


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
        at = numbers_at(tree, segment, board, decision)
        if is_own and mode != BEST:
            play(tree, room, at, actions, hands, int(mode != UPDATE))
        values = room.values[top + decision * width :]
        learns = is_own and mode == UPDATE
        mean = room.sigma[(tree.most_actions + 2) * width :] if learns else values
        clear(mean, hands)
        for action in range(actions):
            found, share = room.values[kids[action] :], room.sigma[action * width :]
            if not is_own:
                for hand in range(hands):
                    mean[hand] += found[hand]
            elif mode != BEST:
                for hand in range(hands):
                    mean[hand] += share[hand] * found[hand]
            elif action == 0:
                for hand in range(hands):
                    mean[hand] = found[hand]
            else:
                for hand in range(hands):
                    mean[hand] = found[hand] if found[hand] > mean[hand] else mean[hand]
        if learns:
            learn(tree, room, at, cells + decision, actions, hands, kids, mean)
            for hand in range(hands):
                values[hand] = mean[hand]


@inlined
def spread(tree: Work, room: Work, board: int, player: int, reach: Numbers, street: int) -> None:
    """Write the opponent's reaches at a leaf before a card, by hand. Modified in place: room."""
    starts = tree.starts_1 if player == 0 else tree.starts_0
    places = (tree.places_1 if player == 0 else tree.places_0)[starts[board] :]
    known = room.known[street * tree.width :]
    for hand in range(hands_on(tree, board, 1 - player)):
        known[places[hand]] = reach[hand]


@inlined
def enter(tree: Work, room: Work, child: int, player: int, known: Numbers, street: int) -> None:
    """Take the opponent's reaches to a board, as the first row of its street.

    Modified in place: ``room``.
    """
    starts = tree.starts_1 if player == 0 else tree.starts_0
    places = (tree.places_1 if player == 0 else tree.places_0)[starts[child] :]
    row, odds = room.reaches[tree.reach_at[street] * tree.width :], tree.odds[street]
    for hand in range(hands_on(tree, child, 1 - player)):
        row[hand] = known[places[hand]] * odds


@inlined
def gather(tree: Work, found: Numbers, child: int, player: int, won: Numbers) -> None:
    """Add what hands win on a board, and on all boards of its class. Modified in place: found."""
    starts = tree.starts_0 if player == 0 else tree.starts_1
    places = (tree.places_0 if player == 0 else tree.places_1)[starts[child] :]
    moves, hands = tree.moves_0 if player == 0 else tree.moves_1, hands_on(tree, child, player)
    for hand in range(hands):
        found[places[hand]] += won[hand]
    for image in range(tree.images[child], tree.images[child + 1]):
        moved = moves[tree.ways[image] * tree.hands[player] :]
        for hand in range(hands):
            found[moved[places[hand]]] += won[hand]


@inlined
def collect(tree: Work, found: Numbers, board: int, player: int, values: Numbers) -> None:
    """Write what hands win after all cards, in the order of a board. Modified in place: values."""
    starts = tree.starts_0 if player == 0 else tree.starts_1
    places = (tree.places_0 if player == 0 else tree.places_1)[starts[board] :]
    for hand in range(hands_on(tree, board, player)):
        values[hand] = found[places[hand]]


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
                walk(tree, room, tree.nexts[first + leaf], child, player, mode)
                gather(tree, found, child, player, room.values[tree.value_at[street + 1] * width :])
            collect(tree, found, board, player, room.values[(tree.value_at[street] + nodes + leaf) * width :])
    climb(tree, room, segment, board, player, mode)


@kernel
def begin(tree: Work, room: Work, player: int, mode: int) -> None:
    """Take the opponent's range to the leaves of the root's segment. Modified in place: room."""
    weights = tree.weights_1 if player == 0 else tree.weights_0
    places = tree.places_1 if player == 0 else tree.places_0
    for hand in range(hands_on(tree, 0, 1 - player)):
        room.reaches[hand] = weights[places[hand]]
    descend(tree, room, 0, 0, player, mode)
    tree.counter[0] = 0


@kernel
def share(tree: Work, room: Work, mine: Work, player: int, mode: int) -> None:
    """Walk the boards after the root's leaves that no other thread has taken.

    Modified in place: ``tree.results``, ``mine``.

    Parameters
    ----------
    room, mine
        Where reaches are at the leaves of the root, and what this thread works in.
    """
    width, ends = tree.width, tree.leaf_rows[player * tree.leaves[tree.segments] :]
    task = add(tree.counter, 0, 1)
    while task < tree.tasks:
        leaf, child = tree.task_leaves[task], tree.task_boards[task]
        spread(tree, mine, 0, player, room.reaches[ends[leaf] * width :], 0)
        enter(tree, mine, child, player, mine.known, 1)
        walk(tree, mine, tree.nexts[leaf], child, player, mode)
        found, won = tree.results[task * width :], mine.values[tree.value_at[1] * width :]
        for hand in range(hands_on(tree, child, player)):
            found[hand] = won[hand]
        task = add(tree.counter, 0, 1)


@kernel
def finish(tree: Work, room: Work, player: int, mode: int) -> None:
    """Add up what hands win after the root, board by board. Modified in place: room, tree."""
    settle(tree, room, 0, 0, player)
    width, nodes = tree.width, tree.decisions[1]
    for leaf in range(tree.leaves[1]):
        if tree.kinds[leaf] == DEAL:
            clear(room.found, tree.hands[player])
            for task in range(tree.tasks):
                if tree.task_leaves[task] == leaf:
                    gather(tree, room.found, tree.task_boards[task], player, tree.results[task * width :])
            collect(tree, room.found, 0, player, room.values[(nodes + leaf) * width :])
    climb(tree, room, 0, 0, player, mode)


@kernel
def weigh(tree: Work, iteration: int) -> None:
    """Set the weights of an iteration. Modified in place: ``tree``."""
    tree.iteration = iteration
    tree.up, tree.down = discount(iteration, tree.alpha), discount(iteration, tree.beta)
    since, tree.weight, tree.fade = iteration, ONE, ONE
    if tree.fades == 0:
        tree.weight = float(iteration) ** tree.gamma
        return
    if tree.resets > 0:
        power = 1
        while 4 * power <= iteration - 1:
            power *= 4
        since = iteration - power if iteration > 1 else 1
        if iteration > 1:
            since += 1
    tree.fade = (float(since - 1) / float(since)) ** tree.gamma


@kernel
def iterate(tree: Work, room: Work, first: int, last: int) -> None:
    """Run iterations ``first`` to ``last`` in one thread: a walk for each player in turn."""
    for iteration in range(first, last + 1):
        weigh(tree, iteration)
        for player in range(2):
            begin(tree, room, player, UPDATE)
            share(tree, room, room, player, UPDATE)
            finish(tree, room, player, UPDATE)


@kernel
def win(tree: Work, room: Work, player: int, mode: int) -> float:
    """Return what a player wins on average, times the weight of all deals."""
    begin(tree, room, player, mode)
    share(tree, room, room, player, mode)
    finish(tree, room, player, mode)
    return won(tree, room, player)


@kernel
def won(tree: Work, room: Work, player: int) -> float:
    """Return the values in the first row, weighed by the range of the player."""
    weights = tree.weights_0 if player == 0 else tree.weights_1
    places = tree.places_0 if player == 0 else tree.places_1
    total = 0.0
    for hand in range(hands_on(tree, 0, player)):
        total += float(weights[places[hand]]) * float(room.values[hand])
    return total
