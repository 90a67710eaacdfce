"""Replay hand histories: ``python -m blood.replay FILE [HAND]``."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import click

from blood.command import (
    JSON,
    MISTAKE,
    PATH,
    SEED,
    Command,
    completed,
    note,
    opened,
    print_json,
    refuse,
    report_console,
)
from zerosum.errors import GameError
from zerosum.pkr.ask import Query, review
from zerosum.pkr.phh import Answer, Hand, read, repaired, write
from zerosum.pkr.phh.fields import FORCED
from zerosum.pkr.phh.origin import Origin
from zerosum.pkr.phh.show import picture, totals
from zerosum.play.explore import DEALS
from zerosum.support.rendering import line

_EPILOG = """\
\b
FILE is a PHH file of one hand, or a PHHS file, with a table for each hand; or the text of a session
at PokerStars or GGPoker, of which HAND is a hand's number.

\b
Examples:
  python -m blood.replay hands.phhs
  python -m blood.replay hands.phhs 7
  python -m blood.replay hand.phh --run runs/holdem
  python -m blood.replay hands.phhs --run runs/holdem --deals 200
  python -m blood.replay session.txt --out hands.phhs
"""


@dataclass(frozen=True)
class Replayed:
    """A hand, with what a strategy does at its decisions.

    Parameters
    ----------
    table
        Its table in the file; may be empty.
    variant
        The code of the variant in the PHH format, such as NT.
    players
        The names of the seats.
    stacks, blinds, antes
        The chips of each seat at the beginning, None where they are not known, and what it posts.
    actions
        What happened, as the PHH format writes it.
    nets
        What each seat wins, in the units of the file; None if that is not known.
    decisions
        What the strategy does; empty without --run.
    """

    table: str
    variant: str
    players: tuple[str, ...]
    stacks: tuple[float | None, ...]
    blinds: tuple[float, ...]
    antes: tuple[float, ...]
    actions: tuple[str, ...]
    nets: tuple[float, ...] | None
    decisions: tuple[Answer, ...]

    @classmethod
    def of(cls, hand: Hand, answers: list[Answer]) -> Replayed:
        """Return a hand with answers."""
        stacks = (None if stack is None else float(stack) for stack in hand.stacks)
        antes, blinds = (tuple(map(float, hand.by_seat(name))) for name in FORCED)
        return cls(
            hand.origin.table,
            hand.variant,
            hand.names,
            tuple(stacks),
            blinds,
            antes,
            tuple(hand.actions),
            None if hand.nets is None else tuple(map(float, hand.nets)),
            tuple(answers),
        )


DOCUMENT = tuple[Replayed, ...]


@click.command(cls=Command, epilog=_EPILOG)
@click.argument("file", metavar="FILE", type=PATH, shell_complete=completed("file"))
@click.argument("hand", metavar="[HAND]", required=False)
@click.option(
    "--run",
    type=PATH,
    shell_complete=completed("dir"),
    help="Print beside each action what the strategy of this run folder would do.",
)
@click.option("--repair", is_flag=True, help="Insert folds that the hands lack, and mark them.")
@click.option(
    "--deals",
    type=click.IntRange(min=0),
    help="With --run, play so many deals to their end to estimate what an action lost, which is "
    f"exact on the last street of two players. For one hand {DEALS} by default, otherwise none.",
)
@SEED
@JSON
@click.option("--out", type=PATH, help="Write the hands to a new PHHS file, and print none.")
def main(
    file: Path,
    hand: str | None,
    run: Path | None,
    repair: bool,
    deals: int | None,
    seed: int,
    out: Path | None,
    *,
    as_json: bool,
) -> int:
    """Print the hands of FILE, or the one that is HAND, with every action checked.

    A hand that cannot be read, or has an illegal action, is left out: a sentence on standard error
    says where the mistake is. Exit status 0: all hands are printed; 1: some; 2: none.
    """
    alone = deals is not None and run is None
    refuse(alone, "--deals must be given with --run, whose strategy plays the deals.")
    refuse(deals == 1, "--deals must be 0, or 2 at least; got 1.")
    both = as_json and out is not None
    refuse(both, "--json must be given without --out, which prints no hand: leave out one of them.")
    if out is not None and (out.exists() or run is not None or not out.parent.is_dir()):
        raise click.UsageError(
            f"--out must be a new file in a folder that there is, without --run; got {out}."
        )
    wrong: list[GameError] = []
    hands = read(file, wrong.append)
    if hand is not None:
        hands, wrong = (_chosen(hands, hand, file, wrong),), []
    if deals is None:
        deals = DEALS if len(hands) == 1 else 0
    query = None if run is None else Query(opened(run))
    report, lacking = report_console(), 0
    reviewed: list[tuple[Hand, list[Answer]]] = []
    for one in map(repaired, hands) if repair else hands:
        try:
            answers = [] if query is None else list(review(one, query, deals, seed))
            shown = picture(one, answers)
        except GameError as error:
            wrong.append(error)
            lacking += repaired(one) is not one
            continue
        if out is None and not as_json:
            report.print(*[""] * bool(reviewed), shown, sep="\n", highlight=False)
        reviewed.append((one, answers))
    if as_json:
        print_json([Replayed.of(*pair) for pair in reviewed])
    elif query is not None and reviewed:
        report.print("", totals(reviewed), sep="\n", highlight=False)
    if out is not None and reviewed:
        write(out, [hand for hand, _ in reviewed])
        line(report, f"{out} holds {len(reviewed):,} hand{'s' * (len(reviewed) > 1)}.")
    return _left_out(wrong, len(reviewed), lacking)


def _left_out(wrong: list[GameError], printed: int, lacking: int) -> int:
    """Say which hands are left out, and why; return the exit status."""
    if not wrong:
        return 0
    if len(wrong) + printed > 1:
        note(f"{len(wrong):,} of {len(wrong) + printed:,} hands are left out:")
    for error in wrong:
        note(str(error))
    if lacking:
        note(f"Give --repair to insert the folds that {lacking:,} of these hands lack.")
    return 1 if printed else MISTAKE


def _chosen(hands: tuple[Hand, ...], table: str, file: Path, wrong: list[GameError]) -> Hand:
    """Return the hand of a table; a file of one hand has the table 1."""
    tables = {one.origin.table or "1": one for one in hands}
    for error in wrong:
        origin = error.subject.origin if isinstance(error.subject, Hand) else error.subject
        if not tables or (isinstance(origin, Origin) and (origin.table or "1") == table):
            raise error
    if table not in tables:
        first, *_, last = tables if len(tables) > 1 else [*tables, *tables]
        names = first if first == last else f"from {first} to {last}"
        raise click.UsageError(f"HAND must be a table of {file.name}, {names}; got {table!r}.")
    return tables[table]


if __name__ == "__main__":
    main()
