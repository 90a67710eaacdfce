"""Actors on a Ray cluster: a site starts them, calls them, and says which of them are lost."""

from __future__ import annotations

from collections.abc import Sequence
from time import monotonic
from typing import Any

from zerosum.errors import ExperimentError
from zerosum.scale.cluster import Cluster

Ref = Any
"""What stands for the result of a call until it is there."""

_CHECK = 1.0  # seconds between two looks at the cluster


class Lost(Exception):
    """An actor died, or the result of one is gone with its machine."""


class RaySite:
    """Actors on the machines of a Ray cluster, spread over the machines.

    Calls of one actor are done one after another, in their order. Results that are arguments of
    other calls go from actor to actor, and not through the caller.

    Parameters
    ----------
    cluster
        The cluster, connected. It is checked, since Ray ends this process some time after its head.
    memory
        Bytes that an actor asks its machine for; None for no such demand.
    """

    def __init__(self, cluster: Cluster, memory: int | None = None) -> None:
        self._cluster, self._ray, self._checked = cluster, cluster.ray, monotonic()
        self._memory = {} if memory is None else {"memory": memory}

    def start(self, kind: type[Any], *given: Any, number: int | None = None) -> Any:
        """Start an actor; it begins when a machine has a core for it.

        One with a number needs none. Such actors are on all machines in turn, unless they need
        memory, of which a machine may have too little.
        """
        self._cluster.check()
        where, cores = "SPREAD", int(number is None)
        if number is not None and not self._memory:
            from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

            nodes = sorted(each["NodeID"] for each in self._cluster.machines)
            # Ray does not heed a soft one of an actor without cores.
            where = NodeAffinitySchedulingStrategy(nodes[number % len(nodes)], soft=False)
        options = {"num_cpus": cores, "scheduling_strategy": where, **self._memory}
        return self._ray.remote(**options)(kind).remote(*given)

    def call(self, actor: Any, method: str, *given: Any, parts: int = 1) -> Any:
        """Call a method; return what stands for its result, or one for each part of a tuple."""
        return getattr(actor, method).options(num_returns=parts).remote(*given)

    def ready(self, refs: Sequence[Ref], seconds: float) -> list[Ref]:
        """Wait for at least one of some results, at most so long; return those that are there."""
        known, own = list(refs), {"fetch_local": False}
        ended = self._ray.wait(known, num_returns=1, timeout=seconds, **own)[0]
        if len(ended) and len(known) > 1:
            ended = self._ray.wait(known, num_returns=len(known), timeout=0, **own)[0]
        if monotonic() - self._checked > _CHECK:
            self._checked = monotonic()
            self._cluster.check()
        return list(ended)

    def value(self, ref: Ref) -> Any:
        """Return a result, or raise what the method raised."""
        errors = self._ray.exceptions
        try:
            return self._ray.get(ref)
        except errors.RayTaskError as error:
            if isinstance(error.cause, errors.RayError):
                raise Lost from error
            raise error.cause from None
        except errors.RayError as error:
            self._cluster.check()
            if getattr(error, "actor_init_failed", False):
                raise ExperimentError(
                    f"The machines of the cluster must be able to import what is trained; got "
                    f"{str(error).splitlines()[-1]}: install the same there, or share the folder.",
                    error,
                ) from error
            raise Lost from error

    def end(self, actor: Any) -> None:
        """Kill the process of an actor."""
        self._cluster.check()
        self._ray.kill(actor)
