"""``python -m blood.evaluate``: its table, and its error messages."""

from __future__ import annotations

import re
import sys
import time
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from rich.console import Console

from blood.evaluate import main
from tests.games.faulty import FAULTS
from tests.games.faulty.base import Guess
from tests.runs import invoked, learnt, refused, run_folder
from zerosum.errors import GameError, NotApplicable
from zerosum.evaluation import (
    LowerBound,
    best_response,
    deviation_gains,
    expected_values,
    local_best_response,
)
from zerosum.experiment.evaluate import Evaluation, Row, closing, figure, table_of
from zerosum.kuhn import Kuhn, KuhnThree
from zerosum.pkr.think import Comparison
from zerosum.pkr.think.report import conclusion, remarks, rows_of
from zerosum.support.interrupts import TimeUp


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    run_folder(tmp_path / "kuhn", "blood.kuhn", Kuhn(), 30)
    return tmp_path


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch, uncompiled: None) -> None:
    """Measure with few deals and as kernels are written: others test how they are compiled."""
    monkeypatch.setattr("zerosum.experiment.evaluate._WALK_FACTOR", 1)
    monkeypatch.setattr("zerosum.experiment.evaluate._SELF_PLAY_FACTOR", 1)


run = partial(invoked, main)


@pytest.mark.slow
def test_a_table_of_measures(here: Path) -> None:
    result = run("kuhn --deals 200 --seed 3")
    assert result.exit_code == 0, result.output
    head, *rows, last = (re.split(r"\s{2,}", line.strip()) for line in result.stdout.splitlines())
    assert head == ["chips a hand", "player 0", "player 1", "mean", "deals"]
    table = {row[0]: row[1:] for row in rows}
    assert list(table) == [
        "value against itself",
        "value, exact",
        "local best response",
        "approximate best response",
        "best response, exact",
    ]
    assert table["value against itself"][-1] == "4,000"
    strategy = learnt(Kuhn(), 30)
    assert table["value, exact"] == [f"{v:.6g}" for v in expected_values(Kuhn(), strategy)]
    best = [best_response(Kuhn(), player, strategy).value for player in range(2)]
    assert table["best response, exact"] == [f"{v:.6g}" for v in (*best, sum(best) / 2)]
    found = local_best_response(Kuhn(), strategy, 200, 3)
    assert table["local best response"] == [
        *map(figure, found.seats, 1.96 * found.seat_errors),
        figure(found.mean, 1.96 * found.error),
        "200",
    ]
    assert last == [f"exploitability is exactly {sum(best) / 2:.6g} chips a hand"]
    assert run("kuhn --deals 200 --seed 3").stdout == result.stdout


@pytest.mark.slow
def test_the_clock_bounds_everything(here: Path) -> None:
    compiled = run("kuhn --deals 100")
    assert "clock" not in compiled.stderr
    begin = time.monotonic()
    result = run("kuhn --deals 100000000 --seconds 2")
    assert time.monotonic() - begin < 5
    assert result.exit_code == 0, result.output
    assert re.search(r"Self-play was stopped by the clock after [\d,]+ deals\.", result.stderr)
    rows = [
        line for line in result.stdout.splitlines() if re.match("value|local|approx|best", line)
    ]
    assert len(rows) + result.stderr.count("There was no time for") == 5


def test_where_there_is_no_time_nothing_is_measured(here: Path) -> None:
    result = run("kuhn --seconds 1e-9")
    assert (result.exit_code, result.stdout) == (0, "")
    assert result.stderr == "There was no time for looking at the game: allow more seconds.\n"


@pytest.mark.slow
def test_a_measure_that_does_not_end_in_time_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def compiling(*_: object, **__: object) -> None:
        raise TimeUp

    monkeypatch.setattr("zerosum.experiment.evaluate.sampled_values", compiling)
    evaluation = Evaluation(Kuhn(), learnt(Kuhn(), 30), 100, 1_000.0, 0)
    assert [row.name for row in evaluation.rows()][:2] == ["value, exact", "local best response"]
    words = "the value against itself: allow more seconds once, because it was not compiled."
    assert evaluation.notes == [f"There was no time for {words}"]


