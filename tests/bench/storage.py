"""What compact tables lose: NashConv over time, by how a table is stored and by rule.

    python -m tests.bench.storage [--seeds 3] [leduc bluff holdem]

Leduc, Bluff(1, 1), and no-limit hold'em of two seats with 20 cards: hands of one card, boards of
one and one, stacks of 10, bets of one and two pots, and all-in. All infosets are known, so that
exploitability is exact. Prints, for each rule and storage, bytes an infoset, and NashConv in
thousandths of a chip after 10,000, 100,000 and a million iterations, means over seeds; and its
ratio to that of 64 bits with exact keys.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from typing import Any

import numpy as np

from zerosum.abstraction import Abstracted, algebraic
from zerosum.algorithms import ExternalSampling
from zerosum.bluff import Bluff
from zerosum.bluff.game import InfoSet as BluffInfoSet
from zerosum.evaluation import lift, nash_conv
from zerosum.leduc import Leduc
from zerosum.leduc.abstraction import betting, board_rank
from zerosum.leduc.game import InfoSet as LeducInfoSet
from zerosum.pkr.holdem import TWENTY, NoLimitHoldem
from zerosum.pkr.holdem.abstraction import history
from zerosum.pkr.holdem.infosets import InfoSet
from zerosum.rules import DCFR, LINEAR, PLUS
from zerosum.tables import Storage
from zerosum.tree.recent import tree_of

STORAGES = {
    "64 bits, exact keys": Storage(),
    "64 bits, dense": Storage(dense=True),
    "float32, exact keys": Storage("float32"),
    "float32, dense": Storage("float32", dense=True),
    "float32, 64-bit prints": Storage("float32", fingerprint=64),
    "float32, 128-bit prints": Storage("float32", fingerprint=128),
    "int32, dense": Storage("int32", dense=True),
    "int32, 64-bit prints": Storage("int32", fingerprint=64),
}
RULES = (LINEAR, PLUS, DCFR)
POINTS = 10_000, 100_000, 1_000_000


@dataclass(frozen=True)
class Rank:
    """The rank of the own card in Leduc."""

    buckets: int = 3

    def __call__(self, infoset: LeducInfoSet) -> int:
        return infoset.card // 2


@dataclass(frozen=True)
class Die:
    """The own die in Bluff."""

    buckets: int = 6

    def __call__(self, infoset: BluffInfoSet) -> int:
        return infoset.roll


@dataclass(frozen=True)
class Card:
    """The own card in hold'em with 20 cards."""

    buckets: int = 52

    def __call__(self, infoset: InfoSet) -> int:
        found = 0
        for card in infoset.hand:
            found = card
        return found


@algebraic
def board(infoset: InfoSet) -> tuple[int, ...]:
    """Return the cards of the board."""
    return infoset.public.dealt


@algebraic
def bids(infoset: BluffInfoSet) -> int:
    """Return all bids of the game."""
    return infoset.bids


def games() -> dict[str, tuple[Abstracted, Any]]:
    """Return each game with its infosets as public parts times a private one."""
    cards = NoLimitHoldem(deck=TWENTY, hole=1, board=(1, 1), stacks=(10,), sizes=(100, 200))
    return {
        "leduc": (Abstracted(Leduc(), betting * board_rank * algebraic(Rank())), Leduc()),
        "bluff": (Abstracted(Bluff(), bids * algebraic(Die())), Bluff()),
        "holdem": (Abstracted(cards, history * board * algebraic(Card())), cards),
    }


def measured(game: Any, whole: Any, tree: Any, rule: Any, storage: Storage, seed: int) -> Any:
    """Return NashConv at each point, in thousandths of a chip, and bytes an infoset."""
    solver = ExternalSampling(game, rule, seed, storage=storage, period=POINTS[0], reserve=1 << 30)
    found = []
    for point in POINTS:
        solver.run(point - solver.iterations)
        strategy = solver.strategy()
        found.append(1_000 * nash_conv(tree, lift(strategy, whole)))
    return np.array(found), solver.work.table.bytes / len(strategy)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", default=[*games()], choices=[*games(), []])
    parser.add_argument("--seeds", type=int, default=3)
    options = parser.parse_args()
    for name in options.games:
        game, whole = games()[name]
        tree = tree_of(whole)
        print(f"\n{name}: {tree.infoset_count:,} infosets")
        print("| rule | table | bytes | 10k | 100k | 1M | ratio |\n|---|---|--:|--:|--:|--:|--:|")
        for rule in RULES:
            plain = None
            for words, storage in STORAGES.items():
                runs = [
                    measured(game, whole, tree, rule, storage, seed)
                    for seed in range(options.seeds)
                ]
                values = np.mean([each for each, _ in runs], axis=0)
                plain = values if plain is None else plain
                cells = " | ".join(f"{value:.1f}" for value in values)
                size, ratio = runs[0][1], " ".join(f"{each:.3f}" for each in values / plain)
                print(f"| {rule.name} | {words} | {size:.0f} | {cells} | {ratio} |", flush=True)


if __name__ == "__main__":
    main()
