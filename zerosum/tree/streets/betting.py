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
from numba.core import types

from zerosum.abstraction import View
from zerosum.errors import GameError
from zerosum.jit import kernel
from zerosum.kernels.compile import Entry, prepare
from zerosum.kernels.names import GameView, History, Work
from zerosum.native.primitives import draw, hold
from zerosum.ranked import Ranked
from zerosum.rng import Random
from zerosum.tables import Arena, Floats, Ints, starts_of
from zerosum.tree.failures import NotEnumerable
from zerosum.tree.public.unfolding import CHANCE

MOST_NODES = 1 << 21
_DEEPEST = 1_000
_FEW = 1_000
_TRIED, _BOARDS, _DEALS = 50, 200, 4
FINE, TOO_LARGE, TOO_DEEP = range(3)


class Leaf(IntEnum):
    """How a line of a segment ends: the hand is over, or compared, or cards are dealt first."""

    OVER = 0
    SHOWDOWN = 1
    RUNOUT = 2
    DEAL = 3


class Lines(Arena):
    """The arrays that the betting is written to; nodes of chance have one edge, for any card."""

    limit: int
    status: int
    nodes: int
    edges: int
    ends: int
    # From which the cards are drawn that come on all lines.
    deal: int
    dealer: Random
    owners: Ints
    firsts: Ints
    targets: Ints
    payoffs: Floats

    def __init__(self, limit: int) -> None:
        edges = 8 * limit
        super().__init__(
            limit=limit,
            dealer=Random(0),
            owners=np.zeros(limit, np.int64),
            firsts=np.zeros(limit + 1, np.int64),
            targets=np.zeros(edges, np.int64),
            payoffs=np.zeros(2 * edges),
        )


@kernel
def write_lines(
    game: History, view: GameView, lines: Work, edge: int, level: int, cards: int, zero: int
) -> None:
    """Write a history and all below it; ``zero`` is the int 0. Modified in place: ``lines``."""
    if lines.status != FINE:
        return
    if game.terminal:
        end = lines.ends
        lines.ends = end + 1
        lines.targets[edge] = -1 - end
        lines.payoffs[2 * end], lines.payoffs[2 * end + 1] = (
            game.payoff(zero),
            game.payoff(zero + 1),
        )
        return
    node, first = lines.nodes, lines.edges
    if node >= lines.limit or first >= 7 * lines.limit or level > _DEEPEST:
        lines.status = TOO_DEEP if level > _DEEPEST else TOO_LARGE
        return
    if level > 0:
        lines.targets[edge] = node
    lines.nodes, lines.firsts[node] = node + 1, first
    below = level + 1
    if game.chance:
        lines.owners[node], lines.edges = CHANCE, first + 1
        lines.dealer.follow(lines.deal, cards)
        outcome = draw(game, lines.dealer)
        write_lines(game.apply(outcome), view, lines, first, below, cards + 1, zero)
        return
    active = game.active
    menu = hold(view.menu(game.infoset(active)))
    lines.owners[node], lines.edges = active, first + len(menu)
    for place in range(len(menu)):
        write_lines(game.apply(menu[place]), view, lines, first + place, below, cards, zero)


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
    lines, pairs = Lines(limit), _pairs(ranked)
    rest = (types.int64,) * 4
    few = prepare(write_lines, base, view, (lines,), rest, native=False)
    # Compiling a game takes as long as playing thousands of lines in Python.
    lines.limit = min(limit, _FEW)
    if not _wrote(lines, few, ranked.dealt(*pairs[0])):
        lines.limit = limit
        few = prepare(write_lines, base, view, (lines,), rest, native=native)
    known: Any = None
    for deal, (first, second) in enumerate(pairs):
        lines.deal = deal
        seen = []
        for state in (ranked.dealt(first, second), ranked.dealt(second, first)):
            if not _wrote(lines, few, state):
                raise NotEnumerable(
                    f"The betting of all streets must have at most {limit:,} decisions; this one "
                    f"has more: give fewer bets.",
                    state,
                )
            seen.append(_copy(lines))
        known = _compared(known, seen, base)
    return _in_segments(*known)


def _wrote(lines: Lines, run: Entry, state: Any) -> bool:
    """Write all lines from a state on; return whether they are not too many.

    Raises
    ------
    NotEnumerable
        If one does not end.
    """
    lines.nodes = lines.edges = lines.ends = lines.status = 0
    run.starting(state)(0, 0, 0, 0)
    lines.firsts[lines.nodes] = lines.edges
    if lines.status == TOO_DEEP:
        raise NotEnumerable(
            f"A line must end after {_DEEPEST:,} moves; one does not: give larger bets.", state
        )
    return lines.status == FINE


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


def _copy(lines: Lines) -> tuple[Ints, Ints, Ints, Floats]:
    nodes, edges, ends = lines.nodes, lines.edges, lines.ends
    payoffs = lines.payoffs[: 2 * ends].reshape(-1, 2)
    shape = lines.owners[:nodes], lines.firsts[: nodes + 1], lines.targets[:edges]
    return *(array.copy() for array in shape), payoffs.copy()  # type: ignore[return-value]


def _compared(known: Any, seen: list[Any], base: Any) -> Any:
    """Return what two deals show of the betting, beside what is known of it from others."""
    for other in (seen[1], known or seen[1]):
        if any(not np.array_equal(a, b) for a, b in zip(seen[0][:3], other[:3], strict=True)):
            raise GameError(
                f"What players of {type(base).__qualname__} may do must not depend on cards; after "
                f"one deal there are other lines than after another.",
                base,
            )
    one, two = seen[0][3], seen[1][3]
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
