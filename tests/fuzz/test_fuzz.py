"""The fuzzer: what it writes, that it finds faults planted on purpose, and no others."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from tests.fuzz import runs
from tests.fuzz.compare import compare, load
from tests.fuzz.faults import FAULTS
from tests.fuzz.games import written
from tests.fuzz.grammar import grammar
from tests.native import actions, ends, fields, functions, methods
from zerosum.testing import check_native

SECTIONS = (
    fields.case,
    methods.case,
    functions.case,
    actions.case,
    actions.chance,
    actions.factor,
    ends.case,
    ends.menu,
)
GAMES = 60
SMALL = 9
"""The seed of a game that compiles fast."""
REFUSED = """
from dataclasses import dataclass

PRICES = {0: 1.0, 1: -1.0}

@dataclass(frozen=True)
class Coin:
    turn: int = 0
    terminal = property(lambda self: self.turn > 0)
    chance = property(lambda self: False)
    active = property(lambda self: 0)

    def infoset(self, player: int) -> "Coin":
        return self

    def actions(self):
        return 0, 1

    def payoff(self, player: int) -> float:
        return PRICES[player]

    def apply(self, action: int) -> "Coin":
        return Coin(1)

START = Coin()
"""


@cache
def shown(games: int) -> Counter[str]:
    return sum((written(seed).shown for seed in range(games)), Counter())


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tests.fuzz", *arguments]
    root = Path(__file__).parents[2]
    return subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)


def kept(source: str, folder: Path) -> Path:
    path = folder / "small_game.py"
    path.write_text(source, encoding="utf-8")
    return path


def test_every_line_of_the_document_is_shown_but_errors():
    document = {case.line for section in SECTIONS for case in section.cases}
    found = {line for line in document if line.startswith(tuple(grammar().by_line({})))}
    # A game that raises an error is no game, and how fields are laid out changes no value of one.
    assert document - found == {
        line for line in document if any(word in line for word in (" raises ", "pack", "FIXED"))
    }
    for line in grammar().by_line({}):
        assert sum(each.startswith(line) for each in document) == 1, line


def test_sixty_games_show_every_line():
    counts = grammar().by_line(shown(GAMES))
    assert [line for line, count in counts.items() if not count] == []


@pytest.mark.slow
def test_four_hundred_and_fifty_games_show_every_construct():
    counts = shown(450)
    assert [each.name for each in grammar().constructs() if not counts[each.name]] == []


def test_a_seed_writes_the_same_game_each_time():
    assert written(3) == written(3)
    assert written(3).source != written(4).source


# The kernel of playouts compiles in half the time that all of a comparison takes.
def test_playouts_of_a_small_game_are_the_same(tmp_path):
    check_native(load(kept(written(SMALL).source, tmp_path)).START, playouts=100)


@pytest.mark.slow
def test_a_game_that_is_not_native_is_a_finding(tmp_path):
    found = compare(kept(REFUSED, tmp_path), tree=False)
    assert "Coin.payoff is not native" in found


def test_a_process_that_ends_is_a_finding(tmp_path, monkeypatch):
    monkeypatch.setattr(runs, "compare", lambda path, *, tree: os._exit(11))
    (outcome,) = runs.run([SMALL], tmp_path)
    assert "The process ended without a word" in str(outcome)


@pytest.mark.slow
def test_sixty_games_are_the_same_natively_and_in_python():
    done = run("--games", str(GAMES))
    assert f"{GAMES} games, 0 findings" in done.stdout, done.stdout
    assert done.returncode == 0


@pytest.mark.slow
@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_found_in_sixty_games(fault):
    done = run("--games", str(GAMES), "--fault", fault)
    found = next(line for line in done.stdout.splitlines() if "Error" in line)
    assert "GameError: A playout of" in found or "IndexError" in found
    assert done.returncode == 1
