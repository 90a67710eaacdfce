"""How well suggested factors rank, and where products grown by them lie.

    python -m tests.bench.suggest [--game leduc] [--iterations N] [--seeds N]

For several bases, the rank correlation (Spearman) of gains with the exact drop of the price that
each factor of a pool brings. Then products that begin with the betting take the factor with the
largest gain for each further bucket, again and again, without any price: how many of their steps
lie on the proved front of the pool.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import click
import numpy as np
from scipy.stats import spearmanr

from tests.bench.search import EIGHT, LEDUC, TWELVE, high, over
from zerosum.abstraction import Abstracted, algebraic, equals
from zerosum.evaluation import best, search, suggest
from zerosum.lattice import partition
from zerosum.leduc import Leduc
from zerosum.leduc.abstraction import KING, betting, board_rank, is_king, pairs, rank
from zerosum.pkr.holdem.abstraction import actions, hand_ranks, history, made, player
from zerosum.tree import enumerated


@algebraic
def seat(infoset: Any) -> int:
    return int(infoset.player)


@algebraic
def menu(infoset: Any) -> tuple[Any, ...]:
    return tuple(infoset.actions())


FIRST, SECOND = seat * menu * betting, player * actions * history
LEDUC_BASES = (FIRST, pairs, is_king, rank, equals(board_rank, KING), is_king * pairs)
HOLDEM_BASES = (SECOND, made, high, hand_ranks, over, made * high)
GAMES = {
    "leduc": (Leduc(), LEDUC, [FIRST * more for more in LEDUC_BASES]),
    "hold'em": (EIGHT, TWELVE, [SECOND * more for more in HOLDEM_BASES]),
}


@dataclass(frozen=True)
class Measured:
    """A game, the factors to choose from, and exact figures of products."""

    game: Any
    pool: list[Any]
    size: Callable[[Any], int]
    price: Callable[[Any], float]

    def finer(self, states: Any) -> list[Any]:
        """Return the factors that split a bucket."""
        return [one for one in self.pool if self.size(states * one) > self.size(states)]

    def suggested(self, states: Any, iterations: int, seed: int) -> dict[Any, Any]:
        factors = self.finer(states)
        start = Abstracted(self.game, states)
        found = suggest(start, factors, iterations, every=1, seed=seed)
        return {one.factor: one for one in found.candidates}

    def correlation(self, states: Any, iterations: int, seed: int) -> float:
        """Return the rank correlation of gains with drops of the price."""
        found = self.suggested(states, iterations, seed)
        drops = [self.price(states) - self.price(states * one) for one in found]
        return float(spearmanr([one.gain for one in found.values()], drops)[0])

    def grown(self, states: Any, iterations: int, seed: int) -> Iterator[Any]:
        """Yield products, each with the factor of the largest gain for each further bucket."""
        while self.finer(states):
            found = self.suggested(states, iterations, seed)
            steady = [one for one in found.values() if min(one.halves) > 0.0]
            if not steady:
                return
            states *= max(steady, key=lambda one: one.per_cell).factor
            yield states


@click.command()
@click.option("--game", type=click.Choice(list(GAMES)), default="leduc", show_default=True)
@click.option("--iterations", default=1_000, show_default=True)
@click.option("--seeds", default=5, show_default=True)
def main(game: str, iterations: int, seeds: int) -> None:
    """Measure suggestions."""
    start, pool, bases = GAMES[game]
    tree = enumerated(start)
    size = cache(lambda states: int(np.unique(partition(tree, states)).size))
    measured = Measured(start, pool, size, cache(lambda states: best(tree, states).price))
    means = [
        np.mean([measured.correlation(base, iterations, seed) for seed in range(seeds)])
        for base in bases
    ]
    click.echo(f"rank correlation {np.mean(means):.3f}: {', '.join(f'{one:.2f}' for one in means)}")
    front = [(each.infosets, each.price) for each in search(tree, pool, always=bases[0]).front]
    steps = [step for seed in range(seeds) for step in measured.grown(bases[0], iterations, seed)]
    on = [
        any(size(step) == known and measured.price(step) <= cost + 1e-6 for known, cost in front)
        for step in steps
    ]
    click.echo(f"{np.mean(on):.1%} of {len(steps)} steps are on the front of {len(front)} products")


if __name__ == "__main__":
    main()
