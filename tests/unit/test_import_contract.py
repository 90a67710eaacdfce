"""Imports run one way, cost little, and do nothing."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

# The way of data: a room imports itself and rooms of earlier rows only. A file is in the room with
# the longest name that its own begins with.
ROWS = (
    {"errors"},
    {"support", "rng", "actions", "hooks"},
    {"game", "cards"},
    {"abstraction"},
    {"drawn"},
    {"terms", "ranked"},
    {"jit", "native"},
    {"workshop"},  # which games know; it imports native code when it is asked
    {"laws"},  # what a game must obey, before all that walks it
    {"tables"},
    {"kernels"},
    {"tree"},  # behind tables and kernels, which number its infosets
    {"lattice"},
    {"rules"},
    {"strategy"},  # before algorithms, since a solver hands one out
    {"algorithms"},
    {"evaluation"},
    {"resolving"},
    {"play"},
    {"interop"},  # games of other programs, which experiments find by name
    {"experiment"},
    {"scale"},  # many runs at a time, and the back ends that other rooms do their tasks with
    {"testing"},
)
GAMES = {"kuhn", "leduc", "bluff", "blackjack", "setback"}
# The games of poker and what they stand on; then what stands on runs and agents of them.
POKER = (
    {"pkr.actions", "pkr.hands"},
    {"pkr.rules", "pkr.face"},
    {"pkr.infoset"},
    {"pkr.game", "pkr.holdem"},
    {"pkr.text"},
    {"pkr.ranges", "pkr.situations", "pkr.clusterings"},
    {"pkr.equities"},
    {"pkr.features", "pkr.buckets"},
    {"pkr.buckets.river", "pkr.buckets.holdem"},
    {"pkr.abstraction", "pkr.holdem.abstraction"},
    {"pkr.acpc", "pkr.phh", "pkr.pushfold"},
)
TOP = (
    {"pkr.places"},
    {"pkr.spots"},
    {"pkr.shows", "pkr.scenarios", "pkr.parts"},
    {"pkr.think"},
    {"pkr.bots", "pkr.again"},
    {"pkr.ask"},
    {"web"},
)
KNOWN_TO_GAMES = {
    "game",
    "cards",
    "actions",
    "abstraction",
    "drawn",
    "terms",
    "ranked",
    "rng",
    "errors",
    "support",
} | {"workshop"}
# A decorator, and what it means natively.
ONE_ROOM = {"jit", "native"}

ROW_OF = {room: row for row, rooms in enumerate((*ROWS, *POKER, *TOP)) for room in rooms}
ROW_OF |= dict.fromkeys(GAMES, 0)
LOWER = set().union(*POKER)
UPPER = set().union(*TOP)


def files(package: str) -> list[Path]:
    return sorted((ROOT / package).rglob("*.py"))


def module(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


FILES = {module(path): path for path in files("zerosum") + files("blood")}


@cache
def imported(path: Path) -> frozenset[str]:
    """Return the modules that a file imports, at its top or inside a function."""
    return frozenset(_imported(path))


def _imported(path: Path) -> Iterator[str]:
    tree = ast.parse(path.read_text("utf-8"))
    for_types = {
        id(node)
        for block in ast.walk(tree)
        if isinstance(block, ast.If) and ast.unparse(block.test) == "TYPE_CHECKING"
        if path.name != "__init__.py"  # a package imports them when it is asked
        for node in ast.walk(block)
    }
    for node in ast.walk(tree):
        if id(node) in for_types:
            continue
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} must import by full names"
            names = (f"{node.module}.{alias.name}" for alias in node.names)
            yield from (name if name in FILES else str(node.module) for name in names)


def room_of(name: str) -> str:
    """Return the room of a module of zerosum; empty for packages that only hold rooms."""
    parts = name.split(".")[1:]
    names = [".".join(parts[:count]) for count in range(len(parts), 0, -1)]
    return next((each for each in names if each in ROW_OF), "")


def rooms(path: Path) -> set[str]:
    """Return the rooms that a file imports; a package may import what is in it."""
    inside = f"{module(path)}." if path.name == "__init__.py" else "."
    found = (name for name in imported(path) if not name.startswith(inside))
    return {room_of(name) for name in found if name.startswith("zerosum.")} - {""}


def allowed(room: str) -> set[str]:
    """Return the rooms that a room may import."""
    if room in GAMES:
        return KNOWN_TO_GAMES | {room}
    poker = {other for other in LOWER | UPPER if ROW_OF[other] < ROW_OF[room]}
    if room in LOWER:
        return KNOWN_TO_GAMES | poker | {room}
    rest = ROW_OF.keys() - GAMES - LOWER - UPPER
    known = {other for other in rest if ROW_OF[other] < ROW_OF[room]}
    known |= poker if room in UPPER else set()
    return known | {room} | (ONE_ROOM if room in ONE_ROOM else set())


def test_every_room_has_a_row() -> None:
    # A new room gets one in this file, and in zerosum.__doc__.
    without = {name for name in FILES if name.startswith("zerosum") and not room_of(name)}
    assert without == {"zerosum", "zerosum.pkr"}
    assert {room_of(name) for name in imported(FILES["zerosum.pkr"])} <= LOWER | {"", "support"}
    assert {room_of(name) for name in FILES if name.startswith("zerosum")} == ROW_OF.keys() | {""}


@pytest.mark.parametrize("room", sorted(ROW_OF))
def test_arrows(room: str) -> None:
    inside = [path for path in files("zerosum") if room_of(module(path)) == room]
    wrong = {module(path): rooms(path) - allowed(room) for path in inside}
    assert not {name: found for name, found in wrong.items() if found}


def test_the_library_knows_neither_its_user_nor_new_names() -> None:
    users = {"blood", "tests"}
    known = {module(path): imported(path) for path in files("zerosum")}
    assert not [name for name, found in known.items() if {n.split(".")[0] for n in found} & users]
    assert imported(ROOT / "zerosum" / "__init__.py") == {"zerosum.support.moved"}


def test_no_circle_of_files() -> None:
    """No file leads back to itself, imports inside functions counted: an error names them."""
    graph = {name: set(imported(path)) & FILES.keys() - {name} for name, path in FILES.items()}
    TopologicalSorter(graph).prepare()


QUIET = """
import importlib, sys, threading
import numpy
before = numpy.random.get_state()[1].tolist(), set(sys.path)
for name in sys.argv[2:]:
    importlib.import_module(name)
