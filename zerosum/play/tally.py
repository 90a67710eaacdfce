"""The results of deals and of whole matches, and means with their intervals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from math import sqrt
from typing import Any, NamedTuple

import numpy as np

from zerosum.evaluation.bounds.bound import WIDTH
from zerosum.support.rendering import Report, TextTable, table
from zerosum.tables import Floats, Ints


class Estimate(NamedTuple):
    """Means, and half the width of their 95 % intervals; arrays of one shape, or numbers.

    >>> means, margins = Estimate(means=0.5, margins=0.2)
    >>> means - margins > 0
    True
    """

    means: Any
    margins: Any


def estimate(samples: Floats, *, exact: bool = False) -> Estimate:
    """Return the means over the first axis of samples, without those that are not numbers.

    Parameters
    ----------
    samples
        Shape (samples, ...).
    exact
        True if there is one sample, which has no error. Otherwise the margin of fewer than two
        samples is not a number.

    Examples
    --------
    >>> mean, margin = estimate(np.array([1.0, np.nan, 3.0]))
    >>> float(mean), round(float(margin), 2)
    (2.0, 1.96)
    """
    if exact:
        return Estimate(samples[0], np.where(np.isnan(samples[0]), np.nan, 0.0))
    counts: Floats = np.isfinite(samples).sum(axis=0).astype(np.float64)
    none = np.full(samples.shape[1:], np.nan)
    means = np.divide(np.nansum(samples, axis=0), counts, out=none.copy(), where=counts > 0)
    squares = np.nansum((samples - means) ** 2, axis=0)
    variances = np.divide(squares, (counts - 1) * counts, out=none, where=counts > 1)
    return Estimate(means, WIDTH * np.sqrt(variances))


@dataclass(frozen=True, eq=False)
class DealResults:
    """The results of some deals.

    Parameters
    ----------
    gains
        Shape (deals, rotations, agents): chips that each agent won in each hand.
    counts
        Shape (3, agents): the decisions of each, those at infosets that its strategy does not know,
        and those with a bet that was moved to the bounds of the real game.
    luck
        What to add to the gains to correct for luck; None if nothing was corrected.
    """

    gains: Floats
    counts: Ints
    luck: Floats | None = None


@dataclass(frozen=True)
class Match(Report):
    """A match, every deal played in several rotations of the seats.

    Parameters
    ----------
    names
        The names of the agents.
    deals
        The number of deals.
    rotations
        In how many rotations each deal was played, a hand in each.
    means
        The mean gain of each agent, in chips per hand. Of series, 1 is one that is won and -1 one
        that is lost.
    margins
        Half the width of the 95 % interval of each mean. One sample is the mean of all hands of a
        deal, since these are not independent.
    unknown
        The share of each agent's decisions at infosets that its strategy does not know and plays
        uniformly; None if it has no strategy, but plays a menu at random.
    clipped
        The share of each agent's decisions with a bet that had to be moved to the bounds of the
        real game.
    seconds
        The time for playing, without compiling.
    native
        Whether it ran natively.
    series
        Whether each deal was a whole series, such as a match to 11 points.
    plain
        The same match as it was played, if the means are corrected for luck.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn
    >>> from zerosum.play import Uniform, play_match
    >>> match = play_match(Uniform(), Uniform(), deals=50, game=Kuhn)
    >>> match.names, match.hands, match.gain()
    (('uniform', 'uniform'), 100, '+0.000 ± 0.000')
    """

    names: tuple[str, ...]
    deals: int
    rotations: int
    means: tuple[float, ...]
    margins: tuple[float, ...]
    unknown: tuple[float | None, ...]
    clipped: tuple[float, ...]
    seconds: float = field(compare=False)
    native: bool = field(compare=False)
    series: bool = False
    plain: Match | None = None

    JSON = (
        *("names", "deals", "rotations", "hands", "means", "margins", "unknown", "clipped"),
        *("seconds", "rate", "native", "series", "plain"),
    )

    def content(self) -> list[Any]:
        """Return how many hands were played, and a table of what each agent wins."""
        what = f"{self.deals:,} series" if self.series else f"{self.deals:,} deals"
        pace = f"{self.rate:,.0f} a second, {'native' if self.native else 'interpreted'}"
        said = f"{what}, each in {self.rotations} rotations of the seats ({pace})"
        return [said, self.table()]

    def table(self, blind: int | None = None) -> TextTable:
        """Return a table of what each agent wins.

        Parameters
        ----------
        blind
            The big blind in chips, to show big blinds a hundred hands, too.
        """
        columns = {"matches" if self.series else "chips a hand": (self, 1.0)}
        if blind is not None:
            columns["bb/100"] = self, 100 / blind
        if self.plain is not None:
            columns["without AIVAT"] = self.plain, 1.0
        rows = (
            [name, *(match.gain(index, scale) for match, scale in columns.values())]
            for index, name in enumerate(self.names)
        )
        return table(["wins", *columns], rows)

    def gain(self, index: int = 0, scale: float = 1.0) -> str:
        """Return what an agent wins as text: of series the share, else chips by ``scale``."""
        mean, margin = scale * self.means[index], scale * self.margins[index]
        if self.series:
            return f"{50 + 50 * mean:.2f}% ± {50 * margin:.2f}%"
        mean = round(mean, 3) + 0.0  # the sum of a negative zero and zero is zero
        return f"{mean:+,.3f} ± {margin:,.3f}"

    @property
    def hands(self) -> int:
        """How many hands were played."""
        return self.rotations * self.deals

    @property
    def mean(self) -> float:
        """The mean gain of the first agent, in chips per hand."""
        return self.means[0]

    @property
    def margin(self) -> float:
        """Half the width of the 95 % interval of the first agent's mean."""
        return self.margins[0]

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the first agent's mean, in chips per hand."""
        return self.mean - self.margin, self.mean + self.margin

    @property
    def rate(self) -> float:
        """Hands per second."""
        return self.hands / self.seconds if self.seconds > 0 else 0.0


def summed_up(
    names: tuple[str, ...],
    results: Sequence[DealResults],
    seconds: float,
    *,
    native: bool,
    series: bool = False,
) -> Match:
    """Return the result of a match from the results of at least two deals."""
    lucks = [part.luck for part in results if part.luck is not None]
    if lucks:
        pure = [DealResults(part.gains, part.counts) for part in results]
        fair = [DealResults(p.gains + luck, p.counts) for p, luck in zip(pure, lucks, strict=True)]
        plain, match = (
            summed_up(names, part, seconds, native=native, series=series) for part in (pure, fair)
        )
        return replace(match, plain=plain)
    gains = np.concatenate([part.gains for part in results])
    decisions, *shares = np.sum([part.counts for part in results], axis=0)
    unknown, clipped = (np.array(shares) / np.maximum(decisions, 1)).tolist()
    samples = np.ascontiguousarray(gains.mean(axis=1).T)  # By rows, as sums of one agent are.
    return Match(
        names=names,
        deals=len(gains),
        rotations=gains.shape[1],
        means=tuple(float(sample.mean()) for sample in samples),
        margins=tuple(WIDTH * float(sample.std(ddof=1)) / sqrt(len(gains)) for sample in samples),
        unknown=tuple(unknown),
        clipped=tuple(clipped),
        seconds=seconds,
        native=native,
        series=series,
    )
