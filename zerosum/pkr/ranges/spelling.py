"""The shortest text of a range.

Classes are written by rows of the grid: pairs, then kickers of each high card, ``A2s+`` for a run
up to the highest kicker and ``K9s-K6s`` for another run. Suited and offsuit hands share an item,
``AK``, where that is shorter; single classes with the same gap are joined, ``T9s-54s``. Classes of
which only some hands are in the range are written hand by hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from zerosum.cards import RANKS, Cards
from zerosum.pkr.ranges.classes import HAND_MASKS, MEMBERS, class_at

WHOLE = "random"
"""What all hands are called."""


class _Run(NamedTuple):
    """Classes in a row: kickers of one high card, or pairs, where both ranks are the same.

    Parameters
    ----------
    high
        The higher rank of the first class.
    top, bottom
        The lower ranks of the first and of the last class.
    kind
        ``s``, ``o``, or empty for pairs, and for suited and offsuit hands together.
    """

    high: int
    top: int
    bottom: int
    kind: str

    @property
    def text(self) -> str:
        """The run as an item of a range."""
        pair = self.high == self.top
        low = RANKS[self.bottom]
        first = RANKS[self.high] + RANKS[self.top] + self.kind
        last = (low if pair else RANKS[self.high]) + low + self.kind
        if self.top == self.bottom:
            return first
        return f"{last}+" if self.top == (12 if pair else self.high - 1) else f"{first}-{last}"


def spelled(weights: Sequence[float]) -> str:
    """Return the shortest text of a range; hands of equal weight stand together.

    Parameters
    ----------
    weights
        By :func:`zerosum.pkr.hands.isomorphism.hand_number`.
    """
    items: list[str] = []
    for weight in sorted(set(weights) - {0}, reverse=True):
        suffix = "" if weight == 1 else f":{weight:g}"
        if float(f"{weight:g}") != weight:
            suffix = f":{weight!r}"
        items += [item + suffix for item in _items([share == weight for share in weights])]
    return ", ".join(items)


def _items(chosen: Sequence[bool]) -> list[str]:
    """Return the items of the chosen hands."""
    if all(chosen):
        return [WHOLE]
    whole = {number for number, hands in enumerate(MEMBERS) if all(chosen[hand] for hand in hands)}
    parts = [hands for number, hands in enumerate(MEMBERS) if number not in whole]
    single = [HAND_MASKS[hand] for hands in parts for hand in hands if chosen[hand]]
    return [*_classes(whole), *(str(Cards(mask)) for mask in sorted(single, reverse=True))]


def _classes(whole: set[int]) -> list[str]:
    """Return the items of whole classes: pairs, suited, offsuit."""
    pairs = [rank for rank in range(13) if class_at(rank, rank, "") in whole]
    items = [_Run(run[0], run[0], run[-1], "").text for run in _runs(pairs)]
    runs: list[_Run] = []
    for high in range(12, 0, -1):
        suited, offsuit = (
            {low for low in range(high) if class_at(high, low, kind) in whole} for kind in "so"
        )
        both = suited & offsuit
        apart = [*_row(high, suited, "s"), *_row(high, offsuit, "o")]
        joint = [*_row(high, both, ""), *_row(high, suited - both, "s")]
        joint += _row(high, offsuit - both, "o")
        runs += min(joint, apart, key=_length)
    return items + _joined(sorted(runs, key=lambda run: run.kind == "o"))


def _row(high: int, lows: Iterable[int], kind: str) -> list[_Run]:
    return [_Run(high, run[0], run[-1], kind) for run in _runs(lows)]


def _length(runs: Iterable[_Run]) -> int:
    return sum(len(run.text) + 2 for run in runs)


def _runs(ranks: Iterable[int]) -> Iterator[list[int]]:
    """Yield ranks that follow each other, from the highest down."""
    run: list[int] = []
    for rank in sorted(ranks, reverse=True):
        if run and run[-1] != rank + 1:
            yield run
            run = []
        run.append(rank)
    if run:
        yield run


def _joined(runs: list[_Run]) -> list[str]:
    """Return the items of runs; single classes with the same gap become one item."""
    single = {(run.high, run.top, run.kind) for run in runs if run.top == run.bottom}
    items: list[str] = []
    for run in runs:
        high, low, kind = run.high, run.bottom, run.kind
        if run.top != run.bottom:
            items.append(run.text)
        elif (high + 1, low + 1, kind) not in single:
            while (high - 1, low - 1, kind) in single:
                high, low = high - 1, low - 1
            end = f"-{RANKS[high]}{RANKS[low]}{kind}" if high < run.high else ""
            items.append(run.text + end)
    return items
