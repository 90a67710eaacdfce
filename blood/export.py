"""Take a strategy or a game to other programs: ``python -m blood.export RUN FILE``."""

from pathlib import Path
from typing import Any

import click

from blood.command import PATH, Command, completed, note, opened, refuse, watched
from blood.declared import experiments
from zerosum.experiment import Run, RunFolder, export, export_game, load, require_export
from zerosum.experiment.load import start_of
from zerosum.pkr.text.legality import check_decides

_EPILOG = """\
\b
Examples:
  python -m blood.export runs/blood.quick quick.csv
  python -m blood.export runs/blood.quick quick.parquet
  python -m blood.export runs/blood.quick quick.sqlite
  python -m blood.export runs/spot turn.parquet --line "x b60 c | 2c" --streets 1
  python -m blood.export blood.kuhn kuhn.efg
"""


@click.command(cls=Command, epilog=_EPILOG)
@click.argument("run", metavar="RUN|EXPERIMENT", type=PATH, shell_complete=completed("dir"))
@click.argument("file", metavar="FILE", type=PATH)
@click.option("--line", help="Of a spot: the line of play to begin after; its start by default.")
@click.option(
    "--streets", type=click.IntRange(1), help="Of a spot: how many streets; all by default."
)
def main(run: Path, file: Path, line: str | None, streets: int | None) -> None:
    """Write the strategy of the run folder RUN to FILE, as a table.

    The format follows from the ending: .csv, .json, .parquet or .sqlite. The table has a line for
    each action of each infoset, with the infoset's factors and the probability. That of a spot has
    a line for each action of each hand at each decision and on each board, with what it wins; of
    boards that differ by suits only there is one. It replaces an older table of the same name, and
    no other file.

    With the ending .efg it is the game instead, as a tree that Gambit and OpenSpiel read: the game
    that the run was trained on, with the infosets of its abstraction, or that of EXPERIMENT.
    """
    if file.suffix.lower() == ".efg":
        refuse(line or streets, "--line and --streets must be left out: a game is written whole.")
        begun = RunFolder(run).begun
        game = (
            Run.open(run, experiments()).game if begun else start_of(load(str(run), experiments()))
        )
        export_game(game, file)
        note(f"The game of {run} is written to {file}.")
        return
    require_export(file)
    trained = opened(run)
    part = _part(trained, line, streets)
    export(trained.strategy, file, watched("Writing the strategy"), trained.experiment, **part)
    what = "part that was named" if part else f"{len(trained.strategy):,} infosets"
    note(f"The {what} of {run} {'is' if part else 'are'} written to {file}.")


def _part(run: Run, line: str | None, streets: int | None) -> dict[str, Any]:
    """Return which part of the strategy of a spot to write."""
    if line is None and streets is None:
        return {}
    refuse(not run.strategy.vectors, "--line and --streets must be left out: the run is no spot.")
    from zerosum.pkr.ask import Query  # which others do without

    place = Query(run).at(line or "")
    check_decides(place.real)
    refuse(bool(place.off), " ".join(map(str, place.off)))
    tree, infoset = run.strategy.tree, place.seen[0].example
    actions, cards, _ = tree.ranked.seen(tree.view.named(infoset))
    return {"actions": actions, "cards": cards, "streets": streets}


if __name__ == "__main__":
    main()
