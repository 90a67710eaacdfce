"""Tasks on a Ray cluster: machines that leave, and heads that do not answer."""

from __future__ import annotations

import os
import shutil
import socket
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from zerosum.errors import ExperimentError
from zerosum.scale import Task, backend_of
from zerosum.scale.cluster import Cluster
from zerosum.support.stamp import sources

from .test_scale import die, square

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def machines() -> Iterator[Any]:
    """A head without cores and two machines with one each, all of them here."""
    folder = tempfile.mkdtemp(prefix="zs", dir="/tmp")  # Ray's sockets have short names
    os.environ["RAY_TMPDIR"] = folder
    os.environ["RAY_AUTH_MODE"] = "disabled"
    from ray.cluster_utils import Cluster as Machines

    made = Machines(
        initialize_head=True,
        head_node_args={"num_cpus": 0, "object_store_memory": 80 << 20, "include_dashboard": False},
    )
    for _ in range(2):
        made.add_node(num_cpus=1, object_store_memory=80 << 20)
    yield made
    made.shutdown()
    shutil.rmtree(folder, ignore_errors=True)


def linger(folder: Path, seconds: float) -> str:
    """Stay for a while at the first call; say where this is."""
    import ray

    node = ray.get_runtime_context().get_node_id()
    begun = folder / "begun"
    if not begun.exists():
        begun.write_text(node)
        time.sleep(seconds)
    return node


def test_machines_that_leave_cost_their_tasks_only(machines: Any, tmp_path: Path, capfd) -> None:
    tasks = [
        Task("lingers", linger, (tmp_path, 60.0), weight=2.0),
        Task("dies", die, (tmp_path / "died",)),
        *(Task(f"square {n}", square, (n,)) for n in range(6)),
    ]
    start = time.perf_counter()
    with Cluster(machines.address) as there:
        assert there.workers == 2
        done = {}
        for each in there.run(tasks):
            done[each.task.name] = each
            if len(done) == 7:  # all but the one that lingers
                left = (tmp_path / "begun").read_text()
                (node,) = (node for node in machines.worker_nodes if node.node_id == left)
                machines.remove_node(node, allow_graceful=False)
    assert [done[f"square {n}"].result for n in range(6)] == [n * n for n in range(6)]
    assert (done["dies"].result, done["dies"].attempts) == ("alive", 2)
    assert done["lingers"].attempts == 2
    assert done["lingers"].result != left
    assert time.perf_counter() - start < 45.0


def test_another_version_is_refused(machines: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zerosum.scale.cluster.sources", lambda: "0.1")
    refused = r"must all have zerosum 0\.1; .* has " + sources()[:5]
    with Cluster(machines.address) as there, pytest.raises(ExperimentError, match=refused):
        list(there.run([Task("one", square, (1,))]))
    small = pytest.raises(ExperimentError, match="must have 900 TB of memory for a task; none has")
    with backend_of(None, machines.address, "900TB") as there, small:
        list(there.run([Task("one", square, (1,))]))


def test_a_cluster_that_stops_is_one_sentence(machines: Any, tmp_path: Path, capfd) -> None:
    def stop(task: Task, where: str) -> None:
        machines.head_node.kill_all_processes()

    lingers = Task("lingers", linger, (tmp_path, 60.0))
    gone = pytest.raises(ExperimentError, match="it does not answer any more: start it again")
    with Cluster(machines.address) as there, gone:
        list(there.run([lingers], started=stop))
    assert capfd.readouterr() == ("", "")


def test_heads_that_do_not_answer(capfd: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"127.0.0.1:{silent.getsockname()[1]}"
        with pytest.raises(ExperimentError, match=f"nothing answers at {address} within 5 seconds"):
            Cluster(address).__enter__()
    with pytest.raises(ExperimentError, match=f"nothing answers at {address} within 5 seconds"):
        Cluster(address).__enter__()
    assert capfd.readouterr() == ("", "")
