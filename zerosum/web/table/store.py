"""Tables, their hands and imported sessions in a database, so that no event is lost."""

from __future__ import annotations

import json
import secrets
import sqlite3
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from threading import RLock
from typing import Any
from weakref import finalize

from zerosum.support.store import Json
from zerosum.web.errors import CONFLICT, RequestError
from zerosum.web.library import MISSING

FORMAT = 2
MOST, DAYS = 1_000, 60
"""How many tables are kept, and for how many days after their last event."""
MOST_SESSIONS = 50
"""How many sessions of a player are kept."""
_SCHEMA = """
CREATE TABLE IF NOT EXISTS tables (
    id TEXT PRIMARY KEY, player TEXT NOT NULL, run TEXT NOT NULL, game TEXT NOT NULL,
    rules TEXT NOT NULL, settings TEXT NOT NULL, event INTEGER NOT NULL, score TEXT NOT NULL,
    hands INTEGER NOT NULL, before TEXT NOT NULL,
    created REAL NOT NULL, touched REAL NOT NULL);
CREATE TABLE IF NOT EXISTS hands (
    id TEXT NOT NULL, number INTEGER NOT NULL, seat INTEGER NOT NULL, seed INTEGER NOT NULL,
    steps TEXT NOT NULL, finished INTEGER NOT NULL, PRIMARY KEY (id, number)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS sessions (
    id TEXT PRIMARY KEY, player TEXT NOT NULL, run TEXT NOT NULL, hero TEXT NOT NULL,
    text TEXT NOT NULL, hands INTEGER NOT NULL, created REAL NOT NULL);
CREATE INDEX IF NOT EXISTS of_player ON tables (player, touched);
"""
_ADD = """
INSERT INTO tables VALUES (
    :id, :player, :run, :game, :rules, :settings, :event, :score, :hands, :before,
    :created, :touched)
"""
_DEAL = "INSERT OR REPLACE INTO hands VALUES (:id, :number, :seat, :seed, :steps, :finished)"
_DROP_OLD = """
DELETE FROM tables WHERE touched < ?
    OR id IN (SELECT id FROM tables ORDER BY touched DESC LIMIT -1 OFFSET ?)
"""
_DROP_SESSIONS = """
DELETE FROM sessions WHERE player = ? AND id IN (
    SELECT id FROM sessions WHERE player = ? ORDER BY created DESC LIMIT -1 OFFSET ?)
"""


@dataclass(frozen=True)
class Settings:
    """What is played at a table.

    Parameters
    ----------
    seat
        The person's seat; None changes it with each hand.
    opponents
        Words for agents by the seats they take in the first hand; the run plays the others.
    think
        Seconds for which the run solves a street again at each decision; 0 for not at all.
    series
        Whether series, such as matches, are played.
    """

    seat: int | None = None
    opponents: Mapping[str, str] = field(default_factory=dict)
    think: float = 0.0
    series: bool = False


@dataclass(frozen=True)
class Record:
    """A table as it is stored.

    Parameters
    ----------
    id, player, run, game
        Its name, whose it is, and the names of the run and of its game.
    rules
        Differs between games and menus that differ in anything.
    settings
        What is played.
    event
        How often the person has acted or gone on.
    score
        The score in words.
    hands
        The number of hands that were begun.
    before
        Before the last hand: the score, the chips, and the hands of the sitting or of its series.
    created, touched
        When, in seconds since 1970.
    """

    id: str
    player: str
    run: str
    game: str
    rules: str
    settings: Settings
    event: int = 0
    score: str = ""
    hands: int = 0
    before: tuple[int, float, int] = (0, 0.0, 0)
    created: float = 0.0
    touched: float = 0.0


_FIELDS = [each.name for each in fields(Record)]


@dataclass(frozen=True)
class Dealt:
    """A hand as it is stored.

    Parameters
    ----------
    number
        Its number at its table, from 1.
    seat
        The person's seat.
    seed
        Of all its random numbers.
    steps
        All outcomes of chance and actions, as :mod:`zerosum.play.records` writes them.
    finished
        Whether it has ended.
    """

    number: int
    seat: int
    seed: int
    steps: Json = field(default_factory=dict)
    finished: bool = False


@dataclass(frozen=True)
class Session:
    """Hands from elsewhere as they are stored.

    Parameters
    ----------
    id, run, hero
        Its name, the run to ask, and the name of the player who asks.
    text
        The hands.
    hands
        How many of them the run has answers for.
    created
        When, in seconds since 1970.
    """

    id: str
    run: str
    hero: str
    text: str
    hands: int
    created: float


