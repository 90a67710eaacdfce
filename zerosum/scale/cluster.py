"""A back end of Ray: the machines of a cluster, or of one that is started here.

Only this file imports Ray, and only when a cluster is connected.
"""

from __future__ import annotations

import os
import signal
import socket
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from math import inf
from pathlib import Path
from threading import Thread
from typing import IO, Any, Self

from zerosum.errors import ClusterGone, ExperimentError, ZeroSumError, check_count
from zerosum.scale.tasks import Attempt, Backend, Lost, Task, attempted
from zerosum.support.blame import sentence
from zerosum.support.cores import cores
from zerosum.support.rendering import sized
from zerosum.support.stamp import sources

Ref = Any
"""What stands for the result of a call until it is there."""

_ANSWER = 5.0  # seconds for an answer of the head
_LOOK = 1.0  # seconds between two looks at the head
_STORE = 300 << 20  # bytes of the object store of a cluster that is started here
_PORT = 6379
# What workers must know of the environment.
_PASSED_ON = ("ZEROSUM_CACHE", "NUMBA_NUM_THREADS")
# How HTTP/2 begins (RFC 9113, 3.4): a preface with an empty frame of settings, answered by another.
_SETTINGS = b"\4"
_HELLO = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes(3) + _SETTINGS + bytes(5)
# What Ray reads when it is imported: it is to warn of nothing, to report nothing, to give up soon.
_RAY = {
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_NUM_REDIS_GET_RETRIES": "5",
}


def _imported() -> Any:
    for name, value in _RAY.items():
        os.environ.setdefault(name, value)
    try:
        import ray
        import ray.exceptions
    except ImportError as error:
        raise ExperimentError(
            "The extra scale must be installed to use a cluster; there is no ray: pip install "
            "'zerosum[scale]', or leave --cluster out.",
            error,
        ) from error
    return ray


def _require_reachable(address: str) -> None:
    """Refuse a cluster whose head does not answer; Ray itself would wait long, and print much."""
    if address in ("local", "auto"):
        return
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not host or not port.isdecimal():
        raise ExperimentError(
            f"The address of a cluster must be local, auto, host:{_PORT} or ray://host:10001; got "
            f"{address!r}.",
            address,
        )
    if not _answers(host, int(port)):
        raise ExperimentError(
            f"The head of the Ray cluster must be reachable; nothing answers at {address} within "
            f"{_ANSWER:g} seconds: start it there with ray start --head, or write another "
            f"address.",
            address,
        )


def _answers(host: str, port: int) -> bool:
    """Return whether a server of gRPC answers soon: Ray would wait for another one for ever."""
    try:
        with socket.create_connection((host, port), _ANSWER) as connection:
            if os.environ.get("RAY_USE_TLS", "0") != "0":
                return True
            connection.sendall(_HELLO)
            return connection.recv(4)[3:] == _SETTINGS
    except (OSError, ValueError, OverflowError):  # also if it is no name of a host, or no port
        return False


def _environment() -> dict[str, Any]:
    passed = {name: os.environ[name] for name in _PASSED_ON if name in os.environ}
    return {"env_vars": passed} if passed else {}


@contextmanager
def _printing_to(log: IO[str]) -> Iterator[None]:
    """Send to a file what is printed in a block, also by libraries that are not Python."""
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    before = [os.dup(number) for number in (1, 2)]
    try:
        for number in (1, 2):
            os.dup2(log.fileno(), number)
        yield
    finally:
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
        for number, kept in zip((1, 2), before, strict=True):
            os.dup2(kept, number)
            os.close(kept)


def _quiet(ray: Any, log: IO[str]) -> None:
    """Send what Ray says of dead nodes to a file; it has no option for that."""

    def keep(data: Any, ignore_prefix: bool = False) -> None:  # noqa: ARG001, FBT002
        with suppress(ValueError):  # closed
            log.write("\n".join(map(str, data.get("lines", ()))) + "\n")

    if hasattr(ray._private.worker, "print_to_stdstream"):
        ray._private.worker.print_to_stdstream = keep


