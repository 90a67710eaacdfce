"""Kernels compiled as users compile them compute what those of the tests do, bit for bit.

The other default tests compile at LLVM's first level, which is sooner done.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.families import bits


def test_each_family_of_kernels_computes_the_same(tmp_path: Path) -> None:
    settings = {"NUMBA_OPT": "3", "ZEROSUM_CACHE": str(tmp_path)}
    ended = subprocess.run(
        [sys.executable, "-m", "tests.families"],
        cwd=Path(__file__).parents[2],
        env=os.environ | settings,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout.splitlines() == list(bits())
