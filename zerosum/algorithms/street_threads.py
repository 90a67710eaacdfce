"""Walks over a tree of streets by several threads: boards after the root are what they share."""

from zerosum.algorithms.streets import UPDATE, climb, deal, descend, walk, weigh, won
from zerosum.jit import kernel
from zerosum.kernels.cells import add, give_way, load, publish
from zerosum.kernels.names import Work
from zerosum.tree.streets.arena import BEGUN, DONE, PART, TICKETS
from zerosum.tree.streets.cards import collect, enter, gather, spread
from zerosum.tree.streets.leaves import DEAL, RUNOUT, clear, hands_on, run_out, settle


@kernel
def begin(tree: Work, room: Work, player: int, mode: int) -> None:
    """Take the opponent's range to the leaves of the root's segment. Modified in place: room."""
    deal(tree, room, player)
    descend(tree, room, 0, 0, player, mode)
    settle(tree, room, 0, 0, player)


@kernel
def do_task(tree: Work, room: Work, mine: Work, task: int, player: int, mode: int) -> None:
    """Walk a board after a leaf of the root, or pay some hands at a leaf where all chips are in.

    Modified in place: ``tree.results``, ``mine``, and ``room``, each task elsewhere.

    Parameters
    ----------
    room, mine
        Where reaches are at the leaves of the root, and what this thread works in.
    """
    width, ends = tree.width, tree.leaf_rows[player * tree.leaves[tree.segments] :]
    leaf, child = tree.task_leaves[task], tree.task_places[task]
    if tree.kinds[leaf] == RUNOUT:
        high = min(child + PART, hands_on(tree, 0, player))
        run_out(tree, room, 0, 0, player, leaf, child, high)
        return
    spread(tree, mine, 0, player, room.reaches[ends[leaf] * width :], 0)
    enter(tree, mine, child, player, mine.known, 1)
    walk(tree, mine, int(tree.nexts[leaf]), child, player, mode)
    found, won = tree.results[task * width :], mine.values[tree.value_at[1] * width :]
    for hand in range(hands_on(tree, child, player)):
        found[hand] = won[hand]


@kernel
def finish(tree: Work, room: Work, player: int, mode: int) -> None:
    """Add up what hands win after the root, board by board. Modified in place: room, tree."""
    width, nodes = tree.width, tree.decisions[1]
    for leaf in range(tree.leaves[1]):
        if tree.kinds[leaf] == DEAL:
            clear(room.found, tree.hands[player])
            for task in range(tree.tasks):
                if tree.task_leaves[task] == leaf:
                    gather(
                        tree,
                        room.found,
                        tree.task_places[task],
                        player,
                        tree.results[task * width :],
                    )
            collect(tree, room.found, 0, player, room.values[(nodes + leaf) * width :])
    climb(tree, room, 0, 0, player, mode)


@kernel
def together(
    tree: Work, room: Work, mine: Work, leads: int, first: int, last: int, player: int, mode: int
) -> float:
    """Do as :func:`iterate` does, from the root and with other threads, which call this as well.

    Every task of every walk has a ticket. A thread takes one after another, and waits with a ticket
    of a walk that has not begun. One thread leads: it begins walks and finishes them. So the others
    may come late or not at all, and each sum has the same order for any number of threads.

    Parameters
    ----------
    room, mine
        Where the leader works, and where this thread does.
    leads
        Whether this thread leads.
    """
    walks, tasks = 1 if mode != UPDATE else 2 * (last - first + 1), tree.tasks
    total, ticket = 0.0, add(tree.gates, TICKETS, 1)
    for turn in range(walks):
        each = turn % 2 if mode == UPDATE else player
        if leads > 0:
            if mode == UPDATE and each == 0:
                weigh(tree, first + turn // 2)
            begin(tree, room, each, mode)
            publish(tree.gates, BEGUN, turn + 1)
        while ticket < (turn + 1) * tasks:
            while load(tree.gates, BEGUN) <= turn:
                give_way()
            do_task(tree, room, mine, ticket - turn * tasks, each, mode)
            add(tree.gates, DONE, 1)
            ticket = add(tree.gates, TICKETS, 1)
        if leads > 0:
            while load(tree.gates, DONE) < (turn + 1) * tasks:
                give_way()
            finish(tree, room, each, mode)
            total = won(tree, room, each)
    return total
