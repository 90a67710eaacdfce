"""What the players of the gallery share: they see a hand of poker, and answer with odds.

>>> from zerosum.pkr import Bet, NoLimitHoldem
>>> facing = NoLimitHoldem().face_down.apply(Bet(5)).infoset(1)  # 4 to call into a pot of 8
>>> always(stay(facing)), leave(facing), raised(facing, 1.0)
({Call(): 1.0}, Fold(), Bet(quantity=16))
>>> round(price(facing), 3), call_for(facing, 0.4), call_for(facing, 0.2)
(0.333, Call(), Fold())
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import TypeAlias

from zerosum.abstraction import split
from zerosum.errors import GameError
from zerosum.game import History
from zerosum.pkr.actions import Bet, Check, Fold, PokerAction
from zerosum.pkr.face import Poker, PokerInfoset, passive
from zerosum.pkr.hands.deck import FULL
from zerosum.play.agents import Odds, Source
from zerosum.rng import Random

Choice: TypeAlias = Mapping[PokerAction, float]
"""The probability of each action."""


class Player(Source):
    """A player of River of Blood, and of hold'em with two cards and a full deck.

    A subclass has a name, and a method :meth:`choose`.

    Examples
    --------
    >>> from zerosum.pkr import RiverOfBlood
    >>> from zerosum.play import Uniform, play_match
    >>> class Limper(Player):
    ...     name = "limper"
    ...     def choose(self, game, infoset):
    ...         return always(stay(infoset))
    >>> play_match(Limper(), Uniform(), deals=10, game=RiverOfBlood).names
    ('limper', 'uniform')
    """

    @abstractmethod
    def choose(self, game: Poker, infoset: PokerInfoset) -> Choice:
        """Return how likely each legal action is.

        Parameters
        ----------
        game
            The hand. Only what is public may be read from it.
        infoset
            What the seat to act knows.
        """

    def begin(self, game: History, rng: Random | None = None) -> History:  # noqa: ARG002
        """Return the game itself.

        Raises
        ------
        GameError
            If it is another game.
        """
        base = split(game)[0]
        if not isinstance(base, Poker) or base.hole != 2 or base.deck != FULL:
            raise GameError(
                f"The game of {self.name} must be River of Blood, or hold'em with 52 cards; got "
                f"{type(base).__name__}: use call or uniform, or a strategy of this game.",
                game,
            )
        return game

    def find(self, hand: History) -> Odds:
        """Return how likely each action is."""
        game = split(hand)[0]
        return Odds(self.choose(game, game.infoset(game.active)), self)

    def odds(self, hand: History) -> Choice:
        """Return the probability of each action of the real game."""
        return self.find(hand).chances


def always(action: PokerAction) -> Choice:
    """Return that an action is certain."""
    return {action: 1.0}


def stay(infoset: PokerInfoset) -> PokerAction:
    """Return a check or a call."""
    return passive(infoset)[0]


def leave(infoset: PokerInfoset) -> PokerAction:
    """Return a check or a fold."""
    return Fold() if infoset.cost > 0 else Check()


def bet(infoset: PokerInfoset, chips: float) -> PokerAction:
    """Return the legal bet that comes nearest to adding so many chips; a check or call if none is.

    >>> from zerosum.pkr import LimitHoldem, NoLimitHoldem
    >>> bet(NoLimitHoldem().infoset(0), 1), bet(NoLimitHoldem().infoset(0), 6.7)
    (Bet(quantity=3), Bet(quantity=6))
    >>> bet(NoLimitHoldem(sizes=(100,)).infoset(0), 99), bet(LimitHoldem().infoset(0), 99)
    (Bet(quantity=3), Bet(quantity=3))
    """
    lower, upper = infoset.bounds()
    if upper <= infoset.cost:
        return stay(infoset)
    wanted = int(min(max(chips, lower), upper))
    if getattr(getattr(infoset, "public", None), "sizes", ()):
        sizes = [action.quantity for action in infoset.actions() if isinstance(action, Bet)]
        wanted = min(sizes, key=lambda size: abs(size - wanted))
    return Bet(wanted)


def raised(infoset: PokerInfoset, share: float) -> PokerAction:
    """Return the bet or raise by a share of the pot, which counts a call first."""
    return bet(infoset, infoset.cost + share * (infoset.total + infoset.cost))


def price(infoset: PokerInfoset) -> float:
    """Return the share of the pot after a call that the call pays: the equity that it needs."""
    return float(infoset.cost / (infoset.total + infoset.cost)) if infoset.cost else 0.0


def call_for(infoset: PokerInfoset, equity: float) -> PokerAction:
    """Return a check, a call where the price is at most an equity, or a fold."""
    return stay(infoset) if equity >= price(infoset) else leave(infoset)
