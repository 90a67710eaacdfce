"""Where a history lies in a tree of streets: its decision, its board, and the hands there."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from zerosum.abstraction import View
from zerosum.native.primitives import draw
from zerosum.ranked import Ints, Ranked
from zerosum.rng import Random
from zerosum.tree.streets.betting import Betting
from zerosum.tree.streets.runouts import Runouts, moved


@dataclass(frozen=True, eq=False)
class Place:
    """A decision on a board, in the tree and as it is on the table.

    Parameters
    ----------
    segment, decision, board
        Where it is in the tree; the board is one of its class.
    player
        Who acts.
    menu
        The actions.
    start
        Where its numbers begin, action by action.
    hands
        Shape (hands,): the hands of the player, as masks of the cards on the table.
    """

    segment: int
    decision: int
    board: int
    player: int
    menu: tuple[Any, ...]
    start: int
    hands: Ints


@dataclass(frozen=True, eq=False)
class Lines:
    """Finds the decision after a line of actions, by playing it."""

    ranked: Ranked
    view: View
    betting: Betting
    _known: dict[tuple[Any, ...], Any] = field(default_factory=dict)

    def after(self, actions: tuple[Any, ...]) -> tuple[int, int, tuple[Any, ...]] | None:
        """Return the segment, the decision and its menu; None if no decision follows the line."""
        found = self._found(actions)
        return None if found is None else found[:3]

    def state(self, actions: tuple[Any, ...]) -> Any:
        """Return a state after a line that a decision follows, with any cards."""
        return self._found(actions)[3]

    def _found(self, actions: tuple[Any, ...]) -> Any:
        if actions not in self._known:
            self._known[actions] = self._played(actions)
        return self._known[actions]

    def _played(self, actions: tuple[Any, ...]) -> Any:
        if not actions:
            one = int(self.ranked.hands[0][0])
            other = next(int(h) for h in self.ranked.hands[1] if int(h) & one == 0)
            state = self.ranked.dealt(one, other)
            return 0, 0, self.view.menu(state.infoset(state.active)), state
        before = self._found(actions[:-1])
        if before is None or actions[-1] not in before[2]:
            return None
        segment, decision, menu, state = before
        segment, decision = self.betting.after(segment, decision, menu.index(actions[-1]))
        if decision < 0:
            return None
        state, rng = state.apply(actions[-1]), Random(0)
        while state.chance:
            state = state.apply(draw(state, rng))
        return segment, decision, self.view.menu(state.infoset(state.active)), state


def board_of(runouts: Runouts, cards: tuple[int, ...]) -> tuple[int, Ints] | None:
    """Return the board that stands for the cards of each street, and where it has each card.

    Parameters
    ----------
    runouts
        The boards.
    cards
        The cards that each street after the root's has added, as masks.

    Returns
    -------
    The board, and the permutation from the cards on the table to those of the board; or None if
    no such cards may come.
    """
    board, move = 0, np.arange(runouts.moves.shape[1])
    for mask in cards:
        wanted = moved(mask, move)
        found = _child(runouts, board, wanted)
        if found is None:
            return None
        board, way = found
        move = np.argsort(runouts.moves[way])[move]
    return board, move


def _child(runouts: Runouts, board: int, wanted: int) -> tuple[int, int] | None:
    """Return the board after some cards, and the symmetry that leads from it to these."""
    for child in range(*runouts.children[board : board + 2].tolist()):
        added = int(runouts.boards[child] ^ runouts.boards[board])
        ways = [0, *runouts.ways[slice(*runouts.images[child : child + 2])].tolist()]
        for way in ways:
            if moved(added, runouts.moves[way]) == wanted:
                return child, way
    return None


def moved_all(masks: Ints, move: Ints) -> Ints:
    """Return where a permutation takes sets of cards, as masks."""
    found: Ints = (masks[:, None] >> np.arange(move.size) & 1) @ (1 << move)
    return found


def places_among(known: Ints, masks: Ints) -> Ints:
    """Return where sets of cards lie among others, -1 where they do not."""
    order = np.argsort(known)
    at = order[np.searchsorted(known, masks, sorter=order) % known.size]
    return np.where(known[at] == masks, at, -1)
