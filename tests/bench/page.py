"""How fast the page answers: ``python -m tests.bench.page RUN [--clients N] [--think SECONDS]``.

A server is started for the run, pinned to one core where the system allows that. Clients walk along
random lines, as readers do: an answer, some thinking, a click. Then they walk the same lines again,
whose answers are kept. Printed are the times of answers, the server's CPU time for each, and its
memory.
"""

import asyncio
import os
import random
import re
import subprocess
import sys
import time
from pathlib import Path

import click
import httpx2 as httpx


@click.command()
@click.argument("run", type=click.Path(path_type=Path, exists=True))
@click.option("--clients", default=50, show_default=True)
@click.option("--think", default=2.0, show_default=True, help="Seconds between two clicks.")
@click.option("--clicks", default=10, show_default=True, help="How often each client clicks.")
@click.option("--seed", default=7, show_default=True)
def main(run: Path, clients: int, think: float, clicks: int, seed: int) -> None:
    """Measure the page on RUN."""
    server = subprocess.Popen(
        [sys.executable, "-m", "blood.serve", str(run), "--port", "0"],
        stderr=subprocess.PIPE,
        text=True,
    )
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(server.pid, {max(os.sched_getaffinity(0))})
    begin = time.perf_counter()
    try:
        assert server.stderr is not None
        found = re.search(r"http://\S+", server.stderr.readline())
        assert found is not None
        address = found[0]
        print(f"listens after {time.perf_counter() - begin:.2f} s")
        asyncio.run(_measure(address, server.pid, clients, think, clicks, seed))
    finally:
        server.terminate()
        server.wait()


async def _measure(
    address: str, pid: int, clients: int, think: float, clicks: int, seed: int
) -> None:
    limits = httpx.Limits(max_connections=clients, max_keepalive_connections=clients)
    async with httpx.AsyncClient(base_url=address, timeout=120, limits=limits) as web:
        begin = time.perf_counter()
        (name,) = [each["name"] for each in (await web.get("/api/runs")).json()["runs"]][:1]
        first = await web.get(f"/api/runs/{name}/spot")
        assert first.status_code == 200, first.text
        print(f"first strategy after {time.perf_counter() - begin:.2f} s")
        for words in ("as they come", "again, kept"):
            cpu, times = _cpu(pid), list[float]()
            walks = (_walk(web, name, think, clicks, seed + each, times) for each in range(clients))
            begin = time.perf_counter()
            await asyncio.gather(*walks)
            lasted, used = time.perf_counter() - begin, _cpu(pid) - cpu
            times.sort()
            p50, p95 = (1e3 * times[int(share * len(times))] for share in (0.5, 0.95))
            print(
                f"{words}: {len(times)} answers in {lasted:.1f} s, p50 {p50:.1f} ms, "
                f"p95 {p95:.1f} ms, CPU {1e3 * used / len(times):.2f} ms each"
            )
    print(f"resident memory {_memory(pid):.0f} MB")


async def _walk(
    web: httpx.AsyncClient, name: str, think: float, clicks: int, seed: int, times: list[float]
) -> None:
    """Walk along random lines, from the start again at the end of each."""
    rng, line = random.Random(seed), list[str]()
    await asyncio.sleep(rng.random() * think)
    for _ in range(clicks):
        begin = time.perf_counter()
        answer = await web.get(f"/api/runs/{name}/spot", params={"line": " ".join(line)})
        times.append(time.perf_counter() - begin)
        assert answer.status_code == 200, answer.text
        spot = answer.json()
        if spot["kind"] == "over":
            line = []
        elif spot["options"]:
            shares = [option["probability"] + 0.05 for option in spot["options"]]
            line.append(rng.choices(spot["options"], shares)[0]["token"])
        else:
            line.append("".join(rng.sample(spot["deck"], spot["due"])))
        await asyncio.sleep(think * (0.5 + rng.random()))


def _cpu(pid: int) -> float:
    """Return the seconds of CPU that a process has used, with all its threads."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _memory(pid: int) -> float:
    status = Path(f"/proc/{pid}/status").read_text()
    found = re.search(r"VmRSS:\s+(\d+) kB", status)
    return int(found[1]) / 1024 if found else float("nan")


if __name__ == "__main__":
    main()
