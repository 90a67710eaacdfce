"""The betting of all streets, in segments: what players do between two moves of chance.

What players may do does not depend on cards, so one deal shows the betting of all. Hands are dealt
and then exchanged: of the two payoffs at a line's end, the mean is paid whoever has the stronger
hand, and half of the difference goes from the weaker hand to the stronger.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from itertools import combinations
from typing import Any

import numpy as np

from zerosum.abstraction import View
from zerosum.errors import GameError
from zerosum.ranked import Ranked
from zerosum.tables import Floats, Ints, starts_of
from zerosum.tree.failures import NotEnumerable
from zerosum.tree.public.unfolding import CHANCE
from zerosum.tree.streets.lines import MOST_NODES, Walk, Written

_FEW = 1_000
_TRIED, _BOARDS, _DEALS = 50, 200, 4


class Leaf(IntEnum):
    """How a line of a segment ends: the hand is over, or compared, or cards are dealt first."""

    OVER = 0
    SHOWDOWN = 1
    RUNOUT = 2
    DEAL = 3


@dataclass(frozen=True, eq=False)
class Betting:
    """The betting of all streets, segment by segment, each with its nodes and leaves in order.

    Parameters
    ----------
    streets
        Shape (segments,): the street of each, counted from the root's.
    decisions, leaves
        Shape (segments + 1,): where those of each segment begin.
    owners
        Shape (decisions,): the player to act, 0 or 1.
    edges
        Shape (decisions + 1,): where the edges of each decision begin.
    targets
        Shape (edges,): the decision of the segment that each leads to, or -1 - k for its leaf k.
    kinds
        Shape (leaves,): of :class:`Leaf`.
    nexts
        Shape (leaves,): the segment after a deal, otherwise -1.
    bases, gains
        Shape (leaves, 2): the chips that each player wins there whatever the hands, and those
        that the stronger hand wins from the other beyond that.
    """

    streets: Ints
    decisions: Ints
    leaves: Ints
    owners: Ints
    edges: Ints
    targets: Ints
    kinds: Ints
    nexts: Ints
    bases: Floats
    gains: Floats

    @property
    def segments(self) -> int:
        """The number of segments."""
        return int(self.streets.size)

    def after(self, segment: int, decision: int, place: int) -> tuple[int, int]:
        """Return the segment and the decision to which an action leads.

        The decision is -1 - k for leaf k of the segment, where no further decision follows.
        """
        edge = self.edges[self.decisions[segment] + decision] + place
        target = int(self.targets[edge])
        if target < 0:
            following = int(self.nexts[self.leaves[segment] - 1 - target])
            return (following, 0) if following >= 0 else (segment, target)
        return segment, target


def betting_of(
    ranked: Ranked, base: Any, view: View, *, limit: int = MOST_NODES, native: bool = True
) -> Betting:
    """Return the betting of a game whose hands are ranked.

    Parameters
    ----------
    ranked
        The hands, and what comes.
    base, view
        The game, and its view, whose actions are the menus.
    limit
        The most decisions, moves of chance included.
    native
        False to run interpreted.

    Raises
    ------
    NotEnumerable
        If there are more.
    GameError
        If lines depend on cards, or pay what :class:`~zerosum.ranked.Ranked` does not say.
    """
    pairs = _pairs(ranked)
    # Compiling a game takes as long as playing thousands of lines in Python.
    walk = Walk(base, view, min(limit, _FEW), native=False)
    try:
        walk.write(ranked.dealt(*pairs[0]))
    except NotEnumerable:
        walk = Walk(base, view, limit, native=native)
    known: Any = None
    for deal, (first, second) in enumerate(pairs):
        states = ranked.dealt(first, second), ranked.dealt(second, first)
        known = _compared(known, [walk.write(state, deal) for state in states], base)
    return _in_segments(*known)


def _pairs(ranked: Ranked) -> list[tuple[int, int]]:
    """Return pairs of hands, of all cards, of which one is almost surely the stronger.

    Raises
    ------
    GameError
        If the deck has too few cards.
    """
    size, left = int(ranked.hands[0][0]).bit_count(), ranked.deck & ~ranked.board
    cards = [1 << card for card in range(left.bit_length()) if left >> card & 1]
    if len(cards) < 2 * size + sum(ranked.drawn):
        raise GameError("The deck must have cards for two hands and the board.", ranked.deck)
    if not ranked.drawn:
        hands = np.array([sum(some) for some in combinations(cards, size)])
        order = hands[np.argsort(ranked.values(np.array([ranked.board]), hands)[0], kind="stable")]
        both = ((int(strong), int(weak)) for strong in order[::-1] for weak in order)
        return [next(pair for pair in both if pair[0] & pair[1] == 0)]
    rng = np.random.default_rng(0)
    drawn = [rng.permutation(cards)[: sum(ranked.drawn)].sum() for _ in range(_BOARDS)]
    dealt = np.array([rng.permutation(cards)[: 2 * size] for _ in range(_TRIED)])
    pairs = np.stack([dealt[:, :size].sum(axis=1), dealt[:, size:].sum(axis=1)], axis=1)
    boards = ranked.board + np.array(drawn)
    one, other = (ranked.values(boards, hands) for hands in np.ascontiguousarray(pairs.T))
    equal = np.where((one < 0) | (other < 0), 0, one == other).sum(axis=0)
    return [(int(a), int(b)) for a, b in pairs[np.argsort(equal, kind="stable")[:_DEALS]]]


def _compared(known: Any, seen: list[Written], base: Any) -> Any:
    """Return what two deals show of the betting, beside what is known of it from others."""
    for other in (seen[1], known or seen[1]):
        if any(not np.array_equal(a, b) for a, b in zip(seen[0][:3], other[:3], strict=True)):
            raise GameError(
                f"What players of {type(base).__qualname__} may do must not depend on cards; after "
                f"one deal there are other lines than after another.",
                base,
            )
    one, two = seen[0].payoffs, seen[1].payoffs
    means, halves = (one + two) / 2, np.abs(one - two) / 2
    if known is None:
        return *seen[0][:3], means, halves
    *shape, bases, gains = known
    slack = 1e-9 * (1 + np.abs(bases) + np.abs(gains))
    met = (halves > slack) & (gains > slack)
    if (np.abs(means - bases) > slack).any() or (np.abs(halves - gains) > slack)[met].any():
        raise GameError(
            f"A showdown of {type(base).__qualname__} must pay the stronger hand as much more than "
            f"equal hands as the weaker one less, and whatever the cards.",
            base,
        )
    return *shape, bases, np.maximum(gains, halves)


def _in_segments(
    owners: Ints, firsts: Ints, targets: Ints, bases: Floats, gains: Floats
) -> Betting:
    """Return what was written line by line, segment by segment."""
    segment_of, place_of = np.full(owners.size, -1), np.zeros(owners.size, np.int64)
    streets, nodes, leaves = [0], [[0]], [[]]  # type: ignore[var-annotated]
    segment_of[0] = 0
    to: list[list[int]] = []
    owner_of, first_of, target_of = owners.tolist(), firsts.tolist(), targets.tolist()
    for node, owner in enumerate(owner_of):
        here = int(segment_of[node])
        to.append([])
        if owner == CHANCE:
            continue
        for first in target_of[first_of[node] : first_of[node + 1]]:
            target, cards = first, 0
            while target >= 0 and owner_of[target] == CHANCE:
                target, cards = target_of[first_of[target]], cards + 1
            if target >= 0 and cards == 0:
                segment_of[target], place_of[target] = here, len(nodes[here])
                nodes[here].append(target)
                to[-1].append(int(place_of[target]))
                continue
            following = -1
            if target >= 0:
                kind, following = Leaf.DEAL, len(streets)
                segment_of[target] = following
                streets.append(streets[here] + 1)
                nodes.append([target])
                leaves.append([])
                paid = won = (0.0, 0.0)
            else:
                paid, won = tuple(bases[-1 - target]), tuple(gains[-1 - target])
                kind = Leaf.RUNOUT if cards > 0 else Leaf.SHOWDOWN
                kind = kind if max(won) > 0.0 else Leaf.OVER
            to[-1].append(-1 - len(leaves[here]))
            leaves[here].append((kind, following, paid, won))
    every = [node for some in nodes for node in some]
    ends = [leaf for some in leaves for leaf in some]
    return Betting(
        streets=np.array(streets),
        decisions=starts_of(np.array([len(some) for some in nodes])),
        leaves=starts_of(np.array([len(some) for some in leaves])),
        owners=owners[every],
        edges=starts_of(np.array([len(to[node]) for node in every])),
        targets=np.array([target for node in every for target in to[node]]),
        kinds=np.array([leaf[0] for leaf in ends]),
        nexts=np.array([leaf[1] for leaf in ends]),
        bases=np.array([leaf[2] for leaf in ends]).reshape(-1, 2),
        gains=np.array([leaf[3] for leaf in ends]).reshape(-1, 2),
    )
