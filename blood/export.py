"""Take a strategy to other programs: ``python -m blood.export RUN FILE``."""

from pathlib import Path

import click

from blood.command import PATH, RUN, Command, note, opened, watched
from zerosum.experiment import export, require_export

_EPILOG = """\
\b
Examples:
  python -m blood.export runs/blood.quick quick.csv
  python -m blood.export runs/blood.quick quick.parquet
  python -m blood.export runs/blood.quick quick.sqlite
"""


@click.command(cls=Command, epilog=_EPILOG)
@RUN
@click.argument("file", metavar="FILE", type=PATH)
def main(run: Path, file: Path) -> None:
    """Write the strategy of the run folder RUN to FILE, as a table.

    The format follows from the ending: .csv, .parquet or .sqlite. The table has a line for each
    action of each infoset, with the infoset's factors and the probability. It replaces an older
    table of the same name, and no other file.
    """
    require_export(file)
    trained = opened(run)
    export(trained.strategy, file, watched("Writing the strategy"), trained.experiment)
    note(f"The {len(trained.strategy):,} infosets of {run} are written to {file}.")


if __name__ == "__main__":
    main()
