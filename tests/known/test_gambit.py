"""Files of Gambit have the values that are known of them, and other programs read ours.

The numbers of others are of OpenSpiel 2.0.2 and pygambit 17.0.0b2.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.gambit import KNOWN
from tests.games.auction import Auction
from tests.games.raked import Raked
from tests.games.tides import Tides
from zerosum.algorithms import LinearProgram
from zerosum.evaluation import nash_conv
from zerosum.interop.gambit import parse_gambit, write_gambit
from zerosum.kuhn import Kuhn
from zerosum.leduc import Leduc
from zerosum.leduc.abstraction import Abstraction
from zerosum.strategy import Strategy
from zerosum.tree import Tree, enumerated

LEDUC = -0.08560642407800
# The same with uniform strategies, as OpenSpiel finds it.
NASH_CONV = {Kuhn: 0.9166666666666666, Leduc: 4.747222222222222}


@pytest.mark.parametrize("name", KNOWN)
def test_values(name: str) -> None:
    text, value, constant = KNOWN[name]
    program = LinearProgram(parse_gambit(text))
    assert program.value == pytest.approx(value, abs=1e-9)
    assert program.tree.players * program.tree.share == pytest.approx(constant)


def assert_same(tree: Tree, other: Tree) -> None:
    for name in ("parents", "edges", "infosets", "starts", "owners"):
        np.testing.assert_array_equal(getattr(tree, name), getattr(other, name))
    np.testing.assert_allclose(tree.payoffs, other.payoffs, rtol=0, atol=1e-15)
    np.testing.assert_allclose(tree.chances, other.chances, rtol=0, atol=1e-15)
    assert tree.share == other.share


@pytest.mark.parametrize("name", KNOWN)
def test_what_is_read_is_written(name: str) -> None:
    game = parse_gambit(KNOWN[name][0])
    text = write_gambit(game)
    assert_same(enumerated(parse_gambit(text)), enumerated(game))
    assert write_gambit(parse_gambit(text)) == text


@pytest.mark.slow
@pytest.mark.parametrize("game", [Leduc(), Abstraction(), Auction(), Raked(), Tides()])
def test_what_is_written_is_read(game: Any) -> None:
    tree = enumerated(game)
    text = write_gambit(tree)
    assert_same(enumerated(parse_gambit(text)), tree)
    if tree.histories > 9_000:
        assert LinearProgram(parse_gambit(text)).value == pytest.approx(LEDUC, abs=1e-9)


@pytest.mark.slow
@pytest.mark.parametrize("game", NASH_CONV)
def test_openspiel_reads_ours(game: Any, tmp_path: Path) -> None:
    path = tmp_path / "game.efg"
    path.write_text(write_gambit(game), "utf-8")
    read = parse_gambit(path.read_text("utf-8"))
    assert nash_conv(read, Strategy.uniform(read)) == pytest.approx(NASH_CONV[game], abs=1e-9)
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
    exploitability = pytest.importorskip("open_spiel.python.algorithms.exploitability")
    theirs = pyspiel.load_game("efg_game", {"filename": str(path)})
    uniform = pyspiel.UniformRandomPolicy(theirs)
    assert exploitability.nash_conv(theirs, uniform) == pytest.approx(NASH_CONV[game], abs=1e-9)


@pytest.mark.slow
@pytest.mark.parametrize("game", NASH_CONV)
def test_gambit_reads_ours(game: Any, tmp_path: Path) -> None:
    pygambit = pytest.importorskip("pygambit", reason="Gambit is not installed")
    path = tmp_path / "game.efg"
    path.write_text(write_gambit(game), "utf-8")
    theirs, tree = pygambit.read_efg(str(path)), enumerated(game)
    counts = [sum(1 for _ in theirs.get_infosets(player)) for player in theirs.players]
    assert counts == np.bincount(tree.owners).tolist()
    assert theirs.is_const_sum
    assert theirs.has_perfect_recall
    if game is Kuhn:
        found = pygambit.nash.lp_solve(theirs, rational=False).equilibrium.payoffs
        assert float(found["player 0"]) == pytest.approx(-1 / 18)
