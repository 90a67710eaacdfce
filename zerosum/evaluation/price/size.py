"""The size of the table of a game."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from zerosum.abstraction import View
from zerosum.evaluation.price.division import Division
from zerosum.support.rendering import Shown
from zerosum.tables import HEADER
from zerosum.tree import Tree

# So many rows, evenly spread, are written out to estimate the length of rows.
_MOST_ROWS = 200


@dataclass(frozen=True)
class Size(Shown):
    r"""The size of the table of a game.

    Parameters
    ----------
    infosets, sequences
        The numbers of each player; a sequence is an infoset with one of its actions.
    bytes
        The size of a training table of :mod:`zerosum.tables`:

        .. math:: 8 \sum_I (2 + w_I + 1 + 1 + 2 + 2 n_I)

        Infoset :math:`I` takes a row of two words and its player, menu and key, :math:`w_I` words
        together; the place of the row and its hash; two slots of the index, which is at most half
        full; and a regret and a sum for each of its :math:`n_I` actions. The mean :math:`w_I` of
        an abstraction is estimated from at most 200 rows, evenly spread.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn
    >>> from zerosum.tree import enumerated
    >>> size = Size.of_whole(enumerated(Kuhn()))
    >>> size.infosets, size.sequences, size.rows, size.bytes
    ((6, 6), (12, 12), 12, 1824)
    """

    infosets: tuple[int, ...]
    sequences: tuple[int, ...]
    bytes: int

    @classmethod
    def of_whole(cls, tree: Tree) -> Size:
        """Return the size of a game as it is."""
        return cls._with(tree, tree.words.size)

    @classmethod
    def of(cls, division: Division) -> Size:
        """Return the size of an abstract game."""
        game = division.game
        chosen = np.unique(np.linspace(0, game.infoset_count - 1, _MOST_ROWS).astype(np.int64))
        view, words = View(division.states, division.actions), 0
        for number in chosen[: game.infoset_count].tolist():
            infoset = game.infoset(number)
            words += HEADER + len(view.row(infoset, view.menu(infoset))[0])
        return cls._with(game, words * game.infoset_count / max(chosen.size, 1))

    @classmethod
    def _with(cls, tree: Tree, words: float) -> Size:
        """Return the size of a table whose rows have so many words, two before each among them."""
        counts = np.diff(tree.starts)
        owned = [tree.owners == player for player in range(tree.players)]
        return cls(
            infosets=tuple(int(own.sum()) for own in owned),
            sequences=tuple(int(counts[own].sum()) for own in owned),
            bytes=8 * round(words + 4 * tree.infoset_count + 2 * tree.sequences),
        )

    @property
    def rows(self) -> int:
        """The infosets of all players."""
        return sum(self.infosets)
