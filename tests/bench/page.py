"""How fast the page answers: ``python -m tests.bench.page RUN [--clients N] [--think SECONDS]``.

A server is started for the run, pinned to one core where the system allows that. Clients walk along
random lines, as readers do: an answer, some thinking, a click. Then they walk the same lines again,
whose answers are kept. Printed are the times of answers, the server's CPU time for each, and its
memory.
"""

import asyncio
import random
import time
from pathlib import Path

import click
import httpx2 as httpx

from tests.bench.served import begin, cpu, memory


@click.command()
@click.argument("run", type=click.Path(path_type=Path, exists=True))
@click.option("--clients", default=50, show_default=True)
@click.option("--think", default=2.0, show_default=True, help="Seconds between two clicks.")
@click.option("--clicks", default=10, show_default=True, help="How often each client clicks.")
@click.option("--seed", default=7, show_default=True)
def main(run: Path, clients: int, think: float, clicks: int, seed: int) -> None:
    """Measure the page on RUN."""
    started = time.perf_counter()
    server, address = begin(run)
    print(f"listens after {time.perf_counter() - started:.2f} s")
    try:
        asyncio.run(_measure(address, server.pid, clients, think, clicks, seed))
    finally:
        server.terminate()
        server.wait()


async def _measure(
    address: str, pid: int, clients: int, think: float, clicks: int, seed: int
) -> None:
    limits = httpx.Limits(max_connections=clients, max_keepalive_connections=clients)
    async with httpx.AsyncClient(base_url=address, timeout=120, limits=limits) as web:
        started = time.perf_counter()
        (name,) = [each["name"] for each in (await web.get("/api/runs")).json()["runs"]][:1]
        first = await web.get(f"/api/runs/{name}/spot")
        assert first.status_code == 200, first.text
        print(f"first strategy after {time.perf_counter() - started:.2f} s")
        for words in ("as they come", "again, kept"):
            before, times = cpu(pid), list[float]()
            walks = (_walk(web, name, think, clicks, seed + each, times) for each in range(clients))
            started = time.perf_counter()
            await asyncio.gather(*walks)
            lasted, used = time.perf_counter() - started, cpu(pid) - before
            times.sort()
            p50, p95 = (1e3 * times[int(share * len(times))] for share in (0.5, 0.95))
            print(
                f"{words}: {len(times)} answers in {lasted:.1f} s, p50 {p50:.1f} ms, "
                f"p95 {p95:.1f} ms, CPU {1e3 * used / len(times):.2f} ms each"
            )
    print(f"resident memory {memory(pid):.0f} MB")


async def _walk(
    web: httpx.AsyncClient, name: str, think: float, clicks: int, seed: int, times: list[float]
) -> None:
    """Walk along random lines, from the start again at the end of each."""
    rng, line = random.Random(seed), list[str]()
    await asyncio.sleep(rng.random() * think)
    for _ in range(clicks):
        started = time.perf_counter()
        answer = await web.get(f"/api/runs/{name}/spot", params={"line": " ".join(line)})
        times.append(time.perf_counter() - started)
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


if __name__ == "__main__":
    main()
