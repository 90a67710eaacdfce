"""Strategies as a table that kernels look infosets up in; its values are probabilities."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from zerosum.abstraction import View
from zerosum.errors import StrategyError
from zerosum.game import players_of
from zerosum.kernels.limits import stack_budget
from zerosum.kernels.lookup import AnswerWorkspace
from zerosum.kernels.rows import rehash
from zerosum.rng import Random
from zerosum.strategy import Strategy, describe, differing
from zerosum.tables import HEADER, Table

Rows = tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]


def answers_of(
    strategies: Strategy | Sequence[Strategy], base: Any, view: View, rng: Random
) -> AnswerWorkspace:
    """Return a workspace whose table holds the probabilities of strategies.

    Parameters
    ----------
    strategies
        One for all players, or one for each.
    base, view
        The game that they are of.
    rng
        What the workspace draws from.

    Raises
    ------
    StrategyError
        Where one is of another game or abstraction, or there are not as many as players.
    """
    several = isinstance(strategies, Sequence)
    given: list[Any] = list(strategies) if isinstance(strategies, Sequence) else [strategies]
    for strategy in given:
        _check(strategy, base, view)
    if several and len(given) != players_of(base):
        raise StrategyError(
            f"Strategies must be one for all players, or one for each of {players_of(base)}; got "
            f"{len(given)}: give one, or {players_of(base)}.",
            strategies,
        )
    parts: list[tuple[NDArray[Any], ...]] = []
    behind = before = 0
    for player, strategy in enumerate(given):
        blocks, starts, hashes = _rows_of(strategy, player if several else None)
        words = np.array(strategy.words)
        words[blocks] = starts + before
        parts.append((words, blocks + behind, hashes, strategy.probabilities))
        behind += words.size
        before += strategy.probabilities.size
    words, blocks, hashes, values = (np.concatenate(part) for part in zip(*parts, strict=True))
    work = AnswerWorkspace.holding(rng, Table.holding(words, blocks, hashes, values))
    work.players, work.stack_budget = players_of(base), stack_budget()
    work.payoffs, work.means, work.squares = (np.zeros(max(work.players, 3)) for _ in range(3))
    work.table.run(rehash, work.table.mask)
    return work


def _rows_of(strategy: Strategy, player: int | None) -> Rows:
    """Return the blocks, where their probabilities begin, and the hashes; of one player or all."""
    hashes = np.empty_like(strategy.hashes)
    hashes[strategy.order] = strategy.hashes
    blocks, starts = strategy.blocks, strategy.starts[:-1]
    if player is None:
        return blocks, starts, hashes
    own = strategy.words[blocks + HEADER] == player
    return blocks[own], starts[own], hashes[own]


def _check(strategy: Any, base: Any, view: View) -> None:
    if not isinstance(strategy, Strategy):
        raise StrategyError(
            f"A strategy to sample must be a Strategy; got {strategy!r}: give what a solver's "
            f"strategy() returns.",
            strategy,
        )
    if differs := differing(strategy.of, describe(base, view)):
        raise StrategyError(
            f"A strategy must be of the game that it is evaluated in, {base!r}; it differs in "
            f"{differs}: give the game that it was trained on.",
            strategy,
        )
