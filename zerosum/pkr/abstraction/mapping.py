"""Mappings from real bets to abstract ones.

A mapping is a frozen value that is called with a real bet and the abstract bets, and returns the
probability of each. All bets are measured in the real game: half a pot is half of the real pot,
however much the abstract pot differs from it.
"""

from dataclasses import dataclass
from typing import Protocol, TypeAlias

from zerosum.pkr.actions import PokerAction
from zerosum.pkr.face import PokerInfoset
from zerosum.rng import Random

Bets: TypeAlias = tuple[PokerAction, ...]
Chances: TypeAlias = tuple[float, ...]
"""A probability for each bet."""


class BetMapping(Protocol):
    """Which abstract bets replace a real one, and how often."""

    def __call__(self, infoset: PokerInfoset, added: int, bets: Bets) -> Chances:
        """Return the probability of each abstract bet.

        Parameters
        ----------
        infoset
            Of the bettor in the real game, before the bet.
        added
            Chips that the real bet adds.
        bets
            The abstract bets, at least one.
        """
        ...


@dataclass(frozen=True)
class Nearest:
    """The most similar bet, by min(x / y, y / x) of added chips x and y; ties go to the first.

    Examples
    --------
    >>> from zerosum.pkr import Allin, RaisePot, RiverOfBlood
    >>> Nearest()(RiverOfBlood().infoset(0), 20, (RaisePot(), Allin()))
    (1.0, 0.0)
    """

    def __call__(self, infoset: PokerInfoset, added: int, bets: Bets) -> Chances:
        """Return 1 for the most similar bet and 0 for the others."""
        return _only(nearest(added, _chips(infoset, bets)), len(bets))


@dataclass(frozen=True)
class PseudoHarmonic:
    """One of the two nearest bets at random, so that sizes between them gain nothing.

    The smaller one, of size A, replaces a bet of size x, A <= x <= B, with probability::

        ((B - x) (1 + A)) / ((B - A) (1 + x))

    A size is (added - cost) / (total pot + cost). Bets below the least abstract bet or above the
    greatest one are replaced by that.

    Notes
    -----
    Ganzfried & Sandholm, "Action translation in extensive-form games with large action spaces",
    IJCAI 2013, section 5.

    Examples
    --------
    >>> from zerosum.pkr import Allin, RaisePot, RiverOfBlood
    >>> infoset = RiverOfBlood().infoset(0)
    >>> [round(p, 4) for p in PseudoHarmonic()(infoset, 9, (RaisePot(), Allin()))]
    [0.4924, 0.5076]
    """

    def __call__(self, infoset: PokerInfoset, added: int, bets: Bets) -> Chances:
        """Return the probabilities of the two nearest bets; 0 for the others."""
        chips = _chips(infoset, bets)
        below, above = min(chips), max(chips)
        for y in chips:
            below = y if below < y <= added else below
            above = y if added <= y < above else above
        lower, upper = chips.index(below), chips.index(above)
        if not below < added < above:
            return _only(lower, len(bets))
        cost, pot = infoset.cost, infoset.total + infoset.cost
        a, x, b = [(y - cost) / pot for y in (below, added, above)]
        smaller = ((b - x) * (1 + a)) / ((b - a) * (1 + x))
        chances = [0.0] * len(bets)
        chances[lower], chances[upper] = smaller, 1.0 - smaller
        return tuple(chances)


def nearest(added: int, chips: list[int]) -> int:
    """Return which of several numbers of chips is the most similar one; the first of equals.

    >>> nearest(20, [3, 30, 399])
    1
    """
    best, place = 0.0, 0
    for index in range(len(chips)):
        other = chips[index]
        alike = other / added if other < added else added / other
        if alike > best:
            best, place = alike, index
    return place


def chips_within(infoset: PokerInfoset, action: PokerAction) -> int:
    """Return the chips that a bet adds at an infoset, clipped to its bounds.

    >>> from zerosum.pkr import RaiseHalfPot, RiverOfBlood
    >>> chips_within(RiverOfBlood().infoset(0), RaiseHalfPot())
    3
    """
    lower, upper = infoset.bounds()
    chips: int = min(max(infoset.quantity(action), lower), upper)
    return chips


def drawn(chances: Chances, rng: Random) -> int:
    """Draw an index; a random number is taken only if there is a choice.

    Parameters
    ----------
    chances
        The probability of each index.
    rng
        The random numbers.

    >>> drawn((0.0, 1.0), Random(7))
    1
    """
    likeliest = max(chances)
    if likeliest == 1.0:
        return chances.index(likeliest)
    threshold, total = rng.random(), 0.0
    for place, probability in enumerate(chances):
        total += probability
        if threshold < total:
            return place
    return chances.index(likeliest)


def _chips(infoset: PokerInfoset, bets: Bets) -> list[int]:
    return [chips_within(infoset, bet) for bet in bets]


def _only(place: int, length: int) -> Chances:
    return tuple([float(other == place) for other in range(length)])
