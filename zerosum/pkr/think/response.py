"""Local best response on streets that a thinker solves, summed over what it may hold and do.

The exploiter plays as :func:`zerosum.evaluation.local_best_response` does. On a street nothing is
drawn: the actions of the opponent are followed one by one, each with the hands that take it. If a
card comes next, one of the lines that lead there is drawn, and the card.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from zerosum.abstraction import View
from zerosum.game import Action, History
from zerosum.pkr.think.outlook import edges_of
from zerosum.pkr.think.runouts import runouts_of
from zerosum.pkr.think.showdowns import is_last_street, outcomes_of
from zerosum.pkr.think.solutions import Solutions
from zerosum.pkr.think.trace import Trace
from zerosum.tables import Floats

_BOARDS, _STREAM = 192, 1
"""The boards on which an exploiter compares hands: more boards than the thinker's, and others."""
Dealt: TypeAlias = tuple[History, History, History]
Play: TypeAlias = Callable[[int], Floats]
"""Returns the probabilities at a node of a betting tree; shape (actions, hands)."""


class Spot(NamedTuple):
    """A hand on a street: its node of the betting tree, and a deal of each outcome.

    Before the last street there is one deal, since hands end by folds only.
    """

    node: int
    hand: Trace
    dealt: Dealt

    @property
    def infoset(self) -> Any:
        """What the player to act knows of the real hand."""
        return self.hand.real.infoset(self.hand.active)


class Line(NamedTuple):
    """A hand before a card, and how likely each hand of the opponent leads there.

    The second vector also counts hands that share a card with the exploiter's hand.
    """

    hand: Trace
    weights: Floats
    range: Floats


class Street:
    """A street that an exploiter has come to.

    Parameters
    ----------
    solutions
        Knows the strategy.
    hand
        Where the street begins, with the exploiter's cards.
    player
        The exploiter.
    calls
        The view in which players only check and call.
    range_
        How likely each hand of the opponent leads there, up to a factor; shape (hands,).

    Attributes
    ----------
    tree
        The betting tree.
    weights
        The range without hands that share a card with the exploiter's.
    start
        Where it begins.
    lines
        After :meth:`value`, those that lead to a card and further bets.
    """

    def __init__(
        self, solutions: Solutions, hand: Trace, player: int, calls: View, range_: Floats
    ) -> None:
        self.view, self.calls, self.player = solutions.view, calls, player
        self.tree, self.range = solutions.tree(hand), range_
        self.chips: int = 2 * min(solutions.agent.base.stacks)
        self.lines: list[Line] = []
        held, real = self.tree.hands_held, hand.real
        own = np.array(list(real.infoset(player).hand))
        self.apart = (held.cards[:, :, None] != own).all(axis=(1, 2))
        self.weights = range_ * self.apart
        self._outcomes, self._ahead = None, np.zeros(0)
        if is_last_street(real):
            strengths = np.searchsorted(held.ends, np.arange(len(held)), side="right")
            stronger = np.sign(strengths[held.place(own)] - strengths)
            # Outcome 0 is that player 0 has the stronger hand, 2 the weaker one.
            self._outcomes = 1 - stronger if player == 0 else 1 + stronger
            dealt = outcomes_of(real, held.cards, held.ends)
        else:
            pairs = np.column_stack([np.full(len(held), held.place(own)), np.arange(len(held))])
            self._ahead = edges_of(runouts_of(real, _BOARDS, _STREAM).keys, pairs)
            dealt = real, None, None
        self.start = Spot(0, hand, dealt)

    def value(self, play: Play) -> float:
        """Return what the exploiter wins on the street, in chips, times the weights.

        Lines that lead to a card and further bets are kept in ``lines`` instead.
        """
        self.lines = []
        return self._win(self.start, self.range, play)

    def _win(self, spot: Spot, range_: Floats, play: Play) -> float:
        """Return what the exploiter wins from a spot on, times the weights."""
        hand, weights = spot.hand, range_ * self.apart
        if hand.terminal:
            return self._paid(spot.dealt, weights)
        if hand.chance:
            if self._pot(hand.real) >= self.chips:  # both are all-in
                return self._called(spot.dealt, weights)
            self.lines.append(Line(hand, weights, range_))
            return 0.0
        if hand.active == self.player:
            return self._win(self.best(spot, weights, play)[1], range_, play)
        chances, total = play(spot.node), 0.0
        for indices in self.menu(spot).values():
            reach = range_ * chances[indices].sum(axis=0)
            if (reach * self.apart).any():
                total += self._win(self.after(spot, indices[0]), reach, play)
        return total

    def best(self, spot: Spot, weights: Floats, play: Play) -> tuple[Action, Spot]:
        """Return the real action of the best local value, and where it leads; first of equals."""
        infoset, options = spot.infoset, self.menu(spot)
        (usual,) = map(infoset.concrete, self.calls.menu(infoset))
        after = {action: self.after(spot, indices[0]) for action, indices in options.items()}
        values = {
            action: (self._called(below.dealt, weights))
            if action == usual
            else self._bet(below, weights, play)
            for action, below in after.items()
        }
        chosen = max(values, key=values.__getitem__)
        return chosen, after[chosen]

    def _bet(self, spot: Spot, weights: Floats, play: Play) -> float:
        """Return the value after a bet: whatever the opponent does that is no fold is a call."""
        hand = spot.hand
        if hand.terminal or hand.chance or hand.active == self.player:
            return self._called(spot.dealt, weights)
        chances, ended, stays = play(spot.node), 0.0, np.zeros(len(weights))
        for indices in self.menu(spot).values():
            reach = weights * chances[indices].sum(axis=0)
            after = self.after(spot, indices[0])
            if after.hand.terminal:
                ended += self._paid(after.dealt, reach)
            else:
                stays += reach
        return ended + self._called(spot.dealt, stays)

    def menu(self, spot: Spot) -> dict[Action, list[int]]:
        """Return the real actions of the player to act, with their places on the menu."""
        infoset, options = spot.infoset, defaultdict(list)
        for index, action in enumerate(self.view.menu(infoset)):
            options[infoset.concrete(action)].append(index)
        return options

    def after(self, spot: Spot, index: int) -> Spot:
        """Return the spot that an action of the menu leads to."""
        infoset = spot.infoset
        action = infoset.concrete(self.view.menu(infoset)[index])
        target = int(self.tree.targets[self.tree.firsts[spot.node] + index])
        return Spot(target, spot.hand.apply(action), _all(spot.dealt, action))

    def _called(self, dealt: Dealt, weights: Floats) -> float:
        """Return what the exploiter wins if both only check and call from here on."""
        state = next(filter(None, dealt))
        while not (state.terminal or state.chance):
            action = self.calls.menu(state.infoset(state.active))[0]
            dealt, state = _all(dealt, action), state.apply(action)
        if state.terminal:
            return self._paid(dealt, weights)
        return 0.5 * self._pot(state) * float(weights @ self._ahead)

    def _pot(self, state: History) -> int:
        """Return the chips of the pot without those that are returned."""
        return min(int(state.infoset(self.player).total), self.chips)

    def _paid(self, dealt: Dealt, weights: Floats) -> float:
        """Return what the exploiter is paid at the end, times the weights."""
        pays = [0.0 if game is None else float(game.payoff(self.player)) for game in dealt]
        if self._outcomes is None:
            return pays[0] * float(weights.sum())
        return float(weights @ np.array(pays)[self._outcomes])


def _all(dealt: Dealt, action: Action) -> Dealt:
    first, second, third = (None if game is None else game.apply(action) for game in dealt)
    return first, second, third
