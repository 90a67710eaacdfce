"""Errors for histories, cards and boards that do not fit the rules, with what would."""

from __future__ import annotations

from collections.abc import Sequence

from zerosum.cards import Cards, name
from zerosum.errors import GameError, NotApplicable
from zerosum.pkr.phh.replay import Game

_STREETS = ("before the flop", "on the flop", "on the turn", "on the river")


def when(hand: Game) -> str:
    """Return when in a hand it is, in words.

    >>> from zerosum.pkr import NoLimitHoldem
    >>> when(NoLimitHoldem())
    'before the flop'
    """
    if hand.chance and hand.owed == 0:
        return "once no seat can act"
    return _STREETS[min(hand.street, len(hand.board))]


def illegal(what: str, hand: Game, subject: object) -> GameError:
    """Return the error for a step of a history that is not legal.

    Parameters
    ----------
    what
        The beginning of the sentence, up to ``must``.
    hand
        The hand before the step.
    subject
        What the error carries.
    """
    if hand.terminal:
        what = f"{what} be left out; the hand is over"
    elif hand.chance:
        what = f"{what} come after {hand.due} cards {when(hand)}"
    else:
        infoset = hand.infoset(hand.active)
        (lower, upper), pip = infoset.bounds(), infoset.pips[hand.active]
        legal = f"seat {hand.active + 1} owes {infoset.cost}"
        bets = f"may bet or raise to {pip + lower:,} to {pip + upper:,} chips on this street"
        what = f"{what} be legal; {legal}, and {bets if upper > infoset.cost else 'may not bet'}"
    return GameError(f"{what}.", subject)


def check_due(cards: Sequence[int], hand: Game) -> None:
    """Check that cards are as many as are due, and left in the deck.

    Raises
    ------
    GameError
        If they are not.
    """
    names = "".join(map(name, cards))
    if not hand.chance:
        raise illegal(f"The cards {names} of a history must", hand, cards)
    if len(cards) != hand.due:
        raise GameError(f"The cards {names} must be {hand.due}, as are dealt {when(hand)}.", cards)
    if len(set(cards)) < len(cards):
        raise GameError(f"The cards {names} must be different.", cards)
    for card in cards:
        if card in hand.community or card not in hand.deck.cards:
            on = "on the board already" if card in hand.community else "not in the deck"
            raise GameError(
                f"The cards {names} must be left in the deck; {name(card)} is {on}.", cards
            )


def check_hand(cards: Cards, hand: Game) -> None:
    """Check that cards are two of the deck without the board, or none at all.

    Raises
    ------
    GameError
        If they are not.
    """
    if len(cards) not in {0, hand.hole} or cards.mask & ~hand.deck.cards.mask:
        raise GameError(f"A hand must be two cards of the deck; got {cards}.", cards)
    if taken := cards & hand.community:
        raise GameError(f"A hand must be of cards that are left; {taken} is on the board.", cards)


def check_decides(hand: Game) -> None:
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
    elif hand.owed == 0:
        what = "all seats but one are all-in, and no seat acts any more"
    else:
        what = f"{hand.due} cards of the board come next: give the board"
    raise NotApplicable(f"The history must end at a decision; {what}.", hand)
