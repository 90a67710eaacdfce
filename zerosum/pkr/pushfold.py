"""Push or fold: heads-up hold'em in which the small blind goes all-in or folds.

The big blind then calls or folds. Only the class of a hand matters before the flop, so chance
deals two of the 169 classes, each pair as often as its hands that share no card, and a showdown
pays what the classes win on average over all boards.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import IntEnum
from math import inf
from typing import Annotated, Self, TypeAlias

import numpy as np

from zerosum.actions import FIXED
from zerosum.errors import GameError
from zerosum.game import Player
from zerosum.pkr.equities import preflop
from zerosum.pkr.hands.classes import HOLE_CLASSES
from zerosum.pkr.hands.deck import FULL, Deck
from zerosum.pkr.ranges.classes import class_name
from zerosum.support.rendering import infoset_page

SMALL_BLIND, BIG_BLIND = 0.5, 1.0
UNKNOWN = -1
"""The class of a hand that is not dealt yet."""


def _nothing() -> Matrix:
    return np.zeros((0, 0))


Matrix: TypeAlias = np.ndarray[tuple[int, int], np.dtype[np.float64]]


class Move(IntEnum):
    """Fold, or put all chips in: a push of the small blind, a call of the big blind.

    >>> [move.name for move in Move], Move.ALL_IN == 1
    (['FOLD', 'ALL_IN'], True)
    """

    FOLD = 0
    ALL_IN = 1


@dataclass(frozen=True)
class InfoSet:
    """What a player knows: its class of hands, and whether it pushes (0) or calls (1).

    >>> from zerosum.pkr.ranges.classes import class_name
    >>> infoset = InfoSet(player=0, kind=168)
    >>> class_name(infoset.kind), infoset.actions()
    ('AA', (<Move.FOLD: 0>, <Move.ALL_IN: 1>))
    """

    player: int
    kind: int

    _repr_html_ = infoset_page

    def actions(self) -> tuple[Move, ...]:
        """Return to fold, and to put all chips in."""
        return (Move.FOLD, Move.ALL_IN)

    def __str__(self) -> str:
        return class_name(self.kind)


@dataclass(frozen=True)
class PushFold:
    """A hand of push or fold; chips are counted in big blinds.

    Parameters
    ----------
    stack
        The chips of each player before blinds and antes, in big blinds.
    ante
        What each player posts beside its blind, in big blinds.
    deck
        The cards, and the order of hands.
    kinds
        The classes of the small and the big blind, by
        :func:`zerosum.pkr.hands.classes.hole_class`; ``UNKNOWN`` if not dealt yet.
    moves
        How many moves were made.
    folded
        Whether the last one was to fold.
    likely
        The probability of each class for the big blind by that of the small blind, and in the last
        row of each class for the small blind; shape (170, 169). Made from the deck.
    shares
        The equity of a class of the small blind against one of the big blind; shape (169, 169).
        Made from the deck.

    Raises
    ------
    GameError
        If the ante is negative, or leaves nothing of the stack.

    Notes
    -----
    The first game of a deck computes its table of equities, which is kept in the cache folder: see
    :func:`zerosum.pkr.equities.preflop`.

    Examples
    --------
    >>> from zerosum.pkr.holdem import TWENTY
    >>> aces, kings = 168, 154
    >>> game = PushFold(10, deck=TWENTY).apply(aces).apply(kings)
    >>> game.apply(Move.FOLD).payoff(0), game.apply(Move.ALL_IN).apply(Move.FOLD).payoff(0)
    (-0.5, 1.0)
    >>> round(game.apply(Move.ALL_IN).apply(Move.ALL_IN).payoff(0), 3)
    3.283
    """

    stack: Annotated[float, FIXED] = 10.0
    ante: Annotated[float, FIXED] = 0.0
    deck: Annotated[Deck, FIXED] = FULL
    kinds: tuple[int, int] = (UNKNOWN, UNKNOWN)
    moves: int = 0
    folded: bool = False
    likely: Matrix = field(default_factory=_nothing, compare=False, repr=False)
    shares: Matrix = field(default_factory=_nothing, compare=False, repr=False)

    def __post_init__(self) -> None:
        if self.shares.size:
            return
        if not (0 <= self.ante < self.stack < inf):
            raise GameError(
                f"The stack of a game of push or fold must be finite and more than its ante, and "
                f"the ante at least 0; got a stack of {self.stack!r} and an ante of "
                f"{self.ante!r}: count both in big blinds.",
                self,
            )
        table = preflop(self.deck)
        firsts = table.pairs.sum(axis=1)
        seconds = table.pairs / np.maximum(firsts, 1)[:, None]
        object.__setattr__(self, "likely", np.vstack([seconds, firsts / firsts.sum()]))
        object.__setattr__(self, "shares", np.nan_to_num(table.equities))

    @property
    def chance(self) -> bool:
        """Whether a class must be dealt."""
        return self.kinds[1] == UNKNOWN

    @property
    def terminal(self) -> bool:
        """Whether a player has folded, or the big blind has called."""
        return self.folded or self.moves == 2

    @property
    def active(self) -> Player:
        """The small blind acts first."""
        return self.moves

    def chances(self) -> dict[int, float]:
        """Return the classes of the next player with their probabilities."""
        row = HOLE_CLASSES if self.kinds[0] == UNKNOWN else self.kinds[0]
        values: dict[int, float] = {}
        for kind in range(HOLE_CLASSES):
            if self.likely[row, kind] > 0:
                values[kind] = float(self.likely[row, kind])
        return values

    def infoset(self, player: Player) -> InfoSet:
        """Return the class of the player."""
        return InfoSet(player, self.kinds[player])

    def apply(self, action: int) -> Self:
        """Deal a class, or make a move."""
        if self.kinds[0] == UNKNOWN:
            return replace(self, kinds=(action, UNKNOWN))
        if self.kinds[1] == UNKNOWN:
            return replace(self, kinds=(self.kinds[0], action))
        return replace(self, moves=self.moves + 1, folded=action == Move.FOLD)

    def payoff(self, player: Player) -> float:
        """Return what the player wins, in big blinds."""
        chips = self.stack * (2 * float(self.shares[self.kinds[0], self.kinds[1]]) - 1)
        if self.folded and self.moves == 1:
            chips = -min(self.ante + SMALL_BLIND, self.stack)
        elif self.folded:
            chips = min(self.ante + BIG_BLIND, self.stack)
        return chips if player == 0 else -chips

    def __str__(self) -> str:
        return " ".join(class_name(kind) for kind in self.kinds if kind != UNKNOWN)
