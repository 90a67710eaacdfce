"""Strategies as files and data frames: the same values everywhere, and whole files or none."""

from __future__ import annotations

import csv
import json
import sqlite3
import subprocess
import sys
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from blood.export import main
from tests.awkward import AWKWARD, Bet, card, seen
from tests.pages import ROOT
from tests.runs import invoked, refused, run_folder
from zerosum.abstraction import Abstracted
from zerosum.algorithms import CFR
from zerosum.errors import ExperimentError, StoreError
from zerosum.experiment import export
from zerosum.experiment.export import FORMATS
from zerosum.kuhn import Kuhn, Move
from zerosum.leduc import Leduc
from zerosum.strategy import Columns, Strategy, columns
from zerosum.support.tokens import write
from zerosum.tables import HEADER
from zerosum.tables.spans import ends_of, items_of

TINY = 5e-324


@cache
def untrained(game: Any) -> Strategy:
    return CFR(game, native=False).strategy()


def strategy_of(game: Any, times: int = 1) -> Strategy:
    """Return a strategy with awkward probabilities, whose rows are repeated."""
    first = untrained(game)
    sizes = (first.words[first.blocks + 1] & 0xFFFFFFFF) + HEADER
    width = int((first.blocks + sizes).max())
    counts = np.tile(np.diff(first.starts), times)
    starts = np.concatenate([[0], np.cumsum(counts)])
    probabilities = np.random.default_rng(7).random(starts[-1])
    probabilities[:4] = 0.1 + 0.2, TINY, 1 - 2**-53, 1.0
    nothing = np.zeros(counts.size, np.int64)
    return Strategy(
        first.view,
        first.of,
        words=np.tile(first.words, times),
        blocks=np.concatenate([first.blocks + width * n for n in range(times)]),
        hashes=nothing,
        order=nothing,
        starts=starts,
        probabilities=probabilities,
    )


def read_csv(path: Path) -> tuple[list[str], list[tuple[Any, ...]]]:
    with path.open(encoding="utf-8", newline="") as file:
        heading, *lines = csv.reader(file)
    return heading, [(*line[:-1], float(line[-1])) for line in lines]


def read_sqlite(path: Path) -> tuple[list[str], list[tuple[Any, ...]]]:
    base = sqlite3.connect(path)
    try:
        cursor = base.execute("SELECT * FROM strategy ORDER BY rowid")
        return [column[0] for column in cursor.description], cursor.fetchall()
    finally:
        base.close()


def read_json(path: Path) -> tuple[list[str], list[tuple[Any, ...]]]:
    found = json.loads(path.read_text("utf-8"))
    return list(found[0]), [tuple(line.values()) for line in found]


def read_parquet(path: Path) -> tuple[list[str], list[tuple[Any, ...]]]:
    parquet = pytest.importorskip("pyarrow.parquet", reason="the extra export is not installed")
    table = parquet.read_table(path)
    return table.column_names, list(zip(*table.to_pydict().values(), strict=True))


READ: dict[str, Callable[[Path], Any]] = {
    ".csv": read_csv,
    ".json": read_json,
    ".parquet": read_parquet,
    ".sqlite": read_sqlite,
}


def as_read(value: Any, ending: str) -> Any:
    """Return what a value of a table is in a file: CSV knows only text."""
    if ending == ".csv" and not isinstance(value, float):
        return "" if value is None else str(value)
    return value


@pytest.fixture(autouse=True)
def small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(columns, "BATCH", 5)


