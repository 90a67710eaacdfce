"""Machines on one machine: network namespaces joined by a link with latency and bandwidth.

``tc netem`` is not everywhere, so packets pass a process that delays them: each namespace has a
TUN device whose other end is that process. A packet leaves the link of its sender when what was
sent before has left, arrives after the latency, and passes the link of its receiver in the same
way. Linux and root only::

    with network(4, latency=0.0005, bandwidth=1e9 / 8) as names:
        subprocess.run(["ip", "netns", "exec", names[0], "ping", "-c1", "10.77.0.2"])
"""

import fcntl
import heapq
import os
import select
import struct
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count

NET = "10.77.0"
MTU = 9000
_QUEUE = 0.002  # seconds of packets that a sender has at its link
_SET, _TUN_PLAIN = 0x400454CA, 0x1001  # TUNSETIFF; IFF_TUN | IFF_NO_PI


def _ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True)


def _device(name: str) -> int:
    handle = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
    fcntl.ioctl(handle, _SET, struct.pack("16sH", name.encode(), _TUN_PLAIN))
    return handle


@contextmanager
def network(number: int, latency: float, bandwidth: float, name: str = "zs") -> Iterator[list[str]]:
    """Yield the names of so many namespaces; machine ``k`` has the address ``NET.(k + 1)``.

    Parameters
    ----------
    number
        How many machines.
    latency
        Seconds from one to another.
    bandwidth
        Bytes a second of each machine, out and in.
    name
        What the names begin with.
    """
    names = [f"{name}{k}" for k in range(number)]
    words = [sys.executable, "-m", "tests.bench.network", str(latency), str(bandwidth), *names]
    forwarder = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    try:
        if forwarder.stdout is None or forwarder.stdout.readline() != b"ready\n":
            raise RuntimeError("the forwarder did not start")
        yield names
    finally:
        forwarder.terminate()
        forwarder.wait()
        for each in names:
            subprocess.run(["ip", "netns", "delete", each], check=False)


def _forward(latency: float, bandwidth: float, names: list[str]) -> None:
    """Make the namespaces, and pass packets until the end."""
    os.nice(-20)  # other work must not delay packets
    handles = []
    for k, name in enumerate(names):
        handles.append(_device(f"{name}t"))
        _ip("netns", "add", name)
        _ip("link", "set", f"{name}t", "netns", name)
        inside = ("netns", "exec", name, "ip")
        _ip(*inside, "link", "set", "lo", "up")
        _ip(*inside, "link", "set", f"{name}t", "mtu", str(MTU), "txqueuelen", "20000", "up")
        _ip(*inside, "addr", "add", f"{NET}.{k + 1}/24", "dev", f"{name}t")
    print("ready", flush=True)
    up, down = [0.0] * len(names), [0.0] * len(names)
    waiting: list[tuple[float, int, int, bytes, bool]] = []  # packets on the way, or received
    order = count()
    while True:
        now = time.monotonic()
        while waiting and waiting[0][0] <= now:
            arrival, _, to, packet, received = heapq.heappop(waiting)
            if received:
                with suppress(OSError):  # the receiver's queue is full: lost, as on a wire
                    os.write(handles[to], packet)
                continue
            down[to] = max(arrival, down[to]) + len(packet) / bandwidth
            heapq.heappush(waiting, (down[to], next(order), to, packet, True))
        # What a link has no room for yet waits in the queue of its sender, who so goes slower.
        free = [handle for k, handle in enumerate(handles) if up[k] < now + _QUEUE]
        times = [*(each[0] for each in waiting[:1]), *(end - _QUEUE for end in up if end > now)]
        pause = max(0.0, min(times) - time.monotonic()) if times else None
        for handle in select.select(free, [], [], pause)[0]:
            k, now = handles.index(handle), time.monotonic()
            while up[k] < now + _QUEUE:
                try:
                    packet = os.read(handle, 1 << 16)
                except BlockingIOError:
                    break
                to = packet[19] - 1
                if packet[0] >> 4 != 4 or not 0 <= to < len(handles):
                    continue
                up[k] = max(now, up[k]) + len(packet) / bandwidth
                heapq.heappush(waiting, (up[k] + latency, next(order), to, packet, False))


if __name__ == "__main__":
    _forward(float(sys.argv[1]), float(sys.argv[2]), sys.argv[3:])
