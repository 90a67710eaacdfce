"""List the figures of runs in tables: of a session that ends, and of runs beside each other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from zerosum.experiment.measure import UNIT
from zerosum.experiment.metrics import MEASURES, Metrics
from zerosum.support.progress import duration, short
from zerosum.support.rendering import TextTable, table

if TYPE_CHECKING:
    from zerosum.experiment.train import Outcome

_LONG_RUN = 10  # seconds


def summary(outcome: Outcome) -> TextTable:
    """Return the figures of a run: how far it got, how fast, and where it is saved.

    >>> import tempfile
    >>> from pathlib import Path
    >>> from zerosum.algorithms import CFR
    >>> from zerosum.experiment import Experiment, train
    >>> from zerosum.kuhn import Kuhn
    >>> with tempfile.TemporaryDirectory() as place:
    ...     outcome = train(Experiment(Kuhn, algorithm=CFR, iterations=100), Path(place) / "kuhn")
    >>> summary(outcome).rows[:2]
    (('iterations', '100'), ('infosets', '12'))
    """
    last = outcome.last
    rows = [("iterations", f"{last.iterations:,}"), ("infosets", f"{last.infosets:,}")]
    if last.done:
        lasted = (
            duration(last.seconds) if last.seconds >= _LONG_RUN else f"{last.seconds:.2g} seconds"
        )
        rows.append(("touched", f"{short(last.node_rate)} nodes a second for {lasted}"))
    if last.exploitability is not None:
        words = f"{last.exploitability:,.6g} {UNIT} {outcome.gauge.words}"
        rows.append(("exploitability", words.strip()))
    elif outcome.gauge.reason is not None:
        rows.append(("exploitability", f"not measured: {outcome.gauge.reason}"))
    rows.append(("saved in", str(outcome.folder)))
    return table([], rows, "l")


def captions(runs: Sequence[Metrics]) -> str:
    """Return what a picture of several runs is called: what all of them share, if anything."""
    if len(runs) == 1:
        return runs[0].caption
    shared = [{getattr(run, name) for run in runs} for name in ("experiment", "game")]
    return " ".join(words.pop() for words in shared if len(words) == 1).strip()


def differing(labels: Sequence[str]) -> list[str]:
    """Return labels without the parts that all of them have.

    >>> differing(["size=3 wild=True", "size=4 wild=True"])
    ['size=3', 'size=4']
    """
    parts = [text.split() for text in labels]
    common = set.intersection(*map(set, parts)) if parts else set()
    return [" ".join(part for part in words if part not in common) for words in parts]


def comparison(runs: Sequence[Metrics]) -> TextTable:
    """Return a table of runs with their last figures; columns in which all are empty are left out.

    Seeds and parameters of the game are shown if they differ.

    >>> from zerosum.experiment import Metrics, Point
    >>> made = [
    ...     Metrics(rule, "CFR", rule, (Point(100, 0.1, 12, 5_600, exploitability=chips),))
    ...     for rule, chips in (("plus", 0.01), ("vanilla", 0.02))
    ... ]
    >>> print(comparison(made))
    run      algorithm  rule     iterations  touched  seconds  infosets  exploitability
    plus     CFR        plus            100    5,600     0.10        12            0.01
    vanilla  CFR        vanilla         100    5,600     0.10        12            0.02
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
    columns = {
        name: cells for name, cells in columns.items() if name not in _OPTIONAL or any(cells)
    }
    left, figures = len(columns), [_figures(run) for run in runs]
    for column, name in enumerate(_FIGURES):
        shown = [row[column] for row in figures]
        if name not in _OPTIONAL or any(shown):
            columns[name] = shown
    return table(list(columns), zip(*columns.values(), strict=True), "l" * left + "r")


_FIGURES = ("iterations", "touched", "seconds", "infosets", *MEASURES.values())
_OPTIONAL = ("game", "options", "seed", *list(MEASURES.values())[1:])


def _figures(run: Metrics) -> tuple[str, ...]:
    if not run.points:
        return ("",) * len(_FIGURES)
    last = run.points[-1]
    counts = (f"{last.iterations:,}", f"{last.touched:,}", f"{last.seconds:,.2f}")
    known = {measure: run.known(measure) for measure in MEASURES}
    values = {name: f"{points[-1][1]:.6g}" if points else "" for name, points in known.items()}
    if values["response"]:
        values["response"] += f" ± {known['response'][-1][0].response_width:.2g}"
    return (*counts, f"{last.infosets:,}", *values.values())
