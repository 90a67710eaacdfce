r"""Parts that end before the next public card, where the opponent chooses how to go on.

Player :math:`i` is to play a part anew, and keeps its strategy :math:`\sigma` below the leaves.
The opponent has :math:`k` continuations :math:`\tau_1, \dots, \tau_k`. At a leaf :math:`n` each of
its hands chooses one of them, and the game ends with what both hands would win:

.. math::
   u_{n,j}(h, o)\, c_n(h, o) = \sum_{t} \pi_i^{\sigma}(n \to t)\, \pi_{-i}^{\tau_j}(n \to t)\,
   u_t(h, o)\, c_t(h, o) \quad \text{over all terminals } t \text{ below } n

With one continuation player :math:`i` would take it that the opponent does not adapt, and might
give its play away before the leaf. If :math:`\sigma` is an equilibrium's strategy and all pure
strategies are continuations, any solution before the leaves and :math:`\sigma` below make an
equilibrium's strategy too; a few continuations come near.

Brown, Sandholm & Amos, "Depth-limited solving for imperfect-information games", NeurIPS 2018,
where continuations are strategies that are biased to kinds of actions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from typing import Any

import numpy as np

from zerosum.errors import GameError
from zerosum.evaluation.policies import Policy
from zerosum.resolving.subgames import Later, Subgame, cut, shares_by_hand
from zerosum.tables import Floats, Ints, ranges
from zerosum.tree.public import CHANCE, PublicTree


@dataclass(frozen=True)
class Biased:
    """A strategy that takes some actions more often: their probabilities times a factor.

    Probabilities are then divided by their sum, infoset by infoset. An action that the strategy
    never takes is not taken by this one.

    Parameters
    ----------
    strategy
        The strategy, any function from an infoset to a mapping of actions to probabilities.
    favours
        Which actions, a function from an action to a truth value.
    factor
        How many times as likely they become before the division; above 0.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn, Move
    >>> bets = Biased(lambda _: {Move.PASS: 0.5, Move.BET: 0.5}, lambda action: action == Move.BET)
    >>> bets(Kuhn())[Move.BET] == 10 / 11
    True
    """

    strategy: Policy
    favours: Callable[[Any], bool]
    factor: float = 10.0

    def __post_init__(self) -> None:
        if not 0.0 < self.factor < np.inf:
            raise ValueError(
                f"The factor of a bias must be above 0 and finite; got {self.factor!r}: give 10 "
                f"for actions that are to be taken more often."
            )

    def __call__(self, infoset: Any) -> dict[Any, float]:
        """Return the probability of each action at an infoset."""
        weights = {
            action: probability * (self.factor if self.favours(action) else 1.0)
            for action, probability in self.strategy(infoset).items()
        }
        total = sum(weights.values())
        return {action: weight / total for action, weight in weights.items()}


def limited(
    part: Subgame, player: int, probabilities: Floats, continuations: Sequence[Floats]
) -> Subgame:
    """Return a part that ends where chance next deals in public, after a decision.

    There the opponent has a node, with an action for each continuation. A part in which nothing is
    dealt any more is returned as it is.

    Parameters
    ----------
    part
        The part as it goes on to the end of the game.
    player
        Which decider plays the part anew.
    probabilities
        Shape (numbers of ``part.tree``,): how the player goes on below the leaves.
    continuations
        Of the same shape, one or more: how the opponent may go on.

    Raises
    ------
    GameError
        If there is no continuation, or the part has no decision before a public move of chance.

    Notes
    -----
    Costs a multiplication for each pair of hands, each edge below the leaves and each continuation,
    and some microseconds for each edge.

    Examples
    --------
    >>> from zerosum.leduc import Leduc, Move
    >>> from zerosum.resolving import position, reaches_of, subgame
    >>> even = lambda seen: dict.fromkeys(seen.actions(), 1 / len(seen.actions()))
    >>> state = position(Leduc(), (Move.RAISE,))
    >>> below = subgame(state, reaches_of(state, even))
    >>> alike = np.ones(below.tree.numbers)
    >>> below.tree.nodes, limited(below, 0, alike, [alike]).tree.nodes
    (76, 4)
    """
    if not continuations:
        raise GameError(
            "The opponent must have at least one continuation where a part ends; got none: give "
            "the opponent's strategy, and variants of it.",
            part,
        )
    tree = part.tree
    inside, leaves = _before_cards(tree)
    if not leaves.any():
        return part
    rival = 1 - player
    plays = [
        np.array([shares_by_hand(tree, numbers) for numbers in several])
        for several in ([probabilities], continuations)
    ]
    if rival == 0:
        plays.reverse()
    worth = _worth(tree, inside, leaves, plays)
    kept = np.flatnonzero(inside | leaves)
    limit = _limit(tree, kept, leaves[kept], rival, worth)
    numbers = np.zeros(part.position.tree.numbers)
    numbers[part.numbers()] = probabilities
    nodes, later = part.nodes[kept], Later(part, numbers)
    return Subgame(part.position, limit, nodes, part.reaches, later)


def _before_cards(tree: PublicTree) -> tuple[Any, Any]:
    """Return which nodes come before the limit, and which are leaves; shapes (nodes,)."""
    inside, leaves, decided = (np.zeros(tree.nodes, bool) for _ in range(3))
    inside[0] = True
    # Nodes come before their children.
    for node in range(tree.nodes):
        if not inside[node]:
            continue
        by_chance = tree.owners[node] == CHANCE
        if by_chance and decided[node]:
            inside[node], leaves[node] = False, True
            continue
        below = tree.targets[tree.firsts[node] : tree.firsts[node + 1]]
        inside[below[below >= 0]] = True
        decided[below[below >= 0]] = decided[node] or not by_chance
    return inside, leaves


def _worth(tree: PublicTree, inside: Any, leaves: Any, plays: Sequence[Floats]) -> Floats:
    """Return what the hands win from each leaf on, by each continuation, times chance.

    Shape (leaves, continuations, players - 1, hands of one decider, hands of the other).
    """
    found: dict[int, Floats] = {}
    for node in np.flatnonzero(~inside)[::-1].tolist():
        below = []
        for target in tree.targets[tree.firsts[node] : tree.firsts[node + 1]].tolist():
            below.append(found[target] if target >= 0 else tree.payoffs[None, -1 - target])
            if target >= 0 and not leaves[target]:
                del found[target]
        side = int(tree.sides[node])
        if side != CHANCE:
            part = slice(tree.starts[node], tree.starts[node + 1])
            shares = plays[side][:, part].reshape(-1, len(below), tree.widths[node])
            shares = shares[:, :, None, :, None] if side == 0 else shares[:, :, None, None, :]
            below = [shares[:, place] * each for place, each in enumerate(below)]
        # Payoffs contain the probability of chance.
        found[node] = reduce(np.add, below)
    count = max(map(len, plays))
    worth = [found[leaf] for leaf in np.flatnonzero(leaves).tolist()]
    return np.array([np.broadcast_to(each, (count, *each.shape[1:])) for each in worth])


def _limit(tree: PublicTree, kept: Ints, leaf: Any, rival: int, worth: Floats) -> PublicTree:
    """Return the tree of the nodes that are kept, where leaves are decisions of the opponent."""
    known = len(tree.payoffs)
    arrays, edges = cut(tree, kept, leaf, rival, worth.shape[1], known)
    targets, old = arrays["targets"], ~np.repeat(leaf, np.diff(arrays["firsts"]))
    odds, ends = np.zeros(targets.size), targets < 0
    odds[old] = tree.odds[edges]
    # Of the payoffs of the tree only those that are still paid are kept.
    kinds, kind_of = np.unique(-1 - targets[ends], return_inverse=True)
    targets[ends] = -1 - kind_of
    new = worth.reshape(-1, *tree.payoffs.shape[1:])
    return replace(
        tree,
        **arrays,
        odds=odds,
        payoffs=np.concatenate([tree.payoffs[kinds[kinds < known]], new]),
        signs=_signs(tree, kept, leaf, rival),
        terminals=int(ends.sum()),
    )


def _signs(tree: PublicTree, kept: Ints, leaf: Any, rival: int) -> Ints:
    """Return a number for each decision and hand; each hand at a leaf has one of its own."""
    at_leaf = np.repeat(leaf, np.where(leaf, tree.hands[rival], tree.widths[kept]))
    signs = np.zeros(at_leaf.size, np.int64)
    known = tree.signs[ranges(tree.places[kept], tree.widths[kept])]
    signs[~at_leaf] = known
    count = int(at_leaf.sum())
    free = np.setdiff1d(np.arange(1, known.size + count + 1), known)
    signs[at_leaf] = free[:count]
    return signs