assert (numpy.random.get_state()[1].tolist(), set(sys.path)) == before
assert threading.active_count() == 1, threading.enumerate()
print(*(name for name in sys.argv[1].split(",") if name in sys.modules))
"""


def after_import(names: list[str], suspects: str, cwd: Path) -> str:
    """Return which of the suspects are imported after a quiet import of the names."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", QUIET, suspects, *names],
        capture_output=True,
        text=True,
        cwd=cwd,
        env=os.environ
        | {"PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1", "HOME": str(cwd)},
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return done.stdout.strip()


def test_the_front_door_is_cheap_and_infosets_need_no_compiler(tmp_path: Path) -> None:
    assert after_import(["zerosum"], "numba,sklearn,scipy,rich,click,attrs", tmp_path) == ""
    assert after_import(["blood.bot"], "numba,attrs,rich", tmp_path) == ""  # an engine waits
    light = ["zerosum.abstraction.view", "blood.train"]  # the second for its help
    assert after_import(light, "numba,llvmlite,rich", tmp_path) == ""
    sampler = ["zerosum.experiment", "zerosum.algorithms.external"]
    assert after_import(sampler, "rich,cattrs,zerosum.tree,zerosum.evaluation", tmp_path) == ""


def test_every_import_is_quiet_and_leaves_no_trace(tmp_path: Path) -> None:
    names = [module(path) for path in files("zerosum") + files("blood")]
    here = [name for name in names if name.split(".")[1:2] != ["testing"]]
    heavy = "sklearn,pandas,matplotlib,hypothesis,pokerkit"
    assert after_import(here, heavy, tmp_path) == ""
    assert not list(tmp_path.iterdir())
