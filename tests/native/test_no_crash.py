"""No mistake in a game ends the process: each ends with an exception."""

from __future__ import annotations

import subprocess
import sys

from tests.native.crashing import FAULTS, LONG, SHORT


def test_no_signal_ends_the_process():
    command = [sys.executable, "-X", "faulthandler", "-m", "tests.native.crashing"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    endings = [line.split() for line in done.stdout.splitlines()]
    told = [(name, int(length), int(threads)) for name, length, threads, _ in endings]
    lengths, threads = (SHORT, LONG), (1, 2)
    assert told == [(name, n, m) for m in threads for n in lengths for name in FAULTS]
    assert all((name == "none") == (ending == "well") for name, _, _, ending in endings)
