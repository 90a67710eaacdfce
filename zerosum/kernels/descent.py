"""The loop that all walks share: through chance moves, and through decisions that are sampled.

There is one deal for an iteration: what chance does depends on how often it moved before, and not
on the betting.

A descent is a kernel that takes

game, view
    The history, and how infosets are seen.
work
    The workspace; the walk is that of ``work.player``. Modified in place.
depth
    Where the next action goes in ``work.path``.
base
    Where free scratch begins.
dealt
    How often chance moved so far.
given
    Passed to ``decide``.
room
    Where menus are put: ``hold(no_menu(game, view))``, on the stack of the walk.

and returns

ended
    Whether the game is over. If it is, only the history counts of what follows.
game
    The history.
menu
    The actions of the decision, in ``room``.
own
    Whether the player of the walk is to act.
at
    Where the values of the infoset lie.
depth, dealt
    As they are there.

Interpreted, from the start of a game and after a deal:

>>> from zerosum.algorithms import ExternalSampling
>>> from zerosum.kuhn import Kuhn, Move
>>> from zerosum.native.primitives import no_menu
>>> solver = ExternalSampling(Kuhn(), seed=1, native=False, reserve=1 << 22)
>>> view, work = solver.view, solver.work.plain()
>>> room = no_menu(Kuhn(), view)
>>> deal(Kuhn(), work, dealt=0) in (0, 1, 2)
True
>>> ended, game, menu, own, *_ = descent(leave_open)(Kuhn(), view, work, 0, 0, 0, None, room)
>>> ended, menu, own
(False, (<Move.PASS: 0>, <Move.BET: 1>), True)
>>> work.player = 1
>>> to_opponent = descent(sample_opponents)
>>> ended, game, menu, own, *_ = to_opponent(game, view, work, 0, 0, 2, 1.0, room)
>>> game.active, own
(1, True)
>>> after, below = follow(game, Move.BET, work, depth=0)
>>> after == follow_either(game, None, (Move.BET,), work, 0)[0], below
(True, 2)
>>> net_payoff(Kuhn().apply(0).apply(2).apply(Move.BET).apply(Move.PASS), work)
-1.0
>>> place, at = sample_row(game.infoset(1), len(menu), 1, view, work, 0, 0, 1.0)
>>> place == STOP, at
(True, 0)
>>> add_average(work, at, 2, 1, 3.0)  # to the second of two actions
>>> work.table.values[3]  # to_opponent has added 0.5
3.5
"""

from collections.abc import Callable
from functools import cache
from typing import Any

from zerosum.jit import inlined, kernel, linked
from zerosum.kernels.limits import check_stack
from zerosum.kernels.lookup import visit
from zerosum.kernels.names import Action, GameView, History, Infoset, Kernel, Menu, Work
from zerosum.kernels.regrets import choose, gain, match_regrets
from zerosum.kernels.rows import ABSENT, TooDeep
from zerosum.native.emit import Function, Kind, overload
from zerosum.native.primitives import draw, hold
from zerosum.support.tokens import put
from zerosum.tables import PATH_WORDS, SCRATCH

# What stands for an action where a walk stops at a decision.
STOP = -1


@kernel
def deal(game: History, work: Work, dealt: int) -> Any:
    """Draw an outcome of chance, which moved ``dealt`` times before.

    Each number of moves has a stream of random numbers of its own, the same in all walks of an
    iteration: along any one path outcomes are independent, while paths share what they can,
    such as the cards of the board.
    """
    work.dealer.follow(work.deal, dealt)
    return draw(game, work.dealer)


@inlined
def follow(game: History, move: Action, work: Work, depth: int) -> tuple[Any, int]:
    """Return the history after a move, and where the next move goes in ``work.path``.

    The move is on the path before the game is asked where it leads: whatever fails, the words of
    the path begin with the moves to the history that was asked. Modified in place: ``work.path``
    from ``depth`` on.
    """
    below = put(work.path, depth, move)
    return game.apply(move), below


def follow_either(game: History, drawn: Any, taken: Any, work: Work, depth: int) -> tuple[Any, int]:
    """Return what :func:`follow` does, after the outcome or the action, in a tuple; one is None.

    Natively a game whose outcomes are of the type of its actions is asked in one place, so that
    its code is there once.
    """
    return follow(game, drawn[0] if taken is None else taken[0], work, depth)


@overload(follow_either)
def _follow_either(game: Kind, drawn: Any, taken: Any, work: Kind, depth: Kind) -> Function:
    go_on = linked(follow)

    def together(game: Any, drawn: Any, taken: Any, work: Any, depth: Any) -> Any:
        move = drawn[0] if taken is None else taken[0]
        return go_on(game, move, work, depth)

    def apart(game: Any, drawn: Any, taken: Any, work: Any, depth: Any) -> Any:
        if taken is None:
            return go_on(game, drawn[0], work, depth)
        return go_on(game, taken[0], work, depth)

    # An int and a member of an IntEnum would become one type.
    return together if drawn == taken else apart


