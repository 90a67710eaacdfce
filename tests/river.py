"""An independent version of the public engine's betting, and helpers to reach a history."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from zerosum.abstraction import Product
from zerosum.cards import card, parse
from zerosum.pkr.game import Bet, Call, Check, Deal, Fold, PokerAction, RiverOfBlood
from zerosum.pkr.infoset import InfoSet
from zerosum.rng import Random

STACK = 400


@dataclass
class Engine:
    """The betting of the public engine in its own terms: stacks are what is left."""

    stacks: list[int]
    pips: list[int]
    button: int = 0
    street: int = 0
    folded: int | None = None
    closed: bool = False

    @classmethod
    def start(cls) -> Engine:
        return cls([STACK - 1, STACK - 2], [1, 2])

    @property
    def active(self) -> int:
        return self.button % 2

    @property
    def cost(self) -> int:
        return self.pips[1 - self.active] - self.pips[self.active]

    def legal(self) -> set[type[PokerAction]]:
        if self.cost == 0:
            return {Check} if 0 in self.stacks else {Check, Bet}
        poor = self.cost == self.stacks[self.active] or self.stacks[1 - self.active] == 0
        return {Fold, Call} if poor else {Fold, Call, Bet}

    def bet_bounds(self) -> tuple[int, int]:
        """The engine's bounds of a raise, less the own pip: chips added."""
        most = min(self.stacks[self.active], self.stacks[1 - self.active] + self.cost)
        return min(most, self.cost + max(self.cost, 2)), most

    def act(self, action: PokerAction) -> None:
        if isinstance(action, Fold):
            self.folded = self.active
        elif isinstance(action, Check):
            over = self.button > (0 if self.street == 0 else 1)
            self.button += 1
            self.closed = over
        elif isinstance(action, Call):
            limp = self.button == 0
            self._pay(self.cost)
            self.closed = not limp
        else:
            assert isinstance(action, Bet)
            self._pay(action.quantity)

    def next_street(self, board: int) -> None:
        self.pips, self.button, self.street, self.closed = [0, 0], 1, board, False

    def _pay(self, chips: int) -> None:
        self.stacks[self.active] -= chips
        self.pips[self.active] += chips
        self.button += 1


def deal(game: RiverOfBlood, rng: Random) -> RiverOfBlood:
    while game.chance:
        game = game.apply(game.sample(rng))
    return game


def stacked(cards: str) -> RiverOfBlood:
    """A hand before the flop: two cards for player 0, two for player 1."""
    return dealt(RiverOfBlood(), cards)


def dealt(game: RiverOfBlood, cards: str) -> RiverOfBlood:
    for start in range(0, len(cards), 2):
        game = game.apply(Deal(card(cards[start : start + 2])))
    return game


def infoset(hand: str, board: str) -> InfoSet:
    """The infoset of player 0 with a hand and a board, as if nothing had been bet."""
    last = parse(board[-2:]).mask.bit_length() - 1 if board else -1
    seen = stacked("2h2d3h3d").infoset(0)
    return replace(seen, hand=parse(hand), community=parse(board), last=last)


def parts(cards: Product) -> list[Any]:
    """The buckets of each street behind the factor of all of them."""
    return [part.factor.target for part in cards.factors[0].target.parts]


def act(game: RiverOfBlood, *actions: PokerAction) -> RiverOfBlood:
    for action in actions:
        game = game.apply(action)
    return game
