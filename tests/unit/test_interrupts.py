"""Ctrl-C is deferred until the program checks for it, and time limits end blocks."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from zerosum.support.interrupts import (
    Batches,
    TimeUp,
    deferred,
    ended_alike,
    handled_by,
    pause,
    steady,
    within,
)

DONE: list[str] = []


def test_the_first_waits_and_the_second_does_not() -> None:
    before = signal.getsignal(signal.SIGINT)
    with deferred() as interrupts:
        assert not interrupts
        signal.raise_signal(signal.SIGINT)
        assert interrupts
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is before


@steady()
def worked(signals: int, *, pausing: bool = False, seconds: float = 0.0) -> list[str]:
    """Receive Ctrl-C; note how far it comes."""
    with steady():
        for _ in range(signals):
            signal.raise_signal(signal.SIGINT)
    time.sleep(seconds)
    DONE.append("first half")
    if pausing:
        pause()
    DONE.append("second half")
    return DONE


@pytest.mark.parametrize(
    ("signals", "pausing", "reached"), [(1, True, 1), (1, False, 2), (2, False, 0)]
)
def test_a_steady_block_ends_at_a_pause_or_after_it(
    signals: int, pausing: bool, reached: int
) -> None:
    DONE.clear()
    with pytest.raises(KeyboardInterrupt):
        worked(signals, pausing=pausing)
    assert len(DONE) == reached
    pause()  # nothing waits any more
    with deferred() as interrupts:
        if signals == 1:
            worked(signals, pausing=pausing)
            assert interrupts
        else:
            with pytest.raises(KeyboardInterrupt):
                worked(signals, pausing=pausing)
    assert len(worked(0, pausing=True)) > 1


@pytest.mark.parametrize("handler", [signal.default_int_handler, signal.SIG_IGN])
@pytest.mark.parametrize(("pausing", "reached"), [(True, 1), (False, 2)])
def test_a_time_limit_waits_for_a_pause(pausing: bool, reached: int, handler: Any) -> None:
    """Also where Ctrl-C is ignored, as in the background of a script."""
    DONE.clear()
    with handled_by(handler), pytest.raises(TimeUp), within(0.05):
        worked(0, pausing=pausing, seconds=0.3)
    assert len(DONE) == reached


def test_a_time_limit_ends_no_more_than_its_own_block() -> None:
    with steady():
        with within(0.05):
            time.sleep(0.1)
        pause()


@pytest.mark.skipif(os.name != "posix", reason="sends signals of POSIX")
def test_other_ends_are_ctrl_c_even_if_that_is_ignored() -> None:
    """As in a script's background; a batch is not cut short."""
    done = []

    def run(first: int, last: int) -> None:
        signal.raise_signal(signal.SIGHUP)
        done.append(last)

    before = signal.signal(signal.SIGHUP, signal.SIG_DFL)
    try:
        with ended_alike(), handled_by(signal.SIG_IGN):
            with pytest.raises(KeyboardInterrupt):
                Batches().run(run, 100)
            with pytest.raises(KeyboardInterrupt):
                signal.raise_signal(signal.SIGTERM)
        assert done == [1]
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
        with handled_by(signal.SIG_IGN), ended_alike():  # as under nohup
            signal.raise_signal(signal.SIGHUP)
    finally:
        signal.signal(signal.SIGHUP, before)


WORKER = """\
import os, signal
from zerosum.support.workers import workers

if __name__ == "__main__":
    pool = workers(1)
    pool.submit(os.getpid).result()
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.skipif(os.name != "posix", reason="sends signals of POSIX")
def test_no_worker_outlives_its_process(tmp_path: Path) -> None:
    (tmp_path / "script.py").write_text(WORKER)
    found = os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])}
    command = [sys.executable, "script.py"]
    # Its pipes are open as long as the worker is there.
    run = subprocess.run(
        command, check=False, cwd=tmp_path, env=found, capture_output=True, timeout=60
    )
    assert run.returncode == -signal.SIGKILL


def test_other_threads_leave_signals_alone() -> None:
    before, seen = signal.getsignal(signal.SIGINT), []

    def work() -> None:
        with deferred() as interrupts:
            seen.append(bool(interrupts))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert seen == [False]
    assert signal.getsignal(signal.SIGINT) is before


def test_a_block_ends_when_its_time_is_over() -> None:
    before, begin = signal.getsignal(signal.SIGALRM), time.monotonic()
    with pytest.raises(TimeUp), within(0.05):
        time.sleep(10.0)
    assert time.monotonic() - begin < 5.0
    with within(0.05):
        pass
    time.sleep(0.1)  # the limit is over with its block
    assert signal.getsignal(signal.SIGALRM) is before


def test_limits_of_no_time_and_of_other_threads() -> None:
    with pytest.raises(TimeUp), within(0.0):
        pytest.fail("the block has begun")
    ended = []

    def work() -> None:
        with within(0.01):
            time.sleep(0.05)
            ended.append(True)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert ended == [True]


def test_a_time_limit_outlasts_a_callback_that_loses_it(capsys: pytest.CaptureFixture) -> None:
    hook, waits = sys.unraisablehook, ctypes.CFUNCTYPE(None)(lambda: time.sleep(0.1))

    def work() -> None:
        waits()
        time.sleep(10.0)

    with pytest.raises(TimeUp), within(0.05):
        work()
    assert capsys.readouterr().err == ""
    assert sys.unraisablehook is hook
