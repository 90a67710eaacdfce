"""The vocabulary of River of Blood: factors and menus for abstractions."""

from collections.abc import Sequence

from zerosum.abstraction import Algebraic, Product, algebraic
from zerosum.actions import offered
from zerosum.cards import is_black
from zerosum.pkr.abstraction import strength
from zerosum.pkr.buckets import ehs, percentile, street_equities, street_ochs
from zerosum.pkr.game import Allin, InfoSet, PokerAction, RaiseHalfPot, RaisePot
from zerosum.pkr.hands.classes import hole_class

__all__ = [
    "basic",
    "bets",
    "ehs",
    "equities",
    "hole",
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
    """Return whether the run is over; None on boards of fewer than five cards."""
    if len(infoset.community) < 5:
        return None
    return is_black(infoset.last)


@algebraic
def hole(infoset: InfoSet) -> int | None:
    """Return the class of the hole cards before the flop, of 169; None on a board."""
    if len(infoset.community) > 0:
        return None
    return hole_class(infoset.hand.mask)


@algebraic
def bets(infoset: InfoSet) -> int:
    """Return the bets and raises since the last card, without the blinds.

    With this factor, no player visits an infoset twice on one street.
    """
    return infoset.bets


def linearpot(acc: int) -> Algebraic:
    """Return the factor of the total pot in ``acc`` equal steps, up to 800 chips."""

    @algebraic
    def linearpot(infoset: InfoSet) -> int:
        pot = infoset.pot + infoset.pips[0] + infoset.pips[1]
        return round(pot / 800 * acc)

    return linearpot


def linearcost(acc: int) -> Algebraic:
    """Return the factor of the cost as a share of the pot, in ``acc`` equal steps."""

    @algebraic
    def linearcost(infoset: InfoSet) -> int:
        cost = abs(infoset.pips[0] - infoset.pips[1])
        pot = infoset.pot + infoset.pips[0] + infoset.pips[1]
        return round(cost / pot * acc)

    return linearcost


def equities(accs: Sequence[int], dimension: int, maxiter: int, **sizes: int) -> Product:
    """Return the factor that puts hands of similar potential into one bucket, street by street.

    The feature of a hand on a board is the histogram of its strength over random completions of
    the board. Its bucket is the nearest centroid of its street in earth mover's distance; bucket
    0 is the weakest. The buckets are fitted when a solver is built or at the first call, and kept
    in the user's cache folder.

    Parameters
    ----------
    accs
        Buckets of each street: boards of 0, 3, 4, 5, ... cards. The last entry also holds for
        all longer boards; 0 leaves a street out. They are numbered through.
    dimension
        The number of equal bins of the histogram.
    maxiter
        The number of random completions of a board.
    sizes
        ``opponents`` sampled on each completed board, by default 20, and ``samples``, the hands
        and boards that the buckets of a street are fitted to, by default 100,000.

    Raises
    ------
    AbstractionError
        If a number is out of range; when fitting, if a street has fewer distinct histograms than
        buckets.

    Examples
    --------
    >>> cards = equities((8, 40), dimension=50, maxiter=30)
    >>> cards
    first_of(equity(0, 8, dimension=50, maxiter=30), equity(3, 40, dimension=50, maxiter=30))
    >>> cards == equities((8, 40), dimension=50, maxiter=30)
    True
    """
    return street_equities(accs, dimension, maxiter, **sizes)


def ochs(accs: Sequence[int], villains: int = 8, maxiter: int = 30, **sizes: int) -> Product:
    """Return the factor of opponent cluster hand strength (OCHS), street by street.

    The hands of two cards that an opponent may hold are put into ``villains`` clusters, the
    buckets of ``equities`` before the flop. The feature of a hand on a board is its strength
    against each cluster, over random completions of the board; when the run is over it is
    computed against every opponent. Its bucket is the nearest centroid of its street by the sum
    of absolute differences; buckets are numbered by mean strength, 0 the weakest. Everything is
    fitted when a solver is built or at the first call, and kept in the user's cache folder.

    Parameters
    ----------
    accs
        Buckets of each street, as for :func:`equities`.
    villains
        The number of clusters of opponents, which are the same on all streets.
    maxiter
        The number of random completions of a board.
    sizes
        ``opponents`` sampled on each completed board, by default 20, and ``samples``, the hands
        and boards that buckets and clusters are fitted to, by default 100,000.

    Raises
    ------
    AbstractionError
        If a number is out of range; when fitting, if a street has fewer distinct features than
        buckets.

    References
    ----------
    Johanson, Burch, Valenzano and Bowling, "Evaluating state-space abstractions in
    extensive-form games", AAMAS 2013.

    Examples
    --------
    >>> cards = ochs((8, 40))
    >>> cards
    first_of(opponents(0, 8, villains=8, maxiter=30), opponents(3, 40, villains=8, maxiter=30))
    >>> cards == ochs((8, 40), villains=8, maxiter=30)
    True
    """
    return street_ochs(accs, villains, maxiter, **sizes)


@algebraic
def basic(infoset: InfoSet) -> tuple[PokerAction, ...]:
    """Return the bets within the bounds: half the pot, the pot, all-in."""
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
