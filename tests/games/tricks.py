"""A small trick-taking game: six cards, two tricks, and sometimes a trump.

Suits hold the ranks 0, 1, 2; a card is 3 * suit + rank. Each player gets two cards; one card
is turned, and its suit is trump unless it is the highest of its suit. Player 0 leads; suit
must be followed; the winner of a trick scores one point and one for each rank in it, and
leads to the next.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, Optional

from zerosum.actions import UpTo
from zerosum.rng import Random

DECK = 6
HAND = 2


def suit(card: int) -> int:
    return card // 3


def rank(card: int) -> int:
    return card % 3


def size(mask: int) -> int:
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


def beats(card: int, led: int, trump: int | None) -> bool:
    if suit(card) == suit(led):
        return card > led
    return trump is not None and suit(card) == trump


@dataclass(frozen=True)
class View:
    player: int
    hand: int
    trick: Annotated[tuple[int, ...], UpTo(2)]
    played: Annotated[tuple[int, ...], UpTo(4)]
    trump: Optional[int]  # noqa: UP045 (the old spelling, as users still write it)

    def follows(self, card):
        return len(self.trick) == 0 or suit(card) == suit(self.trick[0])

    def actions(self):
        cards = []
        for card in range(DECK):
            if self.hand & (1 << card) and self.follows(card):
                cards.append(card)
        if len(cards) == 0:
            for card in range(DECK):
                if self.hand & (1 << card):
                    cards.append(card)
        return tuple(cards)


@dataclass(frozen=True)
class Tricks:
    hands: tuple[int, int] = (0, 0)
    turned: int | None = None
    trick: Annotated[tuple[int, ...], UpTo(2)] = ()
    played: Annotated[tuple[int, ...], UpTo(4)] = ()
    leader: int = 0
    points: tuple[int, int] = (0, 0)

    @property
    def trump(self) -> int | None:
        if self.turned is None or rank(self.turned) == 2:
            return None
        return suit(self.turned)

    @property
    def dealt(self) -> int:
        return self.hands[0] | self.hands[1]

    @property
    def terminal(self) -> bool:
        return len(self.played) == 2 * HAND

    @property
    def chance(self) -> bool:
        return self.turned is None

    @property
    def active(self) -> int:
        return (self.leader + len(self.trick)) % 2

    def chances(self) -> dict[int, float]:
        left = [card for card in range(DECK) if not self.dealt >> card & 1]
        return {card: 1 / len(left) for card in left}

    def sample(self, rng: Random | None = None) -> int:
        if rng is None:
            rng = Random()
        skip = rng.integer(DECK - size(self.dealt))
        card = 0
        while True:
            if not self.dealt & (1 << card):
                if skip == 0:
                    return card
                skip -= 1
            card += 1

    def infoset(self, player: int) -> View:
        return View(
            player, hand=self.hands[player], trick=self.trick, played=self.played, trump=self.trump
        )

    def payoff(self, player: int) -> float:
        return float(self.points[player] - self.points[1 - player])

    def apply(self, action: int) -> Tricks:
        bit = 1 << action
        if self.chance:
            if size(self.hands[0]) < HAND:
                return Tricks(hands=(self.hands[0] | bit, 0))
            if size(self.hands[1]) < HAND:
                return Tricks((self.hands[0], self.hands[1] | bit))
            return replace(self, turned=action)
        player = self.active
        hands = (
            self.hands[0] & ~bit if player == 0 else self.hands[0],
            self.hands[1] & ~bit if player == 1 else self.hands[1],
        )
        trick = self.trick + (action,)  # noqa: RUF005 (how a growing trick is often written)
        played = self.played + (action,)  # noqa: RUF005
        if len(trick) < 2:
            return Tricks(hands, self.turned, trick, played, self.leader, self.points)
        winner = 1 - self.leader if beats(action, trick[0], self.trump) else self.leader
        worth = 1
        for card in trick:
            worth += rank(card)
        if winner == 0:
            points = (self.points[0] + worth, self.points[1])
        else:
            points = (self.points[0], self.points[1] + worth)
        return Tricks(hands, self.turned, (), played, leader=winner, points=points)
