"""Runs of spots: saved and resumed, asked, shown, played and exported, and what hands win."""

from __future__ import annotations

import csv
import json
import pickle
from collections import defaultdict
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from blood.export import main as export_command
from blood.spot import experiment
from tests.runs import invoked
from zerosum.abstraction import Abstracted
from zerosum.algorithms.street_cfr import StreetCFR
from zerosum.cards import parse
from zerosum.errors import ExperimentError, GameError, StoreError
from zerosum.evaluation.street_columns import StreetColumns
from zerosum.evaluation.streets import StreetValues
from zerosum.experiment import Run, export, train
from zerosum.leduc import Leduc
from zerosum.leduc.abstraction import by_rank
from zerosum.pkr.ask import Query
from zerosum.pkr.hands.isomorphism import hand_number
from zerosum.pkr.places.endings import endings
from zerosum.pkr.shows.grid import strategy_grid
from zerosum.play.match import play_match
from zerosum.strategy import Strategy, open_strategy

TURN = """
oop = "AA,QQ,88:0.5"
ip = "KK,TT,A9s"
board = "2c2d7h8s"
pot = 10
stack = 20
[bets]
bet = "100%"
raise = "allin"
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("runs") / "turn"
    declared = replace(experiment, name="blood.spot", game={"spot": TURN}, iterations=40)
    train(declared, path)
    return path


@pytest.fixture(scope="module")
def run(folder: Path) -> Run:
    return Run.open(folder)


@pytest.mark.parametrize("options", [{}, {"short": True, "symmetric": False}])
def test_what_hands_win_in_leduc(options):
    """As summed over all histories, in which both players go on by the strategy."""
    solver = StreetCFR(Leduc(), **options)
    solver.run(20)
    strategy, found = solver.strategy(), StreetValues(solver.strategy())
    answer = cache(strategy)
    reached, won = defaultdict(float), defaultdict(float)

    def play(game, reach):
        if game.terminal:
            return np.array([game.payoff(0), game.payoff(1)])
        moves = game.chances() if game.chance else answer(game.infoset(game.active))
        total = np.zeros(2)
        for action, share in moves.items():
            then = np.array(reach)
            then[[0, 1] if game.chance else [game.active]] *= share
            values = play(game.apply(action), then)
            total += share * values
            if not game.chance:
                player, infoset = game.active, game.infoset(game.active)
                won[infoset, action] += reach[1 - player] * values[player]
                reached[infoset] += reach[1 - player] / len(moves)
        return total

    assert play(Leduc(), np.ones(2)) == pytest.approx(solver.values(), abs=2e-6)
    checked = 0
    for (infoset, action), value in won.items():
        place, hand = solver.tree.seen(infoset)
        if reached[infoset] > 0.001:  # sums in 32 bits have seven digits
            worth = found.at(place)[place.menu.index(action), hand]
            assert worth == pytest.approx(value / reached[infoset], abs=2e-5)
            checked += 1
    assert checked > 1_000


def test_a_resumed_run_has_the_same_bits(tmp_path):
    spot = {"name": "blood.spot", "game": {"spot": TURN}}
    declared = replace(experiment, **spot, options={"short": True}, iterations=9)
    train(declared, tmp_path / "once")
    train(replace(declared, iterations=4), tmp_path / "twice")
    train(declared, tmp_path / "twice", resume=True)
    once, twice = (Run.open(tmp_path / name) for name in ("once", "twice"))
    assert twice.metrics.iterations == 9
    assert np.array_equal(once.strategy.numbers, twice.strategy.numbers)
    assert once.metrics.curve[-1][1] == pytest.approx(twice.metrics.curve[-1][1])
    copied = pickle.loads(pickle.dumps(once.strategy))
    assert np.array_equal(copied.numbers, once.strategy.numbers)


def test_a_strategy_is_opened_by_its_kind(folder, run):
    assert type(run.strategy).__name__ == "StreetStrategy"
    assert run.strategy.about.startswith("hold'em on 8s7h2d2c, pot 10, stacks 20 with ")
    with pytest.raises(StoreError, match="must hold a strategy"):
        Strategy.load(folder / "strategy", run.game)
    with pytest.raises(StoreError, match="differs in game"):
        open_strategy(folder / "strategy", Leduc())
    with pytest.raises(GameError, match="states of an abstraction must be left out"):
        StreetCFR(Abstracted(Leduc(), by_rank))


def test_places_begin_with_the_ranges(run):
    query = Query(run)
    eights, aces = (hand_number(parse(text).mask) for text in ("8h8d", "AhAd"))
    reach = query.start.reach[:, [eights, aces]]
    assert reach == pytest.approx(np.array([[0.5, 1.0], [0.0, 0.0]]))
    grid = strategy_grid(query.start)
    assert (grid.hands, grid.unknown, grid.cells[12][11]) == (15, 0, None)  # six, six and three
    weights = query.start.counts
    assert grid.whole == pytest.approx(weights @ query.start.strategy / weights.sum())
    spot = run.explorer().at("x")
    assert (spot.kind, spot.seat, spot.reach) == ("decision", 1, pytest.approx(spot.reach))
    assert sum(row.probability for row in spot.rows) == pytest.approx(1.0)
    assert run.explorer().at("").reach == pytest.approx(1.0)
    assert sum(option.probability for option in spot.options) == pytest.approx(1.0)


def test_hands_win_what_their_endings_pay(run):
    """On the river, of boards that stand for themselves and for others."""
    query = Query(run)
    for line in ("x x | Kc", "x x | Kh x", "x b10 c | 3d x"):
        place = query.at(line)
        found = query.values(line)
        assert found.exact
        by_walk, by_ending = found.values.means, endings(query.follower, place, found.actions)
        known = ~np.isnan(by_walk)
        assert known.any()
        assert by_walk[known] == pytest.approx(by_ending[known], abs=1e-4)
    before = query.values("x", "KhKd")
    assert before.exact
    assert np.isnan(query.values("x", "JhJd").values.means).all()


def test_agents_play_it(run):
    results = play_match(run.agent(name="one"), run.agent(name="other"), deals=6, seed=3)
    assert results.hands == 12


def test_export(run, folder, tmp_path):
    export(run.strategy, tmp_path / "whole.csv")
    with (tmp_path / "whole.csv").open() as file:
        lines = list(csv.DictReader(file))
    assert len(lines) == run.strategy.tree.numbers
    alike = {line["board"]: int(line["boards"]) for line in lines}
    assert sum(alike.values()) == 1 + 48  # the turn itself, and all rivers
    query, one = Query(run), next(each for each in lines if each["line"].endswith("b10"))
    answer = query.get(one["line"], one["hand"])
    assert answer[one["action"]] == pytest.approx(float(one["probability"]), abs=1e-6)
    line = "x b10 c | Kh"
    done = invoked(export_command, f"{folder} {tmp_path}/part.json --line '{line}' --streets 1")
    assert done.exit_code == 0, done.output
    part = json.loads((tmp_path / "part.json").read_text())
    assert {each["board"] for each in part} == {"Kh"}
    assert {each["line"][: len(line)] for each in part} == {line}
    place = query.at(line)
    (first,) = {each["weight"] for each in part if (each["line"], each["hand"]) == (line, "AhAd")}
    assert first == pytest.approx(place.reach[0, hand_number(parse("AhAd").mask)])
    with pytest.raises(ExperimentError, match=r"choose .csv, .json or .parquet"):
        export(run.strategy, tmp_path / "whole.sqlite")


def test_tables_have_a_limit(run, monkeypatch):
    monkeypatch.setattr("zerosum.evaluation.street_columns.MOST_LINES", 100)
    with pytest.raises(ExperimentError, match="name a line of play, or fewer streets"):
        StreetColumns(run.strategy)
