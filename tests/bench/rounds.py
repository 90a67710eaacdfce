"""What rounds cost: ``python -m tests.bench.rounds``.

The first table of a game has nodes a second of ways to sample, the most of several tries that take
turns, and NashConv after so many nodes. Rounds are walked by two walkers; NashConv is the same for
any number. In Blackjack++ it is what both players could gain by changing alone: the third seat, the
dealer's, decides nothing, and it need not fall to 0, since payoffs of the two do not sum to 0.

The second table says what a round is spent on, in microseconds. Where walkers share a table, that
is to walk, and to merge, which with two includes to wait for each other; what a walk takes is
measured in a round without an end. Where sums travel by keys, as between machines, it is to walk,
to take sums, to merge them, and to learn what has changed; here by one walker, without a network.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable
from functools import partial
from itertools import pairwise
from time import perf_counter
from typing import Any

from zerosum.algorithms import LINEAR, ExternalSampling, RoundSampling
from zerosum.algorithms.shards import Shard
from zerosum.algorithms.walkers import Walker
from zerosum.blackjack import Blackjack
from zerosum.bluff import Bluff
from zerosum.evaluation import nash_conv
from zerosum.leduc import Leduc
from zerosum.support.rendering import table
from zerosum.tree.public import public_tree

GAMES = {"leduc": Leduc, "bluff": Bluff, "blackjack": Blackjack}
SIZES = (16, 64, 256, 1_024, 4_096)
TRIES, SECONDS, ROUNDS = 10, 0.1, 30
ENDLESS = 1 << 50


def speeds(solvers: Iterable[Any]) -> list[float]:
    """Return the nodes a second of solvers."""
    most = dict.fromkeys(solvers, 0.0)
    for solver in most:
        solver.run(max(solver.period, 4_096))  # compiles
    for _ in range(TRIES):
        for solver in most:
            before, begin = solver.touched, perf_counter()
            while perf_counter() - begin < SECONDS:
                solver.run(4_096)
            rate = (solver.touched - before) / (perf_counter() - begin)
            most[solver] = max(most[solver], rate)
    return list(most.values())


def gap(solver: Any, nodes: int) -> float:
    """Return NashConv after at least so many nodes."""
    while solver.touched < nodes:
        solver.run(4_096)
    game = solver.game
    tree = public_tree(game) if isinstance(game, Blackjack) else game
    return nash_conv(tree, solver.strategy())


def compare(game: Any, sizes: list[int], nodes: list[int], seed: int) -> None:
    """Print the first table."""
    ways: dict[str, Callable[[], Any]] = {
        "one thread": partial(ExternalSampling, game, seed=seed),
        "two threads": partial(ExternalSampling, game, seed=seed, threads=2),
    }
    for size in sizes:
        ways[f"rounds of {size:,}"] = partial(RoundSampling, game, seed=seed, round=size, threads=2)
    rates = speeds(make() for make in ways.values())
    rows = []
    for (way, make), rate in zip(ways.items(), rates, strict=True):
        solver = make()
        gaps = [f"{gap(solver, number):.5f}" for number in nodes]
        rows.append([way, f"{rate / 1e6:.1f}", f"{rate / rates[1]:.2f}", *gaps])
    heads = ["", "M nodes/s", "of two threads", *(f"NashConv, {number:,}" for number in nodes)]
    print(table(heads, rows), flush=True)


def shared(game: Any, size: int, threads: int, seed: int) -> list[float]:
    """Return the nodes of a round, and the microseconds of its walks and of what is beside them."""
    solver = RoundSampling(game, seed=seed, round=size, threads=threads)
    (rate,) = speeds([solver])
    solver.run(-solver.iterations % size)
    nodes = solver.touched / solver.rounds
    solver.round = solver.work.round = ENDLESS
    (walks,) = speeds([solver])
    return [nodes, 1e6 * nodes / walks, 1e6 * nodes * (1 / rate - 1 / walks)]


def by_keys(game: Any, size: int, seed: int) -> list[float]:
    """Return the microseconds of each step of a round whose sums travel by keys."""
    walker, shard = Walker(game, seed), Shard(getattr(game, "players", 2), LINEAR)
    least = [float("inf")] * 4
    for number in range(1, ROUNDS + 1):
        clock = [perf_counter()]
        walker.walk(number, 1, size)
        clock.append(perf_counter())
        delta, _ = walker.take()
        clock.append(perf_counter())
        changed = shard.merge(number, [delta])
        clock.append(perf_counter())
        walker.learn(changed)
        clock.append(perf_counter())
        if number > ROUNDS // 3:
            spent = (1e6 * (b - a) for a, b in pairwise(clock))
            least = list(map(min, least, spent))
    return least


def itemise(game: Any, sizes: list[int], seed: int) -> None:
    """Print the second table."""
    heads = ["iterations", "nodes", "one walker: walk", "merge", "two: walk", "merge, wait"]
    heads += ["by keys: walk", "take", "merge", "learn"]
    rows = []
    for size in sizes:
        one, two = (shared(game, size, threads, seed) for threads in (1, 2))
        figures = [size, *one, *two[1:], *by_keys(game, size, seed)]
        rows.append([f"{figure:,.0f}" for figure in figures])
    print(table(heads, rows), flush=True)


def main() -> None:
    """Print both tables of each game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", nargs="+", choices=list(GAMES), default=list(GAMES))
    parser.add_argument("--nodes", nargs="+", type=int, default=[10_000_000, 100_000_000])
    parser.add_argument("--sizes", nargs="+", type=int, default=list(SIZES))
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    for name in given.games:
        game = GAMES[name]()
        print(name, flush=True)
        compare(game, given.sizes, given.nodes, given.seed)
        itemise(game, given.sizes[::2], given.seed)


if __name__ == "__main__":
    main()
