"""A real hand and an abstract hand beside it: what the translations of all games share."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Self

from zerosum.abstraction import AbstractInfoset
from zerosum.abstraction.view import View
from zerosum.cards import Cards
from zerosum.errors import AbstractionError, GameError
from zerosum.pkr.abstraction import tracking
from zerosum.pkr.abstraction.mapping import BetMapping, Bets, Nearest, drawn
from zerosum.pkr.abstraction.tracking import Followed, is_bet
from zerosum.pkr.actions import Deal, PokerAction
from zerosum.rng import Random

_NEAREST = Nearest()


@dataclass(frozen=True)
class Walk(ABC):
    """The base class of translations; a subclass says how its game's abstract hand follows.

    Parameters
    ----------
    real, abstract, shown
        The real hand; the abstract hand beside it; and the one that the player to act is asked
        about.
    mapping
        Which abstract bet replaces a real one.
    word
        The state of the random numbers that a mapping may need.

    Raises
    ------
    AbstractionError
        If the mapping is not callable.
    """

    real: Any
    abstract: Any
    shown: Any
    mapping: BetMapping = _NEAREST
    word: int | None = None

    def __post_init__(self) -> None:
        mapping: Any = self.mapping
        if not callable(mapping) or isinstance(mapping, type):
            raise AbstractionError(
                "The mapping of a translation must be a value such as Nearest() or "
                f"PseudoHarmonic(); got {mapping!r}.",
                mapping,
            )

    @property
    @abstractmethod
    def view(self) -> View:
        """How the abstraction sees infosets."""

    @abstractmethod
    def _check_seen(self, player: int) -> None:
        """Refuse a player whose hand is hidden."""

    @abstractmethod
    def _passive(self, action: PokerAction, real: Any) -> Followed:
        """Follow a fold, a check or a call, after which the real hand is ``real``."""

    @abstractmethod
    def _bet(self, added: int, real: Any) -> tuple[Followed, int | None]:
        """Follow a legal real bet; also return the next state of the random numbers."""

    @abstractmethod
    def _real_bet(self, bet: PokerAction) -> PokerAction:
        """Return the legal real action that is nearest to a bet."""

    @abstractmethod
    def _deal(self, card: int) -> Self:
        """Deal a card to both games."""

    @abstractmethod
    def seated(self, player: int, hand: Cards) -> Self:
        """Return the hand as one player sees it: that player's hand is dealt, others are hidden."""

    @property
    def __seen__(self) -> Any:
        """The game that is seen: a strategy saved for it fits the walk."""
        return self.real

    @property
    def terminal(self) -> bool:
        """Whether the real hand is over."""
        return bool(self.real.terminal)

    @property
    def chance(self) -> bool:
        """Whether a card is dealt next."""
        return bool(self.real.chance)

    @property
    def active(self) -> int:
        """The player to act."""
        player: int = self.real.active
        return player

    def chances(self) -> Mapping[PokerAction, float]:
        """Return each unseen card that may be dealt next, with its probability."""
        chances: Mapping[PokerAction, float] = self.real.chances()
        return chances

    def sample(self, rng: Random | None = None) -> PokerAction:
        """Draw one of the unseen cards."""
        card: PokerAction = self.real.sample(rng)
        return card

    def payoff(self, player: int) -> float:
        """Return the net chips of the player in the real hand.

        Raises
        ------
        GameError
            At a showdown with a hidden hand.
        """
        chips: float = self.real.payoff(player)
        return chips

    def infoset(self, player: int) -> AbstractInfoset | Any:
        """Return what the player knows in the abstract game, as an infoset of the game trained on.

        Raises
        ------
        GameError
            For a player whose hand is hidden.
        """
        self._check_seen(player)
        raw, view = self.shown.infoset(player), self.view
        return raw if view.is_plain else view.infoset(raw)

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
            after = self._passive(action, real)
        else:
            after, word = self._bet(int(self.real.infoset(self.active).quantity(action)), real)
        return replace(self, real=real, abstract=after.game, shown=after.shown, word=word)

    def realise(self, action: PokerAction) -> PokerAction:
        """Return the real action for an abstract action of the player to act.

        A bet is measured in the real game, clipped to its bounds there and returned as a
        :class:`Bet`; all-in is all-in. Folds, checks and calls are themselves. Where no bet is
        legal in the real game, a bet is a call, or a check.

        Raises
        ------
        GameError
            If it is not an action of the infoset, or no player is to act.
        """
        if self.chance or self.terminal:
            raise GameError("An action may be realised only while a player is to act.", self)
        self._check_seen(self.active)
        # The menu without the key, whose factors of cards take long.
        menu = self.view.offered(self.shown.infoset(self.active))
        if action not in menu:
            raise GameError(
                f"An action to realise must be one of the abstract infoset's {menu}; got "
                f"{action!r}.",
                action,
            )
        return self._real_bet(action) if is_bet(action) else action

    def _drawn(self, real: Any, added: int, options: Bets) -> tuple[int, int | None]:
        """Return the option that a real bet is mapped to, and the next state of random numbers."""
        chances = self.mapping(real, added, options)
        if len(chances) != len(options) or abs(sum(chances) - 1.0) > 1e-9:
            raise GameError(
                f"A mapping must give one probability for each of {len(options)} bets, and they "
                f"must sum to 1; {self.mapping!r} gave {chances}: mend the mapping.",
                self.mapping,
            )
        return drawn(chances, self.word)
