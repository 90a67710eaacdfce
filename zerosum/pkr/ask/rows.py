"""The rows of a strategy for all hands at a decision, mapped from the disk.

A key has public factors, which are computed once, and private ones, which depend on the hand.
Buckets of streets are looked up for all hands at once; other private factors are computed hand by
hand. Each combination of private values that occurs is one row of a :class:`Policy`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from zerosum.abstraction.combinators import FirstOf
from zerosum.cards import Cards
from zerosum.pkr.ask.hidden import Seen, factors_of
from zerosum.pkr.ask.mapped import read_at_random
from zerosum.pkr.ask.policy import MASKS, Policy
from zerosum.pkr.buckets.holdem.factor import StreetBuckets
from zerosum.pkr.phh.replay import Game
from zerosum.pkr.ranges.classes import HAND_MASKS
from zerosum.strategy import Strategy
from zerosum.tables import Floats

_KEPT = 64  # boards whose buckets are kept


@dataclass(frozen=True, eq=False)
class Part:
    """The values of a private factor.

    Parameters
    ----------
    values
        Its values; a range if it has a table of buckets, which are then all there.
    index
        Shape (1326,): which of them each hand has; -1 for a hand that the board excludes.
    """

    values: Sequence[object]
    index: NDArray[np.int32]


class Rows:
    """The rows of a strategy of hold'em, for every hand.

    Parameters
    ----------
    strategy
        The strategy, whose arrays may be mapped from the disk; they are not copied.
    """

    def __init__(self, strategy: Strategy) -> None:
        self.strategy, self.view = strategy, strategy.view
        read_at_random(vars(strategy).values())
        self._factors = factors_of(strategy.view)
        self._looked_up = lru_cache(_KEPT)(self._look_up)
        for factor in self._factors:
            for target, _ in streets_of(factor):  # now, since the first look-up maps its tables
                target.every(MASKS[:0], 0, 0)
                read_at_random([target.prepared().table])

    def __reduce__(self) -> tuple[object, ...]:
        return Rows, (self.strategy,)

    def policy(self, seen: Seen) -> Policy:
        """Return what the strategy does with every hand.

        Raises
        ------
        AbstractionError
            If training has met the key of the decision with another menu.
        """
        parts = [self._part(seen, index) for index in seen.private]
        if len(parts) == 1 and self.view.dense and isinstance(parts[0].values, range):
            return self._of_one_row(seen, parts[0])
        if not parts:
            left = np.where(MASKS & ~left_by(seen.hand) == 0, 0, -1).astype(np.int32)
            parts = [Part([None], left)]
        values, index = joined(parts)
        keys = [seen.key(iter(value)) for value in values]
        located = [self.strategy.place_of(key, seen.menu, seen.example) or (-1, -1) for key in keys]
        rows, offsets = np.array(located, np.int64).T
        n, own = len(seen.menu), self.strategy.probabilities
        matrix: Floats = np.zeros((len(rows), n), own.dtype)
        matrix[rows >= 0] = own[offsets[rows >= 0, None] + np.arange(n)]
        return Policy(seen.menu, matrix, index, [_label(value) for value in values], rows, offsets)

    def place(self, seen: Seen, hand: Cards) -> tuple[object, tuple[int, int] | None]:
        """Return the private values of a hand, and its row and place in the strategy if known."""
        infoset = replace(seen.infoset, hand=hand)
        private = tuple([self._factors[index](infoset) for index in seen.private])
        located = self.strategy.place_of(seen.key(iter(private)), seen.menu, infoset)
        return _label(private), located

    def _of_one_row(self, seen: Seen, part: Part) -> Policy:
        """Return the policy of a row that holds all buckets: its numbers are not copied."""
        n, buckets = len(seen.menu), len(part.values)
        located = self.strategy.place_of(seen.key(iter(part.values[:1])), seen.menu, seen.example)
        row, first, step = (-1, -1, 0) if located is None else (*located, n)
        matrix: Floats = np.zeros((buckets, n), np.float32)
        if located is not None:
            end = first + n * buckets
            matrix = self.strategy.probabilities[first:end].reshape(buckets, n)
        offsets = first + step * np.arange(buckets)
        return Policy(seen.menu, matrix, part.index, part.values, np.full(buckets, row), offsets)

    def _part(self, seen: Seen, factor_index: int) -> Part:
        """Return the values of a private factor."""
        factor, left = self._factors[factor_index], left_by(seen.hand)
        for target, first in streets_of(factor):
            if target.has_bucket(seen.infoset):
                target.check(seen.infoset)
                return self._looked_up(target, first, seen.hand.dealt[: target.size], left)
        values: dict[object, int] = {}
        index = np.full(len(MASKS), -1, np.int32)
        for number, mask in enumerate(HAND_MASKS):
            if mask & ~left == 0:
                value = factor(replace(seen.infoset, hand=Cards(mask)))
                index[number] = values.setdefault(value, len(values))
        return Part(list(values), index)

    def _look_up(
        self, target: StreetBuckets, first: int, cards: tuple[int, ...], left: int
    ) -> Part:
        """Return the buckets of all hands on a board."""
        board = sum(1 << card for card in cards)
        return Part(range(first, first + target.buckets), target.every(MASKS, board, left))


def streets_of(factor: Callable[..., object]) -> list[tuple[StreetBuckets, int]]:
    """Return the buckets of each street that a factor looks up, and the number of the first."""
    target = getattr(factor, "target", None)
    parts: list[tuple[Any, int]] = [(target, 0)]
    if isinstance(target, FirstOf):
        parts = [(part.factor.target, part.first) for part in target.parts]
    return parts if all(isinstance(part, StreetBuckets) for part, _ in parts) else []


def joined(parts: list[Part]) -> tuple[list[tuple[object, ...]], NDArray[np.int32]]:
    """Return the combinations of the values of parts that occur, and which one each hand has."""
    if len(parts) == 1:
        return [(value,) for value in parts[0].values], parts[0].index
    every = np.stack([part.index for part in parts], axis=1)
    free = (every >= 0).all(axis=1)
    combined, numbers = np.unique(every[free], axis=0, return_inverse=True)
    index = np.full(len(every), -1, np.int32)
    index[free] = numbers.ravel()
    values = [
        tuple([part.values[at] for part, at in zip(parts, row, strict=True)])
        for row in combined.tolist()
    ]
    return values, index


def left_by(hand: Game) -> int:
    """Return the cards that are not on the board, as a mask."""
    return hand.deck.cards.mask & ~hand.community.mask


def _label(private: tuple[object, ...]) -> object:
    """Return private values as they are shown: one by itself, none as None."""
    return private[0] if len(private) == 1 else private or None
