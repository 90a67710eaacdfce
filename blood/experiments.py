"""List the experiments that there are: ``python -m blood.experiments``."""

import click

from blood.command import Command, note, report_console, sibling
from blood.declared import own, shipped
from zerosum.support.rendering import table


@click.command(cls=Command)
def main() -> None:
    """List the experiments of this package and of the current folder.

    An experiment is a module that declares TrainingAbstraction, the game to train on. The line
    beside its name is the first one of its docstring. Nothing is imported.
    """
    here = own()
    console = report_console()
    rows = [*shipped().items()]
    if here:
        rows += [("", ""), ("in this folder", ""), *here.items()]
    console.print(table(["experiment", "what it is"], rows, "l"), highlight=False)
    if not here:
        note("The current folder declares none: write TrainingAbstraction = … in a module of it.")
    note(f"`{sibling('train')} NAME` trains one, and with --help says more about it.")


if __name__ == "__main__":
    main()
