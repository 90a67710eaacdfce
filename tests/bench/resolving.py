"""What parts that are solved again do to how exploitable a strategy is, measured exactly.

    python -m tests.bench.resolving

All figures are NashConv in chips, by exact best responses in the whole game.

Roots: every public state is solved again by itself for both players; the largest rise and the mean
change. Then all are, one after another, each from what those before it have made of the strategy.

A limit of depth: the first street is solved again for both players, up to the next public card, and
the strategy goes on from there. "Then the rest" solves every later street again too, from what is
known then, by max-margin.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import numpy as np

from tests.games.holdem import no_limit
from zerosum.algorithms import ExternalSampling, VectorCFR
from zerosum.errors import GameError
from zerosum.evaluation import nash_conv
from zerosum.evaluation.policies import probabilities_of
from zerosum.leduc import Leduc
from zerosum.leduc.game import Move
from zerosum.pkr import Call, Check, Fold
from zerosum.resolving import (
    UNSAFE,
    Biased,
    Resolution,
    Root,
    patched,
    position,
    positions,
    resolve,
)
from zerosum.strategy import Strategy
from zerosum.tree.public import CHANCE, PublicTree, public_tree

FOLD, CALL, RAISE = "fold", "call", "raise"
GAMES = {"Leduc": Leduc(), "hold'em, 8 cards": no_limit(ranks=4, suits=2, hole=1, stack=4)}
# Iterations of external sampling; none for an equilibrium, by CFR+.
BLUEPRINTS = (100, 1_000, 100_000, None)


def kind(action: Any) -> str:
    """Return whether an action folds, calls or raises, in either game."""
    if isinstance(action, Fold) or action == Move.FOLD:
        return FOLD
    return CALL if isinstance(action, Call | Check) or action == Move.CALL else RAISE


def even(infoset: Any) -> dict[Any, float]:
    """Play every action alike."""
    menu = tuple(infoset.actions())
    return {action: menu.count(action) / len(menu) for action in menu}


def continuations(tree: PublicTree, strategy: Strategy) -> dict[int, list[Strategy]]:
    """Return how the opponent may go on: in one, two, four and eight ways.

    All are tables, which take no time to read.
    """

    def tabled(asked: Any) -> Strategy:
        return Strategy.from_tree(tree.rows, probabilities_of(tree.rows, asked))

    def towards(*kinds: str) -> Strategy:
        return tabled(Biased(strategy, lambda action: kind(action) in kinds))

    four = [strategy, towards(RAISE), towards(CALL), towards(FOLD)]
    pairs = [towards(FOLD, CALL), towards(FOLD, RAISE), towards(CALL, RAISE)]
    return {1: four[:1], 2: four[:2], 4: four, 8: [*four, *pairs, tabled(even)]}


def trained(tree: PublicTree, iterations: int | None) -> Strategy:
    """Return a strategy of the whole game."""
    if iterations is None:
        exact = VectorCFR(tree)
        exact.run(3_000)
        return exact.strategy()
    solver = ExternalSampling(tree.base, seed=1)
    solver.run(iterations)
    return solver.strategy()


def with_parts(tree: PublicTree, strategy: Strategy, parts: Sequence[Resolution]) -> Strategy:
    """Return a strategy with parts as a strategy of the whole game."""
    numbers = patched(parts[0], strategy, *parts[1:])
    return Strategy.from_tree(tree.rows, tree.by_infoset(numbers))


def rest(tree: PublicTree, strategy: Strategy) -> Strategy:
    """Solve each street after the first again, whole, one public state after another."""
    parents = {
        int(target): int(tree.owners[node])
        for node in range(tree.nodes)
        for target in tree.targets[tree.firsts[node] : tree.firsts[node + 1]]
    }
    parts = []
    for state in positions(tree):
        if parents.get(state.node) == CHANCE:
            for player in range(2):
                # Where a player never comes nothing depends on what it would do.
                with suppress(GameError):
                    parts.append(resolve(state, strategy, player))
    return with_parts(tree, strategy, parts)


def roots() -> None:
    """Print what solving public states again does to NashConv, by root."""
    for name, game in GAMES.items():
        tree = public_tree(game)
        states = list(positions(tree))
        print(f"{name}: {len(states)} public states in which a player acts")
        print(f"{'blueprint':>12} {'root':>8} {'before':>9} {'rise':>9} {'mean':>9} {'all':>9}")
        for iterations in BLUEPRINTS[:3]:
            strategy = trained(tree, iterations)
            before = nash_conv(tree, strategy)
            for root in Root:
                changes, turned = [], strategy
                for state in states:
                    with suppress(GameError):
                        alone, after = (
                            with_parts(
                                tree, each, [resolve(state, each, p, root=root) for p in (0, 1)]
                            )
                            for each in (strategy, turned)
                        )
                        changes.append(nash_conv(tree, alone) - before)
                        turned = after
                print(
                    f"{iterations:12,} {root.name.lower():>8} {before:9.4f} {max(changes):9.1e} "
                    f"{np.mean(changes):9.4f} {nash_conv(tree, turned):9.4f}",
                    flush=True,
                )


def depth() -> None:
    """Print what a limit of depth leaves to exploit, by the number of continuations."""
    for name, game in GAMES.items():
        tree = public_tree(game)
        print(f"{name}: {tree.nodes:,} public states, {tree.statistics.infosets:,} infosets")
        print(
            f"{'blueprint':>12} {'ways':>5} {'NashConv':>9} {'then the rest':>14} {'s a part':>9}"
        )
        for iterations in BLUEPRINTS:
            strategy = trained(tree, iterations)
            label = "CFR+" if iterations is None else f"{iterations:,}"
            before = nash_conv(tree, strategy)
            print(f"{label:>12} {'-':>5} {before:9.4f} {_nash_conv_of_rest(tree, strategy):14.4f}")
            for count, ways in continuations(tree, strategy).items():
                start = time.process_time()
                parts = [
                    resolve(position(tree), strategy, player, root=UNSAFE, continuations=ways)
                    for player in range(2)
                ]
                took = (time.process_time() - start) / 2
                found = with_parts(tree, strategy, parts)
                print(
                    f"{label:>12} {count:5} {nash_conv(tree, found):9.4f} "
                    f"{_nash_conv_of_rest(tree, found):14.4f} {took:9.3f}"
                )


def _nash_conv_of_rest(tree: PublicTree, strategy: Strategy) -> float:
    return nash_conv(tree, rest(tree, strategy))


if __name__ == "__main__":
    roots()
    depth()
