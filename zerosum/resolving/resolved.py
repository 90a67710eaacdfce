"""Strategies with parts that were solved again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from zerosum.evaluation.policies import Strategies
from zerosum.evaluation.values import vectors_of
from zerosum.resolving.resolution import Resolution
from zerosum.strategy import Strategy
from zerosum.strategy.policy import summed
from zerosum.tables import Floats


@dataclass(frozen=True)
class Resolved:
    """A strategy with parts that were solved again: the last part that knows an infoset answers.

    Parameters
    ----------
    strategy
        The strategy everywhere else.
    parts
        What was solved again; a later one replaces earlier ones.

    Examples
    --------
    >>> from zerosum.evaluation import nash_conv
    >>> from zerosum.kuhn import Kuhn, Move
    >>> from zerosum.resolving import position, resolve
    >>> even = lambda seen: {0: 1 / 2, 1: 1 / 2}
    >>> part = resolve(position(Kuhn(), (Move.BET,)), even, 1)
    >>> round(nash_conv(Kuhn(), even), 3), round(nash_conv(Kuhn(), Resolved(even, (part,))), 3)
    (0.917, 0.625)
    """

    strategy: Any
    parts: Sequence[Resolution] = ()

    def __call__(self, infoset: Any) -> dict[Any, float]:
        """Return the probability of each action at an infoset."""
        for part in reversed(self.parts):
            strategy: Strategy = part.strategy
            menu = strategy.menu(infoset)
            found = strategy.find(infoset, menu)
            if found is not None:
                return summed(menu, found)
        answer: dict[Any, float] = self.strategy(infoset)
        return answer


def patched(part: Resolution, strategies: Strategies, *others: Resolution) -> Floats:
    """Return a strategy with parts, by node, action and hand of the parts' whole tree.

    Parameters
    ----------
    part, others
        Parts of one tree; later ones replace earlier ones.
    strategies
        As :func:`zerosum.evaluation.nash_conv` takes them, of the same tree.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn, Move
    >>> from zerosum.resolving import position, resolve
    >>> even = lambda seen: {0: 1 / 2, 1: 1 / 2}
    >>> part = resolve(position(Kuhn(), (Move.BET,)), even, 1, iterations=100)
    >>> patched(part, even).round(1)
    array([0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5,
           0.5, 0.5, 0.5, 0.5, 0.5, 0.8, 0. , 1. , 0.2, 1. , 0. ])
    """
    whole = part.subgame.position.tree
    numbers = vectors_of(whole, strategies).probabilities
    for each in (part, *others):
        own = each.own
        numbers[each.subgame.numbers()[own]] = each.probabilities[own]
    return numbers
