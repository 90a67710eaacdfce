"""Errors for steps, cards and boards that do not fit the rules, with what would."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from zerosum.cards import NO_CARDS, Cards, name
from zerosum.errors import GameError, NotApplicable
from zerosum.pkr.actions import Bet, Call, Check, Fold, PokerAction
from zerosum.pkr.face import Poker, PokerInfoset
from zerosum.pkr.holdem.game import Holdem
from zerosum.pkr.text.seats import seat_word
from zerosum.pkr.text.spelling import words_of

_STREETS = ("before the flop", "on the flop", "on the turn", "on the river")


def runs_out(hand: Poker) -> bool:
    """Return whether only cards of the board follow, all at once, as no seat can act."""
    return isinstance(hand, Holdem) and hand.chance and hand.owed == 0


def when(hand: Poker) -> str:
    """Return when in a hand it is, in words.

    >>> from zerosum.pkr import NoLimitHoldem
    >>> when(NoLimitHoldem())
    'before the flop'
    """
    if runs_out(hand):
        return "once no seat can act"
    street = hand.street
    return _STREETS[street] if street < len(_STREETS) else f"on street {street + 1}"


def legal(infoset: PokerInfoset) -> str:
    """Return the words for all legal actions of a seat.

    >>> from zerosum.pkr import NoLimitHoldem
    >>> legal(NoLimitHoldem().infoset(0))
    'f, c, r4 to r200'
    """
    cost, (lower, upper) = infoset.cost, infoset.bounds()
    passive = (Fold(), Call()) if cost > 0 else (Check(),)
    bets = map(Bet, range(lower, upper + 1) if upper > cost else ())
    return words_of([*passive, *bets], infoset)


def illegal(
    what: str,
    hand: Poker,
    subject: object,
    infoset: Any = None,
    menu: Sequence[PokerAction] | None = None,
) -> GameError:
    """Return the error for a step that is not legal.

    Parameters
    ----------
    what
        The beginning of the sentence, up to ``must``.
    hand
        The hand before the step.
    subject
        What the error carries.
    infoset
        What the seat to act knows.
    menu
        The actions on offer, if others do not count.
    """
    if hand.terminal:
        return GameError(f"{what} be left out; the hand is over.", subject)
    if hand.chance:
        return GameError(f"{what} come after {_due(hand)}.", subject)
    who = seat_word(hand.active, hand.players, hand.button)
    owes = f"{who} owes {infoset.cost}"
    if menu is None:
        return GameError(f"{what} be legal; {owes}, and legal are {legal(infoset)}.", subject)
    words = words_of(menu, infoset)
    return GameError(f"{what} be on the menu; {owes}, and the menu has {words}.", subject)


def _due(hand: Poker) -> str:
    return f"{hand.due} card{'s' if hand.due > 1 else ''} {when(hand)}"


def short_of(hand: Poker, got: int) -> GameError:
    """Return the error for a board that lacks cards which are due."""
    before = len(hand.community)
    return GameError(
        f"The board must have {before + hand.due} cards {when(hand)}; got {before + got}.", hand
    )


def check_cards(cards: Sequence[int], hand: Poker, held: Cards = NO_CARDS) -> None:
    """Check that cards are no more than are due, and left in the deck beside those of seats.

    Raises
    ------
    GameError
        If they are not.
    """
    names = "".join(map(name, cards))
    if not hand.chance or len(cards) > hand.due:
        due = hand.due if hand.chance else 0
        raise GameError(f"The cards {names} must be {due}, as are dealt {when(hand)}.", cards)
    for at, card in enumerate(cards):
        taken = card in hand.community or card in held or card in cards[:at]
        if taken or card not in hand.deck.cards:
            why = "dealt already" if taken else "not in the deck"
            raise GameError(f"The cards {names} must be left; {name(card)} is {why}.", cards)


def check_due(cards: Sequence[int], hand: Poker) -> None:
    """Check that cards are all that are due, and left in the deck.

    Raises
    ------
    GameError
        If they are not.
    """
    check_cards(cards, hand)
    if len(cards) < hand.due:
        raise short_of(hand, len(cards))


def check_hand(cards: Cards, hand: Poker, held: Cards = NO_CARDS) -> None:
    """Check that cards are a hand that the board and other seats leave, or none at all.

    Raises
    ------
    GameError
        If they are not.
    """
    if len(cards) not in {0, hand.hole} or cards.mask & ~hand.deck.cards.mask:
        many = "two cards" if hand.hole == 2 else "one card"
        raise GameError(f"A hand must be {many} of the deck; got {cards}.", cards)
    if taken := cards & (hand.community | held):
        raise GameError(f"A hand must be of cards that are left; {taken} is dealt already.", cards)


def check_decides(hand: Poker) -> None:
    """Check that a seat is to act.

    Raises
    ------
    NotApplicable
        If the hand is over, or cards are due.
    """
    if not hand.terminal and not hand.chance:
        return
    if hand.terminal:
        what = "the hand is over: leave out its last action"
    elif runs_out(hand):
        what = "all seats but one are all-in, and no seat acts any more"
    else:
        what = f"{_due(hand)} come next: give the board"
    raise NotApplicable(f"The line must end at a decision; {what}.", hand)
