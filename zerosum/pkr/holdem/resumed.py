r"""Hold'em that begins after a history: the hands of the seats are dealt by their ranges.

What a seat did tells something of its hand, and a seat that has folded still takes two cards out
of the deck. If each seat acts by its own hand and by what all have seen, then by Bayes

.. math:: P(h_1, ..., h_n) \propto \prod_i \pi_i(h_i) \quad \text{if no card occurs twice},

where :math:`\pi_i(h)` is the reach of seat :math:`i`: the probability that it does what it did with
hand :math:`h`. So each seat's hand is drawn from its own range, until no card occurs twice.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from typing import Annotated, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from zerosum.abstraction import split
from zerosum.actions import FIXED, UpTo
from zerosum.cards import Cards
from zerosum.errors import GameError
from zerosum.game import History, Hooks
from zerosum.pkr.actions import PokerAction
from zerosum.pkr.face import Poker
from zerosum.pkr.holdem.betting import MOST_SEATS
from zerosum.pkr.holdem.nolimit import NoLimitHoldem, NoLimitInfoSet
from zerosum.rng import Random

_TRIED = 20_000  # draws that tell whether ranges fit together
_LISTED = 200_000
_DRAWS = 1 << 30  # after which a kernel gives up instead of hanging


@dataclass(frozen=True)
class Hands:
    """An outcome of chance: the hands of all seats.

    Parameters
    ----------
    cards
        The cards of one seat after another, those of a seat in ascending order.

    Examples
    --------
    >>> Hands(cards=(46, 50, 0, 1)).cards[:2]
    (46, 50)
    """

    cards: Annotated[tuple[int, ...], UpTo(2 * MOST_SEATS, bits=6)]


@dataclass(frozen=True)
class Ranges:
    """What each seat may hold; :meth:`of` makes it, and ranges are compared by their numbers.

    Parameters
    ----------
    number
        The hash of the arrays.
    masks
        The hands; shape (hands,).
    sums
        The probability of each hand of a seat and of those before it; shape (seats, hands).

    Examples
    --------
    >>> ranges = Ranges.of([0b0011, 0b0101, 0b1100], [[1, 1, 0], [0, 0, 1]])
    >>> ranges.probability(0, 1), ranges.draw(1, Random(1)), ranges.fitting()
    (0.5, 12, 0.49665)
    """

    number: int
    masks: NDArray[np.int64] = field(
        default_factory=lambda: np.zeros(0, np.int64), compare=False, repr=False
    )
    # The number of dimensions is what native code needs to know.
    sums: np.ndarray[tuple[int, int], np.dtype[np.float64]] = field(
        default_factory=lambda: np.zeros((0, 0)), compare=False, repr=False
    )

    @classmethod
    def of(cls, masks: ArrayLike, reach: ArrayLike) -> Self:
        """Return the ranges of seats.

        Parameters
        ----------
        masks
            The hands, as masks of cards; shape (hands,).
        reach
            How likely each seat does what it did with each hand; shape (seats, hands). Only
            proportions count.

        Raises
        ------
        GameError
            If a seat has no hand, or the hands of the seats (almost) always share a card.

        Examples
        --------
        >>> ranges = Ranges.of([0b0011, 0b0101, 0b1100], [[1, 1, 0], [0, 0, 1]])
        >>> ranges.draw(1, Random(1))
        12
        """
        hands, weights = np.array(masks, np.int64), np.array(reach, np.float64)
        if not (np.isfinite(weights).all() and (weights >= 0).all()):
            raise GameError("The reach of a seat must be finite and at least 0.", reach)
        for seat, row in enumerate(weights):
            if not row.any():
                raise GameError(
                    f"The range of seat {seat + 1} must have a hand; it does with no hand what the "
                    f"history says: take a history that the strategy plays.",
                    reach,
                )
        sums = np.cumsum(weights, axis=1)
        # No draw lies above the last hand that is held.
        sums = np.where(sums == sums[:, -1:], 1.0, sums / sums[:, -1:])
        number = int.from_bytes(blake2b(hands.tobytes() + sums.tobytes(), digest_size=7).digest())
        ranges = cls(number, hands, np.ascontiguousarray(sums))
        if ranges.fitting() == 0.0:
            raise GameError(
                f"The ranges of {len(weights)} seats must fit together; in {_TRIED:,} draws a card "
                f"always occurred twice: take an earlier history.",
                reach,
            )
        return ranges

    def fitting(self) -> float:
        """Return how often hands drawn from all ranges share no card, from 20,000 draws."""
        return float(self._drawn(np.random.default_rng(0))[1].mean())

    def deals(self, count: int, rng: np.random.Generator) -> NDArray[np.int64]:
        """Return hands drawn for all seats, such that no card occurs twice.

        Shape (count, seats); the places of the hands among those of the ranges.
        """
        found: NDArray[np.int64] = np.empty((0, len(self.sums)), np.int64)
        while len(found) < count:
            places, fits = self._drawn(rng)
            found = np.concatenate([found, places[fits]])
        return found[:count]

    def _drawn(self, rng: np.random.Generator) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
        """Return hands drawn from all ranges, and which of these deals share no card."""
        used, fits = np.zeros(_TRIED, np.int64), np.ones(_TRIED, np.bool_)
        places = np.empty((_TRIED, len(self.sums)), np.int64)
        for seat, row in enumerate(self.sums):
            places[:, seat] = np.searchsorted(row, rng.random(_TRIED), "right")
            drawn = self.masks[places[:, seat]]
            fits &= used & drawn == 0
            used |= drawn
        return places, fits

    def probability(self, seat: int, place: int) -> float:
        """Return the probability of the hand at a place, in the range of a seat."""
        before = self.sums[seat, place - 1] if place > 0 else 0.0
        return float(self.sums[seat, place] - before)

    def draw(self, seat: int, rng: Random) -> int:
        """Return a hand drawn from the range of a seat, as a mask."""
        wanted = rng.random()
        low, high = 0, len(self.masks) - 1
        while low < high:
            middle = (low + high) // 2
            if self.sums[seat, middle] > wanted:
                high = middle
            else:
                low = middle + 1
        return int(self.masks[low])


@dataclass(frozen=True)
class Resumed:
    """No-limit hold'em after a history; its infosets and actions are those of the whole hand.

    Parameters
    ----------
    hand
        The hand after the history, before any seat has cards; :func:`resumed` makes it.
    ranges
        What the seats may hold.

    Examples
    --------
    >>> from zerosum.cards import parse
    >>> from zerosum.pkr.actions import Fold
    >>> masks = [parse(cards).mask for cards in ("AcAd", "KcKd", "QcQd")]
    >>> folded = NoLimitHoldem(players=3).act(Fold())
    >>> game = resumed(folded, masks, [[1, 0, 0], [0, 1, 0], [0, 0, 1]])
    >>> game = game.apply(game.sample(Random(1)))
    >>> print(game.hand)
    AdAc KdKc QdQc f
    """

    hooks = Hooks(
        terms=NoLimitHoldem.hooks.terms,
        room=NoLimitHoldem.hooks.room,
        again="zerosum.pkr.again:alone",
        explore="zerosum.pkr.ask.explore:explore",
        ranked="zerosum.pkr.equities.ranked:ranked",
    )

    hand: NoLimitHoldem
    ranges: Annotated[Ranges, FIXED]

    @property
    def called(self) -> str:
        """What the game is called, in words."""
        hand = self.hand
        where = f"on {hand.community}" if hand.community else f"after {hand.spelled!r}"
        behind = "/".join(f"{chips:,}" for chips in dict.fromkeys(hand.behind))
        return f"hold'em {where}, pot {hand.total:,}, stacks {behind}"

    @property
    def players(self) -> int:
        """The number of seats, those included that have folded."""
        return self.hand.players

    @property
    def terminal(self) -> bool:
        """Whether the hand is over."""
        return self.hand.terminal

    @property
    def chance(self) -> bool:
        """Whether the hands or a card of the board are dealt next."""
        return self.hand.chance

    @property
    def active(self) -> int:
        """The seat to act."""
        return self.hand.active

    @property
    def public(self) -> NoLimitHoldem:
        """The hand without the cards of the seats."""
        return self.hand.public

    def private(self, player: int) -> Cards:
        """Return the cards of a seat."""
        return self.hand.private(player)

    def payoff(self, player: int) -> float:
        """Return the net chips of a seat in the whole hand."""
        return self.hand.payoff(player)

    def infoset(self, player: int) -> NoLimitInfoSet:
        """Return what the seat knows."""
        return self.hand.infoset(player)

    def chances(self) -> Mapping[PokerAction | Hands, float]:
        """Return the probability of the hands of all seats, or of each next card of the board.

        Raises
        ------
        NotImplementedError
            If the hands of all seats are too many to list.
        """
        found: dict[PokerAction | Hands, float] = {}
        if len(self.hand.hands) > 0:
            for card, chance in self.hand.chances().items():
                found[card] = chance  # noqa: PERF403  # native code has no dict(...)
            return found
        hands, deals = len(self.ranges.masks), 1
        for _ in range(self.hand.players):
            deals *= hands
            if deals > _LISTED:
                raise NotImplementedError("the hands of all seats are too many to list")
        whole = 0.0
        for number in range(deals):
            whole += self._deal(number)[1]
        for number in range(deals):
            dealt, weight = self._deal(number)
            if weight > 0.0:
                found[dealt] = weight / whole
        return found

    def _deal(self, number: int) -> tuple[Hands, float]:
        """Return a deal by its number, in which each seat's hand is a digit, and its weight."""
        used, weight = 0, 1.0
        cards = [0] * (self.hand.players * self.hand.hole)
        for seat in range(self.hand.players):
            place = number % len(self.ranges.masks)
            number //= len(self.ranges.masks)
            weight *= self.ranges.probability(seat, place)
            hand = int(self.ranges.masks[place])
            if used & hand != 0:
                weight = 0.0
            used |= hand
            at = seat * self.hand.hole
            for card in Cards(hand):
                cards[at] = card
                at += 1
        return Hands(tuple(cards)), weight

    def sample(self, rng: Random | None = None) -> PokerAction | Hands:
        """Draw the hands of all seats, or the next card of the board."""
        if rng is None:
            rng = Random()
        if len(self.hand.hands) > 0:
            return self.hand.sample(rng)
        cards = [0] * (self.hand.players * self.hand.hole)
        for _ in range(_DRAWS):
            used = place = 0
            for seat in range(self.hand.players):
                hand = self.ranges.draw(seat, rng)
                if hand & used != 0:
                    break
                used |= hand
                for card in Cards(hand):
                    cards[place] = card
                    place += 1
            if place == len(cards):
                return Hands(tuple(cards))
        raise GameError("The ranges of all seats must fit together; a card always occurred twice")

    def apply(self, action: PokerAction | Hands) -> Self:
        """Return the game after an action, a card of the board, or the hands of all seats.

        Raises
        ------
        GameError
            If the rules forbid it.
        """
        if isinstance(action, Hands):
            if len(self.hand.hands) > 0:
                raise GameError("The hands of all seats may be dealt once only")
            used = self.hand.used.mask
            for card in action.cards:
                used |= 1 << card
            return replace(self, hand=replace(self.hand, hands=action.cards, used=Cards(used)))
        if len(self.hand.hands) == 0:
            raise GameError("The hands of all seats must be dealt first")
        return replace(self, hand=self.hand.apply(action))


