"""The figures of a run: what trained it, and the lines of its ``metrics.jsonl``."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import isfinite
from typing import Any, Self

from zerosum.experiment.folder import RunFolder, damaged
from zerosum.experiment.options import label
from zerosum.support.rendering import Shown, table
from zerosum.support.store import Json

_ROWS = 20  # of a table
_COUNTS = ("iterations", "seconds", "infosets", "touched")
MEASURES = {
    "exploitability": "exploitability",
    "regret": "regret bound",
    "response": "local best response",
}
"""What a curve may be of, and its name."""

_KNOWN = ("exploitability", "milestone", "regret", "response", "response_width")  # may be left out


@dataclass(frozen=True)
class Point:
    """A line of ``metrics.jsonl``.

    Parameters
    ----------
    iterations, infosets, touched
        Counted in all sessions of the run.
    seconds
        The seconds trained in all sessions.
    exploitability
        Chips a hand; None if it was not measured.
    milestone
        The milestone in nodes touched that the run had just passed; None at other points.
    regret
        A bound on exploitability from regrets; None where exploitability is measured.
    response
        What local best response won, which bounds exploitability from below; None if it did not
        play.
    response_width
        Half the width of the 95 % interval of that.

    Examples
    --------
    >>> point = Point(4_512, 0.16, 24_576, 1_000_123, regret=0.4)
    >>> point.iterations, point.regret, point.exploitability
    (4512, 0.4, None)
    """

    iterations: int
    seconds: float
    infosets: int
    touched: int
    exploitability: float | None = None
    milestone: int | None = None
    regret: float | None = None
    response: float | None = None
    response_width: float = 0.0

    def told(self, players: int) -> str:
        """Return a line about a milestone, with what was measured there.

        >>> Point(4_512, 0.16, 24_576, 1_000_123, exploitability=0.1315).told(players=2)
        '1,000,123 touched: 4,512 iterations, 0.16 s, sum of best responses 0.263'
        """
        known = self.exploitability
        words = "" if known is None else f", sum of best responses {players * known:.3g}"
        return (
            f"{self.touched:,} touched: {self.iterations:,} iterations, "
            f"{brief(self.seconds)} s{words}"
        )


def brief(seconds: float) -> str:
    """Return a time in seconds: hundredths, or two digits if it is below one.

    >>> brief(0.00471), brief(0.16), brief(1_234.5)
    ('0.0047', '0.16', '1,234.50')
    """
    return f"{seconds:.2g}" if seconds < 1 else f"{seconds:,.2f}"


@dataclass(frozen=True)
class Metrics(Shown):
    """The figures of a run, and what trained it.

    Parameters
    ----------
    name
        The name of the folder, or its path if another run has the same name.
    algorithm, rule
        By name; the rule is empty if the algorithm has none.
    points
        In the order of training.
    torn
        Whether the last line of the metrics is incomplete, and left out.
    options
        Options of the algorithm, such as ``epsilon=0.4``; empty if none were set.
    unmeasured
        Why exploitability is not measured, in a sentence; empty if it is.
    experiment, seed, threads
        Of the run; no seed if nothing is drawn.
    game
        The parameters of the game, such as ``size=3``; empty if it has none.

    Examples
    --------
    >>> points = Point(100, 0.1, 12, 9_000, exploitability=0.1), Point(200, 0.2, 12, 18_000)
    >>> run = Metrics("kuhn", "CFR", "plus", points, experiment="blood.kuhn")
    >>> run.iterations, run.caption, [(point.iterations, chips) for point, chips in run.curve]
    (200, 'blood.kuhn, run kuhn', [(100, 0.1)])
    >>> run.known("regret")
    ()
    """

    name: str
    algorithm: str
    rule: str
    points: tuple[Point, ...]
    torn: bool = False
    options: str = ""
    unmeasured: str = ""
    experiment: str = ""
    seed: int | None = None
    threads: int = 1
    game: str = ""

    @classmethod
    def of(cls, folder: RunFolder, config: Json, name: str) -> Self:
        """Return the figures of a run folder with this ``config.json``.

        Raises
        ------
        StoreError
            If ``metrics.jsonl`` is damaged. An incomplete last line is not damage: the run may
            still be training, or was killed.
        """
        lines, torn = folder.lines()
        return cls(
            name,
            str(config["algorithm"]),
            str(config["rule"] or ""),
            tuple(_points(folder, lines)),
            torn,
            label(config["options"]),
            str(config.get("unmeasured") or ""),
            str(config["experiment"]),
            config["seed"],
            config.get("threads") or 1,
            label(config["game"]),
        )

    def content(self) -> list[Any]:
        """Return what the run is, and a table of some points, the last one among them."""
        step = max(1, -(-len(self.points) // _ROWS))
        some = self.points[::-1][::step][::-1]
        columns = {
            "iterations": [f"{one.iterations:,}" for one in some],
            "infosets": [f"{one.infosets:,}" for one in some],
            "seconds": [brief(one.seconds) for one in some],
        }
        for measure, name in MEASURES.items():
            values = [getattr(one, measure) for one in some]
            if self.known(measure):
                columns[name] = ["" if value is None else f"{value:.6g}" for value in values]
        return [self.caption, table(list(columns), zip(*columns.values(), strict=True), "r")]

    @property
    def iterations(self) -> int:
        """How many iterations the points tell of."""
        return max((point.iterations for point in self.points), default=0)

    @property
    def caption(self) -> str:
        """What a picture of the run is called: experiment, parameters of the game, and name."""
        trained = f"{self.experiment} {self.game}".strip()
        return ", ".join(filter(None, (trained, f"run {self.name}")))

    @property
    def milestones(self) -> tuple[Point, ...]:
        """The points that were measured at milestones."""
        return tuple(point for point in self.points if point.milestone is not None)

    @property
    def curve(self) -> tuple[tuple[Point, float], ...]:
        """The points whose exploitability is known, with it."""
        return self.known("exploitability")

    def known(self, measure: str) -> tuple[tuple[Point, float], ...]:
        """Return the points at which one of ``MEASURES`` is known, with it."""
        pairs = ((point, getattr(point, measure)) for point in self.points)
        return tuple((point, value) for point, value in pairs if value is not None)


def _points(folder: RunFolder, lines: list[Json]) -> Iterator[Point]:
    for number, figures in enumerate(lines, 1):
        try:
            counts = {name: _number(figures[name]) for name in _COUNTS}
            known = {name: figures[name] for name in _KNOWN if figures.get(name) is not None}
            yield Point(**counts, **{name: _number(value) for name, value in known.items()})
        except (ValueError, KeyError) as error:
            raise damaged(folder.metrics, number, figures) from error


def _number(value: object) -> Any:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not isfinite(value):
        raise ValueError(value)
    return value
