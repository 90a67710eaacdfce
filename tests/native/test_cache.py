"""Compiled code on disk: used by the next process, never outdated, and failures do no harm."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.runs import printed

ROOT = Path(__file__).parents[2]

GAME = """
from __future__ import annotations
from dataclasses import dataclass, replace
from typing import Annotated
from zerosum.actions import FIXED
from helpers import worth

@dataclass(frozen=True)
class Seat:
    player: int
    coin: int

    def actions(self):
        return 0, 1, 2

@dataclass(frozen=True)
class Guess:
    coin: int = -1
    guess: int = -1
    prizes: Annotated[tuple[float, float], FIXED] = (1.0, -1.0)  # whose address is of one process
    terminal = property(lambda self: self.guess >= 0)
    chance = property(lambda self: self.coin < 0)
    active = property(lambda self: 1)

    def chances(self):
        return {0: 0.25, 1: 0.25, 2: 0.5}

    def payoff(self, player: int) -> float:
        lost, won = self.prizes[1], self.prizes[0] * worth(self.coin)
        gain = won if self.guess == self.coin else lost
        return gain if player == 1 else -gain

    def infoset(self, player: int) -> Seat:
        return Seat(player, self.coin)

    def apply(self, action: int) -> Guess:
        return replace(self, coin=action) if self.chance else replace(self, guess=action)
"""

HELPERS = """
def worth(coin):
    return 1.0 + factorial(3) * coin

def factorial(n):
    return 1 if n <= 1 else n * factorial(n - 1)
"""

EXPERIMENT = """
from game import Guess
from zerosum.abstraction import Abstracted, algebraic

@algebraic
def seen(infoset):
    return infoset.coin // 1

game = Abstracted(Guess(), seen)
"""

TREE = """
import json, sys, time, warnings
warnings.simplefilter("error")
import numpy as np
from importlib import import_module
from zerosum.jit import compiled
from zerosum.tree import enumerated
from zerosum.tree.unfold import unfold_all
game = import_module(sys.argv[1]).game
tree = enumerated(game)
seconds = time.process_time()
plain = enumerated(game, native=False)
for name in ("edges", "infosets", "payoffs", "words"):
    assert np.array_equal(getattr(tree, name), getattr(plain, name)), name
