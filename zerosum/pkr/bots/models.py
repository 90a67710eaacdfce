"""Models of opponents in River of Blood, to train responses to: what they do at an infoset.

A model is a factor that returns an action of a menu, so it runs at native speed. Many bots decide
as these do: they estimate how strong their hand is, call at the right price, and bet what is
strong. Nobody plays exactly so; a response to a model is for those who play more like it than like
an equilibrium (:mod:`zerosum.pkr.bots.adapting`).
"""

from __future__ import annotations

from typing import final

from zerosum.abstraction import Algebraic, algebraic
from zerosum.pkr.abstraction import strength
from zerosum.pkr.actions import Call, Check, Fold, PokerAction
from zerosum.pkr.bots.gallery.player import Choice, Player
from zerosum.pkr.face import Poker, PokerInfoset
from zerosum.pkr.hands.shuffled import card_hash, scrambled
from zerosum.pkr.infoset import InfoSet
from zerosum.strategy.policy import summed

LARGE = 80
"""Chips owed from which on who is afraid of bets is most afraid."""
SURE = 0.85
"""The least strength for bets of half of what is allowed, and all-in."""
_THOUSAND = strength(1000)
_LEAVES, _STAYS = -1, 0
_NEVER = 1e9


def by_strength(actions: Algebraic, fear: float = 0.0) -> Algebraic:
    """Return a model that bets, calls and folds by the strength of its hand.

    It calls with at least the strength that the price asks for. It bets or raises, the more often
    the stronger it is, with a strength from .55 to .75 on, by .4 to 1 of the pot; from ``SURE`` on,
    in three of five hands, by half of what is allowed or all-in. Where each hand is between these
    limits follows from its cards.

    Parameters
    ----------
    actions
        The menu of the game that is trained on; the model takes the bet of the nearest size.
    fear
        What ``LARGE`` chips to call, or more, take from the strength of a hand; in proportion for
        less.

    Examples
    --------
    >>> from blood.river_price import actions
    >>> from zerosum.cards import parse
    >>> from zerosum.pkr import Bet, RiverOfBlood
    >>> start = RiverOfBlood().seated(1, parse("KhKd"))
    >>> facing = start.apply(Bet(399)).infoset(1)  # all-in
    >>> by_strength(actions)(facing), by_strength(actions, fear=0.5)(facing)
    ((Call(),), (Fold(),))
    """

    @algebraic
    def by_strength(infoset: InfoSet) -> tuple[PokerAction, ...]:
        menu = actions(infoset)
        return (menu[_nearest(infoset, menu, _wanted(infoset, fear))],)

    return by_strength


def _wanted(infoset: InfoSet, fear: float) -> int:
    """Return the chips to bet, or that the player leaves or stays."""
    cost, total = infoset.cost, infoset.total
    lower, upper = infoset.bounds()
    kind = scrambled(infoset.hand.mask + 5)
    moment = card_hash(infoset.hand.mask, infoset.community.mask) ^ (infoset.bets * 77 + total)
    power = _THOUSAND(infoset) / 1000.0
    own = power - fear * min(1.0, cost / LARGE)
    if own < cost / (total + cost):
        return _LEAVES
    if upper <= cost or own <= 0.55 + 0.2 * _part(kind, 2) or _part(moment, 3) > 0.3 + 0.7 * power:
        return _STAYS
    size = _part(kind, 5)
    if power < SURE or size < 0.4:
        share = 0.4 + 0.6 * _part(kind, 3)
        return max(lower, min(upper, int(cost + share * (total + cost))))
    return upper if size > 0.8 else max(lower, upper // 2)


def _part(state: int, number: int) -> float:
    """Return a number from 0 to 1 that follows from a state."""
    return ((scrambled(state + 7919 * number) >> 20) % 65536) / 65536.0


def _nearest(infoset: InfoSet, menu: tuple[PokerAction, ...], wanted: int) -> int:
    """Return the place of the action that comes nearest to what is wanted."""
    found, least = 0, 2 * _NEVER
    for a in range(len(menu)):
        action = menu[a]
        far = 0.0
        if isinstance(action, Fold):
            far = 0.0 if wanted == _LEAVES else _NEVER
        elif isinstance(action, Check):
            far = 0.0 if wanted <= _STAYS else _NEVER / 2
        elif isinstance(action, Call):
            far = 0.0 if wanted == _STAYS else _NEVER / 2
        else:
            chips = infoset.quantity(action)
            far = _NEVER if wanted <= _STAYS else abs(chips - wanted) / (chips + wanted + 1.0)
        if far < least:
            found, least = a, far
    return found


@final
class Modelled(Player):
    """Plays as a model does.

    Parameters
    ----------
    model
        It returns actions of a menu, each of which is taken equally often.

    Examples
    --------
    >>> from blood.river_price import actions
    >>> from zerosum.cards import NO_CARDS, parse
    >>> from zerosum.pkr import RiverOfBlood
    >>> trash = RiverOfBlood().holding(parse("7h2d"), NO_CARDS)
    >>> Modelled(by_strength(actions)).choose(trash, trash.infoset(0))
    {Call(): 1.0}
    """

    def __init__(self, model: Algebraic) -> None:
        self.model, self.name = model, repr(model)

    def choose(self, game: Poker, infoset: PokerInfoset) -> Choice:  # noqa: ARG002
        """Return the actions of the model, with so many chips."""
        taken = self.model(infoset)
        real = tuple(infoset.concrete(action) for action in taken)
        return summed(real, [1 / len(real)] * len(real))
