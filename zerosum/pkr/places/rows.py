"""The rows of a strategy for all hands at a decision, mapped from the disk.

A key has public factors, which are computed once, and private ones, which depend on the hand.
Buckets that have tables are looked up for all hands at once; other private factors are compiled
(:mod:`zerosum.pkr.places.private`). Each combination of private values that occurs is one row of a
:class:`Policy`.
"""

from __future__ import annotations

import mmap
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache
from threading import Lock
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from zerosum.abstraction import View, base_and_view, split
from zerosum.abstraction.combinators import FirstOf
from zerosum.cards import Cards
from zerosum.errors import AbstractionError, NotApplicable
from zerosum.game import History
from zerosum.pkr.buckets.holdem.factor import StreetBuckets
from zerosum.pkr.face import Poker, PokerInfoset
from zerosum.pkr.holdem.resumed import Resumed, hand_of
from zerosum.pkr.places.hidden import Hidden, Seen, factors_of
from zerosum.pkr.places.policy import MASKS, Policy
from zerosum.pkr.places.private import Private, Values
from zerosum.pkr.ranges.classes import HAND_MASKS
from zerosum.strategy import Strategy, TabularPolicy
from zerosum.support.store import Array
from zerosum.tables import Floats, RowView

Answers: TypeAlias = Callable[..., Mapping[Any, float]]
"""A function from an infoset to the probability of each action."""
_KEPT = 64  # boards whose buckets are kept


_COUNTING = Lock()


