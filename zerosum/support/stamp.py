"""The origin of saved files, written for people to read; and the version of the sources."""

import os
import platform
import shlex
import subprocess
import sys
from datetime import UTC, datetime
from functools import cache
from hashlib import blake2b
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import zerosum


def stamp() -> dict[str, Any]:
    """Return the time, command, versions, commit and machine of this process.

    >>> sorted(stamp())
    ['command', 'commit', 'machine', 'versions', 'written']
    """
    return {
        "written": datetime.now(UTC).isoformat(timespec="seconds"),
        "command": shlex.join(sys.orig_argv),
        "commit": commit(),
        "machine": f"{platform.platform()}, {os.cpu_count()} processors",
        "versions": versions(),
    }


@cache
def versions() -> dict[str, str]:
    """Return the versions of Python, of this package and of the libraries that it uses.

    >>> sorted(versions())
    ['llvmlite', 'numba', 'numpy', 'python', 'zerosum']
    """
    found = {"python": platform.python_version(), "zerosum": zerosum.__version__}
    for name in ("numpy", "numba", "llvmlite"):
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found


@cache
def commit() -> str | None:
    """Return the commit of the running checkout; None if it is not a checkout.

    >>> commit() is None or len(commit()) >= 40
    True
    """
    root = Path(__file__).parents[2]
    if not (root / ".git").exists():
        return None
    try:
        answer = subprocess.run(
            ["git", "-C", str(root), "describe", "--always", "--dirty", "--abbrev=40"],
            capture_output=True,
            check=True,
            text=True,
            timeout=10,
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return answer.stdout.strip()


@cache
def sources() -> str:
    """Return the version of this package with a hash of its files of Python.

    Machines that work together compare it.

    >>> sources() == sources()
    True
    """
    root, found = Path(__file__).parents[2], blake2b(digest_size=6)
    for package in ("zerosum", "blood"):
        for file in sorted((root / package).rglob("*.py")):
            found.update(file.relative_to(root).as_posix().encode() + b"\0" + file.read_bytes())
    return f"{zerosum.__version__} ({found.hexdigest()})"
