"""The small blind's opening, as a table of 169 hands."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from zerosum.cards import RANKS, parse
from zerosum.pkr import Allin, Bet, Call, Fold, RaisePot, RiverOfBlood
from zerosum.pkr.show import opening, opening_frequencies


def strategy(infoset):
    """Raise aces, and ace-king if suited; fold the rest but for calls with king-queen off."""
    ranks = sorted(str(infoset.hand)[::2])
    suited = len(set(str(infoset.hand)[1::2])) == 1
    if ranks == ["A", "A"]:
        return {Fold(): 0.0, RaisePot(): 0.75, Allin(): 0.25}
    if ranks == ["A", "K"] and suited:
        return {Fold(): 0.0, Bet(3): 0.5, Bet(9): 0.5}
    if ranks == ["K", "Q"] and not suited:
        return {Fold(): 0.25, Call(): 0.75}
    return {Fold(): 1.0}


def test_frequencies() -> None:
    cells, whole = opening_frequencies(strategy, RiverOfBlood())
    assert len(cells) == 169
    assert cells[12, 12] == {"Fold": 0.0, "Pot": 0.75, "Allin": 0.25}
    assert cells[12, 11] == {"Fold": 0.0, "Bet": 1.0}
    assert cells[11, 12] == {"Fold": 1.0}
    assert cells[10, 11] == {"Fold": 0.25, "Call": 0.75}
    assert whole["Pot"] == pytest.approx(6 * 0.75 / 1326)
    assert whole["Call"] == pytest.approx(12 * 0.75 / 1326)
    assert sum(whole.values()) == pytest.approx(1)


def test_table() -> None:
    console = Console(width=80, file=io.StringIO())
    console.print(opening(strategy, RiverOfBlood()))
    lines = console.file.getvalue().splitlines()
    legend, _, head, aces, kings, queens = lines[:6]
    assert legend.startswith("Small blind's opening: Fold 98.6%, Call 0.7%")
    assert head.split() == list(reversed(RANKS))
    assert aces.split() == ["A", "P75", "B100", *["F100"] * 11]
    assert kings.split()[:4] == ["K", "F100", "F100", "F100"]
    assert queens.split()[:4] == ["Q", "F100", "C75", "F100"]
    assert len(lines) == 16
    assert all(len(line) <= 80 for line in lines)


def test_opponents_cards_stay_out_of_the_way() -> None:
    seen = []

    def watch(infoset):
        seen.append(infoset.hand)
        return {Fold(): 1.0}

    opening_frequencies(watch, RiverOfBlood())
    assert len(set(seen)) == 1326
    assert parse("2c2d") in seen
