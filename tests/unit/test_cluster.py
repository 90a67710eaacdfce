"""Tasks and rounds on a Ray cluster whose machines die, leave, stop or do not answer."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.crews import Fate, Hurt, rows
from zerosum.algorithms import RoundSampling
from zerosum.errors import ExperimentError
from zerosum.experiment import load
from zerosum.experiment.load import start_of
from zerosum.kuhn import Kuhn
from zerosum.leduc import Leduc
from zerosum.scale import Task, backend_of
from zerosum.scale.cluster import Cluster
from zerosum.scale.rounds.site import RaySite
from zerosum.scale.rounds.solver import Place
from zerosum.scale.rounds.solver import RoundSampling as Spread
from zerosum.support.stamp import sources
from zerosum.tables import Storage

from .test_scale import die, square

pytestmark = pytest.mark.slow

OPTIONS: dict[str, Any] = {"seed": 5, "round": 60}
# Trains, and saves a checkpoint twice a second.
TRAINS = """
import sys
from pathlib import Path
from zerosum.algorithms import RoundSampling
from zerosum.experiment import Experiment, load, train
from zerosum.scale.rounds.training import on_cluster
from dataclasses import replace

address, out, iterations = sys.argv[1], Path(sys.argv[2]), int(sys.argv[3])
experiment = replace(load("blood.leduc"), algorithm=RoundSampling, options={"round": 64})
experiment = replace(experiment, iterations=iterations)
with on_cluster(experiment, address, out, workers=2, shards=1) as there:
    train(there, out, resume=out.exists(), every=0.5)
"""


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


def test_another_version_is_refused(machines, tmp_path, monkeypatch):
    monkeypatch.setattr("zerosum.scale.cluster.sources", lambda: "0.1")
    refused = r"must all have zerosum 0\.1; .* has " + sources()[:5]
    with Cluster(machines.address) as there, pytest.raises(ExperimentError, match=refused):
        list(there.run([Task("one", square, (1,))]))
    monkeypatch.setattr("zerosum.scale.rounds.solver.sources", lambda: "0.1")
    with Cluster(machines.address) as there, pytest.raises(ExperimentError, match=refused):
        spread(Kuhn(), RaySite(there.ray, there.check), tmp_path, 1).run(60)
    small = pytest.raises(ExperimentError, match="must have 900 TB of memory for a task; none has")
    with backend_of(None, machines.address, "900TB") as there, small:
        list(there.run([Task("one", square, (1,))]))


@pytest.fixture(scope="module")
def room(machines: Any) -> str:
    """The address of the cluster, with a machine more; workers that a test stopped hold cores."""
    machines.add_node(num_cpus=4, object_store_memory=80 << 20)
    return str(machines.address)


def node_of(actor: Any) -> str:
    """Return the machine of an actor."""
    import ray

    where = actor.__ray_call__.remote(lambda _: ray.get_runtime_context().get_node_id())
    return str(ray.get(where))


def spread(game: Any, site: RaySite, folder: Path, workers: int, **options: Any) -> Any:
    (folder / "config.json").write_text("{}")  # so that shards keep a log
    return Spread(game, place=Place(site, workers, 2, folder), **OPTIONS | options)


def test_workers_and_shards_that_are_killed_cost_no_bits(room, tmp_path):
    options = {"storage": Storage(fingerprint=64)}
    one = RoundSampling(Leduc(), **OPTIONS | options)
    one.run(300)
    fate = Fate(shards=2)
    with Cluster(room) as there:
        several = spread(Leduc(), Hurt(there, fate), tmp_path, 2, **options)
        several.run(130)
        several.save(tmp_path / "checkpoint")
        several.run(170)
        assert len(set(map(node_of, several.crew.shards))) == 2
        assert fate.deaths == {"worker": 2, "shard": 2}
        assert rows(several) == rows(one)


def test_a_worker_that_is_slow_costs_two_seconds(room, tmp_path):
    walks = Counter[str]()

    def stops(method: str) -> bool:
        walks[method] += 1
        return method == "walk" and walks[method] == 25

    one = RoundSampling(Leduc(), **OPTIONS)
    one.run(360)
    with Cluster(room) as there:
        site = Hurt(there, stops, signal.SIGSTOP)
        several = spread(Leduc(), site, tmp_path, 2)
        several.run(60)
        start = time.perf_counter()
        several.run(300)
        assert time.perf_counter() - start < 20.0
        assert [worker.asleep for worker in several.crew.workers].count(None) == 1
        assert rows(several) == rows(one)


def test_a_driver_that_is_killed_goes_on_from_its_checkpoint(room, tmp_path):
    folder, code = tmp_path / "run", [sys.executable, "-c", TRAINS]
    driver = subprocess.Popen([*code, room, str(folder), "1000000"])
    while not (folder / "checkpoint" / "meta.json").exists():
        time.sleep(0.1)
        assert driver.poll() is None
    time.sleep(1.0)
    driver.kill()
    driver.wait()
    game = start_of(load("blood.leduc"))
    goal = RoundSampling.load(folder / "checkpoint", game).iterations + 1_000
    subprocess.run([*code, room, str(folder), str(goal)], check=True)
    one = RoundSampling(game, seed=7, round=64)
    one.run(goal)
    assert rows(RoundSampling.load(folder / "checkpoint", game)) == rows(one)


def test_a_cluster_that_stops_is_one_sentence(machines, room, tmp_path, capfd):
    def stop(task: Task, where: str) -> None:
        for node in (machines.head_node, *machines.worker_nodes):
            node.kill_all_processes()

    lingers = Task("lingers", linger, (tmp_path, 60.0))
    gone = "it does not answer any more: start it again"
    with Cluster(room) as there:
        several = spread(Leduc(), RaySite(there.ray, there.check), tmp_path, 2)
        several.run(120)
        several.save(tmp_path / "checkpoint")
        with pytest.raises(ExperimentError, match=gone):
            list(there.run([lingers], started=stop))
        with pytest.raises(ExperimentError, match=gone):
            several.run(1_000_000)
        several.save(tmp_path / "checkpoint")  # nothing that is done in part
    again = RoundSampling.load(tmp_path / "checkpoint", Leduc())
    assert again.iterations == several.iterations == 120
    assert rows(again) == rows(several)
    assert capfd.readouterr() == ("", "")


def test_heads_that_do_not_answer(capfd, monkeypatch):
    monkeypatch.setattr("zerosum.scale.cluster._PATIENCE", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"127.0.0.1:{silent.getsockname()[1]}"
        refused = pytest.raises(ExperimentError, match=f"nothing answers at {address} within 0.5 s")
        with refused:
            Cluster(address).__enter__()
    with refused:
        Cluster(address).__enter__()
    assert capfd.readouterr() == ("", "")


def test_a_missing_ray_is_one_sentence(monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(ExperimentError, match="extra scale must be installed to use a cluster"):
        Cluster("local").__enter__()