class Store:
    """A database of tables; several threads may use it.

    Parameters
    ----------
    path
        The file, made when the first table is; None keeps all in memory.
    """

    def __init__(self, path: Path | None = None) -> None:
        self.path = path
        self._lock = RLock()
        self._opened: sqlite3.Connection | None = None

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            if self._opened is not None:
                self._opened.close()
                self._opened = None

    def add(self, record: Record, hand: Dealt) -> None:
        """Begin a table with its first hand; tables that are old or too many are dropped."""
        now = time.time()
        with self._using() as database:
            database.execute(_DROP_OLD, (now - DAYS * 86_400, MOST - 1))
            database.execute("DELETE FROM hands WHERE id NOT IN (SELECT id FROM tables)")
            row = asdict(record) | {"created": now, "touched": now}
            row |= {name: json.dumps(row[name]) for name in ("settings", "before")}
            database.execute(_ADD, row)
            database.execute(_DEAL, _row(record, hand))

    def table(self, name: str, player: str) -> Record:
        """Return a table.

        Raises
        ------
        RequestError
            If there is none of that name, or it is another player's.
        """
        one = "SELECT * FROM tables WHERE id = ? AND player = ?"
        for record in self._records(one, name, player):
            return record
        raise RequestError("There is no such table here: sit down at another.", MISSING)

    def tables(self, player: str) -> list[Record]:
        """Return a player's tables, the last one first."""
        every = "SELECT * FROM tables WHERE player = ? ORDER BY touched DESC"
        return list(self._records(every, player))

    def keep(self, record: Record, hand: Dealt) -> None:
        """Store an event: the table after it, and its hand.

        Raises
        ------
        RequestError
            If the table is not at the event before it.
        """
        with self._using() as database:
            changed = database.execute(
                "UPDATE tables SET event = ?, score = ?, hands = ?, before = ?, touched = ? "
                "WHERE id = ? AND event = ?",
                (
                    *(record.event, record.score, record.hands),
                    *(json.dumps(record.before), time.time(), record.id, record.event - 1),
                ),
            )
            if changed.rowcount != 1:
                raise late()
            database.execute(_DEAL, _row(record, hand))

    def hands(self, record: Record, first: int = 1, count: int = -1) -> list[Dealt]:
        """Return hands of a table, from a number on, at most so many."""
        rows = self._rows(
            "SELECT number, seat, seed, steps, finished FROM hands WHERE id = ? AND number >= ? "
            "ORDER BY number LIMIT ?",
            *(record.id, first, count),
        )
        return [
            Dealt(number, seat, seed, json.loads(steps), bool(finished))
            for number, seat, seed, steps, finished in rows
        ]

    def drop(self, record: Record) -> None:
        """Drop a table."""
        with self._using() as database:
            database.execute("DELETE FROM hands WHERE id = ?", (record.id,))
            database.execute("DELETE FROM tables WHERE id = ?", (record.id,))

    def keep_session(self, player: str, run: str, hero: str, text: str, hands: int) -> str:
        """Store hands from elsewhere to go through; return what they are called.

        A player's sessions are dropped, the oldest first, if they are too many.
        """
        name = new_name()
        with self._using() as database:
            row = name, player, run, hero, text, hands, time.time()
            database.execute("INSERT INTO sessions VALUES (?, ?, ?, ?, ?, ?, ?)", row)
            database.execute(_DROP_SESSIONS, (player, player, MOST_SESSIONS))
        return name

    def sessions(self, player: str) -> list[Session]:
        """Return a player's sessions without their texts, the last one first."""
        rows = self._rows(
            "SELECT id, run, hero, '', hands, created FROM sessions WHERE player = ? "
            "ORDER BY created DESC",
            player,
        )
        return [Session(*row) for row in rows]

    def session(self, name: str, player: str) -> Session:
        """Return a session.

        Raises
        ------
        RequestError
            If there is none of that name, or it is another player's.
        """
        rows = self._rows(
            "SELECT id, run, hero, text, hands, created FROM sessions WHERE id = ? AND player = ?",
            *(name, player),
        )
        if not rows:
            raise RequestError("There is no such session here: import it again.", MISSING)
        return Session(*rows[0])

    def _records(self, query: str, *values: Any) -> Iterator[Record]:
        for row in self._rows(query, *values):
            known = dict(zip(_FIELDS, row, strict=True))
            known["settings"] = Settings(**json.loads(known["settings"]))
            yield Record(**known | {"before": tuple(json.loads(known["before"]))})

    def _rows(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        with self._lock:
            if self._opened is None and self.path is not None and not self.path.exists():
                return []
            with self._using() as database:
                return database.execute(query, values).fetchall()

    @contextmanager
    def _using(self) -> Iterator[sqlite3.Connection]:
        """Yield the database within a transaction, which an error takes back.

        Raises
        ------
        RequestError
            If the file is no database, of another version, or cannot be read and written.
        """
        where = ":memory:" if self.path is None else str(self.path)
        with self._lock:
            try:
                if self._opened is None:
                    self._opened = _opened(where)
                    finalize(self, self._opened.close)  # where nobody closes it
                with self._opened as database:
                    yield database
            except sqlite3.Error as error:
                raise RequestError(
                    f"The tables in {where} must be a database that can be written; got {error}: "
                    f"make room, end what else uses it, or move the file away.",
                    CONFLICT,
                ) from error


def _opened(where: str) -> sqlite3.Connection:
    """Return a database with its tables."""
    if where != ":memory:":
        Path(where).parent.mkdir(parents=True, exist_ok=True)
    database = sqlite3.connect(where, check_same_thread=False)
    try:
        # Written to the log at each event: what is committed survives the end of the process.
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("PRAGMA synchronous = NORMAL")
        (version,) = database.execute("PRAGMA user_version").fetchone()
        if version not in {0, FORMAT}:
            raise RequestError(
                f"The tables in {where} must be of format {FORMAT}; they are of {version}: move "
                f"the file away, or open it with the version that wrote it.",
                CONFLICT,
            )
        database.executescript(f"{_SCHEMA} PRAGMA user_version = {FORMAT};")
    except (sqlite3.Error, RequestError):
        database.close()
        raise
    return database


def _row(record: Record, hand: Dealt) -> dict[str, Any]:
    return asdict(hand) | {"id": record.id, "steps": json.dumps(hand.steps)}


def late() -> RequestError:
    """Return what an action is refused with that does not answer the last event."""
    return RequestError(
        "The table has gone on: look at it again, and act on what is there now.", CONFLICT
    )


def new_name() -> str:
    """Return a name that says nothing."""
    return secrets.token_urlsafe(16)
