"""The colours of pictures, as colour-blind readers see them; and words that stay in a picture."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from tests.pictures import clipped
from zerosum.pkr.actions import Allin, Bet, Call, Fold, RaisePot
from zerosum.pkr.shows.grid import COLOURS, Grid, Option, colours_of
from zerosum.pkr.shows.picture import SIZE, draw
from zerosum.support.drawing import ACTIONS, BETS, HELD, LINES, bet_colours, fitted, ink

ROOT = Path(__file__).parents[2]
# Machado, Oliveira & Fernandes (2009), severity 1, of linear RGB.
SIGHTS = {
    "usual": np.eye(3),
    "protanopia": np.array(
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ]
    ),
    "deuteranopia": np.array(
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ]
    ),
    "tritanopia": np.array(
        [
            [1.255528, -0.076749, -0.178779],
            [-0.078411, 0.930809, 0.147602],
            [0.004733, 0.691367, 0.303900],
        ]
    ),
}
XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])


def linear(colour: str) -> np.ndarray:
    parts = np.array([int(colour[at : at + 2], 16) for at in (1, 3, 5)]) / 255
    return np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)


def lab(light: np.ndarray) -> np.ndarray:
    """Return CIE L*a*b*, in which a distance of some 2 is just noticeable side by side."""
    x, y, z = np.cbrt(XYZ @ np.clip(light, 0, 1) / XYZ.sum(axis=1))
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize(
    ("colours", "least"),
    [((*ACTIONS.values(), *BETS), 24), (LINES, 16), (HELD, 50)],
    ids=["actions", "lines", "held"],
)
def test_colours_can_be_told_apart(colours, least, sight):
    seen = {colour: lab(SIGHTS[sight] @ linear(colour)) for colour in colours}
    for one, other in combinations(colours, 2):
        assert np.linalg.norm(seen[one] - seen[other]) > least, (one, other)


def test_menus_of_any_length_have_colours_that_differ_and_darken():
    for count in (2, 6, 9, 60):
        light = [lab(linear(colour))[0] for colour in bet_colours(count)]
        assert light == sorted(light, reverse=True)
        assert len(set(light)) == count
    actions = [Fold(), Call(), *map(Bet, range(30)), RaisePot(), Allin()]
    assert colours_of(actions)[0] == COLOURS[Fold]
    assert len(set(colours_of(actions[:2] + actions[-8:]))) == 10
    assert len(set(colours_of(actions))) >= 33


@pytest.mark.parametrize("colour", [*ACTIONS.values(), *BETS, *HELD])
def test_words_can_be_read_on_every_colour(colour):
    light = [0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05
             for red, green, blue in (linear(colour), linear(ink(colour)))]  # fmt: skip
    assert max(light) / min(light) >= 4.5


def test_no_other_file_has_colours():
    """Neither hexadecimal ones nor those of Matplotlib's cycle."""
    for path in [*(ROOT / "zerosum").rglob("*.py"), *(ROOT / "blood").rglob("*.py")]:
        if path.name != "drawing.py":
            assert not re.search(r"#[0-9a-f]{6}\b|\"C\d\"", path.read_text("utf-8")), path


@pytest.mark.parametrize(
    ("halves", "after"),
    [
        pytest.param(1, "", marks=pytest.mark.slow),
        (2, "after " + 9 * "r300c | Ks7d2c cr600 "),
    ],
    ids=["one", "two"],
)
def test_a_grid_stays_within_its_picture(halves, after):
    figures = pytest.importorskip("matplotlib.figure", reason="the extra plots is not installed")
    colours = enumerate(colours_of([Bet(place) for place in range(9)]))
    options = tuple(Option("b", f"All-in to {place},000", each) for place, each in colours)
    cell = (0.5,) * 2 + (0.0,) * 7
    title = f"Strategy of the big blind {after}".strip()
    grid = Grid(title, options, ((cell,) * 13,) * 13, cell, 1326, 12)
    figure = figures.Figure(figsize=(halves * SIZE[0], SIZE[1]), layout="constrained")
    for part in figure.subfigures(1, halves, squeeze=False).ravel():
        draw(grid, part, "blood.holdem players=6 stack=20000, run " + 90 * "x")
    figure.suptitle("blood.holdem")
    assert not clipped(figure)
    boxes = []
    for part in figure.subfigs:
        (panel,) = part.axes
        artists = panel.title, panel.xaxis.label, panel.patch, *part.legends
        boxes += [artist.get_window_extent() for artist in artists]
    for one, other in combinations(boxes, 2):
        assert not one.shrunk(0.99, 0.99).overlaps(other.shrunk(0.99, 0.99))


def test_a_text_is_shown_as_it_is():
    assert fitted("$x$", 8.0) == r"\$x\$"
    assert fitted("x" * 100, 1.0, 12).count("\n") > 5
    assert fitted("first\nsecond", 8.0) == "first\nsecond"
    assert fitted("", 8.0) == ""
