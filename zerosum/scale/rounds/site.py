"""Where actors live: a site starts them, calls them, and says which of them are lost."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol, final

from zerosum.errors import ExperimentError

Ref = Any
"""What stands for the result of a call until it is there."""


class Lost(Exception):
    """An actor died, or the result of one is gone with its machine."""


class Site(Protocol):
    """What a crew needs of a cluster.

    Calls of one actor are done one after another, in their order. Results that are arguments of
    other calls go from actor to actor, and not through the caller.
    """

    def start(self, kind: type[Any], *given: Any, cores: int) -> Any:
        """Start an actor: a class, and the arguments of its constructor."""
        ...

    def call(self, actor: Any, method: str, *given: Any, parts: int = 1) -> Any:
        """Call a method; return what stands for its result, or one for each part of a tuple."""
        ...

    def ready(self, refs: Sequence[Ref], seconds: float | None = None) -> list[Ref]:
        """Wait for at least one of some results, at most so long; return those that are there."""
        ...

    def value(self, ref: Ref) -> Any:
        """Return a result, or raise what the method raised.

        Raises
        ------
        Lost
            If the actor died, or an argument or the result is gone.
        """
        ...

    def end(self, actor: Any) -> None:
        """End an actor at once."""
        ...


@final
class RaySite:
    """Actors on the machines of a Ray cluster, spread over the machines.

    Parameters
    ----------
    ray
        The module, connected, as :func:`zerosum.scale.cluster.connected` yields it.
    gone
        Returns the error to raise if the cluster does not answer any more; None if it does.
    memory
        Bytes that an actor asks its machine for; None for no such demand.
    """

    def __init__(
        self, ray: Any, gone: Callable[[], ExperimentError | None], memory: int | None = None
    ) -> None:
        self._ray, self._gone = ray, gone
        self._options: dict[str, Any] = {"scheduling_strategy": "SPREAD"}
        if memory is not None:
            self._options["memory"] = memory

    def start(self, kind: type[Any], *given: Any, cores: int) -> Any:
        """Start an actor; it begins when a machine has so many cores for it."""
        return self._ray.remote(num_cpus=cores, **self._options)(kind).remote(*given)

    def call(self, actor: Any, method: str, *given: Any, parts: int = 1) -> Any:
        """Call a method of an actor."""
        return getattr(actor, method).options(num_returns=parts).remote(*given)

    def ready(self, refs: Sequence[Ref], seconds: float | None = None) -> list[Ref]:
        """Wait for results, and look once a second whether the cluster is still there."""
        left = seconds
        while True:
            pause = 1.0 if left is None else min(1.0, left)
            ended: list[Ref] = self._ray.wait(
                list(refs), num_returns=1, timeout=pause, fetch_local=False
            )[0]
            if ended:
                return self._ray.wait(
                    list(refs), num_returns=len(refs), timeout=0, fetch_local=False
                )[0]
            if error := self._gone():
                raise error
            if left is not None:
                left -= pause
                if left <= 0:
                    return []

    def value(self, ref: Ref) -> Any:
        """Return a result; errors of the method are raised as they are."""
        errors = self._ray.exceptions
        try:
            return self._ray.get(ref)
        except errors.RayTaskError as error:
            if isinstance(error.cause, errors.RayError):
                raise Lost(str(error.cause)) from error
            raise error.cause from None
        except errors.RayError as error:
            if failure := self._gone():
                raise failure from error
            raise Lost(str(error)) from error

    def end(self, actor: Any) -> None:
        """Kill the process of an actor."""
        self._ray.kill(actor)
