"""Bets that an exploiter makes beside those of a menu, and a game in which they can be made.

The strategy meets such a bet as it does at a table: by the abstract hand of
:class:`~zerosum.pkr.abstraction.Translation`, always with the nearest bet of its menu. In the game
of this module a real hand and the abstract one are one state, and a bet says what it does in both,
so that the game is played natively like any other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Self

from zerosum.abstraction import Abstracted, Algebraic, View, algebraic
from zerosum.abstraction.combined import Combined, attribute, buckets_of, value_of
from zerosum.errors import NotApplicable
from zerosum.pkr.abstraction.mapping import nearest
from zerosum.pkr.abstraction.tracking import (
    Shift,
    all_in_shift,
    bet_shift,
    follow_bet,
    follow_passive,
    is_bet,
    off_menu_shift,
    real_chips,
)
from zerosum.pkr.actions import Bet, Call, Check, Deal, PokerAction
from zerosum.pkr.face import PokerInfoset
from zerosum.pkr.game import RiverOfBlood, details
from zerosum.pkr.infoset import InfoSet
from zerosum.pkr.rules import BIG_BLIND
from zerosum.rng import Random

SIZES = (1.5, 3.0, 10.0, 25.0)
"""The bets that an exploiter makes beside those of a menu, in pots."""
_KEPT = Shift(0, 0)


def bets_beside(infoset: PokerInfoset, sizes: Sequence[float]) -> tuple[PokerAction, ...]:
    """Return bets beside those of a menu: parts of the pot, and half of what is allowed.

    Parameters
    ----------
    infoset
        Of no-limit poker.
    sizes
        The parts of the pot, after a call; without any there are no bets.

    Examples
    --------
    >>> bets_beside(RiverOfBlood().infoset(0), (1.5, 3.0, 1000.0))
    (Bet(quantity=7), Bet(quantity=13), Bet(quantity=199))
    """
    lower, upper = infoset.bounds()
    cost = infoset.cost
    bets: list[PokerAction] = []
    if len(sizes) > 0 and upper > cost:
        pot = infoset.total + cost
        chips = [cost + int(size * pot) for size in sizes]
        chips.append(upper // 2)
        last = lower - 1
        for each in sorted(chips):
            if last < each < upper:
                bets.append(Bet(each))
                last = each
    return tuple(bets)


@dataclass(frozen=True)
class PairedBet:
    """A bet, and what becomes of the abstract hand.

    Parameters
    ----------
    quantity
        The chips that it adds.
    listed
        Whether it is one of the menu.
    shift
        How the abstract hand follows; not compared, since nobody sees it.
    """

    quantity: int
    listed: bool
    shift: Shift = field(default=_KEPT, compare=False)


@dataclass(frozen=True)
class PairedInfoSet:
    """What a player knows in the real hand and in the abstract one.

    Parameters
    ----------
    real, abstract
        The infosets of the two hands.
    shown
        What the strategy is asked about; see :class:`~zerosum.pkr.abstraction.Translation`.
    strayed
        Whether a bet was made beside the menu.
    """

    real: InfoSet
    abstract: InfoSet
    shown: InfoSet
    strayed: bool

    max_actions: ClassVar[int] = 20

    @property
    def street(self) -> int:
        """The number of finished streets."""
        return self.real.street


@dataclass(frozen=True)
class PairedHand:
    """A hand of River of Blood, and the abstract hand that a strategy follows beside it.

    Parameters
    ----------
    real, abstract, shown
        As for :class:`~zerosum.pkr.abstraction.Translation`.
    strayed
        Whether a bet was made beside the menu: there is one in a hand at most, so that a walk that
        tries all actions stays short.
    """

    real: RiverOfBlood = RiverOfBlood()  # noqa: RUF009 - frozen
    abstract: RiverOfBlood = RiverOfBlood()  # noqa: RUF009
    shown: RiverOfBlood = RiverOfBlood()  # noqa: RUF009
    strayed: bool = False

    players: ClassVar[int] = 2

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
        """Return each card that is left with its probability."""
        return self.real.chances()

    def sample(self, rng: Random | None = None) -> PokerAction:
        """Sample one of the cards that are left."""
        return self.real.sample(rng)

    def payoff(self, player: int) -> float:
        """Return the player's net chips in the real hand."""
        return self.real.payoff(player)

    def infoset(self, player: int) -> PairedInfoSet:
        """Return what the player knows in both hands."""
        real, abstract = self.real.infoset(player), self.abstract.infoset(player)
        return PairedInfoSet(real, abstract, self.shown.infoset(player), self.strayed)

    def apply(self, action: PokerAction | PairedBet) -> Self:
        """Return both hands after an action or a card."""
        if isinstance(action, PairedBet):
            real = self.real.apply(Bet(action.quantity))
            hands: Any = follow_bet(self.abstract, action.shift)
            strayed = self.strayed or not action.listed
        else:
            real, strayed = self.real.apply(action), self.strayed
            if isinstance(action, Deal):
                abstract = self.abstract.after_card(action.card)
                hands = abstract, abstract
            else:
                hands = follow_passive((self.abstract, self.shown), action, real)
        return replace(self, real=real, abstract=hands[0], shown=hands[1], strayed=strayed)