print(json.dumps({
    "native": bool(compiled(unfold_all).signatures),
    "warm": getattr(compiled(unfold_all)._cache, "hits", 0) > 0,
    "seconds": seconds,
    "infosets": tree.infoset_count,
    "values": plain.payoffs[:, 1].sum(),
}))
"""


class Bench:
    """A folder of experiments on disk, and the processes that run them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.cache = folder / "cache"
        for name, text in {"game": GAME, "helpers": HELPERS, "first": EXPERIMENT}.items():
            self.write(name, text)
        self.write("second", EXPERIMENT.replace("// 1", "// 2"))

    def write(self, name: str, text: str) -> None:
        (self.folder / f"{name}.py").write_text(text)

    def edit(self, name: str, old: str, new: str) -> None:
        file = self.folder / f"{name}.py"
        assert old in file.read_text()
        file.write_text(file.read_text().replace(old, new))

    def start(self, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
        paths = os.pathsep.join([str(self.folder), str(ROOT)])
        environment = {**os.environ, "PYTHONPATH": paths, "PYTHONDONTWRITEBYTECODE": "1"}
        environment |= {"ZEROSUM_CACHE": str(self.cache), **variables}
        return subprocess.run(
            [sys.executable, *arguments],
            env=environment,
            cwd=self.folder,
            capture_output=True,
            text=True,
            check=False,
        )

    def run(self, experiment: str, **variables: str) -> dict[str, float]:
        done = self.start("-c", TREE, experiment, **variables)
        assert done.returncode == 0, done.stderr
        found: dict[str, float] = json.loads(done.stdout)
        assert found["native"]
        return found


@pytest.fixture(scope="module")
def warm(tmp_path_factory):
    """Return a bench whose first experiment ran once, and what it said."""
    bench = Bench(tmp_path_factory.mktemp("bench"))
    said = {"first": bench.run("first")}
    assert not said["first"]["warm"]
    return bench, said


@pytest.fixture
def bench(warm, tmp_path):
    """Return a copy of the warm bench, to be spoiled."""
    shutil.copytree(warm[0].folder, tmp_path / "copy")
    return Bench(tmp_path / "copy")


@pytest.mark.slow
def test_the_second_start_is_warm_and_fast_for_two_experiments_in_turn(warm):
    bench, said = warm
    said["second"] = bench.run("second")
    for name in ("first", "second"):
        found = bench.run(name)
        assert found["warm"]
        assert found["seconds"] < 5
        assert found["infosets"] == said[name]["infosets"]
        assert found["values"] == said[name]["values"]


# Other edits have default tests without processes, in test_own_sampler and test_identity.
@pytest.mark.slow
def test_an_edited_helper_in_another_module_is_seen(bench, warm):
    bench.edit("helpers", "else n * factorial(n - 1)", "else 1 + factorial(n - 1)")
    found = bench.run("first")
    assert not found["warm"]
    assert found["values"] != warm[1]["first"]["values"]
    bench.edit("helpers", "else 1 + factorial(n - 1)", "else n * factorial(n - 1)")
    back = bench.run("first")
    assert back["warm"]
    assert back["values"] == warm[1]["first"]["values"]


@pytest.mark.slow
def test_checks_of_bounds_have_code_of_their_own(bench):
    assert not bench.run("first", NUMBA_BOUNDSCHECK="1")["warm"]
    assert bench.run("first", NUMBA_BOUNDSCHECK="1")["warm"]
    assert bench.run("first")["warm"]


@pytest.mark.slow
def test_a_folder_that_cannot_be_written_does_no_harm_and_is_said_once(bench):
    (bench.folder / "file").write_text("")
    place = str(bench.folder / "file" / "below")
    done = bench.start("-c", TREE.replace('"error"', '"always"'), "first", ZEROSUM_CACHE=place)
    assert not json.loads(done.stdout)["warm"]
    assert done.stderr.count("must be writable to keep compiled code; the system says:") == 1


@pytest.mark.slow
def test_classes_of_a_notebook_run_uncached_and_say_so(bench):
    code = (
        GAME
        + """
import logging
from zerosum.algorithms import ExternalSampling
if __name__ == "__main__":
    logging.basicConfig(level=logging.INFO)
    solver = ExternalSampling(Guess(), seed=3, reserve=1 << 20)
    solver.run(10)
    print(solver.native)
"""
    )
    bench.write("notebook", code)
    before = {path.parent.name for path in bench.cache.rglob("*.code")}
    done = bench.start("notebook.py")
    assert done.stdout.strip() == "True", done.stderr
    assert "Guess is defined in __main__, so its compiled code is not cached" in done.stderr
    assert {path.parent.name for path in bench.cache.rglob("*.code")} == before
    assert not [*bench.cache.rglob("facts.*")]


EVERY = """
import sys, warnings
warnings.simplefilter("error")
from tests.games import Auction, Pennies, Tricks
from zerosum import jit
from zerosum.algorithms import ALGORITHMS, ExternalSampling, Pruning
from zerosum.evaluation import nash_conv
from zerosum.kuhn import Kuhn, KuhnThree
from zerosum.testing import check_native
folder = sys.argv[1]
games = {"family": [KuhnThree, Kuhn], "many": [Kuhn, Auction, Pennies, Tricks]}
family = [(each, {}) for each in ALGORITHMS.values() if each.name != "streets"]  # needs ranks
family += [(ExternalSampling, {"pruning": Pruning(-1.0)})]
for game in games[sys.argv[2]]:
    check_native(game, playouts=5)
    for algorithm, settings in family:
        if algorithm.name in {"public", "vector"} and not hasattr(game, "public"):
            continue
        path = f"{folder}/{game.__name__}-{algorithm.name}-{len(settings)}"
        options = {"reserve": 1 << 20} if algorithm.threaded else {}
        solver = algorithm(game(), **settings, **options)
        solver.run(20)
        solver.save(path)
        algorithm.load(path, game(), **options).run(5)
        assert solver.native
        nash_conv(game(), solver.strategy())
entries = [mark.twins["entry"] for mark in jit._MARKED.values() if "entry" in mark.twins]
print(len(entries) > 8 and all(entry._cache.hits > 0 for entry in entries))
"""


@pytest.mark.slow
@pytest.mark.parametrize("games", ["family", "many"])
def test_every_cached_kernel_starts_warm_without_a_crash(games, tmp_path):
    bench = Bench(tmp_path)
    for warm in ("False", "True"):
        done = bench.start("-c", EVERY, str(tmp_path), games)
        assert done.returncode == 0, done.stderr
        assert done.stdout.strip() == warm


NAMESAKES = """
import sys
from zerosum.jit import compiled, kernel

def adding(n):
    @kernel
    def step(x):
        return step(x - n) if x > 1_000 else x + n  # a function that is not inlined
    return step

one, ten = adding(1), adding(10)

@kernel
def first(x):
    return one(x)

@kernel
def both(x):
    return 100 * one(x) + ten(x)

print(compiled({"first": first, "both": both}[sys.argv[1]])(1))
"""


def test_functions_of_one_name_from_two_processes_stay_apart(tmp_path):
    """The second process links what the first one compiled with a namesake of its own.

    Where both number their functions from 1, the two have one symbol, and 202 is printed.
    """
    (tmp_path / "namesakes.py").write_text(NAMESAKES)
    places = {"PYTHONPATH": f"{ROOT}{os.pathsep}{tmp_path}", "ZEROSUM_CACHE": str(tmp_path / "c")}
    found = [printed("import namesakes", which, **places).strip() for which in ("first", "both")]
    assert found == ["2", "211"]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the system does not fork")
def test_a_fork_numbers_its_functions_otherwise():
    line = "import os, zerosum.native.linking; from numba.core.bytecode import FunctionIdentity; "
    line += "child = os.fork(); child and os.waitpid(child, 0); "
    line += "print(next(FunctionIdentity._unique_ids))"
    first, second = map(int, printed(line).split())
    assert abs(first - second) > 1 << 20
