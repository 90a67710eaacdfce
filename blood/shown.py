"""What ``python -m blood.show`` does."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from rich.console import Console, RenderableType

from blood.command import note, opened, refuse, report_console
from zerosum.errors import ExperimentError
from zerosum.experiment import (
    UNIT,
    Experiment,
    Run,
    call_show,
    infosets,
    new_figure,
    require_folder,
    require_picture,
    save_picture,
    write_folder,
)
from zerosum.pkr.holdem.resumed import hand_of
from zerosum.support.drawing import fitted
from zerosum.support.rendering import as_json as plain
from zerosum.support.rendering import line as print_line

if TYPE_CHECKING:
    from zerosum.play.explore import Spot

ROWS = 100
_FIGURE = (8.0, 6.0)  # inches, which a declared picture may change


def show(
    run: Path,
    line: str | None,
    deal: int | None,
    out: Path | None,
    dump: Path | None,
    rows: int | None,
    *,
    as_json: bool,
) -> None:
    """Print, draw and write what a run does, after a line or as its experiment declares."""
    if out is not None:
        require_picture(out)
    if dump is not None:
        require_folder(dump)
    run_opened = opened(run)
    experiment, game, strategy = run_opened.experiment, run_opened.game, run_opened.strategy
    trained = run_opened.metrics
    _require_method(experiment, "dump", dump, "--dump")
    gridded = _has_grid(game) and not as_json and deal is None
    if (as_json or deal is not None or line is not None) and not gridded:
        alone = (rows, out, dump) == (None, None, None)
        refuse(not alone, "--rows, --out and --dump must be left out where a line is shown.")
        _print_spot(run_opened.explorer(deal).at(line or ""), as_json)
        return
    if gridded and (line is not None or experiment.show is None):
        refuse(rows is not None, "--rows must be left out: a table of hands has thirteen.")
        report = report_console()
        _print_grid(report, run_opened, line or "", out)
    else:
        _require_method(experiment, "draw", out, "--out")
        report = report_console()
        report.print(_shown(experiment, game, strategy, rows))
        if strategy.unknown:
            unknown = f"{strategy.unknown:,} of these infosets"
            text = f"The strategy is uniform at {unknown}, which training did not visit."
            print_line(report, text)
        if out is not None:

            def drawing(figure: Any) -> None:
                call_show(experiment, "draw", strategy, game, figure)
                if not figure.get_suptitle():
                    width = figure.get_figwidth()
                    points = max(12.0, 0.75 * width)
                    figure.suptitle(fitted(trained.caption, width, points), fontsize=points)

            _save(drawing, _FIGURE, out)
    if dump is not None:
        write_folder(dump, lambda folder: call_show(experiment, "dump", strategy, game, folder))
        note(f"The strategy is written to {dump}.")
    if trained.curve:
        point, value = trained.curve[-1]
        text = f"exploitability {value:.6g} {UNIT}, after {point.iterations:,} iterations"
        print_line(report, text)


def _has_grid(game: Any) -> bool:
    """Return whether a game is poker with two cards each."""
    hand = hand_of(game)
    return hand is not None and hand.hole == 2


def _print_grid(report: Console, run: Run, line: str, out: Path | None) -> None:
    """Print what the seat to act does with each class of hands, and draw it."""
    # What only a line of poker needs takes as long as the rest.
    from zerosum.pkr.ask import Query
    from zerosum.pkr.shows.grid import strategy_grid
    from zerosum.pkr.shows.picture import SIZE, draw

    place = Query(run).at(line)
    grid = strategy_grid(place)
    report.print(grid)
    for bet in place.off:
        print_line(report, str(bet))
    if out is not None:
        _save(lambda figure: draw(grid, figure, run.metrics.caption), SIZE, out)


def _print_spot(spot: Spot, as_json: bool) -> None:
    """Print what a strategy does after a line."""
    if as_json:
        click.echo(json.dumps(plain(spot), indent=1, allow_nan=False))
        return
    report_console().print(spot)


def _require_method(experiment: Experiment, method: str, value: Path | None, option: str) -> None:
    """Refuse an option whose method the experiment does not declare."""
    refuse(
        value is not None and not hasattr(experiment.show, method),
        f"{option} must be left out: {experiment.name} declares no show with a method {method}.",
    )


def _shown(experiment: Experiment, game: Any, strategy: Any, rows: int | None) -> RenderableType:
    """Return what the experiment declares, or a table of infosets."""
    if experiment.show is None:
        return _infosets(strategy, game, rows or ROWS)
    message = f"--rows must be left out: {experiment.name} declares what is shown."
    refuse(rows is not None, message)
    shown: RenderableType = call_show(experiment, "", strategy, game)
    return shown


def _save(drawing: Callable[[Any], Any], size: tuple[float, float], out: Path) -> None:
    """Save what a function draws in a figure."""
    figure = new_figure(*size)
    drawing(figure)
    save_picture(figure, out)
    note(f"The strategy is drawn in {out}.")


def _infosets(strategy: Any, game: Any, rows: int) -> RenderableType:
    try:
        return infosets(strategy, game, rows)
    except NotImplementedError:
        message = "The chance of a game must list its outcomes to show infosets; it does not."
        raise ExperimentError(message, game) from None
