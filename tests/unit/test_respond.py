"""Local best response plays during training, if that is asked for."""

from __future__ import annotations

import signal
from itertools import pairwise
from pathlib import Path

import pytest

from blood.train import main
from tests.counter import Counter, experiment
from tests.runs import refused
from zerosum.errors import NotApplicable
from zerosum.experiment import Display, Experiment, RunFolder, curves, read_runs, train
from zerosum.experiment.schedule import Schedule
from zerosum.experiment.session import Session
from zerosum.kuhn import Kuhn, KuhnThree


class Watch:
    """A clock that moves by a tenth of a second whenever it is looked at."""

    now = 0.0

    def __call__(self) -> float:
        self.now += 0.1
        return self.now


def session(folder: Path, respond, **bounds) -> Session:
    RunFolder(folder).begin(experiment(**bounds))
    made = Session(
        experiment(**bounds),
        RunFolder(folder),
        Counter(Kuhn(), 7),
        Display(),
        Schedule(0, 0, measures=False),
        measure=lambda _: None,
        clock=Watch(),
    )
    made.respond = respond
    return made


def test_it_plays_when_the_time_has_doubled_and_at_the_end(tmp_path: Path) -> None:
    played = []

    def respond(solver, _):
        played.append(solver.iterations)
        return 1 / solver.iterations, 0.5

    assert not session(tmp_path, respond, iterations=400).run()
    (run,) = read_runs([tmp_path])
    found = run.known("response")
    assert [point.iterations for point, _ in found] == played
    assert [value for _, value in found] == [1 / iterations for iterations in played]
    assert {point.response_width for point, _ in found} == {0.5}
    assert played[-1] == 400
    seconds = [point.seconds for point, _ in found][:-1]
    assert len(seconds) > 2
    assert seconds[0] == pytest.approx(1.0, abs=0.5)
    assert all(later >= 1.9 * earlier for earlier, later in pairwise(seconds))


def test_ctrl_c_ends_it(tmp_path: Path) -> None:
    def respond(_, progress):
        signal.raise_signal(signal.SIGINT)
        progress(0.5)
        pytest.fail("it plays on")

    interrupted = session(tmp_path, respond, iterations=10**6)
    assert interrupted.run()
    (run,) = read_runs([tmp_path])
    assert run.known("response") == ()
    assert RunFolder(tmp_path).has_checkpoint()


def test_it_is_recorded_and_drawn(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="the extra plots is not installed")
    made = Experiment(Kuhn, iterations=200, name="here")
    (run,) = read_runs([train(made, tmp_path / "run", respond=0.05).folder])
    (point, value) = run.known("response")[-1]
    assert point.iterations == 200
    assert abs(value - run.curve[-1][1]) < 2 * point.response_width + 0.2
    panels = curves([run], ["iterations"]).axes
    assert panels[-1].get_ylabel() == "local best response, chips a hand"
    assert panels[-1].get_yscale() == "linear"  # it may win nothing


def test_bad_input_is_refused_first(tmp_path: Path) -> None:
    with pytest.raises(NotApplicable, match="must be for two players"):
        train(Experiment(KuhnThree, iterations=9), tmp_path / "run", respond=1.0)
    assert not (tmp_path / "run").exists()
    assert "Invalid value for '--respond'" in refused(main, "blood.kuhn --respond 0")
