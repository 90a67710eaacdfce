"""The time of equities: two ranges before the flop, three on a flop, and the whole table.

    python -m pytest -m bench -s tests/bench/test_equity_speed.py

Pinned to one core, CPU time. The table of hands before the flop is computed with a cache folder of
its own, so that the code is compiled, too.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.bench.clock import Bars, pin, repeated, seconds
from zerosum.pkr.equities import equity, sampled_equity

TABLE = (
    "import time; from zerosum.pkr.equities import preflop; preflop(); print(time.process_time())"
)


@pytest.mark.bench
def test_equities(tmp_path: Path) -> None:
    pin()
    bars = Bars()
    ranges, flop = ("22+,A2s+,KTo", "QQ+,AKs", "random"), "Jh Th 2c"
    exact, drawn = equity("AA", "KK"), sampled_equity(*ranges, board=flop)
    assert exact[0].wins == 50_371_344
    bars.at_most("aces against kings, ms", 1e3 * repeated(lambda: equity("AA", "KK"), 20)(), 50)
    three = seconds(lambda: sampled_equity(*ranges, board=flop))
    bars.at_most("three ranges on a flop, s", three, 1)
    bars.at_most("their interval, per cent", 100 * max(each.error for each in drawn), 0.1)
    environment = {**os.environ, "ZEROSUM_CACHE": str(tmp_path)}
    cold = subprocess.run(
        [sys.executable, "-c", TABLE], env=environment, capture_output=True, text=True, check=True
    )
    bars.at_most("the table before the flop, cold, s", float(cold.stdout), 20)
    bars.show()
