"""CPU seconds from the start of a process to its first iteration, and where they go.

    python -m tests.bench.compile [--games NAME ...] [--repeats N] [--functions N] [--base PATH]

A start is a process of its own, on one core, that loads an experiment by name and runs an iteration
of external sampling: cold, with an empty cache folder; warm, after that; and then after an edit, of
a method of a user's own game (kuhn), a menu (seats: one bet less) or a constant of a factor.
Experiments are copies in a temporary folder. The buckets of recall are fitted before and not
counted.

Seconds are medians. Shares are those of one more start with clocks, which take a few percent;
``passes`` are those of Numba besides typing and lowering, ``functions``, ``linking`` and
``optimise`` are LLVM's, ``generate`` is machine code. With ``--base``, another checkout takes turns
with this one.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from inspect import getsource
from pathlib import Path
from statistics import median
from typing import NamedTuple

from tests.bench.clock import pin
from tests.bench.external import six_seats

HERE = Path(__file__).parents[2]
MODULE = "started"
STARTS = ("cold", "warm", "edit")
SHARES = (
    *("imports", "checks", "typing", "passes", "lower", "functions", "linking", "optimise"),
    *("generate", "load", "save", "rest"),
)
SEATS = """\
from zerosum.abstraction import Abstracted
from zerosum.pkr.abstraction import allin, by_street, limited, passive, pot_bets, raises
from zerosum.pkr.holdem import NoLimitHoldem
from zerosum.pkr.holdem.abstraction import player, raises_of_hand, seats, street
"""
SETBACK = """
from zerosum.abstraction import Abstracted
from zerosum.setback import Setback

TrainingAbstraction = Abstracted(Setback(), absent_minded, actions)
"""


class Case(NamedTuple):
    """The source of an experiment, and what an edit replaces in it."""

    source: str
    old: str
    new: str


def cases() -> dict[str, Case]:
    """Return the experiments by name."""
    paths = (
        "zerosum/kuhn/game",
        "zerosum/setback/abstraction",
        "blood/quick",
        "blood/river_recall",
    )
    kuhn, setback, quick, recall = ((HERE / f"{path}.py").read_text() for path in paths)
    seats = f"{SEATS}\n{getsource(six_seats)}\nTrainingAbstraction = six_seats\n"
    return {
        "kuhn": Case(f"{kuhn}\nTrainingAbstraction = Kuhn\n", "gain = 2.0", "gain = 3.0"),
        "quick": Case(quick, "linearpot(20)", "linearpot(24)"),
        "recall": Case(recall, "linearpot(20)", "linearpot(24)"),
        "seats": Case(seats, "(1 / 2, 1, 2, 4)", "(1 / 2, 1, 2)"),
        "setback": Case(setback + SETBACK, ">> 2 >= JACK", ">> 2 >= TEN"),
    }


class Start(NamedTuple):
    """CPU seconds of a start: in all, and by step and function if it had clocks."""

    seconds: float
    steps: dict[str, float]
    functions: dict[str, float]


def start(checkout: Path, source: str, cache: Path, *words: str) -> Start:
    """Start an experiment in a process, with the library of a checkout."""
    place = cache.parent
    shutil.rmtree(place / "__pycache__", ignore_errors=True)  # may be as old as an edit
    (place / f"{MODULE}.py").write_text(source)
    path = os.pathsep.join((str(checkout), str(place)))
    ended = subprocess.run(
        [sys.executable, "-P", HERE / "tests/bench/start.py", MODULE, *words],
        env=os.environ | {"PYTHONPATH": path, "ZEROSUM_CACHE": str(cache)},
        stdout=subprocess.PIPE,
        check=True,
    )
    return Start(*json.loads(ended.stdout))


def three(checkout: Path, fitted: Path, case: Case, *words: str) -> list[Start]:
    """Start cold, warm, and after an edit."""
    with tempfile.TemporaryDirectory() as place:
        cache = Path(place) / "cache"
        shutil.copytree(fitted, cache, ignore=shutil.ignore_patterns("*.code"))
        edited = case.source.replace(case.old, case.new, 1)
        assert edited != case.source
        return [start(checkout, each, cache, *words) for each in (case.source, case.source, edited)]


def measure(checkouts: list[Path], case: Case, repeats: int) -> list[list[Start]]:
    """Return each of the three starts, by checkout: medians, and the shares of one with clocks."""
    with tempfile.TemporaryDirectory() as place:
        fitted = {checkout: Path(place, str(at), "cache") for at, checkout in enumerate(checkouts)}
        for checkout, cache in fitted.items():
            cache.mkdir(parents=True)
            start(checkout, case.source, cache)
        turns = [[three(*each, case) for each in fitted.items()] for _ in range(repeats)]
        timed = [three(*each, case, "clocks") for each in fitted.items()]
    for at, starts in enumerate(timed):
        for which, split in enumerate(starts):
            seconds = median(turn[at][which].seconds for turn in turns)
            starts[which] = split._replace(seconds=seconds)
    return [[starts[which] for starts in timed] for which in range(len(STARTS))]


def main() -> None:
    known = cases()
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", nargs="+", default=[*known], choices=known)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--functions", type=int, default=0)
    parser.add_argument("--base", type=Path)
    options = parser.parse_args()
    pin()
    checkouts = [HERE, *([options.base.resolve()] if options.base else [])]
    heads = ["game", "start", "seconds", *["base", "ratio"] * bool(options.base), *SHARES]
    print("|", " | ".join(heads), "|\n|---|---|" + "--:|" * (len(heads) - 2))
    longest = []
    for name in options.games:
        measured = measure(checkouts, known[name], options.repeats)
        for which, (own, *base) in zip(STARTS, measured, strict=True):
            figures = [own.seconds]
            figures += [
                figure for each in base for figure in (each.seconds, own.seconds / each.seconds)
            ]
            figures += [own.steps.get(share, 0.0) for share in SHARES]
            cells = [name, which, *(f"{figure:.2f}" for figure in figures)]
            print("|", " | ".join(cells), "|", flush=True)
            functions = sorted(own.functions.items(), key=lambda item: -item[1])
            taken = [each for each in functions if each[0]][: options.functions]
            longest += [f"{name:8} {which:5} {1e3 * took:6.0f} ms  {what}" for what, took in taken]
    print(*longest, sep="\n")


if __name__ == "__main__":
    main()
