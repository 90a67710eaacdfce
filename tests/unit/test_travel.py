"""Everything that the reference documents can be pickled, copied and sent to another process."""

from __future__ import annotations

import copy
import io
import pickle
import shutil
from functools import cached_property, partial
from multiprocessing import get_context
from pathlib import Path
from types import FunctionType
from typing import Any

import numpy as np
import pytest
from rich.console import Console

from tests.documented import (
    documented,
    examples,
    is_abstract,
    learnt,
    parts_of,
    plain_example,
    tree,
)
from zerosum.algorithms import (
    CFR,
    DCFR,
    PREDICTIVE_PLUS,
    ChanceSampling,
    ExternalSampling,
    OutcomeSampling,
    Pruning,
    PublicChanceSampling,
    PureCFR,
    VectorCFR,
)
from zerosum.algorithms.continued import ContinuedSampling, Earlier
from zerosum.experiment import display_on
from zerosum.kernels import compile as compiling
from zerosum.kuhn import Kuhn
from zerosum.pkr.think import Thinker
from zerosum.play import StrategyAgent
from zerosum.play.terminal import Table as TerminalTable
from zerosum.scale import Processes
from zerosum.strategy import Strategy
from zerosum.tables import SCRATCH, Arena, Storage, Table, Workspace

pytestmark = pytest.mark.usefixtures("uncompiled")

# Only a terminal's own process has that; a thinker compiles, and is tested where it does.
LEFT_OUT = Processes, TerminalTable, Thinker
ATOMS = int, str, bytes, bool, type(None), type, np.dtype, complex


def same(one: Any, other: Any, seen: set[tuple[int, int]] | None = None) -> bool:
    """Whether two objects are made of equal parts in the same way, as far as pickle sees them."""
    seen = set() if seen is None else seen
    if one is other or (id(one), id(other)) in seen:
        return True
    seen.add((id(one), id(other)))
    if isinstance(one, np.ndarray) and isinstance(other, np.ndarray):  # one may be mapped
        return repr(one.dtype) == repr(other.dtype) and one.tobytes() == other.tobytes()
    if type(one).__qualname__ != type(other).__qualname__:
        return False
    alike = partial(same, seen=seen)
    if isinstance(one, FunctionType):
        return one.__code__ == other.__code__
    if isinstance(one, ATOMS):
        return bool(one == other)
    if isinstance(one, float | np.generic):
        return repr(one) == repr(other)
    if isinstance(one, set | frozenset):
        return one == other
    if isinstance(one, dict):
        return alike(list(one.items()), list(other.items()))
    if isinstance(one, list | tuple):
        return len(one) == len(other) and all(map(alike, one, other))
    parts = [each.__reduce_ex__(4) for each in (one, other)]
    if isinstance(parts[0], str):
        return bool(parts[0] == parts[1])
    parts = [[spread(part, type(one)) for part in each if some(part)] for each in parts]
    KEEP.append(parts)  # so that no other object gets their ids
    return alike(*parts)


KEEP: list[Any] = []


def some(part: Any) -> bool:
    """Whether a part says anything: an exception may have an empty state or none."""
    return part is not None and not (isinstance(part, dict) and not part)


def spread(part: Any, cls: type) -> Any:
    """Return a part of what is pickled: a state without what is derived from it."""
    if isinstance(part, dict):
        derived = cached_property
        return {k: v for k, v in part.items() if not isinstance(getattr(cls, k, 0), derived)}
    return list(part) if hasattr(part, "__next__") else part


def content(thing: Any) -> int:
    """Return the bytes of the arrays that an object is made of; of tables, those of their rows."""
    arrays = {id(part): part.nbytes for part in parts_of(thing) if isinstance(part, np.ndarray)}
    for part in parts_of(thing):
        if isinstance(part, Table):
            arrays.update((id(value), 0) for value in vars(part).values())
            arrays[id(part)] = part.bytes
    return sum(arrays.values())


