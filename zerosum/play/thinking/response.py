"""Local best response on a last street, summed over what the opponent may hold and do.

The exploiter plays as :func:`zerosum.evaluation.local_best_response` does. Nothing is drawn: the
actions of the opponent are followed one by one, each with the hands that take it.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from zerosum.abstraction import View
from zerosum.pkr.showdowns import outcomes_of
from zerosum.play.thinking.solutions import Solutions
from zerosum.play.thinking.trace import Trace
from zerosum.tables import Floats

Dealt: TypeAlias = tuple[Any, Any, Any]


class Spot(NamedTuple):
    """A hand on its last street: its node of the betting tree, and a deal of each outcome."""

    node: int
    hand: Trace
    dealt: Dealt

    @property
    def infoset(self) -> Any:
        """What the player to act knows of the real hand."""
        return self.hand.real.infoset(self.hand.active)


class Street:
    """A last street that an exploiter has come to.

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

    Attributes
    ----------
    tree
        The betting tree.
    weights
        How likely each hand of the opponent leads there, up to a factor; shape (hands,).
    start
        Where it begins.
    """

    def __init__(self, solutions: Solutions, hand: Trace, player: int, calls: View) -> None:
        self.view, self.calls, self.player = solutions.view, calls, player
        self.tree = solutions.tree(hand)
        held = self.tree.hands_held
        own = np.array(list(hand.real.infoset(player).hand))
        apart = (held.cards[:, :, None] != own).all(axis=(1, 2))
        self.weights = solutions.ranges(hand, held.cards)[1 - player] * apart
        strengths = np.searchsorted(held.ends, np.arange(len(held)), side="right")
        # Outcome 0 is that player 0 has the stronger hand, 2 the weaker one.
        stronger = np.sign(strengths - strengths[held.place(own)])
        self._outcomes = 1 + stronger if player == 0 else 1 - stronger
        self.start = Spot(0, hand, outcomes_of(hand.real, held.cards, held.ends))

    def value(self, shares: Floats) -> float:
        """Return what the exploiter wins on average from probabilities on the tree, in chips."""
        return self._win(self.start, self.weights, shares) / float(self.weights.sum())

    def _win(self, spot: Spot, weights: Floats, shares: Floats) -> float:
        """Return what the exploiter wins from a spot on, times the weights."""
        if spot.hand.terminal:
            return self._paid(spot.dealt, weights)
        if spot.hand.active == self.player:
            return self._win(self.best(spot, weights, shares)[1], weights, shares)
        found, total = self.at(shares, spot), 0.0
        for places in self.menu(spot).values():
            reach = weights * found[places].sum(axis=0)
            if reach.any():
                total += self._win(self.after(spot, places[0]), reach, shares)
        return total

    def best(self, spot: Spot, weights: Floats, shares: Floats) -> tuple[Any, Spot]:
        """Return the real action of the best local value, and where it leads; first of equals."""
        infoset, options = spot.infoset, self.menu(spot)
        (usual,) = map(infoset.concrete, self.calls.menu(infoset))
        after = {action: self.after(spot, places[0]) for action, places in options.items()}
        values = {
            action: (self._called(below.dealt, weights))
            if action == usual
            else self._bet(below, weights, shares)
            for action, below in after.items()
        }
        chosen = max(values, key=values.__getitem__)
        return chosen, after[chosen]

    def _bet(self, spot: Spot, weights: Floats, shares: Floats) -> float:
        """Return the value after a bet: whatever the opponent does that is no fold is a call."""
        if spot.hand.terminal or spot.hand.active == self.player:
            return self._called(spot.dealt, weights)
        found, ended, stays = self.at(shares, spot), 0.0, np.zeros(len(weights))
        for places in self.menu(spot).values():
            reach = weights * found[places].sum(axis=0)
            after = self.after(spot, places[0])
            if after.hand.terminal:
                ended += self._paid(after.dealt, reach)
            else:
                stays += reach
        return ended + self._called(spot.dealt, stays)

    def at(self, shares: Floats, spot: Spot) -> Floats:
        """Return the opponent's probabilities at a spot; shape (actions, hands)."""
        begin, end = self.tree.starts[spot.node], self.tree.starts[spot.node + 1]
        return shares[begin:end].reshape(-1, len(self.weights))

    def menu(self, spot: Spot) -> dict[Any, list[int]]:
        """Return the real actions of the player to act, with their places on the menu."""
        infoset, found = spot.infoset, defaultdict(list)
        for place, action in enumerate(self.view.menu(infoset)):
            found[infoset.concrete(action)].append(place)
        return found

    def after(self, spot: Spot, place: int) -> Spot:
        """Return the spot that an action of the menu leads to."""
        infoset = spot.infoset
        action = infoset.concrete(self.view.menu(infoset)[place])
        target = int(self.tree.targets[self.tree.firsts[spot.node] + place])
        return Spot(target, spot.hand.apply(action), _all(spot.dealt, action))

    def _called(self, dealt: Dealt, weights: Floats) -> float:
        """Return what the exploiter wins if both only check and call from here on."""
        state = next(filter(None, dealt))
        while not state.terminal:
            action = self.calls.menu(state.infoset(state.active))[0]
            dealt, state = _all(dealt, action), state.apply(action)
        return self._paid(dealt, weights)

    def _paid(self, dealt: Dealt, weights: Floats) -> float:
        """Return what the exploiter is paid at the end, times the weights."""
        pays = [0.0 if each is None else float(each.payoff(self.player)) for each in dealt]
        return float(weights @ np.array(pays)[self._outcomes])


def _all(dealt: Dealt, action: Any) -> Dealt:
    first, second, third = (None if each is None else each.apply(action) for each in dealt)
    return first, second, third