@pytest.mark.slow
def test_more_than_two_players_have_values_and_gains() -> None:
    evaluation = Evaluation(KuhnThree(), learnt(KuhnThree(), 30), 10, None, 0)
    rows = list(evaluation.rows())
    names = ["value against itself", "value, exact", "approximate best response"]
    assert [row.name for row in rows] == [*names, "gain of a best response, exact"]
    assert [len(row.players) for row in rows] == [3, 3, 3, 3]
    gains = deviation_gains(KuhnThree(), evaluation.strategy)
    assert [gain for gain, _ in rows[3].players] == gains.tolist()
    assert "must be for two players" in evaluation.notes[0]
    assert len(table_of(rows).rows) == 4


@pytest.mark.slow
def test_why_nothing_is_exact_is_told(here: Path) -> None:
    result = run("kuhn --deals 100 --limit 57")
    assert result.exit_code == 0, result.output
    assert "exact" not in result.stdout
    note = "There are no exact values: The tree of Kuhn must have at most 57 histories"
    assert note in result.stderr


def test_a_game_that_is_wrong_has_no_values() -> None:
    kind, sentence = FAULTS["a rake"]
    with pytest.raises(GameError, match=sentence):
        next(Evaluation(kind(), learnt(Guess(), 30), 100, None, 0).rows())


