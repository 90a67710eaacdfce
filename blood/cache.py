"""List what the cache folder holds, and remove what is old: ``python -m blood.cache``."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

import click

from blood.command import JSON, Command, print_json, report_console
from zerosum.support.cache import KINDS, Entry, entries, remove
from zerosum.support.rendering import TextTable, line, sized, table
from zerosum.support.store import cache_folder

_DAY = 86_400.0  # seconds
_AGES = (1, 7, 30)  # days: the columns of the table
_HEADINGS = ("used < 1 day ago", "1 to 7 days", "7 to 30 days", "> 30 days")
_EPILOG = """\
\b
Without --prune nothing is removed: see first what the same words list. What is removed is
compiled or fitted again when it is needed.

\b
Examples:
  python -m blood.cache
  python -m blood.cache --older-than 30 --prune
  python -m blood.cache --kind buckets --json
"""


@dataclass(frozen=True)
class CacheReport:
    """What the cache folder holds.

    Parameters
    ----------
    folder
        The cache folder.
    entries
        What was asked for and is there.
    removed
        What was asked for and has been removed.
    """

    folder: str
    entries: tuple[Entry, ...]
    removed: tuple[Entry, ...]


DOCUMENT = CacheReport


@click.command(cls=Command, epilog=_EPILOG)
@click.option(
    "--older-than",
    type=click.FloatRange(0),
    default=0.0,
    metavar="DAYS",
    help="Only what no process has used for so many days.",
)
@click.option("--kind", type=click.Choice(KINDS), help="Only entries of this kind.")
@click.option(
    "--prune", is_flag=True, help="Remove it, but for what a running process may be using."
)
@JSON
def main(older_than: float, kind: str | None, *, prune: bool, as_json: bool) -> None:
    """List what the cache folder holds: compiled code, and tables that were fitted."""
    now = time.time()
    found = [
        entry
        for entry in entries()
        if kind in {None, entry.kind} and now - entry.used >= older_than * _DAY
    ]
    removed = tuple(entry for entry in found if prune and remove(entry))
    gone = set(removed)
    left = tuple(entry for entry in found if entry not in gone)
    if as_json:
        print_json(CacheReport(str(cache_folder()), left, removed))
        return
    console = report_console()
    line(console, f"{cache_folder()}: {_counted(left)}.")
    console.print(_table(left, now))
    if prune:
        line(console, f"Removed: {_counted(removed)}.")
    if busy := [entry for entry in left if entry.in_use]:
        line(console, f"Running processes may be using {_counted(busy)}.")


def _table(found: Sequence[Entry], now: float) -> TextTable:
    """Return a row for each kind, with its size by the days since it was used."""
    rows = []
    for kind in KINDS:
        some = [entry for entry in found if entry.kind == kind]
        sizes = [0] * (len(_AGES) + 1)
        for entry in some:
            sizes[sum(now - entry.used >= days * _DAY for days in _AGES)] += entry.size
        rows.append([kind, f"{len(some):,}", sized(sum(sizes)), *map(sized, sizes)])
    return table(["kind", "entries", "size", *_HEADINGS], rows)


def _counted(some: Sequence[Entry]) -> str:
    """Return how many entries there are, and their size."""
    size = sized(sum(entry.size for entry in some))
    return f"{len(some):,} {'entry' if len(some) == 1 else 'entries'}, {size}"


if __name__ == "__main__":
    main()
