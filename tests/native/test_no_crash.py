"""No mistake in a game ends the process: each ends with an exception."""

import subprocess
import sys

import pytest

from tests.native.crashing import DEEP, FAULTS, LONG, SHORT


@pytest.mark.parametrize(
    ("words", "deep"), [([], DEEP), pytest.param(["all"], FAULTS, marks=pytest.mark.slow)]
)
def test_no_signal_ends_the_process(words, deep):
    command = [sys.executable, "-X", "faulthandler", "-m", "tests.native.crashing", *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    endings = [line.split() for line in done.stdout.splitlines()]
    told = [(name, int(length), int(threads)) for name, length, threads, _ in endings]
    runs = [(name, SHORT) for name in FAULTS] + [(name, LONG) for name in deep]
    assert told == [(name, length, threads) for threads in (1, 2) for name, length in runs]
    # None is false, and no error where truth is asked for.
    well = {"none", "terminal", "chance"}
    assert all((name in well) == (ending == "well") for name, _, _, ending in endings)
