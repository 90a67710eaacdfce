"""What players forget, found in arrays of decisions.

The *past* of a decision is the sequence of the player's own infosets and actions on the way to it.
A player has perfect recall if all decisions of an infoset have the same past (Selten 1975), and is
absent-minded if a path passes an infoset twice (Piccione & Rubinstein, "On the interpretation
of decision problems with imperfect recall", Games and Economic Behavior 20, 1997).
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from zerosum.lattice.partitions import Classes, count, numbered
from zerosum.tables import Ints

Pair = tuple[int, int]


MOST = 256
"""The most pairs that are returned."""


@dataclass(frozen=True, eq=False)
class Paths:
    """Decisions, each with the previous one of the same player.

    Parameters
    ----------
    owners
        Shape (decisions,): the player.
    before
        The same player's previous decision, always a smaller number; -1 if there is none.
    taken
        The place in the menu of the action that led from there to here; 0 if there is none.
    depths
        How many moves lead to each decision, those of chance included.
    """

    owners: Ints
    before: Ints
    taken: Ints
    depths: Ints


class Forgetting(NamedTuple):
    """What a player forgets, as pairs of decisions of one infoset.

    Of all pairs, those with the fewest moves before the later decision; at most 256, and none if
    nothing is forgotten.

    Parameters
    ----------
    absent
        The second is on a path through the first: the player is absent-minded.
    different
        Neither is a second visit on its path, and their pasts differ.
    """

    absent: tuple[Pair, ...]
    different: tuple[Pair, ...]


def forgettings(paths: Paths, classes: Classes, players: int) -> list[Forgetting]:
    """Return what each player forgets, given the classes of decisions that are infosets.

    Takes a pass over all decisions for each decision that a player makes on one path.

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
        # Menus go from passive to aggressive: to forget a raise is more striking than a call.
        absent = _shortest(paths, twice, paths.depths[twice], -steps)
        # Decisions that were reached one after the other have most in common.
        distances = np.arange(apart.size) - apart
        found.append(Forgetting(absent[:1], _shortest(paths, apart, abs(distances))))
    return found


def revisits(paths: Paths, classes: Classes) -> tuple[Ints, Ints]:
    """Return the last visit to each decision's infoset on the way to it, and the action there.

    Shapes (decisions,): a decision, -1 if this is the first visit; an action's place.
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


def different(paths: Paths, classes: Classes, visits: Ints) -> Ints:
    """Return for each decision one of the same infoset with another past, as short or shorter.

    Only first visits are compared, each with the one before it in the order of lengths, so that
    an infoset with different pasts shows it where they first differ. Shape (decisions,): -1 if
    there is none.
    """
    known = pasts(paths, classes)
    first = np.flatnonzero(visits < 0)
    order = first[np.lexsort((first, paths.depths[first], classes[first]))]
    one, other = order[:-1], order[1:]
    wrong = (classes[one] == classes[other]) & (known[one] != known[other])
    found = np.full(classes.size, -1, np.int64)
    found[other[wrong]] = one[wrong]
    return found


def pasts(paths: Paths, classes: Classes) -> Ints:
    """Return the past of each decision as a number; shape (decisions,)."""
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


def _shortest(paths: Paths, firsts: Ints, *lengths: Ints) -> tuple[Pair, ...]:
    """Return the pairs of a first and a second decision with the fewest moves and lengths."""
    seconds = np.flatnonzero(firsts >= 0)
    if not seconds.size:
        return ()
    seconds = seconds[paths.depths[seconds] == paths.depths[seconds].min()]
    order = np.lexsort([length[seconds] for length in reversed(lengths)])[:MOST]
    return tuple((int(firsts[second]), int(second)) for second in seconds[order])
