"""Betting arithmetic of heads-up no-limit: the cost of a call and the bounds of a bet.

``stacks`` are chips at the start of the street, ``pips`` the chips put in on it, ``pot`` the
chips of the finished streets. The rules are those of the MIT Pokerbots 2023 engine.
"""

from zerosum.cards import Cards
from zerosum.pkr.actions import (
    PARTS,
    Allin,
    Bet,
    Call,
    PokerAction,
    Raise75Pot,
    RaiseHalfPot,
    RaisePot,
    RaiseShare,
)
from zerosum.pkr.hands.values import evaluate

BIG_BLIND = 2


def cost_to_call(pips: tuple[int, int], player: int) -> int:
    """Return the chips that a player owes.

    >>> cost_to_call((1, 2), 0)
    1
    """
    return pips[1 - player] - pips[player]


def bet_bounds(
    stacks: tuple[int, int], pips: tuple[int, int], player: int, least: int = BIG_BLIND
) -> tuple[int, int]:
    """Return the minimum and the maximum number of chips that a bet of the player may add.

    A bet is legal if the most exceeds the cost to call: both players still have chips, and
    the cost is less than the player's stack. It raises by at least ``least`` chips, and by no fewer
    than the cost. An all-in below the minimum is legal, as the minimum clips to the maximum.

    >>> bet_bounds((400, 400), (1, 2), 0)
    (3, 399)
    """
    cost = cost_to_call(pips, player)
    own = stacks[player] - pips[player]
    other = stacks[1 - player] - pips[1 - player]
    most = min(own, other + cost)
    return min(most, cost + max(cost, least)), most


def added_chips(
    action: PokerAction, stacks: tuple[int, int], pips: tuple[int, int], pot: int, player: int
) -> int:
    """Return the chips that an action of the player adds to the pot (fold and check: 0).

    >>> added_chips(RaisePot(), (400, 400), (1, 2), 0, 0)
    3
    """
    total = pot + pips[0] + pips[1]
    if isinstance(action, Bet):
        return action.quantity
    if isinstance(action, RaiseHalfPot):
        return total // 2
    if isinstance(action, Raise75Pot):
        return 3 * total // 4
    if isinstance(action, RaisePot):
        return total
    if isinstance(action, RaiseShare):
        return action.parts * total // PARTS
    if isinstance(action, Allin):
        return stacks[player] - pips[player]
    if isinstance(action, Call):
        return cost_to_call(pips, player)
    return 0


def net_of_fold(own: int, other: int, pot: int) -> float:
    """Return the net chips of a player after a fold, by the one who put in less on the street.

    >>> net_of_fold(2, 4, 20), net_of_fold(4, 2, 20)
    (-12.0, 12.0)
    """
    stake = pot // 2
    return float(-stake - own) if own < other else float(stake + other)


def net_at_showdown(own: Cards, other: Cards, pot: int) -> float:
    """Return the net chips of a player at a showdown; equal hands split the pot.

    Parameters
    ----------
    own, other
        The hole cards and the board of each player.
    pot
        The chips of both players.

    Examples
    --------
    >>> from zerosum.cards import parse
    >>> net_at_showdown(parse("AhAd"), parse("KhKd"), 20)
    10.0
    """
    mine, theirs = evaluate(own.mask), evaluate(other.mask)
    if mine == theirs:
        return 0.0
    return float(pot // 2) if mine > theirs else float(-(pot // 2))