def interpret() -> None:
    """Run kernels of games as they are written, in a process of its own."""
    vars(compiling)["try_compile"] = lambda *_, **__: ""
    vars(compiling)["warn_once"] = lambda _: None


def echo(dumped: bytes) -> bytes:
    """Return what was sent, and rows that have been read here.

    What travels are bytes: a pool whose worker can't unpickle a task waits for ever.
    """
    bundle = pickle.loads(dumped)
    strategies = [part for part in parts_of(bundle) if isinstance(part, Strategy)]
    return pickle.dumps((bundle, [list(map(str, each.rows())) for each in strategies]))


def test_everything_documented_travels(tmp_path: Path) -> None:
    """One process gets all of it, and sends it back."""
    bundle, names = list(examples(tmp_path)), documented()
    kinds = {cls for part in parts_of(bundle) for cls in type(part).__mro__}
    classes = {name: each for name, each in names.items() if isinstance(each, type)}
    for name, cls in classes.items():
        if cls not in kinds and cls not in LEFT_OUT and not is_abstract(cls):
            try:
                bundle.append(plain_example(cls))
            except (TypeError, AttributeError, ValueError) as error:
                pytest.fail(f"tests/documented.py must have an example of {name}: {error}")
    rest = [each for name, each in names.items() if name not in classes]
    for each in [*bundle, *rest]:
        dumped = pickle.dumps(each)
        assert len(dumped) <= 1.2 * content(each) + 1_000_000, each
        for copied in (pickle.loads(dumped), copy.deepcopy(each)):
            assert same(copied, each), each
    with get_context("spawn").Pool(1, interpret) as pool:
        returned, rows = pickle.loads(pool.apply(echo, (pickle.dumps((bundle, rest)),)))
    assert same(returned, (bundle, rest))
    assert rows == pickle.loads(echo(pickle.dumps((bundle, rest))))[1]
    assert sum(map(len, rows)) > 50


CONTINUED = "continued"
MADE = {
    "cfr": partial(CFR, native=False),
    "history": partial(CFR, rule=PREDICTIVE_PLUS, form="history", native=False),
    "chance": partial(ChanceSampling, seed=4, native=False),
    "external": partial(ExternalSampling, seed=4, native=False, pruning=Pruning(-2, 0.5)),
    "faded": partial(ExternalSampling, rule=DCFR, period=3, native=False, full="uniform"),
    "whole": partial(ExternalSampling, native=False, storage=Storage("int32")),
    "printed": partial(ExternalSampling, native=False, storage=Storage("float32", fingerprint=64)),
    "outcome": partial(OutcomeSampling, epsilon=0.4, baseline=0.5, native=False),
    "pure": partial(PureCFR, native=False),
    "public": partial(PublicChanceSampling, rule=DCFR, period=4, native=False),
    "vector": partial(VectorCFR, native=False),
    CONTINUED: None,
}


@pytest.mark.parametrize("name", MADE)
def test_a_copy_of_a_solver_goes_on_bit_for_bit(name: str, tmp_path: Path) -> None:
    make: Any = MADE[name]
    if make is None:
        learnt().save(tmp_path / "run")
        make = partial(
            ContinuedSampling.of(Earlier.open(tmp_path / "run", Kuhn()), 9), native=False
        )
    whole, begun = make(Kuhn()), make(Kuhn())
    whole.run(20)
    begun.run(7)
    at_first = bits(begun)
    for copied in (pickle.loads(pickle.dumps(begun)), copy.deepcopy(begun), copy.copy(begun)):
        assert bits(copied) == at_first
        copied.run(13)
        assert bits(copied) == bits(whole)
        assert bits(begun) == at_first  # independent
        assert same(copied.strategy(), whole.strategy())
        assert copied.game == begun.game


def bits(solver: Any) -> Any:
    arrays, figures = solver.state()
    return {name: array.tobytes() for name, array in arrays.items()}, figures, repr(solver)


