"""The rows of a strategy: each is a visited infoset with the probabilities of its actions."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain, groupby, islice
from operator import itemgetter
from typing import Any

from zerosum.abstraction import View
from zerosum.abstraction.naming import listed, shown
from zerosum.support.rendering import Shown, table

SHOWN = 12
"""Rows of each player in a table in a notebook."""

LOOKED = 2_000  # rows, of which the table shows some
COLUMNS = 8  # for actions; of more, each row lists its own


@dataclass(frozen=True, repr=False)
class StrategyRow(Shown):
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
    >>> row = next(CFR(Kuhn()).strategy().rows())
    >>> print(row, row.shares())
    player 0, J: PASS 0.5, BET 0.5 {'PASS': '50.0%', 'BET': '50.0%'}
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

    def shares(self) -> dict[str, str]:
        """Return the probability of each action in per cent, by its name; of equal ones the sum."""
        totals: dict[str, float] = {}
        for action, probability in zip(self.actions, self.probabilities, strict=True):
            totals[shown(action)] = totals.get(shown(action), 0.0) + probability
        return {name: f"{total:.1%}" for name, total in totals.items()}

    def answer(self) -> str:
        """Return the actions with their probabilities in words, rounded."""
        pairs = zip(self.actions, self.probabilities, strict=True)
        return ", ".join(f"{shown(action)} {probability:.4g}" for action, probability in pairs)


def parts_of(strategy: Any) -> Iterator[Any]:
    """Yield what a strategy is, and a table of some rows: by player, short infosets first."""
    yield repr(strategy)[1:-1]
    known = [(row.player, row.described(), row) for row in islice(strategy.rows(), LOOKED)]
    known.sort(key=lambda line: (line[0], len(line[1]), line[1]))
    own = (islice(lines, SHOWN) for _, lines in groupby(known, itemgetter(0)))
    few = [
        (str(player), infoset, row.shares()) for player, infoset, row in chain.from_iterable(own)
    ]
    longest = sorted((shares for *_, shares in few), key=len, reverse=True)
    names = list(dict.fromkeys(name for shares in longest for name in shares))
    if len(names) > COLUMNS:
        words = (", ".join(f"{name} {share}" for name, share in each.items()) for *_, each in few)
        rows = [[*seen, each] for (*seen, _), each in zip(few, words, strict=True)]
        yield table(["player", "infoset", "strategy"], rows, "l")
    else:
        rows = [[*seen, *(shares.get(name, "") for name in names)] for *seen, shares in few]
        yield table(["player", "infoset", *names], rows, "llr")
    if more := len(strategy) - len(few):
        part = f"; the table is of the first {LOOKED:,}" if len(strategy) > LOOKED else ""
        yield f"and {more:,} more infosets{part}"
