"""``python -m blood.solve``: a spot from words, a file or a run becomes a run."""

from __future__ import annotations

import json
from contextlib import nullcontext
from unittest.mock import Mock

import pytest
from click.testing import CliRunner

from blood.boards import main as boards
from blood.evaluate import main as evaluate
from blood.prices import main as prices
from blood.solve import main
from blood.train import main as train
from zerosum.experiment import Run
from zerosum.pkr.hands.deck import SHORT
from zerosum.pkr.spots import Spot
from zerosum.pkr.spots.written import written

RIVER = "'AA,QQ' KK --board 2c2d7h8s9c --pot 10 --stack 10"


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(words):
    return CliRunner().invoke(main, words)


def test_a_spot_becomes_a_run(here):
    found = run(f"{RIVER} --bets 100% --to 0.5")
    assert found.exit_code == 0, found.output
    assert "7.5" in found.output
    assert "of the pot after" in found.output
    solved = Run.open(here / "runs" / "spot")
    assert solved.game.game.hand.total == 10
    queens = solved.game.game
    assert solved.strategy.tree.base == queens
    again = run(f"{RIVER} --bets 100% --to 0.4 --out runs/spot --resume")
    assert again.exit_code == 0, again.output
    assert "2 in position" not in again.output


def test_a_file(here):
    spot = Spot("AA,QQ", "KK", board="2c2d7h8s9c", pot=10, stack=10, bets="100%", rake=0.1)
    (here / "spot.toml").write_text(written(spot))
    found = run("spot.toml --to 1 --lock ' -> x 1 for QQ'")
    assert found.exit_code == 0, found.output
    longer = CliRunner().invoke(train, "--resume --out runs/spot --iterations 30")
    assert longer.exit_code == 0, longer.output
    measured = CliRunner().invoke(evaluate, "runs/spot")
    assert measured.exit_code == 0, measured.output
    assert "of a pot of 10 they take" in measured.output


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("AA KK --board 2c2d7h", "must have --pot, --stack"),
        ("AA KK QQ", "two ranges, each in quotes"),
        ("none.toml", "must be a file of TOML"),
        (f"{RIVER} --bets 50p", "part of the pot, a multiple"),
        (f"{RIVER} --bets 50% --lock 'b5 -> x 1'", "must be words of the menu"),
        (f"{RIVER} --memory 5MB --bets 50%", "must be at least"),
        ("--run none --line 'c x'", "none"),
        ("--run none --pot 3", "leave out --pot"),
    ],
)
def test_a_mistake_gets_a_sentence(here, words, message):
    found = run(words)
    assert found.exit_code == 2, found.output
    assert message in found.output
    assert not (here / "runs").exists()


def test_many_boards(here, monkeypatch):
    """In this process; ``test_spots.py`` shows that others find the same."""
    backend_of = Mock(return_value=nullcontext())
    monkeypatch.setattr("blood.boards.backend_of", backend_of)
    spot = Spot("AA,72o", "KK", board="2c2d7h", pot=10, stack=10)
    (here / "spot.toml").write_text(written(spot))
    (here / "boards.txt").write_text("2c3d4h 12\nAc3d4h\n")
    words = "spot.toml --boards boards.txt --to 1 --workers 1"
    found, again = (CliRunner().invoke(boards, words) for _ in range(2))
    assert found.exit_code == 0, found.output
    assert "13" in found.output
    assert found.stdout == again.stdout
    backend_of.assert_called_with(1, None)
    told = CliRunner().invoke(boards, f"{words} --json")
    assert told.stderr.endswith("2 boards are in boards.jsonl.\n")
    assert len(json.loads(told.stdout)) == 2
    assert len((here / "boards.jsonl").read_text().splitlines()) == 2
    wrong = CliRunner().invoke(boards, "spot.toml --boards none.txt")
    assert wrong.exit_code == 2
    assert "Boards must be all" in wrong.output


def test_prices(here, monkeypatch):
    (here / "ranks.py").write_text(
        "from zerosum.abstraction import Abstracted\n"
        "from zerosum.pkr.holdem import NoLimitHoldem\n"
        "from zerosum.pkr.holdem.abstraction import hand_ranks\n"
        "TrainingAbstraction = Abstracted(NoLimitHoldem(), hand_ranks, None)\n"
    )
    found = run(f"{RIVER} --bets 100% --abstraction ranks")
    assert found.exit_code == 0, found.output
    assert "both abstract" in found.output
    assert found.output.count("0.0000%") >= 2
    told = json.loads(run(f"{RIVER} --bets 100% --abstraction ranks --json").stdout)
    assert [(one["experiment"], one["states"]) for one in told] == [("ranks", "hand_ranks")]
    assert "must have states" in run(f"{RIVER} --abstraction blood.kuhn").output
    assert "must be hold'em: name another" in run(f"{RIVER} --abstraction blood.leduc").output


def test_buckets_are_compared(here):
    ranges = "AA,JTs,T9s,KTs", "KK,QQ,J9s,QTs"
    spot = Spot(*ranges, board="9c7d8h6c", pot=10, stack=10, bets="100%", deck=SHORT)
    (here / "spot.toml").write_text(written(spot))
    words = "spot.toml --kinds ehs --sizes 2,9 --iterations 100 --out prices.png"
    found = CliRunner().invoke(prices, words)
    assert found.exit_code == 0, found.output
    forgotten, kept = (row.split() for row in found.stdout.splitlines() if row.startswith("ehs"))
    assert float(forgotten[3]) > float(forgotten[7]) > float(kept[5])
    assert float(forgotten[3]) > float(kept[2]) > float(kept[5])
    assert (here / "prices.png").read_bytes().startswith(b"\x89PNG")
    wrong = CliRunner().invoke(prices, "spot.toml --sizes few")
    assert wrong.exit_code == 2
    assert "whole numbers with commas" in wrong.output
