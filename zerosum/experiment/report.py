"""Compare runs: read their folders, and list them in a table."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import Any

from rich.table import Table

from zerosum.errors import ExperimentError, StoreError
from zerosum.experiment.folder import RunFolder, damaged
from zerosum.experiment.options import label
from zerosum.rendering import table

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
        found = "" if known is None else f", sum of best responses {players * known:.3g}"
        return (
            f"{self.touched:,} touched: {self.iterations:,} iterations, "
            f"{brief(self.seconds)} s{found}"
        )


def brief(seconds: float) -> str:
    """Return a time in seconds: hundredths, or two digits if it is below one.

    >>> brief(0.00471), brief(0.16), brief(1_234.5)
    ('0.0047', '0.16', '1,234.50')
    """
    return f"{seconds:.2g}" if seconds < 1 else f"{seconds:,.2f}"


@dataclass(frozen=True)
class Run:
    """What a run folder holds.

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
    game
        The parameters of the game, such as ``size=3``; empty if it has none.
    unmeasured
        Why exploitability is not measured, in a sentence; empty if it is.
    experiment, seed, threads
        Of the run; no seed if nothing is drawn.
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

    @property
    def caption(self) -> str:
        """What a picture of the run is called: experiment, parameters of the game, and name."""
        return f"{self.experiment} {self.game}".strip() + f", run {self.name}"

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


def read_runs(paths: Iterable[str | Path]) -> list[Run]:
    """Return what run folders hold.

    Raises
    ------
    ExperimentError
        If a folder is not a run folder.
    StoreError
        If its ``config.json`` or its ``metrics.jsonl`` is damaged. An incomplete last line is
        not damage: the run may still be training, or was killed.
    """
    folders = list(dict.fromkeys(Path(path) for path in paths))
    names = [folder.resolve().name for folder in folders]
    return [
        _read(folder, name if names.count(name) == 1 else str(folder))
        for folder, name in zip(folders, names, strict=True)
    ]


def _read(path: Path, name: str) -> Run:
    folder = RunFolder(path)
    if not folder.begun:
        what = "is a file" if path.exists() else "does not exist"
        what = "holds no config.json" if path.is_dir() else what
        raise ExperimentError(
            f"The folder {path} must be that of a run; it {what}: name one that "
            "python -m blood.train has made.",
            path,
        )
    config = folder.config()
    points, torn = _points(folder.metrics)
    rule, options = str(config["rule"] or ""), label(config["options"])
    unmeasured = str(config.get("unmeasured") or "")
    named = {"experiment": str(config["experiment"]), "seed": config["seed"]}
    named["game"] = label(config["game"])
    named["threads"] = config.get("threads") or 1
    return Run(name, str(config["algorithm"]), rule, points, torn, options, unmeasured, **named)


def _points(path: Path) -> tuple[tuple[Point, ...], bool]:
    try:
        lines = path.read_bytes().split(b"\n") if path.exists() else [b""]
    except OSError as error:
        raise StoreError(
            f"The file {path} must be readable; got {error.strerror}.", path
        ) from error
    rest = lines.pop()  # after the last newline
    points = tuple(_point(path, number, line) for number, line in enumerate(lines, 1))
    return points, bool(rest)


def _point(path: Path, number: int, line: bytes) -> Point:
    try:
        figures = json.loads(line)
        counts = {name: _number(figures[name]) for name in _COUNTS}
        known = {name: figures[name] for name in _KNOWN if figures.get(name) is not None}
        return Point(**counts, **{name: _number(value) for name, value in known.items()})
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise damaged(path, number, line) from error


def _number(value: Any) -> Any:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not isfinite(value):
        raise ValueError(value)
    return value


def captions(runs: Sequence[Run]) -> str:
    """Return what a picture of several runs is called: what all of them share, if anything."""
    if len(runs) == 1:
        return runs[0].caption
    shared = [{getattr(run, name) for run in runs} for name in ("experiment", "game")]
    return " ".join(each.pop() for each in shared if len(each) == 1).strip()


def differing(labels: Sequence[str]) -> list[str]:
    """Return labels without the parts that all of them have.

    >>> differing(["size=3 wild=True", "size=4 wild=True"])
    ['size=3', 'size=4']
    """
    parts = [text.split() for text in labels]
    common = set.intersection(*map(set, parts)) if parts else set()
    return [" ".join(part for part in each if part not in common) for each in parts]


def comparison(runs: Sequence[Run]) -> Table:
    """Return a table of runs with their last figures; columns in which all are empty are left out.

    Seeds and parameters of the game are shown if they differ.
    """
    seeded = len({run.seed for run in runs} - {None}) > 1
    columns: dict[str, list[str]] = {
        "run": [run.name for run in runs],
        "game": differing([run.game for run in runs]),
        "algorithm": [run.algorithm for run in runs],
        "rule": [run.rule for run in runs],
        "options": [run.options for run in runs],
        "seed": ["" if run.seed is None or not seeded else str(run.seed) for run in runs],
    }
    columns = {name: each for name, each in columns.items() if name not in _OPTIONAL or any(each)}
    left, figures = len(columns), [_figures(run) for run in runs]
    for place, name in enumerate(_FIGURES):
        shown = [each[place] for each in figures]
        if name not in _OPTIONAL or any(shown):
            columns[name] = shown
    return table(list(columns), zip(*columns.values(), strict=True), "l" * left + "r")


_FIGURES = ("iterations", "touched", "seconds", "infosets", *MEASURES.values())
_OPTIONAL = ("game", "options", "seed", *list(MEASURES.values())[1:])


def _figures(run: Run) -> tuple[str, ...]:
    if not run.points:
        return ("",) * len(_FIGURES)
    last = run.points[-1]
    counts = (f"{last.iterations:,}", f"{last.touched:,}", f"{last.seconds:,.2f}")
    known = {measure: run.known(measure) for measure in MEASURES}
    values = {name: f"{found[-1][1]:.6g}" if found else "" for name, found in known.items()}
    if values["response"]:
        values["response"] += f" ± {known['response'][-1][0].response_width:.2g}"
    return (*counts, f"{last.infosets:,}", *values.values())
