"""What an abstraction costs: ``python -m blood.study EXPERIMENT``."""

from __future__ import annotations

from pathlib import Path

import click
from rich.console import Console

from blood.command import Command
from blood.experiments import experiments
from zerosum.abstraction import split
from zerosum.experiment import fitting_on, load, new_figure, require_picture, save_picture
from zerosum.experiment.probe import start_of
from zerosum.experiment.study import (
    Scope,
    Study,
    products,
    report,
    require_json,
    save_json,
    study,
    text_of,
    vocabulary,
)

ILL_FORMED = 1
_SCOPE = Scope()
_WIDE = 1_000  # columns: a file has room for every line


@click.command(cls=Command)
@click.argument("experiment", metavar="EXPERIMENT")
@click.option(
    "--limit",
    type=click.IntRange(min=1),
    default=_SCOPE.limit,
    show_default=True,
    help="Look at all histories of a game that has no more; at deals of one that has.",
)
@click.option(
    "--deals",
    type=click.IntRange(min=1),
    default=_SCOPE.deals,
    show_default=True,
    help="How many are sampled of a larger game.",
)
@click.option("--seed", type=int, default=_SCOPE.seed, show_default=True, help="Of the deals.")
@click.option(
    "--ablate/--no-ablate",
    default=None,
    help="Price every factor too, or do not; where it is left out, if that is quick.",
)
@click.option(
    "--iterations",
    type=click.IntRange(min=1),
    default=_SCOPE.iterations,
    show_default=True,
    help="Of CFR, where no linear program can find a price.",
)
@click.option(
    "--json",
    "file",
    metavar="FILE",
    type=click.Path(path_type=Path, allow_dash=True),
    help="Write the report as JSON; - prints that in place of the tables.",
)
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    help="Draw price against size of the products of the ablation as a PNG.",
)
def main(
    experiment: str,
    limit: int,
    deals: int,
    seed: int,
    ablate: bool | None,
    iterations: int,
    file: Path | None,
    out: Path | None,
) -> int:
    """Report what the abstraction of EXPERIMENT costs.

    EXPERIMENT is a module that declares TrainingAbstraction, or a .py file. The report tells how
    many infosets there are before and after, whether the abstraction is well formed, what
    players remember, and, where the whole game is small enough, the price and what each factor
    is worth. Of a larger game deals are sampled, and that is said.

    The exit status is 1 where the abstraction is ill-formed.
    """
    printed = file == Path("-")
    if file is not None and not printed:
        require_json(file)
    if out is not None:
        _require_plot(out, ablate)
    notes = Console(stderr=True)
    with fitting_on(notes):
        game = start_of(load(experiment, experiments()))
        factors = vocabulary(experiment, split(game)[0])
        scope = Scope(limit, deals, seed, ablate, iterations)
        found = study(game, scope, name=experiment, vocabulary=factors)
    if printed:
        click.echo(text_of(found))
    else:
        _print(found)
    if file is not None and not printed:
        save_json(found, file)
        _line(notes, f"The report is written to {file}.")
    if out is not None:
        _plot(found, out, notes)
    return ILL_FORMED if found.clash is not None else 0


def _require_plot(out: Path, ablate: bool | None) -> None:
    require_picture(out)
    new_figure(1.0, 1.0)
    if ablate is False:
        raise click.UsageError("--out must be left out: --no-ablate leaves nothing to plot.")


def _print(found: Study) -> None:
    console = Console()
    if not console.is_terminal:
        console = Console(width=_WIDE)
    for part in report(found):
        console.print(part, highlight=False, markup=False)


def _plot(found: Study, out: Path, notes: Console) -> None:
    if found.ablation is None:
        _line(notes, "No factors are priced: there is nothing to plot.")
        return
    save_picture(products(found.ablation, found.name), out)
    _line(notes, f"Prices are plotted in {out}.")


def _line(console: Console, text: str) -> None:
    console.print(text, highlight=False, markup=False, soft_wrap=True)


if __name__ == "__main__":
    main(prog_name="python -m blood.study")
