"""Fit the buckets of cards of hold'em beforehand: ``python -m blood.cards [NAME]``."""

import shutil
import time
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, Self

import click
import numpy as np

from blood.command import EXPERIMENT, JSON, Command, note, print_json, report_console
from blood.equity import DECKS
from zerosum.errors import AbstractionError
from zerosum.pkr.buckets.holdem.plans import Plan
from zerosum.pkr.buckets.holdem.quality import Quality, described, quality_of
from zerosum.pkr.buckets.plans import fit, folder_of
from zerosum.pkr.holdem.abstraction.buckets import METRICS, plans_of, potential_aware
from zerosum.support.rendering import line, table
from zerosum.support.store import cache_folder

TYCHE = "tyche"
_STREETS = ("before the flop", "flop", "turn", "river")

_EPILOG = """\
\b
NAME is `tyche`, which the options describe, or a module that declares the
buckets of an experiment as `states`: they are fitted as they stand there.

\b
Examples:
  python -m blood.cards tyche
  python -m blood.cards tyche --deck twenty --flop 100 --turn 200 --river 400
  python -m blood.cards my.experiment
"""


@dataclass(frozen=True)
class Fitted:
    """The buckets of a street.

    Parameters
    ----------
    street
        Its name, or its number.
    buckets
        How many there are.
    situations
        How many hands with boards they hold, without those that differ by suits only.
    smallest, largest
        The situations of the smallest and of the largest bucket.
    bytes
        The size of the table.
    seconds
        How long fitting took; None if it was there.
    plan
        The declaration of the buckets.
    folder
        Where they are; None if they could not be kept.
    quality
        What buckets mix and forget; None without --quality.
    """

    street: str
    buckets: int
    situations: int
    smallest: int
    largest: int
    bytes: int
    seconds: float | None
    plan: str
    folder: str | None
    quality: Quality | None

    @classmethod
    def of(cls, plan: Plan, new: bool, *, measured: bool) -> Self:
        """Fit the buckets of a plan, and return their figures."""
        begin = time.perf_counter()
        found = fit(plan)
        seconds = time.perf_counter() - begin if new else None
        sizes = np.bincount(found.buckets, minlength=plan.clusters)
        folder = folder_of(plan)
        return cls(
            _STREETS[plan.street] if len(plan.board) == len(_STREETS) - 1 else str(plan.street),
            plan.clusters,
            len(found.buckets),
            int(sizes.min()),
            int(sizes.max()),
            found.buckets.nbytes,
            seconds,
            repr(plan),
            None if folder is None else str(folder),
            quality_of(plan) if measured else None,
        )


DOCUMENT = tuple[Fitted, ...]


@click.command(cls=Command, epilog=_EPILOG)
@click.argument("name", metavar="[NAME]", default=TYCHE, shell_complete=EXPERIMENT)
@click.option("--flop", type=int, default=1024, show_default=True, help="Buckets of the flop.")
@click.option("--turn", type=int, default=1024, show_default=True, help="Buckets of the turn.")
@click.option("--river", type=int, default=2048, show_default=True, help="Buckets of the river.")
@click.option("--metric", type=click.Choice(METRICS), default=METRICS[0], show_default=True)
@JSON
@click.option("--quality", "measured", is_flag=True, help="Print what buckets mix and forget, too.")
@click.option("--deck", type=click.Choice(list(DECKS)), default="full", show_default=True)
def main(
    name: str,
    flop: int,
    turn: int,
    river: int,
    metric: str,
    deck: str,
    *,
    measured: bool,
    as_json: bool,
) -> None:
    """Fit all buckets of NAME, and keep them for whoever uses the same ones.

    Hands before the flop keep a bucket each. Rivers are clustered by what they win against each
    opponent, turns and flops by where they may come to. What is there already is not fitted again,
    and an interrupted build goes on with the street that it was at.
    """
    if name == TYCHE:
        states = potential_aware(flop, turn, river, metric=metric, deck=DECKS[deck])
    else:
        states = _states_of(name)
    plans = plans_of(states)
    if not plans:
        raise AbstractionError(
            f"The states of {name} must have buckets of cards of hold'em; got {states!r}: write "
            f"potential_aware(1024, 1024, 2048).",
            states,
        )
    missing = [plan for plan in plans if folder_of(plan) is None]
    _check_disk(missing)
    if missing:
        most = max(plan.memory() for plan in missing)
        note(f"Fitting {len(missing)} of {len(plans)} streets, with {most / 1e9:.2f} GB of memory.")
    fitted = [Fitted.of(plan, plan in missing, measured=measured) for plan in plans]
    if as_json:
        print_json(fitted)
        return
    headings = ["street", "buckets", "situations", "smallest", "largest", "MB", "seconds"]
    report = report_console()
    report.print(table(headings, map(_row, fitted)))
    for one in fitted:
        if one.folder is not None:
            report.print(f"{one.plan}\n  {one.folder}", soft_wrap=True, highlight=False)
    for one in fitted:
        if one.quality is not None:
            report.print()
            line(report, one.plan)
            report.print(table(["", ""], described(one.quality)))


def _states_of(name: str) -> Any:
    """Return the ``states`` of a module."""
    try:
        return import_module(name).states
    except ModuleNotFoundError as error:
        if error.name is None or not name.startswith(error.name):
            raise
    except AttributeError:
        pass
    raise AbstractionError(
        f"NAME must be {TYCHE} or a module that declares `states`; got {name}: write its dotted "
        f"name, without .py.",
        name,
    )


def _check_disk(plans: list[Plan]) -> None:
    """Check that the cache folder can be written and has room, before minutes of work."""
    folder = cache_folder()
    need = sum(2 * len(plan.streets[plan.street]) for plan in plans)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        trial = folder / "trial"
        trial.touch()
        trial.unlink()
    except OSError as error:
        raise AbstractionError(
            f"The cache folder {folder} must be writable to keep buckets; the system says: "
            f"{error.strerror}. Set ZEROSUM_CACHE to a folder that can be written.",
            folder,
        ) from error
    _check_room(folder, need)


def _check_room(folder: Path, need: int) -> None:
    free = shutil.disk_usage(folder).free
    if free < need:
        raise AbstractionError(
            f"The cache folder {folder} must have {need / 1e6:,.0f} MB free to keep buckets; got "
            f"{free / 1e6:,.0f}: set ZEROSUM_CACHE to a folder on another disk.",
            folder,
        )


def _row(one: Fitted) -> list[str]:
    seconds = "kept" if one.seconds is None else f"{one.seconds:.1f}"
    counts = (one.buckets, one.situations, one.smallest, one.largest)
    return [one.street, *(f"{count:,}" for count in counts), f"{one.bytes / 1e6:,.1f}", seconds]


if __name__ == "__main__":
    main()
