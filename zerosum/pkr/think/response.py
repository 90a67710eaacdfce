r"""Local best response in poker, against any opponents that answer with a policy at a place.

The exploiter knows its own cards, and how likely the opponent comes to a place with each of the
1,326 hands. It decides as :func:`zerosum.evaluation.local_best_response` does: it takes the action
with the best local value, one bet ahead of checking and calling.

On a street nothing is drawn: all actions of the opponent are followed, each with the hands that
take it. If the lines that lead to the next street have the share :math:`m` of the weights, the hand
goes on there with the probability :math:`\sqrt m`, which costs least time for a given error. One of
these lines is drawn, by its pot and by how likely it is, and then the cards. So opponents that
differ on one street only are compared with little noise. What is drawn is corrected for luck by the
terms of AIVAT (Burch et al. 2018), with the value of checking and calling. A line counts as

.. math:: v_0 + \frac{1}{q} \left( w_1 - v_1 \right)

where :math:`q` is the probability that it is drawn, :math:`v_0` and :math:`v_1` are the values of
checking and calling before and after the cards, and :math:`w_1` is what the exploiter wins after
them, all times the weights of the range; and as :math:`v_0` if it is not drawn. Before the
exploiter's own cards are dealt, checking and calling is worth nothing, so that their luck is
corrected, too.

The value of checking and calling is half the pot, times how much more often the exploiter's hand is
the stronger one. That is exact if at most one card of hold'em is missing, and else a mean over
boards that are completed at random. The exploiter decides by other boards than those that count:
otherwise it would choose what these boards favour, and seem to win more than it does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any, NamedTuple

import numpy as np

from zerosum.pkr.actions import Call, Check, Fold, PokerAction
from zerosum.pkr.face import Poker
from zerosum.pkr.holdem.game import Holdem
from zerosum.pkr.places.follower import Follower
from zerosum.pkr.places.place import Place
from zerosum.pkr.places.policy import MASKS
from zerosum.pkr.think.opponents import Opponent, Play
from zerosum.pkr.think.outlook import edges_against
from zerosum.rng import Random
from zerosum.tables import Floats


@dataclass(frozen=True)
class Shuffled:
    """What chance decides in a deal.

    Parameters
    ----------
    cards
        The deck: two cards of each player, then those of the board.
    lots
        Which line is followed from each street on, 0 to 1.
    stream
        Of the boards on which hands are compared.
    """

    cards: tuple[int, ...]
    lots: tuple[float, ...]
    stream: int

    @classmethod
    def of(cls, deck: Sequence[int], rng: Random) -> Shuffled:
        """Return a shuffled deck."""
        cards = list(deck)
        for left in range(len(cards), 1, -1):
            at = rng.integer(left)
            cards[at], cards[left - 1] = cards[left - 1], cards[at]
        return cls(tuple(cards), tuple([rng.random() for _ in cards]), rng.branch())


class Chips:
    """What one of two players wins in a hand, beyond what an even showdown wins.

    Parameters
    ----------
    start
        The start of the hand.
    player
        The player.

    Attributes
    ----------
    even
        The net chips of an even showdown: half the difference of the antes.
    """

    def __init__(self, start: Any, player: int) -> None:
        holdem = isinstance(start, Holdem)
        antes, purses = (start.posted, start.purses) if holdem else ((0, 0), start.stacks)
        self.player, self._ante, self._most = player, sum(antes) / 2, min(purses)
        self.even = (antes[1 - player] - antes[player]) / 2

    def folded(self, hand: Poker) -> float:
        """Return what the player wins if the seat to act folds."""
        lost: float = self._ante + _paid(hand)[0][hand.active]
        return -lost if hand.active == self.player else lost

    def stake(self, hand: Poker) -> float:
        """Return half the pot of a showdown to which both check and call from a hand on."""
        stake: float = self._ante + min(_paid(hand)[1], self._most)
        return stake

    def goes_on(self, hand: Poker) -> bool:
        """Return whether players can bet after the cards that are due."""
        return hand.chance and _paid(hand)[1] < self._most


def _paid(hand: Any) -> tuple[Sequence[float], float]:
    """Return what each of two players has paid, antes apart, and what a call comes to."""
    if isinstance(hand, Holdem):
        return hand.paid, hand.level
    paid = [hand.pot / 2 + pips for pips in hand.pips]
    return paid, max(paid)


class Line(NamedTuple):
    """A line to the next street: where it ends, and how likely the opponent leads there."""

    place: Place
    reach: Floats
    size: float
    """Its pot, times how likely it is."""


class Street:
    """A street that an exploiter has come to.

    Parameters
    ----------
    follower
        Follows hands through places.
    play
        How the opponent plays the street.
    chips
        What the exploiter wins.
    edges
        How much more often its hand is the stronger one than each hand of the opponent, on the
        boards by which it decides and on those that count; shape (2, 1326), 0 for hands that share
        a card with its own.
    apart
        1 for each hand that shares no card with its own, else 0; shape (1326,).

    Attributes
    ----------
    lines
        After :meth:`win`, the lines that lead to the next street.
    """

    def __init__(
        self, follower: Follower, play: Play, chips: Chips, edges: Floats, apart: Floats
    ) -> None:
        self._after, self._play, self._chips = follower.after, play, chips
        self._deciding, self._counting = edges
        self._apart = apart
        self.lines: list[Line] = []

    def called(self, place: Place, reach: Floats) -> float:
        """Return what the exploiter wins if both check and call, times the weights."""
        return self._chips.stake(place.real) * float(reach @ self._counting)

    def win(self, place: Place, reach: Floats) -> float:
        """Return what the exploiter wins from a place on, times the weights.

        Parameters
        ----------
        place
            The place.
        reach
            How likely the opponent does what led there, with each hand; shape (1326,).
        """
        if not place.decides:
            mass = float(reach @ self._apart)
            if mass > 0.0 and self._chips.goes_on(place.real):
                self.lines.append(Line(place, reach, mass * self._chips.stake(place.real)))
            return self.called(place, reach)
        if place.seat == self._chips.player:
            return self._taken(place, self.best(place, reach), reach)
        parts = [
            self._taken(place, action, reach * chances)
            for action, chances in self._play.chances(place).items()
        ]
        return sum(parts)

    def _taken(self, place: Place, action: PokerAction, reach: Floats) -> float:
        """Return what the exploiter wins after an action, times the weights."""
        mass = float(reach @ self._apart)
        if mass == 0.0:
            return 0.0
        if isinstance(action, Fold):
            return self._chips.folded(place.real) * mass
        return self.win(self._after(place, action), reach)

    def best(self, place: Place, reach: Floats) -> PokerAction:
        """Return the action of the exploiter with the best local value; the first of equals."""
        return max(self._play.menu(place), key=lambda action: self._worth(place, action, reach))

    def _worth(self, place: Place, action: PokerAction, reach: Floats) -> float:
        """Return the local value of an action, times the weights."""
        if isinstance(action, Fold):
            return self._chips.folded(place.real) * float(reach @ self._apart)
        real, won = place.real, 0.0
        if not isinstance(action, Check | Call):
            after = self._after(place, action)
            real = after.real
            if after.decides:
                folds = reach * self._play.chances(after).get(Fold(), 0.0)
                reach, won = reach - folds, self._chips.folded(real) * float(folds @ self._apart)
        return won + self._chips.stake(real) * float(reach @ self._deciding)


class Response:
    """Local best response in one deal, from one seat, against each of several opponents.

    As long as they play alike, they are followed together.

    Parameters
    ----------
    opponents
        Against whom; they share their places.
    player
        The seat of the exploiter.
    dealt
        The cards.
    runs
        How many boards there are to decide by, and how many that count.
    """

    def __init__(
        self, opponents: Sequence[Opponent], player: int, dealt: Shuffled, runs: int
    ) -> None:
        self._opponents, self._player, self._dealt, self._runs = opponents, player, dealt, runs
        self._own = sum(1 << card for card in dealt.cards[2 * player : 2 * player + 2])
        self._apart = (MASKS & self._own == 0).astype(np.float64)
        self._follower = opponents[0].follower
        self._chips = Chips(self._follower.start.real, player)

    def won(self) -> Floats:
        """Return what the exploiter wins from each opponent, in chips, corrected for luck."""
        start = self._follower.start
        reach = start.reach[1 - self._player]
        beyond = self._beyond(self._opponents, start, reach, 0)
        return self._chips.even + beyond / float(reach @ self._apart)

    def _beyond(
        self, opponents: Sequence[Opponent], place: Place, reach: Floats, depth: int
    ) -> Floats:
        """Return what the exploiter wins more than by checking and calling, times the weights.

        Parameters
        ----------
        opponents
            They played alike so far.
        place
            Where a street begins.
        reach
            How likely they do what led there, with each hand.
        depth
            How many streets came before.
        """
        plays = [opponent.on(place, 1 - self._player, reach) for opponent in opponents]
        edges = edges_against(place.real, self._own, self._runs, self._dealt.stream)
        groups = [opponents] if len({*plays}) == 1 else [[opponent] for opponent in opponents]
        won = []
        for group, play in zip(groups, plays, strict=False):
            street = Street(self._follower, play, self._chips, edges, self._apart)
            beyond = street.win(place, reach) - street.called(place, reach)
            later = self._later(group, street.lines, float(reach @ self._apart), depth)
            won.append(beyond + later)
        return np.concatenate(won)

    def _later(
        self, opponents: Sequence[Opponent], lines: Sequence[Line], mass: float, depth: int
    ) -> Floats:
        """Return what it wins so on later streets, from one of the lines that lead there.

        ``mass`` is the weight of the hands at the start of the street.
        """
        none, sizes = np.zeros(len(opponents)), np.cumsum([line.size for line in lines])
        goes_on = sqrt(sum(float(line.reach @ self._apart) for line in lines) / mass)
        if self._dealt.lots[depth] >= goes_on:
            return none
        lot = self._dealt.lots[depth] / goes_on * sizes[-1]
        line = lines[min(int(np.searchsorted(sizes, lot, "right")), len(lines) - 1)]
        real = line.place.real
        shown = 4 + len(real.community)
        board = self._dealt.cards[shown : shown + real.due]
        place = self._follower.after(line.place, board)
        reach = line.reach * (MASKS & place.real.community.mask == 0)
        if not reach @ self._apart:
            return none
        # Of the cards that the exploiter does not see, two are the opponent's, and cannot come.
        unseen = len(real.deck.cards) - len(real.community) - 2
        chance = goes_on * line.size / float(sizes[-1])
        for number in range(unseen, unseen - real.due, -1):
            chance *= (number - 2) / number
        return self._beyond(opponents, place, reach, depth + 1) / chance
