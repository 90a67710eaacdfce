"""A real run that is killed at any moment ends with the same bits as an uninterrupted one."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from zerosum.algorithms import LINEAR, ExternalSampling
from zerosum.experiment import Experiment, train
from zerosum.leduc import Leduc
from zerosum.support import store

ROOT = Path(__file__).parents[2]

posix = pytest.mark.skipif(os.name != "posix", reason="sends signals of POSIX")


def experiment(iterations: int) -> Experiment:
    return Experiment(Leduc, rule=LINEAR, iterations=iterations, seed=3, name="here")


def same(one: ExternalSampling, other: ExternalSampling) -> bool:
    pairs = zip(one.work.arrays().items(), other.work.arrays().items(), strict=True)
    tables = all(a == b and np.array_equal(x, y, equal_nan=True) for (a, x), (b, y) in pairs)
    return tables and one.iterations == other.iterations and one.random.state == other.random.state


RUNNER = """
import sys
import zerosum.experiment.schedule as schedule
from tests.unit.test_resume import experiment
from zerosum.experiment import train
schedule._SAVING_SHARE = float(sys.argv[2])
train(experiment(10**9), sys.argv[1], resume=True, every=0.0)
"""


def runner(folder: Path, share: float) -> subprocess.Popen[bytes]:
    """Start a run without end; a share of 0 writes a checkpoint ten times a second."""
    return subprocess.Popen([sys.executable, "-c", RUNNER, str(folder), str(share)], cwd=ROOT)


def saved(folder: Path) -> int:
    checkpoint = folder / "checkpoint"
    return store.read(checkpoint).meta["iterations"] if store.exists(checkpoint) else 0


def wait_for_more(folder: Path, iterations: int) -> None:
    for _ in range(12_000):
        if saved(folder) > iterations:
            return
        time.sleep(0.01)
    pytest.fail("waited for two minutes in vain")


@posix
@pytest.mark.slow
def test_killed_at_twenty_moments(tmp_path: Path) -> None:
    folder, moments, reached = tmp_path / "run", random.Random(1), 0
    for _ in range(20):
        process = runner(folder, 0.0)
        wait_for_more(folder, reached)
        time.sleep(moments.random() * 0.6)
        before = saved(folder)
        process.send_signal(signal.SIGKILL)
        process.wait()
        assert saved(folder) >= before
        reached = saved(folder)
    resumed = train(experiment(reached + 1_000), folder, resume=True).solver
    whole = train(experiment(reached + 1_000), tmp_path / "whole").solver
    assert same(resumed, whole)
