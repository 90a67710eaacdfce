"""The bunching effect: hands that folded seats held are less likely to be held by the others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

import numpy as np

from zerosum.errors import GameError
from zerosum.pkr.equities.ranked import MOVES
from zerosum.pkr.ranges import Range, parse_range
from zerosum.pkr.ranges.classes import HAND_MASKS
from zerosum.pkr.spots.spot import Spot
from zerosum.tables import Floats, Ints
from zerosum.tree.streets.places import moved_all

_ROUNDS, _DRAWS = 16, 1 << 16
_MASKS = np.array(HAND_MASKS)
_ORDER = np.argsort(_MASKS)
_BITS = (_MASKS[:, None] >> np.arange(52) & 1).astype(np.float32)


def bunched(spot: Spot, folded: Iterable[Range | str]) -> Spot:
    r"""Return a spot in which each hand is as likely as what others folded lets it be.

    The weight of a hand :math:`h` of both ranges is multiplied by the probability that the folded
    hands leave its cards,

    .. math:: P(F_1 \cup \dots \cup F_n \cap h = \emptyset),

    where seat :math:`i` holds :math:`F_i` with its weight in its range, no two seats share a card,
    and none has a card of the board. That is the first-order effect: how both hands depend on each
    other beyond the cards that they share, and that cards to come are not equally likely, is left
    out.

    Parameters
    ----------
    spot
        The spot.
    folded
        With which hands each seat that left has folded: ranges or their texts, of any number of
        seats.

    Returns
    -------
    The spot with other weights; those of the hands that are left most often stay.

    Raises
    ------
    GameError
        If a range cannot be read, or the seats cannot hold such hands at once.

    Notes
    -----
    The probabilities are those of a million deals, the same in every call, to three decimals.

    Examples
    --------
    >>> spot = Spot("AA,KK", "QQ", board="2c2d7h8s9c", pot=10, stack=10)
    >>> print(bunched(spot, ["AsTs,AhTh"]).first)
    KK, AdAc, AsAd:0.5, AsAc:0.5, AhAd:0.5, AhAc:0.5
    """
    ranges = [parse_range(each) if isinstance(each, str) else each for each in folded]
    if not all(isinstance(each, Range) for each in ranges):
        raise GameError(f"What seats folded must be ranges or their texts; got {ranges!r}.", ranges)
    left = _left(spot, ranges)
    changed = []
    for each in spot.ranges:
        weights = np.array(each.weights)
        met = left * (weights > 0)
        if not met.any():
            raise _impossible(spot, ranges)
        changed.append(Range(tuple((weights * (met / met.max()).round(3)).tolist())))
    return replace(spot, first=changed[0], second=changed[1])


def _left(spot: Spot, ranges: list[Range]) -> Floats:
    """Return how likely each hand has no card that a folded seat holds, or that is dead."""
    live = _MASKS & ((spot.board | spot.dead).mask | ~spot.deck.cards.mask) == 0
    shares = [np.array(each.weights) * live for each in ranges]
    if not all(share.any() for share in shares):
        raise _impossible(spot, ranges)
    rng, together, deals = np.random.default_rng(0), np.zeros((52, 52)), 0
    for _ in range(_ROUNDS):
        taken, apart = np.zeros(_DRAWS, np.int64), np.ones(_DRAWS, bool)
        for share in shares:
            drawn = _MASKS[rng.choice(_MASKS.size, _DRAWS, p=share / share.sum())]
            apart &= taken & drawn == 0
            taken |= drawn
        bits = (taken[apart, None] >> np.arange(52) & 1).astype(np.float32)
        together += bits.T @ bits
        deals += int(apart.sum())
    if deals == 0:
        raise _impossible(spot, ranges)
    moves = list(_symmetries(spot, shares))
    together = sum((together[np.ix_(move, move)] for move in moves), np.zeros((52, 52)))
    deals *= len(moves)
    low, high = _BITS.argmax(axis=1), 51 - _BITS[:, ::-1].argmax(axis=1)
    either = together[low, low] + together[high, high] - together[low, high]
    left: Floats = live * (1.0 - either / deals)
    return left


def _symmetries(spot: Spot, shares: list[Floats]) -> Iterator[Ints]:
    """Yield the permutations of suits that change nothing: hands that are alike stay so."""
    fixed = np.array([spot.board.mask, spot.dead.mask])
    for move in map(np.array, MOVES):
        places = np.searchsorted(_MASKS, moved_all(_MASKS, move), sorter=_ORDER)
        alike = all((share[_ORDER[places]] == share).all() for share in shares)
        if alike and (moved_all(fixed, move) == fixed).all():
            yield move


def _impossible(spot: Spot, ranges: list[Range]) -> GameError:
    return GameError(
        f"Folded seats must be able to hold hands of their ranges at once, without cards of the "
        f"board {spot.board}, and to leave hands of both players; these are not: "
        f"{', '.join(map(repr, ranges))}. Give wider ranges.",
        ranges,
    )
