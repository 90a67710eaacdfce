"""Solve the part below a public state again, for one player."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from zerosum.errors import GameError
from zerosum.evaluation.policies import Strategies
from zerosum.evaluation.values import vectors_of
from zerosum.jit import kernel
from zerosum.kernels.names import Work
from zerosum.resolving.depth import limited
from zerosum.resolving.iterations import iterate, workspace
from zerosum.resolving.program import best_plan
from zerosum.resolving.roots import MARGIN, UNSAFE, Root, entrance
from zerosum.resolving.states import Position, position
from zerosum.resolving.subgames import Subgame, reaches_by, shares_by_hand, subgame
from zerosum.rules import PLUS, Rule
from zerosum.strategy import Strategy
from zerosum.tables import Floats
from zerosum.tree.public import PublicTree, check_plain, public_tree
from zerosum.tree.public.response import win
from zerosum.tree.public.vectors import Vectors

_SLACK = 1e-9


@dataclass(frozen=True, eq=False, repr=False)
class Resolution:
    """A part of a game that was solved again for one player.

    Parameters
    ----------
    subgame
        The part.
    player
        Who plays it anew.
    root
        What the opponent could do at its root.
    probabilities
        Shape (numbers of ``subgame.tree``,): the new strategy by node, action and hand.
    values, alternatives
        By hand of the opponent, what a best response wins below the root, against the new strategy
        and against the old one: counterfactual values, in chips times the probability that the
        hand is dealt and meets the player there. Both are of play to the end of the game, also
        where the part ends before.
    weights
        By hand of the opponent, that probability.
    """

    subgame: Subgame
    player: int
    root: Root
    probabilities: Floats
    values: Floats
    alternatives: Floats
    weights: Floats

    def __repr__(self) -> str:
        moves = list(self.subgame.position.moves)
        return f"<Resolution for player {self.player} after {moves}: margin {self.margin:.3g}>"

    @property
    def margin(self) -> float:
        """What the opponent's hands win less than before, in chips: the least of any hand."""
        met = self.weights > 0.0
        return float(((self.alternatives - self.values)[met] / self.weights[met]).min())

    @property
    def safe(self) -> bool:
        """Whether no hand of the opponent wins more than before, beyond rounding."""
        unit = float(np.abs(self.subgame.tree.payoffs).max(initial=0.0))
        return bool((self.values <= self.alternatives + _SLACK * unit).all())

    @property
    def own(self) -> Any:
        """Which of the part's numbers are of the player; shape (numbers,)."""
        return self.subgame.own(self.subgame.tree.deciders.index(self.player))

    @cached_property
    def strategy(self) -> Strategy:
        """The new strategy; it knows the player's infosets below the root and no others.

        They are found by a walk over the whole game.
        """
        whole = self.subgame.position.tree
        numbers = np.zeros(whole.numbers)
        numbers[self.subgame.numbers()[self.own]] = self.probabilities[self.own]
        return Strategy.from_tree(whole.rows, whole.by_infoset(numbers), about=repr(self))


