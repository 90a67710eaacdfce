"""Expected strength of a hand on a board, and its percentile, in equal steps."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from zerosum.abstraction import Algebraic, algebraic
from zerosum.abstraction.fitting import announce, outlined
from zerosum.cards import popcount
from zerosum.pkr.buckets.factor import MOST
from zerosum.pkr.buckets.plans import Coded, Fit, Plan, fit
from zerosum.pkr.buckets.river.features import DECK, FINAL, completed, dealer, points
from zerosum.pkr.buckets.river.sampled import CHUNK, OPPONENTS, SAMPLES, SEED
from zerosum.pkr.buckets.river.streets import RiverBuckets, check_number
from zerosum.pkr.hands.isomorphism import by_colours
from zerosum.pkr.hands.shuffled import Ints, card_hash
from zerosum.support.cores import Progress, share_out
from zerosum.support.store import Array
from zerosum.workshop import workshop

WHOLE = 1_000_000
"""The strength of a hand that beats all others."""
STREETS = ((0, 2), *((size, size) for size in range(3, 9)), (9, 52))
"""Ranges of board sizes whose hands are compared for a percentile."""


@outlined
def expected_strength(hand: int, board: int, over: bool, maxiter: int, deck: Ints) -> int:
    """Return the mean strength of a hand over completions of its board, in millionths.

    The mean of what :func:`zerosum.pkr.buckets.river.features.cumulate` counts, with the same
    random numbers. Modified in place: ``deck``.
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
class StrengthPlan(Coded, Plan):
    """Steps of expected strength: equal ones, or such that the hands of a street divide equally.

    Parameters
    ----------
    acc
        How many steps.
    maxiter
        Random completions of a board.
    samples
        Hands and boards that the parts of a street are fitted to; 0 for equal steps.
    """

    acc: int
    maxiter: int
    samples: int = 0

    def bounds(self) -> Ints:
        """Return the least strength of each step but the first, by ranges of streets."""
        if self.samples:
            return np.array(fit(self).centres)
        return np.array([[-(-WHOLE * step // self.acc) for step in range(1, self.acc)]], np.int64)

    def fitted(self) -> Fit:
        """Return the strengths that divide the hands of each street."""
        task = f"Measuring {self.acc} parts of each street"
        announce(task, 0.0)
        bounds = np.zeros((len(STREETS), self.acc - 1), np.int64)
        for row in range(len(STREETS)):

            def tell(share: float, row: int = row) -> None:
                announce(task, 0.99 * (row + share) / len(STREETS))

            strengths = measured(self, row, tell)
            bounds[row] = np.sort(strengths)[cuts(self.samples, self.acc)]
        announce(task, 1.0)
        return Fit(centres=bounds)


@dataclass(frozen=True, repr=False)
class StrengthSteps(RiverBuckets):
    """The factor of ``ehs`` and ``percentile``: the step of expected strength, 0 the weakest."""

    plan: StrengthPlan
    bounds: NDArray[np.int64] = field(
        default_factory=lambda: np.zeros((0, 0), np.int64), compare=False
    )

    def bucket(self, hand: int, board: int, over: bool) -> int:
        """Return the step of a hand on a board."""
        strength = expected_strength(hand, board, over, self.plan.maxiter, np.zeros(DECK, np.int64))
        size = popcount(board)
        row = 0 if size < 3 else min(size - 2, self.bounds.shape[0] - 1)
        step = 0
        for place in range(self.bounds.shape[1]):
            if self.bounds[row, place] <= strength:
                step += 1
        return step

    def data(self) -> dict[str, Array]:
        """Return the bounds of the steps."""
        return {"bounds": self.plan.bounds()}

    def __repr__(self) -> str:
        plan = self.plan
        name = "percentile" if plan.samples else "ehs"
        samples = "" if plan.samples in {0, SAMPLES} else f", samples={plan.samples}"
        return f"{name}({plan.acc}, maxiter={plan.maxiter}{samples})"


def cuts(samples: int, acc: int) -> list[int]:
    """Return the indices that cut a sorted sample into parts of equal size."""
    return [samples * (part + 1) // acc for part in range(acc - 1)]


def measured(plan: StrengthPlan, row: int, progress: Progress) -> Ints:
    """Return the expected strengths of random hands and boards of a range of streets."""
    measure, deal = workshop().compile(expect_all), dealer(*STREETS[row])
    strengths = np.zeros(plan.samples, np.int64)

    def fill(start: int) -> None:
        part = strengths[start : start + CHUNK]
        deals = deal(SEED + start, len(part))
        cards = deals.hands, deals.boards, deals.overs
        measure(*cards, plan.maxiter, part, np.zeros(DECK, np.int64))

    share_out(fill, range(0, plan.samples, CHUNK), progress)
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
    return algebraic(StrengthSteps(StrengthPlan(acc, maxiter)))


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

    Examples
    --------
    >>> percentile(10)
    percentile(10, maxiter=30)
    """
    check_number("percentile", "acc", acc, 1, MOST)
    check_number("percentile", "maxiter", maxiter, 1, 10_000)
    check_number("percentile", "samples", samples, acc, 10_000_000)
    return algebraic(StrengthSteps(StrengthPlan(acc, maxiter, samples)))
