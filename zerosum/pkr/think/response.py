r"""Local best response in poker, against any opponents that answer with a policy at a place.

The exploiter knows its own cards, and how likely the opponent comes to a place with each of the
1,326 hands. It decides as :func:`zerosum.evaluation.local_best_response` does: it takes the action
with the best local value, one bet ahead of checking and calling. It may also make bets that are not
on the menu, since a menu hides what an opponent does after them.

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

from collections.abc import Callable, Sequence
from math import sqrt
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from zerosum.pkr.actions import Bet, Fold, PokerAction
from zerosum.pkr.face import Poker
from zerosum.pkr.hands.isomorphism import hand_number
from zerosum.pkr.holdem.game import Holdem
from zerosum.pkr.places.place import Place
from zerosum.pkr.places.policy import MASKS
from zerosum.pkr.think.opponents import Opponent, Spot
from zerosum.pkr.think.outlook import edges_against
from zerosum.tables import Floats

COUNTED = 24
"""How many random boards count: more would cost more than the noise that they take away."""


class Dealt(NamedTuple):
    """What chance decides in a deal.

    Parameters
    ----------
    cards
        The deck, shuffled: two cards of each player, then those of the board.
    lots
        Which line is followed from each street on, 0 to 1.
    stream
        Of the boards that count, at least 1; those to decide by are the same in all deals.
    """

    cards: Sequence[int]
    lots: Sequence[float]
    stream: int


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


def _paid(hand: Poker) -> tuple[Sequence[float], float]:
    """Return what each of two players has paid, antes apart, and what a call comes to."""
    if isinstance(hand, Holdem):
        return hand.paid, hand.level
    paid = [hand.pot / 2 + pips for pips in hand.pips]
    return paid, max(paid)


Beside: TypeAlias = Callable[[Place], Sequence[PokerAction]]
"""Returns bets that an exploiter makes beside those of the menu at a place."""


def by_menu(place: Place) -> Sequence[PokerAction]:  # noqa: ARG001
    """Return none."""
    return ()


class Line(NamedTuple):
    """A line to the next street.

    Parameters
    ----------
    spot
        Where it ends.
    reach
        How likely the opponent leads there, with each hand.
    mass
        The weight of the hands that share no card with the exploiter's.
    size
        The weight times half the pot.
    """

    spot: Spot
    reach: Floats
    mass: float
    size: float


class Response:
    """Local best response in one deal, from one seat, against each of several opponents.

    As long as they play alike, they are followed together.

    Parameters
    ----------
    opponents
        Against whom.
    start
        Where a hand begins, played by the strategy.
    player
        The seat of the exploiter.
    dealt
        The cards.
    runs
        How many boards there are to decide by.
    beside
        Returns bets beside those of the menu at a place; the opponents must know what to do then.

    Attributes
    ----------
    apart
        1 for each hand that shares no card with the exploiter's, else 0; shape (1326,).
    asked, unknown
        The weight of all decisions of the strategy, and of those that training has not visited.
    """

    def __init__(
        self,
        opponents: Sequence[Opponent],
        start: Spot,
        player: int,
        dealt: Dealt,
        runs: int,
        beside: Beside = by_menu,
    ) -> None:
        self.opponents, self.start, self.dealt, self.runs = opponents, start, dealt, runs
        self.beside = beside
        own = sum(1 << card for card in dealt.cards[2 * player :][:2])
        self.own = hand_number(own)
        self.apart = (MASKS & own == 0).astype(np.float64)
        self.chips = Chips(start.real, player)
        self.asked = self.unknown = 0.0

    def won(self) -> Floats:
        """Return what the exploiter wins from each opponent, in chips, corrected for luck."""
        reach = self.start.place.reach[1 - self.chips.player]
        beyond = self._beyond(self.opponents, self.start, reach, 0)
        return self.chips.even + beyond / float(reach @ self.apart)

    def _beyond(
        self, opponents: Sequence[Opponent], start: Spot, reach: Floats, depth: int
    ) -> Floats:
        """Return what the exploiter wins more than by checking and calling, times the weights.

        Parameters
        ----------
        opponents
            They played alike so far.
        start
            Where a street begins, played by the strategy.
        reach
            How likely they do what led there, with each hand.
        depth
            How many streets came before.
        """
        spots = [opponent(start, 1 - self.chips.player, reach) for opponent in opponents]
        groups = [[opponent] for opponent in opponents]
        if spots.count(spots[0]) == len(spots):
            groups = [[*opponents]]
        edges = [
            edges_against(start.real, self.own, runs, stream) * self.apart
            for runs, stream in ((self.runs, 0), (COUNTED, self.dealt.stream))
        ]
        won = []
        for group, spot in zip(groups, spots, strict=False):
            street = Street(self, *edges)
            beyond = street.win(spot, reach) - street.called(spot, reach)
            share = sum(line.mass for line in street.lines) / float(reach @ self.apart)
            won.append(beyond + self._later(group, street.lines, sqrt(share), depth))
        return np.concatenate(won)

    def _later(
        self, opponents: Sequence[Opponent], lines: Sequence[Line], chance: float, depth: int
    ) -> Floats:
        """Return the same of the streets that follow, to which the hand goes on with a chance."""
        none, lot = np.zeros(len(opponents)), self.dealt.lots[depth]
        if lot >= chance:
            return none
        sizes = np.cumsum([line.size for line in lines])
        line = lines[int(np.searchsorted(sizes[:-1], lot / chance * sizes[-1], "right"))]
        real = line.spot.real
        shown = 4 + len(real.community)
        spot = line.spot.after(self.dealt.cards[shown : shown + real.due])
        reach = line.reach * (MASKS & spot.real.community.mask == 0)
        if not reach @ self.apart:
            return none
        # Of the cards that the exploiter does not see, two are the opponent's, and cannot come.
        unseen, drawn = len(real.deck.cards) - len(real.community) - 2, line.size / sizes[-1]
        for number in range(unseen, unseen - real.due, -1):
            drawn *= (number - 2) / number
        return self._beyond(opponents, spot, reach, depth + 1) / (chance * float(drawn))


class Street:
    """A street that an exploiter has come to.

    Parameters
    ----------
    hand
        The exploiter's hand.
    deciding, counting
        How much more often it is the stronger hand than each hand of the opponent, on the boards by
        which it decides and on those that count; shape (1326,) each, 0 for hands that share a card.

    Attributes
    ----------
    lines
        After :meth:`win`, the lines that lead to the next street.
    """

    def __init__(self, hand: Response, deciding: Floats, counting: Floats) -> None:
        self.hand, self.chips, self.apart = hand, hand.chips, hand.apart
        self.deciding, self.counting = deciding, counting
        self.lines: list[Line] = []

    def called(self, spot: Spot, reach: Floats) -> float:
        """Return what the exploiter wins if both check and call, times the weights."""
        return self.chips.stake(spot.real) * float(reach @ self.counting)

    def win(self, spot: Spot, reach: Floats) -> float:
        """Return what the exploiter wins from a spot on, times the weights.

        Parameters
        ----------
        spot
            The spot.
        reach
            How likely the opponent does what led there, with each hand; shape (1326,).
        """
        if not spot.place.decides:
            if self.chips.goes_on(spot.real):
                mass = float(reach @ self.apart)
                size = mass * self.chips.stake(spot.real)
                self.lines.append(Line(spot.by_strategy, reach, mass, size))
            return self.called(spot, reach)
        if spot.place.seat == self.chips.player:
            actions = [*spot.actions, *self.hand.beside(spot.place)]
            # The first of equals.
            action = max(actions, key=lambda action: self.worth(spot, action, reach))
            return self._taken(spot, action, reach)
        if spot.street is None:
            weights = reach * self.apart
            self.hand.asked += float(weights.sum())
            self.hand.unknown += float(weights @ ~spot.visited)
        taken = [
            self._taken(spot, action, reach * chances)
            for action, chances in spot.chances().items()
            if (reach * chances) @ self.apart
        ]
        return sum(taken)

    def _taken(self, spot: Spot, action: PokerAction, reach: Floats) -> float:
        """Return what the exploiter wins after an action, times the weights."""
        if isinstance(action, Fold):
            return self.chips.folded(spot.real) * float(reach @ self.apart)
        return self.win(spot.after(action), reach)

    def worth(self, spot: Spot, action: PokerAction, reach: Floats) -> float:
        """Return the local value of an action of the exploiter, times the weights."""
        if isinstance(action, Fold):
            return self._taken(spot, action, reach)
        won = 0.0
        if isinstance(action, Bet):
            spot = spot.after(action)
            if spot.place.decides:
                folds = reach * spot.chances().get(Fold(), 0.0)
                reach, won = reach - folds, self._taken(spot, Fold(), folds)
        return won + self.chips.stake(spot.real) * float(reach @ self.deciding)
