"""The kernels: payoffs by sequence, best replies from below, and strategies row by row.

Histories lie depth first, so that whoever goes through them in order has met the history before.
An infoset has a greater number than those that its player passes on the way to it.
"""

from __future__ import annotations

from typing import Any

from zerosum.jit import kernel
from zerosum.tables import HEADER


@kernel
def average(terminals: Any, payoffs: Any, reaches: Any, values: Any) -> None:
    """Add each player's payoffs, weighted by reach; modified in place: ``values``."""
    for terminal in range(terminals.size):
        reach = reaches[terminals[terminal]]
        for player in range(values.size):
            values[player] += reach * payoffs[terminal, player]


@kernel
def collect(
    terminals: Any, payoffs: Any, lasts: Any, player: int, reaches: Any, gains: Any
) -> None:
    """Add a player's payoffs, weighted by the reach of all others, to the last own sequence.

    Modified in place: ``gains``, whose last place is that of the empty sequence, -1.
    """
    for terminal in range(terminals.size):
        reach = reaches[terminals[terminal]]
        gains[lasts[terminal, player]] += reach * payoffs[terminal, player]


@kernel
def first_best(values: Any, start: int, end: int) -> int:
    """Return the first of the greatest values of a part."""
    best = start
    for place in range(start + 1, end):
        if values[place] > values[best]:
            best = place
    return best


@kernel
def respond(starts: Any, owners: Any, before: Any, player: int, gains: Any, choices: Any) -> float:
    """Choose the best sequence at each infoset of a player, later infosets first.

    Modified in place: ``choices``, the first best sequence of each infoset, and ``gains``, to
    which what follows is added. Returns the value of the choices, in chips.
    """
    for infoset in range(owners.size - 1, -1, -1):
        if owners[infoset] == player:
            best = first_best(gains, starts[infoset], starts[infoset + 1])
            choices[infoset] = best
            gains[before[infoset]] += gains[best]
    return float(gains[-1])


@kernel
def find_rows(
    words: Any,
    blocks: Any,
    hashes: Any,
    known: Any,
    places: Any,
    states: Any,
    order: Any,
    rows: Any,
) -> int:
    """Find rows among those of a strategy, by hash, and compare their keys word for word.

    Parameters
    ----------
    words, blocks, hashes
        The rows to find, as tables keep them.
    known, places
        The words and blocks of the strategy.
    states, order
        The hashes of the strategy, ascending, and which row each is of.
    rows
        For each row to find the strategy's, -1 where it has none. Modified in place.

    Returns
    -------
    The first row whose key the strategy knows with other actions, or -1.
    """
    for row in range(blocks.size):
        block = blocks[row]
        # A strategy that was made on the same tree has its rows in the same order.
        if row < places.size and is_equal(words, block, known, places[row], True):
            rows[row] = row
            continue
        rows[row] = -1
        at = first_place(states, hashes[row])
        while at < states.size and states[at] == hashes[row]:
            if is_equal(words, block, known, places[order[at]], False):
                rows[row] = order[at]
                break
            at += 1
        if rows[row] >= 0 and not is_equal(words, block, known, places[rows[row]], True):
            return row
    return -1


@kernel
def is_equal(words: Any, block: int, others: Any, other: int, whole: bool) -> bool:
    """Return whether two blocks hold the same key or, where ``whole``, the same actions too.

    Neither the player counts, whom a key may leave out, nor where the values lie.
    """
    shape, shape_of_other = words[block + 1], others[other + 1]
    first, last = shape >> 32, shape & 0xFFFFFFFF
    begin, end = shape_of_other >> 32, shape_of_other & 0xFFFFFFFF
    if last - first != end - begin or (whole and shape != shape_of_other):
        return False
    for place in range(1 if whole else first, last):
        if words[block + HEADER + place] != others[other + HEADER + place + begin - first]:
            return False
    return True


@kernel
def first_place(ascending: Any, wanted: int) -> int:
    """Return the first place whose number is not below the wanted one."""
    low, high = 0, ascending.size
    while low < high:
        middle = (low + high) // 2
        if ascending[middle] < wanted:
            low = middle + 1
        else:
            high = middle
    return low


@kernel
def take_rows(
    rows: Any,
    starts: Any,
    targets: Any,
    owners: Any,
    player: int,
    known: Any,
    given: Any,
    probabilities: Any,
) -> int:
    """Add a strategy's probabilities to those of a tree's sequences, uniform where it has none.

    Parameters
    ----------
    rows
        Which row of the strategy each infoset has, -1 for none.
    starts, targets
        Where each infoset's menu begins among the sequences that its actions lead to.
    owners, player
        Who acts; all players are taken where ``player`` is -1.
    known, given
        Where each row of the strategy begins among its probabilities.
    probabilities
        Modified in place.

    Returns
    -------
    How many infosets the strategy does not know.
    """
    unknown = 0
    for infoset in range(rows.size):
        if player >= 0 and owners[infoset] != player:
            continue
        row, start, end = rows[infoset], starts[infoset], starts[infoset + 1]
        if row < 0:
            unknown += 1
            for place in range(start, end):
                probabilities[targets[place]] += 1.0 / (end - start)
        else:
            for place in range(start, end):
                probabilities[targets[place]] += given[known[row] + place - start]
    return unknown


@kernel
def normalise(starts: Any, slack: float, probabilities: Any) -> int:
    """Divide each infoset's probabilities by their sum, which is nearly one.

    Modified in place: ``probabilities``. Returns the first infoset where one is negative or the
    sum is off by more than ``slack``, or -1.
    """
    for infoset in range(starts.size - 1):
        total, sound = 0.0, True
        for sequence in range(starts[infoset], starts[infoset + 1]):
            total += probabilities[sequence]
            sound = sound and probabilities[sequence] >= 0.0
        # Written so that what is no number fails too.
        if not (sound and abs(total - 1.0) <= slack):
            return infoset
        for sequence in range(starts[infoset], starts[infoset + 1]):
            probabilities[sequence] /= total
    return -1
