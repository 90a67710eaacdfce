"""What thinking at the table wins and takes: a run with it against itself without.

    python -m tests.bench.thinking RUN [--hands 4000] [--seed 0] [--think 0.02] [--last-street]

Start it once for each core, with other seeds, to measure a machine whose cores are all busy.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from statistics import quantiles

from zerosum.experiment import Run
from zerosum.pkr.think import Clock
from zerosum.play import play_match


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("run", type=Path)
    parser.add_argument("--hands", type=int, default=4_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--think", type=float, default=0.02, help="seconds a decision")
    parser.add_argument("--last-street", action="store_true")
    options = parser.parse_args()
    run = Run.open(options.run)
    thinker = run.agent(think=Clock(options.think), last_only=options.last_street)
    other = run.agent(parts=())
    match = play_match(thinker, other, deals=options.hands // 2, seed=options.seed)
    cuts = quantiles(thinker.times, n=100)
    print(f"wins {match.mean:+.3f} ± {match.margin:.3f} chips a hand in {match.hands:,} hands")
    print(
        f"{thinker.thought:,} solutions of {thinker.iterated / thinker.thought:.0f} iterations, "
        f"{thinker.fallbacks} fall-backs"
    )
    print(
        f"{1e3 * cuts[49]:.0f} ms a decision, {1e3 * cuts[98]:.0f} ms in one of a hundred, "
        f"{1e3 * max(thinker.times):.0f} ms at most"
    )
    print(f"{1e3 * thinker.clock.spent / match.hands:.1f} seconds in 1,000 hands")


if __name__ == "__main__":
    main()
