"""Deals that a strategy plays out from a place, after each of several actions.

All deals are played side by side: those that are at one place are one group, which draws its
actions from one matrix of the strategy.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from zerosum.cards import Cards
from zerosum.errors import GameError
from zerosum.pkr.abstraction.tracking import act
from zerosum.pkr.actions import PokerAction
from zerosum.pkr.equities.showdowns import values_of
from zerosum.pkr.face import Poker, seats_of
from zerosum.pkr.holdem.resumed import Ranges
from zerosum.pkr.places.follower import Follower
from zerosum.pkr.places.place import Place
from zerosum.pkr.places.policy import MASKS
from zerosum.tables import Floats, Ints

_CARDS = np.arange(52)


def playouts(
    follower: Follower,
    place: Place,
    own: Ints,
    actions: Sequence[PokerAction],
    deals: int,
    seed: int,
) -> Floats:
    """Return what each action wins with each hand in each deal, in net chips of the whole hand.

    Shape (deals, hands, actions); not a number where the hand and the deal share a card, or if the
    others hold no hands with which the strategy does what they did. In a deal, all actions and
    hands meet the same hands of other seats, the same order of the cards to come, and the same
    random numbers for the actions to come.

    Parameters
    ----------
    follower, place
        The strategy, and a decision.
    own
        The numbers of the hands of the seat to act: one, or all.
    actions
        Legal actions, bets by their chips.
    deals, seed
        How many deals, and equal seeds give equal ones.
    """
    real, seat = place.real, place.seat
    gone = ~real.deck.cards.mask | real.community.mask
    own_masks, reach = MASKS[own], place.reach.copy()
    # All hands leave as many hands to the others, so that they do not weight those.
    reach[seat] = 0.0
    reach[seat, own] = own_masks & gone == 0
    whole = seed & (1 << 64) - 1
    won = np.full((deals, len(own), len(actions)), np.nan)
    try:
        ranges = Ranges.of(MASKS, reach)
    except GameError:
        return won
    held = ranges.deals(deals, np.random.default_rng([whole, 0]))
    order = np.random.default_rng([whole, 1]).random((deals, len(_CARDS)))
    others = np.delete(MASKS[held], seat, axis=1).sum(axis=1) | gone
    deal, hand = np.nonzero(others[:, None] & own_masks == 0)
    hands = held[deal]
    hands[:, seat] = own[hand]
    for column, action in enumerate(actions):
        playing = _Playing(
            follower, seat, deal, hands, others[deal] | own_masks[hand], order, whole
        )
        won[deal, hand, column] = playing.after(place, action)
    return won


@dataclass(frozen=True, eq=False)
class _Playing:
    """Hands to play out, which are numbered; each array has a row for each.

    Parameters
    ----------
    follower, seat
        The strategy, and whose chips are counted.
    deal
        The number of the deal.
    hands
        Shape (hands, players): the numbers of the hands of the seats.
    used
        The cards that cannot come, as masks.
    order
        Shape (deals, 52): cards come by rising numbers.
    seed
        Of the numbers that choose actions.
    """

    follower: Follower
    seat: int
    deal: Ints
    hands: Ints
    used: Ints
    order: Floats
    seed: int

    def after(self, place: Place, action: PokerAction) -> Floats:
        """Return what the seat wins with each hand after an action; shape (hands,)."""
        won = np.empty(len(self.deal))
        chances: dict[int, Floats] = {}
        todo: list[tuple[Place, Any, Ints, int]] = [(place, action, np.arange(len(won)), 0)]
        while todo:
            before, step, which, decisions = todo.pop()
            is_action = isinstance(step, PokerAction)
            real = act(before.real, step) if is_action else before.real.after_board(step)
            if real.terminal or not real.live >> self.seat & 1:
                won[which] = self._paid(real, which)
                continue
            here = self.follower.after(before, step)
            if real.chance:
                todo += [(here, cards, some, decisions) for cards, some in self._dealt(real, which)]
                continue
            if decisions not in chances:
                rng = np.random.default_rng([self.seed, 2, decisions])
                chances[decisions] = rng.random(len(self.order))
            for then, some in self._chosen(here, which, chances[decisions]):
                todo.append((here, then, some, decisions + 1))
        return won

    def _chosen(
        self, place: Place, which: Ints, chances: Floats
    ) -> Iterator[tuple[PokerAction, Ints]]:
        """Yield the actions that are drawn for hands, with the hands."""
        choices = place.choices(self.hands[which, place.seat])
        sums = choices.chances.cumsum(axis=1)
        wanted = chances[self.deal[which]] * sums[:, -1]
        drawn = np.minimum((sums <= wanted[:, None]).sum(axis=1), sums.shape[1] - 1)
        for index in np.unique(drawn).tolist():
            yield choices.actions[index], which[drawn == index]

    def _dealt(self, real: Poker, which: Ints) -> Iterator[tuple[tuple[int, ...], Ints]]:
        """Yield the cards of the board that come next for hands, with the hands."""
        used = self.used[which] | real.community.mask
        taken = used[:, None] >> _CARDS & 1 == 1
        order = np.where(taken, np.inf, self.order[self.deal[which]])
        cards = order.argsort(axis=1)[:, : real.due]
        boards, group = np.unique(cards, axis=0, return_inverse=True)
        for number, board in enumerate(boards.tolist()):
            yield tuple(board), which[group.ravel() == number]

    def _paid(self, real: Poker, which: Ints) -> Floats:
        """Return what hands win at the end, or once their seat has folded.

        The payoff depends only on the order of the hands, so it is computed once for each order.
        """
        live = seats_of(real.live)
        if len(live) == 1 or self.seat not in live:
            return np.full(len(which), real.payoff(self.seat))
        first = group = np.zeros(1, np.int64)
        if len(which) > 1:
            values = values_of(real)[self.hands[which][:, live]]
            better = (values[:, :, None] > values[:, None, :]).reshape(len(which), -1)
            _, first, group = np.unique(better, axis=0, return_index=True, return_inverse=True)
        found = []
        for hands in self.hands[which[first]]:
            shown = real.holding(*[Cards(mask) for mask in MASKS[hands].tolist()])
            found.append(shown.payoff(self.seat))
        return np.array(found)[group.ravel()]
