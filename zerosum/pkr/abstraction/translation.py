"""Play the strategy of an abstraction against opponents with other bets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

from zerosum.abstraction import AbstractInfoset, Algebraic, Product
from zerosum.abstraction.view import view_of
from zerosum.cards import Cards
from zerosum.errors import AbstractionError, GameError
from zerosum.pkr.abstraction import tracking
from zerosum.pkr.abstraction.mapping import BetMapping, Nearest, drawn
from zerosum.pkr.abstraction.tracking import Followed, is_bet
from zerosum.pkr.actions import Deal, PokerAction
from zerosum.pkr.game import RiverOfBlood
from zerosum.pkr.infoset import InfoSet
from zerosum.rng import Random

_START = RiverOfBlood()
_NEAREST = Nearest()


@dataclass(frozen=True)
class Translation:
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
    mapping: BetMapping = _NEAREST
    word: int | None = None
    hidden: int | None = None

    players: ClassVar[int] = 2
    states: ClassVar[Product | None] = None
    actions: ClassVar[Algebraic | None] = None

    def __post_init__(self) -> None:
        mapping: Any = self.mapping
        if not callable(mapping) or isinstance(mapping, type):
            raise AbstractionError(
                "The mapping of a translation must be a value such as Nearest() or "
                f"PseudoHarmonic(); got {mapping!r}.",
                mapping,
            )

    @classmethod
    def __abstract__(cls, states: Product | None, actions: Algebraic | None) -> None:
        """See the abstract hand through an abstraction; called by ``@abstract``."""
        cls.states, cls.actions = states, actions

    @property
    def __seen__(self) -> RiverOfBlood:
        """The game that is seen: a strategy saved for it fits the walk."""
        return self.real

    @property
    def terminal(self) -> bool:
        """Whether the real hand is over."""
        return self.real.terminal

    @property
    def chance(self) -> bool:
        """Whether a card is dealt next."""
        return self.real.chance

    @property
    def active(self) -> int:
        """The player to act."""
        return self.real.active

    def chances(self) -> Mapping[PokerAction, float]:
        """Return each unseen card with its probability."""
        return self.real.chances()

    def sample(self, rng: Random | None = None) -> PokerAction:
        """Draw one of the unseen cards."""
        return self.real.sample(rng)

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

    def infoset(self, player: int) -> AbstractInfoset | InfoSet:
        """Return what the player knows in the abstract game, as an infoset of the game trained on.

        Raises
        ------
        GameError
            For the player whose hand is hidden.
        """
        raw = self._raw(player)
        if self.states is None and self.actions is None:
            return raw
        return view_of(self.states, self.actions).infoset(raw)

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

    def apply(self, action: PokerAction) -> Self:
        """Return the translation after a real action or a card.

        Raises
        ------
        GameError
            If the rules of the real hand forbid it.
        """
        if isinstance(action, Deal):
            return self._deal(action.card)
        real, word = tracking.act(self.real, action), self.word
        if not is_bet(action):
            after = tracking.follow_passive(Followed(self.abstract, self.shown), action)
        else:
            after, word = self._bet(int(self.real.infoset(self.active).quantity(action)))
        return replace(self, real=real, abstract=after.game, shown=after.shown, word=word)

    def realise(self, action: PokerAction) -> PokerAction:
        """Return the real action for an abstract action of the player to act.

        A bet is measured in the real game, clipped to its bounds there and returned as a
        :class:`Bet`; all-in is all-in. Folds, checks and calls are themselves. Where the
        opponent is all-in, and there is nothing left to bet, a bet is a call.

        Raises
        ------
        GameError
            If it is not an action of the infoset, or no player is to act.
        """
        if self.chance or self.terminal:
            raise GameError("An action may be realised only while a player is to act.", self)
        # The menu without the key, whose factors of cards take long.
        menu = view_of(self.states, self.actions).offered(self._raw(self.active))
        if action not in menu:
            raise GameError(
                f"An action to realise must be one of the abstract infoset's {menu}; got "
                f"{action!r}.",
                action,
            )
        if not is_bet(action):
            return action
        return tracking.real_bet(self.real.infoset(self.active), action)

    def _raw(self, player: int) -> InfoSet:
        """Return what the player knows in the abstract hand, before any abstraction."""
        if player == self.hidden:
            raise GameError(
                f"The hand of player {player} must be known to see the hand as that player; it "
                f"is face down: ask for player {1 - player}.",
                self,
            )
        return self.shown.infoset(player)

    def _bet(self, added: int) -> tuple[Followed, int | None]:
        """Follow a legal real bet; also return the next state of the random numbers."""
        real, infoset = self.real.infoset(self.active), self.abstract.infoset(self.active)
        bets = tracking.bets_of(infoset, view_of(self.states, self.actions).offered(infoset))
        if added == real.bounds()[1]:
            return tracking.follow_all_in(self.abstract, bets), self.word
        options = bets or tracking.off_menu(real)
        chances = self.mapping(real, added, options)
        if len(chances) != len(options) or abs(sum(chances) - 1.0) > 1e-9:
            raise GameError(
                f"A mapping must give one probability for each of {len(options)} bets, and they "
                f"must sum to 1; {self.mapping!r} gave {chances}: mend the mapping.",
                self.mapping,
            )
        place, word = drawn(chances, self.word)
        if bets:
            return tracking.follow_bet(self.abstract, bets, bets[place]), word
        return tracking.follow_off_menu(self.abstract, options[place]), word

    def _deal(self, card: int) -> Self:
        """Deal a card to both games."""
        seated = self.hidden is not None
        real = tracking.deal(self.real, card, seated=seated)
        abstract = tracking.deal(self.abstract, card, seated=seated)
        return replace(self, real=real, abstract=abstract, shown=abstract)
