"""Follow hands through places: those of a strategy, and of parts of it that were solved again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from typing import Any, Protocol, Self, TypeAlias

from zerosum.abstraction import Abstracted, split
from zerosum.cards import Cards
from zerosum.game import History
from zerosum.pkr.actions import PokerAction
from zerosum.pkr.face import Poker, PokerInfoset
from zerosum.pkr.places.place import Place, first_place
from zerosum.pkr.places.rows import Answers, Rows
from zerosum.pkr.places.tracks import Follow
from zerosum.pkr.text.reading import Bets, Step, follow

Key: TypeAlias = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]
"""A history: what the seats did, what each bet came to, and the cards of the board."""
_KEPT = 512  # recent places; one with its reach takes 10 KB a seat


def key_of(hand: History) -> Key:
    """Return the history of a hand of hold'em, whatever the cards of the seats."""
    return hand.line, hand.levels, hand.dealt


class Solved(Protocol):
    """What follows a history, solved again: a part of a run, or its agent."""

    @property
    def name(self) -> str:
        """Its name."""

    @property
    def strategy(self) -> Any:
        """Its strategy, asked like any function from an infoset to probabilities."""

    @property
    def game(self) -> History:
        """The start of its game, with its abstraction."""


class Follower:
    """Follows hands by a strategy, and from the history of a part on by the part's strategy.

    Parameters
    ----------
    strategy, game
        As for :class:`~zerosum.pkr.places.rows.Rows`.
    parts
        The parts, by history.
    most
        How many abstract histories may stand for one with bets that are not on the menu.

    Attributes
    ----------
    start
        The start of a hand, with all cards face down.

    Examples
    --------
    >>> from zerosum.pkr import NoLimitHoldem
    >>> even = lambda seen: dict.fromkeys(seen.actions(), 1 / len(seen.actions()))
    >>> follower = Follower(even, NoLimitHoldem(sizes=(100,)))
    >>> place, _ = follower.follow("c x | AhKh2c")
    >>> str(place.line), str(follower.after(place, place.menu.actions[0]).line)
    ('c x | AhKh2c', 'c x | AhKh2c x')
    """

    def __init__(
        self,
        strategy: Answers,
        game: History,
        parts: Mapping[Key, Solved] | None = None,
        most: int = 1,
    ) -> None:
        self.rows, self.parts, self.most = Rows(strategy, game), dict(parts or {}), most
        self._inside = cache(self._open)
        self.forget()

    def __reduce__(self) -> tuple[object, ...]:
        make = partial(Follower, parts=self.parts, most=self.most)
        return make, (self.rows.strategy, self.rows.game)

    def forget(self) -> None:
        """Forget the places that were met."""
        self.start = first_place(self.rows, self.most)
        self._after = lru_cache(_KEPT)(self._made)

    def after(self, place: Place, step: PokerAction | Sequence[int]) -> Place:
        """Return the place after an action, or after all cards of the board that are due.

        Raises
        ------
        GameError
            If the action is not legal, or other cards are due.
        NotApplicable
            If the action is not on the menu of limit hold'em.
        """
        return self._after(place, step if isinstance(step, PokerAction) else tuple(step))

    def follow(
        self,
        line: str | Sequence[Step],
        board: Sequence[int] = (),
        bets: Bets = Bets.LEGAL,
    ) -> tuple[Place, dict[int, Cards]]:
        """Return the place that a line leads to, and the hands of seats that it tells.

        Parameters
        ----------
        line, board, bets
            As for :func:`zerosum.pkr.text.reading.follow`.

        Raises
        ------
        GameError
            If it cannot be read, or is not legal, or the board does not fit it.
        """
        spot, hands = follow(line, _Spot(self, self.start), board, bets)
        return spot.place, hands

    def _made(self, place: Place, step: Step) -> Place:
        """Return the place after a step; a part begins where its history ends."""
        after = place.after(step) if isinstance(step, PokerAction) else place.dealt(step)
        key: Any = key_of(after.real) if self.parts else None
        if key not in self.parts:
            return after
        rows = self._inside(key)
        return after.entering(rows, Follow(rows.view, self.most), self.parts[key].name)

    def _open(self, key: Key) -> Rows:
        part, base = self.parts[key], split(self.rows.game)[0]
        return Rows(part.strategy, Abstracted(base, *split(part.game)[1:]))


@dataclass(frozen=True)
class _Spot:
    """A place, to which a line has been read."""

    follower: Follower
    place: Place

    @property
    def hand(self) -> Poker:
        """The hand."""
        return self.place.real

    @property
    def infoset(self) -> PokerInfoset:
        """What the seat to act knows."""
        return self.place.infoset

    @property
    def menu(self) -> Sequence[PokerAction]:
        """The actions of the strategy, bets by their chips."""
        return self.place.menu.actions

    def after(self, step: Step) -> Self:
        """Return the place after a step."""
        return type(self)(self.follower, self.follower.after(self.place, step))
