"""External sampling of no-limit hold'em without cards.

    python -m tests.bench.seats

For six seats and for two: CPU seconds to compile from a cold cache, those of ``blood.quick`` beside
them, bytes of a state, and nodes a second, those of chance included.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from time import process_time

from tests.bench.clock import pin
from zerosum.abstraction import Abstracted
from zerosum.algorithms import ExternalSampling
from zerosum.native.encoding import word_count
from zerosum.native.lowering import lowering_of
from zerosum.pkr.abstraction import allin, by_street, limited, passive, pot_bets, raises
from zerosum.pkr.holdem import NoLimitHoldem
from zerosum.pkr.holdem.abstraction import player, raises_of_hand, seats, street

SECONDS = 10.0
MENU = (
    passive
    + by_street(
        {
            0: limited(raises(1, 2), 2, 4),
            3: limited(pot_bets(1, 2, 4), 2, 4),
            5: limited(pot_bets(1 / 2, 1, 2, 4), 1, 4),
        }
    )
    + allin
)
STATES = player * street * seats * raises_of_hand * MENU
COLD = {
    "blood.quick": "from blood.quick import TrainingAbstraction as made; game = made()",
    "six seats": "from tests.bench.seats import table; game = table(6)",
    "two seats": "from tests.bench.seats import table; game = table(2)",
}


def table(players: int) -> Abstracted:
    """Return the game of so many seats, each with 100 big blinds."""
    game = NoLimitHoldem(players=players, stacks=(10_000,), blinds=(50, 100))
    return Abstracted(game, STATES, MENU)


def cold(words: str) -> float:
    """Return the CPU seconds to make a solver in a process with an empty cache."""
    source = f"""
from time import process_time
from zerosum.algorithms import ExternalSampling
{words}
start = process_time()
ExternalSampling(game, seed=1)
print(process_time() - start)
"""
    with tempfile.TemporaryDirectory() as folder:
        told = subprocess.run(
            [sys.executable, "-c", source],
            env={**os.environ, "ZEROSUM_CACHE": folder},
            capture_output=True,
            text=True,
            check=True,
        )
    return float(told.stdout)


def rate(players: int) -> float:
    """Return the millions of nodes a second."""
    solver = ExternalSampling(table(players), seed=1)
    assert solver.native
    solver.run(300)
    nodes, start = solver.touched, process_time()
    while process_time() - start < SECONDS:
        solver.run(300)
    return (solver.touched - nodes) / (process_time() - start) / 1e6


def main() -> None:
    """Print the figures."""
    pin()
    for name, words in COLD.items():
        print(f"compiled cold, {name}: {cold(words):.1f} s", flush=True)
    words = word_count(lowering_of(NoLimitHoldem).record(NoLimitHoldem))
    print(f"a state: {8 * words} bytes", flush=True)
    for players in (6, 2):
        print(f"{players} seats: {rate(players):.2f} million nodes a second", flush=True)


if __name__ == "__main__":
    main()
