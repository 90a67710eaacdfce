"""Factors for abstractions of hold'em.

``cards * history`` loses nothing, since the names of suits do not matter. The other factors forget
information. The menus of River of Blood, and its factors of the pot, work as well. Buckets of cards
are in :mod:`zerosum.pkr.holdem.abstraction.buckets`.

>>> from zerosum.abstraction import Abstracted
>>> from zerosum.cards import card
>>> from zerosum.pkr import Deal
>>> from zerosum.pkr.holdem import LimitHoldem
>>> game = Abstracted(LimitHoldem(hole=1), cards * history)
>>> one, other = (game.apply(Deal(card(name))) for name in ("Ac", "As"))
>>> one.infoset(0) == other.infoset(0)
True
"""

from zerosum.pkr.holdem.abstraction.betting import (
    actions,
    bets,
    bets_of_hand,
    first_in,
    history,
    kinds,
    player,
    position,
    pot,
    pot_odds,
    raises_of_hand,
    round_history,
    seats,
    spr,
    street,
)
from zerosum.pkr.holdem.abstraction.cards import (
    board_ranks,
    cards,
    hand_cards,
    hand_ranks,
    made,
    suited,
)
from zerosum.pkr.holdem.abstraction.reentrant import reentrant

__all__ = [
    "actions",
    "bets",
    "bets_of_hand",
    "board_ranks",
    "cards",
    "first_in",
    "hand_cards",
    "hand_ranks",
    "history",
    "kinds",
    "made",
    "player",
    "position",
    "pot",
    "pot_odds",
    "raises_of_hand",
    "reentrant",
    "round_history",
    "seats",
    "spr",
    "street",
    "suited",
]
