"""Tasks for processes: what dies costs only its own task."""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from zerosum.errors import ExperimentError
from zerosum.scale import Processes, Task
from zerosum.scale.cluster import Cluster, _there
from zerosum.support.stamp import sources


def square(number: int) -> int:
    return number * number


def die(mark: Path) -> str:
    """Die at the first call, of the signal that the system sends when memory is short."""
    if not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return "alive"


def fail() -> None:
    raise ValueError("no luck")


def make() -> object:
    return lambda: 1


def hold(number: int) -> int:
    return len(bytearray(number))


def test_a_worker_that_dies_costs_only_its_own_task(tmp_path: Path) -> None:
    begun, once = [], tmp_path / "once"
    tasks = [
        *(Task(f"square {n}", square, (n,)) for n in range(3)),
        Task("dies once", die, (once,), weight=2.0, ready=once),
        Task("fails", fail),
        Task("exits", sys.exit, (3,)),
        Task("is too large", hold, (400 << 20,)),
        Task("cannot be sent", make, ()),
    ]
    with Processes(2, memory=50 << 20) as here:
        done = {
            each.task.name: each
            for each in here.run(
                tasks, started=lambda task, where: begun.append((task.name, once.exists()))
            )
        }
        assert begun[0] == ("dies once", False)
        assert all(ready for _, ready in begun[1:])
        assert [done[f"square {n}"].result for n in range(3)] == [0, 1, 4]
        assert (done["dies once"].result, done["dies once"].attempts) == ("alive", 2)
        assert done["fails"].error.startswith("The task fails must run without an error; got Value")
        assert done["exits"].error.endswith("got SystemExit: 3.")
        assert "must fit into 52.4 MB of memory; got MemoryError" in done["is too large"].error
        assert "must run without an error; got " in done["cannot be sent"].error
        assert {each.attempts for each in done.values()} == {1, 2}
        (tmp_path / "twice").touch()
        with pytest.raises(ExperimentError, match="2 are called 'twin'"):
            list(here.run([Task("twin", square, (1,))] * 2))
        with pytest.raises(ExperimentError, match="The task local must pickle"):
            list(here.run([Task("local", lambda: 1)]))


def test_a_task_whose_workers_always_die_is_given_up(monkeypatch) -> None:
    monkeypatch.setattr("zerosum.scale.tasks._RETRIES", 1)
    with Processes(1) as here:
        (done,) = here.run([Task("doomed", os._exit, (1,))])
    assert done.error.startswith("The worker of doomed must live")
    assert "it died 2 times" in done.error


def test_workers_end_with_the_context_in_mid_task() -> None:
    with Processes(1) as here:
        _, where = here.begin(Task("sleeps", time.sleep, (60.0,)))
    with pytest.raises(ProcessLookupError):
        os.kill(int(where.removeprefix("process ")), 0)


class TestCluster:
    """What needs no Ray; the rest is in ``test_cluster``."""

    @pytest.fixture
    def asked(self, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
        """Return what Ray is asked for."""
        asked = dict[str, Any]()
        ray = SimpleNamespace(
            init=lambda address, **options: asked.update(options, address=address),
            shutdown=lambda: None,
            remote=lambda **_: lambda work: work,
            get_runtime_context=lambda: SimpleNamespace(gcs_address="here:1"),
            _private=SimpleNamespace(worker=None),
        )
        monkeypatch.setattr("zerosum.scale.cluster._imported", lambda: ray)
        return asked

    def test_local_is_a_cluster_of_its_own(self, asked, tmp_path, monkeypatch) -> None:
        monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
        with Cluster("local", 1):
            pass
        assert asked["address"] == "local"
        assert not list(tmp_path.iterdir())  # since Ray has said nothing

    @pytest.mark.parametrize("address", [".a:1", f"{'a' * 64}:1", "127.0.0.1:99999"])
    def test_what_is_no_host_does_not_answer(self, asked, address) -> None:
        with pytest.raises(ExperimentError, match="nothing answers at"), Cluster(address):
            pass

    def test_paths_are_those_of_the_command(self, tmp_path, monkeypatch) -> None:
        monkeypatch.chdir("/")
        assert _there(sources(), tmp_path, Task("where", os.getcwd), None) == (str(tmp_path), None)
        assert _there(sources(), tmp_path / "none", Task("six", square, (6,)), None) == (36, None)
