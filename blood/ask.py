"""Ask a strategy of poker what it does after a history: ``python -m blood.ask RUN HISTORY``."""

from __future__ import annotations

import json
from collections.abc import Sequence
from math import isnan
from pathlib import Path
from typing import Any

import click

from blood.command import PATH, RUN, SEED, WHOLE, Command, note, opened, refuse, report_console
from zerosum.cards import NO_CARDS, Cards
from zerosum.experiment import new_figure, require_picture, save_picture
from zerosum.pkr.abstraction.tracking import is_bet
from zerosum.pkr.actions import PokerAction
from zerosum.pkr.ask import Answer, Place, Query
from zerosum.pkr.places.worth import is_exact, worth
from zerosum.pkr.ranges.classes import class_name
from zerosum.pkr.shows.grid import Grid, range_grid, strategy_grid
from zerosum.pkr.shows.picture import SIZE, draw
from zerosum.pkr.shows.table import table as grid_table
from zerosum.pkr.text import KEYS, seat_name
from zerosum.play.explore import DEALS
from zerosum.support.rendering import as_json as plain
from zerosum.support.rendering import line, table, within

_EPILOG = f"""\
\b
A history is what the seats did, in turn, and the cards of the board:
{KEYS}
Actions of the PHH format do as well.

\b
Examples:
  python -m blood.ask runs/blood.tyche6 "f f r1x" --cards AhKh
  python -m blood.ask runs/blood.tyche6 "f f f r1x f c | x" --board Ks7d2c --cards AhKh
  python -m blood.ask runs/blood.tyche6 "f f f r333 f c | Ks7d2c" --blend --seat 6
"""


@click.command(cls=Command, epilog=_EPILOG)
@RUN
@click.argument("history", default="")
@click.option("--cards", default="", help="The hand of the seat to act, such as AhKh.")
@click.option("--board", default="", help="The cards of the board, unless the history has them.")
@click.option(
    "--blend",
    is_flag=True,
    help="Blend the two nearest histories if a bet is not on the menu, instead of one.",
)
@WHOLE
@click.option("--seat", type=click.IntRange(1), help="Show what this seat may hold.")
@click.option(
    "--numbers",
    type=click.Choice(["sums", "regrets"]),
    help="Also show these, from the checkpoint; --cards is needed.",
)
@click.option(
    "--deals",
    type=click.IntRange(min=0),
    default=DEALS,
    show_default=True,
    help="With cards, play so many deals to their end to estimate what each action wins, where "
    "that is not exact; 0 for no estimate.",
)
@SEED
@click.option("--out", type=PATH, help="Draw what is shown: .png, .svg or .pdf.")
@click.option("--json", "as_json", is_flag=True, help="Print the answer as JSON.")
def main(
    run: Path,
    history: str,
    cards: str,
    board: str,
    blend: bool,
    whole: bool,
    seat: int | None,
    numbers: str | None,
    deals: int,
    seed: int,
    out: Path | None,
    as_json: bool,
) -> None:
    """Ask the strategy of the run folder RUN what it does after HISTORY.

    With --cards, for one hand; a table shows the 169 classes of hands, or what a seat may hold.
    The game must be poker with two cards each. Seats are numbered from 1, the small blind.
    """
    alone = numbers is not None and not cards
    refuse(alone, "--numbers must be given with --cards, whose numbers are shown.")
    refuse(deals == 1, "--deals must be 0, or 2 at least; got 1.")
    if out is not None:
        require_picture(out)
    off_menu = "blend" if blend else "translation"
    trained = opened(run)
    query = Query(trained, off_menu=off_menu, whole=whole)
    place, hand = query.asked(history, cards, board)
    answer = query.answer(place, hand, numbers=numbers)
    values = _values(query, place, hand, answer, deals, seed)
    if seat is None:
        grid = strategy_grid(place)
    else:  # the cards are those of the seat to act, so that other seats cannot hold them
        grid = range_grid(place, seat - 1, NO_CARDS if seat - 1 == place.seat else hand)
    if as_json:
        document = {**_document(place, answer, values), "cards": str(hand), **_of_grid(grid)}
        click.echo(json.dumps(document, indent=1, allow_nan=False))
    else:
        _report(place, answer, hand, numbers, values, grid)
    for text in trained.outdated if place.part else ():
        note(text)
    if out is not None:
        figure = new_figure(*SIZE)
        draw(grid, figure, trained.metrics.caption)
        save_picture(figure, out)
        note(f"The grid is drawn in {out}.")


