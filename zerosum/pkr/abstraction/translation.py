"""Play the strategy of an abstraction against opponents with other bets."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar, Self

from zerosum.abstraction import Algebraic, Product
from zerosum.abstraction.view import View, view_of
from zerosum.cards import Cards
from zerosum.errors import GameError
from zerosum.pkr.abstraction import tracking
from zerosum.pkr.abstraction.tracking import Followed
from zerosum.pkr.abstraction.walk import Walk
from zerosum.pkr.actions import PokerAction
from zerosum.pkr.game import RiverOfBlood

_START = RiverOfBlood()


@dataclass(frozen=True)
class Translation(Walk):
    """A hand of River of Blood, followed together with an abstract hand that resembles it.

    ``@abstract(Translation, states, actions)`` makes the class to play with. It applies real
    actions. Its infosets are those of the abstract game, which a strategy trained on
    ``@abstract(RiverOfBlood, states, actions)`` knows, and ``realise`` turns the strategy's
    answer into a real action. Turns, cards and payoffs of a walk are those of the real hand.

    Parameters
    ----------
    real
        The real hand.
    abstract
        The abstract hand, with the same turn, street and all-ins as the real one.
    shown
        The abstract hand that the player to act is asked about: different from ``abstract`` only
        while a bet is unanswered that it cannot represent.
    mapping
        Which abstract bet replaces a real one.
    word
        The state of the random numbers that a mapping may need, as :attr:`Random.state`. Give
        each hand its own; None takes one from the system when it is first needed.
    hidden
        The player whose hand is hidden, if any.

    Raises
    ------
    AbstractionError
        If the mapping is not callable.

    Examples
    --------
    >>> from zerosum.abstraction import abstract, algebraic
    >>> from zerosum.cards import parse
    >>> from zerosum.pkr import Bet, Call, RaisePot
    >>> from zerosum.pkr.abstraction import capped_bets
    >>> @algebraic
    ... def pot(infoset):
    ...     return (RaisePot(),)
    >>> @abstract(Translation, pot, capped_bets(pot, 1))
    ... @dataclass(frozen=True)
    ... class Abstraction(Translation): ...
    >>> walk = Abstraction().seated(1, parse("4d6s")).apply(Bet(7))
    >>> walk.abstract.pips, walk.infoset(1).actions()
    ((4, 2), (Fold(), Call()))
    >>> walk.realise(Call())
    Call()
    """

    real: RiverOfBlood = _START
    abstract: RiverOfBlood = _START
    shown: RiverOfBlood = _START
    hidden: int | None = None

    players: ClassVar[int] = 2
    states: ClassVar[Product | None] = None
    actions: ClassVar[Algebraic | None] = None

    @classmethod
    def __abstract__(cls, states: Product | None, actions: Algebraic | None) -> None:
        """See the abstract hand through an abstraction; called by ``@abstract``."""
        cls.states, cls.actions = states, actions

    @property
    def view(self) -> View:
        """How the abstraction sees infosets."""
        return view_of(self.states, self.actions)

    def payoff(self, player: int) -> float:
        """Return the net chips of the player in the real hand.

        Raises
        ------
        GameError
            At a showdown with a hidden hand.
        """
        pips = self.real.pips
        if self.hidden is not None and pips[0] == pips[1]:
            raise GameError(
                f"The hand of player {self.hidden} must be known at a showdown; it is face down: "
                "take the payoff from the table.",
                self,
            )
        return self.real.payoff(player)

    def seated(self, player: int, hand: Cards) -> Self:
        """Return the hand as one player sees it: that player's hand is dealt, the other is hidden.

        Cards of the board are dealt as usual. The actions of the abstraction must not depend on
        the hand, since the menus of the other player are computed without it.

        Raises
        ------
        GameError
            If cards are dealt already, or the hand is not two cards.
        """
        real = tracking.seated(self.real, player, hand)
        abstract = tracking.seated(self.abstract, player, hand)
        return replace(self, real=real, abstract=abstract, shown=abstract, hidden=1 - player)

    def _check_seen(self, player: int) -> None:
        """Refuse the player whose hand is hidden."""
        if player == self.hidden:
            raise GameError(
                f"The hand of player {player} must be known to see the hand as that player; it "
                f"is face down: ask for player {1 - player}.",
                self,
            )

    def _passive(self, action: PokerAction, real: RiverOfBlood) -> Followed:  # noqa: ARG002
        """Follow a fold, a check or a call."""
        return tracking.follow_passive(Followed(self.abstract, self.shown), action)

    def _real_bet(self, bet: PokerAction) -> PokerAction:
        """Return the legal real action that is nearest to a bet."""
        return tracking.real_bet(self.real.infoset(self.active), bet)

    def _bet(self, added: int, real: RiverOfBlood) -> tuple[Followed, int | None]:  # noqa: ARG002
        """Follow a legal real bet; also return the next state of the random numbers."""
        known, infoset = self.real.infoset(self.active), self.abstract.infoset(self.active)
        bets = tracking.bets_of(infoset, self.view.offered(infoset))
        if added == known.bounds()[1]:
            return tracking.follow_all_in(self.abstract, bets), self.word
        options = bets or tracking.off_menu(known)
        place, word = self._drawn(known, added, options)
        if bets:
            return tracking.follow_bet(self.abstract, bets, bets[place]), word
        return tracking.follow_off_menu(self.abstract, options[place]), word

    def _deal(self, card: int) -> Self:
        """Deal a card to both games."""
        seated = self.hidden is not None
        real = tracking.deal(self.real, card, seated=seated)
        abstract = tracking.deal(self.abstract, card, seated=seated)
        return replace(self, real=real, abstract=abstract, shown=abstract)
