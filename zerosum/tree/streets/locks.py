"""Strategies that are not solved for: what some hands do at a decision, fixed beforehand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from zerosum.errors import GameError
from zerosum.tree.streets.places import moved_all
from zerosum.tree.streets.tree import StreetTree


@dataclass(frozen=True)
class Lock:
    """What hands do after a line, on all boards or on one.

    Parameters
    ----------
    actions
        The actions from the root to the decision.
    shares
        The probability of each action of its menu, for hands that are not in ``hands``; empty to
        leave them free.
    hands
        By hand, as a mask of its cards, the probability of each action.
    cards
        The cards that each street after the root's has added, as masks; None for all boards. A lock
        on one board holds on all boards of its class of suits. Hands of suits that the tree takes
        as alike must be locked alike.
    """

    actions: tuple[Any, ...]
    shares: tuple[float, ...] = ()
    hands: Mapping[int, tuple[float, ...]] = field(default_factory=dict)
    cards: tuple[int, ...] | None = None


def locked_by(tree: StreetTree, lock: Lock) -> Iterator[tuple[int, NDArray[np.float32]]]:
    """Yield each node that a lock is about, with probabilities as its numbers lie; -1 for free.

    Raises
    ------
    GameError
        If the line leads to no decision, probabilities are none, or hands are not held, or
        not those of all suits that are alike.
    """
    found = tree.line(lock.actions)
    if found is None:
        raise GameError(
            f"A lock must be where a player acts; after {lock.actions} nobody does: write the "
            f"actions of the menus from the root on.",
            lock.actions,
        )
    segment, decision, menu = found
    for shares in (lock.shares or (1.0,) + (0.0,) * (len(menu) - 1), *lock.hands.values()):
        if len(shares) != len(menu) or min(shares) < 0.0 or abs(sum(shares) - 1.0) > 1e-6:
            raise GameError(
                f"What is locked must be a probability for each of {len(menu)} actions, {menu}; "
                f"got {shares}: let them sum to 1.",
                shares,
            )
    street = int(tree.betting.streets[segment])
    boards = range(*tree.runouts.streets[street : street + 2].tolist())
    move = np.arange(tree.runouts.moves.shape[1])
    if lock.cards is not None:
        at = tree.board(lock.cards)
        if at is None or len(lock.cards) != street:
            raise GameError("The cards of a lock must be those of its streets.", lock.cards)
        boards, move = range(at[0], at[0] + 1), at[1]
    player = int(tree.betting.owners[tree.betting.decisions[segment] + decision])
    count = int(tree.betting.decisions[segment + 1] - tree.betting.decisions[segment])
    hands = {
        int(moved_all(np.array([hand]), move)[0]): shares for hand, shares in lock.hands.items()
    }
    _check_hands(tree, lock, player)
    own = tree.hands[player]
    for board in boards:
        places = own.places[own.starts[board] : own.starts[board + 1]]
        masks = tree.ranked.hands[player][places].tolist()
        free = lock.shares or (-1.0,) * len(menu)
        rows = np.array([hands.get(mask, free) for mask in masks], np.float32)
        cell = int(tree.nodes[segment]) + (board - tree.runouts.streets[street]) * count + decision
        yield int(cell), np.ascontiguousarray(rows.T).reshape(-1)


def _check_hands(tree: StreetTree, lock: Lock, player: int) -> None:
    """Check that a lock has hands, which symmetries that keep its board keep as well."""
    cards = np.array(lock.cards or (), np.int64)
    held = set(tree.ranked.hands[player].tolist())
    hands = {hand: shares for hand, shares in lock.hands.items() if hand in held}
    if lock.hands and not hands:
        raise GameError(
            f"A lock after {lock.actions} must be of hands in the range of its player; none is.",
            lock,
        )
    masks = np.array([*hands], np.int64)
    for move in tree.runouts.moves:
        moved = dict(zip(moved_all(masks, move).tolist(), hands.values(), strict=True))
        if moved != hands and (moved_all(cards, move) == cards).all():
            raise GameError(
                f"A lock after {lock.actions} must hold for the hands of all suits that are alike "
                f"there: lock these too, or give symmetric=False.",
                lock,
            )