@pytest.mark.parametrize(
    ("name", "ending"),
    [*((name, ".csv") for name in AWKWARD), *(("states", ending) for ending in FORMATS)],
)
def test_a_file_holds_the_table_bit_for_bit(name: str, ending: str, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow", reason="the extra export is not installed")
    table = Columns(strategy_of(AWKWARD[name]))
    export(table.strategy, tmp_path / f"out{ending}")
    heading, lines = READ[ending](tmp_path / f"out{ending}")
    assert tuple(heading) == table.names
    assert lines == [tuple(as_read(value, ending) for value in line) for line in table.lines()]
    exact = [line[-1].hex() for line in lines]
    assert exact == [each.hex() for each in table.strategy.probabilities.tolist()]
    assert [path.name for path in tmp_path.iterdir()] == [f"out{ending}"]


@pytest.mark.parametrize("name", AWKWARD)
def test_the_table_is_that_of_the_rows(name: str) -> None:
    strategy = strategy_of(AWKWARD[name], 2)
    lines = list(Columns(strategy).lines())
    rows = list(strategy.rows())
    pairs = [(n, row, place) for n, row in enumerate(rows) for place in range(len(row.actions))]
    assert len(rows) == 24
    for line, (number, row, place) in zip(lines, pairs, strict=True):
        assert line[:2] == (number, row.player)
        action = row.actions[place]
        assert line[-2:] == (
            action.name if isinstance(action, Move) else action,
            row.probabilities[place],
        )


def test_columns_have_the_names_and_types_of_their_factors() -> None:
    table = Columns(strategy_of(AWKWARD["states"]))
    assert table.names == (
        *("row", "player", "player_2", "card", "Card_2", "sort", "seen"),
        *("action", "probability"),
    )
    kinds = {column.name: (column.kind, column.optional) for column in table.columns[2:-1]}
    assert kinds == {
        "player_2": (bool, False),
        "card": (int, True),
        "Card_2": (str, False),
        "sort": (str, False),
        "seen": (int, False),
        "action": (str, False),
    }
    cells = {line[2:6] for line in table.lines()}
    assert (False, None, '2, "7"\nå', "(2, BET)") in cells
    assert (True, 0, '0, "7"\nå', "0") in cells
    names = Columns(strategy_of(AWKWARD["a menu in the states"])).names
    assert names == ("row", "player", "card", "Card_2", "seen", "action", "probability")


def test_a_strategy_without_rows(tmp_path: Path) -> None:
    strategy = strategy_of(AWKWARD["states"], 1)
    none = np.zeros(0, np.int64)
    strategy.blocks, strategy.starts = none, np.zeros(1, np.int64)
    strategy.probabilities = np.zeros(0)
    export(strategy, tmp_path / "none.csv")
    assert (tmp_path / "none.csv").read_text().count("\n") == 1
    pytest.importorskip("pandas", reason="the extra export is not installed")
    assert strategy.to_frame().shape == (0, 9)


class TestFrame:
    def test_holds_the_table(self) -> None:
        pytest.importorskip("pandas", reason="the extra export is not installed")
        table = Columns(strategy_of(AWKWARD["states"]))
        frame = table.strategy.to_frame()
        assert tuple(frame.columns) == table.names
        assert [str(kind) for kind in frame.dtypes] == [
            *("int64", "int64", "bool", "Int64", "string", "string", "int64", "string", "float64")
        ]
        lines = [tuple(line) for line in frame.astype(object).itertuples(index=False)]
        expected = list(table.lines())
        assert [line[-1] for line in lines] == [line[-1] for line in expected]
        plain = [tuple(None if cell is frame.card[0] else cell for cell in line) for line in lines]
        assert frame.card.isna()[0]
        assert plain == expected

    def test_needs_pandas(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(sys.modules, "pandas", None)
        with pytest.raises(ImportError, match=r"there is no pandas: pip install 'zerosum\[export"):
            strategy_of(Kuhn()).to_frame()


KILLED = """
import os, signal, sys
from pathlib import Path
from tests.unit.test_export import *
columns.BATCH = 5

def watch(firsts):
    for first in firsts:
        if first == 10:
            assert path.with_name(path.name + ".part").exists()
            os.kill(os.getpid(), signal.SIGKILL)
        yield first

strategy = strategy_of(Kuhn(), 3)
for path in map(Path, sys.argv[1:]):
    if os.fork() == 0:
        export(strategy, path, watch)
    assert os.wait()[1] == signal.SIGKILL
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="no such signal")
def test_a_killed_export_leaves_nothing_half(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow", reason="the extra export is not installed")
    old, new = ([tmp_path / f"{name}{ending}" for ending in FORMATS] for name in ("old", "new"))
    for path in old:
        export(strategy_of(Leduc()), path)
    before = [path.read_bytes() for path in old]
    subprocess.run([sys.executable, "-c", KILLED, *old, *new], cwd=ROOT, check=True)
    assert [path.read_bytes() for path in old] == before
    assert not [path for path in new if path.exists()]
    for path in new:  # what was left beside is replaced
        export(strategy_of(Kuhn(), 3), path)
        assert len(READ[path.suffix](path)[1]) == 72
        assert not path.with_name(f"{path.name}.part").exists()


def test_ctrl_c_leaves_nothing(tmp_path: Path) -> None:
    def watch(firsts: Any) -> Iterator[int]:
        yield next(iter(firsts))
        raise KeyboardInterrupt

    for ending in (".csv", ".sqlite"):
        with pytest.raises(KeyboardInterrupt):
            export(strategy_of(Kuhn()), tmp_path / f"out{ending}", watch)
    assert not list(tmp_path.iterdir())


def test_memory_does_not_grow_with_the_strategy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(columns, "BATCH", 200)
    strategy = strategy_of(Kuhn(), 250)
    tracemalloc.start()
    try:
        export(strategy, tmp_path / "out.csv")
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 500_000  # all in one batch takes 1.15 MB


class TestRefused:
    @pytest.mark.parametrize("name", ["out.xlsx", "out", ".csv"])
    def test_an_ending_that_is_not_known(self, name: str, tmp_path: Path) -> None:
        with pytest.raises(
            ExperimentError,
            match=r"must end in \.csv, \.json, \.parquet or \.sqlite; got .*: choose one",
        ):
            export(strategy_of(Kuhn()), tmp_path / name)

    @pytest.mark.parametrize("ending", FORMATS)
    def test_another_file_is_not_replaced(self, ending: str, tmp_path: Path) -> None:
        pytest.importorskip("pyarrow", reason="the extra export is not installed")
        path = tmp_path / f"mine{ending}"
        path.write_text("something else")
        with pytest.raises(ExperimentError, match="something else is there: choose another name"):
            export(strategy_of(Kuhn()), path)
        assert path.read_text() == "something else"

    def test_another_database_is_not_replaced(self, tmp_path: Path) -> None:
        path = tmp_path / "mine.sqlite"
        with closing(sqlite3.connect(path)) as base:
            base.execute("CREATE TABLE strategy (mine)")
        with pytest.raises(ExperimentError, match="something else is there: choose another name"):
            export(strategy_of(Kuhn()), path)

    def test_parquet_without_its_library(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setitem(sys.modules, "pyarrow", None)
        with pytest.raises(ExperimentError, match=r"no pyarrow: pip install 'zerosum\[export\]'"):
            export(strategy_of(Kuhn()), tmp_path / "out.parquet")

    def test_errors_of_the_database_are_those_of_the_system(self, tmp_path: Path) -> None:
        nothing: Any = SimpleNamespace(columns=(), lines=list, strategy=strategy_of(Kuhn()))
        with pytest.raises(OSError, match="syntax error"):
            FORMATS[".sqlite"].write(nothing, tmp_path / "out.sqlite", {})

    def test_errors_of_the_system_are_sentences(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def full(_: Columns, part: Path, __: object) -> None:
            part.write_text("half")
            raise OSError("database or disk is full")

        monkeypatch.setitem(FORMATS, ".csv", replace(FORMATS[".csv"], write=full))
        with pytest.raises(ExperimentError, match="must be writable; got database or disk is full"):
            export(strategy_of(Kuhn()), tmp_path / "out.csv")
        assert not list(tmp_path.iterdir())


run = partial(invoked, main)


class TestCommand:
    @pytest.fixture(autouse=True)
    def here(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
        monkeypatch.chdir(tmp_path)
        run_folder(tmp_path / "kuhn", "blood.kuhn", Kuhn(), 200)
        return tmp_path

    def test_writes_a_run(self) -> None:
        for _ in range(2):  # the second replaces the first
            result = run("kuhn out.SQLITE")
            assert result.exit_code == 0, result.output
        assert result.stdout == ""
        assert result.stderr == "The 12 infosets of kuhn are written to out.SQLITE.\n"
        heading, lines = READ[".sqlite"](Path("out.SQLITE"))
        assert list(heading) == ["row", "player", "infoset", "action", "probability"]
        assert len(lines) == 24
        assert {line[2] for line in lines} >= {"J", "K pb", "Q p"}
        assert {line[3] for line in lines} == {"PASS", "BET"}

    @pytest.mark.parametrize(
        ("words", "said"),
        [
            ("kuhn out.xlsx", "must end in .csv, .json, .parquet or .sqlite; got out.xlsx: choose"),
            ("kuhn nowhere/out.csv", "must exist; there is none: make it first."),
            ("nothing out.csv", "The folder nothing must be a run folder"),
            ("kuhn", "Missing argument 'FILE'. Try --help."),
        ],
    )
    def test_mistakes_are_one_sentence(self, words: str, said: str, here: Path) -> None:
        assert said in refused(main, words)
        assert [path.name for path in here.iterdir()] == ["kuhn"]


VALUES = [
    *(0, -5, None, True, 2.5, "", "seven b", "eight by", Move.BET, (), (1, (None, "é"), Move.PASS)),
    *(Bet(3, 4), (Bet(1), (Bet(2),))),
]


def test_values_end_where_they_were_written_to() -> None:
    parts = [write(value) for value in VALUES]
    ends = np.cumsum([len(part) for part in parts])
    words = np.array([word for part in parts for word in part])
    assert ends_of(words, ends - [len(part) for part in parts]).tolist() == ends.tolist()


def test_items_of_tuples() -> None:
    tuples = [(1, Move.BET, (2, 3)), (), ("text", None)]
    words, begins, expected = [], [], []
    for each in tuples:
        begins.append(len(words))
        at = len(words) + 1
        for item in each:
            expected.append((at, at + len(write(item))))
            at += len(write(item))
        words += write(each)
    found = items_of(np.array(words), np.array(begins), np.array([3, 0, 2]))
    assert list(zip(*(part.tolist() for part in found), strict=True)) == expected


class TestWords:
    def test_a_row_prints_its_infoset_by_the_names_of_its_factors(self) -> None:
        strategy = strategy_of(Abstracted(Kuhn(), seen * card))
        texts = [str(row) for row in strategy.rows()]
        assert texts[0] == "player 0, seen 1, card None: PASS 0.3, BET 4.941e-324"
        assert repr(next(strategy.rows())) == f"<{texts[0]}>"

    def test_a_strategy_says_what_it_is(self, tmp_path: Path) -> None:
        solver = CFR(Abstracted(Kuhn(), card * seen), native=False)
        solver.run(3)
        assert repr(solver) == (
            "<CFR of Kuhn() through card * seen: plus, 3 iterations, 10 infosets>"
        )
        said = "<Strategy of Kuhn() through card * seen by CFR, plus, 3 iterations: 10 infosets>"
        solver.strategy().save(tmp_path / "saved")
        assert repr(solver.strategy()) == repr(Strategy.load(tmp_path / "saved", solver.game))
        assert repr(solver.strategy()) == said

    def test_a_page_is_short_whatever_the_strategy(self) -> None:
        page = strategy_of(Kuhn(), 2_000)._repr_html_()
        assert len(page) < 4_000
        assert page.count("<tr>") == 25
        assert "and 23,976 more infosets" in page
        assert "<p>Strategy: 24,000 infosets</p>" in page

    def test_a_page_of_rows_that_cannot_be_decoded_says_so(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        strategy, of_members = strategy_of(Kuhn()), strategy_of(Abstracted(Kuhn(), card * seen))
        monkeypatch.setattr("zerosum.support.tokens.CLASSES", {})
        monkeypatch.setattr("zerosum.support.tokens._NAMES", {})
        for each in (strategy, of_members):
            with pytest.raises(StoreError, match="must be imported before it is decoded"):
                list(Columns(each).lines())
        assert "must be imported before it is decoded" in strategy._repr_html_()
