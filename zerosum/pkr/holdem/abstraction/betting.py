"""Factors of the betting: seats, chips, and what was done so far."""

from __future__ import annotations

from zerosum.abstraction import Algebraic, algebraic
from zerosum.errors import AbstractionError, check_count
from zerosum.pkr.actions import PokerAction
from zerosum.pkr.holdem.betting import FOLDED
from zerosum.pkr.holdem.infosets import InfoSet


@algebraic
def street(infoset: InfoSet) -> int:
    """Return the number of finished streets: 0 before the flop."""
    return infoset.street


@algebraic
def player(infoset: InfoSet) -> int:
    """Return the seat of the infoset."""
    return infoset.player


@algebraic
def position(infoset: InfoSet) -> int:
    """Return how many seats sit behind the player up to the button: 0 on the button."""
    public = infoset.public
    return (public.first + public.players - 1 - infoset.player) % public.players


@algebraic
def seats(infoset: InfoSet) -> tuple[int, int]:
    """Return which seats have not folded, and which of them are all-in: a bit a seat."""
    public = infoset.public
    return public.live, public.live & ~public.able


@algebraic
def pot(infoset: InfoSet) -> int:
    """Return the chips of all pots, bets of this street included."""
    return infoset.total


@algebraic
def bets(infoset: InfoSet) -> int:
    """Return the bets and raises of this street."""
    return infoset.bets


@algebraic
def bets_of_hand(infoset: InfoSet) -> int:
    """Return the bets and raises of the whole hand."""
    return len(infoset.public.levels)


@algebraic
def raises_of_hand(infoset: InfoSet) -> tuple[int, int]:
    """Return the bets and raises of this street and of the earlier ones, all-ins left out.

    These are the numbers that :func:`zerosum.pkr.abstraction.limited` limits.
    """
    return infoset.public.sized, infoset.public.earlier


@algebraic
def first_in(infoset: InfoSet) -> bool:
    """Return whether all seats before the player have folded on this street."""
    public = infoset.public
    return all(public.line[place] == FOLDED for place in range(public.begun, len(public.line)))


@algebraic
def history(infoset: InfoSet) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return what the seats did on all streets, and what each bet and raise came to.

    A seat folded (0), checked or called (1), or bet or raised (2).
    """
    return infoset.public.line, infoset.public.levels


@algebraic
def kinds(infoset: InfoSet) -> tuple[int, ...]:
    """Return what the seats did on all streets, without the sizes of bets."""
    return infoset.public.line


@algebraic
def round_history(infoset: InfoSet) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return :func:`history` of this street only."""
    public = infoset.public
    return public.line[public.begun :], public.levels[len(public.levels) - public.wagers :]


@algebraic
def actions(infoset: InfoSet) -> tuple[PokerAction, ...]:
    """Return the menu of the game."""
    return infoset.actions()


def pot_odds(steps: int) -> Algebraic:
    """Make the factor of the cost of a call as a part of the pot after it, in equal steps.

    Parameters
    ----------
    steps
        How many steps there are from 0 to 1, at least 1.

    Raises
    ------
    AbstractionError
        If that is no such number.

    Examples
    --------
    >>> from zerosum.pkr.holdem import NoLimitHoldem
    >>> infoset = NoLimitHoldem().infoset(0)
    >>> pot_odds(20)(infoset)  # 1 chip for a pot of 4
    5
    """
    check_count("The steps of pot_odds", steps, 1, "write 20", AbstractionError)

    @algebraic
    def pot_odds(infoset: InfoSet) -> int:
        cost = infoset.cost
        return steps * cost // (infoset.total + cost)

    return pot_odds


def spr(*edges: float) -> Algebraic:
    """Make the factor of the stack-to-pot ratio: how many edges it reaches.

    The stack is the effective one: what the player can still lose to any other seat that has not
    folded. The pot is that of all streets, with the call of the player.

    Parameters
    ----------
    edges
        Ratios in ascending order, such as 1, 3, 6 and 13. With equal stacks, ratios that double
        make steps of the logarithm of the pot.

    Raises
    ------
    AbstractionError
        If they are not numbers above 0 in ascending order.

    Examples
    --------
    >>> from zerosum.pkr.holdem import NoLimitHoldem
    >>> depth = spr(1, 3, 13)
    >>> depth(NoLimitHoldem().infoset(0)), depth(NoLimitHoldem(stacks=(9,)).infoset(0))
    (3, 1)
    """
    given: tuple[object, ...] = edges
    numbers = all(isinstance(edge, int | float) and not isinstance(edge, bool) for edge in given)
    ascending = numbers and all(low < high for low, high in zip((0, *edges), edges, strict=False))
    if not edges or not ascending:
        raise AbstractionError(
            f"The edges of spr must be numbers above 0 in ascending order; got {edges!r}: write "
            f"spr(1, 3, 6).",
            edges,
        )
    if not all(isinstance(edge, int) for edge in edges):
        edges = tuple(map(float, edges))  # a loop needs items of one type to compile

    @algebraic
    def spr(infoset: InfoSet) -> int:
        stack, found = infoset.effective, 0
        pot = infoset.total + infoset.cost
        for edge in edges:
            if stack >= edge * pot:
                found += 1
        return found

    return spr
