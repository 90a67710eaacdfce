"""The openings and values of trained small blinds of River of Blood, and checks of them.

    python -m tests.bench.river RUN ... [--deals N]

RUN is a folder of ``blood.train``. A line says how often the small blind's opening is each action,
over all hands, how often aces fold it, and what the small blind wins where both play the strategy,
in chips a hand with the standard error. That is sound if the opening offers a fold, a call, the
pot and all-in and no more, aces never fold, and the small blind loses less than a chip, which
folding every hand would lose.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from zerosum.evaluation import sampled_values
from zerosum.experiment import Run
from zerosum.pkr.places.follower import Follower
from zerosum.pkr.shows.grid import strategy_grid

OPENING = ["f", "c", "r100%", "a"]
ACE = 12
NEVER = 0.001  # an average keeps a trace of the uniform start
HEAD = (
    "| run | iterations | infosets | fold | call | pot | all-in | aces fold | value "
    "| unknown | sound |"
)


def line(place: Path, deals: int) -> str:
    """Return the line of one run."""
    opened = Run.open(place)
    run, game, strategy = opened.metrics, opened.game, opened.strategy
    grid = strategy_grid(Follower(strategy, game).start)
    aces = grid.cells[ACE][ACE]
    assert aces is not None
    found = sampled_values(game, strategy, deals)
    value, error = found.means[0], found.errors[0]
    offered = [option.word for option in grid.options]
    sound = offered == OPENING and aces[0] < NEVER and value > -1.0
    figures = (
        run.name,
        f"{run.points[-1].iterations:,}",
        f"{run.points[-1].infosets:,}",
        *(f"{share:.1%}" for share in grid.whole),
        f"{aces[0]:.3%}",
        f"{value:+.3f} ± {error:.3f}",
        f"{found.unknown:.3%}",
        "yes" if sound else "NO",
    )
    return f"| {' | '.join(figures)} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("runs", nargs="+", type=Path)
    parser.add_argument("--deals", type=int, default=100_000)
    options = parser.parse_args()
    print(HEAD, "|---" * (HEAD.count("|") - 1) + "|", sep="\n")
    for place in options.runs:
        print(line(place, options.deals), flush=True)


if __name__ == "__main__":
    main()
