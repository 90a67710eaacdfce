"""Pictures as PNG, SVG and PDF, among them curves. Only this module needs Matplotlib."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from zerosum.errors import ExperimentError
from zerosum.experiment.files import Kind, kind_of
from zerosum.experiment.groups import Group, band, grouped
from zerosum.experiment.measure import UNIT
from zerosum.experiment.metrics import MEASURES, Metrics
from zerosum.experiment.report import captions
from zerosum.support.drawing import LINES, columns, fitted, number_logarithmic, plain

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.lines import Line2D

_SIGNS = {".png": b"\x89PNG\r\n\x1a\n", ".svg": b"<?xml", ".pdf": b"%PDF-"}
_KINDS = [Kind("picture", suffix, "--out", sign) for suffix, sign in _SIGNS.items()]
# Equal figures make equal files, and a PDF holds fonts that can be edited.
_SETTINGS = {"svg.hashsalt": "zerosum", "pdf.fonttype": 42}
_UNDATED: dict[str, dict[str, None]] = {".svg": {"Date": None}, ".pdf": {"CreationDate": None}}
PANELS = {
    "iterations": "iterations",
    "touched": "nodes touched",
    "seconds": "time trained, seconds",
}
"""What curves may be drawn against, and the label of that axis."""

_WIDTH, _HEIGHT = 4.2, 3.6  # inches a panel
_SIGNED = ("response",)  # measures that may be negative
_STYLES = ("-", "--", ":", "-.")


def require_picture(path: Path) -> None:
    """Refuse a path at which no picture may be written.

    Raises
    ------
    ExperimentError
        If it does not end in ``.png``, ``.svg`` or ``.pdf``, its folder does not exist, or
        something else is there.

    Examples
    --------
    >>> try:
    ...     require_picture(Path("kuhn.txt"))
    ... except ExperimentError as error:
    ...     print(error)
    The name of the picture must end in .png, .svg or .pdf; got kuhn.txt: choose it with
    --out.
    """
    _kind(path).require(path)


def new_figure(width: float, height: float) -> Figure:
    """Return an empty figure of a size in inches.

    Raises
    ------
    ExperimentError
        If Matplotlib, of the extra ``plots``, is not installed.

    Examples
    --------
    >>> new_figure(6.0, 4.0).get_size_inches().tolist()
    [6.0, 4.0]
    """
    try:
        from matplotlib.figure import Figure
    except ImportError as error:
        raise ExperimentError(
            "The extra plots must be installed to draw pictures; there is no matplotlib: "
            "pip install 'zerosum[plots]'.",
            error,
        ) from error
    return Figure(figsize=(width, height), layout="constrained")


def curves(runs: Sequence[Metrics], against: Sequence[str] = tuple(PANELS)) -> Figure:
    """Return exploitability against iterations, nodes touched and time, with one panel each.

    Runs that differ in their seeds only are one curve: the median, and a band that holds them all.
    Curves are labelled by what differs. Below exploitability, or instead of it, are the regret
    bounds of runs that are too large for it, and what local best response won where it played, with
    95 % intervals. Axes are logarithmic, so values of 0 and below are left out, except on the axis
    of local best response, which may win nothing. The title has what all runs share.

    Parameters
    ----------
    runs
        The runs to compare; at least one of them was measured.
    against
        The panels: ``iterations``, ``touched`` and ``seconds``. Iterations of different
        algorithms cannot be compared.

    Raises
    ------
    ExperimentError
        If there is no panel of that name, or Matplotlib, of the extra ``plots``, is not installed.

    Examples
    --------
    >>> from zerosum.experiment import Metrics, Point
    >>> points = [Point(10**k, k, 12, 90 * 10**k, exploitability=0.5 / 10**k) for k in range(3)]
    >>> figure = curves([Metrics("kuhn", "CFR", "plus", tuple(points))], ["iterations"])
    >>> [panel.get_xlabel() for panel in figure.axes]
    ['iterations']
    """
    things = list(dict.fromkeys(against))
    if not things or not set(things) <= set(PANELS):
        raise ExperimentError(
            f"The panels of a picture must be some of {', '.join(PANELS)}; got {list(against)}.",
            against,
        )
    measures = [measure for measure in MEASURES if any(run.known(measure) for run in runs)]
    groups = grouped(runs)
    width = max(_WIDTH * len(things), 6.0)
    figure = new_figure(width, _HEIGHT * max(len(measures), 1) + 0.9)
    panels = figure.subplots(
        max(len(measures), 1), len(things), sharex="col", sharey="row", squeeze=False
    )
    lines: dict[int, Line2D] = {}
    for row, measure in zip(panels, measures, strict=False):
        row[0].set_ylabel(f"{MEASURES[measure]}, {UNIT}")
        for panel, thing in zip(row, things, strict=True):
            lines |= _fill(panel, groups, measure, thing)
    for panel, thing in zip(panels[-1], things, strict=True):
        panel.set_xlabel(PANELS[thing])
        number_logarithmic(panel.xaxis)
    for row, measure in zip(panels, measures, strict=False):
        if measure not in _SIGNED:
            number_logarithmic(row[0].yaxis)
    figure.suptitle(fitted(captions(runs), width))
    _explain(figure, [groups[index] for index in sorted(lines)], [lines[p] for p in sorted(lines)])
    return figure


def _fill(panel: Axes, groups: Sequence[Group], measure: str, thing: str) -> dict[int, Line2D]:
    """Draw the curves of a panel; return their lines by the index of the group."""
    lines = {
        index: _draw(panel, group, measure, thing, index)
        for index, group in enumerate(groups)
        if any(run.known(measure) for run in group.runs)
    }
    panel.set_xscale("log")
    if measure in _SIGNED:
        panel.axhline(0.0, color="black", linewidth=0.8)
    else:
        panel.set_yscale("log")
    panel.grid(visible=True, alpha=0.3)
    return lines


def _explain(figure: Figure, groups: Sequence[Group], lines: Sequence[Line2D]) -> None:
    """Add the legend, below the panels."""
    names = [_label(group.label) for group in groups]
    several = any(len(group.runs) > 1 for group in groups)
    figure.legend(
        lines,
        names,
        loc="outside lower center",
        ncols=columns(names, figure.get_figwidth()),
        title="median of the seeds, and a band that holds all of them" if several else None,
    )


def _draw(panel: Axes, group: Group, measure: str, thing: str, index: int) -> Line2D:
    curves_of = [_shown(run, measure, thing) for run in group.runs]
    curve = band(curves_of, signed=measure in _SIGNED)
    colour, several = LINES[index % len(LINES)], len(group.runs) > 1
    (line,) = panel.plot(
        curve.positions,
        curve.median,
        marker="" if several else ".",
        markersize=4,
        linewidth=1.3,
        color=colour,
        linestyle=_STYLES[index // len(LINES) % len(_STYLES)],
    )
    if several:
        panel.fill_between(
            curve.positions, curve.low, curve.high, color=colour, alpha=0.2, linewidth=0
        )
    elif measure == "response":
        _add_widths(panel, group.runs[0], thing, colour)
    return line


def _add_widths(panel: Axes, run: Metrics, thing: str, colour: str) -> None:
    """Draw the interval of each response."""
    known = [(point, value) for point, value in run.known("response") if getattr(point, thing) > 0]
    panel.errorbar(
        [getattr(point, thing) for point, _ in known],
        [value for _, value in known],
        [point.response_width for point, _ in known],
        fmt="none",
        ecolor=colour,
        alpha=0.5,
    )


def _shown(run: Metrics, measure: str, thing: str) -> list[tuple[float, float]]:
    """Return the points of a curve that its axes can show."""
    pairs = [(getattr(point, thing), value) for point, value in run.known(measure)]
    return [(x, y) for x, y in pairs if x > 0 and (y > 0 or measure in _SIGNED)]


def _label(name: str) -> str:
    """Return a name that a legend shows unchanged: not as a formula, and not hidden."""
    return f" {plain(name)}" if name.startswith("_") else plain(name)


def save_picture(figure: Figure, path: Path) -> None:
    """Write a figure as PNG, SVG or PDF, as the path ends; atomically.

    Raises
    ------
    ExperimentError
        If the path cannot be written, or :func:`require_picture` refuses it.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as place:
    ...     save_picture(new_figure(1.0, 1.0), Path(place) / "empty.svg")
    ...     [path.name for path in Path(place).iterdir()]
    ['empty.svg']
    """
    file_kind = _kind(path)

    def write(part: Path) -> None:
        from matplotlib import rc_context

        metadata = _UNDATED.get(file_kind.suffix)
        with rc_context(_SETTINGS):
            figure.savefig(part, format=file_kind.suffix[1:], dpi=150, metadata=metadata)

    file_kind.write(path, write)


def _kind(path: Path) -> Kind:
    return kind_of(path, "picture", _KINDS, "choose it with --out")
