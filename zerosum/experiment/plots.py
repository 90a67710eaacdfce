"""Pictures as PNG, SVG and PDF, among them curves. Only this module needs Matplotlib."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING

from zerosum.errors import ExperimentError
from zerosum.experiment.files import Kind
from zerosum.experiment.report import Run

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.lines import Line2D

_SIGNS = {".png": b"\x89PNG\r\n\x1a\n", ".svg": b"<?xml", ".pdf": b"%PDF-"}
# Equal figures make equal files, and a PDF holds fonts that can be edited.
_SETTINGS = {"svg.hashsalt": "zerosum", "pdf.fonttype": 42}
_UNDATED: dict[str, dict[str, None]] = {".svg": {"Date": None}, ".pdf": {"CreationDate": None}}
PANELS = {
    "iterations": "iterations",
    "touched": "nodes touched",
    "seconds": "time trained, seconds",
}
"""What curves may be drawn against, and the label of that axis."""

_WIDTH = 4.2  # inches a panel
_LEGEND = 1.9  # and a name in the legend, if it is not long
_STYLES = ("-", "--", ":", "-.")
_COLOURS = 10  # of Matplotlib's own cycle


def require_picture(path: Path) -> None:
    """Refuse a path at which no picture may be written.

    Raises
    ------
    ExperimentError
        If it does not end in ``.png``, ``.svg`` or ``.pdf``, its folder does not exist, or
        something else is there.
    """
    _kind(path).require(path)


def new_figure(width: float, height: float) -> Figure:
    """Return an empty figure of a size in inches.

    Raises
    ------
    ExperimentError
        If Matplotlib, of the extra ``plots``, is not installed.
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


def curves(runs: Sequence[Run], against: Sequence[str] = tuple(PANELS)) -> Figure:
    """Return exploitability against iterations, nodes touched and time, with one panel each.

    Both axes are logarithmic, so values of 0 are left out.

    Parameters
    ----------
    runs
        One curve for each.
    against
        The panels: ``iterations``, ``touched`` and ``seconds``. Iterations of different
        algorithms cannot be compared.

    Raises
    ------
    ExperimentError
        If there is no panel of that name, or Matplotlib, of the extra ``plots``, is not installed.
    """
    things = list(dict.fromkeys(against))
    if not things or not set(things) <= set(PANELS):
        raise ExperimentError(
            f"The panels of a picture must be some of {', '.join(PANELS)}; got {list(against)}.",
            against,
        )
    width = max(_WIDTH * len(things), 6.0)
    figure = new_figure(width, 4.5)
    panels = figure.subplots(1, len(things), sharey=True, squeeze=False)[0]
    for panel, thing in zip(panels, things, strict=True):
        lines = [_draw(panel, run, thing, place) for place, run in enumerate(runs)]
        panel.set_xscale("log")
        panel.set_yscale("log")
        panel.set_xlabel(PANELS[thing])
        panel.grid(visible=True, alpha=0.3)
    panels[0].set_ylabel("exploitability, chips a hand")
    names = [_label(run.name) for run in runs]
    figure.legend(lines, names, loc="outside lower center", ncols=_columns(names, width))
    return figure


def _columns(names: Sequence[str], width: float) -> int:
    """Return how many columns of names fit, with rows of about equal length."""
    longest = max(len(name) for name in names)
    most = max(1, int(width / max(_LEGEND, 0.09 * longest + 0.6)))
    rows = ceil(len(names) / most)
    return ceil(len(names) / rows)


def _draw(panel: Axes, run: Run, thing: str, place: int) -> Line2D:
    pairs = [(getattr(point, thing), value) for point, value in run.curve]
    shown = [(x, y) for x, y in pairs if x > 0 and y > 0]
    (line,) = panel.plot(
        [x for x, _ in shown],
        [y for _, y in shown],
        marker=".",
        markersize=4,
        linewidth=1.3,
        color=f"C{place % _COLOURS}",
        linestyle=_STYLES[place // _COLOURS % len(_STYLES)],
    )
    return line


def _label(name: str) -> str:
    """Return a name that a legend shows unchanged: not as a formula, and not hidden."""
    return f" {plain(name)}" if name.startswith("_") else plain(name)


def plain(name: str) -> str:
    """Return a name that Matplotlib shows unchanged, not as a formula."""
    return name.replace("$", r"\$")


def save_picture(figure: Figure, path: Path) -> None:
    """Write a figure as PNG, SVG or PDF, as the path ends; atomically.

    Raises
    ------
    ExperimentError
        If the path cannot be written, or :func:`require_picture` refuses it.
    """
    kind = _kind(path)

    def write(part: Path) -> None:
        from matplotlib import rc_context

        metadata = _UNDATED.get(kind.suffix)
        with rc_context(_SETTINGS):
            figure.savefig(part, format=kind.suffix[1:], dpi=150, metadata=metadata)

    kind.write(path, write)


def _kind(path: Path) -> Kind:
    """Return the kind of picture that a path names by its ending."""
    suffix = path.suffix.lower()
    if suffix not in _SIGNS:
        raise ExperimentError(
            f"The name of the picture must end in .png, .svg or .pdf; got {path}: choose it with "
            "--out.",
            path,
        )
    return Kind("picture", suffix, "--out", _SIGNS[suffix])
