"""What hands win on the last street, against all that the other live seat may hold.

A walk over the places that may follow carries how likely the rival leads there with each hand, and
returns what each own hand wins there. Showdowns take a time that grows with the number of hands
(:class:`~zerosum.tree.public.RankedHands`).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from zerosum.cards import NO_CARDS, Cards
from zerosum.pkr.abstraction.tracking import act
from zerosum.pkr.actions import PokerAction
from zerosum.pkr.equities.showdowns import Pair, numbers_of, ranked_hands, unequal
from zerosum.pkr.face import Poker
from zerosum.pkr.places.follower import Follower
from zerosum.pkr.places.place import Place
from zerosum.pkr.places.policy import MASKS
from zerosum.tables import Floats
from zerosum.tree.public.betting import RankedHands


def endings(follower: Follower, place: Place, actions: Sequence[PokerAction]) -> Floats:
    """Return what actions win with each hand, in net chips of the whole hand.

    Shape (1326, actions); not a number for hands that cannot be held, against any of the rival.

    Parameters
    ----------
    follower, place
        The strategy, and a decision on the last street with two live seats.
    actions
        Legal actions, bets by their chips.
    """
    ending = _Ending(follower, place)
    reach = place.reach[ending.rival, ending.numbers]
    masses = ending.held.free(reach)
    values = np.full((len(MASKS), len(actions)), np.nan)
    for column, action in enumerate(actions):
        won = ending.after(place, action, reach)
        ratios = np.divide(won, masses, out=np.full(len(won), np.nan), where=masses > _LEAST)
        values[ending.numbers, column] = ratios
    return values


_LEAST = 1e-12  # a smaller mass is what rounding leaves of no hand at all


class _Ending:
    """The last street from a place on, as the seat to act there sees it."""

    def __init__(self, follower: Follower, place: Place) -> None:
        cards, ends = ranked_hands(place.real)
        self.follower, self.seat = follower, place.seat
        self.rival = (place.real.live & ~(1 << place.seat)).bit_length() - 1
        self.numbers, self.pair = numbers_of(cards), unequal(cards, ends)
        self.held = RankedHands(cards, ends)

    def after(self, place: Place, action: PokerAction, reach: Floats) -> Floats:
        """Return what each hand wins after an action, summed over the rival's hands."""
        real = act(place.real, action)
        if real.terminal:
            return self._paid(real, reach)
        return self._at(self.follower.after(place, action), reach)

    def _at(self, place: Place, reach: Floats) -> Floats:
        """Return what each hand wins at a decision, summed over the rival's hands."""
        values: Floats = np.zeros(len(self.numbers))
        choices = place.choices(self.numbers)
        for action, shares in zip(choices.actions, choices.chances.T, strict=True):
            if place.seat == self.seat:
                if shares.any():
                    values += shares * self.after(place, action, reach)
            elif (led := shares * reach).any():
                values += self.after(place, action, led)
        return values

    def _paid(self, real: Poker, reach: Floats) -> Floats:
        """Return what each hand wins at a terminal, summed over the rival's hands."""
        met = self.held.free(reach)
        if real.live.bit_count() == 1:
            return real.payoff(self.seat) * met
        won, lost = self._net(real, self.pair), self._net(real, self.pair[::-1])
        return (won + lost) / 2 * met + (won - lost) / 2 * self.held.ahead(reach)

    def _net(self, real: Poker, pair: Pair) -> float:
        """Return what the seat wins at a showdown of two hands, its own first."""
        hands = [NO_CARDS] * real.players
        for seat, (low, high) in zip((self.seat, self.rival), pair, strict=True):
            hands[seat] = Cards(1 << low | 1 << high)
        return real.holding(*hands).payoff(self.seat)
