"""Solve a part of a game again, for one player."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, TypeVar

import numpy as np

from zerosum.errors import GameError
from zerosum.evaluation.policies import Strategies
from zerosum.evaluation.values import vectors_of
from zerosum.kernels.roots import MARGIN, UNSAFE, Root
from zerosum.resolving.depth import limited
from zerosum.resolving.iterations import MOST, advance_of, run_until
from zerosum.resolving.part import Part
from zerosum.resolving.program import best_plan
from zerosum.resolving.states import Position, position
from zerosum.resolving.subgames import Subgame, reaches_by, shares, shares_by_hand, subgame
from zerosum.rules import PLUS, Rule
from zerosum.strategy import Strategy
from zerosum.support.rendering import Shown
from zerosum.tables import Floats
from zerosum.tree.public import PublicTree, check_plain, public_tree
from zerosum.tree.public.response import nash_conv_on
from zerosum.tree.public.vectors import Vectors

_SLACK = 1e-9
T = TypeVar("T")


@dataclass(frozen=True, eq=False, repr=False)
class Resolution(Shown):
    """A part of a game that was solved again for one player.

    Parameters
    ----------
    part
        The part.
    numbers
        Shape (numbers of ``part.tree``,): the new strategy by node, action and hand; sums of
        strategies by iterations, probabilities of the player by a linear program.
    iterations
        How many were run; None if the part was solved exactly.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn, Move
    >>> from zerosum.resolving import position
    >>> even = lambda seen: {0: 1 / 2, 1: 1 / 2}
    >>> part = resolve(position(Kuhn(), (Move.BET,)), even, 1, iterations=100)
    >>> part.player, part.safe, part.at(0).argmax(axis=0)  # queen and king call
    (1, True, array([0, 1, 0]))
    """

    part: Part
    numbers: Floats
    iterations: int | None = None

    def content(self) -> list[str]:
        """Return what was solved again."""
        return [repr(self)[1:-1]]

    def __repr__(self) -> str:
        if self.part.subgame is None:
            return f"<Resolution of a street for player {self.player}>"
        moves = list(self.subgame.position.moves)
        return f"<Resolution for player {self.player} after {moves}: margin {self.margin:.3g}>"

    @property
    def tree(self) -> Any:
        """The tree of the part: a public tree, or the betting tree of a street."""
        return self.part.tree

    @property
    def player(self) -> int:
        """Who plays the part anew."""
        player: int = self.tree.deciders[self.part.player]
        return player

    @property
    def root(self) -> Root:
        """What the opponent could do at its root."""
        return self.part.root

    @property
    def subgame(self) -> Subgame:
        """Where it lies in an enumerated game.

        Raises
        ------
        GameError
            If it is a street by itself.
        """
        return _given(self.part.subgame, "a place in an enumerated game: resolve a position")

    @cached_property
    def probabilities(self) -> Floats:
        """The new strategy, uniform where no hand comes; shape (numbers of ``part.tree``,)."""
        return self.numbers if self.iterations is None else shares_by_hand(self.tree, self.numbers)

    def at(self, node: int) -> Floats:
        """Return the probabilities at a node, by action and hand or group of hands."""
        begin, end = self.tree.starts[node], self.tree.starts[node + 1]
        return shares(self.numbers[begin:end].reshape(-1, self.tree.widths[node]))

    def by_hand(self, node: int) -> Floats:
        """Return the probabilities at a node, shape (actions, hands)."""
        found, held = self.at(node), getattr(self.tree, "hands_held", None)
        return found if held is None else found[:, held.columns]

    @property
    def weights(self) -> Floats:
        """How likely each hand of the opponent is dealt and meets the player at the root."""
        return self.part.weights

    @cached_property
    def values(self) -> Floats:
        """What each hand of the opponent wins below the root by a best response.

        Counterfactual values, in chips times ``weights``, of play to the end of the game, also
        where the part ends before.
        """
        part, numbers = self.part, self.probabilities
        if part.subgame is not None:
            tree, numbers = part.subgame.to_end(part.player, numbers)
            part = replace(part, tree=tree)
        shared: Floats = part.tree.share * self.weights
        return shared + part.wins(numbers)

    @property
    def alternatives(self) -> Floats:
        """The same against the strategy that was replaced.

        Raises
        ------
        GameError
            If the part does not know it.
        """
        known = _given(self.part.alternatives, "alternatives: guard a strategy (Part.guarded)")
        shared: Floats = self.tree.share * self.weights
        return shared + known

    @property
    def margin(self) -> float:
        """What the opponent's hands win less than before, in chips: the least of any hand."""
        met = self.weights > 0.0
        return float(((self.alternatives - self.values)[met] / self.weights[met]).min())

    @property
    def safe(self) -> bool:
        """Whether no hand of the opponent wins more than before, beyond rounding."""
        return bool((self.values <= self.alternatives + _SLACK * self.tree.unit).all())

    def nash_conv(self) -> float:
        """Return what the players gain by best responses within the part, in chips a deal.

        Raises
        ------
        GameError
            If the part was solved exactly, so that the opponent has no strategy.
        """
        _given(self.iterations, "a strategy of both players: give iterations")
        if (solver := self.part.street()) is not None:
            solver.numbers.averages[:] = self.numbers
            return solver.nash_conv()
        vectors = Vectors(self.tree, ranges=np.concatenate(self.part.vectors))
        vectors.probabilities = self.numbers
        return nash_conv_on(self.tree, vectors) / self.part.mass

    @property
    def own(self) -> Any:
        """Which of the part's numbers are of the player; shape (numbers,)."""
        return self.subgame.own(self.part.player)

    @cached_property
    def strategy(self) -> Strategy:
        """The new strategy; it knows the player's infosets below the root and no others.

        They are found by a walk over the whole game.
        """
        whole = self.subgame.position.tree
        numbers = np.zeros(whole.numbers)
        numbers[self.subgame.numbers()[self.own]] = self.probabilities[self.own]
        return Strategy.from_tree(whole.rows, whole.by_infoset(numbers), about=repr(self))


