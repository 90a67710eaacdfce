"""No mistake in a game ends the process: each ends with an exception.

In a process of its own, with threads and in long histories; test_checks has the same mistakes in
functions, natively and in Python.
"""

import subprocess
import sys

import pytest

from tests.native.crashing import FAULTS, LONG, SHORT


@pytest.mark.slow
def test_no_signal_ends_the_process():
    command = [sys.executable, "-X", "faulthandler", "-m", "tests.native.crashing"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    endings = [line.split() for line in done.stdout.splitlines()]
    told = [(name, int(length), int(threads)) for name, length, threads, _ in endings]
    runs = [(name, length) for length in (SHORT, LONG) for name in FAULTS]
    assert told == [(name, length, threads) for threads in (1, 2) for name, length in runs]
    # None is false, and no error where truth is asked for.
    well = {"none", "terminal", "chance"}
    assert all((name in well) == (ending == "well") for name, _, _, ending in endings)
