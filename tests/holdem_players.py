"""Players of hold'em written by hand, for any number of seats and any menu."""

from __future__ import annotations

from typing import Any

from zerosum.cards import rank
from zerosum.pkr.actions import Bet, PokerAction
from zerosum.pkr.hands.values import kind

Answer = dict[PokerAction, float]


def folder(infoset: Any) -> Answer:
    """Fold, or check."""
    return {infoset.actions()[0]: 1.0}


def caller(infoset: Any) -> Answer:
    """Call, or check."""
    return {passive(infoset): 1.0}


def maniac(infoset: Any) -> Answer:
    """Go all-in, or call."""
    return {infoset.actions()[-1]: 1.0}


def backwards(infoset: Any) -> Answer:
    """Raise bad hands and fold good ones, most in the first seats; bet out of position."""
    if infoset.street:
        return bet(infoset) if infoset.player == 1 else folder(infoset)
    line = infoset.public.line
    opener = line.index(2) if 2 in line else len(line)
    share = (1 - score(infoset.hand) / 25.3) * (1 - opener / 10)
    (raises,) = bet(infoset)
    return {infoset.actions()[0]: 1 - share, raises: share}


def sound(infoset: Any) -> Answer:
    """Play good hands and fold bad ones, with a bluff now and then."""
    return _after_the_flop(infoset) if infoset.street else _before_the_flop(infoset)


def _before_the_flop(infoset: Any) -> Answer:
    value, public = score(infoset.hand), infoset.public
    if infoset.cost > infoset.behind // 2:
        return caller(infoset) if value >= 21 else folder(infoset)
    if infoset.bets == 0:
        return bet(infoset) if value >= 17 - public.line.count(0) else folder(infoset)
    if infoset.bets == 1:
        opener = public.line.index(2)
        if value >= 20 or (value == 15.5 and opener == 3):
            return bet(infoset)
        return caller(infoset) if value >= 17 - opener else folder(infoset)
    return caller(infoset) if value >= 20 else folder(infoset)


def _after_the_flop(infoset: Any) -> Answer:
    board = infoset.community.mask
    made = kind(infoset.hand.mask | board) - kind(board)
    if infoset.cost > 0:
        return caller(infoset) if made else folder(infoset)
    if infoset.player == 1:
        return caller(infoset)
    if made or len(infoset.community) < 5:
        return bet(infoset)
    return {passive(infoset): 0.75, **dict.fromkeys(bet(infoset), 0.25)}


def score(hand: Any) -> float:
    """Return the worth of two cards: 24 for aces, 12 for twos and ace-deuce, 1.5 for 32o."""
    low, high = sorted(map(rank, hand))
    if low == high:
        return 12 + high
    suited = len({card % 4 for card in hand}) == 1
    return high + low / 2 + 2 * suited


def passive(infoset: Any) -> PokerAction:
    """Return the call or check."""
    found: PokerAction = infoset.actions()[int(infoset.cost > 0)]
    return found


def bet(infoset: Any) -> Answer:
    """Raise by the smallest size of the menu; call where there is none."""
    raises = [action for action in infoset.actions() if isinstance(action, Bet)]
    return {raises[0]: 1.0} if raises else caller(infoset)