def _values(
    query: Query, place: Place, hand: Cards, answer: Answer, deals: int, seed: int
) -> list[tuple[float, float]]:
    """Return what each action of an answer wins, and half its interval; empty if not known."""
    if not hand or (deals == 0 and not is_exact(place)):
        return []
    actions = answer.actions
    found = worth(query.follower, place, hand, actions=actions, deals=deals, seed=seed).values
    (means,), (margins,) = found.means.tolist(), found.margins.tolist()
    pairs = list(zip(means, margins, strict=True))
    return [] if isnan(means[0]) else pairs[: len(actions)]


def _report(
    place: Place,
    answer: Answer,
    hand: Cards,
    numbers: str | None,
    values: Sequence[tuple[float, float]],
    grid: Grid,
) -> None:
    """Print what the seat to act does with a hand, and a grid of all hands."""
    report, real = report_console(), place.real
    who = f"Seat {place.seat + 1}, the {seat_name(place.seat, real.players, real.button)}"
    board = f" with {real.community} on the board" if real.community else ""
    cost = place.infoset.cost
    line(report, f"{who}, is to act{board}; the pot is {place.infoset.total:,}, a call {cost:,}.")
    if answer.part:
        line(report, f"The part {answer.part} answers, which was solved again.")
    elif place.part:
        line(report, f"The run answers, as training has not visited this in part {place.part}.")
    for bet in answer.off:
        line(report, str(bet))
    if answer.asked:
        asked = ", ".join(f"{text} ({weight:.0%})" for text, weight in answer.asked)
        line(report, f"The strategy is asked after {asked}.")
    if answer.probabilities is not None:
        bucket = "" if answer.bucket is None else f", bucket {answer.bucket}"
        visited = "" if answer.known else ": training has not visited this, so all are as likely"
        line(report, f"{hand}{bucket}{visited}.")
        rows = [
            [word, *_chips(action, place), f"{share:.2%}"]
            for word, action, share in zip(
                answer.words, answer.actions, answer.probabilities, strict=True
            )
        ]
        for row, value in zip(rows, values, strict=False):
            row.append(within(*value))
        for row, number in zip(rows, answer.numbers or (), strict=False):
            row.append(f"{number:,.6g}")
        headings = [*["EV"] * bool(values), *([numbers] if numbers else [])]
        report.print(table(["", "action", "to", "", *headings], rows, "llr"))
    report.print(grid_table(grid))
    if grid.unknown and place.part:
        line(report, "These hands are played by the run, outside of the part.")


def _chips(action: PokerAction, place: Place) -> tuple[str, str]:
    """Return the name of an action, and what it comes to on the street if it is a bet."""
    chips = 0 if not is_bet(action) else place.infoset.quantity(action)
    return type(action).__name__, f"{place.infoset.pips[place.seat] + chips:,}" if chips else ""


def _document(
    place: Place, answer: Answer, values: Sequence[tuple[float, float]]
) -> dict[str, Any]:
    """Return an answer as JSON has it, with what each action wins."""
    columns: list[tuple[str, Sequence[Any]]] = [("word", answer.words)]
    columns.append(("action", [_chips(action, place)[0] for action in answer.actions]))
    adds = [place.infoset.quantity(action) for action in answer.actions]
    columns.append(("adds", adds))
    columns += [("probability", answer.probabilities)] if answer.probabilities else []
    columns += zip(("value", "margin"), zip(*values, strict=True), strict=False)
    columns += [("number", answer.numbers)] if answer.numbers else []
    names, values = zip(*columns, strict=True)
    return {
        "seat": answer.seat + 1,
        "board": str(place.real.community),
        "pot": place.infoset.total,
        "known": answer.known,
        "part": answer.part,
        "bucket": answer.bucket,
        "actions": [dict(zip(names, row, strict=True)) for row in zip(*values, strict=True)],
        "off_menu": [{**plain(bet), "seat": bet.seat + 1} for bet in answer.off],
        "asked": [{"betting": text, "weight": weight} for text, weight in answer.asked],
    }


def _of_grid(grid: Grid) -> dict[str, Any]:
    """Return the frequencies of classes of hands as JSON has them."""
    cells = [cell for row in grid.cells for cell in row]
    classes = {class_name(number): cell for number, cell in enumerate(cells) if cell}
    options = [option.word for option in grid.options]
    return {"grid": grid.title, "options": options, "whole": grid.whole, "classes": classes}


if __name__ == "__main__":
    main()
