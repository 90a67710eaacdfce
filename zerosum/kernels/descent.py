"""The one loop of every walk: on through chance, and through decisions that are made on the way."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

from zerosum.jit import inlined
from zerosum.kernels.deals import deal
from zerosum.kernels.rows import TooDeep
from zerosum.kernels.visit import visit
from zerosum.native.primitives import hold, let_go, no_menu
from zerosum.tables import PATH_WORDS, SCRATCH
from zerosum.tokens import put

# What stands for an action where a walk stops at a decision.
STOP = -1


class Node(NamedTuple):
    """Where a walk stopped: at a decision, or at the end of the game.

    Parameters
    ----------
    game
        The history.
    ended
        Whether the game is over; all that follows is of no use then.
    menu
        The actions offered, by value: ``hold`` it before it is indexed.
    own
        Whether the player of the walk is to act.
    at
        Where the values of the infoset lie.
    depth
        Where the next action goes in ``work.path``.
    dealt
        How often chance moved so far.
    """

    game: Any
    ended: bool
    menu: Any
    own: bool
    at: int
    depth: int
    dealt: int


@cache
def descent(decide: Any) -> Any:
    """Return the kernel that goes on from a history to the next :class:`Node`.

    Parameters
    ----------
    decide
        A kernel ``(infoset, menu, active, player, view, work, depth, base, given)`` that is
        asked at each decision. It returns the place in the menu of the action to go on with, or
        ``STOP``, and where the values of the infoset lie.
    """

    @inlined
    def descend(
        game: Any,
        view: Any,
        player: int,
        work: Any,
        depth: int,
        base: int,
        dealt: int,
        given: Any,
    ) -> Node:
        """Go on to a decision that is left open, or to the end of the game.

        Parameters
        ----------
        game, view
            The history, and how infosets are seen.
        player
            Whose walk it is.
        work
            The workspace. Modified in place.
        depth
            Where the next action goes in ``work.path``.
        base
            Where free scratch begins.
        dealt
            How often chance moved so far.
        given
            Handed to ``decide``.
        """
        own, at = False, 0
        nothing = no_menu(game, view)
        while not game.terminal:
            work.touched += 1
            if depth > PATH_WORDS or base > SCRATCH:
                raise TooDeep
            if game.chance:
                outcome = deal(game, work, dealt)
                dealt += 1
                depth = put(work.path, depth, outcome)
                game = game.apply(outcome)
                continue
            active = game.active
            infoset = game.infoset(active)
            menu = hold(view.menu(infoset))
            own = active == player
            place, at = decide(infoset, menu, active, player, view, work, depth, base, given)
            if place < 0:
                return Node(game, False, let_go(menu), own, at, depth, dealt)
            action = menu[place]
            depth = put(work.path, depth, action)
            game = game.apply(action)
        return Node(game, True, nothing, own, at, depth, dealt)

    return descend


@inlined
def leave_open(
    infoset: Any,
    menu: Any,
    active: int,
    player: int,
    view: Any,
    work: Any,
    depth: int,
    base: int,
    given: Any,
) -> tuple[int, int]:
    """Stop at every decision; a lone action is taken as it is.

    It has no regret, and its probability is known. Its infoset is met all the same, so that a key
    that stands elsewhere for more actions is noticed.
    """
    at = visit(infoset, menu, active, view, work, depth)
    return 0 if len(menu) == 1 else STOP, at
