"""How much memory a run may take, and what of it is left for the table of infosets."""

from __future__ import annotations

import re
import sys
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

import numpy as np

from zerosum.abstraction import Algebraic, View, base_and_view
from zerosum.abstraction.combined import records_in
from zerosum.abstraction.fitting import equipped
from zerosum.algorithms import RoundSampling
from zerosum.errors import ExperimentError
from zerosum.experiment.declare import Experiment
from zerosum.experiment.options import parameters_of
from zerosum.game import History
from zerosum.support.rendering import sized
from zerosum.tables import Storage

_UNITS = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9, "t": 10**12}
_SIZE = re.compile(r"(\d+(?:\.\d+)?) ?([kmgt]?)b?", re.IGNORECASE)
_LEAST_TABLE = 16 * 10**6
# What compiling, reports and the saving of checkpoints take beside the table.
_BYTES_BESIDE = 150 * 10**6
# By how much more a process may take at its start than another of the same run did.
_DRIFT = 20 * 10**6
# What the key of a row takes, with its share of the index; and the index of a fingerprint alone.
_KEY, _INDEX = 100, 6


def bytes_of(text: str | None) -> int | None:
    """Return a number of bytes; None for None.

    Raises
    ------
    ExperimentError
        If the text is not such a number.

    Examples
    --------
    >>> bytes_of("20GB"), bytes_of("1.5 mb"), bytes_of("100")
    (20000000000, 1500000, 100)
    """
    if text is None:
        return None
    match = _SIZE.fullmatch(text.strip())
    if match is None:
        raise ExperimentError(
            f"The memory of a run must be a number of bytes; got {text!r}: write 20GB or 500MB.",
            text,
        )
    return round(float(match[1]) * _UNITS[match[2].lower()])


def limits_of(
    memory: int, experiment: Experiment, game: History, *, grown: bool = False
) -> dict[str, Any]:
    """Return the options with which a solver keeps the whole process within a limit.

    Parameters and errors are the same as for :func:`reserve_of`.
    """
    room = reserve_of(memory, experiment, game, grown=grown)
    if not _has_table(experiment):
        return {"memory": room}
    return {"reserve": room} | ({"full": "uniform"} if _turns_away(experiment) else {})


def reserve_of(memory: int, experiment: Experiment, game: History, *, grown: bool = False) -> int:
    """Return what each table, or the numbers, of a run may take, so that the process keeps a limit.

    A little is left, so that a run that has filled its table can be resumed within the same limit.

    Buckets of cards are fitted, or read, if the game has such factors.

    Parameters
    ----------
    memory
        The limit, in bytes.
    experiment
        The experiment.
    game
        The start of the game.
    grown
        Whether to take what is left as well.

    Raises
    ------
    ExperimentError
        If there is no room for a table, or the algorithm takes no limit.
    """
    _require_limit(experiment)
    used = resident() + _BYTES_BESIDE + _data_of(game) + (0 if grown else _DRIFT)
    _require_room(memory, used)
    return (memory - used) // getattr(experiment.algorithm, "tables", 1)


def require_memory(memory: int, experiment: Experiment, game: History) -> None:
    """Refuse too little memory, as :func:`reserve_of` does, before anything is fitted.

    A factor may say how much its data will take, by a method ``data_bytes()``.
    """
    _require_limit(experiment)
    _, view = base_and_view(game)
    sizes = [getattr(factor.target, "data_bytes", int)() for factor in _records_of(view)]
    _require_room(memory, resident() + _BYTES_BESIDE + sum(sizes))


def _require_limit(experiment: Experiment) -> None:
    if not _has_table(experiment) and "memory" not in parameters_of(experiment.algorithm):
        raise ExperimentError(
            f"The memory of a run must be left out for {experiment.algorithm.__name__}: it has no "
            f"table that grows.",
            experiment.algorithm,
        )


def _has_table(experiment: Experiment) -> bool:
    return "reserve" in parameters_of(experiment.algorithm)


def _turns_away(experiment: Experiment) -> bool:
    """Whether a run goes on without new infosets when its table is full; rounds stop."""
    return experiment.algorithm is not RoundSampling


def _require_room(memory: int, used: int) -> None:
    """Refuse a limit that leaves no room for a table."""
    if memory - used < _LEAST_TABLE:
        raise ExperimentError(
            f"The memory of this run must be at least {sized(used + _LEAST_TABLE)}, of which the "
            f"program and the data of the abstraction take {sized(used)}; got "
            f"{sized(memory)}: ask for more.",
            memory,
        )


def table_words(experiment: Experiment, game: History, memory: int) -> str:
    """Return what the table of a run holds within a limit of memory, in bytes."""
    reserve = reserve_of(memory, experiment, game)
    if not _has_table(experiment):
        return f"The numbers of all hands may take {sized(reserve)} of {sized(memory)}."
    storage = experiment.options.get("storage") or Storage()
    key = 0 if storage.dense else storage.fingerprint // 8 + _INDEX if storage.prints else _KEY
    row_bytes = storage.bytes_of(4, averaged=storage.averages is None) + key
    nouns = "buckets of public states" if storage.dense else "infosets"
    then = "new infosets are played uniformly" if _turns_away(experiment) else "training stops"
    return (
        f"The table may take {sized(reserve)} of {sized(memory)}: some {reserve / row_bytes:,.2g} "
        f"{nouns} with four actions. When it is full, {then}."
    )


def full_words(solver: Any) -> str:
    """Return since when the table of a solver is full, and how often; empty if it is not."""
    turned_away = getattr(solver, "turned_away", 0)
    if not turned_away:
        return ""
    return (
        f"The table has been full since iteration {solver.full_since:,}: {turned_away:,} visits, "
        f"{turned_away / max(solver.touched, 1):.1%} of all nodes, were to infosets that it has no "
        f"room for, and were played uniformly. Ask for more with --memory, or use "
        f"{'an' if solver.view.is_plain else 'a coarser'} abstraction."
    )


def resident() -> int:
    """Return the bytes of memory that this process takes; 0 where the system does not say."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except OSError:
        return _most_so_far()
    import resource

    return pages * resource.getpagesize()


def _most_so_far() -> int:
    try:
        import resource
    except ImportError:  # Windows
        return 0
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most << 10


def _records_of(view: View) -> list[Algebraic]:
    return [record for factor in view.factors for record in records_in(factor)]


def _data_of(game: History) -> int:
    """Return the bytes of the arrays that the factors of a game carry."""
    sizes: dict[int, int] = {}
    _, view = base_and_view(game)
    for factor in _records_of(view):
        record = equipped(factor.target)
        for field in fields(record) if is_dataclass(record) else ():
            value = getattr(record, field.name)
            if isinstance(value, np.ndarray):
                sizes[value.__array_interface__["data"][0]] = value.nbytes
    return sum(sizes.values())
