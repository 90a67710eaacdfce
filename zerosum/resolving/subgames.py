"""What lies below a public state, and how likely each hand comes there."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from zerosum.errors import GameError
from zerosum.evaluation.policies import Strategies
from zerosum.evaluation.values import vectors_of
from zerosum.resolving.states import Position
from zerosum.tables import Floats, Ints, ranges
from zerosum.tree.public import CHANCE, BettingTree, PublicTree, check_plain


class Reaches(NamedTuple):
    """How likely each hand of a player is played to a public state, by the player's own choices."""

    one: Floats
    other: Floats


class Later(NamedTuple):
    """How a part goes on that ends early.

    Parameters
    ----------
    part
        The part to the end of the game.
    numbers
        By which a player goes on; shape (numbers of the whole tree,).
    """

    part: Subgame
    numbers: Floats


@dataclass(frozen=True, eq=False)
class Subgame:
    """The part of a public tree below a position.

    Parameters
    ----------
    position
        The public state at its root.
    tree
        The public tree below; its hands and payoffs are those of the whole one, so values are in
        chips, times the probability that chance deals all of it.
    nodes
        Shape (nodes,): the node of the whole tree that each node is; of a leaf, where chance deals.
    reaches
        How likely each decider's hands are played to the root.
    later
        How it goes on, if it ends early.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn, Move
    >>> from zerosum.resolving import position
    >>> state = position(Kuhn(), (Move.BET,))
    >>> below = subgame(state, reaches_of(state, lambda seen: {0: 1 / 2, 1: 1 / 2}))
    >>> below.numbers(), bool(below.own(1).all()), below.weights[1].round(3)
    (array([18, 19, 20, 21, 22, 23]), True, array([0.167, 0.167, 0.167]))
    """

    position: Position
    tree: PublicTree
    nodes: Ints
    reaches: Reaches
    later: Later | None = None

    @property
    def weights(self) -> tuple[Floats, Floats]:
        """How likely each decider's hand is dealt, and the other plays to the root."""
        joint = self.position.joint
        return joint @ self.reaches.other, self.reaches.one @ joint

    def own(self, side: int) -> Any:
        """Return which numbers are of a decider, the one (0) or the other (1); (numbers,)."""
        return np.repeat(self.tree.sides == side, np.diff(self.tree.starts))

    def numbers(self) -> Ints:
        """Return where the numbers of the whole tree lie that are those of this; (numbers,).

        Those of a leaf, where the opponent chooses how to go on, lie nowhere: they mean nothing.
        """
        return ranges(self.position.tree.starts[self.nodes], np.diff(self.tree.starts))

    def known(self, side: int) -> Floats:
        """Return the numbers by which a decider plays a part that ends early; (numbers,)."""
        own, found = self.own(side), np.zeros(self.tree.numbers)
        if self.later is not None:
            found[own] = self.later.numbers[self.numbers()[own]]
        return found

    def to_end(self, side: int, numbers: Floats) -> tuple[PublicTree, Floats]:
        """Return the part to the end of the game, and how a decider plays there.

        Parameters
        ----------
        side, numbers
            The decider, and its numbers in the part.
        """
        if self.later is None:
            return self.tree, numbers
        own, found = self.own(side), self.later.numbers.copy()
        found[self.numbers()[own]] = numbers[own]
        return self.later.part.tree, found[self.later.part.numbers()]


def reaches_of(position: Position, strategies: Strategies) -> Reaches:
    r"""Return how likely each decider's hands are played to a public state.

    .. math:: \pi_i(h) = \prod_{a\ \text{of}\ i} \sigma_i(a \mid h, \text{what is public})

    Bayes makes the players' beliefs of it: the probability of a pair of hands is in proportion to
    :math:`\pi_0 \pi_1 c`, where ``position.joint`` is :math:`c`.

    Parameters
    ----------
    position
        The public state.
    strategies
        As :func:`zerosum.evaluation.nash_conv` takes them.

    Returns
    -------
    Two vectors, by hand of one decider and of the other.

    Examples
    --------
    >>> from zerosum.leduc import Leduc
    >>> from zerosum.leduc.game import Move
    >>> from zerosum.resolving import position
    >>> state = position(Leduc(), (Move.RAISE,))
    >>> reaches_of(state, lambda seen: dict.fromkeys(seen.actions(), 1 / len(seen.actions()))).one
    array([0.5, 0.5, 0.5, 0.5, 0.5, 0.5])
    """
    tree = position.tree
    check_plain(tree)
    return reaches_by(position, vectors_of(tree, strategies).probabilities)


