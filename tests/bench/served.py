"""A server of the page as a process, for benches: where it listens, and what it uses."""

import os
import re
import subprocess
import sys
from pathlib import Path


def begin(run: Path, port: int = 0, *, pinned: bool = True) -> tuple[subprocess.Popen[str], str]:
    """Return a server of a run, and its address.

    The server is pinned to one core where the system allows that, if asked.
    """
    server = subprocess.Popen(
        [sys.executable, "-m", "blood.serve", str(run), "--port", str(port)],
        stderr=subprocess.PIPE,
        text=True,
    )
    if pinned and hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(server.pid, {max(os.sched_getaffinity(0))})
    assert server.stderr is not None
    found = re.search(r"http://\S+", server.stderr.readline())
    assert found is not None
    return server, found[0]


def cpu(pid: int) -> float:
    """Return the seconds of CPU that a process has used, with all its threads."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory(pid: int) -> float:
    """Return the resident memory of a process, in MB."""
    status = Path(f"/proc/{pid}/status").read_text()
    found = re.search(r"VmRSS:\s+(\d+) kB", status)
    return int(found[1]) / 1024 if found else float("nan")
