"""Count a public tree without storing it: one walk after one deal."""

from __future__ import annotations

from typing import Any, NamedTuple

from numba.core import types

from zerosum.abstraction import base_and_view
from zerosum.errors import check_count
from zerosum.jit import kernel
from zerosum.kernels.compile import prepare
from zerosum.kernels.failures import Walked, explaining
from zerosum.kernels.limits import check_stack, stack_address
from zerosum.kernels.names import GameView, History, Work
from zerosum.kernels.rows import TooDeep
from zerosum.native.depth import stack_budget
from zerosum.native.primitives import check_chances, hold, outcomes
from zerosum.rng import Random
from zerosum.tables import PATH_WORDS, Arena, Workspace
from zerosum.tree.public.deals import Deal, check_declared, deals_of
from zerosum.tree.unfold import advance

_MOST_DEALS = 100_000
_RESERVE = 1 << 20


class PublicCounts(NamedTuple):
    """How many nodes of each kind a public tree has.

    ``complete`` is false if counting stopped at its limit.

    >>> from zerosum.kuhn import Kuhn
    >>> counts = count_public(Kuhn(), native=False)
    >>> counts.nodes, counts.terminals
    (4, 5)
    """

    decisions: int
    chances: int
    terminals: int
    complete: bool = True

    @property
    def nodes(self) -> int:
        """Decisions and public moves of chance."""
        return self.decisions + self.chances


class Counting(Arena):
    """What a walk has counted so far, and how much it may count."""

    decisions: int
    chances: int
    terminals: int
    most: int
    full: int


def count_public(game: Any, *, most: int = 1 << 40, native: bool = True) -> PublicCounts:
    """Count the decisions, the public moves of chance and the terminals of a public tree.

    Counted is what one deal of hands leads to. That is the whole public tree where hands do not
    keep chance from dealing anything in public, as with dice, or with cards that are put back; a
    public tree of Leduc also has the boards that this deal holds.

    Parameters
    ----------
    game
        The start of a game that declares ``public`` and ``private(player)``, abstract or not, or
        its class.
    most
        Where to stop, in nodes and terminals together.
    native
        True for the native walk if the game compiles, False for the interpreted one.

    Raises
    ------
    GameError
        If the game does not declare what is public, or a history does not end.

    Examples
    --------
    >>> from zerosum.bluff import Bluff
    >>> count_public(Bluff(), native=False)
    PublicCounts(decisions=4096, chances=0, terminals=4095, complete=True)

    Notes
    -----
    Takes no memory, and a second for thirty million nodes.
    """
    base, view = base_and_view(game)
    check_declared(base)
    check_count("most", most, 1, "leave it out to count all")
    return count_from(base, view, deals_of(base, _MOST_DEALS).all[0], most, native=native)


def count_from(base: Any, view: Any, deal: Deal, most: int, *, native: bool) -> PublicCounts:
    """Count what one deal leads to; arguments are those of :func:`count_public`."""
    work = Workspace(Random(0), _RESERVE, stack_budget=stack_budget())
    counting = Counting(most=min(most, 1 << 62))
    run = prepare(count_deal, base, view, (work, counting), (types.int64,), native=native)
    with explaining(Walked(base, view, work)):
        run.starting(deal.start)(deal.write(work.plain().path))
    complete = counting.full == 0
    return PublicCounts(counting.decisions, counting.chances, counting.terminals, complete)


@kernel
def count(game: History, view: GameView, work: Work, counting: Work, depth: int) -> None:
    """Count a history and all below it. Modified in place: ``counting``."""
    if depth > PATH_WORDS:
        raise TooDeep
    check_stack(work)
    if counting.decisions + counting.chances + counting.terminals >= counting.most:
        counting.full = 1
        return
    if game.terminal:
        counting.terminals += 1
        return
    if game.chance:
        counting.chances += 1
        branches = check_chances(outcomes(game))
        for place in range(len(branches)):
            if branches[place][1] > 0.0:
                following, below = advance(game, branches[place][0], work, depth)
                count(following, view, work, counting, below)
        return
    counting.decisions += 1
    menu = hold(view.menu(game.infoset(game.active)))
    for place in range(len(menu)):
        following, below = advance(game, menu[place], work, depth)
        count(following, view, work, counting, below)


@kernel
def count_deal(game: History, view: GameView, work: Work, counting: Work, depth: int) -> None:
    """Count what a deal leads to."""
    work.stack_end = stack_address() - work.stack_budget
    work.depth = depth
    count(game, view, work, counting, depth)
