"""``python -m blood.scenarios`` on runs with small strategies, and the chart of push or fold."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from blood.chart import chart_of, exact
from blood.scenarios import Judged, main
from tests.runs import inside, invoked, refused, run_folder
from zerosum.abstraction import Abstracted, algebraic
from zerosum.cards import parse
from zerosum.experiment import load
from zerosum.kuhn import Kuhn
from zerosum.pkr import Allin, Call, Fold, NoLimitHoldem
from zerosum.pkr.hands.classes import hole_class
from zerosum.pkr.pushfold import InfoSet, Move
from zerosum.pkr.scenarios import SIX_MAX, Outcome, judge
from zerosum.support.schema import schema_of

COARSE = """
from zerosum.abstraction import Abstracted
from zerosum.pkr import NoLimitHoldem
from zerosum.pkr.abstraction import by_street, limited, passive, raises
from zerosum.pkr.holdem.abstraction import player, street

actions = passive + by_street({0: limited(raises(2), street=1)})
game = NoLimitHoldem(players=SEATS, stacks=(10_000,), blinds=(50, 100))
TrainingAbstraction = Abstracted(game, street * player * actions, actions)
"""


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Return a current folder with runs of two experiments that tell no hands apart."""
    folder = tmp_path_factory.mktemp("scenarios")
    with inside(folder):
        for name, seats, iterations in ("six", "6", 10), ("two", "2", 1):
            (folder / f"{name}_seats.py").write_text(COARSE.replace("SEATS", seats))
            game = load(f"{name}_seats").training
            run_folder(folder / name, f"{name}_seats", game, iterations)
        run_folder(folder / "kuhn", "blood.kuhn", Kuhn(), 1)
        yield folder


run = partial(invoked, main)


class TestCommand:
    def test_it_prints_a_table_and_counts(self, here: Path) -> None:
        result = run("six --strict --json found.json")
        assert result.exit_code == 1, result.output
        lines = result.stdout.splitlines()
        assert lines[0].split() == ["expectation", "outcome", "found", "asked"]
        assert any(re.match(r"Aces raise more .* failed +(\S+)% to \1%,", row) for row in lines)
        assert any("from every seat: A strategy that has learned" in row for row in lines)
        assert any("Left out: Aces raise again. The menu after 'r' must" in row for row in lines)
        counts = list(map(int, re.findall(r"\d+", lines[-1])))
        assert sum(counts) == 30
        assert re.sub(r"\d+", "", lines[-1]) == " passed,  failed,  unknown;  left out"
        found = json.loads((here / "found.json").read_text())
        Draft202012Validator(schema_of(Judged)).validate(found)
        outcomes = [each["outcome"] for each in found["results"]]
        assert [outcomes.count(outcome.value) for outcome in Outcome] == counts

    @pytest.mark.usefixtures("here")
    def test_failures_are_findings_not_errors(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("blood.scenarios.SIX_MAX", SIX_MAX[:3])
        result = run("six")
        assert result.exit_code == 0, result.output
        assert " failed " in result.stdout

    @pytest.mark.usefixtures("here")
    @pytest.mark.parametrize(
        ("words", "message"),
        [
            ("two", "none of 30 does: It is meant for 6 seats; the game has 2."),
            ("kuhn", "must be of hold'em with 52 cards"),
            ("none", "must be a run folder"),
            ("six --json found.txt", "must end in .json"),
        ],
    )
    def test_bad_input_is_a_sentence(self, words: str, message: str) -> None:
        assert message in refused(main, words)


@algebraic
def all_in_or_fold(infoset: Any) -> tuple[Any, ...]:
    """Return the menu of push or fold."""
    return (Fold(), Call() if infoset.bets else Allin())


PUSH = Abstracted(NoLimitHoldem(stacks=(1_000,), blinds=(50, 100)), None, all_in_or_fold)


class TestChart:
    @pytest.mark.parametrize(
        "game", [replace(PUSH, game=replace(PUSH.game, blinds=(10, 100), paid=())), Kuhn()]
    )
    def test_other_games_have_none(self, game: Any) -> None:
        assert chart_of(game) is None

    @pytest.mark.slow
    def test_losses_are_those_by_best_responses(self) -> None:
        chart = chart_of(PUSH, most=0.5)
        strategy = exact(10.0, 0.0).strategy

        def play(infoset: Any, wrong: int = -1) -> Any:
            known = infoset.key[0]
            seat, number = known.player, hole_class(known.hand.mask)
            share = strategy(InfoSet(seat, number))[Move.ALL_IN]
            share = 0.0 if number == wrong and seat == 0 else share
            return dict(zip(infoset.actions(), (1 - share, share), strict=True))

        (right,) = judge(play, PUSH, [chart])
        assert right.outcome is Outcome.PASSED
        assert sum(chart.losses(right.values)) == pytest.approx(0.0, abs=1e-9)
        assert chart.gaps(right.values) == []

        aces = hole_class(parse("AhAd").mask)
        (wrong,) = judge(lambda infoset: play(infoset, aces), PUSH, [chart])
        assert wrong.outcome is Outcome.FAILED
        small, big = chart.losses(wrong.values)
        # Folding loses half a blind instead of winning: at least 0.5 + 1 of 221 hands.
        assert small > 1000 * 1.5 / 221
        assert big == pytest.approx(0.0, abs=1e-9)
        assert list(map(str, chart.gaps(wrong.values))) == ["AA pushed 0% for 100%"]
        assert wrong.found.endswith("; AA pushed 0% for 100%")
