"""The abstract hand of hold'em beside a real one, action by action.

It never loses step: whatever the chips, the same seats are in the hand, have chips, and must still
act on the street. Rules of the real hand are not checked again, since the abstract hand may have
other chips. Why each step is what it is: ``docs/explanation/translation.md``.
"""

from __future__ import annotations

from dataclasses import replace

from zerosum.pkr.abstraction.mapping import Bets, chips_within
from zerosum.pkr.abstraction.tracking import Followed
from zerosum.pkr.actions import Bet, Fold, PokerAction
from zerosum.pkr.holdem.betting import FOLDED, PASSED, RAISED
from zerosum.pkr.holdem.infosets import InfoSet
from zerosum.pkr.holdem.nolimit import NoLimitHoldem
from zerosum.pkr.holdem.opening import after


def follow_passive(at: Followed, action: PokerAction, real: NoLimitHoldem) -> Followed:
    """Follow a fold, a check or a call.

    At the end of the street the abstract game goes on without a bet that was only shown.

    Parameters
    ----------
    at
        The abstract game before it.
    action
        What was done.
    real
        The real hand after it.
    """
    game = _passive(at.game, action, real)
    if at.shown is at.game or game.terminal or game.street != at.game.street:
        return Followed(game, game)
    return Followed(game, _passive(at.shown, action, real))


def _passive(game: NoLimitHoldem, action: PokerAction, real: NoLimitHoldem) -> NoLimitHoldem:
    if isinstance(action, Fold):
        return game.advance(FOLDED, 0)
    me = 1 << game.active
    if real.able & me == 0:  # all-in, if need be for fewer chips
        game = replace(game, able=game.able & ~me)
    return game.advance(PASSED, game.cost_of(game.active))


def follow_all_in(game: NoLimitHoldem, bets: Bets) -> Followed:
    """Follow a real all-in by an all-in, whether or not the menu has it."""
    infoset = game.infoset(game.active)
    listed = any(infoset.quantity(bet) >= infoset.behind for bet in bets)
    found = game.advance(RAISED, infoset.behind) if listed else _uncounted(game, infoset.behind)
    return _same(found)


def follow_bet(
    game: NoLimitHoldem, bets: Bets, chosen: PokerAction, real: NoLimitHoldem
) -> Followed:
    """Follow a real bet that leaves chips by one of the menu's bets.

    If a seat would be all-in that can keep chips in the real hand, the bet is only shown; the
    abstract game goes on with the greatest bet for which that is not so, or with none.

    Parameters
    ----------
    game
        The abstract game before it.
    bets
        The bets of the menu.
    chosen
        The one that the real bet is mapped to.
    real
        The real hand after it.
    """
    infoset, own = game.infoset(game.active), game.paid[game.active]
    room = _least_deeper(real) - own
    added = infoset.quantity(chosen)
    if added < room:
        return _same(game.advance(RAISED, added))
    smaller = [chips for chips in map(infoset.quantity, bets) if chips < room]
    below = game.advance(RAISED, max(smaller)) if smaller else passed(game)
    return Followed(below, game.advance(RAISED, added))


def _least_deeper(real: NoLimitHoldem) -> int:
    """Return the smallest purse of the seats that keep chips if they call."""
    purses = []
    for seat, purse in enumerate(real.purses):
        if real.able >> seat & 1 and purse > real.level:
            purses.append(purse)
    return min(purses)


def follow_off_menu(game: NoLimitHoldem, *, all_in: bool) -> Followed:
    """Follow a real bet that leaves chips, if the menu has no bet.

    Parameters
    ----------
    game
        The abstract game before it.
    all_in
        Whether the bet is nearer to all-in than to the least bet.
    """
    below, own = passed(game), game.paid[game.active]
    purse = game.purses[game.active]
    if all_in:
        return Followed(below, _uncounted(game, purse - own))
    if game.level > own:
        return _same(below)
    return Followed(below, _uncounted(game, game.limits(purse)[0] - own))


def _same(game: NoLimitHoldem) -> Followed:
    return Followed(game, game)


def _uncounted(game: NoLimitHoldem, added: int) -> NoLimitHoldem:
    """Return the game after a bet that counts only if it is the first of its street.

    Training never met more bets on a street than the menus offer.
    """
    found = replace(game.advance(RAISED, added), sized=game.sized)
    if game.wagers == 0:
        return found
    return replace(found, wagers=game.wagers, line=(*game.line, PASSED), levels=game.levels)


def passed(game: NoLimitHoldem) -> NoLimitHoldem:
    """Return the game after a bet that adds no chips beyond a call and only passes the turn.

    The bettor calls, and the other seats that have chips and owe none now owe as many as the bettor
    did. If all call, the pot is what it would have been after a call.
    """
    seat = game.active
    own, paid = game.paid[seat], list(game.paid)
    for other in range(game.players):
        if game.able >> other & 1:
            if other == seat:
                paid[other] = game.level
            elif paid[other] == game.level:
                paid[other] = own
    owed = game.able & ~(1 << seat)
    first = game.wagers == 0
    return replace(
        game,
        paid=tuple(paid),
        total=game.total + sum(paid) - sum(game.paid),
        owed=owed,
        active=after(owed, seat),
        wagers=max(1, game.wagers),
        line=(*game.line, RAISED if first else PASSED),
        levels=(*game.levels, game.level) if first else game.levels,
    )


def real_chips(real: InfoSet, abstract: InfoSet, bet: PokerAction) -> int:
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
    >>> hand = NoLimitHoldem(stacks=(200,))
    >>> deeper = NoLimitHoldem(stacks=(200,), blinds=(10, 20))
    >>> real_chips(deeper.infoset(0), hand.infoset(0), Bet(5))
    50
    """
    lower, upper = real.bounds()
    if not isinstance(bet, Bet):
        return chips_within(real, bet)
    if bet.quantity >= abstract.bounds()[1]:
        return upper
    above = bet.quantity - abstract.cost
    chips = real.cost + above * (real.total + real.cost) // (abstract.total + abstract.cost)
    return min(max(chips, lower), upper)


def alike(real: InfoSet, added: int, chips: list[int]) -> tuple[list[int], list[int]]:
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