@pytest.mark.usefixtures("short")
def test_where_local_best_response_is_impossible_the_others_remain(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def impossible(*_: object, **__: object) -> None:
        raise NotApplicable("The chance of Kuhn must list its outcomes.", Kuhn())

    monkeypatch.setattr("zerosum.experiment.evaluate.local_best_response", impossible)
    evaluation = Evaluation(Kuhn(), learnt(Kuhn(), 30), 100, None, 0)
    assert [row.name for row in evaluation.rows()] == [
        "value against itself",
        "value, exact",
        "approximate best response",
        "best response, exact",
    ]
    assert evaluation.notes == [
        "There is no local best response: The chance of Kuhn must list its outcomes."
    ]


@pytest.mark.usefixtures("short")
def test_decisions_at_unknown_infosets_are_told_of() -> None:
    evaluation = Evaluation(Kuhn(), learnt(Kuhn(), 0), 100, None, 0)
    list(evaluation.rows())
    start = "The strategy does not know the infosets of 100.00% of its decisions against "
    opponents = ("itself", "local best response", "the approximate best response")
    assert evaluation.notes == [f"{start}{name}; it is uniform there." for name in opponents]


@pytest.mark.usefixtures("short")
def test_few_deals_and_a_small_share_of_unknown_infosets(monkeypatch: pytest.MonkeyPatch) -> None:
    few = LowerBound(np.zeros(2), np.zeros(2), 0.0, 0.0, deals=99, unknown=1e-6)
    monkeypatch.setattr("zerosum.experiment.evaluate.local_best_response", lambda *_, **__: few)
    evaluation = Evaluation(Kuhn(), learnt(Kuhn(), 400), 100, None, 0)
    list(evaluation.rows())
    notes = "\n".join(evaluation.notes)
    assert "with fewer than 100 its interval is too narrow" in notes
    assert "of less than 0.01% of its decisions against local best response" in notes


def test_what_thinking_takes_is_said_with_its_interval() -> None:
    def bound(mean: float, error: float) -> LowerBound:
        return LowerBound(np.full(2, mean), np.full(2, error), mean, error, deals=90, unknown=0.0)

    found = Comparison(bound(6.0, 0.2), bound(5.0, 0.2), bound(-1.0, 0.1), streets=30, failed=2)
    assert [row.name for row in rows_of(found)] == [
        "local best response",
        "against thinking",
        "difference",
    ]
    assert conclusion(found).startswith("thinking lowers what local best response wins by 1.00 ± ")
    assert list(remarks(found, 100)) == [
        "It was stopped by the clock after 90 deals.",
        "With fewer than 100 deals the intervals are too narrow.",
        "The thinker played 30 streets in 180 hands.",
        "2 of these could not be solved, and the strategy played.",
    ]
    assert "by -1.0 ± 2.0 chips a hand, which may be nothing: measure more deals" in conclusion(
        replace(found, difference=bound(-1.0, 1.0))
    )
    assert "thinking raises what" in conclusion(replace(found, difference=bound(1.0, 0.1)))


def test_digits_are_those_that_are_known() -> None:
    assert figure(-0.08, 0.3) == "-0.08 ± 0.30"
    assert figure(123.4, 45.0) == "123 ± 45"
    assert figure(2.0) == "2"
    assert figure(-0.0) == "0"
    assert figure(2.0, 1e-17) == "2 ± 0"
    assert figure(0.25, 2.4e-6) == "0.250000 ± 0.000002"
    assert Row("", (), (7.1, 2.4)).least == pytest.approx(4.7)
    rows = [Row("sampled", ((2.0, 0.0),), (2.0, 0.0), 100), Row("exact", ((2.0, 0.0),), (2.0, 0.0))]
    console = Console(width=100)
    with console.capture() as captured:
        console.print(table_of(rows))
    _, sampled, exact = (re.split(r"\s{2,}", line.strip()) for line in captured.get().splitlines())
    assert sampled == ["sampled", "2 ± 0", "2 ± 0", "100"]
    assert exact == ["exact", "2", "2"]


def test_bounds_of_nothing_and_of_what_is_exact() -> None:
    losing, winning = (Row(name, (), (mean, 1.0), 9) for name, mean in (("a", 0.5), ("b", 3.0)))
    assert list(closing([losing])) == [
        "no exploiter wins with certainty: these measures allow an exploitability of 0"
    ]
    assert list(closing([losing, winning])) == ["exploitability is at least 2 chips a hand, by b"]
    assert list(closing([Row("value, exact", ((0.5, 0.0), (-0.5, 0.0)))])) == []
    bound = Row("local best response", (), (3.0, 1.0), 100)
    exact, lifted = (
        Row("best response, exact", (), (2.5, 0.0), words=words)
        for words in ("", "of the lifted strategy in the whole game")
    )
    assert list(closing([bound, exact])) == ["exploitability is exactly 2.5 chips a hand"]
    assert list(closing([bound, lifted])) == [
        "exploitability of the lifted strategy in the whole game is exactly 2.5 chips a hand"
    ]


@pytest.mark.parametrize(
    ("least", "words"),
    [(0.1239, "0.123"), (0.9999, "0.999"), (12.39, "12.3"), (1239.9, "1230"), (2.0, "2")],
)
def test_a_lower_bound_is_not_rounded_up(least: float, words: str) -> None:
    (sentence,) = closing([Row("bound", (), (least, 0.0), 100)])
    assert sentence == f"exploitability is at least {words} chips a hand, by bound"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("nowhere", "The folder nowhere must be a run folder; it does not exist"),
        ("young", "The run young must hold a strategy; it has none yet"),
        ("other", "must be of this game and abstraction; it differs"),
        ("kuhn --deals 99", "Invalid value for '--deals': 99 is not in the range x>=100"),
        ("kuhn --seconds 0", "Invalid value for '--seconds'"),
        ("kuhn --seconds inf", "Invalid value for '--seconds': inf is not a number of seconds"),
        ("kuhn --seed x", "Invalid value for '--seed'"),
        ("kuhn --think 0", "a number of iterations from 1 to 999,999, such as 30, so that figures"),
        ("kuhn --think 20ms", "do not depend on the machine; got '20ms'. Try --help."),
        ("kuhn --think 9 --limit 9", "--think must not be given with --limit, --threads, --str"),
        ("kuhn --off-menu", "The game Kuhn must declare the hook wider(base, view), to act beside"),
        ("kuhn --think 30", "The game Kuhn must declare what solves its parts again, to think at"),
        ("", "Missing argument 'RUN'"),
    ],
)
def test_mistakes_are_one_sentence(here: Path, words: str, sentence: str) -> None:
    run_folder(here / "young", "blood.kuhn")
    run_folder(here / "other", "blood.leduc", Kuhn(), 30)
    assert sentence in refused(main, words)


def test_ctrl_c_ends_with_a_sentence(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("zerosum.experiment.evaluate.local_best_response", interrupted)
    result = run("kuhn --deals 100")
    assert result.exit_code == 130
    assert result.stderr.splitlines()[-1].startswith("Stopped")
    assert result.stdout == ""
