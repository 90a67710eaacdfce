"""Prices of products against their sizes, as pictures: an ablation, or the front of a search."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from zerosum.evaluation.price import Ablation, Loss, Search
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
_BESIDE = 9  # points from a point to its name
_LEADER = {"arrowstyle": "-", "color": "grey", "linewidth": 0.6, "shrinkA": 1, "shrinkB": 5}
# Rings, so that points inside them stay visible.
_MANNERS: dict[str, dict[str, object]] = {
    "left out": {"marker": "o", "s": 110, "facecolors": "none", "edgecolors": LINES[0]},
    "alone": {"marker": "s", "s": 30, "color": LINES[1]},
    "all": {"marker": "*", "s": 40, "color": LINES[-1]},
    "proved": {"marker": "o", "s": 50, "color": LINES[0]},
    "best known": {"marker": "o", "s": 50, "facecolors": "none", "edgecolors": LINES[0]},
    "players forget": {"marker": "D", "s": 30, "facecolors": "none", "edgecolors": LINES[1]},
}
_BOUNDS = {"marker": "^", "s": 8, "color": "silver", "label": "pruned: costs at least"}


class _Point(NamedTuple):
    """The size and the price of a product."""

    size: int
    price: float
    exact: bool

    @property
    def place(self) -> tuple[int, float]:
        # Products that differ by rounding only are one point.
        return self.size, round(self.price, 6)


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

    Examples
    --------
    >>> from zerosum.evaluation import ablate
    >>> from zerosum.kuhn import Kuhn
    >>> from zerosum.kuhn.abstraction import betting, is_jack
    >>> figure = products(ablate(Kuhn(), is_jack * betting, iterations=30), "Kuhn")
    >>> [panel.get_title() for panel in figure.axes]
    ['Kuhn']
    """
    factors = ablation.factors
    left = {f"without {each.factor!r}": each.without for each in factors}
    base = {"player * actions": ablation.base}
    return _drawn(
        {
            "left out": {name: _point(loss) for name, loss in left.items() if loss is not None},
            "alone": {
                name: _point(loss)
                for name, loss in (
                    base | {repr(each.factor): each.alone for each in factors}
                ).items()
            },
            "all": {"all": _point(ablation.whole)},
        },
        name,
        lossless=None if minimal is None else sum(minimal.infosets),
    )


def front(search: Search, name: str = "") -> Figure:
    """Return a plot of the front of a search, with what is known of all that was pruned.

    Parameters
    ----------
    search
        What was found.
    name
        The title.

    Raises
    ------
    ExperimentError
        If Matplotlib, of the extra ``plots``, is not installed.
    """
    points: dict[str, dict[str, _Point]] = {
        "proved": {},
        "best known": {},
        "players forget": {},
    }
    for each in search.candidates:
        if each.shown and each.price is not None:
            manner = search.mark(each) if each.recall else "players forget"
            points[manner][each.name] = _Point(each.size, each.price, each.exact)
    bounds = [
        (each.size, each.at_least)
        for each in search.candidates
        if each.verdict == "pruned" and each.at_least is not None
    ]
    found = {manner: some for manner, some in points.items() if some}
    return _drawn(found, name, bounds=bounds)


def _point(loss: Loss) -> _Point:
    return _Point(loss.after.rows, loss.price, loss.exact)


def _drawn(
    points: dict[str, dict[str, _Point]],
    name: str,
    *,
    bounds: Sequence[tuple[int, float]] = (),
    lossless: int | None = None,
) -> Figure:
    """Return a plot of points by manner and name, of bounds, and of what loses nothing."""
    figure = new_figure(*_SIZE)
    panel = figure.subplots()
    for manner, some in points.items():
        places = [point.place for point in some.values()]
        sizes, prices = zip(*places, strict=True) if places else ((), ())
        panel.scatter(sizes, prices, label=manner, clip_on=False, **_MANNERS[manner])
    if lossless is not None:
        panel.axvline(lossless, color="grey", linestyle=":", label="lossless")
    exact = _name(panel, points)
    if bounds:
        panel.scatter(*zip(*bounds, strict=True), zorder=0, **_BOUNDS)
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


def _name(panel: Axes, points: dict[str, dict[str, _Point]]) -> bool:
    """Write the names of products beside their points; return whether all prices are exact."""
    names: dict[tuple[int, float], list[str]] = {}
    for some in points.values():
        for name, point in some.items():
            text = at_most(plain(name), exact=point.exact)
            names.setdefault(point.place, []).append(text)
    for place, labels in names.items():
        panel.annotate(
            "\n".join(labels),
            place,
            xytext=(_BESIDE, 0),
            textcoords="offset points",
            fontsize="small",
            ha="left",
            va="center",
            arrowprops=_LEADER,
        )
    return all(point.exact for some in points.values() for point in some.values())


def _separate(figure: Figure, panel: Axes) -> None:
    """Move names to the left if they are too long, and up until none covers a point or a name."""
    from matplotlib.text import Text
    from matplotlib.transforms import Bbox

    figure.draw_without_rendering()
    unit = figure.dpi / _POINTS
    taken = [
        panel.transData.transform(point) + unit * _RING * np.array([[-1.0], [1.0]])
        for points in panel.collections
        for point in np.asarray(points.get_offsets())
        if points.get_label() != _BOUNDS["label"]
    ]
    boxes = [Bbox(corners) for corners in taken]
    floor = panel.get_window_extent().y0 + unit
    for text in panel.texts:
        if Text.get_window_extent(text).x1 > panel.get_window_extent().x1:
            text.set(position=(-_BESIDE, 0), horizontalalignment="right")
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
