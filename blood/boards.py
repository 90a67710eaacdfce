"""Solve one spot on many boards: ``python -m blood.boards spot.toml --boards all``."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

import click
import numpy as np
from rich.console import Console
from rich.progress import Progress

from blood.command import (
    CLUSTER,
    JSON,
    PATH,
    WORKERS,
    Command,
    note,
    print_json,
    refuse,
    report_console,
)
from zerosum.cards import Cards, parse
from zerosum.errors import GameError
from zerosum.pkr.spots import read_spot
from zerosum.pkr.spots.boards import OnBoard, flops, on_boards
from zerosum.scale import backend_of
from zerosum.support.rendering import TextTable, line, table

_EPILOG = """\
\b
Boards are "all" for one flop of each class of suits (1,755), a number of these drawn at random,
or a file with a board on each line and, if need be, how many boards it stands for: QsJh2h 12.

\b
Examples:
  python -m blood.boards spot.toml --boards 50 --workers 2
  python -m blood.boards spot.toml --boards all --to 0.5 --short --out flops.jsonl
"""

DOCUMENT = tuple[OnBoard, ...]


@click.command(cls=Command, epilog=_EPILOG)
@click.argument("file", metavar="FILE", type=PATH)
@click.option("--boards", default="25", show_default=True, help="Which boards: see below.")
@click.option("--seed", type=int, default=0, show_default=True, help="Which are drawn at random.")
@click.option("--to", type=float, default=0.5, show_default=True, help="As for blood.solve.")
@click.option("--iterations", type=int, default=1_000, show_default=True, help="Of each board.")
@JSON
@click.option("--short", is_flag=True, help="Use numbers of 16 bits, in half of the memory.")
@WORKERS
@CLUSTER
@click.option(
    "--out",
    type=PATH,
    default=Path("boards.jsonl"),
    show_default=True,
    help="A file of JSON lines, one for each board; what it has is not solved again.",
)
def main(
    file: Path,
    boards: str,
    seed: int,
    to: float,
    iterations: int,
    short: bool,
    workers: int | None,
    cluster: str | None,
    out: Path,
    *,
    as_json: bool,
) -> int:
    """Solve the spot in FILE, a file of TOML, on many boards, and compare them.

    The board in FILE counts nothing. Stop it at any time: the same command goes on.
    """
    spot, chosen = read_spot(file), boards_of(boards, seed)
    bar = Progress(console=Console(stderr=True), transient=True)
    with backend_of(workers, cluster) as backend, bar as progress:
        task = progress.add_task(f"Solving {len(chosen):,} boards", total=len(chosen))
        found = on_boards(
            spot,
            chosen,
            path=out,
            backend=backend,
            progress=lambda _: progress.advance(task),
            to=to / 100,
            iterations=iterations,
            short=short,
        )
    refuse(not found, "The boards must leave hands of both players and no dead card; none does.")
    console = report_console()
    if as_json:
        print_json(found)
    else:
        console.print(_table(found))
    say = note if as_json else partial(line, console)
    say(f"{len(found):,} boards are in {out}.")
    if len(found) < len(chosen):
        say(f"Without {len(chosen) - len(found):,} that a player has no hand for.")
    return 0


def boards_of(text: str, seed: int) -> list[tuple[Cards, int]]:
    """Return the boards that a text names, at least one, each with how many it stands for."""
    found = _named(text, seed)
    refuse(
        not found,
        f"Boards must be all, a number of at least 1, or a file with a board on each line; there "
        f"is none in {text!r}.",
    )
    return found


def _named(text: str, seed: int) -> list[tuple[Cards, int]]:
    if text == "all" or text.isdecimal():
        every = list(flops())
        if text == "all":
            return every
        weights = np.array([weight for _, weight in every], np.float64)
        size = min(int(text), len(every))
        rng = np.random.default_rng(seed)
        drawn = rng.choice(len(every), size, replace=False, p=weights / weights.sum())
        return [every[place] for place in sorted(drawn.tolist())]
    try:
        rows = [row.split() for row in Path(text).read_text("utf-8").splitlines() if row.strip()]
        return [(parse(row[0]), int(row[1]) if len(row) > 1 else 1) for row in rows]
    except (OSError, ValueError, GameError) as error:
        raise GameError(
            f"Boards must be all, a number, or a file with a board on each line; got {text!r}: "
            f"{error}.",
            text,
        ) from error


def _table(found: Sequence[OnBoard]) -> TextTable:
    """Return the means of each class of boards, and of all."""
    kinds = {
        kind: [each for each in found if each.kind == kind]
        for kind in sorted({each.kind for each in found})
    }
    lines = []
    for kind, some in [*kinds.items(), ("all", found)]:
        weights = np.array([each.weight for each in some], np.float64)
        rows = np.array([(*each.values, each.equity, each.actions.get("x", 0.0)) for each in some])
        first, second, equity, checks = weights @ rows / weights.sum()
        number, values = f"{int(weights.sum()):,}", (f"{first:,.2f}", f"{second:,.2f}")
        lines.append([kind, number, *values, f"{equity:.1%}", f"{checks:.1%}"])
    return table(["boards", "number", "EV first", "EV second", "equity", "checks"], lines)


if __name__ == "__main__":
    main()
