"""The back end that options ask for."""

from __future__ import annotations

from zerosum.experiment.memory import bytes_of
from zerosum.scale.processes import Processes
from zerosum.scale.tasks import Backend


def backend_of(
    workers: int | None = None, cluster: str | None = None, memory: str | None = None
) -> Backend:
    """Return the back end that the options of a command ask for.

    Parameters
    ----------
    workers
        How many tasks at a time; None for as many as there are cores.
    cluster
        The address of a Ray cluster: ``local`` to start one here, ``auto`` for the one of this
        machine, ``host:6379``, or ``ray://host:10001``; None for processes of this machine.
    memory
        What a task may take, such as ``2GB``; None for no bound.

    Raises
    ------
    ExperimentError
        If a value is wrong, Ray is missing, or the cluster cannot be used.

    Examples
    --------
    >>> with backend_of(3) as here:
    ...     here.workers
    3
    """
    if cluster is None:
        return Processes(workers, bytes_of(memory))
    from zerosum.scale.cluster import Cluster  # which needs Ray

    return Cluster(cluster, workers, bytes_of(memory))
