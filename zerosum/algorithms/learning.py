"""Regret matching on many infosets side by side: the one place where regrets are updated.

Infosets with as many actions form a *group*: their sequences lie action by action, and in each
action infoset by infoset (:mod:`zerosum.tree.layout`).
"""

from __future__ import annotations

from typing import Any

from zerosum.jit import kernel

# Less than this is no regret: shares of it would not sum to one.
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
    values, totals = row[0, :size], row[1, :size]
    # Slices of what is at hand, so that the inner loops run on whole vectors.
    for each in range(size):
        values[each] = 0.0
        totals[each] = 0.0
    for start in range(first, first + actions * size, size):
        gain, played = gains[start : start + size], strategy[start : start + size]
        for each in range(size):
            values[each] += played[each] * gain[each]
    for start in range(first, first + actions * size, size):
        gain, played = gains[start : start + size], strategy[start : start + size]
        held = regrets[start : start + size]
        for each in range(size):
            new = gain[each] - values[each]
            kept = positive if held[each] > 0.0 else other
            held[each] = max(held[each] * kept + new, floor)
            played[each] = max(held[each] * later + new * again, 0.0)
        for each in range(size):
            totals[each] += played[each]
    uniform = 1.0 / actions
    for start in range(first, first + actions * size, size):
        played = strategy[start : start + size]
        for each in range(size):
            played[each] = played[each] / totals[each] if totals[each] > TINY else uniform
    before = parents[listed : listed + size]
    for each in range(size):
        gains[before[each]] += values[each]
