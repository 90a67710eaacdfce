"""``python -m blood.equity``: what it prints, and what it refuses."""

from __future__ import annotations

from functools import partial

import pytest

from blood.equity import main
from tests.pages import ROOT
from tests.runs import invoked, refused

run = partial(invoked, main)


def test_prints_what_the_guide_shows() -> None:
    page = (ROOT / "docs" / "how-to" / "equities.md").read_text("utf-8")
    command, _, rest = page.partition("$ python -m blood.equity ")[2].partition("\n")
    assert run(command).stdout == rest.split("```")[0]


def test_weights_are_counted_and_grids_printed() -> None:
    result = run("'76s:.5, AKs' 22+:.25 --board '2c3c 4c5c' --dead 5d --grid")
    assert result.exit_code == 0
    grids, table = result.stdout.split("all ")
    assert grids.startswith("AKs, 76s:0.5, 8 hands\n\n.    AKs")
    assert (grids.count(" 50%"), grids.count("25%")) == (1, 13)
    mine, yours = (line.split() for line in table.splitlines()[2:])
    assert [mine[-2], mine[-1], yours[-2], yours[-1]] == ["1,838", "523", "1,380", "523"]


def test_no_figure_is_negative_where_weights_are_rounded() -> None:
    result = run("AhKh 'A2+:.1, K2+:.3, Q2+:.7, 22+:.37, J2+:.77, 82+:.9' --board QhJhTh2c3d")
    assert result.exit_code == 0
    assert "-0.0" not in result.stdout


@pytest.mark.parametrize(
    ("words", "match"),
    [
        ("AA KX", "'KX' must be classes or a hand; got 'KX' at character 1"),
        ("AA:1e-200 KK:1e-200 --board 2c3c4c", "at least 1e-50, so that weights can be multiplied"),
        ("AA KK --samples 0", "at least 2; got 0"),
        ("AA KK --deck large", "'large' is not one of 'full', 'short', 'twenty'"),
    ],
)
def test_a_mistake_is_one_sentence(words: str, match: str) -> None:
    assert match in refused(main, words)
