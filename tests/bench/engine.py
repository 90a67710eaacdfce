"""How soon a bot connects and answers, and how much of the engine's clock is left at the end.

    python -m tests.bench.engine RUN [--matches 3] [--hands 1000] [--think 20ms]

An engine of this repository plays matches with ``blood.bot`` in a process of its own, against an
opponent that takes any action.
"""

from __future__ import annotations

import argparse
import os
import socket
import subprocess
import sys
import time
from pathlib import Path

from tests.referee import Line, Referee, anything, shuffled
from zerosum.rng import Random


def cpu_of(process: int) -> float:
    """Return the CPU seconds of a process so far, on Linux."""
    words = Path(f"/proc/{process}/stat").read_text("ascii").rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("run")
    for name, default in ("matches", 3), ("hands", 1_000):
        parser.add_argument(f"--{name}", type=int, default=default)
    parser.add_argument("--think", default="")
    options = parser.parse_args()
    words = [sys.executable, "-m", "blood.bot", options.run, "--hands", str(options.hands)]
    words += ["--think", *options.think.split()] if options.think else []
    for seed in range(options.matches):
        with socket.create_server(("localhost", 0)) as server:
            port, begun = server.getsockname()[1], time.perf_counter()
            bot = subprocess.Popen([*words, str(port)], stdout=subprocess.PIPE, text=True)
            connection, _ = server.accept()
        connected, used = time.perf_counter() - begun, cpu_of(bot.pid)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        line, rng, clocks = Line(connection), Random(seed), list[float]()
        referee = Referee(line.ask, anything(rng))
        for hand in range(options.hands):
            referee.paid.append(referee.hand(shuffled(rng), hand % 2))
            clocks.append(referee.clock)
        referee.ask("Q")
        line.close()
        said, _ = bot.communicate()
        load = os.getloadavg()[0]
        print(f"load {load:.0f}: connected after {connected:.2f} s ({used:.2f} of CPU), first hand")
        print(
            f"over {30 - clocks[0]:.2f} s later, {clocks[-1]:.2f} left, at least {min(clocks):.2f};"
        )
        print(f"{len(referee.illegal)} illegal; {said.strip()}", flush=True)


if __name__ == "__main__":
    main()
