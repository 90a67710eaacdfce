"""The kernel that walks a whole game and writes it down, depth first."""

from __future__ import annotations

from typing import Any

from zerosum.jit import kernel
from zerosum.kernels.limits import check_stack, stack_address
from zerosum.kernels.rows import TooDeep
from zerosum.kernels.visit import visit
from zerosum.native.primitives import hold, outcomes
from zerosum.tables import PATH_WORDS
from zerosum.tokens import put
from zerosum.tree.unfolding import check_kind

# What probabilities and payoffs may be off by, for their size.
SLACK = 1e-9


class TooMany(Exception):
    """Raised where a tree outgrows its limit."""


class NoPlayer(Exception):
    """Raised where the player to act is none of the game's."""


class NotOne(Exception):
    """Raised where probabilities of chance do not sum to one."""


class Unbalanced(Exception):
    """Raised where payoffs do not cancel."""


@kernel
def unfold(game: Any, view: Any, work: Any, tree: Any, depth: int, parent: int, edge: int) -> None:
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
        tree.infosets[at] = -2 - pay(game, work, tree, depth)
        return
    if game.chance:
        tree.infosets[at] = -1
        work.depth = depth
        branches = outcomes(game)
        first = list_chances(branches, work, tree, depth)
        for place in range(len(branches)):
            outcome = branches[place][0]
            below = put(work.path, depth, outcome)
            following = game.apply(outcome)
            check_kind(game, following)
            unfold(following, view, work, tree, below, at, -2 - (first + place))
        return
    active = game.active
    if active < 0 or active >= tree.players:
        work.depth = depth
        raise NoPlayer
    infoset = game.infoset(active)
    menu = hold(view.menu(infoset))
    # A row has two values an action.
    work.depth = depth
    first = visit(infoset, menu, active, view, work) // 2
    tree.infosets[at] = first
    for place in range(len(menu)):
        action = menu[place]
        below = put(work.path, depth, action)
        following = game.apply(action)
        check_kind(game, following)
        unfold(following, view, work, tree, below, at, first + place)


@kernel
def pay(game: Any, work: Any, tree: Any, depth: int) -> int:
    """Write the payoffs of a terminal, which cancel; return its number."""
    terminal = tree.terminals
    tree.terminals = terminal + 1
    players = tree.players
    total, size = 0.0, 1.0
    for player in range(players):
        payoff = float(game.payoff(player))
        tree.payoffs[terminal * players + player] = payoff
        total += payoff
        size += abs(payoff)
    # Written so that what is no number fails too.
    if not abs(total) <= SLACK * size:
        work.depth = depth
        raise Unbalanced
    return int(terminal)


@kernel
def list_chances(branches: Any, work: Any, tree: Any, depth: int) -> int:
    """Write the probabilities of outcomes, which sum to one; return the number of the first."""
    first, total, sound = tree.outcomes, 0.0, True
    if first + len(branches) > tree.limit:
        raise TooMany
    tree.outcomes = first + len(branches)
    for place in range(len(branches)):
        probability = float(branches[place][1])
        tree.chances[first + place] = probability
        total += probability
        sound = sound and probability >= 0.0
    if not (sound and abs(total - 1.0) <= SLACK):
        work.depth = depth
        raise NotOne
    return int(first)


@kernel
def unroll(game: Any, view: Any, work: Any, tree: Any, zero: int) -> None:
    """Write the whole tree; ``zero`` is the int 0."""
    work.stack_end = stack_address() - work.stack_budget
    unfold(game, view, work, tree, zero, zero - 1, zero - 1)
