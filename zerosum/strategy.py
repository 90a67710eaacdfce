"""Strategies: what to do at each infoset, saved as plain arrays and opened by memory map."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from zerosum import store
from zerosum.abstraction.identity import fingerprint
from zerosum.abstraction.view import AbstractInfoset
from zerosum.errors import StoreError, UnknownInfoset
from zerosum.native.primitives import SEED, mix
from zerosum.native.view import View
from zerosum.rng import Random
from zerosum.tables import HEADER, WORDS, Row, Workspace, read_block
from zerosum.tokens import TUPLE, class_names, put, recall_class


def describe(game: Any, view: View) -> dict[str, Any]:
    """Return what a strategy or a checkpoint is of: fingerprints of game, states, actions.

    Comments, docstrings and annotations do not count; the order of factors does not either.
    """
    states = None if view.states is None else sorted(f.identity for f in view.states.canonical)
    actions = None if view.actions is None else view.actions.identity
    return {"game": fingerprint(game), "states": states, "actions": actions}


class Strategy:
    """Probabilities of the actions at every infoset that was met; uniform at all others.

    Parameters
    ----------
    view
        How infosets of the game become keys.
    words, blocks, hashes
        The rows, as a table keeps them.
    starts
        Where each row's probabilities begin, and where the last row's end.
    probabilities
        Those of all rows, one after another.
    of
        What the strategy is of, as :func:`describe` says.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn
    >>> from zerosum.algorithms import ExternalSampling
    >>> solver = ExternalSampling(Kuhn(), seed=1)
    >>> solver.run(20_000)
    >>> game = Kuhn().apply(2).apply(0)
    >>> sorted(solver.strategy()(game.infoset(0)).values())[0] >= 0
    True
    """

    def __init__(
        self,
        view: View,
        words: NDArray[np.int64],
        blocks: NDArray[np.int64],
        hashes: NDArray[np.int64],
        starts: NDArray[np.int64],
        probabilities: NDArray[np.float64],
        of: dict[str, Any],
    ) -> None:
        self.view = view
        self.words = words
        self.blocks = blocks
        self.hashes = hashes
        self.starts = starts
        self.probabilities = probabilities
        self.of = of
        self.unknown = 0
        self._order: NDArray[np.int64] | None = None

    @classmethod
    def from_table(
        cls, view: View, work: Workspace, of: dict[str, Any], *, current: bool = False
    ) -> Self:
        """Return the average strategy of a table, or the current one."""
        rows = work.rows
        blocks = work.blocks[:rows].copy()
        words = work.words[: int(work.counts[WORDS])].copy()
        counts = words[blocks + HEADER + 1] - TUPLE
        starts = np.zeros(rows + 1, np.int64)
        np.cumsum(counts, out=starts[1:])
        places = np.arange(starts[-1]) - np.repeat(starts[:-1], counts)
        places += np.repeat(words[blocks], counts)
        if not current:
            places += np.repeat(counts, counts)
        weights = np.maximum(work.values[places], 0.0)
        totals = np.add.reduceat(weights, starts[:-1]) if rows else weights
        totals, sizes = np.repeat(totals, counts), np.repeat(counts, counts)
        uniform = totals <= 0.0
        probabilities = np.where(uniform, 1.0 / sizes, weights / np.where(uniform, 1.0, totals))
        return cls(view, words, blocks, work.hashes[:rows].copy(), starts, probabilities, of)

    def __len__(self) -> int:
        """Return the number of infosets that are known."""
        return int(self.blocks.size)

    def __call__(self, infoset: Any, *, strict: bool = False) -> dict[Any, float]:
        """Return the probability of each action at an infoset.

        Parameters
        ----------
        infoset
            Of the game that was trained on, or of its base.
        strict
            Raise where the infoset is unknown, instead of answering uniform.

        Raises
        ------
        UnknownInfoset
            Where it is unknown and ``strict``.
        """
        menu = self.menu(infoset)
        row = self._find(infoset, menu)
        if row is not None:
            start, end = int(self.starts[row]), int(self.starts[row + 1])
            return dict(zip(menu, self.probabilities[start:end].tolist(), strict=True))
        if strict:
            raise UnknownInfoset(f"The strategy has never met {infoset!r}.", infoset)
        self.unknown += 1
        return dict.fromkeys(menu, 1.0 / len(menu))

    def knows(self, infoset: Any) -> bool:
        """Return whether an infoset was met in training."""
        return self._find(infoset, self.menu(infoset)) is not None

    def sample(self, infoset: Any, rng: Random) -> Any:
        """Draw an action at an infoset."""
        threshold, total = rng.random(), 0.0
        action: Any = None
        for action, probability in self(infoset).items():
            total += probability
            if threshold < total:
                return action
        return action

    def menu(self, infoset: Any) -> tuple[Any, ...]:
        """Return the actions at an infoset, in the order of their probabilities."""
        if isinstance(infoset, AbstractInfoset):
            return infoset.actions()
        return self.view.menu(infoset)

    def rows(self) -> Iterator[tuple[Row, list[float]]]:
        """Yield every known infoset, decoded, with the probabilities of its actions."""
        for place, block in enumerate(self.blocks.tolist()):
            start, end = int(self.starts[place]), int(self.starts[place + 1])
            yield read_block(self.words, block), self.probabilities[start:end].tolist()

    def _find(self, infoset: Any, menu: tuple[Any, ...]) -> int | None:
        row = [0] * 1024
        at = put(row, 1, menu)
        start = 1 if self.view.exact else at
        for value in self.view.key_of(infoset):
            at = put(row, at, value)
        state = SEED
        for word in row[start:at]:
            state = mix(state, word)
        if self._order is None:
            self._order = np.argsort(self.hashes, kind="stable")
        place = int(np.searchsorted(self.hashes, state, sorter=self._order))
        while place < len(self) and self.hashes[self._order[place]] == state:
            found = int(self._order[place])
            block = int(self.blocks[found])
            shape = int(self.words[block + 1])
            first, end = shape >> 32, shape & 0xFFFFFFFF
            if self.words[block + HEADER + first : block + HEADER + end].tolist() == row[start:at]:
                return found
            place += 1
        return None

    def save(self, path: str | Path) -> None:
        """Save as a folder of arrays and one ``meta.json``; loading it executes nothing.

        Raises
        ------
        StoreError
            Where the folder cannot be written.
        """
        arrays = {
            "words": self.words,
            "blocks": self.blocks,
            "hashes": self.hashes,
            "starts": self.starts,
            "probabilities": self.probabilities,
        }
        classes = {str(number): list(name) for number, name in class_names().items()}
        store.write(path, arrays, {"kind": "strategy", "of": self.of, "classes": classes})

    @classmethod
    def load(cls, path: str | Path, game: Any) -> Self:
        """Open a saved strategy of a game, by memory map.

        Raises
        ------
        StoreError
            Where the folder is damaged, or the strategy is of another game or abstraction.
        """
        from zerosum.abstraction import split

        base, states, actions = split(game)
        view = View(states, actions)
        saved = store.read(path, mmap=True)
        if saved.meta.get("kind") != "strategy":
            raise StoreError(f"The folder {path} must hold a strategy.", path)
        ours, theirs = describe(base, view), saved.meta["of"]
        if differing := [name for name in ours if theirs.get(name) != ours[name]]:
            raise StoreError(
                f"The strategy in {path} must be of this game and abstraction; it differs in "
                f"{' and '.join(differing)}.",
                path,
            )
        for number, name in saved.meta["classes"].items():
            recall_class(int(number), *name)
        names = ("words", "blocks", "hashes", "starts", "probabilities")
        return cls(view, *(saved.arrays[name] for name in names), of=ours)
