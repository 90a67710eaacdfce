"""Which factor to add to a run or an experiment: what ``--suggest`` gathers, prints and draws."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from zerosum.abstraction import split
from zerosum.errors import ExperimentError
from zerosum.evaluation.growing import Suggestions, suggest
from zerosum.experiment.folder import RunFolder
from zerosum.experiment.load import load, start_of, with_parameters
from zerosum.experiment.plots import new_figure
from zerosum.experiment.progress import task
from zerosum.experiment.run import Run
from zerosum.experiment.solvers import at_checkpoint
from zerosum.experiment.study.vocabulary import factors_named
from zerosum.support.drawing import LINES, fitted, plain
from zerosum.support.rendering import Document

if TYPE_CHECKING:
    from collections.abc import Iterator

    from matplotlib.figure import Figure


@dataclass(frozen=True)
class Suggested(Document):
    """Suggestions for a run or an experiment.

    Parameters
    ----------
    name
        Of the run or the experiment.
    begun
        How many iterations had been trained before.
    found
        The suggestions.
    """

    name: str
    begun: int
    found: Suggestions

    JSON = ("format", "name", "begun", *((name, f"found.{name}") for name in Suggestions.JSON))

    def content(self) -> Iterator[Any]:
        """Yield the parts of the report in print."""
        found = self.found
        yield f"{self.name}: which factor to add to {found.states!r}"
        yield (
            f"Sampled: {found.iterations:,} iterations after {self.begun:,}, which visited "
            f"{found.buckets:,} buckets."
        )
        yield ""
        yield found
        yield (
            "gain: the variance of regrets that the factor explains, in squared chips an "
            "iteration; the halves are those of the sample. It ranks factors, and is no price."
        )
        if found.turned_away:
            yield f"No room was left for {found.turned_away:,} visits: name fewer factors."

    def picture(self) -> Figure:
        """Return a plot of the gain for each further bucket, with both halves of the sample.

        Raises
        ------
        ExperimentError
            If Matplotlib, of the extra ``plots``, is not installed.
        """
        candidates = self.found.candidates[::-1]
        figure = new_figure(8.0, 1.5 + 0.3 * len(candidates))
        panel = figure.subplots()
        names = [plain(repr(each.factor)) for each in candidates]
        panel.barh(names, [each.per_cell for each in candidates], color=LINES[0], label="sample")
        for half, marker in enumerate("<>"):
            gains = [each.halves[half] / max(each.cells, 1) for each in candidates]
            label = f"half {half + 1}"
            panel.scatter(gains, names, marker=marker, color=LINES[1], zorder=3, label=label)
        panel.set_xlabel("gain for each further bucket, squared chips an iteration")
        panel.set_title(fitted(f"{self.name}: which factor to add", 8.0))
        panel.grid(visible=True, axis="x", alpha=0.3)
        figure.legend(loc="outside lower center", ncols=3)
        return figure


def suggested(
    name: str,
    texts: Sequence[str],
    iterations: int,
    known: Sequence[str] = (),
    parameters: Sequence[str] = (),
    chips: int | None = None,
    seed: int = 0,
) -> Suggested:
    """Return suggestions for a run, which goes on in memory, or an experiment that is begun.

    Parameters
    ----------
    name
        The folder of a run, or the name of an experiment.
    texts
        Names of factors: ``module:name``, or a name in the module of the experiment or in the
        module ``abstraction`` of its game.
    iterations, chips, seed
        As for :func:`zerosum.evaluation.growing.suggest`.
    known
        Names to suggest if there is no such experiment.
    parameters
        Of the game of an experiment, as ``name=value``.

    Raises
    ------
    ExperimentError
        If there is no such run, experiment or factor.
    """
    start: Any
    if RunFolder(Path(name)).begun:
        if parameters:
            raise ExperimentError(
                f"A run keeps the parameters of its game; got {parameters[0]}: leave --game out.",
                name,
            )
        run = Run.open(name, known)
        start = at_checkpoint(run.experiment, run.folder, run.config, run.game)
        game, experiment, begun = run.game, str(run.config["experiment"]), start.iterations
    else:
        start = game = start_of(with_parameters(load(name, known), parameters))
        experiment, begun = name, 0
    factors = factors_named(texts, experiment, split(game)[0])
    with task("Gathering regrets") as progress:
        found = suggest(start, factors, iterations, chips=chips, seed=seed, progress=progress)
    return Suggested(name, begun, found)
