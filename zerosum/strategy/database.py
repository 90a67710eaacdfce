"""A strategy as an SQLite database: written once, and asked one infoset at a time.

The table ``strategy`` is that of :class:`Columns`. ``infosets`` has the hash of each key, the first
line of its row and the number of its actions, so that a key is found by a search in a tree of
integers; ``about`` says what the strategy is of. The header of the file has our number and that of
the format.
"""

from __future__ import annotations

import json
import sqlite3
import struct
import weakref
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path
from threading import Lock
from typing import Any, final

from zerosum.abstraction import base_and_view
from zerosum.errors import StoreError
from zerosum.kernels.hashing import hash_row
from zerosum.strategy.columns import BATCH, Columns
from zerosum.strategy.origin import describe, differing
from zerosum.strategy.policy import TabularPolicy

FORMAT = 1
SIGN, SIGN_AT = b"ZSUM", 68  # the number of the application, as SQLite's file format has it

_HEADER = 100  # bytes, as SQLite's file format says
_TYPES = {int: "INTEGER", bool: "INTEGER", float: "REAL", str: "TEXT"}
LOOK_UP = (
    "SELECT strategy.probability FROM infosets JOIN strategy ON strategy.rowid "
    "BETWEEN infosets.line AND infosets.line + infosets.actions - 1 WHERE infosets.hash = ? "
    "ORDER BY strategy.rowid"
)


def write_database(table: Columns, path: Path, run: Mapping[str, Any]) -> None:
    """Write a strategy as a database; the file counts only when it is complete.

    Parameters
    ----------
    table
        The strategy as a table.
    path
        The file, which must not exist.
    run
        What made it, for those who open it; JSON must be able to hold it.

    Raises
    ------
    OSError
        If SQLite cannot write the file.
    """
    columns = ", ".join(
        f'"{column.name.replace(chr(34), 2 * chr(34))}" {_TYPES[column.kind]}'
        for column in table.columns
    )
    marks = ", ".join("?" for _ in table.columns)
    strategy = table.strategy
    about = {"of": strategy.of, "about": strategy.about, "infosets": len(strategy), "run": run}
    try:
        with closing(sqlite3.connect(path, isolation_level=None)) as base:
            base.execute("PRAGMA journal_mode = OFF")
            base.execute("PRAGMA synchronous = OFF")
            base.execute(f"PRAGMA application_id = {int.from_bytes(SIGN)}")
            base.execute(f"PRAGMA user_version = {FORMAT}")
            base.execute("BEGIN")
            base.execute(f"CREATE TABLE strategy ({columns})")
            base.executemany(f"INSERT INTO strategy VALUES ({marks})", table.lines())  # noqa: S608
            base.execute(
                "CREATE TABLE infosets (hash INTEGER PRIMARY KEY, line INTEGER, actions INTEGER)"
            )
            base.executemany("INSERT OR IGNORE INTO infosets VALUES (?, ?, ?)", _places(table))
            base.execute("CREATE TABLE about (name TEXT PRIMARY KEY, value TEXT)")
            lines = ((name, json.dumps(value)) for name, value in about.items())
            base.executemany("INSERT INTO about VALUES (?, ?)", lines)
            base.execute("COMMIT")
    except sqlite3.Error as error:
        raise OSError(str(error)) from error


def _places(table: Columns) -> Iterator[tuple[int, int, int]]:
    """Yield the hash of each key, ascending; its first line, from 1; and its number of actions."""
    strategy = table.strategy
    for first in range(0, len(strategy), BATCH):
        rows = strategy.order[first : first + BATCH]
        starts = strategy.starts[rows]
        counts = strategy.starts[rows + 1] - starts
        hashes = strategy.hashes[first : first + BATCH]
        yield from zip(hashes.tolist(), (starts + 1).tolist(), counts.tolist(), strict=True)