def shift_of(
    known: InfoSet, infoset: InfoSet, added: int, chips: list[int], reals: list[int]
) -> Shift:
    """Return how an abstract hand follows a real bet, as a translation by :class:`Nearest` does.

    Parameters
    ----------
    known, infoset
        What the bettor knows in the real hand and in the abstract one.
    added
        The chips of the real bet.
    chips, reals
        What the bets of the menu add in the abstract hand, and in the real one.
    """
    lower, upper = known.bounds()
    behind = infoset.behind
    if added == upper:
        return all_in_shift(behind, chips)
    if len(chips) > 0:
        return bet_shift(chips[nearest(added, reals)], behind, chips)
    smallest = min(behind, infoset.cost + max(infoset.cost, BIG_BLIND))
    all_in = nearest(added, [lower, upper]) == 1
    return off_menu_shift(infoset.cost, behind, smallest, all_in)


@dataclass(frozen=True, repr=False)
class Beside(Combined):
    """The actions of a paired hand: those of a menu first, then the bets beside it.

    Parameters
    ----------
    actions
        The menu of the strategy.
    """

    maker = "beside"
    actions: Algebraic

    def __call__(self, infoset: PairedInfoSet) -> tuple[PokerAction | PairedBet, ...]:
        """Return the actions."""
        real, abstract = infoset.real, infoset.abstract
        lower, upper = abstract.bounds()
        chips: list[int] = []
        reals: list[int] = []
        for bet in value_of(self.actions, abstract):
            added = abstract.quantity(bet)
            if is_bet(bet) and upper > abstract.cost and lower <= added <= upper:
                chips.append(added)
                reals.append(real_chips(real, abstract, bet))
        menu: list[PokerAction | PairedBet] = []
        legal = real.bounds()[1] > real.cost
        for action in value_of(self.actions, infoset.shown):
            if not is_bet(action):
                menu.append(action)
            elif not legal:
                menu.append(Call() if real.cost > 0 else Check())
            else:
                added = real_chips(real, infoset.shown, action)
                shift = shift_of(real, abstract, added, chips, reals)
                menu.append(PairedBet(added, True, shift))
        if not infoset.strayed:
            for bet in bets_beside(real, SIZES):
                added = real.quantity(bet)
                shift = shift_of(real, abstract, added, chips, reals)
                menu.append(PairedBet(added, False, shift))
        return tuple(menu)


@dataclass(frozen=True, repr=False)
class Within(Combined):
    """A factor of one of the infosets of a paired hand.

    Parameters
    ----------
    name
        ``real`` or ``shown``.
    factor
        The factor.
    """

    maker = "within"
    name: str
    factor: Algebraic

    def __call__(self, infoset: PairedInfoSet) -> Any:
        """Return the value of the factor."""
        return value_of(self.factor, attribute(infoset, self.name))

    @property
    def buckets(self) -> tuple[int, ...]:
        """How many buckets the factor has."""
        return buckets_of(self.factor)


def _shown(factor: Algebraic) -> Algebraic:
    return Algebraic(Within("shown", factor))


def wider(base: Any, view: View) -> tuple[Any, View]:
    """Return a game in which an exploiter also makes bets beside the menu of a strategy.

    It knows what the strategy knows, and the exact chips of the real hand.

    Parameters
    ----------
    base, view
        The game, and how the strategy sees it.

    Returns
    -------
    The game as the exploiter sees it, and how the strategy sees its infosets.

    Raises
    ------
    NotApplicable
        If the game is another one than River of Blood with equal stacks, or the abstraction has no
        states, or no actions.
    """
    if type(base) is not RiverOfBlood or base.stacks[0] != base.stacks[1]:
        raise NotApplicable(
            "The game must be River of Blood with equal stacks to meet bets beside a menu; got "
            f"{base!r}: leave these bets out.",
            base,
        )
    if view.states is None or view.actions is None:
        raise NotApplicable(
            "The strategy must be of an abstraction with states and actions to meet bets beside "
            f"its menu; {base!r} has none: leave these bets out.",
            base,
        )
    actions = Algebraic(Beside(view.actions))
    states = Algebraic(Within("real", algebraic(details))) * actions
    for factor in view.factors:
        states = states * _shown(factor)
    return Abstracted(PairedHand(base, base, base), states, actions), view.through(_shown)
