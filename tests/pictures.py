"""What can be said of a picture without looking at it."""

from __future__ import annotations

from typing import Any

import pytest


def drawn() -> None:
    """Skip a test where pictures cannot be drawn."""
    pytest.importorskip("matplotlib", reason="the extra plots is not installed")


def clipped(figure: Any) -> bool:
    """Return whether something of a picture lies outside of it."""
    figure.draw_without_rendering()
    box = figure.get_tightbbox()
    width, height = figure.get_size_inches()
    return bool(box.x0 < 0 or box.y0 < 0 or box.x1 > width or box.y1 > height)


def tick_labels(axis: Any) -> list[str]:
    """Return the numbers along an axis."""
    axis.figure.draw_without_rendering()
    low, high = sorted(axis.get_view_interval())
    places = axis.get_majorticklocs()
    shown = zip(places, axis.get_major_formatter().format_ticks(places), strict=True)
    return [text for place, text in shown if low <= place <= high]


def extent_of_text(text: Any) -> Any:
    """Return the box of a text, without the line that leads to its point."""
    from matplotlib.text import Text

    return Text.get_window_extent(text)