def _given(known: T | None, words: str) -> T:
    if known is None:
        raise GameError(f"The part that was solved must have {words}.")
    return known


def solve(
    part: Part,
    *,
    iterations: int | None = None,
    until: float = math.inf,
    rule: Rule = PLUS,
    native: bool = True,
) -> Resolution:
    """Solve a part of a game, for the player who plays it anew.

    Parameters
    ----------
    part
        The part.
    iterations
        Of CFR on vectors of hands, at most. If it and ``until`` are left out, a part of an
        enumerated game is solved exactly, by a linear program, and a street by 1,000 iterations.
    until
        When to stop, as :func:`time.perf_counter` tells the time; 16 iterations are run in any
        case, since fewer may play worse than what is solved anew.
    rule
        How regrets and averages are updated.
    native
        False to run interpreted.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn, Move
    >>> from zerosum.resolving import position, reaches_of, subgame
    >>> even = lambda seen: {0: 1 / 2, 1: 1 / 2}
    >>> below = subgame(state := position(Kuhn(), (Move.BET,)), reaches_of(state, even))
    >>> part = Part(below.tree, 1, below.reaches, below.weights[0], subgame=below)
    >>> solve(part, iterations=100).at(0).argmax(axis=0)  # queen and king call, the jack folds
    array([1, 1, 0])

    Notes
    -----
    An iteration costs two walks over the part: at each terminal a multiplication for each pair of
    hands, or, where hands are ranked, a few additions for each hand.
    """
    if iterations is None and until == math.inf and isinstance(part.tree, PublicTree):
        return Resolution(part, best_plan(part))
    advance, sums = advance_of(part, rule, native=native)
    done = run_until(advance, MOST if iterations is None else iterations, until)
    return Resolution(part, np.asarray(sums, np.float64), done)


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
    anew = Part(before.tree, side, reaches, weights, Root(root), subgame=before)
    alternatives = anew.wins(numbers[before.numbers()])
    part = before if into is None else subgame(_same(state, into), reaches)
    if continuations is not None:
        where = part.numbers()
        plays = [
            vectors_of(part.position.tree, each).probabilities[where]
            for each in (strategies, *continuations)
        ]
        part = limited(part, side, plays[0], plays[1:])
    anew = replace(anew, tree=part.tree, alternatives=alternatives, subgame=part)
    return solve(anew, iterations=iterations, rule=rule)


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
