"""The real table: acting, dealing and betting there, with refusals that say what was legal."""

from __future__ import annotations

from dataclasses import replace
from numbers import Integral
from typing import Any

from zerosum.cards import FULL_DECK, NO_CARDS, Cards, name
from zerosum.errors import GameError
from zerosum.pkr.abstraction.mapping import chips_within
from zerosum.pkr.actions import Bet, Call, Check, Deal, PokerAction
from zerosum.pkr.game import RiverOfBlood
from zerosum.pkr.infoset import InfoSet


def seated(game: RiverOfBlood, player: int, hand: Cards) -> RiverOfBlood:
    """Return a hand as dealt, all that one player sees of it; the other's cards are left out.

    Raises
    ------
    GameError
        If cards are dealt already, or the hand is not two cards.

    >>> from zerosum.cards import parse
    >>> seated(RiverOfBlood(), 1, parse("4d6s")).hands
    (Cards(), Cards(6s4d))
    """
    if game.used or player not in {0, 1} or len(hand) != 2 or hand - FULL_DECK:
        raise GameError(
            f"A player must be seated before the deal, as 0 or 1 and with two cards; got player "
            f"{player!r} with {len(hand)} cards, and {len(game.used)} dealt.",
            hand,
        )
    return replace(game, hands=(hand, NO_CARDS) if player == 0 else (NO_CARDS, hand), due=0)


def deal(game: RiverOfBlood, card: int, *, seated: bool) -> RiverOfBlood:
    """Return a hand after a card; it goes to the board if the players are seated.

    Raises
    ------
    GameError
        If no card is due, or it has left the deck.
    """
    known = card in range(52)
    if not game.chance or not known or card in game.used:
        raise GameError(
            f"A card must be in the deck, and dealt while one is due; got "
            f"{name(card) if known else repr(card)} with {game.due} due and {game.used} dealt.",
            card,
        )
    if not seated:
        return game.apply(Deal(int(card)))
    board = game.community.with_card(int(card))
    return replace(game, community=board, last=int(card), due=game.due - 1)


def act(game: RiverOfBlood, action: Any) -> RiverOfBlood:
    """Return a hand after a player's action.

    Raises
    ------
    GameError
        Where the rules forbid it; the sentence says what was owed and what a bet may add.
    """
    whole = not isinstance(action, Bet) or isinstance(action.quantity, Integral)
    if not isinstance(action, PokerAction) or not whole:
        raise _forbidden(game, action, "An action must be one of zerosum.pkr, and chips be whole")
    try:
        return game.apply(Bet(int(action.quantity)) if isinstance(action, Bet) else action)
    except GameError as error:
        raise _forbidden(game, action, str(error)) from None


def real_bet(infoset: InfoSet, bet: PokerAction) -> PokerAction:
    """Return the legal action at an infoset that comes nearest to a bet.

    Where the opponent is all-in, and there is nothing left to bet, that is a call.

    >>> from zerosum.pkr import RaiseHalfPot
    >>> real_bet(RiverOfBlood().infoset(0), RaiseHalfPot())
    Bet(quantity=3)
    """
    if infoset.bounds()[1] > infoset.cost:
        return Bet(chips_within(infoset, bet))
    return Call() if infoset.cost > 0 else Check()


def _forbidden(game: RiverOfBlood, action: object, reason: str) -> GameError:
    if game.chance or game.terminal:
        return GameError(f"{reason}; got {action!r}.", action)
    infoset = game.infoset(game.active)
    lower, upper = infoset.bounds()
    bets = f" and may add {lower} to {upper}" if upper > infoset.cost else " and may not bet"
    owed = f"player {game.active} owes {infoset.cost}"
    return GameError(f"{reason}; got {action!r} where {owed}{bets}.", action)
