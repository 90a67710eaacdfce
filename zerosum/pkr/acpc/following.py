"""Follow match states as hands of a game, and say what its seats do in the dealer's words.

Heads-up, seat 0 is the small blind here and position 1 there:

>>> from zerosum.cards import parse
>>> from zerosum.pkr import Bet, Call, Fold, NoLimitHoldem
>>> from zerosum.pkr.acpc.games import seats_of
>>> from zerosum.pkr.acpc.states import read_state
>>> start = NoLimitHoldem(blinds=(1, 2), stacks=(200,))
>>> seats = seats_of(start)
>>> state = read_state("MATCHSTATE:0:7:r6c/:AhKd|/2c8c3h")
>>> hand = follow(start, state, seats)
>>> hand.pot, hand.community, hand.hand(1)
(12, Cards(8c3h2c), Cards(AhKd))
>>> begun = seated(start, state, seats)
>>> [action for action, _ in followed(begun, state)][:2]
[Bet(quantity=5), Call()]
>>> hand_of(start, state.hands[0]) == parse("AhKd"), is_limit(start)
(True, False)
>>> action_of("r6", begun), word_of(Bet(5), begun), word_of(Call(), begun)
(Bet(quantity=5), 'r6', 'c')
>>> end = read_state("MATCHSTATE:0:7:r6c/:AhKd|QsQd/2c8c3h")
>>> shown(hand, end, seats).hand(0)
Cards(QsQd)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from zerosum.cards import RANKS, SUITS, Cards, name
from zerosum.errors import GameError
from zerosum.game import History
from zerosum.pkr.acpc.states import MatchState
from zerosum.pkr.actions import Bet, Call, Check, Deal, Fold, PokerAction
from zerosum.pkr.holdem import LimitHoldem


def seated(start: History, state: MatchState, seats: tuple[int, ...]) -> History:
    """Return a hand before its first action, as the position of a state sees it.

    Parameters
    ----------
    start
        The start of the game, or of a walk beside it.
    state
        A state of the hand.
    seats
        The seat of the game that each position is.

    Raises
    ------
    GameError
        If the state is of another number of seats, or the position's cards are not a hand.
    """
    if len(state.hands) != len(seats):
        raise GameError(
            f"A match state must have the cards of {len(seats)} seats, as the game has; got "
            f"{len(state.hands)}: {state}.",
            state,
        )
    return start.seated(seats[state.position], hand_of(start, state.hands[state.position]))


def hand_of(game: History, cards: tuple[int, ...]) -> Cards:
    """Return cards of a state as cards of a game.

    A deck of fewer than four suits has the last of them at the dealer, here the first.
    """
    return Cards(sum(1 << _ours(game, card) for card in cards))


def _ours(game: History, card: int) -> int:
    lower: int = len(SUITS) - game.deck.suits
    if card % len(SUITS) < lower or card - lower not in game.deck.cards:
        raise GameError(
            f"A card must be in the deck, which has the ranks {RANKS[-game.deck.ranks :]} and the "
            f"suits {SUITS[lower:]}; got {name(card)}.",
            card,
        )
    return card - lower


def followed(
    hand: History, state: MatchState, begun: int = 0
) -> Iterator[tuple[PokerAction, History]]:
    """Yield what a state says was done, each action and card with the hand after it.

    Parameters
    ----------
    hand
        The hand so far.
    state
        A later state of it.
    begun
        The events that the hand has followed already.

    Raises
    ------
    GameError
        If the rules forbid what was done.
    """
    waiting: tuple[int, ...] = ()
    for event in state.events[begun:]:
        actions: list[PokerAction] = []
        if isinstance(event, str):
            actions.append(action_of(event, hand))
        else:
            waiting += event
            if not hand.chance or len(waiting) > hand.due:
                raise GameError(
                    f"The board must get {hand.due} cards there; got {len(waiting)}: {state}.",
                    state,
                )
            if len(waiting) == hand.due:  # after an all-in, that is the rest of the board
                actions += [Deal(card) for card in sorted(_ours(hand, one) for one in waiting)]
                waiting = ()
        for action in actions:
            hand = hand.apply(action)
            yield action, hand
    if waiting or (hand.chance and not hand.terminal):
        raise GameError(f"The board must be whole for each street; got {state}.", state)


def follow(start: History, state: MatchState, seats: tuple[int, ...]) -> History:
    """Return the hand that a state describes.

    Parameters
    ----------
    start
        The start of the game.
    state
        The state.
    seats
        The seat of the game that each position is.

    Raises
    ------
    GameError
        If there is no such hand in the game.
    """
    hand = seated(start, state, seats)
    return [hand, *(after for _, after in followed(hand, state))][-1]


def shown(hand: History, state: MatchState, seats: tuple[int, ...]) -> History:
    """Return a hand with all cards that a state shows."""
    cards = list(hand.hands)
    for position, sent in enumerate(state.hands):
        if sent:
            own = sorted(_ours(hand, one) for one in sent)
            cards[seats[position] * hand.hole : (seats[position] + 1) * hand.hole] = own
    return replace(hand, hands=tuple(cards))


def action_of(word: str, hand: History) -> PokerAction:
    """Return a word of the betting as an action of the seat to act.

    Raises
    ------
    GameError
        If no seat is to act, or the word is not of the game's kind of betting.
    """
    if hand.chance or hand.terminal:
        raise GameError(f"The betting must end where no seat is to act; got {word!r} there.", word)
    infoset = hand.infoset(hand.active)
    if word == "f":
        return Fold()
    if word == "c":
        return Call() if infoset.cost > 0 else Check()
    if is_limit(hand) != (word == "r"):
        form = "r alone in a limit game" if is_limit(hand) else "r and chips in a no-limit game"
        raise GameError(f"A raise must be {form}; got {word!r}.", word)
    if word == "r":
        return Bet(infoset.bounds()[0])
    return Bet(int(word[1:]) - hand.paid[hand.active])


def word_of(action: PokerAction, hand: History) -> str:
    """Return the word for an action of the seat to act."""
    if isinstance(action, Fold):
        return "f"
    if isinstance(action, Call | Check):
        return "c"
    if is_limit(hand):
        return "r"
    return f"r{hand.paid[hand.active] + hand.infoset(hand.active).quantity(action)}"


def is_limit(game: History) -> bool:
    """Return whether a game of hold'em has bets of fixed sizes."""
    return isinstance(game, LimitHoldem)