class Cluster(Backend):
    """Does tasks on the machines of a Ray cluster, each on one core; and has actors there.

    All machines must have the same version of this package, and share the disk with the folders
    that tasks are given. A machine that leaves costs only its tasks, which are done again. Tasks
    run where there is room; machines that join get some.

    What Ray prints goes to a file, ``zerosum-ray-*.log`` in the folder for temporary files, and
    what workers print to the files of its session.

    Parameters
    ----------
    address
        ``local`` to start a cluster on this machine, which ends with the block; ``auto`` for the
        one that runs here; or ``host:6379``, or ``ray://host:10001``.
    workers
        How many tasks at a time, and the cores of a cluster that is started here; None for one for
        each core.
    memory
        Bytes that a task or an actor may take; a machine has no more of them than it has memory
        for. None for no bound.

    Raises
    ------
    ExperimentError
        If there is not at least one worker; in a ``with`` statement, if Ray is not installed, or
        the cluster cannot be used.
    ClusterGone
        If it does not answer any more.
    """

    def __init__(
        self, address: str = "local", workers: int | None = None, memory: int | None = None
    ) -> None:
        if workers is not None:
            check_count("workers", workers, 1, "leave it out for all cores", ExperimentError)
        self.address, self.memory = address, memory
        self._given = workers
        self.ray: Any = None  # the module, connected
        self._work: Any = None
        self._log: Any = None
        self._needs = {} if memory is None else {"memory": memory}
        self._head, self._looked, self._room = ("", 0), -inf, 0

    def __enter__(self) -> Self:
        """Connect."""
        self.ray = ray = _imported()
        _require_reachable(self.address)
        options: dict[str, Any] = {"runtime_env": _environment()}
        if self.address == "local":
            options = {"include_dashboard": False, "object_store_memory": _STORE}
            options["num_cpus"] = self._given or cores()
        term = signal.getsignal(signal.SIGTERM)
        self._log = log = tempfile.NamedTemporaryFile(
            "w", encoding="utf-8", prefix="zerosum-ray-", suffix=".log", delete=False
        )
        try:
            with _printing_to(log):
                ray.init(self.address, log_to_driver=False, logging_level="ERROR", **options)
        except Exception as error:
            with log, _printing_to(log):
                ray.shutdown()
            raise ExperimentError(
                f"The Ray cluster {self.address} must run, with this version of Ray and Python; "
                f"got {sentence(error).rstrip('.')}: start it with ray start --head, or look into "
                f"{log.name}.",
                self.address,
            ) from error
        with suppress(ValueError):  # not the main thread
            signal.signal(signal.SIGTERM, term)
        _quiet(ray, log)
        self._work = ray.remote(num_cpus=1, max_retries=0, **self._needs)(_there)
        answering = ray.get_runtime_context().gcs_address
        if self.address.startswith("ray://"):
            answering = self.address.removeprefix("ray://")
        host, _, port = answering.rpartition(":")
        self._head = host, int(port)
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        """Disconnect, which ends its workers, also in the middle of a task."""
        with self._log, _printing_to(self._log):
            if isinstance(error, ClusterGone):  # Ray would wait for it, for up to a minute
                leaving = Thread(target=self.ray.shutdown, daemon=True)
                leaving.start()
                leaving.join(_LOOK)
            else:
                self.ray.shutdown()
            silent = not self._log.tell()
        if silent:
            with suppress(OSError):  # Windows keeps open files
                Path(self._log.name).unlink()

    @property
    def workers(self) -> int:
        """How many tasks it does at a time: at most one for each core that the cluster now has."""
        self._look()
        return self._room if self._given is None else min(self._given, self._room)

    @property
    def machines(self) -> list[dict[str, Any]]:
        """What Ray tells of each machine."""
        return [node for node in self.ray.nodes() if node["Alive"]]

    def begin(self, task: Task) -> tuple[Any, str]:
        """Begin a task on a machine that has room."""
        return self._work.remote(sources(), Path.cwd(), task, self.memory), "cluster"

    def wait(self, handles: Sequence[Any]) -> Sequence[Any]:
        """Wait for a moment, or until a task has ended; return those that have."""
        return self.ready(handles, _LOOK)

    def attempt(self, handle: Any) -> Attempt:
        """Return what came of a task that has ended."""
        try:
            found: Attempt = self.value(handle)
        except (Lost, ZeroSumError):
            raise
        except Exception as error:
            raise self._unknown(sentence(error)) from error
        return found

    def start(self, kind: type[Any], *given: Any, number: int | None = None) -> Any:
        """Start an actor; it begins when a machine has a core for it.

        One with a number needs none. Such actors are on all machines in turn, unless they need
        memory, of which a machine may have too little. Calls of an actor are done one after
        another, in their order. Results that are arguments of other calls go from actor to actor.
        """
        self.check()
        where, cores = "SPREAD", int(number is None)
        if number is not None and self.memory is None:
            from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

            nodes = sorted(each["NodeID"] for each in self.machines)
            # Ray does not heed a soft one of an actor without cores.
            where = NodeAffinitySchedulingStrategy(nodes[number % len(nodes)], soft=False)
        options = {"num_cpus": cores, "scheduling_strategy": where, **self._needs}
        return self.ray.remote(**options)(kind).remote(*given)

    def call(self, actor: Any, method: str, *given: Any, parts: int = 1) -> Any:
        """Call a method; return what stands for its result, or one for each part of a tuple."""
        return getattr(actor, method).options(num_returns=parts).remote(*given)

    def ready(self, refs: Sequence[Ref], seconds: float) -> list[Ref]:
        """Wait for at least one of some results, at most so long; return those that are there."""
        known, own = list(refs), {"fetch_local": False}
        try:
            ended = self.ray.wait(known, num_returns=1, timeout=seconds, **own)[0]
            if len(ended) and len(known) > 1:
                ended = self.ray.wait(known, num_returns=len(known), timeout=0, **own)[0]
        except ConnectionError as error:
            raise self._gone() from error
        self._look()
        return list(ended)

    def value(self, ref: Ref) -> Any:
        """Return a result, or raise what the task or the method raised."""
        errors = self.ray.exceptions
        try:
            return self.ray.get(ref)
        except errors.RayTaskError as error:
            if isinstance(error.cause, errors.RayError):
                raise Lost from error
            raise error.cause from None
        except errors.RayError as error:
            self.check()
            if getattr(error, "actor_init_failed", False):
                raise self._unknown(str(error).splitlines()[-1]) from error
            raise Lost from error

    def end(self, actor: Any) -> None:
        """Kill the process of an actor."""
        self.check()
        self.ray.kill(actor)

    def _look(self) -> None:
        if time.monotonic() - self._looked > _LOOK:
            self.check()

    def check(self) -> None:
        """Look how much room there is now, and whether the cluster still answers."""
        self._looked = time.monotonic()
        if not _answers(*self._head):
            raise self._gone()
        machines = self.machines
        direct = not self.address.startswith("ray://")
        here = self.ray.get_runtime_context().get_node_id() if direct else None
        if direct and here not in {each["NodeID"] for each in machines}:
            raise self._gone()
        self._room = sum(self._fitting(each["Resources"]) for each in machines)
        if self.memory is not None and not self._room:
            raise ExperimentError(
                f"The machines of the cluster must have {sized(self.memory)} of memory for a task; "
                f"none has: ask for less with --memory.",
                self.memory,
            )
        self._room = max(self._room, 1)

    def _fitting(self, resources: dict[str, float]) -> int:
        number = int(resources.get("CPU", 0))
        if self.memory is None:
            return number
        return min(number, int(resources.get("memory", 0) // self.memory))

    def _unknown(self, words: str) -> ExperimentError:
        return ExperimentError(
            f"The machines of {self.address} must be able to import what they work on; got "
            f"{words}: install the same there, or share the folder.",
            self.address,
        )

    def _gone(self) -> ClusterGone:
        return ClusterGone(
            f"The Ray cluster {self.address} must run until the work is done; it does not answer "
            f"any more: start it again, and give the same command, with --resume to train on. What "
            f"is finished is kept.",
            self.address,
        )


def require_version(version: str) -> None:
    """Refuse to work for a driver with another version of this package."""
    if version != sources():
        raise ExperimentError(
            f"The machines of the cluster must all have zerosum {version}; "
            f"{socket.gethostname()} has {sources()}: install the same there.",
            version,
        )


def _there(version: str, folder: Path, task: Task, memory: int | None) -> Attempt:
    """Do a task on a machine of the cluster, which must have the version of the driver.

    Relative paths are those of the folder in which the command was given.
    """
    require_version(version)
    with suppress(OSError):  # a machine without this folder has only absolute paths
        os.chdir(folder)
    return attempted(task, memory)
