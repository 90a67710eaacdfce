"""A sweep as a picture: a measure against size, with bands over seeds and the Pareto front."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from zerosum.experiment.measure import UNIT
from zerosum.experiment.plots import new_figure
from zerosum.scale.sweep.results import best_by_size, by_run, measure_of
from zerosum.scale.sweep.running import Swept
from zerosum.support.drawing import LINES, fitted, number_logarithmic, plain

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_SIZE = (8.0, 5.0)  # inches


def drawn(found: Sequence[Swept], name: str = "") -> Figure:
    """Return a plot of exploitability, or of bounds only, against infosets, a point for each run.

    A point is the median over seeds, and its bar holds all of them. Runs on the Pareto front are
    joined by a line.

    Parameters
    ----------
    found
        The figures; runs that :func:`by_run` leaves out have no point.
    name
        The title.

    Raises
    ------
    ExperimentError
        If Matplotlib, of the extra ``plots``, is not installed.

    Examples
    --------
    >>> made = [Swept("rank", seed, "", 1, 1, 24, 1.0, 0.1 + seed / 100) for seed in range(3)]
    >>> drawn(made, "Leduc").axes[0].get_xlabel()
    'infosets'
    """
    figure, runs, front = new_figure(*_SIZE), by_run(found), best_by_size(found)
    panel = figure.subplots()
    for run, (size, low, middle, high) in runs.items():
        best = run in front
        panel.errorbar(
            size,
            middle,
            [[middle - low], [high - middle]],
            fmt="o" if best else "s",
            color=LINES[0] if best else LINES[1],
            capsize=3,
        )
        panel.annotate(
            plain(run), (size, middle), xytext=(8, 4), textcoords="offset points", fontsize="small"
        )
    places = [runs[run][::2] for run in front]
    panel.plot(*zip(*places, strict=True), color=LINES[0], label="Pareto front") if places else None
    words = {"regret": "bound of regrets"}.get(measure_of(found), "exploitability")
    panel.set_xscale("log")
    panel.set_yscale("log")
    panel.set_xlabel("infosets")
    panel.set_ylabel(f"{words}, {UNIT}")
    panel.set_title(fitted(name, _SIZE[0]))
    panel.grid(visible=True, alpha=0.3)
    panel.margins(x=0.2, y=0.15)
    number_logarithmic(panel.xaxis)
    figure.legend(loc="outside lower center")
    return figure
