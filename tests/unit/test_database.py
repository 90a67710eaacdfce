"""A database answers as the strategy that it was written from, and other files are refused."""

from __future__ import annotations

import pickle
import sqlite3
import struct
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.awkward import GAMES, infosets, trained
from tests.factors import betting, card
from zerosum.abstraction import Abstracted
from zerosum.errors import StoreError, UnknownInfoset
from zerosum.experiment import Experiment, export
from zerosum.kuhn import Kuhn
from zerosum.leduc import Leduc
from zerosum.strategy import Database
from zerosum.strategy.database import LOOK_UP, SIGN, SIGN_AT, read_about


def written(place: Path, game: Any = Kuhn(), iterations: int = 3) -> Path:  # noqa: B008
    path = place / "out.sqlite"
    export(trained(game, iterations), path)
    return path


@pytest.mark.parametrize("name", GAMES)
def test_answers_as_the_strategy_does(name: str, tmp_path: Path) -> None:
    game = GAMES[name]
    strategy = trained(game)
    database = Database(written(tmp_path, game), game)
    assert len(database) == len(strategy)
    assert repr(database) == repr(strategy).replace("Strategy", "Database")
    known = [infoset for infoset in infosets(game) if strategy.knows(infoset)]
    assert known
    assert len(known) < len(infosets(game))
    before = strategy.unknown
    for infoset in infosets(game):
        menu = strategy.menu(infoset)
        assert database.find(infoset, menu) == strategy.find(infoset, menu)
        assert database(infoset) == strategy(infoset)
        assert database.knows(infoset) == strategy.knows(infoset)
    assert database.unknown == strategy.unknown - before > 0


def test_unknown_infosets_and_names_of_files(tmp_path: Path) -> None:
    database = Database(written(tmp_path, iterations=0), Kuhn)
    with pytest.raises(UnknownInfoset, match="has not visited"):
        database(infosets(Kuhn())[0], strict=True)
    assert database.find(infosets(Kuhn())[0], (0, 1)) is None
    path = written(tmp_path).rename(tmp_path / "a?b#c%20 d.sqlite")
    assert len(Database(path, Kuhn())) == len(trained(Kuhn()))


def test_a_look_up_searches_two_trees_and_a_file_says_what_made_it(tmp_path: Path) -> None:
    with closing(sqlite3.connect(written(tmp_path))) as base:
        plan = [line[-1] for line in base.execute(f"EXPLAIN QUERY PLAN {LOOK_UP}", (1,))]
    assert plan == [
        "SEARCH infosets USING INTEGER PRIMARY KEY (rowid=?)",
        "SEARCH strategy USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)",
    ]
    path = tmp_path / "kuhn.sqlite"
    assert read_about(written(tmp_path))["run"] == {}
    export(trained(Kuhn()), path, experiment=Experiment(Kuhn, name="blood.kuhn", seed=5))
    run = Database(path, Kuhn()).run
    assert run == read_about(path)["run"]
    assert (run["experiment"], run["game"], run["seed"]) == ("blood.kuhn", {}, 5)


def test_is_only_read(tmp_path: Path) -> None:
    path = written(tmp_path)
    path.chmod(0o444)
    before = path.read_bytes()
    database = Database(path, Kuhn())
    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        database._base.execute("DELETE FROM strategy")
    assert database(infosets(Kuhn())[0])
    assert [each.name for each in tmp_path.iterdir()] == ["out.sqlite"]
    assert path.read_bytes() == before


def test_threads_share_it_and_processes_open_it_again(tmp_path: Path) -> None:
    game = GAMES["Leduc"]
    database, some = Database(written(tmp_path, game), game), infosets(game)[::6]
    expected = [trained(game)(infoset) for infoset in some]
    with ThreadPoolExecutor(4) as executor:
        for _ in range(3):
            assert list(executor.map(database, some)) == expected
    again = pickle.loads(pickle.dumps(database))
    assert [again(infoset) for infoset in some] == expected