def test_solvers_of_trees_and_agents_of_strategies() -> None:
    solver = CFR(tree(), native=False)
    copied, trees = copy.deepcopy((solver, solver.tree))
    assert copied.tree is copied.game is trees is not tree()
    assert pickle.loads(pickle.dumps(CFR(Kuhn, native=False))).game is Kuhn
    agent = StrategyAgent(learnt().strategy(), Kuhn(), name="mine")
    copied, hand = pickle.loads(pickle.dumps(agent)), Kuhn().apply(2).apply(0)
    assert copied.name == "mine"
    assert copied.odds(hand) == agent.odds(hand)


def test_a_table_takes_its_rows_and_no_more() -> None:
    rng, rows = np.random.default_rng(1), 20_000
    table = Table(1 << 26)
    table.rows, table.words_end, table.values_end, table.mask = rows, 6 * rows, 4 * rows, 65_535
    table.words[: 6 * rows] = rng.integers(0, 1 << 40, 6 * rows)
    table.values[: 4 * rows] = rng.random(4 * rows)
    table.blocks[:rows], table.hashes[:rows] = np.arange(rows) * 6, rng.permutation(rows)
    table.index[rng.permutation(65_536)[:rows]] = 1 + np.arange(rows)
    work = Workspace.holding(learnt().random, table)
    size = sum(array.nbytes for array in table.arrays().values())
    assert len(pickle.dumps(work)) <= 1.2 * size + 10_000 < 8 * SCRATCH + size
    for copied in (pickle.loads(pickle.dumps(work)).table, copy.deepcopy(table)):
        assert copied.words.size == table.words.size
        for name in ("words", "values", "blocks", "hashes", "index"):
            assert np.array_equal(getattr(copied, name), getattr(table, name))
        assert not np.shares_memory(copied.words, table.words)

    class Mine(Workspace):
        bias: float

    assert issubclass(Mine, Arena)
    assert copy.deepcopy(Mine(learnt().random, 1 << 20, bias=0.5)).bias == 0.5


def test_room_that_the_system_refuses(monkeypatch: pytest.MonkeyPatch) -> None:
    dumped = pickle.dumps(Table(1 << 20))

    def refuse(*_: Any) -> None:
        raise MemoryError

    monkeypatch.setattr("zerosum.tables.table.np.zeros", refuse)
    with pytest.raises(ValueError, match=r"as much room as the table, [\d,]+ bytes; .* smaller"):
        pickle.loads(dumped)


def test_a_mapped_strategy_needs_its_folder_no_more(tmp_path: Path) -> None:
    before = learnt().strategy()
    before.save(tmp_path / "run")
    mapped = Strategy.load(tmp_path / "run", Kuhn())
    mapped.unknown = 3
    copies = pickle.loads(pickle.dumps(mapped)), copy.deepcopy(mapped)
    shutil.rmtree(tmp_path / "run")
    for copied in copies:
        assert copied.unknown == 3
        assert [str(row) for row in copied.rows()] == [str(row) for row in before.rows()]
        copied.probabilities[:] = 0.0
        copied.save(tmp_path / "again")
    assert before.probabilities.any()


@pytest.mark.parametrize("terminal", [False, True])
def test_what_belongs_to_a_terminal_stays(terminal: bool) -> None:
    console = Console(file=io.StringIO(), force_terminal=terminal)
    table = TerminalTable(Kuhn(), StrategyAgent(learnt().strategy(), Kuhn()), iter(()), console)
    for thing, advice in ((table, "make another"), (display_on(console), "leave it out")):
        for way in (pickle.dumps, copy.deepcopy):
            with pytest.raises(pickle.PicklingError, match=f"must stay in its process, .*{advice}"):
                way(thing)


def test_errors_travel_with_their_subject() -> None:
    for cls in documented().values():
        if isinstance(cls, type) and issubclass(cls, Exception) and not issubclass(cls, Warning):
            copied = pickle.loads(pickle.dumps(plain_example(cls)))
            assert (str(copied), copied.subject) == ("What is wrong.", 3)
