"""Spots solved to .3 % of the pot, beside a yardstick: one run, one core, a process for each.

    python -m tests.bench.spots [--spots NAME...] [--spike FILE] [--repeats N] [--most N]

Each solution is made in a process of its own, in floats and in 16 bits, in turn with the yardstick,
and medians count. Seconds are of CPU, for iterations without looks at the exploitability; `build`
is from the start of the process to the first iteration, with an empty cache folder and with a full
one; `threads` is by the clock and means something on two idle cores only. The yardstick is a
program that is called as ``FILE spot.txt f32|i16 ITERATIONS PERCENT``, where the text has a key
and a value a line, and prints ``strategies ... MB`` and ``iteration ... cpu ... s/it ...``. What
is absent is left out, and so are its bars.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any

from tests.bench.clock import Bars, pin
from zerosum.algorithms.street_cfr import StreetCFR
from zerosum.pkr.spots import Bets, Spot

FIRST = "66+,A8s+,A5s-A4s,AJo+,K9s+,KQo,QTs+,JTs,96s+,85s+,75s+,65s,54s"
SECOND = "QQ-22,AQs-A2s,ATo+,K5s+,KJo+,Q8s+,J8s+,T7s+,96s+,86s+,75s+,64s+,53s+"
ALL = "22+,A2+,K2+,Q2+,J2+,T2+,92+,82+,72+,62+,52+,42+,32"
WIDE_FIRST = (
    "AA-88,AK,AQ,AJ,ATs,ATo:0.75,A9s,A8s,A5s-A2s:0.5,KQ,KJs,KJo:0.75,KTs,KTo:0.25,K9s,QJs,QJo:0.5,"
    "QTs,Q9s,JTs,JTo:0.25,J9s,J8s,T9s,T8s,T7s:0.45,98s,97s,96s:0.45,87s,86s:0.75,85s:0.45,76s:0.75,"
    "75s:0.75,74s:0.45,65s:0.75,64s:0.5,63s:0.45,54s:0.75,53s:0.5,52s:0.45,43s:0.5,42s:0.45,"
    "32s:0.45"
)
WIDE_SECOND = (
    "AA:0.25,99-22,AQo,AJ,AT,A9,A8,A7s-A2s,KQ,KJ,KT,K9,K8s-K2s,QJ,QT,Q9,Q8s-Q2s,JT,J9,J8s-J6s,T9,"
    "T8s-T6s,98,97s,96s,95s:0.5,87s,86s,85s:0.5,76s,75s,74s:0.5,65s,64s,63s:0.5,54s,53s:0.5,43s"
)
WIDE = WIDE_FIRST, WIDE_SECOND
RAISED = {"bet": "60%, e, allin", "raise": "2.5x"}
HALVES = Bets.of("50%", add_allin=1.0, force_allin=0.2)
TO = 0.3  # per cent of the pot


def _spot(ranges: tuple[str, str], board: str) -> Spot:
    return Spot(*ranges, board=board, pot=200, stack=900, bets=RAISED)


SPOTS = {
    "river": _spot((FIRST, SECOND), "Td9d6hQc2s"),
    "river_all": _spot((ALL, ALL), "Td9d6hQc2s"),
    "turn": _spot((FIRST, SECOND), "Td9d6hQc"),
    "turn_all": _spot((ALL, ALL), "Td9d6hQc"),
    "flop": Spot(*WIDE, board="QsJh2h", pot=180, stack=910, bets=HALVES),
}
RANGES = {"flop": WIDE, "river_all": (ALL, ALL), "turn_all": (ALL, ALL)}
VALUES = {"turn": 91.89, "turn_all": 91.38, "flop": 104.81, "river": 92.77, "river_all": 93.29}


def solved(name: str, width: str, threads: int, most: int) -> dict[str, float]:
    """Solve a spot in this process; return what was measured."""
    spot, spent, clock, looks = SPOTS[name], 0.0, 0.0, []
    solver = StreetCFR(spot.game, threads=threads, short=width == "i16")
    found: dict[str, float] = {"build": time.process_time()}
    while solver.iterations < most:
        begin, start = time.process_time(), time.perf_counter()
        solver.run(min(10, most - solver.iterations))
        spent, clock = spent + time.process_time() - begin, clock + time.perf_counter() - start
        begin = time.process_time()
        share = 50 * solver.nash_conv() / spot.pot
        looks.append(time.process_time() - begin)
        if share <= TO:
            break
    arrays, _ = solver.state()
    return found | {
        "seconds": spent,
        "iterations": solver.iterations,
        "each": spent / solver.iterations,
        "clock": clock,
        "share": share,
        "look": median(looks),
        "value": float(spot.values(solver.values())[0]),
        "numbers": sum(array.nbytes for array in arrays.values()) / 1e6,
        "peak": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3,
    }


def ours(name: str, width: str, most: int, threads: int = 1, cache: str = "") -> dict[str, float]:
    """Solve a spot in a process of its own."""
    command = [sys.executable, "-m", "tests.bench.spots", "--child", name, width, str(threads)]
    where = {"ZEROSUM_CACHE": cache} if cache else {}
    done = subprocess.run(
        [*command, "--most", str(most)],
        env=os.environ | where,
        check=True,
        capture_output=True,
        text=True,
    )
    found: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return found


def written(name: str) -> str:
    """Return a spot as the yardstick reads it."""
    spot, ranges = SPOTS[name], RANGES.get(name, (FIRST, SECOND))
    sizes = dict(spot.bets.sizes)
    lines = {"board": spot.board, "pot": spot.pot, "stack": spot.stack}
    lines |= dict(zip(("oop", "ip"), ranges, strict=True))
    for street in ("flop", "turn", "river"):
        lines |= {f"{street}_{way}": sizes[way] for way in ("bet", "raise")}
    lines |= {"add_allin": spot.bets.add_allin, "force_allin": spot.bets.force_allin}
    text = "\n".join(f"{key} {value}" for key, value in lines.items())
    return f"{text}\nmerging {spot.bets.merge}\n".replace("allin\n", "a\n")


def spike(path: Path, name: str, width: str, most: int) -> dict[str, float]:
    """Return what the yardstick says of a spot."""
    with tempfile.TemporaryDirectory() as folder:
        text = Path(folder) / "spot.txt"
        text.write_text(written(name))
        command = [sys.executable, str(path), str(text), width, str(most), str(TO)]
        shown = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    memory = re.search(r"strategies ([\d.]+) MB", shown)
    last = re.findall(
        r"iteration (\d+) cpu ([\d.]+) s/it ([\d.]+).*? EV oop ([\d.]+) look ([\d.]+)", shown
    )[-1]
    assert memory, shown
    names = ("iterations", "seconds", "each", "value", "look")
    return dict(zip(names, map(float, last), strict=True)) | {"numbers": float(memory[1])}


def measure(name: str, width: str, args: Any, bars: Bars) -> None:
    """Measure a spot, print its rows, and note its bars."""
    programs: dict[str, Any] = {"zerosum": lambda: ours(name, width, args.most)}
    if args.spike:
        programs["yardstick"] = lambda: spike(args.spike, name, width, args.most)
    rounds = [{key: run() for key, run in programs.items()} for _ in range(args.repeats)]
    row: dict[str, dict[str, float]] = {}
    for key in programs:
        seen = [each[key] for each in rounds]
        row[key] = {figure: median(one[figure] for one in seen) for figure in seen[0]}
        figures = ("seconds", "iterations", "each", "look", "value", "numbers", "peak", "build")
        cells = "".join(f"{row[key].get(figure, 0):10.5g}" for figure in figures)
        print(f"{name:10}{width:5}{key:10}{cells}", flush=True)
    mine = row["zerosum"]
    bars.at_most(f"{name} {width}: off its value", abs(mine["value"] - VALUES[name]), 0.3)
    if other := row.get("yardstick"):
        bars.at_least(f"{name} {width}: speed", other["seconds"] / mine["seconds"], 0.9)
        bars.at_least(f"{name} {width}: speed of iterations", other["each"] / mine["each"], 0.9)
        bars.at_most(f"{name} {width}: memory", mine["numbers"] / max(other["numbers"], 0.1), 1.05)


def measure_builds(bars: Bars) -> None:
    """Note the bars of starts, with an empty cache folder and with a full one."""
    with tempfile.TemporaryDirectory() as folder:
        for state, bar in (("cold", 12.0), ("warm", 1.5)):
            bars.at_most(f"build, {state}", ours("turn", "f32", 1, cache=folder)["build"], bar)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--spots", nargs="+", choices=list(SPOTS), default=list(SPOTS))
    parser.add_argument("--spike", type=Path)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--most", type=int, default=400, help="iterations at most")
    parser.add_argument("--child", nargs=3, metavar=("SPOT", "WIDTH", "THREADS"))
    args = parser.parse_args()
    if args.child:
        name, width, threads = args.child
        print(json.dumps(solved(name, width, int(threads), args.most)))
        return
    bars = Bars()
    for name in args.spots:
        if name in ("turn", "flop"):  # before it is pinned to one core
            clocks = [ours(name, "f32", 20, threads=threads)["clock"] for threads in (1, 2)]
            bars.at_least(f"{name}: two threads", clocks[0] / clocks[1], 1.7)
    pin()
    measure_builds(bars)
    print(
        f"{'':25}   seconds        its      each      look     value  MB alone   MB peak     build"
    )
    for name in args.spots:
        for width in ("f32", "i16"):
            measure(name, width, args, bars)
    bars.show()


if __name__ == "__main__":
    main()
