"""Ask a strategy of poker what it does after a history: ``python -m blood.ask RUN HISTORY``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import isnan
from pathlib import Path
from typing import Any

import click

from blood.command import (
    JSON,
    PATH,
    RUN,
    SEED,
    WHOLE,
    Command,
    note,
    opened,
    print_json,
    refuse,
    report_console,
)
from zerosum.cards import NO_CARDS, Cards
from zerosum.experiment import new_figure, require_picture, save_picture
from zerosum.pkr.abstraction.tracking import is_bet
from zerosum.pkr.ask import Answer, Place, Query
from zerosum.pkr.places.worth import is_exact, worth
from zerosum.pkr.ranges.classes import class_name
from zerosum.pkr.shows.grid import Grid, range_grid, strategy_grid
from zerosum.pkr.shows.picture import SIZE, draw
from zerosum.pkr.shows.table import table as grid_table
from zerosum.pkr.text import KEYS, seat_name
from zerosum.play.explore import DEALS
from zerosum.support.records import as_json as plain
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


@dataclass(frozen=True)
class Choice:
    """An action, and what is known of it with the cards that were given.

    Parameters
    ----------
    word
        As lines of play have it.
    action
        Its name.
    adds
        The chips that it adds.
    to
        What a bet comes to on the street; None if it is no bet.
    probability
        How likely it is; None without cards.
    value, margin
        What it wins, in chips, and half of the 95 % interval; None if that is not known.
    number
        Its sum or regret, if they were asked for.
    """

    word: str
    action: str
    adds: int
    to: int | None
    probability: float | None
    value: float | None
    margin: float | None
    number: float | None


@dataclass(frozen=True)
class Asked:
    """What a strategy does at a place.

    Parameters
    ----------
    seat
        The seat to act, from 1.
    board
        The board.
    pot
        The chips of all pots.
    call
        The chips that a call costs.
    known
        Whether training has visited the place.
    part
        The part that answers; empty if it is the run.
    bucket
        The bucket of the cards; of an abstraction without buckets, the values of its factors.
    actions
        One by one.
    off_menu
        Bets that are not on the menu, and what stands for them.
    asked
        The histories that the strategy is asked after, with weights, if there are several.
    cards
        The cards that it was asked about; may be empty.
    grid
        What the classes of hands show.
    options
        What the frequencies of a class are of.
    whole
        The frequencies of all hands together.
    classes
        The frequencies of each class of hands.
    hands
        How many hands these are.
    unknown
        For how many of them training has not visited the place.
    """

    seat: int
    board: str
    pot: int
    call: int
    known: bool
    part: str
    bucket: Any
    actions: tuple[Choice, ...]
    off_menu: tuple[dict[str, Any], ...]
    asked: tuple[dict[str, str | float], ...]
    cards: str
    grid: str
    options: tuple[str, ...]
    whole: tuple[float, ...]
    classes: dict[str, tuple[float, ...]]
    hands: int
    unknown: int


DOCUMENT = Asked


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
@JSON
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
        print_json(_document(place, answer, values, hand, grid))
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
        rows = []
        for one in _choices(place, answer, values):
            to = "" if one.to is None else f"{one.to:,}"
            rows.append([one.word, one.action, to, f"{one.probability or 0.0:.2%}"])
            if one.value is not None:
                rows[-1].append(within(one.value, one.margin or 0.0))
            if one.number is not None:
                rows[-1].append(f"{one.number:,.6g}")
        headings = [*["EV"] * bool(values), *([numbers] if numbers else [])]
        report.print(table(["", "action", "to", "", *headings], rows, "llr"))
    report.print(grid_table(grid))
    if grid.unknown and place.part:
        line(report, "These hands are played by the run, outside of the part.")


def _choices(
    place: Place, answer: Answer, values: Sequence[tuple[float, float]]
) -> Iterator[Choice]:
    """Yield the actions of an answer, with what each wins."""
    infoset, nothing = place.infoset, (None,) * len(answer.actions)
    pairs = values or ((None, None),) * len(answer.actions)
    columns = (answer.probabilities or nothing, pairs, answer.numbers or nothing)
    for word, action, share, pair, number in zip(
        answer.words, answer.actions, *columns, strict=True
    ):
        adds = infoset.quantity(action)
        to = infoset.pips[place.seat] + adds if is_bet(action) else None
        yield Choice(word, type(action).__name__, adds, to, share, *pair, number)


def _document(
    place: Place,
    answer: Answer,
    values: Sequence[tuple[float, float]],
    hand: Cards,
    grid: Grid,
) -> Asked:
    """Return an answer as JSON has it, with what each action wins."""
    cells = [cell for row in grid.cells for cell in row]
    return Asked(
        answer.seat + 1,
        str(place.real.community),
        place.infoset.total,
        place.infoset.cost,
        answer.known,
        answer.part,
        answer.bucket,
        tuple(_choices(place, answer, values)),
        tuple({**plain(bet), "seat": bet.seat + 1} for bet in answer.off),
        tuple({"betting": text, "weight": weight} for text, weight in answer.asked),
        str(hand),
        grid.title,
        tuple(option.word for option in grid.options),
        grid.whole,
        {class_name(number): cell for number, cell in enumerate(cells) if cell},
        grid.hands,
        grid.unknown,
    )


if __name__ == "__main__":
    main()