@cache
def descent(decide: Kernel) -> Any:
    """Return the descent to the next decision that is left open.

    Parameters
    ----------
    decide
        A kernel ``(infoset, menu, active, view, work, base, given)`` that is called at each
        decision. It returns the position in the menu of the action to take, or ``STOP``, and where
        the values of the infoset begin.
    """

    @inlined
    def descend(
        game: History,
        view: GameView,
        work: Work,
        depth: int,
        base: int,
        dealt: int,
        given: Any,
        room: Menu,
    ) -> tuple[bool, Any, Any, bool, int, int, int]:
        """Go on to a decision that is left open, or to the end of the game."""
        while not game.terminal:
            work.touched += 1
            if depth > PATH_WORDS or base > SCRATCH:
                raise TooDeep
            drawn = taken = None
            if game.chance:
                drawn = (deal(game, work, dealt),)
                dealt += 1
            else:
                active = game.active
                infoset = hold(game.infoset(active))
                menu = view.menu_in(infoset, room)
                work.depth = depth
                place, at = decide(infoset, menu, active, view, work, base, given)
                if place < 0:
                    check_stack(work)
                    return False, game, menu, active == work.player, at, depth, dealt
                taken = (menu[place],)
            game, depth = follow_either(game, drawn, taken, work, depth)
        return True, game, room, False, 0, depth, dealt

    return descend


@cache
def seeing(decide: Kernel) -> Any:
    """Return a descent with two views: the first is the run's.

    Parameters
    ----------
    decide
        As for :func:`descent`; it is given the second view, and what the descent is given.

    >>> seeing(leave_open) is seeing(leave_open)
    True
    """
    descend = descent(decide)

    @inlined
    def descend_seeing(
        game: History,
        views: GameView,
        work: Work,
        depth: int,
        base: int,
        dealt: int,
        given: Any,
        room: Menu,
    ) -> Any:
        """Descend with both views."""
        return descend(game, views[0], work, depth, base, dealt, (views[1], given), room)

    return descend_seeing


@inlined
def leave_open(
    infoset: Infoset, menu: Menu, active: int, view: GameView, work: Work, base: int, given: Any
) -> tuple[int, int]:
    """Stop at every decision, except that a single action is taken.

    A single action has no regret, and its probability is one: its infoset needs no row.
    """
    if len(menu) == 1:
        return 0, ABSENT
    return STOP, visit(infoset, menu, active, view, work)


@inlined
def net_payoff(game: History, work: Work) -> float:
    """Return what the traverser wins at a terminal beyond its share; that of all players sums to 0.

    Without the share, a game with payoffs that sum to a constant is learned as its zero-sum twin.
    """
    return float(game.payoff(work.player) - work.share)


@inlined
def sample_opponents(
    infoset: Infoset, menu: Menu, active: int, view: GameView, work: Work, base: int, weight: float
) -> tuple[int, int]:
    """Stop where the traverser decides; elsewhere sample an action and update the average.

    ``weight`` is the weight of the average. The average is updated only with two players, because
    with more the frequency of visits contains the changing reaches of the other players. In both
    cases the strategy is stored in the scratch space from ``base`` on, before anything below the
    node is visited, because the same row may change there.
    """
    n = len(menu)
    if n == 1:
        return 0, ABSENT
    at = visit(infoset, menu, active, view, work)
    return sample_row(infoset, n, active, view, work, base, at, weight)


@inlined
def add_average(work: Work, at: int, n: int, a: int, amount: float) -> None:
    """Add to the average of an action of a row. Modified in place: ``work.table``."""
    gain(work.table.values, at + n + a, amount, work.rng)


@cache
def row_sampler(add: Kernel) -> Callable[..., tuple[int, int]]:
    """Return the kernel that samples at a row; ``add`` adds to its average.

    >>> import numpy as np
    >>> from types import SimpleNamespace
    >>> from zerosum.rng import Random
    >>> added = []
    >>> sample = row_sampler(lambda work, at, n, a, amount: added.append((a, amount)))
    >>> table = SimpleNamespace(values=memoryview(np.array([3.0, 1.0, 0.0, 0.0])))
    >>> work = SimpleNamespace(table=table, scratch=memoryview(np.zeros(2)), player=0)
    >>> work.players, work.averages, work.rng = 2, 1, Random(1)
    >>> view = SimpleNamespace(street=lambda infoset: 0)
    >>> place, at = sample(None, 2, 1, view, work, 0, 0, 10.0)
    >>> place in (0, 1), added  # ten times the strategy, where the opponent decides
    (True, [(0, 7.5), (1, 2.5)])
    """

    @inlined
    def sample_row(
        infoset: Infoset,
        n: int,
        active: int,
        view: GameView,
        work: Work,
        base: int,
        at: int,
        weight: float,
    ) -> tuple[int, int]:
        """Stop at the traverser's row, or sample one of ``n`` actions: see below."""
        regrets, sigma = work.table.values[at:], work.scratch[base:]
        match_regrets(regrets, n, sigma)
        if active == work.player:
            return STOP, at
        if work.players == 2 and view.street(infoset) < work.averages:
            for a in range(n):
                add(work, at, n, a, weight * sigma[a])
        return choose(sigma, n, work.rng), at

    return sample_row


_sample_row = row_sampler(add_average)


@inlined
def sample_row(
    infoset: Infoset,
    n: int,
    active: int,
    view: GameView,
    work: Work,
    base: int,
    at: int,
    weight: float,
) -> tuple[int, int]:
    """Sample the opponents at a row whose values begin at ``at``."""
    return _sample_row(infoset, n, active, view, work, base, at, weight)


to_own_decision = descent(sample_opponents)
