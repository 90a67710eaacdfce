"""Ctrl-C is deferred until the program checks for it; a second one is not."""

from __future__ import annotations

import signal
import threading

import pytest

from zerosum.interrupts import deferred


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
