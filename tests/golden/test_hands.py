"""Tables of hands as printed and drawn, for an invented strategy.

To make the golden files again, after a change that is meant:

    PYTHONPATH=. python tests/golden/test_hands.py
"""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path

import pytest
from rich.console import Console

from blood.basic import basic
from zerosum.abstraction import Abstracted
from zerosum.cards import rank, suit
from zerosum.pkr import RiverOfBlood
from zerosum.pkr.abstraction import capped_bets
from zerosum.pkr.places.follower import Follower
from zerosum.pkr.ranges.classes import class_name
from zerosum.pkr.ranges.squares import Bar, bars
from zerosum.pkr.shows.grid import Grid, strategy_grid
from zerosum.pkr.shows.picture import draw
from zerosum.pkr.shows.table import table

HERE = Path(__file__).parent
GAME = Abstracted(RiverOfBlood(), None, capped_bets(basic, 3))
LINES = {
    "opening": "",
    "raised": "r100% r100%",
    "flop": "r100% c | AhKd2c x b50%",
    "paired": "c x | AhAdAc",
    "river": "c x | 7h8h9d b100% c | 2s x x | 3h",
}
AFTER = LINES | {
    "raised": "r4 r8",
    "flop": "r4 c | AhKd2c x b4",
    "river": "c x | 7h8h9d b4 c | 2s x x | 3h",
}
"""The lines as they are shown, with chips."""


def strategy(infoset):
    """Mix the two actions between which a hand's strength lies, from the menu's first to last."""
    seen = infoset.key[0]
    low, high = seen.hand
    strength = rank(low) + rank(high) + 8 * (rank(low) == rank(high))
    strength += 2 * (suit(low) == suit(high))
    strength += 7 * sum(rank(one) in (rank(low), rank(high)) for one in seen.community)
    at = min(strength, 36) * (len(infoset.menu) - 1)
    shares = [max(0, 36 - abs(36 * place - at)) / 36 for place in range(len(infoset.menu))]
    return dict(zip(infoset.menu, shares, strict=True))


def grid(name: str) -> Grid:
    return strategy_grid(Follower(strategy, GAME).follow(LINES[name])[0])


def printed(name: str, *, colour: bool) -> str:
    console = Console(
        width=80,
        file=io.StringIO(),
        force_terminal=colour,
        color_system="truecolor" if colour else None,
        legacy_windows=False,
        _environ={},
    )
    console.print(table(grid(name)))
    return console.file.getvalue()


def named(bar: Bar) -> str:
    """Return the class of hands of a bar's square; the aces come first."""
    return class_name(13 * (12 - bar.row) + 12 - bar.column)


def drawn(name: str) -> str:
    """Return the bars of a picture, a line for each: hands, place, width, action."""
    shown = grid(name)
    return "".join(
        f"{named(bar)} {bar.row} {bar.left:.4f} {bar.width:.4f} "
        f"{shown.options[bar.option].label} {shown.options[bar.option].colour}\n"
        for bar in bars(shown.cells)
    )


MADE = {
    **{f"{name}.txt": lambda name=name: printed(name, colour=False) for name in LINES},
    "flop.ansi": lambda: printed("flop", colour=True),
    **{f"{name}.bars": lambda name=name: drawn(name) for name in ("opening", "flop", "paired")},
}


@pytest.mark.parametrize("file", MADE)
def test_golden(file: str) -> None:
    assert MADE[file]() == (HERE / file).read_text("utf-8")


def test_every_file_is_tested() -> None:
    kept = {path.name for path in HERE.iterdir() if path.suffix in {".txt", ".ansi", ".bars"}}
    assert kept == set(MADE)


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=() if name == "flop" else pytest.mark.slow) for name in LINES],
)
def test_the_picture_draws_the_bars(name: str) -> None:
    figures = pytest.importorskip("matplotlib.figure", reason="the extra plots is not installed")
    colours = pytest.importorskip("matplotlib.colors")
    shown = grid(name)
    figure = figures.Figure()
    draw(shown, figure, "made up")
    (panel,) = figure.axes
    found = sorted(
        (*(round(side, 9) for side in (patch.get_y(), patch.get_x(), patch.get_width())),
         colours.to_hex(patch.get_facecolor()))
        for patch in panel.patches
    )  # fmt: skip
    assert found == sorted(
        (bar.row, round(bar.left, 9), round(bar.width, 9), shown.options[bar.option].colour)
        for bar in bars(shown.cells)
    )
    where = f"after {AFTER[name]}" if LINES[name] else "Opening strategy of the small blind"
    assert panel.get_title().endswith("\nmade up")
    assert where in panel.get_title()
    legend = [text.get_text() for text in figure.legends[0].get_texts()]
    assert [words.rpartition(" ")[0] for words in legend] == [
        option.label for option in shown.options
    ]
    assert panel.get_xlabel() == ""
    texts = {text.get_text() for text in panel.texts}
    assert texts == {named(bar) for bar in bars(shown.cells)}


def test_the_picture_says_what_is_unknown() -> None:
    figures = pytest.importorskip("matplotlib.figure", reason="the extra plots is not installed")
    figure = figures.Figure()
    draw(replace(grid("paired"), unknown=12), figure)
    (panel,) = figure.axes
    assert panel.get_title() == "Strategy of the big blind after c x | AhAdAc"
    assert panel.get_xlabel().startswith("The strategy is uniform for 12 of 1,176 hands")


if __name__ == "__main__":
    for file, make in MADE.items():
        (HERE / file).write_text(make(), "utf-8")
