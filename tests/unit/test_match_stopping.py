"""Ctrl-C ends a match of several processes, also if pressed again, with the results so far.

A process that dies ends it too, with a sentence.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from zerosum.errors import ZeroSumError
from zerosum.kuhn import Kuhn
from zerosum.play import Crew, Uniform, play_match

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(os.name != "posix", reason="sends signals of POSIX"),
]

SCRIPT = """\
import time

from zerosum.kuhn import Kuhn
from zerosum.play import Crew, play_match
from zerosum.support.interrupts import once


class Sleepy:
    name = "sleepy"
    acted = 0

    def begin(self, game, rng=None):
        return game

    def act(self, hand, rng):
        self.acted += 1
        if self.acted > 100:
            time.sleep(600)
        return hand.infoset(hand.active).actions()[0]


def tell(done):
    print(done, flush=True)


if __name__ == "__main__":
    sleepy = Sleepy()
    with once():
        with Crew([sleepy], 2) as crew:
            match = play_match(sleepy, sleepy, game=Kuhn, crew=crew, watch=tell)
        print("match of", match.deals)
"""


@pytest.fixture
def player(tmp_path: Path) -> subprocess.Popen[str]:
    """Return a process that has played some deals, and whose processes now sleep."""
    (tmp_path / "script.py").write_text(SCRIPT)
    process = subprocess.Popen(
        [sys.executable, "script.py"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])},
        process_group=0,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "10\n"
    time.sleep(0.2)
    return process


def ended(player: subprocess.Popen[str]) -> tuple[str, str]:
    try:
        return player.communicate(timeout=30)
    finally:
        player.kill()


@pytest.mark.parametrize("pause", [0.0, 0.02, 0.2])
def test_twice_ctrl_c_ends_at_once(player: subprocess.Popen[str], pause: float) -> None:
    began = time.monotonic()
    os.killpg(player.pid, signal.SIGINT)
    time.sleep(pause)
    os.killpg(player.pid, signal.SIGINT)
    report, notes = ended(player)
    assert "match of" in report
    assert notes == ""
    assert time.monotonic() - began < 20


def test_who_sleeps_is_not_waited_for(player: subprocess.Popen[str]) -> None:
    player.send_signal(signal.SIGINT)
    report, notes = ended(player)
    assert "match of" in report
    assert notes == ""


@pytest.mark.parametrize("end", ["SIGTERM", "SIGHUP", "SIGKILL"])
def test_no_process_outlives_the_match(player: subprocess.Popen[str], end: str) -> None:
    player.send_signal(getattr(signal, end))
    ended(player)  # whose pipes are open as long as a process of it is there


def test_a_process_that_dies() -> None:
    def kill(done: int) -> None:
        if done == 100:
            os.kill(multiprocessing.active_children()[0].pid, signal.SIGKILL)

    uniform = Uniform()
    with Crew([uniform], 2) as crew:
        for watch in (kill, None):  # Nor does such a crew play another match.
            with pytest.raises(ZeroSumError, match=r"2 processes .* died, .* fewer workers"):
                play_match(uniform, uniform, 100_000, game=Kuhn, crew=crew, watch=watch)
