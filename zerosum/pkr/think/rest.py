"""What local best response wins in the rest of a hand, against a strategy or the same thinking.

On each street the exploiter's wins are summed (:class:`~zerosum.pkr.think.response.Street`). If
a card comes, one line that leads to it is drawn, with its weight, and a card. Both the plain and
the thinking opponent meet the same cards, as far as their lines allow.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from zerosum.abstraction import View
from zerosum.errors import ZeroSumError
from zerosum.pkr.actions import Deal
from zerosum.pkr.think.response import Line, Play, Street
from zerosum.pkr.think.showdowns import holding
from zerosum.pkr.think.solutions import Solutions
from zerosum.pkr.think.thought import places_in
from zerosum.pkr.think.trace import Trace
from zerosum.rng import Random
from zerosum.tables import Floats
from zerosum.tree.failures import NotEnumerable


class Rest:
    """The rest of a hand from a street on that a thinker solves.

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
    iterations
        Of each solution.
    branch
        A family of random numbers: of lines and cards.

    Attributes
    ----------
    streets
        The number of streets that the opponent thinks on.
    failed
        How many could not be solved, so that the strategy plays on them.
    """

    def __init__(
        self,
        solutions: Solutions,
        hand: Trace,
        player: int,
        calls: View,
        iterations: int,
        branch: int,
    ) -> None:
        self.solutions, self.hand, self.player = solutions, hand, player
        self.calls, self.iterations, self.branch = calls, iterations, branch
        self.streets = self.failed = 0

    def gain(self) -> float:
        """Return what the exploiter wins more on average if the opponent thinks, in chips."""
        range_ = self.solutions.ranges(self.hand, self.solutions.hands(self.hand))[1 - self.player]
        try:
            street = self._street(self.hand, range_)
            won = [self._on(street, 0, thinks=thinks) for thinks in (False, True)]
        except NotEnumerable:  # the strategy plays on
            self.failed += 1
            return 0.0
        return (won[1] - won[0]) / float(street.weights.sum())

    def _street(self, hand: Trace, range_: Floats) -> Street:
        return Street(self.solutions, hand, self.player, self.calls, range_)

    def _on(self, street: Street, depth: int, *, thinks: bool) -> float:
        """Return what the exploiter wins from a street on, times the weights."""
        won = street.value(self._play(street, thinks=thinks))
        if not street.lines:
            return won
        rng = Random(0)
        rng.follow(self.branch, depth)
        masses = np.array([float(line.weights.sum()) for line in street.lines])
        index = int(np.searchsorted(np.cumsum(masses), rng.random() * masses.sum(), side="right"))
        line = street.lines[min(index, masses.size - 1)]
        after, share = self._dealt(line, rng)
        if not after.weights.any():
            return won
        scale = share * float(masses.sum() / line.weights.sum())
        return won + scale * self._on(after, depth + 1, thinks=thinks)

    def _dealt(self, line: Line, rng: Random) -> tuple[Street, float]:
        """Return the street after a card, and how many times as likely it is for each hand.

        The card is any that the exploiter does not see, but those that the opponent holds cannot
        come.
        """
        real = line.hand.real
        held = self.solutions.hands(line.hand)
        own = real.infoset(self.player).hand
        live = sorted({*held.ravel().tolist()} - {*own})
        card = live.pop(rng.integer(len(live)))
        hand = self._holding(line.hand, (live[0], live[1])).apply(Deal(card))
        street = self._street(hand, line.range[places_in(held, self.solutions.hands(hand))])
        # Of the cards that the exploiter does not see, two are the opponent's.
        unseen = len(live) + 1
        return street, unseen / (unseen - 2)

    def _holding(self, hand: Trace, other: tuple[int, int]) -> Trace:
        """Return a hand in which the opponent holds other cards, which do not matter."""
        real = hand.real
        low, high = real.infoset(self.player).hand
        hands = ((low, high), other) if self.player == 0 else (other, (low, high))
        return replace(hand, hand=holding(real, *hands))

    def _play(self, street: Street, *, thinks: bool) -> Play:
        """Return how the opponent plays on a street."""
        hand, tree = street.start.hand, street.tree
        if thinks:
            self.streets += 1
            ranges = [*self.solutions.ranges(hand, tree.hands_held.cards)]
            ranges[1 - self.player] = street.range
            try:
                return self.solutions.solve(
                    hand, 1 - self.player, self.iterations, ranges=(ranges[0], ranges[1])
                ).by_hand
            except ZeroSumError:
                self.failed += 1
        shares = self.solutions.shares(hand, tree)

        def at(node: int) -> Any:
            begin, end = tree.starts[node], tree.starts[node + 1]
            return shares[begin:end].reshape(-1, len(tree.hands_held))

        return at