class TestRefused:
    @pytest.mark.parametrize(
        ("length", "said"),
        [
            (0, "must be a database with a strategy; it is something else"),
            (50, "something else"),
            (100, r"must be complete, with [\d,]+ bytes; it has 100: export"),
            (4_096, "must be complete"),
            (-1, "must be complete"),
        ],
    )
    def test_a_truncated_file(self, length: int, said: str, tmp_path: Path) -> None:
        path = written(tmp_path)
        path.write_bytes(path.read_bytes()[:length])
        with pytest.raises(StoreError, match=said):
            Database(path, Kuhn())
        with pytest.raises(StoreError, match=said):
            read_about(path)

    def test_a_file_that_is_no_database_of_ours(self, tmp_path: Path) -> None:
        path = tmp_path / "mine.sqlite"
        for content in (b"text " * 100, b"SQLite format 3\x00"):
            path.write_bytes(content)
            with pytest.raises(StoreError, match="must be a database with a strategy"):
                Database(path, Kuhn())
        sign = struct.pack(f">16xH10xI28xI{SIGN_AT - 64}x", 128, 1, 1) + SIGN
        path.write_bytes(sign.ljust(128, b"\x00"))
        with pytest.raises(StoreError, match="it is damaged, file is not a database: export"):
            Database(path, Kuhn())
        path.unlink()
        with closing(sqlite3.connect(path)) as base:
            base.execute("CREATE TABLE strategy (row, player, probability)")
        with pytest.raises(StoreError, match="must be a database with a strategy"):
            Database(path, Kuhn())

    def test_no_file(self, tmp_path: Path) -> None:
        with pytest.raises(StoreError, match="can be read; got No such file or directory: write"):
            Database(tmp_path / "none.sqlite", Kuhn())
        with pytest.raises(StoreError, match="must be a file that can be read"):
            Database(tmp_path, Kuhn())

    @pytest.mark.parametrize(
        ("changed", "said"),
        [
            ("PRAGMA user_version = 2", "must be of format 1; it is of 2: export"),
            ("DROP TABLE about", "it is damaged, no such table: about: export"),
            ("DROP TABLE infosets", "it is damaged, no such table: infosets: export"),
            ("DROP TABLE strategy", "it is damaged, no such table: strategy: export"),
            ("DELETE FROM about WHERE name = 'of'", "names missing in about"),
            ("UPDATE about SET value = '{' WHERE name = 'of'", "it is damaged, Expecting"),
            ("UPDATE about SET value = 7", "it is damaged"),
        ],
    )
    def test_a_changed_file(self, changed: str, said: str, tmp_path: Path) -> None:
        path = written(tmp_path)
        with closing(sqlite3.connect(path)) as base:
            base.execute(changed)
            base.commit()
        with pytest.raises(StoreError, match=said):
            Database(path, Kuhn())

    @pytest.mark.parametrize(
        ("game", "said"),
        [(Leduc(), "differs in game"), (Abstracted(Kuhn(), card * betting), "differs in states")],
    )
    def test_a_strategy_of_another_game(self, game: Any, said: str, tmp_path: Path) -> None:
        with pytest.raises(StoreError, match=f"must be of this game and abstraction; it {said}"):
            Database(written(tmp_path), game)

    def test_a_damaged_page_once_it_is_read(self, tmp_path: Path) -> None:
        game = GAMES["Leduc"]
        path = written(tmp_path, game)
        database = Database(path, game)
        pages = np.frombuffer(path.read_bytes(), np.uint8).reshape(-1, 4_096).copy()
        pages[-8:-2] = 0
        path.write_bytes(pages.tobytes())
        with pytest.raises(StoreError, match="it is damaged, database disk image is malformed"):
            list(map(database, infosets(game)))

    def test_lines_that_are_missing(self, tmp_path: Path) -> None:
        path = written(tmp_path)
        with closing(sqlite3.connect(path)) as base:
            base.execute("DELETE FROM strategy WHERE action = 'BET'")
            base.commit()
        database = Database(path, Kuhn())
        with pytest.raises(StoreError, match=r"must have the 2 actions of .* it has 1: export"):
            list(map(database, infosets(Kuhn())))
