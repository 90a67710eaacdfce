"""Show what a trained strategy does: ``python -m blood.show RUN [--line "…"]``.

Here is the command line, so that its help is shown without the rest (:mod:`blood.shown`).
"""

from pathlib import Path

import click

from blood.command import JSON, PATH, RUN, Command
from zerosum.pkr.text import KEYS

_EPILOG = f"""\
\b
A line is the actions of both players in turn, and the cards of each street:
{KEYS}
In other games it is the words that --json lists as tokens, such as those to
type at a table and the cards that all players see.

\b
Examples:
  python -m blood.show runs/blood.quick
  python -m blood.show runs/blood.quick --line r100%
  python -m blood.show runs/blood.quick --line "r4 c | AhKd2c x b4" --out flop.png
  python -m blood.show runs/blood.leduc --rows 12
  python -m blood.show runs/blood.leduc --line "r c Ks"
"""


@click.command(cls=Command, epilog=_EPILOG)
@RUN
@click.option("--line", help="The line of play to look at; the first decision by default.")
@click.option("--deal", type=int, help="Deal hands by this seed, where they are too many to list.")
@JSON
@click.option("--out", type=PATH, help="Draw what is shown: .png, .svg or .pdf.")
@click.option("--dump", type=PATH, help="Write the strategy to a new folder, as text.")
@click.option(
    "--rows",
    type=click.IntRange(min=1),
    help="How many rows of a table of infosets to show at most; 100 by default.",
)
def main(
    run: Path,
    line: str | None,
    deal: int | None,
    as_json: bool,
    out: Path | None,
    dump: Path | None,
    rows: int | None,
) -> None:
    """Show what the strategy of the run folder RUN does.

    In poker, after a line of play, that is a table of the 169 classes of hands of the seat to act;
    in other games, a table of all hands of the player to act. Without a line it is what the
    experiment declares, which may also say how to draw and to dump a strategy, or a table of
    infosets.
    """
    from blood.shown import show

    show(run, line, deal, out, dump, rows, as_json=as_json)


if __name__ == "__main__":
    main()
