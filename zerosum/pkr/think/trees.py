"""The betting trees of streets of a poker game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

import numpy as np

from zerosum.abstraction import View
from zerosum.game import History
from zerosum.jit import kernel
from zerosum.tree.public.betting import BettingTree, Held
from zerosum.tree.streets.lines import Walk

MOST_NODES = 4_000
H = TypeVar("H", bound=Held)


@kernel
def pot_before_cards(game: Any, zero: int) -> int:
    """Return the chips of the pot where a card is dealt, otherwise 0."""
    return int(game.infoset(zero).total) if game.chance else 0


class BettingTrees:
    """Writes betting trees of states of one game; keeps the compiled walk.

    Parameters
    ----------
    base
        The start of a poker game for two.
    view
        Whose actions are the menus.
    native
        False to run interpreted.
    """

    def __init__(self, base: History, view: View, *, native: bool = True) -> None:
        self._walk = Walk(base, view, MOST_NODES, pot_before_cards, native=native)

    def tree(self, dealt: Sequence[Any], hands: H) -> BettingTree[H]:
        """Return the tree of a street from a public state on.

        Parameters
        ----------
        dealt
            The state with two deals of hands: player 0 has the stronger hand, and the weaker one.
            Before the last street one state is enough, since hands end by folds only.
        hands
            The hands that either player may hold.

        Raises
        ------
        NotEnumerable
            If there are more than ``MOST_NODES`` decisions.

        Notes
        -----
        Takes some tens of microseconds for a hundred decisions.
        """
        written = [self._walk.write(state) for state in dealt]
        one, won, lost = written[0], written[0].payoffs[:, 0], written[-1].payoffs[:, 0]
        return BettingTree(
            hands_held=hands,
            owners=one.owners,
            firsts=one.firsts,
            targets=one.targets,
            bases=(won + lost) / 2,
            gains=(won - lost) / 2,
            pots=one.pots,
            ways=np.zeros(one.pots.size, np.int64),
        )
