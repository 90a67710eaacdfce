"""Play the strategy of an abstraction of no-limit hold'em against opponents with other bets."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Self

from zerosum.abstraction import Algebraic, Product, split
from zerosum.abstraction.view import View, view_of
from zerosum.cards import Cards
from zerosum.errors import AbstractionError, GameError
from zerosum.pkr.abstraction import seats, tracking
from zerosum.pkr.abstraction.mapping import BetMapping, Nearest
from zerosum.pkr.abstraction.tracking import Followed
from zerosum.pkr.abstraction.walk import Walk
from zerosum.pkr.actions import Bet, Call, Check, Deal, PokerAction
from zerosum.pkr.holdem.game import FACE_DOWN
from zerosum.pkr.holdem.nolimit import NoLimitHoldem

_NEAREST = Nearest()


@dataclass(frozen=True)
class HoldemTranslation(Walk):
    """A hand of no-limit hold'em, followed together with an abstract hand that resembles it.

    :func:`translated` makes the start of one. It applies real actions. Its infosets are those of
    the abstract game, which a strategy trained on ``Abstracted(game, states, actions)`` knows, and
    ``realise`` turns the strategy's answer into a real action. Turns, cards and payoffs of a walk
    are those of the real hand.

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
        The abstraction.

    Raises
    ------
    AbstractionError
        If the mapping is not callable.
    """

    real: NoLimitHoldem
    abstract: NoLimitHoldem
    shown: NoLimitHoldem
    states: Product | None = None
    actions: Algebraic | None = None

    @property
    def __abstraction__(self) -> tuple[type, Product | None, Algebraic | None]:
        """The abstraction, as that of a class under ``@abstract``."""
        return type(self.real), self.states, self.actions

    @property
    def view(self) -> View:
        """How the abstraction sees infosets."""
        return view_of(self.states, self.actions)

    @property
    def players(self) -> int:
        """The number of seats."""
        return self.real.players

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

    def _check_seen(self, player: int) -> None:
        """Refuse a seat whose cards are face down."""
        hole = self.real.hole
        if FACE_DOWN in self.real.hands[player * hole : (player + 1) * hole]:
            raise GameError(
                f"The hand of seat {player} must be known to see the hand as that seat; it is face "
                f"down: ask for the seat that is seated.",
                self,
            )

    def _passive(self, action: PokerAction, real: NoLimitHoldem) -> Followed:
        """Follow a fold, a check or a call."""
        return seats.follow_passive(Followed(self.abstract, self.shown), action, real)

    def _bet(self, added: int, real: NoLimitHoldem) -> tuple[Followed, int | None]:
        """Follow a legal real bet; also return the next state of the random numbers."""
        known, infoset = self.real.infoset(self.active), self.abstract.infoset(self.active)
        bets = tracking.bets_of(infoset, self.view.offered(infoset))
        lower, upper = known.bounds()
        if added == upper:
            return seats.follow_all_in(self.abstract, bets), self.word
        chips = [seats.real_chips(known, infoset, bet) for bet in bets] or [lower, upper]
        places, sizes = seats.alike(known, added, chips)
        at, word = self._drawn(known, added, tuple(map(Bet, sizes)))
        if bets:
            return seats.follow_bet(self.abstract, bets, bets[places[at]], real), word
        return seats.follow_off_menu(self.abstract, all_in=places[at] == 1), word

    def _real_bet(self, bet: PokerAction) -> PokerAction:
        """Return the legal real action that is nearest to a bet."""
        known = self.real.infoset(self.active)
        if known.bounds()[1] > known.cost:
            return Bet(seats.real_chips(known, self.shown.infoset(self.active), bet))
        return Call() if known.cost > 0 else Check()

    def _deal(self, card: int) -> Self:
        """Deal a card to both games."""
        real, abstract = self.real.apply(Deal(card)), self.abstract.apply(Deal(card))
        return replace(self, real=real, abstract=abstract, shown=abstract)


def translated(
    game: Any, mapping: BetMapping = _NEAREST, word: int | None = None
) -> HoldemTranslation:
    """Return the start of a walk beside a hand of no-limit hold'em.

    Parameters
    ----------
    game
        The start of an abstract game: ``Abstracted(game, states, actions)``, or a class under
        ``@abstract``; or a game with a menu of its own.
    mapping
        Which abstract bet replaces a real one.
    word
        The state of the random numbers that a mapping may need; see :class:`HoldemTranslation`.

    Raises
    ------
    AbstractionError
        If the game is not no-limit hold'em, or not at its start; or the mapping is not callable.

    Examples
    --------
    >>> from zerosum.abstraction import Abstracted
    >>> from zerosum.cards import parse
    >>> from zerosum.pkr.actions import RaiseToBlinds
    >>> from zerosum.pkr.abstraction import allin, bb_sizes, limited, passive
    >>> from zerosum.pkr.holdem.abstraction import history, player
    >>> menu = passive + limited(bb_sizes(3, 9), street=2) + allin
    >>> game = Abstracted(NoLimitHoldem(players=3), player * history * menu, menu)
    >>> walk = translated(game).seated(0, parse("AhAd")).apply(Bet(7))
    >>> walk.real.pips, walk.abstract.pips, walk.realise(RaiseToBlinds.of(9, 1))
    ((1, 2, 7), (1, 2, 6), Bet(quantity=17))
    """
    base, states, actions = split(game() if isinstance(game, type) else game)
    if not isinstance(base, NoLimitHoldem) or base != base.start:
        raise AbstractionError(
            f"A game to translate must be the start of no-limit hold'em, abstract or not; got "
            f"{game!r}: translate Abstracted(NoLimitHoldem(...), states, actions). River of Blood "
            f"has zerosum.pkr.abstraction.Translation; limit hold'em needs none.",
            game,
        )
    return HoldemTranslation(base, base, base, mapping, word, states, actions)


def needed(game: Any) -> HoldemTranslation | None:
    """Return the start of a walk if an abstract game of hold'em has bets of its own.

    None if the bets are those of the game, or the game itself has a menu of ``sizes``.
    """
    base, _, actions = split(game)
    return None if actions is None or base.sizes else translated(game)
