"""A place in a hand: what each seat has done, what it may hold, and what the strategy does there.

Places are immutable; each action makes a new place from the place before. So the reach of the seats
is updated as a hand goes on: an action multiplies the reach of its seat, hand by hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from zerosum.cards import NO_CARDS, Cards
from zerosum.pkr.abstraction.tracking import act, is_bet
from zerosum.pkr.actions import PokerAction
from zerosum.pkr.face import Poker, PokerInfoset
from zerosum.pkr.places.hidden import Seen
from zerosum.pkr.places.menus import Choices, Menu
from zerosum.pkr.places.policy import ALL, MASKS, Own, Policy
from zerosum.pkr.places.rows import Rows, free_of
from zerosum.pkr.places.tracks import Follow, Step, Track, passive, weights_of
from zerosum.pkr.text.legality import check_due
from zerosum.pkr.text.line import Line
from zerosum.pkr.text.seats import seat_name
from zerosum.pkr.text.spelling import word_of
from zerosum.tables import Floats, Ints


@dataclass(frozen=True)
class OffMenu:
    """A bet or raise that was not on the menu of the strategy.

    Parameters
    ----------
    seat
        Whose bet.
    chips
        What its seat has put in on this street, the bet included.
    instead
        The words of the bets that stand for it, the nearest first; empty if the menu has no bet.
    apart
        How far off each of these bets is, as a part of the pot that a call would make.
    """

    seat: int
    chips: int
    instead: tuple[str, ...]
    apart: tuple[float, ...]

    def __str__(self) -> str:
        what = f"The bet of seat {self.seat + 1} to {self.chips:,} is not on the menu"
        pairs = zip(self.instead, self.apart, strict=True)
        bets = [f"{word}, {off:.3g} pots away" for word, off in pairs]
        if not bets:
            return f"{what}, which has no bet."
        return f"{what}; {', and '.join(bets)}, {'is' if len(bets) == 1 else 'are'} used instead."


@dataclass(frozen=True, eq=False, repr=False)
class Place:
    """A public state of a hand, with the way that led there.

    Parameters
    ----------
    rows
        The strategy.
    follow
        How abstract hands follow the real one.
    real
        The hand, with the cards of all seats face down.
    tracks
        The abstract hands beside it.
    off
        The bets so far that were not on the menu.
    before
        The place before, from which the reach is computed; None at the start.
    step
        What happened there: an action, bets by their chips, or the cards that were dealt; None at
        the start, and where a part begins.
    taken
        For each track, the number of the track before that it came from, and which actions of the
        menu stand for the action: see :class:`~zerosum.pkr.places.tracks.Step`.
    part
        The part of the run whose strategy this is, by its name; empty for the run itself.
    outer
        The same place outside of the part, whose strategy plays where training has not visited an
        infoset of the part; None for the run itself.

    Examples
    --------
    >>> from zerosum.pkr import NoLimitHoldem
    >>> from zerosum.pkr.places.follower import Follower
    >>> even = lambda seen: dict.fromkeys(seen.actions(), 1 / len(seen.actions()))
    >>> place, _ = Follower(even, NoLimitHoldem(sizes=(100,))).follow("c x | AhKh2c")
    >>> place.seat_name, str(place.line), place.menu.words, place.strategy.shape
    ('big blind', 'c x | AhKh2c', ('x', 'b4', 'a'), (1326, 3))
    >>> str(place.after(place.menu.actions[0]).line), place.name_of(0), place.posterior().shape
    ('c x | AhKh2c x', 'small blind', (2, 1326))
    """

    rows: Rows
    follow: Follow
    real: Poker
    tracks: tuple[Track, ...]
    off: tuple[OffMenu, ...] = ()
    before: Place | None = None
    step: PokerAction | tuple[int, ...] | None = None
    taken: tuple[tuple[int, tuple[int, ...] | None], ...] = ()
    part: str = ""
    outer: Place | None = None

    @property
    def seat(self) -> int:
        """The seat to act."""
        return self.real.active

    @property
    def seat_name(self) -> str:
        """The name of the seat to act."""
        return self.name_of(self.seat)

    def name_of(self, seat: int) -> str:
        """Return the name of a seat by its position."""
        return seat_name(seat, self.real.players, self.real.button)

    @property
    def decides(self) -> bool:
        """Whether a seat is to act."""
        return not self.real.terminal and not self.real.chance

    @cached_property
    def weights(self) -> list[float]:
        """The weight of each track."""
        return weights_of(self.tracks)

    @cached_property
    def infoset(self) -> PokerInfoset:
        """What the seat to act knows, but for its cards."""
        exact = self.tracks[0].shown is self.real
        return self.seen[0].infoset if exact else self.real.infoset(self.seat)

    @cached_property
    def seen(self) -> list[Seen]:
        """The decision of the seat to act, for each track."""
        return [Seen(self.rows.view, track.shown) for track in self.tracks]

    @cached_property
    def policies(self) -> list[Policy]:
        """What the strategy does with every hand, for each track."""
        return [self.rows.policy(seen) for seen in self.seen]

    @cached_property
    def menu(self) -> Menu:
        """The actions of the seat to act."""
        return Menu.of(self.infoset, self.seen, self.weights)

    @cached_property
    def strategy(self) -> Floats:
        """The probability of each action of the menu with each hand; shape (1326, actions).

        Uniform where training has not visited the place, and 0 for hands that the board excludes.
        """
        return self.menu.blended([policy.of_hands() for policy in self.policies])

    def choices(self, hands: Ints | slice = ALL) -> Choices:
        """Return what the seat to act does with some hands.

        In a part, that is what the part does if training has visited the place there with the hand;
        otherwise what is done outside of the part.

        Parameters
        ----------
        hands
            The numbers of the hands; all 1,326 by default.
        """
        own = None
        if not isinstance(hands, slice) and len(hands) == 1:  # by itself it takes a fraction
            own = self.own(Cards(int(MASKS[hands[0]])))
        if own is None and hands is ALL:
            chances = self.strategy
        else:
            parts = own.chances if own else [policy.of_hands(hands) for policy in self.policies]
            chances = self.menu.blended(parts)
        found = Choices(self.menu.words, self.menu.actions, chances)
        if self.outer is None:
            return found
        known = np.array([own.known]) if own else self.visited[hands]
        return found if known.all() else found.where(known, self.outer.choices(hands))

    def own(self, cards: Cards) -> Own:
        """Return what the strategy does with one hand."""
        asked = [self.rows.of_hand(seen, cards) for seen in self.seen]
        chances, known = [], True
        for seen, (_, found, _) in zip(self.seen, asked, strict=True):
            n = len(seen.menu)
            known = known and (found is not None or n == 1)
            chances.append((np.full(n, 1 / n) if found is None else found).reshape(1, n))
        bucket, _, (row, at) = asked[0]
        return Own(bucket, known, chances, (np.array([row]), np.array([at])))

    @property
    def visited(self) -> NDArray[np.bool_]:
        """With which hands training has visited the place; shape (1326,)."""
        known: NDArray[np.bool_] = np.all([policy.visited for policy in self.policies], axis=0)
        return known

    @property
    def action(self) -> PokerAction | None:
        """What was done at the place before; None if cards were dealt."""
        return self.step if isinstance(self.step, PokerAction) else None

    @cached_property
    def steps(self) -> tuple[PokerAction | tuple[int, ...], ...]:
        """The actions that led here, and the cards of the board, in turn."""
        before = () if self.before is None else self.before.steps
        return before if self.step is None else (*before, self.step)

    @property
    def line(self) -> Line:
        """The line of play that leads here."""
        return Line(self.rows.root, self.steps)

    @property
    def when(self) -> str:
        """After which line of play the place is, in words that can be asked for."""
        return f"after {self.line}" if self.steps else "at the start"

    @property
    def asked(self) -> tuple[tuple[str, float], ...]:
        """The histories that are asked for instead of the real one, each with its weight."""
        if all(track.hand is self.real for track in self.tracks):
            return ()
        done = [
            "|" if isinstance(step, tuple) else word_of(step, hand.infoset(hand.active))
            for hand, step in self.line
        ]
        several = [[*done[: len(done) - len(each.words)], *each.words] for each in self.tracks]
        texts = [" ".join(filter(None, words)).removesuffix(" |") for words in several]
        return tuple(zip(texts, self.weights, strict=True))

    def after(self, action: PokerAction) -> Place:
        """Return the place after an action.

        Raises
        ------
        GameError
            If the action is not legal.
        """
        after = act(self.real, action)
        action = self.infoset.concrete(action) if is_bet(action) else action
        steps: list[tuple[int, Step]] = []
        for number, (track, seen) in enumerate(zip(self.tracks, self.seen, strict=True)):
            following = self.follow.steps(self.real, action, after, track, seen)
            steps += [(number, step) for step in following]
        steps = sorted(steps, key=lambda pair: pair[1].track.apart)[: self.follow.most]
        taken = tuple((number, step.indices) for number, step in steps)
        tracks = tuple(step.track for _, step in steps)
        off = *self.off, *self._off(action, after, [step for _, step in steps])
        outer = None if self.outer is None else self.outer.after(action)
        return self._next(after, tracks, off=off, step=action, taken=taken, outer=outer)

    def dealt(self, cards: Sequence[int]) -> Place:
        """Return the place after the cards that are due, in any order.

        Raises
        ------
        GameError
            If other cards are due, or a card is not left in the deck.
        """
        check_due(cards, self.real)
        real = self.real.after_board(cards)
        tracks = []
        for track in self.tracks:
            if track.hand is self.real:
                tracks.append(Track(real, real))
                continue
            hand, words = track.hand.after_board(cards), (*track.words, "|")
            tracks.append(replace(track, hand=hand, shown=hand, words=words))
        outer = None if self.outer is None else self.outer.dealt(cards)
        return self._next(real, tuple(tracks), off=self.off, step=tuple(cards), outer=outer)

    def entering(self, rows: Rows, follow: Follow, part: str) -> Place:
        """Return the same place in a part of the run, whose strategy knows the real history."""
        tracks = (Track(self.real, self.real),)
        inside = self._next(self.real, tracks, outer=self)
        return replace(inside, rows=rows, follow=follow, part=part)

    def _next(self, real: Poker, tracks: tuple[Track, ...], **changes: Any) -> Place:
        """Return a place after this one."""
        return Place(self.rows, self.follow, real, tracks, before=self, part=self.part, **changes)

    @cached_property
    def reach(self) -> Floats:
        """How likely each seat does what it did, with each hand.

        Shape (players, 1326), hands by :func:`zerosum.pkr.hands.isomorphism.hand_number`; 0 for
        hands with a card of the board. An action that no action of the menu stands for counts as
        certain. In a game that begins with ranges, these are a part of it.
        """
        if self.before is None:
            return self.rows.reach
        reach = self.before.reach.copy()
        if self.action is None:
            reach[:, ~free_of(self.real)] = 0.0
            return reach
        reach[self.before.seat] *= self.done
        return reach

    @property
    def counts(self) -> Floats:
        """How much each hand of the seat to act counts in means; shape (1326,).

        All that the board allows count the same; in a game that begins with ranges, as much as they
        come there, or if none does, as they are dealt.
        """
        free = free_of(self.real).astype(np.float64)
        if not self.rows.ranged:
            return free
        reach = self.reach[self.seat]
        counts: Floats = reach if reach.any() else self.rows.reach[self.seat] * free
        return counts

    @cached_property
    def done(self) -> Floats:
        """How likely the seat before did what it did, with each hand; shape (1326,)."""
        assert self.before is not None
        assert self.action is not None
        return self._did(self.action, self.before)

    def _did(self, action: PokerAction, before: Place) -> Floats:
        """Return how likely the seat did what it did, with each hand; shape (1326,)."""
        mixed, visited = np.zeros(len(MASKS)), np.ones(len(MASKS), np.bool_)
        for weight, (number, taken) in zip(self.weights, self.taken, strict=True):
            policy = before.policies[number]
            indices = passive(action, before.seen[number]) if taken is None else taken
            mixed += weight * (policy.chances(indices) if indices else 1.0)
            visited &= policy.visited
        if self.outer is None or before.outer is None or visited.all():
            return mixed
        return np.where(visited, mixed, self.outer._did(action, before.outer))

    def posterior(self, dead: Cards = NO_CARDS) -> Floats:
        """Return the probability of each hand of each seat.

        By Bayes, from the strategy and from equally likely hands without known cards. Hands of
        other seats are not known, and each seat is taken by itself.

        Parameters
        ----------
        dead
            Cards that no seat can hold, beside the cards of the board: the own hand.

        Returns
        -------
        Shape (players, 1326), hands by :func:`zerosum.pkr.hands.isomorphism.hand_number`. The row
        of a seat that does what it did with no hand is zero.
        """
        weights: Floats = self.reach * (MASKS & dead.mask == 0)
        totals = weights.sum(axis=1, keepdims=True)
        np.divide(weights, totals, out=weights, where=totals > 0)
        return weights

    def _off(self, action: PokerAction, after: Poker, steps: Sequence[Step]) -> list[OffMenu]:
        """Return the action if it was a bet that was not on the menu."""
        if all(step.track.hand is after for step in steps):
            return []
        infoset = self.infoset
        chips = infoset.quantity(action)
        if not is_bet(action) or all(step.indices and step.bet in {None, chips} for step in steps):
            return []
        bets = [step for step in steps if step.bet is not None]
        pot = infoset.total + infoset.cost
        apart = tuple(abs(chips - (step.bet or 0)) / pot for step in bets)
        words = tuple(step.word for step in bets)
        return [OffMenu(self.seat, infoset.pips[self.seat] + chips, words, apart)]


def first_place(rows: Rows, most: int = 1) -> Place:
    """Return the start of a hand, with the cards of all seats face down.

    That is the first decision, unless all seats are all-in by their blinds.

    Parameters
    ----------
    rows
        The strategy.
    most
        How many abstract histories may stand for one with bets that are not on the menu: see
        :class:`~zerosum.pkr.places.tracks.Follow`.
    """
    hand = rows.root.face_down
    return Place(rows, Follow(rows.view, most), hand, (Track(hand, hand),))
