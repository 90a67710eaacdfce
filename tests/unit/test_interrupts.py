"""Ctrl-C is deferred until the program checks for it, and time limits end blocks."""

from __future__ import annotations

import ctypes
import signal
import sys
import threading
import time

import pytest

from zerosum.support.interrupts import TimeUp, deferred, within


def test_the_first_waits_and_the_second_does_not() -> None:
    before = signal.getsignal(signal.SIGINT)
    with deferred() as interrupts:
        assert not interrupts
        signal.raise_signal(signal.SIGINT)
        assert interrupts
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is before


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
