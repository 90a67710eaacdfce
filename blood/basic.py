"""The vocabulary of River of Blood: what an abstraction may look at."""

from __future__ import annotations

from collections.abc import Sequence

from zerosum.abstraction import Algebraic, Product, algebraic
from zerosum.actions import offered
from zerosum.cards import is_black
from zerosum.pkr.abstraction import strength
from zerosum.pkr.buckets import ehs, percentile, street_equities, street_ochs
from zerosum.pkr.game import Allin, InfoSet, PokerAction, RaiseHalfPot, RaisePot

__all__ = [
    "basic",
    "bets",
    "ehs",
    "equities",
    "linearcost",
    "linearpot",
    "ochs",
    "percentile",
    "player",
    "run",
    "street",
    "strength",
]


@algebraic
def street(infoset: InfoSet) -> int:
    """Return the number of board cards."""
    return len(infoset.community)


@algebraic
def player(infoset: InfoSet) -> int:
    """Return 0 for the small blind, 1 for the big blind."""
    return infoset.player


@algebraic
def run(infoset: InfoSet) -> bool | None:
    """Tell whether the run is over: None on boards of fewer than five cards."""
    if len(infoset.community) < 5:
        return None
    return is_black(infoset.last)


@algebraic
def bets(infoset: InfoSet) -> int:
    """Return the bets and raises since the last card; blinds don't count.

    With it in the key no player decides twice on one street at the same infoset.
    """
    return infoset.bets


def linearpot(acc: int) -> Algebraic:
    """Make the factor that tells ``acc`` equal steps of the total pot apart; 800 is the most."""

    @algebraic
    def linearpot(infoset: InfoSet) -> int:
        pot = infoset.pot + infoset.pips[0] + infoset.pips[1]
        return round(pot / 800 * acc)

    return linearpot


def linearcost(acc: int) -> Algebraic:
    """Make the factor that tells ``acc`` equal steps of the cost apart, as part of the pot."""

    @algebraic
    def linearcost(infoset: InfoSet) -> int:
        cost = abs(infoset.pips[0] - infoset.pips[1])
        pot = infoset.pot + infoset.pips[0] + infoset.pips[1]
        return round(cost / pot * acc)

    return linearcost


def equities(accs: Sequence[int], dimension: int, maxiter: int, **sizes: int) -> Product:
    """Make the factors that put hands which may become alike into one bucket, street by street.

    A hand on a board is measured by the histogram of its strength over random completions of
    the board; a bucket is the nearest of the centroids of its street in earth mover's distance,
    0 the weakest. They are fitted when a solver is built or at the first call, and kept in the
    user's cache folder.

    Parameters
    ----------
    accs
        Buckets of each street: boards of 0, 3, 4, 5, ... cards, the last entry for all longer
        boards too. 0 leaves a street out.
    dimension
        Equal bins of the histogram.
    maxiter
        Random completions of a board.
    sizes
        ``opponents`` met on each completed board, 20, and ``samples``, the hands and boards
        that the buckets of a street are fitted to, 100,000.

    Raises
    ------
    AbstractionError
        Where a number makes no sense; when fitting, where a street has fewer distinct histograms
        than buckets.

    Examples
    --------
    >>> cards = equities((8, 40), dimension=50, maxiter=30)
    >>> cards
    equity(0, 8, dimension=50, maxiter=30) * equity(3, 40, dimension=50, maxiter=30)
    >>> cards == equities((8, 40), dimension=50, maxiter=30)
    True
    """
    return street_equities(accs, dimension, maxiter, **sizes)


def ochs(accs: Sequence[int], villains: int = 8, maxiter: int = 30, **sizes: int) -> Product:
    """Make the factors that tell hands apart by whom they beat, street by street.

    Opponent cluster hand strength: the hands of two cards that an opponent may hold are put into
    ``villains`` clusters, the buckets of ``equities`` before the flop. A hand on a board is
    measured by a row of numbers, its strength against the opponents of each cluster over random
    completions of the board; where the run is over it meets every opponent. A bucket is the
    nearest of the centroids of its street by the sum of absolute differences, numbered by their
    mean strength, 0 the weakest. All is fitted when a solver is built or at the first call, and
    kept in the user's cache folder.

    Parameters
    ----------
    accs
        Buckets of each street, as for :func:`equities`.
    villains
        Clusters of opponents, the same on all streets.
    maxiter
        Random completions of a board.
    sizes
        ``opponents`` met on each completed board, 20, and ``samples``, the hands and boards
        that the buckets of a street and the clusters of opponents are fitted to, 100,000.

    Raises
    ------
    AbstractionError
        Where a number makes no sense; when fitting, where a street has fewer distinct rows of
        strengths than buckets.

    References
    ----------
    Johanson, Burch, Valenzano and Bowling, "Evaluating state-space abstractions in
    extensive-form games", AAMAS 2013.

    Examples
    --------
    >>> cards = ochs((8, 40))
    >>> cards
    opponents(0, 8, villains=8, maxiter=30) * opponents(3, 40, villains=8, maxiter=30)
    >>> cards == ochs((8, 40), villains=8, maxiter=30)
    True
    """
    return street_ochs(accs, villains, maxiter, **sizes)


@algebraic
def basic(infoset: InfoSet) -> tuple[PokerAction, ...]:
    """Return the bets within the bounds: half the pot, the pot, all that remains."""
    lower, upper = infoset.bounds()
    pot = infoset.total
    rest = infoset.stacks[infoset.player] - infoset.pips[infoset.player]
    return offered(
        (
            (RaiseHalfPot(), lower <= pot // 2 <= upper),
            (RaisePot(), lower <= pot <= upper),
            (Allin(), lower <= rest <= upper),
        )
    )
