"""Regret matching on many infosets side by side: the one place where regrets are updated.

Infosets with as many actions form a *group*: their sequences lie action by action, and in each
action infoset by infoset (:mod:`zerosum.tree.layout`).
"""

from __future__ import annotations

from typing import Any

from zerosum.jit import kernel

# Less than this is no regret: its inverse would not be finite.
TINY = 1e-290


@kernel
def learn(
    group: Any, parents: Any, gains: Any, regrets: Any, strategy: Any, row: Any, rule: Any
) -> None:
    """Update regrets and strategy of a group; add its values to the sequences before.

    Modified in place: ``gains``, ``regrets``, ``strategy`` and the scratch ``row``, which has
    two lines as wide as the largest group.

    Parameters
    ----------
    group
        First slot, number of infosets and of actions, first of ``parents``.
    parents
        The slot of the sequence before each infoset.
    gains, regrets, strategy
        By slot.
    row
        Scratch.
    rule
        What remains of positive regrets, of others, the floor; for the strategy, what remains of
        regrets in the next iteration, and how often the last count once more.
    """
    first, size, actions, listed = group[0], group[1], group[2], group[3]
    positive, other, floor, later, again = rule[0], rule[1], rule[2], rule[3], rule[4]
    values, totals = row[0], row[1]
    for each in range(size):
        values[each] = 0.0
        totals[each] = 0.0
    for action in range(actions):
        at = first + action * size
        for each in range(size):
            values[each] += strategy[at + each] * gains[at + each]
    for action in range(actions):
        at = first + action * size
        for each in range(size):
            gain = gains[at + each] - values[each]
            held = regrets[at + each]
            held = max(held * (positive if held > 0.0 else other) + gain, floor)
            regrets[at + each] = held
            wanted = max(held * later + gain * again, 0.0)
            strategy[at + each] = wanted
            totals[each] += wanted
    uniform = 1.0 / actions
    for action in range(actions):
        at = first + action * size
        for each in range(size):
            total = totals[each]
            strategy[at + each] = strategy[at + each] / total if total > TINY else uniform
    for each in range(size):
        gains[parents[listed + each]] += values[each]
