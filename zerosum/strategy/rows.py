"""The rows of a strategy: each is a visited infoset with the probabilities of its actions."""

from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from zerosum.abstraction import View
from zerosum.abstraction.naming import listed, shown
from zerosum.errors import StoreError

SHOWN = 10
"""Rows of a table in a notebook."""


@dataclass(frozen=True, repr=False)
class StrategyRow:
    """A visited infoset, decoded, with the probabilities of its actions.

    Parameters
    ----------
    player
        The player to act.
    infoset
        The infoset of the game, or of the abstraction if there is one.
    actions
        The actions.
    probabilities
        The probability of each action.
    view
        How infosets become keys.

    Examples
    --------
    >>> from zerosum.algorithms import CFR
    >>> from zerosum.kuhn import Kuhn
    >>> print(next(CFR(Kuhn()).strategy().rows()))
    player 0, J: PASS 0.5, BET 0.5
    """

    player: int
    infoset: Any
    actions: tuple[Any, ...]
    probabilities: list[float]
    view: View = field(compare=False)

    def __str__(self) -> str:
        return f"player {self.player}, {self.described()}: {self.answer()}"

    def __repr__(self) -> str:
        return f"<{self}>"

    def described(self) -> str:
        """Return the infoset in words, without a factor of actions, which the answer lists."""
        states = self.view.states
        if states is None:
            return str(self.infoset)
        values = states.decode(self.infoset.key).items()
        return listed((repr(factor), v) for factor, v in values if factor != self.view.actions)

    def answer(self) -> str:
        """Return the actions with their probabilities in words, rounded."""
        pairs = zip(self.actions, self.probabilities, strict=True)
        return ", ".join(f"{shown(action)} {probability:.4g}" for action, probability in pairs)


def page_of(strategy: Any) -> str:
    """Return a strategy as a short table in HTML, with its first rows only."""
    from html import escape

    lines = []
    try:
        for row in islice(strategy.rows(), SHOWN):
            cells = (str(row.player), row.described(), row.answer())
            lines.append("".join(f"<td>{escape(cell)}</td>" for cell in cells))
    except StoreError as error:  # a notebook prints nothing at all after an error
        lines.append(f'<td colspan="3">{escape(str(error))}</td>')
    if (more := len(strategy) - SHOWN) > 0:
        lines.append(f'<td colspan="3">and {more:,} more</td>')
    heading = "".join(f"<th>{name}</th>" for name in ("player", "infoset", "strategy"))
    rows = "".join(f"<tr>{line}</tr>" for line in (heading, *lines))
    return f"<p>{escape(repr(strategy))}</p><table>{rows}</table>"
