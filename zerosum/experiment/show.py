"""What a run closes with: its figures, and a picture of its strategy."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from enum import Enum
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from zerosum.experiment.measure import UNIT
from zerosum.experiment.progress import duration, short
from zerosum.experiment.train import Outcome

_LONG = 10  # seconds
_SMALL = 1_000  # infosets
_VISITS = 20_000  # histories


def summary(outcome: Outcome) -> RenderableType:
    """Return the figures of a run: how far it came, how fast, and where it is saved."""
    last = outcome.last
    table = Table.grid(padding=(0, 2))
    table.add_row("iterations", f"{last.iterations:,}")
    table.add_row("infosets", f"{last.infosets:,}")
    if last.done:
        lasted = duration(last.seconds) if last.seconds >= _LONG else f"{last.seconds:.2g} seconds"
        table.add_row("touched", f"{short(last.node_rate)} nodes a second for {lasted}")
    if last.exploitability is not None:
        words = f"{last.exploitability:.6g} {UNIT} {outcome.gauge.words}"
        table.add_row("exploitability", words.strip())
    table.add_row("saved in", str(outcome.folder))
    return table


def picture(outcome: Outcome) -> RenderableType | None:
    """Return the closing picture that the experiment names, or a table of few infosets."""
    show = outcome.experiment.show
    if show is not None:
        return show(outcome.strategy, outcome.game)
    if outcome.last.infosets > _SMALL:
        return None
    try:
        return infosets(outcome.strategy, outcome.game)
    except NotImplementedError:  # chance of this game cannot list its outcomes
        return None


def infosets(strategy: Any, game: Any, rows: int = 24) -> RenderableType:
    """Return a table of the infosets nearest to the start, with what the strategy does there.

    Parameters
    ----------
    strategy
        Gives action → probability for an infoset.
    game
        The start; its chance must list its outcomes.
    rows
        At most so many infosets are shown.
    """
    table = Table("player", "infoset", "strategy", box=None, pad_edge=False)
    more = 0
    for player, infoset in _nearest(game):
        if table.row_count == rows:
            more += 1
            continue
        chosen = ", ".join(f"{_word(action)} {p:.1%}" for action, p in strategy(infoset).items())
        table.add_row(str(player), Text(str(infoset)), Text(chosen))
    return Group(table, Text(f"and {more:,} more")) if more else table


def _word(action: Any) -> str:
    return action.name.lower() if isinstance(action, Enum) else str(action)


def _nearest(game: Any) -> Iterator[tuple[int, Any]]:
    """Yield each player and infoset once, those with the shortest histories first."""
    seen, queue, visits = set(), deque([game]), 0
    while queue and visits < _VISITS:
        visits += 1
        history = queue.popleft()
        if history.terminal:
            continue
        if history.chance:
            moves = list(history.chances())
        else:
            infoset = history.infoset(history.active)
            moves = infoset.actions()
            if infoset not in seen:
                seen.add(infoset)
                yield history.active, infoset
        queue.extend(history.apply(move) for move in moves)
