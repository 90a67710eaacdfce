"""What came of a sweep: the best runs by size, and a file of all figures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields
from math import inf
from pathlib import Path
from statistics import median
from typing import Any

from zerosum.experiment.export import FORMATS
from zerosum.experiment.files import Kind, kind_of
from zerosum.scale.sweep.running import Swept
from zerosum.strategy.columns import Column, Listing

_KINDS = [
    Kind("Parquet table", ".parquet", "--table", b"PAR1"),
    Kind("CSV table", ".csv", "--table", b"run,seed,"),
]
_TYPES = {"str": str, "int": int, "float": float}


def best_by_size(found: Sequence[Swept]) -> list[str]:
    """Return the runs on the Pareto front: no smaller run, or one as large, measures less.

    Runs are compared by the median over their seeds; those that :func:`by_run` has not are left
    out.

    >>> made = [("a", 10, 0.3), ("b", 20, 0.4), ("c", 30, 0.1)]
    >>> best_by_size([Swept(run, 0, "", 1, 1, size, 1.0, chips) for run, size, chips in made])
    ['a', 'c']
    """
    least, front = inf, []
    for run, (_, _, middle, _) in sorted(by_run(found).items(), key=lambda pair: pair[1][::2]):
        if middle < least:
            least = middle
            front.append(run)
    return front


def measure_of(found: Sequence[Swept]) -> str:
    """Return what runs are compared by: exploitability, or the bound where no run has that.

    >>> measure_of([Swept("a", 0, "", 1, 1, 12, 1.0, regret=0.3)])
    'regret'
    """
    return "exploitability" if any(one.exploitability is not None for one in found) else "regret"


def by_run(found: Sequence[Swept]) -> dict[str, tuple[float, float, float, float]]:
    """Return of each run its median size, and the least, median and most measure.

    Runs without the measure of :func:`measure_of` are left out.

    >>> by_run([Swept("a", seed, "", 1, 1, 12, 1.0, 0.1 * seed) for seed in (1, 2, 3)])
    {'a': (12, 0.1, 0.2, 0.30000000000000004)}
    """
    runs: dict[str, tuple[list[int], list[float]]] = {}
    measure = measure_of(found)
    for one in found:
        value = getattr(one, measure)
        if value is not None:
            sizes, values = runs.setdefault(one.run, ([], []))
            sizes.append(one.infosets)
            values.append(value)
    return {
        run: (median(sizes), min(values), median(values), max(values))
        for run, (sizes, values) in runs.items()
    }


class _Figures(Listing):
    """The figures of all runs as a table."""

    def __init__(self, found: Sequence[Swept]) -> None:
        self._found = found
        self.columns = tuple(
            Column(field.name, _TYPES[str(field.type).split()[0]], optional=True)
            for field in fields(Swept)
        )

    def batches(self) -> Iterator[list[list[Any]]]:
        """Yield the columns."""
        yield [[getattr(one, name) for one in self._found] for name in self.names]


def require_table(path: Path) -> None:
    """Refuse a path at which no table may be written.

    Raises
    ------
    ExperimentError
        If it does not end in ``.parquet`` or ``.csv``, its folder does not exist, something else is
        there, or a library that it needs is not installed.

    Examples
    --------
    >>> require_table(Path("sweep.csv"))
    """
    _kind(path).require(path)
    FORMATS[_kind(path).suffix].require()


def save_table(found: Sequence[Swept], path: Path) -> None:
    """Write the figures of a sweep, a line for each run and seed, atomically.

    Raises
    ------
    ExperimentError
        As :func:`require_table` does.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as place:
    ...     save_table([Swept("a", 0, "a", 1, 9, 12, 0.5)], Path(place, "sweep.csv"))
    ...     Path(place, "sweep.csv").read_text().splitlines()[1]
    'a,0,a,1,9,12,0.5,,,,,'
    """
    require_table(path)
    kind = _kind(path)
    kind.write(path, lambda part: FORMATS[kind.suffix].write(_Figures(found), part, {}))


def _kind(path: Path) -> Kind:
    return kind_of(path, "table", _KINDS, "choose one of these formats")
