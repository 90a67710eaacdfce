"""What players forget, in arrays: decisions, and what their players did before.

The *own past* of a decision is the row of the player's own infosets and actions on the way to it.
Recall is perfect where all decisions of one infoset have one own past (Selten 1975); a player is
absent-minded where a path meets an infoset twice (Piccione & Rubinstein, "On the interpretation
of decision problems with imperfect recall", Games and Economic Behavior 20, 1997).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from zerosum.lattice.partitions import Classes, count, numbered

Pair = tuple[int, int]
Numbers = NDArray[np.int64]

MOST = 256
"""Pairs that are told, at most."""


@dataclass(frozen=True, eq=False)
class Paths:
    """Decisions, each with the one that its player made before it.

    Parameters
    ----------
    owners
        Shape (decisions,): who decides.
    before
        The same player's decision before, always a smaller number; -1 for none.
    taken
        Which action led from there to here, by its place in the menu; 0 where there is none.
    depths
        How many moves lead to each, chance's included.
    """

    owners: Numbers
    before: Numbers
    taken: Numbers
    depths: Numbers


class Forgetting(NamedTuple):
    """What a player was found to forget, as pairs of decisions of one infoset.

    Of all pairs these have the fewest moves before the longer decision; none where there is
    nothing to find, at most 256 otherwise.

    Parameters
    ----------
    absent
        The second is on a path through the first.
    different
        Neither is a second visit on its path, and their own pasts differ.
    """

    absent: tuple[Pair, ...]
    different: tuple[Pair, ...]


def forgettings(paths: Paths, classes: Classes, players: int) -> list[Forgetting]:
    """Return what each player forgets who tells decisions apart by classes.

    A pass over all decisions for each decision that a player makes on one path.

    Parameters
    ----------
    paths
        The decisions.
    classes
        Shape (decisions,): the infoset of each.
    players
        How many there are.
    """
    visits, steps = revisits(paths, classes)
    others = different(paths, classes, visits)
    found = []
    for player in range(players):
        twice, apart = (np.where(paths.owners == player, each, -1) for each in (visits, others))
        # Menus go from passive to bold: to have raised counts for more than to have called.
        absent = _shortest(paths, twice, paths.depths[twice], -steps)
        # What was met next to each other has most in common.
        distances = np.arange(apart.size) - apart
        found.append(Forgetting(absent[:1], _shortest(paths, apart, abs(distances))))
    return found


def revisits(paths: Paths, classes: Classes) -> tuple[Numbers, Numbers]:
    """Return the last visit to each decision's infoset on the way to it, and what was done there.

    Shapes (decisions,): a decision, -1 where this is the first visit; an action's place.
    """
    visits, steps = np.full(classes.size, -1, np.int64), np.zeros(classes.size, np.int64)
    here = np.arange(classes.size)
    at = here.copy()
    while here.size:
        inner = paths.before[at] >= 0
        here, step, at = here[inner], paths.taken[at[inner]], paths.before[at[inner]]
        same = classes[at] == classes[here]
        visits[here[same]], steps[here[same]] = at[same], step[same]
        here, at = here[~same], at[~same]
    return visits, steps


def different(paths: Paths, classes: Classes, visits: Numbers) -> Numbers:
    """Return a decision of the same infoset that is no longer and has another own past.

    Only first visits are compared, each with the one before it in the order of lengths, so that
    an infoset with different own pasts shows it where they first differ. Shape (decisions,): -1
    for none.
    """
    known = pasts(paths, classes)
    first = np.flatnonzero(visits < 0)
    order = first[np.lexsort((first, paths.depths[first], classes[first]))]
    one, other = order[:-1], order[1:]
    wrong = (classes[one] == classes[other]) & (known[one] != known[other])
    found = np.full(classes.size, -1, np.int64)
    found[other[wrong]] = one[wrong]
    return found


def pasts(paths: Paths, classes: Classes) -> Numbers:
    """Return the own past of each decision, as a number; shape (decisions,)."""
    most = int(paths.taken.max(initial=0)) + 1
    found = np.zeros(classes.size, np.int64)
    # Decisions whose past is known, and then those that follow them.
    known, total = paths.before < 0, 1
    while (after := np.flatnonzero(known[paths.before] & (paths.before >= 0))).size:
        before = paths.before[after]
        sequence = classes[before].astype(np.int64) * most + paths.taken[after]
        found[after] = total + numbered(found[before] * (count(classes) * most) + sequence)
        total = int(found[after].max()) + 1
        known = np.zeros(classes.size, np.bool_)
        known[after] = True
    return found


def _shortest(paths: Paths, firsts: Numbers, *lengths: Numbers) -> tuple[Pair, ...]:
    """Return decisions and their first ones, where there are, by the least of several numbers."""
    seconds = np.flatnonzero(firsts >= 0)
    if not seconds.size:
        return ()
    seconds = seconds[paths.depths[seconds] == paths.depths[seconds].min()]
    order = np.lexsort([length[seconds] for length in reversed(lengths)])[:MOST]
    return tuple((int(firsts[second]), int(second)) for second in seconds[order])
