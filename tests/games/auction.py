"""A bidding game in attrs: hidden faces, bids that are records, a nested record, an array.

Each player is dealt a face. In turn they pass or bid one, two or three; a bid that equals the
last one sees it. A pass after a bid concedes what was bid before it; a pass before any bid
leaves the bid to the other player, and two passes, or a bid seen, show the faces.
"""

from __future__ import annotations

from enum import Enum
from typing import ClassVar

import attrs
import numpy as np


class Face(Enum):
    LOW = 10
    MIDDLE = 20
    HIGH = 50


FACES = (Face.LOW, Face.MIDDLE, Face.HIGH)
WEIGHTS = np.array([0.5, 0.3, 0.2])
WEIGHTS.setflags(write=False)


@attrs.frozen
class Pass:
    pass


@attrs.frozen
class Bid:
    amount: int


@attrs.frozen
class Deal:
    face: Face


@attrs.frozen
class Bids:
    last: int = 0
    before: int = 0
    passes: int = 0

    @property
    def any(self) -> bool:
        return self.last > 0

    def raised(self, amount: int) -> Bids:
        return Bids(last=amount, before=self.last, passes=self.passes)


@attrs.frozen
class Knowledge:
    face: Face
    bids: Bids
    turn: int

    limit: ClassVar[int] = 3
    max_actions: ClassVar[int] = 4

    def actions(self) -> tuple[Pass | Bid, ...]:
        menu: list[Pass | Bid] = [Pass()]
        for amount in range(max(self.bids.last, 1), self.limit + 1):
            menu.append(Bid(amount))
        return tuple(menu)


@attrs.frozen
class Auction:
    faces: tuple[Face, Face] = (Face.LOW, Face.LOW)
    dealt: int = 0
    bids: Bids = Bids()
    turn: int = 0
    conceded: bool = False
    shown: bool = False
    ante: float = 0.5

    players: ClassVar[int] = 2

    @property
    def terminal(self) -> bool:
        return self.conceded or self.shown

    @property
    def chance(self) -> bool:
        return self.dealt < 2

    @property
    def active(self) -> int:
        return self.turn % 2

    @property
    def stake(self) -> float:
        return self.ante + (self.bids.before if self.conceded else self.bids.last)

    @property
    def margin(self) -> float:
        return self.stake if self.winner == 0 else -self.stake

    @property
    def winner(self) -> int:
        if self.conceded:
            return self.active
        return 0 if self.faces[0].value > self.faces[1].value else 1

    @staticmethod
    def odds(face: Face) -> float:
        if face == Face.LOW:
            return WEIGHTS[0]
        return WEIGHTS[1] if face == Face.MIDDLE else WEIGHTS[2]

    def chances(self) -> dict[Pass | Bid | Deal, float]:
        return {Deal(face): self.odds(face) for face in FACES}

    def sample(self):
        raise NotImplementedError

    def payoff(self, player: int) -> float:
        if self.shown and self.faces[0] == self.faces[1]:
            return 0.0
        return self.margin if player == 0 else -self.margin

    def infoset(self, player: int) -> Knowledge:
        return Knowledge(face=self.faces[player], bids=self.bids, turn=self.turn)

    def apply(self, action: Pass | Bid | Deal) -> Auction:
        if isinstance(action, Deal):
            if self.dealt == 0:
                faces = (action.face, self.faces[1])
            else:
                faces = (self.faces[0], action.face)
            return Auction(faces=faces, dealt=self.dealt + 1, ante=self.ante)
        if isinstance(action, Bid):
            return attrs.evolve(
                self,
                bids=self.bids.raised(action.amount),
                turn=self.turn + 1,
                shown=action.amount == self.bids.last,
            )
        passes = self.bids.passes + 1
        return attrs.evolve(
            self,
            bids=attrs.evolve(self.bids, passes=passes),
            turn=self.turn + 1,
            conceded=self.bids.any,
            shown=not self.bids.any and passes == 2,
        )
