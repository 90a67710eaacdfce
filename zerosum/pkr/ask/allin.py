"""What a hand of poker wins on average over the boards that might have come after an all-in."""

from __future__ import annotations

from dataclasses import replace
from functools import reduce
from operator import or_
from typing import Any

import numpy as np

from zerosum.cards import NO_CARDS, Cards
from zerosum.pkr.equities.boards import Ints, completions, renamings_of
from zerosum.pkr.equities.showdowns import values_on
from zerosum.pkr.face import Poker, seats_of
from zerosum.pkr.holdem.game import Holdem
from zerosum.pkr.text.legality import runs_out
from zerosum.pkr.think.runouts import full_boards
from zerosum.play.hand import Played
from zerosum.tables import Floats

BOARDS = 10_000
"""How many runs of River of Blood are drawn; the boards of hold'em are all counted."""


def expected(hand: Played) -> float:
    """Return what a finished hand wins, its board averaged if cards came after an all-in.

    The cards of all seats that are live count, with side pots, and no others: those that folded
    seats held are not told. With two seats that has the mean of what is won.

    Parameters
    ----------
    hand
        The hand.

    Examples
    --------
    >>> from zerosum.cards import parse
    >>> from zerosum.pkr import Allin, Call, Deal, NoLimitHoldem
    >>> cards = [Deal(card) for card in (*parse("AhAd"), *parse("KhKd"), *parse("2c3c7d8sKs"))]
    >>> steps = (*cards[:4], Allin(), Call(), *cards[4:])
    >>> hand = Played(NoLimitHoldem(stacks=(10,)), steps, seat=0)  # aces that lost to three kings
    >>> hand.moment.base.payoff(0), round(expected(hand), 2)
    (-10.0, 6.53)
    """
    end = hand.moment.base
    last = next((m.base for m, _ in hand.moments() if _is_all_in(m.base)), None)
    if last is None:
        return float(end.payoff(hand.seat))
    seats = seats_of(end.live)
    hands = [end.hand(seat) for seat in seats]
    boards, times = _boards(last, hands)
    values = values_on(boards, np.array([cards.mask for cards in hands]), end.deck)
    better = (values[:, None, :] > values[:, :, None]).sum(axis=2)
    order = better @ (len(seats) ** np.arange(len(seats)))
    total = 0.0
    for one in np.unique(order):
        same = order == one
        won = _on(end, int(boards[same.argmax()])).payoff(hand.seat)
        total += float(times[same].sum()) * won
    return total / float(times.sum())


def _is_all_in(hand: Poker) -> bool:
    """Return whether only cards of the board follow, and no seat has a choice any more."""
    if isinstance(hand, Holdem):
        return runs_out(hand) and len(hand.hands) == hand.players * hand.hole
    game: Any = hand  # River of Blood, whose players still check
    return hand.chance and 0 in game.stacks


def _boards(hand: Poker, hands: list[Cards]) -> tuple[Ints, Floats]:
    """Return boards that may come, as masks, and how often each one counts."""
    held = reduce(or_, hands, NO_CARDS)
    if not isinstance(hand, Holdem):
        boards = full_boards(hand, BOARDS, held=held)
        return boards, np.ones(len(boards))
    board, left = hand.community, (hand.deck.cards - hand.community - held).mask
    same = renamings_of(left, board.mask, *[cards.mask for cards in hands])
    found, times = completions(left, hand.due, same)
    return found | board.mask, times.astype(np.float64)


def _on(end: Any, board: int) -> Any:
    """Return the end of a hand with another board."""
    cards = Cards(board)
    if isinstance(end, Holdem):
        return replace(end, dealt=tuple(cards))
    return replace(end, community=cards)