def resolve(
    state: Position,
    strategies: Strategies,
    player: int,
    *,
    into: Any = None,
    root: Root = MARGIN,
    iterations: int | None = None,
    rule: Rule = PLUS,
    continuations: Sequence[Strategies] | None = None,
) -> Resolution:
    """Solve the part below a public state again, for one player.

    The other player's strategy there is not kept: it is known only by what its hands won so far.

    Parameters
    ----------
    state
        The public state.
    strategies
        What the players have played so far, and would play below.
    player
        Who plays anew.
    into
        The game to solve, if it is another abstraction of the same deals, such as one with more
        bets; its menus must offer the moves that lead to the state.
    root
        What the opponent may do at the root: ``UNSAFE``, ``GADGET`` or ``MARGIN``.
    iterations
        Of CFR, with a regret rule. If left out the part is solved exactly, by a linear program.
    rule
        How regrets and averages are updated.
    continuations
        How the other player may go on once chance deals in public again. If given, the part ends
        there: each hand of the other chooses one of them, and the player goes on by ``strategies``
        (:mod:`zerosum.resolving.depth`). With ``into`` they all must answer in that game.

    Raises
    ------
    GameError
        If the player does not decide, the game has ended, a history is not possible in ``into``,
        its deals differ, no hand of the player reaches the state, or there are no continuations.
    ValueError
        If the iterations are not at least 1.

    Examples
    --------
    >>> from zerosum.leduc import Leduc
    >>> from zerosum.leduc.game import Move
    >>> from zerosum.resolving import position
    >>> even = lambda seen: dict.fromkeys(seen.actions(), 1 / len(seen.actions()))
    >>> state = position(Leduc(), (Move.RAISE, Move.RAISE))
    >>> resolve(state, even, 0).safe
    True

    Notes
    -----
    An iteration costs two walks over the part: a multiplication for each pair of hands at each
    terminal, twice. By iterations a part becomes safe only in the limit; ``Resolution.safe`` says
    whether it is.
    """
    if iterations is not None and iterations < 1:
        raise ValueError(
            f"The iterations must be at least 1; got {iterations}: leave them out to solve exactly."
        )
    tree = state.tree
    check_plain(tree)
    if player not in tree.deciders:
        raise GameError(
            f"The player who plays anew must be one of {list(tree.deciders)}, who decide; got "
            f"{player}.",
            player,
        )
    side = tree.deciders.index(player)
    numbers = vectors_of(tree, strategies).probabilities
    before = subgame(state, reaches_by(state, numbers))
    reaches, weights = before.reaches, before.weights[1 - side]
    _check_reached(state, player, weights)
    if root == UNSAFE:
        _check_reached(state, tree.deciders[1 - side], reaches[1 - side] * weights)
    alternatives = _wins(before.tree, side, reaches[side], numbers[before.numbers()])
    whole = before if into is None else subgame(_same(state, into), reaches)
    part, least = whole, alternatives
    if continuations is None:
        numbers = np.zeros(whole.position.tree.numbers)
    else:
        several = [vectors_of(whole.position.tree, each) for each in (strategies, *continuations)]
        numbers, *others = (each.probabilities for each in several)
        where = whole.numbers()
        part = limited(whole, side, numbers[where], [each[where] for each in others])
        # In the part that ends early the other must win no more than it did in that part.
        least = _wins(part.tree, side, reaches[side], _known(part, side, numbers))
    gate = entrance(root, side, reaches[side], reaches[1 - side], least, weights)
    if iterations is None:
        found = best_plan(part.tree, gate)
    else:
        vectors = workspace(part.tree, gate, rule)
        vectors.run(iterate, 1, iterations, 0)
        found = shares_by_hand(part.tree, vectors.sums)
    own = part.own(side)
    numbers[part.numbers()[own]] = found[own]
    values = _wins(whole.tree, side, reaches[side], numbers[whole.numbers()])
    shares = tree.share * weights
    return Resolution(
        part, player, Root(root), found, shares + values, shares + alternatives, weights
    )


def _known(part: Subgame, side: int, numbers: Floats) -> Floats:
    """Return the numbers of one decider below a root, given those of the whole tree."""
    own, found = part.own(side), np.zeros(part.tree.numbers)
    found[own] = numbers[part.numbers()[own]]
    return found


def _same(state: Position, into: Any) -> Position:
    """Return the same public state in another abstraction of the game."""
    tree = public_tree(into)
    if tree.deals.hands != state.tree.deals.hands or tree.deciders != state.tree.deciders:
        raise GameError(
            f"The game to solve a part of again must deal the same hands as {state.tree.base!r}; "
            f"{tree.base!r} deals others: give another abstraction of the same game.",
            into,
        )
    check_plain(tree)
    return position(tree, state.moves)


def _check_reached(state: Position, player: int, weights: Floats) -> None:
    if not weights.any():
        raise GameError(
            f"A public state to solve again must be reached by a hand of each player; after "
            f"{list(state.moves)} no hand of player {player} comes there by its strategy: give "
            f"another history, or a strategy that plays it.",
            state,
        )


@kernel
def best_values(vectors: Work, player: int, zero: int) -> None:
    """Write what each hand of a player wins by a best response to the front of the scratch.

    The opponent's reaches come first there.
    """
    other = vectors.scratch[0:]
    found = win(vectors, zero, player, player, other, other[vectors.sizes[1 - player] :])
    for hand in range(vectors.sizes[player]):
        vectors.scratch[hand] = found[hand]


def _wins(tree: PublicTree, side: int, reach: Floats, probabilities: Floats) -> Floats:
    """Return what each hand of the opponent wins by a best response, net and times chance."""
    vectors = Vectors(tree)
    vectors.probabilities = np.ascontiguousarray(probabilities)
    vectors.scratch[: reach.size] = reach
    vectors.run(best_values, 1 - side, 0)
    return vectors.scratch[: tree.hands[1 - side]].copy()
