"""List the experiments that there are: ``python -m blood.experiments``."""

from dataclasses import dataclass

import click

from blood.command import JSON, Command, note, print_json, report_console, sibling
from blood.declared import own, shipped
from zerosum.support.rendering import table


@dataclass(frozen=True)
class Known:
    """An experiment that can be trained.

    Parameters
    ----------
    name
        Its module.
    what
        The first line of its docstring.
    here
        Whether it is in the current folder, not in this package.
    """

    name: str
    what: str
    here: bool


DOCUMENT = tuple[Known, ...]


@click.command(cls=Command)
@JSON
def main(*, as_json: bool) -> None:
    """List the experiments of this package and of the current folder.

    An experiment is a module that declares TrainingAbstraction, the game to train on. The line
    beside its name is the first one of its docstring. Nothing is imported.
    """
    here = own()
    if as_json:
        found = [(shipped(), False), (here, True)]
        print_json([Known(*item, own) for some, own in found for item in some.items()])
        return
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
