"""Strategies as files of other programs: CSV, JSON, Parquet and SQLite.

A strategy of a spot has a line for each decision, board, hand and action, and what that wins. A
format is an entry of ``FORMATS``: a kind of files, and a function that writes them. The game itself
is written as a tree of Gambit.
"""

import csv
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from zerosum.errors import ExperimentError
from zerosum.experiment.declare import Experiment
from zerosum.experiment.files import Kind, kind_of
from zerosum.experiment.folder import identity
from zerosum.game import History
from zerosum.strategy import Columns, Listing, TabularPolicy
from zerosum.strategy.columns import Watch
from zerosum.strategy.database import SIGN, SIGN_AT, write_database
from zerosum.support.store import Json


@dataclass(frozen=True)
class Format:
    """A format of files.

    Parameters
    ----------
    kind
        The kind of such files.
    write
        Writes a table to a path at which nothing is, with what made it where there is room.
    require
        Raises an error if a library that it needs is not installed.
    """

    kind: Kind
    write: Callable[[Any, Path, Json], None]
    require: Callable[[], object] = tuple


def export(
    strategy: TabularPolicy,
    path: str | Path,
    watch: Watch = iter,
    experiment: Experiment | None = None,
    **part: Any,
) -> None:
    r"""Write a strategy as CSV, JSON, Parquet or SQLite, as the path ends; in batches, atomically.

    Parameters
    ----------
    strategy
        The strategy.
    path
        The file. An older file of the same format is replaced.
    watch
        Wraps a sequence, to show how far the file is.
    experiment
        What made the strategy; a database keeps its name and parameters, to be opened by itself.
    part
        Of a strategy of a spot, which part: ``actions``, ``cards`` and ``streets``, as
        :class:`zerosum.evaluation.street_columns.StreetColumns` takes them.

    Raises
    ------
    ExperimentError
        If the strategy is of a spot, and too large or the file a database; if the path cannot be
        written, or :func:`require_export` refuses it.
    StoreError
        If the strategy holds a record of a class that is not imported.

    Examples
    --------
    >>> import tempfile
    >>> from zerosum.algorithms import CFR
    >>> from zerosum.kuhn import Kuhn
    >>> with tempfile.TemporaryDirectory() as place:
    ...     export(CFR(Kuhn()).strategy(), f"{place}/kuhn.csv")
    ...     print(*Path(place, "kuhn.csv").read_text().splitlines()[:2], sep="\n")
    row,player,infoset,action,probability
    0,0,J,PASS,0.5
    """
    path = Path(path)
    require_export(path)
    chosen, table = _format(path), _listing(strategy, watch, part)
    if strategy.vectors and chosen.write is write_database:
        raise ExperimentError(
            f"The strategy of a spot must be written as a table; {path} is a database, which finds "
            f"infosets by keys: choose .csv, .json or .parquet.",
            path,
        )
    run = {} if experiment is None else identity(experiment)
    chosen.kind.write(path, lambda part: chosen.write(table, part, run))


def export_game(game: History, path: str | Path) -> None:
    """Write a game as a tree of Gambit, ``.efg``, atomically.

    Parameters
    ----------
    game
        The start of a game, abstract or not, or its class or tree.
    path
        The file. An older file of Gambit is replaced.

    Raises
    ------
    ExperimentError
        If the path cannot be written, does not end in ``.efg``, or something else is there.
    GameError, AbstractionError
        If the game cannot be enumerated, or has more than a million histories.

    Examples
    --------
    >>> import tempfile
    >>> from zerosum.kuhn import Kuhn
    >>> with tempfile.TemporaryDirectory() as place:
    ...     export_game(Kuhn(), f"{place}/kuhn.efg")
    ...     Path(place, "kuhn.efg").read_text().splitlines()[0]
    'EFG 2 R "Kuhn()" { "player 0" "player 1" }'
    """
    from zerosum.interop.gambit import write_gambit  # which others do without

    path = Path(path)
    GAME.require(path)
    text = write_gambit(game)
    GAME.write(path, lambda part: part.write_text(text, "utf-8", newline="\n"))


def _listing(strategy: Any, watch: Watch, part: Json) -> Listing:
    if not strategy.vectors:
        return Columns(strategy, watch, **part)
    from zerosum.evaluation.street_columns import StreetColumns  # which others do without

    return StreetColumns(strategy, watch, **part)


def require_export(path: Path) -> None:
    """Refuse a path at which no strategy may be written.

    Raises
    ------
    ExperimentError
        If it does not end like a known format, its folder does not exist, something else is there,
        or the format needs a library that is not installed.

    Examples
    --------
    >>> try:
    ...     require_export(Path("kuhn.txt"))
    ... except ExperimentError as error:
    ...     print(error)
    The name of the file must end in .csv, .json, .parquet or .sqlite; got kuhn.txt: choose
    one of these formats, or .efg for the game itself.
    """
    chosen = _format(path)
    chosen.kind.require(path)
    chosen.require()


def _format(path: Path) -> Format:
    kinds = [form.kind for form in FORMATS.values()]
    return FORMATS[kind_of(path, "file", kinds, _ADVICE).suffix]


def _write_csv(table: Listing, path: Path, _: Json) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(table.names)
        writer.writerows(table.lines())  # a float is written by the digits that distinguish it


def _write_json(table: Listing, path: Path, _: Json) -> None:
    """Write a list with an object on each line; what is no number is null."""
    with path.open("w", encoding="utf-8") as file:
        between = "[\n"
        for line in table.lines():
            values = [None if value != value else value for value in line]  # noqa: PLR0124  # NaN
            file.write(between + json.dumps(dict(zip(table.names, values, strict=True))))
            between = ",\n"
        file.write("\n]\n" if between == ",\n" else "[\n]\n")


def _write_parquet(table: Listing, path: Path, _: Json) -> None:
    pa, parquet = _parquet()
    types = {int: pa.int64(), bool: pa.bool_(), float: pa.float64(), str: pa.string()}
    schema = pa.schema([(column.name, types[column.kind]) for column in table.columns])
    with parquet.ParquetWriter(path, schema) as writer:
        for batch in table.batches():
            arrays = [
                pa.array(v, arrow_type) for v, arrow_type in zip(batch, schema.types, strict=True)
            ]
            writer.write_table(pa.Table.from_arrays(arrays, schema=schema))


def _parquet() -> tuple[Any, Any]:
    """Return the modules that write Parquet."""
    try:
        import pyarrow as pa
        from pyarrow import parquet
    except ImportError as error:
        raise ExperimentError(
            "The extra export must be installed to write Parquet; there is no pyarrow: "
            "pip install 'zerosum[export]'.",
            error,
        ) from error
    return pa, parquet


_FORMATS = (
    Format(Kind("CSV table", ".csv", "FILE", b"row,player,"), _write_csv),
    Format(Kind("JSON table", ".json", "FILE", b'[\n{"row":'), _write_json),
    Format(Kind("Parquet table", ".parquet", "FILE", b"PAR1"), _write_parquet, _parquet),
    Format(Kind("SQLite database", ".sqlite", "FILE", SIGN, SIGN_AT), write_database),
)
_ADVICE = "choose one of these formats, or .efg for the game itself"
GAME = Kind("Gambit file", ".efg", "FILE", b"EFG 2 ")
"""The kind of files that hold a game."""
FORMATS = {form.kind.suffix: form for form in _FORMATS}
"""The formats by the endings of their files."""
