"""Processes that are interrupted, as by Ctrl-C at a terminal."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable

import pytest


def check_ctrl_c(program: str, check: Callable[..., None], *arguments: str) -> None:
    """Interrupt a program while it runs, and check that it stops within a fifth of a second.

    The program prints ``running`` when the interrupt may come and, as JSON, a list when it has: the
    time at which it landed, and what to check.
    """
    delays = []
    for _ in range(3):  # A busy machine may keep a process waiting for longer than that.
        command = [sys.executable, "-c", textwrap.dedent(program), *arguments]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            assert process.stdout.readline() == "running\n"
            time.sleep(0.7)
            sent = time.time()
            process.send_signal(signal.SIGINT)
            try:
                landed, *found = json.loads(process.communicate(timeout=60)[0])
            finally:
                process.kill()
        check(*found)
        delays.append(landed - sent)
        if delays[-1] < 0.2:
            return
    pytest.fail(f"Ctrl-C landed after {delays} seconds")
