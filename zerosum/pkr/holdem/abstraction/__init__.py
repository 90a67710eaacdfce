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

The factors of the betting at one decision, on the flop after a raise and a call:

>>> from zerosum.cards import parse
>>> from zerosum.pkr import NoLimitHoldem
>>> from zerosum.pkr.text import read_line
>>> line = read_line("r6 c | Ah7d2c x", NoLimitHoldem(stacks=(100,)))
>>> *_, (flop, _) = line
>>> seat = flop.holding(parse("QcQd"), parse("AsKs")).infoset(flop.active)
>>> player(seat), position(seat), street(seat), seats(seat), pot(seat), first_in(seat)
(1, 1, 1, (3, 0), 12, True)
>>> bets(seat), bets_of_hand(seat), raises_of_hand(seat), kinds(seat)
(0, 1, (0, 1), (2, 1))
>>> history(seat), round_history(seat), len(actions(seat))
(((2, 1), (6,)), ((), ()), 94)

And those of the cards:

>>> hand_ranks(seat), suited(seat), made(seat), hand_cards(seat).bit_count()
(167, True, 1, 2)
>>> bin(board_ranks(seat))
'0b1000000000000000000001000000000000001'
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
