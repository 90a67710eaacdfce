"""Expected strength of a hand on a board, and its percentile, in equal steps."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field, replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from zerosum.abstraction import Algebraic, algebraic
from zerosum.abstraction.fitting import announce, once, outlined, ready, recall, remember
from zerosum.abstraction.identity import meaning
from zerosum.cards import popcount
from zerosum.pkr.buckets.features import DECK, FINAL, Ints, card_hash, completed, is_over, points
from zerosum.pkr.buckets.lookup import check_number
from zerosum.pkr.buckets.memo import MOST, memorise, new_memo, no_memo, remembered
from zerosum.pkr.buckets.plans import OPPONENTS, SAMPLES, SEED
from zerosum.pkr.buckets.sampling import dealer
from zerosum.pkr.buckets.sharing import CHUNK, Progress, share_out
from zerosum.pkr.infoset import InfoSet
from zerosum.pkr.isomorphism import by_colours
from zerosum.workshop import workshop

WHOLE = 1_000_000
"""The strength of a hand that beats all others."""
STREETS = ((0, 2), *((size, size) for size in range(3, 9)), (9, 52))
"""Ranges of board sizes whose hands are compared for a percentile."""


@outlined
def expected_strength(hand: int, board: int, over: bool, maxiter: int, deck: Ints) -> int:
    """Return the mean strength of a hand over completions of its board, in millionths.

    The mean of what :func:`zerosum.pkr.buckets.features.cumulate` counts, with the same random
    numbers. Modified in place: ``deck``.
    """
    hand, board = by_colours(hand, board)
    state = card_hash(hand, board)
    if over:
        won, state = points(hand, board, FINAL * OPPONENTS, state, deck)
        return won * WHOLE // (2 * FINAL * OPPONENTS)
    total = 0
    for _ in range(maxiter):
        full, state = completed(board, hand | board, state)
        won, state = points(hand, full, OPPONENTS, state, deck)
        total += won
    return total * WHOLE // (2 * maxiter * OPPONENTS)


@dataclass(frozen=True)
class ExpectedStrength:
    """The factor of ``ehs``: the expected strength in ``acc`` equal steps."""

    acc: int
    maxiter: int
    memo: NDArray[np.int64] = field(default_factory=no_memo, compare=False, repr=False)

    def __call__(self, infoset: InfoSet) -> int:
        """Return the step, 0 the weakest."""
        over = is_over(len(infoset.community), infoset.last)
        return ready(self).step(infoset.hand.mask, infoset.community.mask, over)

    def step(self, hand: int, board: int, over: bool) -> int:
        """Return the step of a hand on a board; the memo must be there."""
        found = remembered(self.memo, hand, board, over)
        if found < 0:
            deck = np.zeros(DECK, np.int64)
            strength = expected_strength(hand, board, over, self.maxiter, deck)
            found = min(self.acc - 1, strength * self.acc // WHOLE)
            memorise(self.memo, hand, board, over, found)
        return found

    def prepared(self) -> ExpectedStrength:
        """Return this factor with a memo."""
        return once(self, lambda: replace(self, memo=new_memo()))

    def __repr__(self) -> str:
        return f"ehs({self.acc}, maxiter={self.maxiter})"


@dataclass(frozen=True)
class StrengthPercentile:
    """The factor of ``percentile``: which of ``acc`` equal parts of its street a hand is in."""

    acc: int
    maxiter: int
    samples: int
    bounds: NDArray[np.int64] = field(
        default_factory=lambda: np.zeros((0, 0), np.int64), compare=False, repr=False
    )
    memo: NDArray[np.int64] = field(default_factory=no_memo, compare=False, repr=False)

    def __call__(self, infoset: InfoSet) -> int:
        """Return the part, 0 the weakest."""
        over = is_over(len(infoset.community), infoset.last)
        return ready(self).part(infoset.hand.mask, infoset.community.mask, over)

    def part(self, hand: int, board: int, over: bool) -> int:
        """Return the part of a hand on a board; the data must be there."""
        found = remembered(self.memo, hand, board, over)
        if found < 0:
            deck = np.zeros(DECK, np.int64)
            strength = expected_strength(hand, board, over, self.maxiter, deck)
            size = popcount(board)
            row = 0 if size < 3 else min(size - 2, self.bounds.shape[0] - 1)
            found = 0
            for place in range(self.bounds.shape[1]):
                if self.bounds[row, place] <= strength:
                    found += 1
            memorise(self.memo, hand, board, over, found)
        return found

    def prepared(self) -> StrengthPercentile:
        """Return this factor with the bounds of its parts, measured at the first call."""
        return once(self, lambda: replace(self, bounds=fit_bounds(self), memo=new_memo()))

    def __repr__(self) -> str:
        samples = f", samples={self.samples}" if self.samples != SAMPLES else ""
        return f"percentile({self.acc}, maxiter={self.maxiter}{samples})"


def fit_bounds(factor: StrengthPercentile) -> Ints:
    """Return the strengths that divide the hands of each street, from the cache or measured now."""
    code = meaning((factor.acc, factor.maxiter, factor.samples, measured, cuts, STREETS))
    name = f"buckets/{hashlib.blake2b(code.encode(), digest_size=12).hexdigest()}"
    saved = recall(name)
    if saved is not None:
        return saved.arrays["bounds"]
    task = f"Measuring {factor.acc} parts of each street"
    announce(task, 0.0)
    bounds = np.zeros((len(STREETS), factor.acc - 1), np.int64)
    for row in range(len(STREETS)):
        strengths = measured(factor, row, partial(_announce_part, task, row))
        bounds[row] = np.sort(strengths)[cuts(factor.samples, factor.acc)]
    remember(name, {"bounds": bounds}, {"acc": factor.acc, "maxiter": factor.maxiter})
    announce(task, 1.0)
    return bounds


def _announce_part(task: str, row: int, share: float) -> None:
    announce(task, 0.99 * (row + share) / len(STREETS))


def cuts(samples: int, acc: int) -> list[int]:
    """Return the indices that cut a sorted sample into parts of equal size."""
    return [samples * (part + 1) // acc for part in range(acc - 1)]


def measured(factor: StrengthPercentile, row: int, progress: Progress) -> Ints:
    """Return the expected strengths of random hands and boards of a range of streets."""
    measure, deal = workshop().compile(expect_all), dealer(*STREETS[row])
    strengths = np.zeros(factor.samples, np.int64)

    def fill(start: int) -> None:
        part = strengths[start : start + CHUNK]
        deals = deal(SEED + start, len(part))
        cards = deals.hands, deals.boards, deals.overs
        measure(*cards, factor.maxiter, part, np.zeros(DECK, np.int64))

    share_out(fill, range(0, factor.samples, CHUNK), progress)
    return strengths


def expect_all(
    hands: Ints,
    boards: Ints,
    overs: NDArray[np.bool_],
    maxiter: int,
    strengths: Ints,
    deck: Ints,
) -> None:
    """Write the expected strength of each hand on its board, as :func:`expected_strength` does.

    Modified in place: ``strengths``, and ``deck``, scratch.
    """
    for row in range(hands.size):
        hand, board, over = int(hands[row]), int(boards[row]), bool(overs[row])
        strengths[row] = expected_strength(hand, board, over, maxiter, deck)


def ehs(acc: int, maxiter: int = 30) -> Algebraic:
    """Make a factor with ``acc`` equal steps of expected strength.

    Expected strength is the probability of beating one random opponent hand, averaged over
    ``maxiter`` random completions of the board.

    Examples
    --------
    >>> from dataclasses import replace
    >>> from zerosum.cards import parse
    >>> from zerosum.pkr import RiverOfBlood
    >>> start = RiverOfBlood().infoset(0)
    >>> aces, trash = replace(start, hand=parse("AhAd")), replace(start, hand=parse("7h2d"))
    >>> ehs(5)(aces), ehs(5)(trash)
    (4, 1)
    """
    check_number("ehs", "acc", acc, 1, MOST)
    check_number("ehs", "maxiter", maxiter, 1, 10_000)
    return algebraic(ExpectedStrength(acc, maxiter))


def percentile(acc: int, maxiter: int = 30, samples: int = SAMPLES) -> Algebraic:
    """Make a factor that divides the hands of a street into ``acc`` equal parts by strength.

    A hand on a board is in part ``k`` if about ``k / acc`` of all hands and boards that the game
    deals on its street have less expected strength. The streets are 0, 3, 4, ...,
    8, and 9 with all later ones.

    Parameters
    ----------
    acc
        The number of parts.
    maxiter
        The number of random completions of a board.
    samples
        The number of hands and boards by which the groups of a street are determined, at the first
        call.
    """
    check_number("percentile", "acc", acc, 1, MOST)
    check_number("percentile", "maxiter", maxiter, 1, 10_000)
    check_number("percentile", "samples", samples, acc, 10_000_000)
    return algebraic(StrengthPercentile(acc, maxiter, samples))
