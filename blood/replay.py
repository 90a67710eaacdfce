"""Replay hand histories: ``python -m blood.replay FILE [HAND]``."""

from pathlib import Path

import click

from blood.command import PATH, Command, completed, opened, report_console
from zerosum.pkr.phh import Hand, ask, read
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
def main(file: Path, hand: str | None, run: Path | None) -> None:
    """Print the hands of FILE, or the one whose table is HAND, with every action checked.

    An illegal action ends the command with a sentence that says where it is, and why it is illegal.
    """
    hands = read(file)
    if hand is not None:
        hands = (_chosen(hands, hand, file),)
    asked = None if run is None else opened(run)
    report = report_console()
    for number, one in enumerate(hands):
        answers = () if asked is None else ask(one, *asked[1:])
        shown = picture(one, answers)
        report.print(*[""] * (number > 0), shown, sep="\n", highlight=False)


def _chosen(hands: tuple[Hand, ...], table: str, file: Path) -> Hand:
    """Return the hand of a table; a file of one hand has the table 1."""
    tables = {one.origin.table or "1": one for one in hands}
    if table not in tables:
        first, *_, last = tables if len(tables) > 1 else [*tables, *tables]
        names = first if first == last else f"from {first} to {last}"
        raise click.UsageError(f"HAND must be a table of {file.name}, {names}; got {table!r}.")
    return tables[table]


if __name__ == "__main__":
    main(prog_name="python -m blood.replay")
