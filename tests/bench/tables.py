"""Many persons at tables: ``python -m tests.bench.tables RUN [--tables N] [--kills N]``.

A server is started for the run. Persons take random legal actions after some thinking, and go on to
the next hand. Printed are the times from an action to its answer, the server's CPU time for each,
its memory at the begin and at the end, and what went wrong: an event that was lost or taken twice,
or a view that is not what the last event left.

With ``--kills`` the server is killed with SIGKILL so many times, evenly spread, and started again
at the same port. A person whose request was cut off looks at the table again: it must be at the
event before or after, and the hand must go on from there.
"""

import asyncio
import json
import random
import re
import signal
import time
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import click

from tests.bench.served import begin, cpu, memory

_PATIENCE = 60.0  # seconds that a person waits for a server that comes again


class Person:
    """A person at a table, who knows what the table must show.

    Parameters
    ----------
    port
        Where the server listens.
    number
        Of the person, and the seed of all choices.
    """

    def __init__(self, port: int, number: int) -> None:
        self.port, self.rng = port, random.Random(number)
        self.player = f"{number:032x}"
        self.times = list[float]()
        self.hands = 0
        self.cut = 0
        self.wrong = list[str]()
        self.streams: Any = None

    async def play(self, run: str, think: float, until: float) -> None:
        """Play until a time."""
        await asyncio.sleep(self.rng.random() * think)
        view = await self._ask("POST", "/api/tables", {"run": run})
        while time.perf_counter() < until:
            await asyncio.sleep(think)
            view = await self._step(view)

    async def _step(self, view: dict) -> dict:
        table, event = view["table"], view["event"]
        if view["turn"] == "next":
            what, fields = "next", {}
            self.hands += 1
        else:
            words = [choice["word"] for choice in view["choices"]]
            what, fields = "act", {"word": self.rng.choice(words)}
        where = f"/api/tables/{table}"
        started = time.perf_counter()
        try:
            after = await self._ask("POST", f"{where}/{what}", {"event": event, **fields}, 1)
            self.times.append(time.perf_counter() - started)
        except OSError:
            self.cut += 1
            after = await self._ask("GET", where, {})
        if after["event"] not in {event + 1, event}:
            self.wrong.append(f"{table}: event {after['event']} after {event}")
        if after["event"] == event and {**after, "version": ""} != {**view, "version": ""}:
            self.wrong.append(f"{table}: another view of event {event}")
        if after["hand"] != view["hand"] + (what == "next" and after["event"] > event):
            self.wrong.append(f"{table}: hand {after['hand']} after {view['hand']} and {what}")
        if what == "act" and after["lines"][: len(view["lines"])] != view["lines"]:
            self.wrong.append(f"{table}: other lines after event {event}")
        return after

    async def _ask(self, method: str, where: str, fields: dict, tries: int = 0) -> dict:
        """Return an answer; a client of two hundred connections must cost next to nothing."""
        end, mine = time.perf_counter() + _PATIENCE, {"player": self.player, **fields}
        body = b"" if method == "GET" else json.dumps(mine).encode()
        query = f"?{urlencode(mine)}" if method == "GET" else ""
        head = (
            f"{method} {where}{query} HTTP/1.1\r\nhost: localhost:{self.port}\r\n"
            f"content-type: application/json\r\ncontent-length: {len(body)}\r\n\r\n"
        )
        while True:
            try:
                return await self._answer(head.encode() + body)
            except (OSError, EOFError) as error:
                self.streams = None
                if tries == 1 or time.perf_counter() > end:
                    raise ConnectionError from error
                await asyncio.sleep(0.2)

    async def _answer(self, sent: bytes) -> dict:
        if self.streams is None:
            self.streams = await asyncio.open_connection("127.0.0.1", self.port)
        reader, writer = self.streams
        writer.write(sent)
        head = await reader.readuntil(b"\r\n\r\n")
        size = int(re.search(rb"content-length: (\d+)", head, re.IGNORECASE)[1])
        answer = json.loads(await reader.readexactly(size))
        assert b" 200 " in head[:16], answer
        return answer


@click.command()
@click.argument("run", type=click.Path(path_type=Path, exists=True))
@click.option("--tables", default=200, show_default=True)
@click.option("--think", default=0.5, show_default=True, help="Seconds before each action.")
@click.option("--seconds", default=60.0, show_default=True)
@click.option("--kills", default=0, show_default=True)
def main(run: Path, tables: int, think: float, seconds: float, kills: int) -> None:
    """Measure tables of RUN; they are kept in the folder ``runs`` of the current folder."""
    server, address = begin(run.resolve(), pinned=False)
    port = int(address.rstrip("/").rpartition(":")[2])
    box = [server]
    try:
        asyncio.run(_measure(box, run.resolve(), port, tables, think, seconds, kills))
    finally:
        box[0].terminate()
        box[0].wait()


async def _measure(box, run, port, tables, think, seconds, kills) -> None:
    await Person(port, tables).play(run.name, 0.0, 0.0)  # opens the run
    begun, until = memory(box[0].pid), time.perf_counter() + seconds
    persons = [Person(port, number) for number in range(tables)]
    before = cpu(box[0].pid)
    playing = asyncio.gather(*(person.play(run.name, think, until) for person in persons))
    for _ in range(kills):
        await asyncio.sleep(seconds / (kills + 1))
        box[0].send_signal(signal.SIGKILL)
        box[0].wait()
        box[0], _ = await asyncio.to_thread(partial(begin, run, port, pinned=False))
    await playing
    used = cpu(box[0].pid) - (before if not kills else 0.0)
    times = sorted(time for person in persons for time in person.times)
    wrong = [words for person in persons for words in person.wrong]
    p50, p95, p99 = (1e3 * times[int(share * len(times))] for share in (0.5, 0.95, 0.99))
    print(
        f"{len(times)} events, {sum(person.hands for person in persons)} hands at {tables} tables"
    )
    print(f"p50 {p50:.1f} ms, p95 {p95:.1f} ms, p99 {p99:.1f} ms")
    if not kills:
        print(f"CPU {1e3 * used / len(times):.2f} ms each")
    print(f"memory {begun:.0f} MB, then {memory(box[0].pid):.0f} MB")
    print(f"{sum(person.cut for person in persons)} requests cut off by {kills} kills")
    print("nothing lost or doubled" if not wrong else "\n".join(wrong[:10]))


if __name__ == "__main__":
    main()
