"""A real hand and the abstract one beside it, move by move.

At the real table a move that the rules forbid is refused, with what was legal. The abstract hand
follows each real move and never loses step: whatever the chips, the same seats are in the hand,
have chips, and must still act on the street, and a bet was made on it in both hands or in neither.
Why each step is what it is: ``docs/explanation/translation.md``.
"""

from __future__ import annotations

from numbers import Integral
from typing import Any, NamedTuple

from zerosum.errors import GameError
from zerosum.pkr.abstraction.mapping import Bets, chips_within
from zerosum.pkr.actions import Bet, Call, Check, Deal, Fold, PokerAction
from zerosum.pkr.face import NoLimit

_PASSIVE = (Fold, Check, Call, Deal)


class Followed(NamedTuple):
    """The abstract hand after a real action, and the one that the next seat is asked about.

    The two differ only while a bet is unanswered that the abstract hand cannot represent.
    """

    game: NoLimit
    shown: NoLimit


def is_bet(action: PokerAction) -> bool:
    """Return whether an action is a bet or a raise.

    >>> from zerosum.pkr import Allin
    >>> is_bet(Allin()), is_bet(Call())
    (True, False)
    """
    return not isinstance(action, _PASSIVE)


def bets_of(infoset: Any, menu: Bets) -> Bets:
    """Return the bets of a menu that the rules allow at an infoset of the abstract hand."""
    lower, upper = infoset.bounds()
    if upper <= infoset.cost:
        return ()
    bets = [action for action in menu if is_bet(action)]
    return tuple([bet for bet in bets if lower <= infoset.quantity(bet) <= upper])


def follow_passive(at: Followed, action: PokerAction, real: NoLimit) -> Followed:
    """Follow a fold, a check or a call.

    At the end of the street the abstract hand goes on without a bet that was only shown. If nothing
    else was owed, a fold ends the hand that was shown.

    Parameters
    ----------
    at
        The abstract hand before it.
    action
        What was done.
    real
        The real hand after it.
    """
    game = at.game.after_passive(action, real)
    if at.shown is at.game:
        return _same(game)
    if game.live != real.live:
        return _same(at.shown.after_passive(action, real))
    if game.terminal or game.street != at.game.street:
        return _same(game)
    return Followed(game, at.shown.after_passive(action, real))


def follow_all_in(game: NoLimit, infoset: Any, bets: Bets) -> Followed:
    """Follow a real all-in by an all-in, which counts as a bet only if the menu has it."""
    listed = any(infoset.quantity(bet) >= infoset.behind for bet in bets)
    return _same(game.after_bet(infoset.behind, counted=listed))


def follow_bet(
    game: NoLimit, infoset: Any, bets: Bets, chosen: PokerAction, real: NoLimit
) -> Followed:
    """Follow a real bet that leaves chips by one of the menu's bets.

    If a seat would be all-in that can keep chips in the real hand, the bet is only shown; the
    abstract hand goes on with the greatest bet for which that is not so, or with none.

    Parameters
    ----------
    game, infoset
        The abstract hand before it, and what the bettor knows there.
    bets
        The bets of the menu.
    chosen
        The one that the real bet is mapped to.
    real
        The real hand after it.
    """
    added, room = infoset.quantity(chosen), game.room(real)
    if added < room:
        return _same(game.after_bet(added))
    smaller = [chips for chips in map(infoset.quantity, bets) if chips < room]
    below = game.after_bet(max(smaller)) if smaller else game.after_pass
    return Followed(below, game.after_bet(added))


def follow_off_menu(game: NoLimit, infoset: Any, *, all_in: bool) -> Followed:
    """Follow a real bet that leaves chips, if the menu has no bet.

    Parameters
    ----------
    game, infoset
        The abstract hand before it, and what the bettor knows there.
    all_in
        Whether the bet is nearer to all-in than to the least bet.
    """
    if not all_in and infoset.cost > 0:
        return _same(game.after_pass)
    added = infoset.behind if all_in else game.smallest
    return Followed(game.after_pass, game.after_bet(added, counted=False))


def _same(game: NoLimit) -> Followed:
    return Followed(game, game)


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


def _forbidden(game: Any, action: object, reason: str) -> GameError:
    if game.chance or game.terminal:
        return GameError(f"{reason}; got {action!r}.", action)
    infoset = game.infoset(game.active)
    lower, upper = infoset.bounds()
    bets = f" and may add {lower} to {upper}" if upper > infoset.cost else " and may not bet"
    owed = f"player {game.active} owes {infoset.cost}"
    return GameError(f"{reason}; got {action!r} where {owed}{bets}.", action)


def real_chips(real: Any, abstract: Any, bet: PokerAction) -> int:
    """Return the chips that an abstract bet adds in the real hand, within the bounds there.

    A bet of a number of chips, as the game's own menu has them, counts as the part of the pot that
    it is in the abstract hand.

    Parameters
    ----------
    real, abstract
        The infosets of the bettor in the two hands.
    bet
        The bet.

    Examples
    --------
    >>> from zerosum.pkr import NoLimitHoldem
    >>> hand = NoLimitHoldem(stacks=(200,))
    >>> deeper = NoLimitHoldem(stacks=(200,), blinds=(10, 20))
    >>> real_chips(deeper.infoset(0), hand.infoset(0), Bet(5))
    50
    """
    if not isinstance(bet, Bet):
        return chips_within(real, bet)
    lower, upper = real.bounds()
    if bet.quantity >= abstract.bounds()[1]:
        return int(upper)
    above = bet.quantity - abstract.cost
    chips = real.cost + above * (real.total + real.cost) // (abstract.total + abstract.cost)
    return int(min(max(chips, lower), upper))


def alike(real: Any, added: int, chips: list[int]) -> tuple[list[int], list[int]]:
    """Return which bets a real bet is compared with: their places, and their chips.

    Chips that no other seat can call do not count. If nobody has more chips than the bet, it is
    compared with bets of which that is true as well, if there are any.

    Parameters
    ----------
    real
        The real infoset of the bettor.
    added
        The chips of the real bet.
    chips
        Those of the bets that it may be mapped to.

    Examples
    --------
    >>> from zerosum.pkr import NoLimitHoldem
    >>> infoset = NoLimitHoldem(stacks=(200, 50)).infoset(0)  # may add 49 that matter
    >>> alike(infoset, 20, [10, 60, 199]), alike(infoset, 80, [10, 60, 199])
    (([0, 1, 2], [10, 49, 49]), ([1, 2], [60, 199]))
    """
    most = real.cost + real.effective
    if added < most:
        return list(range(len(chips))), [min(each, most) for each in chips]
    covering = [place for place, each in enumerate(chips) if each >= most]
    places = covering or list(range(len(chips)))
    return places, [chips[place] for place in places]
