"""The price of the products of an ablation against their size, as a picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from zerosum.evaluation.price import Ablation, Loss
from zerosum.evaluation.price.loss import at_most
from zerosum.experiment.measure import UNIT
from zerosum.experiment.plots import new_figure
from zerosum.experiment.study.record import Lossless
from zerosum.support.drawing import LINES, fitted, number_logarithmic, plain

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_SIZE = (8.0, 5.0)  # inches
_POINTS, _RING = 72, 6.0  # points an inch, and the radius of a ring
_LEADER = {"arrowstyle": "-", "color": "grey", "linewidth": 0.6, "shrinkA": 1, "shrinkB": 5}
# Rings, so that points inside them stay visible.
_MANNERS: dict[str, dict[str, object]] = {
    "left out": {"marker": "o", "s": 110, "facecolors": "none", "edgecolors": LINES[0]},
    "alone": {"marker": "s", "s": 30, "color": LINES[1]},
    "all": {"marker": "*", "s": 40, "color": LINES[-1]},
}


def products(ablation: Ablation, name: str = "", minimal: Lossless | None = None) -> Figure:
    """Return a plot of price against infosets, with a point for each product that was priced.

    Infosets are on a logarithmic axis; ill-formed products have no price and no point. Prices
    that are upper bounds are marked with ≤.

    Parameters
    ----------
    ablation
        The products and their prices.
    name
        The title.
    minimal
        The coarsest lossless abstraction, shown by a line at its size.

    Raises
    ------
    ExperimentError
        If Matplotlib, of the extra ``plots``, is not installed.
    """
    figure = new_figure(*_SIZE)
    panel = figure.subplots()
    for manner, points in _points(ablation).items():
        sizes, prices = zip(*map(_place, points.values()), strict=True) if points else ((), ())
        panel.scatter(sizes, prices, label=manner, clip_on=False, **_MANNERS[manner])
    if minimal is not None:
        panel.axvline(sum(minimal.infosets), color="grey", linestyle=":", label="lossless")
    exact = _name(panel, _points(ablation))
    panel.set_xscale("log")
    panel.set_xlabel("infosets")
    panel.set_ylabel(f"price, {UNIT}" if exact else f"price, {UNIT} (≤: at most)")
    panel.set_title(fitted(name, _SIZE[0]))
    panel.grid(visible=True, alpha=0.3)
    panel.margins(x=0.15, y=0.15)
    panel.set_ylim(bottom=0.0)  # no abstraction costs less
    number_logarithmic(panel.xaxis)
    figure.legend(loc="outside lower center", ncols=len(_MANNERS) + 1)
    _separate(figure, panel)
    return figure


def _points(ablation: Ablation) -> dict[str, dict[str, Loss]]:
    """Return the loss of each product, by kind and name."""
    factors = ablation.factors
    return {
        "left out": {
            f"without {factor.factor!r}": factor.without
            for factor in factors
            if factor.without is not None
        },
        "alone": {
            "player * actions": ablation.base,
            **{repr(factor.factor): factor.alone for factor in factors},
        },
        "all": {"all": ablation.whole},
    }


def _place(loss: Loss) -> tuple[int, float]:
    # Products that differ by rounding only are one point.
    return loss.after.rows, round(loss.price, 6)


def _name(panel: Axes, points: dict[str, dict[str, Loss]]) -> bool:
    """Write the names of products beside their points; return whether all prices are exact."""
    names: dict[tuple[int, float], list[str]] = {}
    for losses in points.values():
        for name, loss in losses.items():
            text = at_most(plain(name), exact=loss.exact)
            names.setdefault(_place(loss), []).append(text)
    largest = max(size for size, _ in names)
    for point, labels in names.items():
        right = point[0] == largest > min(size for size, _ in names)
        panel.annotate(
            "\n".join(labels),
            point,
            xytext=(-9 if right else 9, 0),
            textcoords="offset points",
            fontsize="small",
            ha="right" if right else "left",
            va="center",
            arrowprops=_LEADER,
        )
    return all(loss.exact for losses in points.values() for loss in losses.values())


def _separate(figure: Figure, panel: Axes) -> None:
    """Move names up until none covers a point, another name or the axis."""
    from matplotlib.text import Text
    from matplotlib.transforms import Bbox

    figure.draw_without_rendering()
    unit = figure.dpi / _POINTS
    taken = [
        panel.transData.transform(point) + unit * _RING * np.array([[-1.0], [1.0]])
        for points in panel.collections
        for point in np.asarray(points.get_offsets())
    ]
    boxes = [Bbox(corners) for corners in taken]
    floor = panel.get_window_extent().y0 + unit
    # Without the lines to the points.
    texts = [(Text.get_window_extent(text), text) for text in panel.texts]
    for begun, text in sorted(texts, key=lambda pair: pair[0].y0):
        box = begun
        box = box.translated(0.0, max(floor - box.y0, 0.0))
        while covered := [other.y1 for other in boxes if box.overlaps(other)]:
            box = box.translated(0.0, max(covered) - box.y0 + unit)
        x, y = text.get_position()
        text.set_position((x, y + (box.y0 - begun.y0) / unit))
        boxes.append(box)
