"""Bluff for two with a die each: Bluff(1,1), also known as liar's dice.

Both roll in secret; faces are 1 to 5 and a star, which is wild. Player 0 bids first, "at least
so many dice show this face, or the star"; then each in turn bids higher or calls the last bid.
Whoever is right about it wins the round.

The rules and the order of bids are those of ``bluff11``, which came with M. Lanctot, "Monte Carlo
sampling and regret minimization for equilibrium computation and decision-making in large
extensive form games", thesis, University of Alberta 2013.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar, Self

from zerosum.actions import offered
from zerosum.errors import GameError
from zerosum.game import Player
from zerosum.rng import Random

HIDDEN = -1
"""A roll that has not been made yet."""

FACES = 6
STAR = 5
CALL = 12
"""The action after the twelve bids, 1-1 ... 1-5, 1-*, 2-1 ... 2-5, 2-*, which are 0 to 11."""


@dataclass(frozen=True)
class InfoSet:
    """What the player to act knows: the own roll and the bids.

    >>> infoset = InfoSet(roll=5, bids=1 << 0 | 1 << 9)
    >>> print(infoset)
    * 1-1 2-4
    >>> infoset.actions()
    (10, 11, 12)
    """

    max_actions: ClassVar[int] = 13

    roll: int
    bids: int

    @property
    def player(self) -> Player:
        """The player to act."""
        return self.bids.bit_count() & 1

    def actions(self) -> tuple[int, ...]:
        """Return the bids above the last one, then the call if there is a bid."""
        return offered(
            (
                (0, self.bids < 1),
                (1, self.bids < 1 << 1),
                (2, self.bids < 1 << 2),
                (3, self.bids < 1 << 3),
                (4, self.bids < 1 << 4),
                (5, self.bids < 1 << 5),
                (6, self.bids < 1 << 6),
                (7, self.bids < 1 << 7),
                (8, self.bids < 1 << 8),
                (9, self.bids < 1 << 9),
                (10, self.bids < 1 << 10),
                (11, self.bids < 1 << 11),
                (CALL, self.bids > 0),
            )
        )

    def __str__(self) -> str:
        return " ".join([spell_roll(self.roll), *spell_bids(self.bids)])


@dataclass(frozen=True)
class Bluff:
    """A history of Bluff; the first two outcomes of chance are the rolls.

    Parameters
    ----------
    dice
        How many dice each player has: one.
    rolls
        The face that each player rolled: 0 to 4 for 1 to 5, 5 for the star, -1 not rolled yet.
    bids
        The bids so far, one bit each. They only grow, so that the set tells their order.
    called
        Whether the last bid has been called.

    Examples
    --------
    >>> game = Bluff().apply(2).apply(5).apply(2).apply(8)
    >>> print(game)
    3 * 1-3 2-3
    >>> game.active, game.infoset(0).actions()
    (0, (9, 10, 11, 12))
    >>> game.apply(CALL).payoff(1)
    1.0
    """

    dice: tuple[int, int] = (1, 1)
    rolls: tuple[int, int] = (HIDDEN, HIDDEN)
    bids: int = 0
    called: bool = False

    def __post_init__(self) -> None:
        if self.dice != (1, 1):
            raise GameError(f"The dice of Bluff must be (1, 1); got {self.dice}: leave them out.")

    @property
    def chance(self) -> bool:
        """Whether a player has yet to roll."""
        return self.rolls[1] < 0

    @property
    def terminal(self) -> bool:
        """Whether the last bid has been called."""
        return self.called

    @property
    def active(self) -> Player:
        """The players bid in turn."""
        return self.bids.bit_count() & 1

    def chances(self) -> dict[int, float]:
        """Return each face with its probability."""
        return dict.fromkeys(range(FACES), 1 / FACES)

    def sample(self, rng: Random | None = None) -> int:
        """Roll a die."""
        if rng is None:
            rng = Random()
        return rng.integer(FACES)

    def infoset(self, player: Player) -> InfoSet:
        """Return the player's roll and the bids."""
        return InfoSet(self.rolls[player], self.bids)

    def apply(self, action: int) -> Self:
        """Roll a die, bid, or call."""
        if self.rolls[0] < 0:
            return replace(self, rolls=(action, HIDDEN))
        if self.rolls[1] < 0:
            return replace(self, rolls=(self.rolls[0], action))
        if action == CALL:
            return replace(self, called=True)
        return replace(self, bids=self.bids | 1 << action)

    def payoff(self, player: Player) -> float:
        """Return 1 to the winner of the round, -1 to the other."""
        bid = last(self.bids)
        bidder = 1 - self.active
        winner = bidder if self.matches(face(bid)) >= quantity(bid) else 1 - bidder
        return 1.0 if player == winner else -1.0

    def matches(self, wanted: int) -> int:
        """Return how many dice show a face or the star."""
        return sum(rolled in (wanted, STAR) for rolled in self.rolls)

    def __str__(self) -> str:
        rolls = [spell_roll(roll) for roll in self.rolls]
        return " ".join([*rolls, *spell_bids(self.bids), *(["call"] if self.called else [])])


def last(bids: int) -> int:
    """Return the last and highest of a set of bids, -1 where it is empty.

    >>> last(0), last(1 << 3 | 1 << 7)
    (-1, 7)
    """
    bid = -1
    while bids > 0:
        bids >>= 1
        bid += 1
    return bid


def quantity(bid: int) -> int:
    """Return how many dice a bid is about.

    >>> quantity(4), quantity(5), quantity(6)
    (1, 1, 2)
    """
    return 1 + bid // FACES


def face(bid: int) -> int:
    """Return the face that a bid is about.

    >>> face(4), face(5), face(6)
    (4, 5, 0)
    """
    return bid % FACES


def spell_roll(roll: int) -> str:
    """Return a face as it is printed on the die, a question mark where it is hidden.

    >>> spell_roll(0), spell_roll(STAR), spell_roll(HIDDEN)
    ('1', '*', '?')
    """
    return "12345*?"[roll]


def spell_bids(bids: int) -> list[str]:
    """Return each bid as its quantity and face.

    >>> spell_bids(1 << 0 | 1 << 11)
    ['1-1', '2-*']
    """
    made = [bid for bid in range(CALL) if bids >> bid & 1]
    return [f"{quantity(bid)}-{spell_roll(face(bid))}" for bid in made]
