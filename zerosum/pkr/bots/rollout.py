"""An opponent for River of Blood that needs no training."""

from typing import final

import numpy as np

from zerosum.abstraction import split
from zerosum.errors import GameError, ZeroSumError, check_count
from zerosum.game import History
from zerosum.pkr.actions import Bet, Call, Check, Fold, PokerAction
from zerosum.pkr.buckets.river.features import DECK, completed, is_over, points
from zerosum.pkr.game import RiverOfBlood
from zerosum.pkr.infoset import InfoSet
from zerosum.rng import Random
from zerosum.tables import Ints
from zerosum.workshop import workshop

COMPLETIONS = 100
OPPONENTS = 5
"""Random opponents on each completed board; the boards vary more than the opponents."""
VALUE_BET = 0.6
"""The least equity for a bet of the pot."""
ALL_IN = 0.85
"""The least equity for an all-in."""


def equity(
    hand: int,
    board: int,
    over: bool,
    completions: int,
    opponents: int,
    state: int,
    deck: Ints,
) -> int:
    """Return points at the end of the run: 2 for each random opponent beaten, 1 for a tie.

    Parameters
    ----------
    hand, board
        Masks of cards.
    over
        Whether the run ended with this board.
    completions
        Random completions of the board.
    opponents
        Random opponent hands for each of them.
    state
        The random state.
    deck
        Room for 53 words. Modified in place.
    """
    total = 0
    full = board
    for _ in range(completions):
        if not over:
            full, state = completed(board, hand | board, state)
        won, state = points(hand, full, opponents, state, deck)
        total += won
    return total


@final
class Rollout:
    """Bets, calls and folds by its equity, the probability of beating one random hand.

    The equity is estimated from random completions of the board to the end of the run. Above
    ``ALL_IN`` it bets all chips, above ``VALUE_BET`` the pot, within the bounds. Otherwise it
    checks, or calls if the equity is at least the cost divided by the pot after the call, or folds.
    It has no memory and learns nothing from the opponent's bets.

    Parameters
    ----------
    completions
        Random boards to estimate an equity from.

    Raises
    ------
    ZeroSumError
        If that is not a whole number, or less than 1.
    """

    name = "rollout"
    base = RiverOfBlood()

    def __init__(self, completions: int = COMPLETIONS) -> None:
        advice = f"leave them out for {COMPLETIONS}"
        check_count("The completions of rollout", completions, 1, advice, ZeroSumError)
        self.completions = int(completions)
        self._deck = np.zeros(DECK, np.int64)

    def begin(self, game: History, rng: Random | None = None) -> History:  # noqa: ARG002
        """Return the game itself, which must be River of Blood."""
        if not isinstance(split(game)[0], RiverOfBlood):
            raise GameError(
                f"The game of {self.name} must be River of Blood; got "
                f"{type(split(game)[0]).__name__}: use call or uniform, or a strategy of this "
                f"game.",
                game,
            )
        return game

    def act(self, hand: History, rng: Random) -> PokerAction:
        """Return the action for the equity of the player to act."""
        base = split(hand)[0]
        infoset = base.infoset(base.active)
        return by_equity(infoset, self.equity(infoset, rng))

    def equity(self, infoset: InfoSet, rng: Random) -> float:
        """Return the share of random opponents that a hand beats, with half for ties."""
        over = is_over(len(infoset.community), infoset.last)
        hand, board = infoset.hand.mask, infoset.community.mask
        sizes = self.completions, OPPONENTS
        won = workshop().compile(equity)(hand, board, over, *sizes, rng.branch(), self._deck)
        return float(won) / (2 * self.completions * OPPONENTS)


def by_equity(infoset: InfoSet, equity: float) -> PokerAction:
    """Return the action of :class:`Rollout` for an equity.

    >>> start = RiverOfBlood().infoset(0)
    >>> by_equity(start, 0.9), by_equity(start, 0.7), by_equity(start, 0.5), by_equity(start, 0.2)
    (Bet(quantity=399), Bet(quantity=5), Call(), Fold())
    """
    cost, (lower, upper) = infoset.cost, infoset.bounds()
    if upper > cost and equity > VALUE_BET:
        pot = cost + infoset.total + cost
        return Bet(upper if equity > ALL_IN else min(max(pot, lower), upper))
    if cost == 0:
        return Check()
    return Call() if equity * (infoset.total + cost) >= cost else Fold()
