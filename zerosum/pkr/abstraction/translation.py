"""Play the strategy of an abstraction of no-limit poker against opponents with other bets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

from zerosum.abstraction import AbstractInfoset, Algebraic, Product, split, started
from zerosum.abstraction.view import View, view_of
from zerosum.cards import Cards
from zerosum.errors import AbstractionError, GameError
from zerosum.pkr.abstraction import tracking
from zerosum.pkr.abstraction.mapping import BetMapping, Nearest
from zerosum.pkr.abstraction.tracking import Follower, is_bet
from zerosum.pkr.actions import Deal, PokerAction
from zerosum.pkr.face import NoLimit, seats_of
from zerosum.pkr.game import RiverOfBlood
from zerosum.rng import Random

_NEAREST, _START = Nearest(), RiverOfBlood()


@dataclass(frozen=True)
class Translation:
    """A hand of no-limit poker, followed together with an abstract hand that resembles it.

    ``@abstract(Translation, states, actions)`` makes the class to play River of Blood with, and
    :func:`translated` the start of a hand of any game. It applies real actions. Its infosets are
    those of the abstract game, which a strategy trained on ``Abstracted(game, states, actions)``
    knows, and ``realise`` turns the strategy's answer into a real action. Turns, cards and payoffs
    of a walk are those of the real hand.

    Parameters
    ----------
    real
        The real hand.
    abstract
        The abstract hand, with the same seats in the hand, the same of them all-in, and the same
        turn and street as the real one.
    shown
        The abstract hand that the seat to act is asked about: different from ``abstract`` only
        while a bet is unanswered that it cannot represent.
    mapping
        Which abstract bet replaces a real one.
    word
        The state of the random numbers that a mapping may need, as :attr:`Random.state`. Give
        each hand its own; None takes one from the system when it is first needed.
    states, actions
        The abstraction; that of the class if both are None.

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

    real: NoLimit = _START
    abstract: NoLimit = _START
    shown: NoLimit = _START
    mapping: BetMapping = _NEAREST
    word: int | None = None
    states: Product | None = None
    actions: Algebraic | None = None

    abstraction: ClassVar[tuple[Product | None, Algebraic | None]] = (None, None)

    @classmethod
    def __abstract__(cls, states: Product | None, actions: Algebraic | None) -> None:
        """See the abstract hand through an abstraction; called by ``@abstract``."""
        cls.abstraction = states, actions

    def __post_init__(self) -> None:
        mapping: Any = self.mapping
        if not callable(mapping) or isinstance(mapping, type):
            raise AbstractionError(
                "The mapping of a translation must be a value such as Nearest() or "
                f"PseudoHarmonic(); got {mapping!r}.",
                mapping,
            )
        if self.states is None and self.actions is None:
            for name, factor in zip(("states", "actions"), self.abstraction, strict=True):
                object.__setattr__(self, name, factor)

    @property
    def __seen__(self) -> NoLimit:
        """The game that is seen: a strategy saved for it fits the walk."""
        return self.real

    @property
    def view(self) -> View:
        """How the abstraction sees infosets."""
        return view_of(self.states, self.actions)

    @property
    def players(self) -> int:
        """The number of seats."""
        return self.real.players

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
        """The seat to act."""
        return self.real.active

    def chances(self) -> Mapping[PokerAction, float]:
        """Return each unseen card that may be dealt next, with its probability."""
        return self.real.chances()

    def sample(self, rng: Random | None = None) -> PokerAction:
        """Draw one of the unseen cards."""
        return self.real.sample(rng)

    def payoff(self, player: int) -> float:
        """Return the net chips of the seat in the real hand.

        Raises
        ------
        GameError
            At a showdown with a hidden hand.
        """
        live = seats_of(self.real.live)
        for seat in live:
            if len(live) > 1 and self.real.hidden(seat):
                raise GameError(
                    f"The hand of seat {seat} must be known at a showdown; it is face down: take "
                    f"the payoff from the table.",
                    self,
                )
        return self.real.payoff(player)

    def infoset(self, player: int) -> AbstractInfoset | Any:
        """Return what the seat knows in the abstract game, as an infoset of the game trained on.

        Raises
        ------
        GameError
            For a seat whose hand is hidden.
        """
        self._check_seen(player)
        raw, view = self.shown.infoset(player), self.view
        return raw if view.is_plain else view.infoset(raw)

    def _check_seen(self, player: int) -> None:
        if self.real.hidden(player):
            raise GameError(
                f"The hand of seat {player} must be known to see the hand as that seat; it is face "
                f"down: ask for the seat that is seated.",
                self,
            )

    def seated(self, player: int, hand: Cards) -> Self:
        """Return the hand as one seat sees it: its cards are dealt, all others are face down.

        Cards of the board are dealt as usual. The actions of the abstraction must not depend on
        the hand, since the menus of the other seats are computed without it.

        Raises
        ------
        GameError
            If cards are dealt already, or those of the seat are not a hand.
        """
        abstract = self.abstract.seated(player, hand)
        return replace(self, real=self.real.seated(player, hand), abstract=abstract, shown=abstract)

    def apply(self, action: PokerAction) -> Self:
        """Return the translation after a real action or a card.

        Raises
        ------
        GameError
            If the rules of the real hand forbid it.
        """
        hands, word = (self.abstract, self.shown), self.word
        if isinstance(action, Deal):
            real = self.real.after_card(action.card)
            hands = self.follower.after_chance(hands, action, real)
            return replace(self, real=real, abstract=hands[0], shown=hands[1])
        real = tracking.act(self.real, action)
        if not is_bet(action):
            hands = self.follower.after_move(hands, action, real)
        else:
            rng = Random(word)
            before, menu = rng.state, self.view.offered(self.abstract.infoset(self.active))
            hands = self.follower.after_bet(hands, action, menu, self.real, real, rng)
            word = word if rng.state == before else rng.state
        return replace(self, real=real, abstract=hands[0], shown=hands[1], word=word)

    @property
    def follower(self) -> Follower:
        """How the abstract hand follows the real one."""
        return Follower(self.mapping)

    def realise(self, action: PokerAction) -> PokerAction:
        """Return the real action for an abstract action of the seat to act.

        A bet is measured in the real game, clipped to its bounds there and returned as a
        :class:`Bet`; all-in is all-in. Folds, checks and calls are themselves. Where no bet is
        legal in the real game, a bet is a call, or a check.

        Raises
        ------
        GameError
            If it is not an action of the infoset, or no seat is to act.
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
        return self.follower.realise(action, self.shown, self.real)[0]


HoldemTranslation = Translation
"""The name of translations of hold'em before both games had one."""


