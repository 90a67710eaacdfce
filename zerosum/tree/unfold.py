"""The kernel that walks a whole game and writes it down, depth first, and the arrays it writes."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from zerosum.errors import GameError, LoweringError
from zerosum.jit import inlined, kernel
from zerosum.kernels.breaches import check_listed, check_menu, check_sum
from zerosum.kernels.limits import check_stack, stack_address
from zerosum.kernels.lookup import visit_again
from zerosum.kernels.names import Action, GameView, History, Menu, Work
from zerosum.kernels.rows import TooDeep
from zerosum.native.emit import overload
from zerosum.native.primitives import check_chances, hold, outcomes
from zerosum.support.tokens import put
from zerosum.tables import PATH_WORDS, Arena, Floats, ShortInts
from zerosum.tree.failures import TooMany


class Unfolding(Arena):
    """Room for a tree of at most ``limit`` histories; the system gives memory as it is written.

    Parameters
    ----------
    limit
        The most histories.
    players
        How many payoffs a terminal has.
    share
        Each player's share of what they sum to, which is taken off.

    Raises
    ------
    GameError
        If the system refuses so much memory.
    """

    histories: int
    terminals: int
    outcomes: int
    limit: int
    players: int
    share: float
    parents: ShortInts
    edges: ShortInts
    infosets: ShortInts
    payoffs: Floats
    chances: Floats

    def __init__(self, limit: int, players: int, share: float) -> None:
        super().__init__(limit=limit, players=players, share=share)
        try:
            self.parents, self.edges, self.infosets = (np.zeros(limit, np.int32) for _ in range(3))
            self.payoffs, self.chances = np.zeros(limit * players), np.zeros(limit)
        except MemoryError:
            raise GameError(
                f"The limit of a tree must be a number of histories that fits in memory; the "
                f"system refused {limit:,}: give a smaller limit.",
                limit,
            ) from None

    def cut(self, name: str, size: int) -> NDArray[Any]:
        """Return what was written of an array, and free the rest."""
        array: NDArray[Any] = getattr(self, name)[:size].copy()
        setattr(self, name, array[:0])
        return array


def check_kind(game: Any, following: Any) -> None:
    """Check that a move leads to a game of the same class.

    Natively this happens when the kernel is compiled, and costs nothing: a kernel recurses into
    itself for one type only. In Python any game will do.
    """


@overload(check_kind)
def _check_kind(game: Any, following: Any) -> Any:
    if game != following:
        raise LoweringError(
            f"apply of {game.cls.__qualname__} must return a game of its own class; it returns "
            f"{getattr(following, 'cls', following)}: write replace(self, ...).",
            game.cls,
        )
    return lambda game, following: None


@inlined
def advance(game: History, move: Action, work: Work, depth: int) -> tuple[Any, int]:
    """Return the history after a move, of the same class, and where the next move goes."""
    below = put(work.path, depth, move)
    work.depth = below
    following = game.apply(move)
    check_kind(game, following)
    return following, below


@kernel
def unfold(
    game: History, view: GameView, work: Work, tree: Work, depth: int, parent: int, edge: int
) -> None:
    """Write a history and all below it, depth first.

    Parameters
    ----------
    game, view
        The history, and how infosets are seen.
    work
        The workspace, whose table numbers the infosets. Modified in place.
    tree
        The unfolding. Modified in place.
    depth
        Where the next action goes in ``work.path``.
    parent
        The history before; -1 at the root.
    edge
        What leads here: a sequence, or -2 - k for the outcome of chance number k.
    """
    at = tree.histories
    if at >= tree.limit:
        raise TooMany
    tree.histories = at + 1
    tree.parents[at] = parent
    tree.edges[at] = edge
    if depth > PATH_WORDS:
        raise TooDeep
    check_stack(work)
    if game.terminal:
        tree.infosets[at] = -2 - pay(game, tree)
        return
    if game.chance:
        tree.infosets[at] = -1
        branches = check_chances(outcomes(game))
        first = write_chances(branches, tree)
        for place in range(len(branches)):
            following, below = advance(game, branches[place][0], work, depth)
            unfold(following, view, work, tree, below, at, -2 - (first + place))
        return
    active = game.active
    infoset = game.infoset(active)
    menu = hold(view.menu(infoset))
    check_listed(infoset, menu, view)
    # A row has two values an action.
    rows = work.table.rows
    first = visit_again(infoset, menu, active, view, work) // 2
    if work.table.rows > rows:
        check_menu(menu, view, work)
    tree.infosets[at] = first
    for place in range(len(menu)):
        following, below = advance(game, menu[place], work, depth)
        unfold(following, view, work, tree, below, at, first + place)


@kernel
def pay(game: History, tree: Work) -> int:
    """Write the net payoffs of a terminal, which cancel; return its number."""
    terminal = tree.terminals
    tree.terminals = terminal + 1
    players = tree.players
    total, size = 0.0, 1.0
    for player in range(players):
        payoff = float(game.payoff(player)) - tree.share
        tree.payoffs[terminal * players + player] = payoff
        total += payoff
        size += abs(payoff)
    check_sum(total if players > 1 else 0.0, size)
    return int(terminal)


@kernel
def write_chances(branches: Menu, tree: Work) -> int:
    """Write the probabilities of outcomes; return the number of the first."""
    first = tree.outcomes
    if first + len(branches) > tree.limit:
        raise TooMany
    tree.outcomes = first + len(branches)
    for place in range(len(branches)):
        tree.chances[first + place] = float(branches[place][1])
    return int(first)


@kernel
def unfold_all(game: History, view: GameView, work: Work, tree: Work, zero: int) -> None:
    """Write the whole tree; ``zero`` is the int 0."""
    work.stack_end = stack_address() - work.stack_budget
    work.depth = zero
    unfold(game, view, work, tree, zero, zero - 1, zero - 1)
