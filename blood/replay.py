"""Replay hand histories: ``python -m blood.replay FILE [HAND]``."""

from pathlib import Path

import click

from blood.command import MISTAKE, PATH, Command, completed, note, opened, report_console
from zerosum.errors import GameError
from zerosum.pkr.phh import Hand, ask, read, repaired
from zerosum.pkr.phh.origin import Origin
from zerosum.pkr.phh.show import picture

_EPILOG = """\
\b
FILE is a PHH file of one hand, or a PHHS file, with a table for each hand.

\b
Examples:
  python -m blood.replay hands.phhs
  python -m blood.replay hands.phhs 7
  python -m blood.replay hand.phh --run runs/holdem
"""


@click.command(cls=Command, epilog=_EPILOG)
@click.argument("file", metavar="FILE", type=PATH, shell_complete=completed("file"))
@click.argument("hand", metavar="[HAND]", required=False)
@click.option(
    "--run",
    type=PATH,
    shell_complete=completed("dir"),
    help="Print beside each action what the strategy of this run folder would do.",
)
@click.option("--repair", is_flag=True, help="Insert the folds that hands lack.")
def main(file: Path, hand: str | None, run: Path | None, repair: bool) -> int:
    """Print the hands of FILE, or the one whose table is HAND, with every action checked.

    A hand that cannot be read, or has an illegal action, is left out: a sentence on standard error
    says where the mistake is. Exit status 0: all hands are printed; 1: some; 2: none.
    """
    wrong: list[GameError] = []
    hands = read(file, wrong.append)
    if hand is not None:
        hands, wrong = (_chosen(hands, hand, file, wrong),), []
    if repair:
        hands = tuple(map(_repaired, hands))
    asked = None if run is None else opened(run)
    report, printed = report_console(), 0
    for one in hands:
        try:
            shown = picture(one, () if asked is None else ask(one, *asked[1:]))
        except GameError as error:
            wrong.append(error)
            if not repair and repaired(one) is not one:
                wrong[-1] = GameError(f"{error} It lacks folds: add --repair.", one)
            continue
        report.print(*[""] * (printed > 0), shown, sep="\n", highlight=False)
        printed += 1
    return _left_out(wrong, printed)


def _repaired(hand: Hand) -> Hand:
    """Return a hand with the folds that it lacks, and say how many these are."""
    whole = repaired(hand)
    if count := len(whole.actions) - len(hand.actions):
        place = hand.origin.place("actions")
        note(f"The actions {place} lacked {count} fold{'s' * (count > 1)}, inserted here.")
    return whole


def _left_out(wrong: list[GameError], printed: int) -> int:
    """Say which hands are left out, and why; return the exit status."""
    if not wrong:
        return 0
    if len(wrong) + printed > 1:
        note(f"{len(wrong):,} of {len(wrong) + printed:,} hands are left out:")
    for error in wrong:
        note(str(error))
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
    main(prog_name="python -m blood.replay")
