"""Strategies: probabilities of actions at each infoset, saved as plain arrays and memory-mapped."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from contextlib import AbstractContextManager
from dataclasses import KW_ONLY, dataclass, field, fields, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import ArrayLike

from zerosum.abstraction import base_and_view
from zerosum.abstraction.view import contradiction
from zerosum.errors import StrategyError
from zerosum.jit import compiled
from zerosum.kernels.hashing import hash_row
from zerosum.kernels.prints import print_row
from zerosum.strategy.averages import arrays_on, count_known, expanded
from zerosum.strategy.columns import Columns
from zerosum.strategy.origin import class_name, describe, differing, first_infoset, title
from zerosum.strategy.policy import TabularPolicy
from zerosum.strategy.rows import StrategyRow, parts_of
from zerosum.strategy.saved import ARRAYS, read_arrays, recognising, save_arrays
from zerosum.strategy.streaming import arrays_of
from zerosum.support.tokens import Carried
from zerosum.tables import HEADER, Floats, Ints, RowView, Table, action_counts, read_block, rows_of

if TYPE_CHECKING:
    from pandas import DataFrame

    from zerosum.tables import Workspace
    from zerosum.tree.infosets import Infosets


@dataclass(eq=False, repr=False)
class Strategy(TabularPolicy):
    """Probabilities of the actions at every visited infoset, in memory or mapped from a folder.

    Parameters
    ----------
    view
        How infosets of the game become keys.
    of
        The game and abstraction that the strategy is of, as :func:`describe` returns them.
    words, blocks
        The rows, in the format of a table.
    hashes
        The hashes of the rows' keys, ascending.
    order
        The row of each hash.
    starts
        Where the probabilities of each row begin, and where those of the last row end.
    probabilities
        The probabilities of all rows, one after another. If the view is dense, a row holds those of
        all its buckets; they are zero where a bucket is unknown.
    about
        What the strategy is of and what made it, in words.

    Attributes
    ----------
    unknown
        How often an unknown infoset was asked for, and the answer was uniform.
    snapshots
        Of how many strategies it is the average where a solver keeps none.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn
    >>> from zerosum.algorithms import ExternalSampling
    >>> solver = ExternalSampling(Kuhn(), seed=1)
    >>> solver.run(100_000)
    >>> king_facing_a_bet = Kuhn().apply(0).apply(2).apply(1).infoset(1)
    >>> round(solver.strategy()(king_facing_a_bet)[1], 2)
    1.0
    """

    view: RowView
    of: dict[str, Any]
    _: KW_ONLY
    words: Ints
    blocks: Ints
    hashes: Ints
    order: Ints
    starts: Ints
    probabilities: Floats
    about: str = ""
    unknown: int = field(default=0, init=False)
    snapshots: int = field(default=1, init=False)

    def __post_init__(self) -> None:
        self.view = rows_of(self.view)
        for name in ARRAYS:  # plain arrays, whether or not they lie in a file
            setattr(self, name, np.asarray(getattr(self, name)))
        self._hashes = self.hashes.data
        self._classes: dict[str, list[str]] = {}

    def __getstate__(self) -> dict[str, Any]:
        # What is derived from the arrays is made again, and a file is not needed any more.
        state = {each.name: getattr(self, each.name) for each in fields(self)}
        return state | {"words": Carried(self.words), "_classes": self._classes}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._hashes = self.hashes.data

    @classmethod
    def from_table(
        cls,
        view: RowView,
        work: Workspace,
        of: dict[str, Any],
        *,
        current: bool = False,
        about: str = "",
    ) -> Self:
        """Return the average or the current strategy of a table."""
        arrays = arrays_of(work.table, current=current, numbers=work.numbers, fades=work.fades)
        return cls(view, of, **arrays, about=about)

    @classmethod
    def from_tree(cls, tree: Infosets, probabilities: ArrayLike, *, about: str = "") -> Self:
        """Return the strategy of all players with given probabilities of a tree's sequences.

        Parameters
        ----------
        tree
            The tree of the game, or only its infosets; the rows are shared, not copied.
        probabilities
            Shape (sequences,), as the tree numbers them; those of an infoset sum to one.
        about
            What the strategy is of and what made it, in words; the game by default.

        Raises
        ------
        ValueError
            If there is not one probability for each sequence.
        AbstractionError
            If the tree was cut out of that of a whole game.
        """
        tree.check_own()
        given = np.asarray(probabilities, np.float64)
        if given.shape != (tree.sequences,):
            raise ValueError(
                f"The probabilities must be one for each of {tree.sequences:,} sequences; got "
                f"shape {given.shape}."
            )
        of, about = describe(tree.base, tree.view), about or title(tree.base, tree.view)
        return cls(rows_of(tree.view), of, **arrays_on(tree, given), about=about)

    @classmethod
    def uniform(cls, game: Any) -> Self:
        """Return the strategy that knows no infoset, and takes every action equally often.

        Where a menu offers one action, that is taken: so a player by rules of its own is a menu.

        Parameters
        ----------
        game
            The start of a game, abstract or not, or its class.

        Examples
        --------
        >>> from zerosum.abstraction import Abstracted, menu
        >>> from zerosum.kuhn import Kuhn, Move
        >>> bets_a_king = menu(lambda seen: (Move.BET if seen.card == 2 else Move.PASS,))
        >>> game = Abstracted(Kuhn(), None, bets_a_king)
        >>> Strategy.uniform(game)(game.apply(2).apply(0).infoset(0))
        {<Move.BET: 1>: 1.0}
        """
        base, view = base_and_view(game)
        of, about = describe(base, view), f"uniform play of {title(base, view)}"
        return cls(rows_of(view), of, **arrays_of(Table(reserve=1), current=False), about=about)

    def __len__(self) -> int:
        """Return the number of known infosets."""
        if not self.view.dense:
            return int(self.blocks.size)
        return self._known

    @cached_property
    def _known(self) -> int:
        """How many buckets of dense rows are known."""
        counts = action_counts(self.words, self.blocks)
        return int(compiled(count_known)(self.starts, counts, self.probabilities))

    @cached_property
    def plain(self) -> Strategy:
        """The same strategy with a row for each infoset; takes memory if the view is dense."""
        if not self.view.dense:
            return self
        rows = RowView(self.view.states, self.view.actions)
        found = type(self)(rows, self.of, **expanded(self), about=self.about)
        found._classes = self._classes
        return found

    def find(self, infoset: Any, menu: tuple[Any, ...]) -> list[float] | None:
        """Return the probability of each action of a menu, None if the infoset is unknown.

        Raises
        ------
        AbstractionError
            If its key is known with other actions.
        """
        found = self.place_of(self.view.key_of(infoset), menu, infoset)
        if found is None:
            return None
        probabilities: list[float] = self.probabilities[found[1] : found[1] + len(menu)].tolist()
        return probabilities if any(probabilities) else None

    def place_of(
        self, key: tuple[Any, ...], menu: tuple[Any, ...], infoset: Any
    ) -> tuple[int, int] | None:
        """Return the row of a key, and where in ``probabilities`` those of its menu begin.

        None if there is no such row. In a dense row they are zero where a bucket is unknown.

        Parameters
        ----------
        key
            The values of the factors, as :meth:`~zerosum.abstraction.View.key_of` returns them.
        menu
            The actions.
        infoset
            What the key is of, for errors.

        Raises
        ------
        AbstractionError
            If the key is known with other actions.
        """
        row = self._row_of(key, menu, infoset)
        if row is None:
            return None
        bucket = self.view.public_of(key)[1] if self.view.dense else 0
        return row, int(self.starts[row]) + len(menu) * bucket

    def on(self, game: Any, of: Any) -> Self:
        """Return the same strategy for another game with the same infosets; rows are shared.

        So what was trained on a deal that is worth more at some scores plays the deal itself.

        Parameters
        ----------
        game
            The start of the other game, or of the same abstraction of it.
        of
            The start of the game that the strategy is of.

        Raises
        ------
        StrategyError
            If the strategy is of another game, the abstractions differ, or the infosets of the
            games have two classes.

        Examples
        --------
        >>> from zerosum.abstraction import Abstracted
        >>> from zerosum.algorithms import ExternalSampling
        >>> from zerosum.setback import Setback
        >>> from zerosum.setback.abstraction import actions, states
        >>> solver = ExternalSampling(Abstracted(Setback(), states, actions), native=False)
        >>> behind = solver.strategy().on(Setback(scores=(3, 10)), of=Setback())
        >>> behind.about
        'Setback(scores=(3, 10)) through ...'
        """
        (base, view), trained = base_and_view(game), base_and_view(of)[0]
        moved_to = describe(base, self.view)
        if differs := "" if view.is_plain else differing(moved_to, describe(base, view)):
            raise StrategyError(
                f"The game that a strategy moves to must have the abstraction of the strategy; it "
                f"differs in {differs}: declare the states and actions of training.",
                game,
            )
        if differs := differing(self.of, describe(trained, self.view)):
            raise StrategyError(
                f"A strategy to move to another game must be of the game that is given as of=; it "
                f"differs in {differs}: give the game that it was trained on.",
                self,
            )
        ours, theirs = (class_name(type(first_infoset(each))) for each in (base, trained))
        if ours != theirs:
            raise StrategyError(
                f"The infosets of the other game must be of {theirs}, as those that the strategy "
                f"is of; got {ours}: let its infoset() return those.",
                game,
            )
        moved = replace(self, of=moved_to, about=title(base, self.view))
        moved._classes = self._classes
        return moved

    def rows(self) -> Iterator[StrategyRow]:
        """Yield every known infoset, decoded, with the probabilities of its actions.

        Raises
        ------
        StoreError
            If a saved row holds a record of a class that is not imported.
        """
        with self.decoding():
            for place, block in enumerate(self.blocks.tolist()):
                start, end = int(self.starts[place]), int(self.starts[place + 1])
                row = read_block(self.words, block)
                every = self.probabilities[start:end].reshape(row.buckets, -1)
                for bucket in np.flatnonzero(every.any(axis=1)).tolist():
                    key = self.view.key_in(row.key, bucket)
                    infoset, found = self.view.infoset_of(key, row.actions), every[bucket].tolist()
                    yield StrategyRow(row.player, infoset, row.actions, found, self.view)

    def to_frame(self) -> DataFrame:
        """Return a data frame of pandas with a line for each action of each known infoset.

        Its columns are those of :class:`~zerosum.strategy.Columns`.

        Raises
        ------
        ImportError
            If pandas, of the extra ``export``, is not installed.
        StoreError
            If a saved row holds a record of a class that is not imported.
        """
        return Columns(self).frame()

    content = parts_of

    def decoding(self) -> AbstractContextManager[None]:
        """Return a context to decode rows in, with an error for classes that are not imported.

        Raises
        ------
        StoreError
            If a row holds a record of such a class.
        StrategyError
            If rows have fingerprints instead of keys.
        """
        if self.view.prints > 0:
            raise StrategyError(
                "The rows of a strategy must have exact keys to be listed; these have "
                "fingerprints: ask for infosets one by one, or train with exact keys.",
                self,
            )
        return recognising(self._classes)

    def _row_of(self, key: tuple[Any, ...], menu: tuple[Any, ...], infoset: Any) -> int | None:
        row, start = self.view.row_of(key, menu)
        if self.view.prints > 0:
            row += [0, 0]
            start, end = print_row(row, start, len(row) - 2, len(menu), self.view.prints)
            row = row[:end]
        state = hash_row(row, start, len(row))
        place = bisect_left(self._hashes, state)
        while place < len(self._hashes) and self._hashes[place] == state:
            found = int(self.order[place])
            block = int(self.blocks[found])
            shape, begin = int(self.words[block + 1]), block + HEADER
            first, last = begin + (shape >> 32), begin + (shape & 0xFFFFFFFF)
            if self.words[first:last].tolist() == row[start:]:
                if self.words[begin + 1 : first].tolist() != row[1:start]:
                    known = read_block(self.words, block)
                    stored = f"player {known.player} with {known.actions} in the strategy"
                    decisions = stored, f"{menu} at {infoset!r}"
                    named, states = self.view.named(infoset), self.view.states
                    raise contradiction(named, decisions, states, infoset)
                return found
            place += 1
        return None

    def save(self, path: str | Path) -> None:
        """Save as a folder of arrays and one ``meta.json``; loading it executes no code.

        Raises
        ------
        StoreError
            If the folder cannot be written.
        """
        arrays = {name: getattr(self, name) for name in ARRAYS}
        save_arrays(path, arrays, self.view, self.of, self.about, classes=self._classes)

    @classmethod
    def load(cls, path: str | Path, game: Any) -> Self:
        """Open a saved strategy of a game as a memory map.

        Nothing that the folder names is imported or run: the classes are those of the game.

        Raises
        ------
        StoreError
            If the folder is damaged, or the strategy is of another game or abstraction.
        """
        base, view = base_and_view(game)
        of = describe(base, view)
        rows, arrays, meta = read_arrays(path, view, of)
        strategy = cls(rows, of, **arrays, about=meta.get("about") or title(base, view))
        strategy._classes = meta["classes"]
        strategy.snapshots = meta.get("snapshots", 1)
        return strategy
