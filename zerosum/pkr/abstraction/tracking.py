"""A real hand and the abstract one beside it, move by move.

At the real table a move that the rules forbid is refused, with what was legal. The abstract game
follows each real move and never loses step: whatever the chips, it keeps the turn, the street,
whether a bet was made on it, and who is all-in. Why each step is what it is:
``docs/explanation/translation.md``.
"""

from __future__ import annotations

from dataclasses import replace
from numbers import Integral
from typing import Any, NamedTuple

from zerosum.cards import FULL_DECK, NO_CARDS, Cards, name
from zerosum.errors import GameError
from zerosum.pkr.abstraction.mapping import Bets, chips_within
from zerosum.pkr.actions import Allin, Bet, Call, Check, Deal, Fold, PokerAction
from zerosum.pkr.game import RiverOfBlood
from zerosum.pkr.infoset import InfoSet

_PASSIVE = (Fold, Check, Call, Deal)


class Followed(NamedTuple):
    """The abstract game after a real action, and the one that the next player is asked about.

    The two differ only while a bet is unanswered that the abstract game cannot represent.
    """

    game: Any
    shown: Any


def is_bet(action: PokerAction) -> bool:
    """Return whether an action is a bet or a raise.

    >>> is_bet(Allin()), is_bet(Call())
    (True, False)
    """
    return not isinstance(action, _PASSIVE)


def bets_of(infoset: Any, menu: Bets) -> Bets:
    """Return the bets of a menu that the rules allow at an infoset of the abstract game."""
    lower, upper = infoset.bounds()
    if upper <= infoset.cost:
        return ()
    bets = [action for action in menu if is_bet(action)]
    return tuple([bet for bet in bets if lower <= infoset.quantity(bet) <= upper])


def off_menu(infoset: InfoSet) -> tuple[PokerAction, PokerAction]:
    """Return what a real bet is mapped to if the menu has no bet: the least bet, or all-in."""
    return Bet(infoset.bounds()[0]), Allin()


def follow_passive(at: Followed, action: PokerAction) -> Followed:
    """Follow a fold, a check or a call.

    If a bet was only shown and is now called, the abstract game continues without it.
    """
    if isinstance(action, Fold):
        return _same(at.shown.apply(action))
    owes = at.game.infoset(at.game.active).cost > 0
    return _same(at.game.apply(Call() if owes else Check()))


def follow_all_in(game: RiverOfBlood, bets: Bets) -> Followed:
    """Follow a real all-in by an all-in, whether or not the menu has it."""
    listed = any(_is_all_in(game, bet) for bet in bets)
    return _same(game.apply(Allin()) if listed else _uncounted(game, Allin()))


def follow_bet(game: RiverOfBlood, bets: Bets, chosen: PokerAction) -> Followed:
    """Follow a real bet that leaves chips by one of the menu's bets.

    If that would be all-in, it is only shown; the abstract game continues with the greatest bet
    that leaves chips, or with none.
    """
    if not _is_all_in(game, chosen):
        return _same(game.apply(chosen))
    infoset = game.infoset(game.active)
    smaller = [bet for bet in bets if not _is_all_in(game, bet)]
    below = game.apply(max(smaller, key=infoset.quantity)) if smaller else _passed(game)
    return Followed(below, game.apply(chosen))


def follow_off_menu(game: RiverOfBlood, bet: PokerAction) -> Followed:
    """Follow a real bet that leaves chips, if the menu has no bet.

    Parameters
    ----------
    game
        The abstract game before it.
    bet
        What the real bet is mapped to, of :func:`off_menu`: the next player is asked as if it were
        all-in, or the least bet.
    """
    infoset = game.infoset(game.active)
    below = _passed(game)
    if isinstance(bet, Allin):
        return Followed(below, _uncounted(game, bet))
    if infoset.cost > 0:
        return _same(below)
    return Followed(below, _uncounted(game, Bet(infoset.bounds()[0])))


def _same(game: RiverOfBlood) -> Followed:
    return Followed(game, game)


def _is_all_in(game: RiverOfBlood, bet: PokerAction) -> bool:
    infoset = game.infoset(game.active)
    return infoset.quantity(bet) >= infoset.bounds()[1]


def _uncounted(game: RiverOfBlood, bet: PokerAction) -> RiverOfBlood:
    """Return the game after a bet that counts only if it is the first of its street.

    Training never met more bets on a street than the menus offer.
    """
    return replace(game.apply(bet), bets=max(1, game.bets))


def _passed(game: RiverOfBlood) -> RiverOfBlood:
    """Return the game after a bet that adds no chips and only passes the turn.

    The same chips are now owed by the other player, so a call leads to the same state.
    """
    pips = game.pips[1], game.pips[0]
    return replace(game, pips=pips, active=1 - game.active, bets=max(1, game.bets))


def seated(game: RiverOfBlood, player: int, hand: Cards) -> RiverOfBlood:
    """Return a hand as one player sees it after the deal, without the other's cards.

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
    """Return a hand after a card, which goes to the board if the players are seated.

    Raises
    ------
    GameError
        If no card is due, or the card is not in the deck.
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


def act(game: Any, action: Any) -> Any:
    """Return a hand after a player's action.

    Raises
    ------
    GameError
        If the rules forbid it; the message says what was owed and what a bet may add.
    """
    whole = not isinstance(action, Bet) or isinstance(action.quantity, Integral)
    if not isinstance(action, PokerAction) or not whole:
        raise _forbidden(game, action, "An action must be one of zerosum.pkr, and chips be whole")
    try:
        return game.apply(Bet(int(action.quantity)) if isinstance(action, Bet) else action)
    except GameError as error:
        raise _forbidden(game, action, str(error)) from None


def real_bet(infoset: InfoSet, bet: PokerAction) -> PokerAction:
    """Return the legal action at an infoset that is nearest to a bet.

    If the opponent is all-in and nothing is left to bet, that is a call.

    >>> from zerosum.pkr import RaiseHalfPot
    >>> real_bet(RiverOfBlood().infoset(0), RaiseHalfPot())
    Bet(quantity=3)
    """
    if infoset.bounds()[1] > infoset.cost:
        return Bet(chips_within(infoset, bet))
    return Call() if infoset.cost > 0 else Check()


def _forbidden(game: Any, action: object, reason: str) -> GameError:
    if game.chance or game.terminal:
        return GameError(f"{reason}; got {action!r}.", action)
    infoset = game.infoset(game.active)
    lower, upper = infoset.bounds()
    bets = f" and may add {lower} to {upper}" if upper > infoset.cost else " and may not bet"
    owed = f"player {game.active} owes {infoset.cost}"
    return GameError(f"{reason}; got {action!r} where {owed}{bets}.", action)