class Rows:
    """The rows of a strategy of poker, for every hand. Several threads may ask.

    Parameters
    ----------
    strategy
        The strategy, whose arrays may be mapped from the disk; they are not copied. Or any function
        from an infoset to the probability of each action, which is asked for each combination of
        private values. Of a function that is not a strategy of the library, an infoset counts as
        unknown if its count ``unknown`` grows, or if all of several actions are as likely.
    game
        The start of the game that it is of, abstract or not.

    Attributes
    ----------
    root, ranged
        The hand that the game begins with, and whether the seats have ranges there.

    Examples
    --------
    >>> from zerosum.pkr import Call, Fold, RiverOfBlood
    >>> rows = Rows(lambda _: {Fold(): 0.5, Call(): 0.5}, RiverOfBlood())
    >>> rows.ranged, rows.reach.shape
    (False, (2, 1326))
    """

    def __init__(self, strategy: Answers, game: History) -> None:
        base, view = base_and_view(game)
        self.strategy: Any = strategy
        self.game, self.ranged = game, isinstance(base, Resumed)
        self.root: Any = hand_of(base)
        self.view: View = strategy.view if isinstance(strategy, TabularPolicy) else view
        self._factors = factors_of(self.view)
        self._private = Private(self.view, base)
        self._looked_up = lru_cache(_KEPT)(self._look_up)
        if isinstance(strategy, Strategy):
            read_at_random(vars(strategy).values())
        for factor in self._factors:
            for target, _ in streets_of(factor):  # now, since the first look-up maps its tables
                target.every(MASKS[:0], 0, 0)
                read_at_random([target.prepared().table])

    def __reduce__(self) -> tuple[object, ...]:
        return Rows, (self.strategy, self.game)

    def policy(self, seen: Seen) -> Policy:
        """Return what the strategy does with every hand.

        Raises
        ------
        AbstractionError
            If training has met the key of the decision with another menu.
        NotApplicable
            If a function returns an action that is not on the menu.
        """
        if self._vectors:
            return self._of_vectors(seen)
        left = left_by(seen.hand)
        tables = {place: part for place in seen.private if (part := self._table(seen, place))}
        others = tuple([place for place in seen.private if place not in tables])
        if len(tables) == 1 and not others and isinstance(self.view, RowView) and self.view.dense:
            return self._of_one_row(seen, *tables.values())
        parts: list[tuple[tuple[int, ...], Values]] = [((at,), part) for at, part in tables.items()]
        if others or not parts:
            parts.append((others, self._private.of(seen, others, left)))
        values, index = joined(parts, seen.private)
        labels = [_label(value) for value in values]
        if not isinstance(self.strategy, Strategy):
            unknown = np.full(len(values), -1)
            matrix = self._asked(seen, values, index)
            return Policy(seen.menu, matrix, index, labels, unknown, unknown)
        keys = [seen.key(iter(value)) for value in values]
        rows, offsets = np.array(self._located(seen, keys), np.int64).T
        n, own = len(seen.menu), self.strategy.probabilities
        matrix = np.zeros((len(rows), n), own.dtype)
        matrix[rows >= 0] = own[offsets[rows >= 0, None] + np.arange(n)]
        return Policy(seen.menu, matrix, index, labels, rows, offsets)

    @property
    def _vectors(self) -> bool:
        return isinstance(self.strategy, TabularPolicy) and self.strategy.vectors

    def _of_vectors(self, seen: Seen) -> Policy:
        """Return the policy of a strategy with all hands side by side; the first row is unknown."""
        masks, chances = self.strategy.of_hands(seen.example) or (MASKS[:0], None)
        matrix: Floats = np.zeros((len(masks) + 1, len(seen.menu)))
        if chances is not None:
            matrix[1:] = chances.T
        index = np.where(free_of(seen.hand), 0, -1).astype(np.int32)
        index[np.searchsorted(MASKS, masks)] = np.arange(1, len(matrix))
        none = np.full(len(matrix), -1)
        return Policy(seen.menu, matrix, index, [None, *map(Cards, masks.tolist())], none, none)

    @cached_property
    def reach(self) -> Floats:
        """How likely each seat has each hand at the start, the likeliest being 1; (seats, 1326)."""
        base = split(self.game)[0]
        reach = np.tile(free_of(self.root).astype(np.float64), (self.root.players, 1))
        if isinstance(base, Resumed):
            weights = np.diff(base.ranges.sums, axis=1, prepend=0.0)
            reach[:] = 0.0
            reach[:, np.searchsorted(MASKS, base.ranges.masks)] = weights
            reach /= reach.max(axis=1, keepdims=True)
        return reach

    @cached_property
    def values(self) -> Any:
        """What finds what all hands win at any place; None without vectors of hands."""
        if not self._vectors:
            return None
        from zerosum.evaluation.streets import StreetValues  # which others do without

        return StreetValues(self.strategy)

    def of_hand(self, seen: Seen, hand: Cards) -> tuple[object, Floats | None, tuple[int, int]]:
        """Return the private values of a hand, what the strategy does, and where it says so.

        The second is None if the strategy does not know the hand there; the third is the row of the
        strategy and where its probabilities begin, -1 without one.
        """
        infoset = replace(seen.infoset, hand=hand)
        if self._vectors:
            return None, self._chances(seen, infoset), (-1, -1)
        private = tuple([self._factors[index](infoset) for index in seen.private])
        if not isinstance(self.strategy, Strategy):
            return _label(private), self._chances(seen, infoset), (-1, -1)
        located = self.strategy.place_of(seen.key(iter(private)), seen.menu, infoset)
        if located is None:
            return _label(private), None, (-1, -1)
        chances = np.array(self.strategy.probabilities[located[1] :][: len(seen.menu)], np.float64)
        return _label(private), chances if chances.any() else None, located

    def _located(self, seen: Seen, keys: Iterable[tuple[object, ...]]) -> list[tuple[int, int]]:
        """Return the row of each key and where its probabilities begin, -1 without one."""
        menu = seen.menu
        try:
            return [self.strategy.place_of(key, menu, seen.infoset) or (-1, -1) for key in keys]
        except (Hidden, AbstractionError):  # which names an infoset: one with a hand
            return [self.strategy.place_of(key, menu, seen.example) or (-1, -1) for key in keys]

    def _of_one_row(self, seen: Seen, part: Values) -> Policy:
        """Return the policy of a row that holds all buckets: its numbers are not copied."""
        n, buckets = len(seen.menu), len(part.values)
        ((row, first),) = self._located(seen, [seen.key(iter(part.values[:1]))])
        step = n if row >= 0 else 0
        matrix: Floats = np.zeros((buckets, n), np.float32)
        if row >= 0:
            end = first + n * buckets
            matrix = self.strategy.probabilities[first:end].reshape(buckets, n)
        offsets = first + step * np.arange(buckets)
        return Policy(seen.menu, matrix, part.index, part.values, np.full(buckets, row), offsets)

    def _table(self, seen: Seen, place: int) -> Values | None:
        """Return the buckets of a private factor that has a table of them."""
        known: Any = seen.infoset  # of hold'em, as the buckets are
        for target, first in streets_of(self._factors[place]):
            if target.has_bucket(known):
                target.check(known)
                board = known.public.dealt[: target.size]
                return self._looked_up(target, first, board, left_by(seen.hand))
        return None

    def _look_up(
        self, target: StreetBuckets, first: int, cards: tuple[int, ...], left: int
    ) -> Values:
        """Return the buckets of all hands on a board."""
        board = sum(1 << card for card in cards)
        return Values(range(first, first + target.buckets), target.every(MASKS, board, left))

    def _asked(self, seen: Seen, values: Sequence[Any], index: NDArray[np.int32]) -> Floats:
        """Return what a function does with each combination of values; zero where unknown."""
        matrix = np.zeros((len(values), len(seen.menu)))
        known, first = np.unique(index, return_index=True)
        for row, number in zip(known.tolist(), first.tolist(), strict=True):
            if row >= 0:
                own = replace(seen.infoset, hand=Cards(HAND_MASKS[number]))
                chances = self._chances(seen, own)
                matrix[row] = 0.0 if chances is None else chances
        return matrix

    def _chances(self, seen: Seen, infoset: PokerInfoset) -> Floats | None:
        """Return what a function does at an infoset; None if that is unknown to it."""
        if isinstance(self.strategy, TabularPolicy):
            found = self.strategy.find(infoset, seen.menu)
            return None if found is None else np.array(found)
        with _COUNTING:  # another thread's question must not count between the two looks
            before = getattr(self.strategy, "unknown", 0)
            answer = self.strategy(infoset if self.view.is_plain else self.view.infoset(infoset))
            unknown = getattr(self.strategy, "unknown", 0) != before
        menu, chances = [infoset.concrete(a) for a in seen.menu], np.zeros(len(seen.menu))
        for action, share in answer.items():
            if (real := infoset.concrete(action)) not in menu:
                raise NotApplicable(
                    f"The actions of a strategy must be on the menu of the game that it is of; got "
                    f"{action!r}: name that game.",
                    action,
                )
            chances[menu.index(real)] += share
        same = len(answer) > 1 and len(set(answer.values())) == 1
        return None if same or unknown else chances