def hand_of(game: History) -> Poker | None:
    """Return the hand of poker that a game begins with, abstract or not; None for other games.

    >>> from zerosum.kuhn import Kuhn
    >>> hand_of(NoLimitHoldem()) == NoLimitHoldem(), hand_of(Kuhn())
    (True, None)
    """
    base = split(game)[0]
    if isinstance(base, Resumed):
        return base.hand
    return base if isinstance(base, Poker) else None


def resumed(hand: NoLimitHoldem, masks: ArrayLike, reach: ArrayLike) -> Resumed:
    """Return the game that begins after a history.

    Parameters
    ----------
    hand
        The hand after the history; cards of the seats are left out.
    masks, reach
        As for :meth:`Ranges.of`. The reach of hands with a card of the board counts as 0.

    Raises
    ------
    GameError
        If the hand is over or no seat can act any more, or there are not as many ranges as seats,
        or as :meth:`Ranges.of` does.

    Examples
    --------
    >>> from zerosum.cards import parse
    >>> from zerosum.pkr.actions import Bet
    >>> masks = [parse(cards).mask for cards in ("AcAd", "KcKd", "QcQd")]
    >>> game = resumed(NoLimitHoldem().act(Bet(5)), masks, [[1, 1, 0], [1, 1, 1]])
    >>> game.chance, game.ranges.probability(0, 2)
    (True, 0.0)
    """
    weights, hands = np.asarray(reach, np.float64), np.asarray(masks, np.int64)
    if hand.terminal or hand.owed == 0:
        raise GameError(
            f"A hand to go on with must not be over; after {hand.spelled!r} no seat can act: leave "
            f"out its last action.",
            hand,
        )
    if weights.shape != (hand.players, len(hands)):
        raise GameError(
            f"The ranges of {hand.players} seats must have the shape ({hand.players}, "
            f"{len(hands)}); got {weights.shape}.",
            reach,
        )
    board = hand.community
    held = (hands & board.mask == 0) & weights.any(axis=0)
    return Resumed(hand.public, Ranges.of(hands[held], weights[:, held]))
