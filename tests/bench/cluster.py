"""What a round over machines costs, part by part; a model of it; and machines that are simulated.

    python -m tests.bench.cluster [--rounds N] [--simulate] [--picture FILE]

Trains Setback, with keys of 64 bits, on Ray on this machine, with two workers and two shards.
Prints the seconds of each part of a round, the model that is fitted to them, and what it predicts
for many machines. With ``--simulate`` it also starts Ray in network namespaces that are joined by
slow links, one for each machine, and compares rounds there with the model; Linux and root only.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from blood.setback import TrainingAbstraction
from tests.bench.network import NET, network
from zerosum.algorithms import LINEAR
from zerosum.algorithms.shards import Rows
from zerosum.scale.cluster import Cluster
from zerosum.scale.rounds.actors import ShardActor, WalkerActor
from zerosum.scale.rounds.crew import Crew, Place
from zerosum.support.cores import cores
from zerosum.support.drawing import LINES, number_logarithmic
from zerosum.support.rendering import table
from zerosum.support.stamp import sources
from zerosum.tables import Storage

SIZES = (1, 8, 64, 512)  # iterations of a worker and round: some 1,000 to 400,000 rows
SIMULATED = 3  # of these sizes
PIECES = 8  # of a worker's part of a round
# Workers, seconds of latency, Mbit/s. The model is fitted to the first two, and predicts the rest.
LINKS = ((2, 0.002, 50), (2, 0.020, 20), (2, 0.005, 20), (4, 0.005, 20), (8, 0.005, 20))
FITTED, SHARDS = 2, 16
ROUNDS, FAST, LATENCY = (64, 512, 4_096), (10_000, 100_000), 0.0001  # what is predicted
RAY, PORT = "ray.scripts.scripts", 26379


class Timed:
    """An actor that notes its calls: when they begin and end, and the CPU time before and after."""

    def noted(self, name: str, number: int, method: Any, *given: Any) -> Any:
        """Call a method, for a round; the clock is that of the machine."""
        begin = time.monotonic(), time.process_time()
        result = method(*given)
        rows, end = rows_of(result), (time.monotonic(), time.process_time())
        sizes = sum(each.sizes.size for each in rows), sum(each.bytes for each in rows)
        self.__dict__.setdefault("notes", []).append((number, name, *begin, *end, *sizes))
        return result

    def spans(self) -> list[tuple[Any, ...]]:
        """Return the notes."""
        return self.__dict__["notes"]  # type: ignore[no-any-return]


class TimedWalker(Timed, WalkerActor):
    def walk(self, number: int, first: int, last: int) -> Any:
        return self.noted("walk", number, super().walk, number, first, last)

    def take(self) -> Any:
        return self.noted("take", self.round + 1, super().take)

    def learn(self, number: int, *rows: Any) -> None:
        self.noted("learn", number, super().learn, number, *rows)


class TimedShard(Timed, ShardActor):
    def merge(self, number: int, *sums: Any) -> Any:
        return self.noted("merge", number, super().merge, number, *sums)


class Round(NamedTuple):
    """A round: ``rows`` are those that a worker sends, ``changed`` those that all workers learn."""

    workers: int
    nodes: int  # of a worker
    rows: int
    changed: int
    sent: float  # bytes a row
    published: float  # bytes a row
    call: float  # CPU seconds of the driver for a call
    walking: float  # CPU seconds of a worker, and of a shard
    sending: float
    learning: float
    merging: float
    walk: float  # seconds
    send: float
    merge: float
    publish: float

    @property
    def seconds(self) -> float:
        """The seconds of the round."""
        return self.walk + self.send + self.merge + self.publish

    def transfer(self, megabits: float) -> float:
        """Return the seconds of a link; shards lie on the machines of workers."""
        moved = self.rows * self.sent + self.changed * self.published
        return (self.workers - 1) / self.workers * moved * 8e-6 / megabits


Case = tuple[Round, float, float]  # with the latency and the Mbit/s of links


def trained(
    address: str, workers: int, number: int, sizes: tuple[int, ...], shards: int
) -> list[Round]:
    """Return the best round of each size on a Ray cluster."""
    with Cluster(address, workers) as cluster, tempfile.TemporaryDirectory() as folder:
        assert address == "local" or len(cluster.machines) == workers
        game, place = TrainingAbstraction(), Path(folder)
        (place / "config.json").write_text("{}")  # so that shards log what they are sent
        kept: dict[str, Any] = {"storage": Storage(fingerprint=64), "reserve": 1 << 30}
        held = kept | {"players": game.players, "rule": LINEAR}

        def walker() -> Any:
            return cluster.start(TimedWalker, sources(), game, kept, shards)

        def shard(k: int) -> Any:
            given = sources(), held, k, shards, place, None
            return cluster.start(TimedShard, *given, number=k)

        crew = Crew(Place(cluster, workers, shards, place), walker, shard, Counter(), 1)
        known: list[tuple[int, float]] = []
        for size in sizes:
            crew.piece = max(1, size // PIECES)
            calls = workers * (min(size, PIECES) + 2)
            for _ in range(number + 1):
                begin = time.process_time()
                touched = sum(nodes for nodes, _ in crew.walk(1, size * workers))
                crew.merge()
                known.append((touched // workers, (time.process_time() - begin) / calls))
        actors = [*crew.shards, *(worker.actor for worker in crew.workers)]
        notes = [note for each in actors for note in cluster.value(cluster.call(each, "spans"))]
        crew.end()
    # The first of each size is left out.
    numbers = [range(k + 2, k + 2 + number) for k in range(0, len(known), number + 1)]
    every = [[split(notes, k, workers, *known[k - 1]) for k in each] for each in numbers]
    return [min(rounds, key=lambda each: each.seconds / each.rows) for rounds in every]


def split(notes: list[Any], number: int, workers: int, nodes: int, call: float) -> Round:
    """Return a round; each of its parts begins where the one before has ended."""

    def noted(name: str, late: int = 0) -> Any:
        return np.array([note[2:] for note in notes if note[:2] == (number - late, name)]).T

    walks, takes, merges, learns = map(noted, ("walk", "take", "merge", "learn"))
    rows, sent, changed, published = *takes[4:].sum(1), *merges[4:].sum(1)
    spent = (
        (walks[3] - walks[1]).sum(),
        learns[1].sum() - takes[1].sum(),
        (learns[3] - learns[1]).sum(),
        merges[3].sum() - noted("merge", 1)[3].sum(),
    )
    ends = noted("learn", 1)[2], walks[2], merges[0], merges[2], learns[2]
    sizes = nodes, int(rows) // workers, int(changed), sent / rows, published / changed, call
    parts = np.diff([each.max() for each in ends]).tolist()
    return Round(workers, *sizes, *(each / workers for each in spent), *parts)


def rows_of(result: Any) -> list[Rows]:
    """Return all rows in what a call returns."""
    if isinstance(result, Rows):
        return [result]
    parts = result if isinstance(result, tuple | list) else ()
    return [rows for part in parts for rows in rows_of(part)]


def simulated(workers: int, latency: float, megabits: float, number: int) -> list[Round]:
    """Return what :func:`trained` does on machines of one worker each, in network namespaces."""
    head = f"{NET}.1:{PORT}"
    # Ray keeps sockets in this folder, so its path must be short.
    with (
        tempfile.TemporaryDirectory(prefix="zs", dir="/tmp") as place,
        network(workers, latency, megabits * 1e6 / 8) as names,
    ):
        known = os.environ | {"RAY_TMPDIR": place, "RAY_AUTH_MODE": "disabled"}

        def run(name: str, *words: str) -> bytes:
            inside = ["ip", "netns", "exec", name, sys.executable, "-m", *words]
            return subprocess.run(inside, env=known, stdout=subprocess.PIPE, check=True).stdout

        try:
            for k, name in enumerate(names):  # one after another, since they share the folder
                role = ["--address", head]
                if k == 0:
                    role = ["--head", f"--port={PORT}", "--include-dashboard=false"]
                more = "--num-cpus=1", "--object-store-memory=500000000"
                run(name, RAY, "start", f"--node-ip-address={NET}.{k + 1}", *role, *more)
            own = "--address", head, "--workers", str(workers), "--rounds", str(number)
            found = json.loads(run(names[0], __spec__.name, *own))
        finally:
            for name in names:
                for process in subprocess.check_output(["ip", "netns", "pids", name]).split():
                    with suppress(ProcessLookupError):
                        os.kill(int(process), signal.SIGKILL)
    return [Round(*each) for each in found]


class Model(NamedTuple):
    """What a round is predicted from."""

    speed: float  # nodes a second
    send: float  # seconds a row
    merge: float  # seconds a row
    learn: float  # seconds a row
    call: float  # seconds of the driver, with two shards
    result: float  # seconds of the driver, for each more, in calls with a result for each
    start: float  # seconds of a round
    hops: float = 0.0  # latencies of a round
    stretch: float = 1.0  # seconds of a transfer, over bytes by bandwidth

    def parts(self, each: Round, latency: float, megabits: float, cores: int) -> list[float]:
        """Return the seconds of walks, of work on rows, of the driver, and of the network."""
        shared = max(1.0, each.workers / cores)
        rows = (self.send + self.merge) * each.rows + self.learn * each.changed
        walking = shared * each.nodes / self.speed
        # While workers walk, the driver hands out pieces.
        calling, more = self.call * each.workers, self.result * (each.workers - 2) * each.workers
        driver = 2 * (calling + more) + max(0.0, PIECES * calling - walking) + self.start
        network = self.hops * latency + self.stretch * each.transfer(megabits)
        return [walking, shared * rows, driver, network]


def fitted(here: list[Round], sharded: list[Round], slow: list[Case]) -> Model:
    """Return the model of rounds on this machine, with more shards too, and over slow links."""
    last = here[-1]
    rates = last.sending / last.rows, last.merging / last.rows, last.learning / last.changed
    # Two of the calls of a worker have a result for each shard.
    more = (sharded[1].call - here[1].call) * (PIECES + 2) / 2 / (SHARDS - 2)
    model = Model(last.nodes / last.walking, *rates, here[1].call, max(0.0, more), 0.0)
    rest = here[0].seconds - sum(model.parts(here[0], 0.0, np.inf, cores()))
    model = model._replace(start=max(0.0, rest))
    if slow:
        took = np.array([each.seconds for each, *_ in slow])
        work = [sum(model._replace(stretch=0).parts(*case, cores())) for case in slow]
        waits = np.array([(latency, each.transfer(speed)) for each, latency, speed in slow])
        hops, stretch = np.linalg.lstsq(waits / took[:, None], (took - work) / took)[0]
        model = model._replace(hops=hops, stretch=stretch)
    return model


def imagined(here: list[Round], workers: int, size: int) -> Round:
    """Return a round of many machines, whose rows grow by a power of the nodes."""
    known = [(each.nodes, each.rows) for each in here[-2:]]
    known += [(each.workers * each.nodes, each.changed) for each in here[-2:]]
    power, scale = np.polyfit(*np.log(known).T, 1)
    nodes = here[-1].nodes * size // SIZES[-1]
    rows, changed = (int(np.exp(scale) * n**power) for n in (nodes, workers * nodes))
    return here[-1]._replace(workers=workers, nodes=nodes, rows=rows, changed=changed)


def predicted(model: Model, each: Round, megabits: float) -> tuple[float, float, str]:
    """Return rounds a second, how many times as fast they are as one worker, and what is most."""
    parts = model.parts(each, LATENCY, megabits, each.workers)
    most = ("walks", "rows", "driver", "network")[int(np.argmax(parts))]
    return 1 / sum(parts), each.workers * each.nodes / sum(parts) / model.speed, most


def draw(model: Model, here: list[Round], file: str) -> None:
    """Draw what the model predicts for many machines."""
    from matplotlib.figure import Figure

    figure = Figure((6, 3.6), layout="constrained")
    axes, counts = figure.subplots(), [2**k for k in range(10)]
    for size, colour in zip(ROUNDS, LINES, strict=False):
        rounds = [imagined(here, count, size) for count in counts]
        for megabits, style in zip(FAST, ("-", "--"), strict=True):
            name = f"{rounds[0].nodes / 1e6:.0f}M nodes, {megabits / 1e3:.0f} Gbit/s"
            gains = [predicted(model, each, megabits)[1] for each in rounds]
            axes.plot(counts, gains, style, color=colour, label=name)
    axes.plot(counts, counts, color=LINES[-1], linewidth=0.5)
    axes.set(xlabel="machines", ylabel="times as fast as one", xscale="log", yscale="log")
    axes.legend(title="a worker and round, link", fontsize=8)
    number_logarithmic(axes.xaxis)
    number_logarithmic(axes.yaxis)
    figure.savefig(file, dpi=100)


def show(heads: str, rows: Any) -> None:
    """Print a table."""
    cells = [[x if isinstance(x, str) else f"{x:,.4g}" for x in row] for row in rows]
    print(table(heads.split(), cells), end="\n\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--simulate", action="store_true", help="needs root")
    parser.add_argument("--picture")
    parser.add_argument("--address", help=argparse.SUPPRESS)
    parser.add_argument("--workers", type=int, default=2, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.address:
        own = given.rounds, SIZES[:SIMULATED], given.workers
        print(json.dumps(trained(given.address, given.workers, *own)))
        return
    here = trained("local", given.workers, given.rounds, SIZES, given.workers)
    sharded = trained("local", given.workers, given.rounds, SIZES[:2], SHARDS)
    show(" ".join(Round._fields), here)
    slow = [
        (each, *link)
        for workers, *link in (LINKS if given.simulate else ())
        for each in simulated(workers, *link, given.rounds)
    ]
    model = fitted(here, sharded, slow[: FITTED * SIMULATED])
    show(". .", model._asdict().items())
    both = [(*case, model.parts(*case, cores())) for case in slow]
    heads = "workers nodes rows latency Mbit/s measured predicted walks rows driver network"
    show(heads, ((*r[:3], *link, r.seconds, sum(parts), *parts) for r, *link, parts in both))
    cases = [(imagined(here, w, n), speed) for n in ROUNDS for w in (8, 64, 512) for speed in FAST]
    heads = "workers nodes rows changed Mbit/s rounds/s times_as_fast most"
    show(heads, ((*r[:4], speed, *predicted(model, r, speed)) for r, speed in cases))
    if given.picture:
        draw(model, here, given.picture)


if __name__ == "__main__":
    main()