def translated(game: Any, mapping: BetMapping = _NEAREST, word: int | None = None) -> Translation:
    """Return the start of a walk beside a hand of no-limit poker.

    Parameters
    ----------
    game
        The start of an abstract game: ``Abstracted(game, states, actions)``, or a class under
        ``@abstract``; or a game with a menu of its own.
    mapping
        Which abstract bet replaces a real one.
    word
        The state of the random numbers that a mapping may need; see :class:`Translation`.

    Raises
    ------
    AbstractionError
        If the game is not no-limit poker, or not at its start; or the mapping is not callable.

    Examples
    --------
    >>> from zerosum.abstraction import Abstracted
    >>> from zerosum.cards import parse
    >>> from zerosum.pkr import NoLimitHoldem
    >>> from zerosum.pkr.actions import RaiseToBlinds
    >>> from zerosum.pkr.abstraction import allin, bb_sizes, limited, passive
    >>> from zerosum.pkr.holdem.abstraction import history, player
    >>> menu = passive + limited(bb_sizes(3, 9), street=2) + allin
    >>> game = Abstracted(NoLimitHoldem(players=3), player * history * menu, menu)
    >>> walk = translated(game).seated(0, parse("AhAd")).apply(Bet(7))
    >>> walk.real.pips, walk.abstract.pips, walk.realise(RaiseToBlinds.of(9, 1))
    ((1, 2, 7), (1, 2, 6), Bet(quantity=17))
    """
    base, states, actions = split(started(game))
    if not isinstance(base, NoLimit) or base != base.start:
        raise AbstractionError(
            f"A game to translate must be the start of no-limit hold'em or River of Blood, with or "
            f"without an abstraction; got {game!r}: translate Abstracted(NoLimitHoldem(...), "
            f"states, actions). Limit hold'em needs no translation.",
            game,
        )
    return Translation(base, base, base, mapping, word, states, actions)


def needed(game: Any) -> Translation | None:
    """Return the start of a walk if an abstract game of hold'em has bets of its own.

    None if the bets are those of the game, or the game itself has a menu of ``sizes``.
    """
    base, _, actions = split(game)
    return None if actions is None or base.sizes else translated(game)