@final
class Database(TabularPolicy):
    """A strategy in an SQLite database that :func:`zerosum.experiment.export` wrote, read-only.

    An infoset is looked up in the file, in well under a millisecond, and nothing is loaded. Threads
    may share a database; in another process it is opened again by its path.

    Parameters
    ----------
    path
        The file.
    game
        The start of the game that the strategy is of, abstract or not.

    Attributes
    ----------
    run
        The experiment that made the strategy, and the parameters of its game; empty if it was
        exported without one.

    Raises
    ------
    StoreError
        If the file is not such a database, or not complete, or the strategy is of another game or
        abstraction. While it is asked, if it is damaged.

    Notes
    -----
    Two different keys are taken for one if their hashes of 62 bits are equal.

    Examples
    --------
    >>> import tempfile
    >>> from zerosum.algorithms import CFR
    >>> from zerosum.experiment import export
    >>> from zerosum.kuhn import Kuhn
    >>> with tempfile.TemporaryDirectory() as place:
    ...     export(CFR(Kuhn()).strategy(), f"{place}/kuhn.sqlite")
    ...     Database(f"{place}/kuhn.sqlite", Kuhn())(Kuhn().apply(0).apply(2).infoset(0))
    {<Move.PASS: 0>: 0.5, <Move.BET: 1>: 0.5}
    """

    def __init__(self, path: str | Path, game: Any) -> None:
        self.path, self.game = Path(path), game
        base, self.view = base_and_view(game)
        self.of = describe(base, self.view)
        self._base = _opened(self.path)
        self._lock = Lock()
        weakref.finalize(self, self._base.close)
        about = _about(self._base, self.path)
        if differs := differing(about["of"], self.of):
            raise StoreError(
                f"The strategy in {path} must be of this game and abstraction; it differs in "
                f"{differs}.",
                path,
            )
        self.about: str = about["about"]
        self.run: dict[str, Any] = about["run"]
        self.unknown = 0
        self._infosets: int = about["infosets"]
        self._read(0)

    def __len__(self) -> int:
        """Return the number of known infosets."""
        return self._infosets

    def __reduce__(self) -> tuple[type[Database], tuple[Path, Any]]:
        return Database, (self.path, self.game)

    def find(self, infoset: Any, menu: tuple[Any, ...]) -> list[float] | None:
        """Return the probability of each action of a menu, None if the infoset is unknown.

        Raises
        ------
        StoreError
            If the file is damaged, or the infoset is known with other actions.
        """
        row, start = self.view.row(infoset, menu)
        found = self._read(hash_row(row, start, len(row)))
        if not found:
            return None
        if len(found) != len(menu):
            raise StoreError(
                f"The database {self.path} must have the {len(menu)} actions of {infoset!r}; it "
                f"has {len(found)}: export the strategy again.",
                infoset,
            )
        return found

    def _read(self, state: int) -> list[float]:
        """Return the probabilities of the row with a hash; none if there is no such row."""
        try:
            with self._lock:
                found = self._base.execute(LOOK_UP, (state,)).fetchall()
        except sqlite3.Error as error:
            raise _damaged(self.path, error) from error
        return [probability for (probability,) in found]


def read_about(path: str | Path) -> dict[str, Any]:
    """Return what a database says of its strategy, by name: ``of``, ``about`` and ``run``.

    Raises
    ------
    StoreError
        If it is not such a database, or not complete.
    """
    with closing(_opened(Path(path))) as base:
        return _about(base, Path(path))


def _opened(path: Path) -> sqlite3.Connection:
    """Return a connection to a file whose header is that of a complete database of ours."""
    try:
        with path.open("rb") as file:
            header = file.read(_HEADER)
        size = path.stat().st_size
    except OSError as error:
        raise StoreError(
            f"The database {path} must be a file that can be read; got {error.strerror}: write it "
            f"with export.",
            path,
        ) from error
    if len(header) < _HEADER or header[SIGN_AT : SIGN_AT + len(SIGN)] != SIGN:
        raise StoreError(
            f"The file {path} must be a database with a strategy; it is something else: write it "
            f"with export.",
            path,
        )
    page, pages, version = struct.unpack_from(">16xH10xI28xI", header)
    if version != FORMAT:
        raise StoreError(
            f"The database {path} must be of format {FORMAT}; it is of {version}: export the "
            f"strategy again.",
            path,
        )
    whole = pages * (65_536 if page == 1 else page)
    if size != whole:
        raise StoreError(
            f"The database {path} must be complete, with {whole:,} bytes; it has {size:,}: export "
            f"the strategy again.",
            path,
        )
    words = f"{path.absolute().as_uri()}?mode=ro&immutable=1"
    return sqlite3.connect(words, uri=True, isolation_level=None, check_same_thread=False)


def _about(base: sqlite3.Connection, path: Path) -> dict[str, Any]:
    try:
        found = {name: json.loads(text) for name, text in base.execute("SELECT * FROM about")}
        kinds = {"of": dict, "about": str, "infosets": int, "run": dict}
        if any(not isinstance(found.get(name), kind) for name, kind in kinds.items()):
            raise ValueError("there are names missing in about")
    except (sqlite3.Error, TypeError, ValueError) as error:
        raise _damaged(path, error) from error
    return found


def _damaged(path: Path, error: Exception) -> StoreError:
    return StoreError(
        f"The database {path} must be as export wrote it; it is damaged, {error}: export the "
        f"strategy again.",
        path,
    )
