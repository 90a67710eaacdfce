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
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from blood.setback import TrainingAbstraction
from tests.crews import OPTIONS, Fate, Hurt, rows, spread
from zerosum.algorithms import RoundSampling
from zerosum.errors import ClusterGone, ExperimentError
from zerosum.experiment import load
from zerosum.experiment.load import start_of
from zerosum.kuhn import Kuhn
from zerosum.leduc import Leduc
from zerosum.scale import Task, backend_of
from zerosum.scale.cluster import Cluster
from zerosum.scale.rounds.crew import Place
from zerosum.scale.rounds.solver import RoundSampling as Spread
from zerosum.support.stamp import sources
from zerosum.tables import Storage

from .test_scale import die, square

pytestmark = pytest.mark.slow

# Trains, and saves a checkpoint twice a second.
TRAINS = """
from functools import partial
from blood import train, training
training.train = partial(training.train, every=0.5)
train.main()
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


def test_what_cannot_be_done_is_one_sentence(machines, tmp_path, monkeypatch):
    monkeypatch.setattr("zerosum.scale.cluster.sources", lambda: "0.1")
    refused = r"must all have zerosum 0\.1; .* has " + sources()[:5]
    with Cluster(machines.address) as there, pytest.raises(ExperimentError, match=refused):
        list(there.run([Task("one", square, (1,))]))
    monkeypatch.setattr("zerosum.scale.rounds.solver.sources", lambda: "0.1")
    with Cluster(machines.address) as there, pytest.raises(ExperimentError, match=refused):
        spread(Kuhn(), tmp_path, there, 1, 2).run(60)
    small = pytest.raises(ExperimentError, match="must have 900 TB of memory for a task; none has")
    gone = pytest.raises(ClusterGone, match="does not answer any more: start it again")
    with gone, backend_of(None, machines.address, "900TB") as there:
        with small:
            list(there.run([Task("one", square, (1,))]))
        monkeypatch.setattr("zerosum.scale.cluster._answers", lambda *_: False)
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


def test_whoever_is_killed_or_stopped_costs_no_bits(room, tmp_path):
    options = {"storage": Storage(fingerprint=64)}
    one = RoundSampling(Leduc(), **OPTIONS | options)
    one.run(540)
    fate, walks = Fate(shards=2), count()
    with Hurt(room, fate) as site:
        several = spread(Leduc(), tmp_path, site, 2, 2, **options)
        several.run(130)
        several.save(tmp_path / "checkpoint")
        several.run(110)
        assert fate.deaths == {"worker": 1, "shard": 2}
        assert len(set(map(node_of, several.crew.shards))) == 2
        site.signal, site.dies = signal.SIGSTOP, lambda method: method == "walk" and not next(walks)
        start = time.perf_counter()
        several.run(300)
        assert time.perf_counter() - start < 20.0
        assert [worker.asleep for worker in several.crew.workers].count(None) == 1
        assert rows(several) == rows(one)


def memory(_: Any = None) -> dict[str, int]:
    """Return the bytes of memory that this process takes, and the peak; that is forgotten."""
    words = Path("/proc/self/status").read_text("ascii").split()
    Path("/proc/self/clear_refs").write_text("5", "ascii")
    return {name: int(words[words.index(f"{name}:") + 1]) << 10 for name in ("VmHWM", "VmRSS")}


@pytest.mark.skipif(sys.platform != "linux", reason="peaks are reset by Linux")
def test_no_process_holds_more_than_a_shard_and_a_block(room, tmp_path):
    import ray

    with Cluster(room) as there:
        place = Place(there, 2, 3, tmp_path, 1 << 28)
        storage = Storage(fingerprint=64)
        several = Spread(TrainingAbstraction(), place=place, seed=5, round=300, storage=storage)
        several.run(600)

        def asked(what: Any) -> list[Any]:
            shards: Any = several.crew.shards
            return list(ray.get([shard.__ray_call__.remote(what) for shard in shards]))

        table = sum(asked(lambda actor: actor.shard.work.table.bytes))
        before = [memory(), *asked(memory)]
        several.save_strategy(tmp_path / "strategy")
        peaks = [memory(), *asked(memory)]
    driver, *shards = (two["VmHWM"] - one["VmRSS"] for one, two in zip(before, peaks, strict=True))
    assert driver < table / 10
    assert max(shards) < table / 2


def trained(folder: Path, address: str, **streams: Any) -> subprocess.Popen[str]:
    """Begin a run or resume it; return its process once there is another checkpoint."""
    words = "blood.leduc --set round=64 --workers 2 --shards 1 --iterations 1000000000 --cluster"
    code = [sys.executable, "-c", TRAINS, *words.split(), address, "--out", str(folder)]
    saved = folder / "checkpoint" / "meta.json"
    before = saved.stat().st_mtime_ns if saved.exists() else 0
    driver = subprocess.Popen([*code, *["--resume"] * saved.exists()], text=True, **streams)
    while not saved.exists() or saved.stat().st_mtime_ns == before:
        time.sleep(0.05)
        assert driver.poll() is None
    return driver


def test_a_driver_is_killed_and_then_its_cluster_stops(machines, room, tmp_path):
    """The second time the command ends with one sentence; no bit changes."""
    killed = trained(tmp_path / "run", room)
    killed.kill()
    killed.wait()
    ends = trained(tmp_path / "run", room, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    for node in (machines.head_node, *machines.worker_nodes):
        node.kill_all_processes()
    start = time.monotonic()
    out, said = ends.communicate()
    assert time.monotonic() - start < 20.0
    assert (ends.returncode, out) == (2, "")
    assert said.splitlines()[-1].startswith(f"The Ray cluster {room} must run until the work is")
    assert not [line for line in said.splitlines() if "ray" in line]
    game = start_of(load("blood.leduc"))
    saved = RoundSampling.load(tmp_path / "run" / "checkpoint", game)
    one = RoundSampling(game, seed=7, round=64)
    one.run(saved.iterations)
    assert rows(saved) == rows(one)


def test_heads_that_do_not_answer(capfd, monkeypatch):
    monkeypatch.setattr("zerosum.scale.cluster._ANSWER", 0.5)
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
