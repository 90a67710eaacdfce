"""Long work in pieces: all of it is done, progress is shown, and Ctrl-C ends it quickly."""

from __future__ import annotations

import threading
import time

import pytest

from zerosum.support import cores as sharing
from zerosum.support.cores import share_out


def test_every_piece_is_done_and_told() -> None:
    done: list[int] = []
    told: list[float] = []
    share_out(done.append, range(0, 50, 5), told.append)
    assert sorted(done) == list(range(0, 50, 5))
    assert told == [piece / 10 for piece in range(1, 11)]


def test_all_cores_are_used(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three pieces that wait for each other end only where three are done at a time."""
    monkeypatch.setattr(sharing, "cores", lambda: 3)
    meeting = threading.Barrier(3, timeout=20)

    def meet(_: int) -> None:
        meeting.wait()

    share_out(meet, range(3), lambda _: None)
    assert not meeting.broken


def test_an_interrupt_leaves_the_rest_undone() -> None:
    done: list[int] = []

    def work(piece: int) -> None:
        time.sleep(0.01)
        done.append(piece)

    def interrupt(_: float) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        share_out(work, range(200), interrupt)
    assert 0 < len(done) < 200


def test_what_a_piece_raises_is_heard() -> None:
    def work(piece: int) -> None:
        raise LookupError(f"piece {piece}")

    with pytest.raises(LookupError, match="piece 0"):
        share_out(work, range(3), lambda _: None)
