"""Two-player Bluff with up to four dice in total: Bluff(D1, D2), also known as liar's dice.

Both roll in secret; faces are 1 to 5 and a star, which is wild. Player 0 bids first, "at least
so many dice show this face, or the star"; then each in turn bids higher or calls the last bid.
Whoever is right about it wins the round. The loser gives up as many dice as the bid was off by,
one if it was exact, and the winner begins the next round; a player without dice has lost.

This game is one round; with more dice, later rounds enter as their values.

The rules are those of ``bluff11``, published with M. Lanctot, "Monte Carlo sampling and regret
minimization for equilibrium computation and decision-making in large extensive form games", thesis,
University of Alberta 2013, chapter 3.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar, Self

from zerosum.bluff.bids import MOST_BIDS, face, last, quantity, spell_bids
from zerosum.bluff.rolls import FACES, FIRST_ROLL, THROWS, WAYS, matches, spell_roll, thrown
from zerosum.bluff.rounds import worth
from zerosum.errors import GameError
from zerosum.game import Hooks, Player
from zerosum.rng import Random
from zerosum.support.rendering import infoset_page

HIDDEN = -1
"""A roll that has not been made yet."""

MOST_DICE = 4
"""The most dice on the table."""


@dataclass(frozen=True)
class InfoSet:
    """What the player to act knows: the player's roll, the bids, and the number of dice.

    >>> infoset = InfoSet(roll=5, bids=1 << 0 | 1 << 9)
    >>> print(infoset)
    * 1-1 2-4
    >>> infoset.actions()
    (10, 11, 12)
    """

    max_actions: ClassVar[int] = MOST_BIDS + 1

    roll: int
    bids: int
    dice: int = 2

    _repr_html_ = infoset_page

    @property
    def player(self) -> Player:
        """The player to act."""
        return self.bids.bit_count() & 1

    @property
    def call(self) -> int:
        """The action that calls the last bid; its number follows those of the bids."""
        return FACES * self.dice

    def actions(self) -> tuple[int, ...]:
        """Return the bids above the last one, then the call if there is a bid."""
        return tuple(range(last(self.bids) + 1, self.call + (self.bids > 0)))

    def __str__(self) -> str:
        return " ".join([spell_roll(self.roll), *spell_bids(self.bids, self.dice)])


@dataclass(frozen=True)
class Bluff:
    """A history of Bluff; the first two chance outcomes are the rolls.

    Parameters
    ----------
    first, second
        The number of dice of player 0, who begins, and of player 1.
    rolls
        The roll of each player, numbered as in :mod:`zerosum.bluff.rolls`. With one die, 0 to 4 are
        the faces 1 to 5, and 5 is the star; -1 is not rolled yet.
    bids
        The bids so far, one bit each, numbered in the order of :mod:`zerosum.bluff.bids`. Bids
        only grow, so their order is known from the set.
    called
        Whether the last bid has been called.

    Raises
    ------
    GameError
        If a player has no dice, or both together more than four.

    Examples
    --------
    >>> game = Bluff().apply(2).apply(5).apply(2).apply(8)
    >>> print(game)
    3 * 1-3 2-3
    >>> game.active, game.infoset(0).actions()
    (0, (9, 10, 11, 12))
    >>> game.apply(game.call).payoff(1)
    1.0

    With two dice against one, the second player has to win twice:

    >>> game = Bluff(2, 1).apply(7).apply(5).apply(13)
    >>> print(game)
    12 * 3-3
    >>> game.apply(game.call).payoff(0), game.apply(17).apply(game.call).payoff(0)
    (-1.0, 1.0)
    """

    hooks = Hooks(terms="zerosum.bluff.terminal:BluffTerms")

    first: int = 1
    second: int = 1
    rolls: tuple[int, int] = (HIDDEN, HIDDEN)
    bids: int = 0
    called: bool = False

    def __post_init__(self) -> None:
        whole = isinstance(self.first, int) and isinstance(self.second, int)  # type: ignore[redundant-expr]
        if not whole or self.first < 1 or self.second < 1 or self.dice > MOST_DICE:
            raise GameError(
                f"The dice of Bluff must be at least one each and at most four in all; got "
                f"{self.first!r} and {self.second!r}: play Bluff(2, 2), or fewer.",
                (self.first, self.second),
            )

    @property
    def dice(self) -> int:
        """The number of dice of both players."""
        return self.first + self.second

    @property
    def call(self) -> int:
        """The action that calls the last bid; its number follows those of the bids."""
        return FACES * self.dice

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

    @property
    def public(self) -> int:
        """The bids, one bit each, and the call, the next bit."""
        return self.bids | self.called << self.call

    def private(self, player: Player) -> int:
        """Return the player's roll."""
        return self.rolls[player]

    def rolling(self) -> int:
        """Return the number of dice that are rolled next."""
        return self.first if self.rolls[0] < 0 else self.second

    def chances(self) -> dict[int, float]:
        """Return each roll with its multinomial probability."""
        dice = self.rolling()
        rolls = range(FIRST_ROLL[dice], FIRST_ROLL[dice + 1])
        return {roll: WAYS[roll] / THROWS[dice] for roll in rolls}

    def sample(self, rng: Random | None = None) -> int:
        """Roll a player's dice."""
        if rng is None:
            rng = Random()
        dice = self.rolling()
        return thrown(dice, rng.integer(THROWS[dice]))

    def infoset(self, player: Player) -> InfoSet:
        """Return the player's roll, the bids and the number of dice."""
        return InfoSet(self.rolls[player], self.bids, self.dice)

    def apply(self, action: int) -> Self:
        """Roll a player's dice, bid, or call."""
        if self.rolls[1] >= 0:
            if action < self.call:
                return replace(self, bids=self.bids | 1 << action)
            return replace(self, called=True)
        if self.rolls[0] < 0:
            return replace(self, rolls=(action, HIDDEN))
        return replace(self, rolls=(self.rolls[0], action))

    def payoff(self, player: Player) -> float:
        """Return 1 for the winner of the game, -1 for the other, or the value of the next round."""
        bid = last(self.bids)
        bidder = 1 - self.active
        over = self.matches(face(bid, self.dice)) - quantity(bid, self.dice)
        winner = bidder if over >= 0 else 1 - bidder
        won = self.won(winner, max(1, abs(over)))
        return won if player == winner else -won

    def matches(self, wanted: int) -> int:
        """Return how many dice show a face or the star."""
        return matches(self.rolls[0], wanted) + matches(self.rolls[1], wanted)

    def won(self, winner: Player, lost: int) -> float:
        """Return what the winner of a round wins if the other gives up some dice."""
        if winner == 0:
            return worth(self.first, self.second - lost)
        return worth(self.second, self.first - lost)

    def __str__(self) -> str:
        rolls = [spell_roll(roll) for roll in self.rolls]
        bids = spell_bids(self.bids, self.dice)
        return " ".join([*rolls, *bids, *(["call"] if self.called else [])])
