"""Train an experiment in rounds on a cluster."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from zerosum.algorithms import ExternalSampling
from zerosum.algorithms import RoundSampling as Local
from zerosum.errors import ExperimentError
from zerosum.experiment import Experiment
from zerosum.experiment.options import options_of
from zerosum.scale.cluster import Cluster
from zerosum.scale.rounds.crew import Place
from zerosum.scale.rounds.solver import RoundSampling
from zerosum.support.rendering import sized
from zerosum.tables import Storage

_BESIDE = 600 << 20  # bytes of an actor beside its table: libraries, compiled code, messages
_LEAST_TABLE = 16 << 20


def in_rounds(experiment: Experiment) -> Experiment:
    """Return an experiment as a cluster trains it: external sampling becomes sampling in rounds.

    It keeps the options that rounds have. Where it stores rows in a way that rounds cannot, it gets
    fingerprints of 64 bits, which take little memory in large games.

    Parameters
    ----------
    experiment
        The experiment; one with another algorithm stays as it is.

    Examples
    --------
    >>> from zerosum.experiment import load
    >>> in_rounds(load("blood.kuhn")).algorithm.__name__
    'RoundSampling'
    >>> in_rounds(load("blood.tyche6")).options["storage"].fingerprint
    64
    """
    if experiment.algorithm is not ExternalSampling:
        return experiment
    known = options_of(Local).keys() - {"period"}
    kept = {name: value for name, value in experiment.options.items() if name in known}
    storage = kept.get("storage") or Storage()
    if storage.dense or storage.whole or storage.averages is not None:
        numbers = "float64" if storage.whole else storage.numbers
        kept["storage"] = Storage(numbers, fingerprint=64)
    return replace(experiment, algorithm=Local, options=kept)


def require_rounds(experiment: Experiment) -> None:
    """Refuse an experiment that a cluster does not train.

    Raises
    ------
    ExperimentError
        If its algorithm is not sampling in rounds.
    """
    if experiment.algorithm is not Local:
        raise ExperimentError(
            f"The algorithm of a run on a cluster must be rounds; got "
            f"{experiment.algorithm.__name__}: write --algorithm rounds, or leave --cluster out.",
            experiment,
        )


@contextmanager
def on_cluster(
    experiment: Experiment,
    address: str,
    folder: Path,
    *,
    workers: int | None = None,
    shards: int | None = None,
    memory: int | None = None,
) -> Iterator[Experiment]:
    """Yield an experiment that trains on a cluster, which is connected for a block.

    Parameters
    ----------
    experiment
        The experiment, which is trained as :func:`in_rounds` returns it.
    address
        ``local`` to start a cluster on this machine, ``auto`` for the one that runs here; or
        ``host:6379``, or ``ray://host:10001``.
    folder
        The run folder, which all machines must share.
    workers
        How many processes walk; None for one for each core of the cluster.
    shards
        How many processes hold the table; None for one for each machine.
    memory
        Bytes that each of these processes may take; None for no limit.

    Raises
    ------
    ExperimentError
        If the cluster cannot be used, there is too little memory for a table, or the algorithm is
        not sampling in rounds.

    Examples
    --------
    >>> from zerosum.experiment import load, train
    >>> leduc, folder = load("blood.leduc"), Path("runs/leduc")
    >>> with on_cluster(leduc, "auto", folder) as there:  # doctest: +SKIP
    ...     outcome = train(there, folder)
    """
    experiment = in_rounds(experiment)
    require_rounds(experiment)
    least = _BESIDE + _LEAST_TABLE
    if memory is not None and memory < least:
        raise ExperimentError(
            f"The memory of each process of a cluster must be at least {sized(least)}; got "
            f"{sized(memory)}: give more, and use fewer processes.",
            memory,
        )
    with Cluster(address, workers, memory) as cluster:
        shards = shards or len(cluster.machines)
        place = Place(
            cluster,
            cluster.workers if memory is None else _fitting(cluster, shards, memory),
            shards,
            folder,
            None if memory is None else memory - _BESIDE,
        )
        yield replace(experiment, algorithm=RoundSampling, given={"place": place})


def _fitting(cluster: Cluster, shards: int, memory: int) -> int:
    """Return how many workers have room beside the shards; refuse a cluster without any."""
    resources = [each["Resources"] for each in cluster.machines]
    room = sum(int(each.get("memory", 0) // memory) for each in resources)
    if room <= shards:
        raise ExperimentError(
            f"The machines of the cluster must have room for {shards + 1} processes of "
            f"{sized(memory)}, {shards} of which hold the table; they have room for {room}: ask "
            f"for less with --memory, or for fewer --shards.",
            memory,
        )
    return min(cluster.workers, room - shards)
