"""Report what an abstraction costs: ``python -m blood.study EXPERIMENT``."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from blood.command import EXPERIMENT, GAME, PATH, Command, note, report_console
from blood.declared import experiments
from zerosum.abstraction import split
from zerosum.evaluation import Search
from zerosum.experiment import (
    load,
    new_figure,
    require_picture,
    save_picture,
    with_parameters,
)
from zerosum.experiment.load import start_of
from zerosum.experiment.study import (
    Scope,
    Study,
    Suggested,
    front,
    products,
    require_json,
    save_json,
    searched,
    study,
    suggested,
    text_of,
    vocabulary,
)

ILL_FORMED = 1
# The options that go with each way of asking; all others go with all of them.
_FITTING = {
    "--search": {"budget", "forget", "seconds", "limit", "iterations"},
    "--suggest": {"gather", "chips", "seed"},
    "a report": {"ablate", "minimise", "sample", "deals", "seed", "limit", "iterations"},
}
_SCOPE = Scope()


def _count(name: str, help_text: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Return an option that is a field of the scope, a number of something."""
    default, kind = getattr(_SCOPE, name), click.IntRange(min=1)
    return click.option(f"--{name}", type=kind, default=default, show_default=True, help=help_text)


@click.command(cls=Command)
@click.argument("experiment", metavar="EXPERIMENT", shell_complete=EXPERIMENT)
@GAME
@_count("limit", "Enumerate games with at most this many histories.")
@_count("deals", "Number of deals sampled if the game is larger than --limit.")
@click.option(
    "--seed", type=int, default=_SCOPE.seed, show_default=True, help="The seed of the random deals."
)
@click.option(
    "--ablate/--no-ablate",
    default=None,
    help="Price every factor too, or do not. By default, only if that is fast.",
)
@click.option("--search", is_flag=True, help="Find the best products of all factors, with proof.")
@click.option("--budget", type=click.IntRange(1), help="Search up to so many infosets.")
@click.option("--forget", is_flag=True, help="Search products too whose players forget.")
@click.option(
    "--seconds", type=click.FloatRange(0), help="Stop a search then, with what is proved."
)
@_count("iterations", "Iterations of CFR, used if no linear program finds the price.")
@click.option("--minimise", is_flag=True, help="Find the coarsest abstraction that loses nothing.")
@click.option(
    "--suggest",
    "names",
    multiple=True,
    metavar="FACTOR",
    help="Rank factors to add to a run, or to an experiment; may be given several times.",
)
@click.option(
    "--gather",
    type=click.IntRange(min=2),
    default=20_000,
    show_default=True,
    help="Iterations of training for --suggest.",
)
@click.option(
    "--chips",
    type=click.IntRange(min=2),
    help="With --suggest, deals from which an exploiter learns who sees each factor.",
)
@click.option(
    "--sample", is_flag=True, help="Sample deals even if infosets are counted; buckets are fitted."
)
@click.option(
    "--json",
    "file",
    metavar="FILE",
    type=click.Path(path_type=Path, allow_dash=True),
    help="Write the report as JSON; - prints JSON instead of the tables.",
)
@click.option(
    "--out", type=PATH, help="Draw price against size for all ablations: .png, .svg or .pdf."
)
def main(
    experiment: str,
    parameters: Sequence[str],
    ablate: bool | None,
    search: bool,
    budget: int | None,
    forget: bool,
    seconds: float | None,
    file: Path | None,
    out: Path | None,
    names: Sequence[str],
    gather: int,
    chips: int | None,
    **options: Any,
) -> int:
    """Report what the abstraction of EXPERIMENT costs.

    EXPERIMENT is a module that declares TrainingAbstraction, or a .py file. The report shows how
    many infosets there are before and after, whether the abstraction is well formed, what
    players remember, and, if the whole game is small enough, the price and what each factor is
    worth. Larger games are sampled, and the report says so. Of hold'em in buckets of cards the
    infosets are counted, without cards, and nothing is played.

    With --search it shows instead which products of the factors that are known by name are worth
    their size, and proves that no others are.

    With --suggest, EXPERIMENT may be the folder of a run: factors are ranked by what more training
    says of them, and nothing is priced.

    The exit status is 1 if the abstraction is ill-formed.
    """
    if search and names:
        raise click.UsageError("--search and --suggest must be asked for one at a time.")
    _check_fitting("--search" if search else "--suggest" if names else "a report")
    if file is not None and file != Path("-"):
        require_json(file)
    if out is not None:
        require_picture(out)
        new_figure(1.0, 1.0)
        if ablate is False:
            raise click.UsageError("--out must be left out: --no-ablate leaves nothing to plot.")
    if names:
        seed = options["seed"]
        _suggest(
            suggested(experiment, names, gather, experiments(), parameters, chips, seed), file, out
        )
        return 0
    game = start_of(with_parameters(load(experiment, experiments()), parameters))
    factors = vocabulary(experiment, split(game)[0])
    scope = Scope(ablate=ablate, **options)
    if search:
        studied: Study | Search = searched(
            game, scope, factors, budget=budget, forget=forget, seconds=seconds
        )
    else:
        studied = study(game, scope, name=experiment, vocabulary=factors)
    _show(studied, file)
    if out is not None:
        _plot(studied, experiment, out)
    return ILL_FORMED if isinstance(studied, Study) and studied.clash is not None else 0


def _check_fitting(asked: str) -> None:
    """Check that no option is given that does not go with what is asked for."""
    context = click.get_current_context()
    for name in set[str]().union(*_FITTING.values()) - _FITTING[asked]:
        if context.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            fits = " or ".join(way for way, some in _FITTING.items() if name in some)
            raise click.UsageError(f"--{name} goes with {fits}, not with {asked}: leave it out.")


def _show(record: Any, file: Path | None) -> None:
    """Print a report, or write it as JSON, or both."""
    if file == Path("-"):
        click.echo(text_of(record))
        return
    report_console().print(record)
    if file is not None:
        save_json(record, file)
        note(f"The report is written to {file}.")


def _suggest(found: Suggested, file: Path | None, out: Path | None) -> None:
    _show(found, file)
    if out is not None:
        save_picture(found.picture(), out)
        note(f"Gains are plotted in {out}.")


def _plot(studied: Study | Search, name: str, out: Path) -> None:
    if isinstance(studied, Search):
        figure = front(studied, f"{name}: the best products by size") if studied.front else None
    elif studied.ablation is not None:
        title = f"{name}: abstractions of {studied.game}"
        figure = products(studied.ablation, title, studied.minimal)
    else:
        figure = None
    if figure is None:
        note("No factors are priced: there is nothing to plot.")
        return
    save_picture(figure, out)
    note(f"Prices are plotted in {out}.")


if __name__ == "__main__":
    main()
