"""Strategies as an opponent: a table that kernels look infosets up in, and draw actions from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from zerosum.abstraction import View
from zerosum.errors import StrategyError
from zerosum.evaluation.policies import ALL, by_player
from zerosum.game import players_of
from zerosum.jit import compiled
from zerosum.kernels.lookup import SOURCE, StrategyWorkspace
from zerosum.kernels.rows import rehash
from zerosum.native.depth import stack_budget
from zerosum.rng import Random
from zerosum.strategy import Strategy, TabularPolicy, describe, differing
from zerosum.strategy.averages import write_hashes
from zerosum.tables import HEADER, RowView, Table, players_of_rows, rows_of


def view_for(strategies: Strategy | Sequence[Strategy], view: View) -> RowView:
    """Return how kernels look infosets of strategies up: as all of them store rows.

    Strategies with dense rows are also looked up as others are, if not all of them have such.
    """
    given: Any = strategies if isinstance(strategies, Sequence) else [strategies]
    kept = {(each.view.dense, each.view.prints) for each in given if isinstance(each, Strategy)}
    if len(kept) == 1 and kept != {(False, 0)}:
        dense, prints = kept.pop()
        return RowView(view.states, view.actions, dense=dense, prints=prints)
    return rows_of(view)


def opponent_of(
    strategies: Strategy | Sequence[Strategy], base: Any, view: View, rng: Random
) -> StrategyWorkspace:
    """Return a workspace whose table holds the probabilities of strategies.

    Parameters
    ----------
    strategies
        One for all players, or one for each.
    base, view
        The game that they are of; the view is dense only if all strategies are.
    rng
        What the workspace draws from.

    Raises
    ------
    StrategyError
        If one is of another game or abstraction, or there are not as many as players.
    """
    players, view = players_of(base), rows_of(view)
    given = by_player(strategies, players)
    for _, strategy in given:
        _check_sampled(strategy)
        check_origin(strategy, base, view)
    parts: list[tuple[NDArray[Any], ...]] = []
    behind = before = 0
    sources = np.zeros(players, np.int64)
    for player, sparse in given:
        strategy = sparse if view.dense else sparse.plain
        _check_rows(strategy, view)
        words, hashes = np.array(strategy.words), np.empty_like(strategy.hashes)
        words[strategy.blocks] = strategy.starts[:-1] + before
        hashes[strategy.order] = strategy.hashes
        own: Any = slice(None)
        if player != ALL and not view.prints:
            own = players_of_rows(words, strategy.blocks) == player
        elif player > 0:
            # Fingerprints do not say whose they are, so all rows of a strategy get a mark.
            sources[player] = player
            words[strategy.blocks + HEADER + 2] += player * SOURCE
            compiled(write_hashes)(words, strategy.blocks, hashes)
        blocks = strategy.blocks[own] + behind
        parts.append((words, blocks, hashes[own], strategy.probabilities))
        behind += words.size
        before += strategy.probabilities.size
    joined = parts[0] if len(parts) == 1 else map(np.concatenate, zip(*parts, strict=True))
    table = Table.holding(*joined)
    work = StrategyWorkspace.holding(rng, table)
    work.players, work.stack_budget = players, stack_budget()
    work.sources = sources
    work.payoffs, work.means, work.squares = (np.zeros(players + 1) for _ in range(3))
    work.table.run(rehash, work.table.mask)
    return work


def _check_rows(strategy: Strategy, view: RowView) -> None:
    if strategy.view.prints != view.prints:
        raise StrategyError(
            f"The keys of strategies that play together must be of one kind; got fingerprints of "
            f"{64 * strategy.view.prints} bits and of {64 * view.prints}, where 0 are exact keys: "
            f"train both with one storage.",
            strategy,
        )


def _check_sampled(strategy: Any) -> None:
    if not isinstance(strategy, Strategy):
        raise StrategyError(
            f"A strategy to sample must be a Strategy; got {strategy!r}: give what a solver's "
            f"strategy() returns.",
            strategy,
        )


def check_origin(strategy: TabularPolicy, base: Any, view: View) -> None:
    """Check that a strategy is of a game and an abstraction.

    Raises
    ------
    StrategyError
        If it is of another one.
    """
    if differs := differing(strategy.of, describe(base, view)):
        raise StrategyError(
            f"A strategy must be of the game that it is evaluated in, {base!r}; it differs in "
            f"{differs}: give the game that it was trained on.",
            strategy,
        )
