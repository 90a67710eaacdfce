"""A solution of a last street, and the hand where it begins."""

from __future__ import annotations

from dataclasses import dataclass

from zerosum.pkr.abstraction.tracking import is_bet
from zerosum.play.thinking.street import Solved
from zerosum.play.thinking.trace import Step, Trace
from zerosum.tables import Floats


@dataclass(frozen=True, eq=False)
class Thought:
    """A solution of a last street, and the hand where it begins.

    Parameters
    ----------
    root
        The hand at its root.
    solved
        The solution.
    """

    root: Trace
    solved: Solved

    def holds(self, hand: Trace) -> bool:
        """Return whether a hand has come from the root."""
        later = hand.steps[len(self.root.steps) :]
        return (later[0].before if later else hand.hand) is self.root.hand

    def follow(self, hand: Trace) -> tuple[int, tuple[Step, ...], tuple[Floats, Floats]]:
        """Follow a hand that comes from the root as far as its bets are in the solution.

        Returns
        -------
        The node, the decisions that are left, and how likely each hand of both players comes there,
        by the solution. The first of the decisions that are left counts as the nearest bet.
        """
        first, second = self.solved.vectors.ranges.reshape(2, -1)
        node, ranges, steps = 0, [first, second], hand.steps[len(self.root.steps) :]
        for number, step in enumerate(steps):
            exact = step.real_places(self.solved.view)
            places = exact or self._nearest(step)
            taken = ranges[step.player] * self.solved.at(node)[places].sum(axis=0)
            if taken.any():
                ranges[step.player] = taken
            below = self.solved.below(node, places[0])
            if not exact or below is None:
                return node, steps[number:], (ranges[0], ranges[1])
            node = below
        return node, (), (ranges[0], ranges[1])

    def _nearest(self, step: Step) -> list[int]:
        """Return the bet of the menu that is nearest to a real one; all actions without a bet."""
        real = Trace(step.before).real
        infoset = real.infoset(real.active)
        menu = self.solved.view.menu(infoset)
        bets = [place for place, action in enumerate(menu) if is_bet(action)]
        if not bets or not is_bet(step.action):
            return list(range(len(menu)))
        wanted = infoset.quantity(step.action)
        return [min(bets, key=lambda place: abs(infoset.quantity(menu[place]) - wanted))]