def streets_of(factor: Callable[..., object]) -> list[tuple[StreetBuckets, int]]:
    """Return the buckets of each street that a factor looks up, and the number of the first."""
    target = getattr(factor, "target", None)
    parts: list[tuple[Any, int]] = [(target, 0)]
    if isinstance(target, FirstOf):
        parts = [(part.factor.target, part.first) for part in target.parts]
    return parts if all(isinstance(part, StreetBuckets) for part, _ in parts) else []


def joined(
    parts: Iterable[tuple[tuple[int, ...], Values]], order: tuple[int, ...]
) -> tuple[list[tuple[object, ...]], NDArray[np.int32]]:
    """Return the combinations of values that occur, and which one each hand has.

    Parameters
    ----------
    parts
        Which factors each part is of, and their values.
    order
        The factors in the order of a combination.
    """
    several = [(places, _as_tuples(part.values), part.index) for places, part in parts]
    if len(several) == 1 and several[0][0] == order:
        return several[0][1], several[0][2]
    every = np.stack([index for _, _, index in several], axis=1)
    free = (every >= 0).all(axis=1)
    combined, numbers = np.unique(every[free], axis=0, return_inverse=True)
    index = np.full(len(every), -1, np.int32)
    index[free] = numbers.ravel()
    values = []
    for row in combined.tolist():
        found: dict[int, object] = {}
        for at, (places, given, _) in zip(row, several, strict=True):
            found |= zip(places, given[at], strict=True)
        values.append(tuple([found[place] for place in order]))
    return values, index


def _as_tuples(values: Sequence[Any]) -> list[tuple[object, ...]]:
    return [(value,) for value in values] if isinstance(values, range) else list(values)


def left_by(hand: Poker) -> int:
    """Return the cards that are not on the board, as a mask."""
    return hand.deck.cards.mask & ~hand.community.mask


def free_of(hand: Poker) -> NDArray[np.bool_]:
    """Return which hands hold no card of the board, by their numbers; shape (1326,)."""
    free: NDArray[np.bool_] = MASKS & ~left_by(hand) == 0
    return free


def _label(private: tuple[object, ...]) -> object:
    """Return private values as they are shown: one by itself, none as None."""
    return private[0] if len(private) == 1 else private or None


def read_at_random(arrays: Iterable[Array]) -> None:
    """Tell the system that arrays, if they are mapped, are read a few numbers at a time.

    Otherwise it may read megabytes ahead for each of them.
    """
    for array in arrays:
        owner: object = array
        while isinstance(owner, np.ndarray) and not isinstance(owner, np.memmap):
            owner = owner.base
        mapped = getattr(owner, "_mmap", None)
        if mapped is not None and hasattr(mapped, "madvise") and hasattr(mmap, "MADV_RANDOM"):
            mapped.madvise(mmap.MADV_RANDOM)