def reaches_by(position: Position, probabilities: Floats) -> Reaches:
    """Return the same, given the probabilities by node, action and hand."""
    tree = position.tree
    reaches = Reaches(*map(np.ones, tree.hands))
    node, target = position.node, -1
    edges = _edges_to(tree)
    while node > 0:
        target = int(edges[node])
        node = int(np.searchsorted(tree.firsts, target, side="right")) - 1
        if tree.owners[node] == CHANCE:
            continue
        side, start = int(tree.sides[node]), int(tree.starts[node])
        width, action = int(tree.widths[node]), target - int(tree.firsts[node])
        reaches[side][:] *= probabilities[start + action * width : start + (action + 1) * width]
    return reaches


def _edges_to(tree: PublicTree) -> Ints:
    """Return the edge that leads to each node; that of the root is 0."""
    found = np.zeros(tree.nodes, np.int64)
    inner = np.flatnonzero(tree.targets >= 0)
    found[tree.targets[inner]] = inner
    return found


def subgame(position: Position, reaches: Reaches) -> Subgame:
    """Cut the subgame below a public state out of its tree.

    Parameters
    ----------
    position
        The public state: a decision, or a move of chance.
    reaches
        How likely each decider's hands are played there, as :func:`reaches_of` returns them.

    Raises
    ------
    GameError
        If the game has ended there.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn, Move
    >>> from zerosum.resolving import position
    >>> state = position(Kuhn(), (Move.BET,))
    >>> below = subgame(state, reaches_of(state, lambda seen: {0: 1 / 2, 1: 1 / 2}))
    >>> below.tree.nodes, below.nodes
    (1, array([3]))
    """
    whole = position.tree
    if position.node < 0:
        raise GameError(
            f"A part to solve again must have a decision; after {list(position.moves)} the game "
            f"has ended: give a shorter history.",
            position,
        )
    inside = np.zeros(whole.nodes, bool)
    inside[position.node] = True
    # Nodes come before their children.
    for node in range(position.node, whole.nodes):
        if inside[node]:
            below = whole.targets[whole.firsts[node] : whole.firsts[node + 1]]
            inside[below[below >= 0]] = True
    nodes = np.flatnonzero(inside)
    if (whole.owners[nodes] == CHANCE).all():
        raise GameError(
            f"A part to solve again must have a decision; after {list(position.moves)} there is "
            f"none: give a shorter history.",
            position,
        )
    arrays, edges = cut(whole, nodes, np.zeros(nodes.size, bool))
    tree = replace(
        whole,
        **arrays,
        odds=whole.odds[edges],
        signs=whole.signs[ranges(whole.places[nodes], whole.widths[nodes])],
        terminals=int((arrays["targets"] < 0).sum()),
    )
    return Subgame(position, tree, nodes, reaches)


def cut(
    tree: PublicTree | BettingTree[Any],
    nodes: Ints,
    leaf: Any,
    player: int = 0,
    ways: int = 0,
    terminals: int = 0,
) -> tuple[dict[str, Any], Ints]:
    """Cut nodes out of a tree of any kind; leaves become decisions between ways to go on.

    Parameters
    ----------
    tree
        The tree.
    nodes
        Those to keep.
    leaf
        Which of these are leaves; shape (nodes,).
    player, ways
        Who decides at leaves, and between how many ways.
    terminals
        The number of terminals of the tree. Those of the leaves come behind them.

    Returns
    -------
    The owners, firsts and targets of the new tree, and the edges that it keeps.
    """
    widths = np.where(leaf, ways, np.diff(tree.firsts)[nodes])
    edges = ranges(tree.firsts[nodes[~leaf]], widths[~leaf])
    numbers = np.full(tree.nodes, -1)
    numbers[nodes] = np.arange(nodes.size)
    kept, new = tree.targets[edges], np.repeat(leaf, widths)
    targets = np.zeros(new.size, kept.dtype)
    targets[~new] = np.where(kept < 0, kept, numbers[np.maximum(kept, 0)])
    targets[new] = -1 - terminals - np.arange(new.sum())
    owners = np.where(leaf, tree.deciders[player], tree.owners[nodes])
    return {
        "owners": owners.astype(tree.owners.dtype),
        "firsts": np.append(0, np.cumsum(widths)).astype(tree.firsts.dtype),
        "targets": targets,
    }, edges


def shares_by_hand(tree: PublicTree, numbers: Floats, never: float = 0.0) -> Floats:
    """Return the numbers of each node in proportion, hand by hand; uniform where there are none.

    Shape (numbers,), as the numbers are. Sums of at most ``never`` count as none.
    """
    found = np.zeros(tree.numbers)
    for node in np.flatnonzero(tree.sides >= 0):
        part = slice(tree.starts[node], tree.starts[node + 1])
        found[part] = shares(numbers[part].reshape(-1, tree.widths[node]), never).ravel()
    return found


def shares(numbers: Floats, never: float = 0.0) -> Floats:
    """Return numbers in proportion, column by column; uniform where their sum is too small."""
    totals = numbers.sum(axis=0)
    found = np.full(numbers.shape, 1.0 / len(numbers))
    np.divide(numbers, totals, out=found, where=totals > never)
    return found
