"""The report of an abstraction as a terminal shows it."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.table import Table
from rich.text import Text

from zerosum.evaluation.price import Ablation, Factor, Loss
from zerosum.experiment.measure import UNIT
from zerosum.experiment.study.record import Clash, Counts, Study
from zerosum.lattice.memory.decisions import PATHS
from zerosum.lattice.memory.forgotten import spelled

Cells = tuple[str, ...]


@dataclass(frozen=True)
class Hanging:
    """A line that goes on further in where it is too long.

    >>> Console(width=16).print(Hanging("  of six words that follow"))
      of six words
        that follow
    """

    line: str

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Yield the lines."""
        margin = " " * (len(self.line) - len(self.line.lstrip()))
        yield Text(
            textwrap.fill(
                self.line.strip(),
                options.max_width,
                initial_indent=margin,
                subsequent_indent=f"{margin}  ",
                break_on_hyphens=False,
            )
        )


def report(study: Study) -> Iterator[RenderableType]:
    """Yield the parts of a report, with empty lines between them."""
    yield from map(Hanging, _subject(study))
    yield ""
    yield _sizes(study)
    if study.sampled:
        yield Hanging("There are at least so many. The compression is that of what was met.")
    yield ""
    yield from map(Hanging, _well_formed(study))
    if study.recall is not None:
        yield ""
        yield Text("Recall")
        for player in study.recall.players:
            yield from (Hanging(f"  {line}") for line in player.lines(study.sampled))
    if study.price is not None:
        yield ""
        yield _price(study.price)
        yield from map(Hanging, _told(study.price))
    if study.ablation is not None:
        yield ""
        yield _ablation(study.ablation)
        yield from map(Hanging, _explained(study.ablation))
    for note in study.notes:
        yield ""
        yield Hanging(note)


def _subject(study: Study) -> Iterator[str]:
    named = f"{study.name}: " if study.name else ""
    if study.abstract:
        yield f"{named}{study.game}, seen through an abstraction"
        yield f"states: {'infosets of the game' if study.states is None else study.states}"
        yield f"actions: {'those of the game' if study.actions is None else study.actions}"
    else:
        yield (
            f"{named}{study.game}, which is not abstract: this is the report of the abstraction "
            "that keeps everything, and whose price is 0."
        )
    if not study.sampled:
        yield f"All {study.before.histories:,} histories are looked at: nothing is sampled."
        return
    scope = study.scope
    yield (
        f"Sampled, and not exact: {scope.deals:,} deals with seed {scope.seed}, each played "
        f"{PATHS} times at random. {study.why_sampled}"
    )


def _sizes(study: Study) -> RenderableType:
    before, after = study.before, study.after if study.abstract else None
    table = Table(box=None, pad_edge=False)
    table.add_column("met" if study.sampled else "")
    for heading in ("whole game", "abstract", "compression")[: 1 if after is None else 3]:
        table.add_column(heading, justify="right")
    for name, values, show in _measures(before, after):
        cells = [show(value) for value in values]
        if len(values) == 2:
            cells.append(_ratio(*values) if values[1] else "")
        table.add_row(name, *cells)
    return table


def _measures(before: Counts, after: Counts | None) -> Iterator[tuple[str, list[int], Any]]:
    """Yield what is counted, in the games that there are, and how to show it."""
    games = [before] if after is None else [before, after]
    if before.histories is not None:
        yield "histories", [game.histories or 0 for game in games], _count
    yield "infosets", [game.rows for game in games], _count
    for player in range(len(before.infosets)):
        yield f"  player {player}", [game.infosets[player] for game in games], _count
    if before.sequences is not None:
        yield "sequences", [sum(game.sequences or ()) for game in games], _count
        for player in range(len(before.infosets)):
            counts = [(game.sequences or ())[player] for game in games]
            yield f"  player {player}", counts, _count
    if before.bytes is not None:
        yield "training table", [game.bytes or 0 for game in games], _size


def _count(value: int) -> str:
    return f"{value:,}"


def _ratio(before: int, after: int) -> str:
    """Return how many of one there are for one of the other.

    >>> _ratio(936, 288), _ratio(12_345, 10)
    ('3.25', '1,234')
    """
    ratio = before / after
    return f"{ratio:.3g}" if ratio < 999.5 else f"{ratio:,.0f}"


def _size(count: int) -> str:
    """Return bytes in three digits.

    >>> _size(26_350), _size(4_800_000)
    ('26.4 kB', '4.8 MB')
    """
    amount = float(count)
    for unit in ("B", "kB", "MB"):
        if float(f"{amount:.3g}") < 1000:
            return f"{amount:.3g} {unit}"
        amount /= 1000
    return f"{amount:,.3g} GB"


def _well_formed(study: Study) -> Iterator[str]:
    if study.clash is not None:
        yield from _refuted(study.clash)
    elif study.sampled:
        yield (
            f"Well-formedness is not refuted by {study.scope.deals:,} deals: no key that they "
            "met had two players or two menus. That proves nothing."
        )
    else:
        yield "Well formed: equal keys have one player and one menu."


def _refuted(clash: Clash) -> Iterator[str]:
    yield "Ill-formed: one key stands for two players, or for two menus."
    yield f"  key: {clash.keyed}"
    for offer in clash.offers:
        moves = ", ".join(map(spelled, offer.witness.moves)) or "no move"
        yield f"  player {offer.player} may {', '.join(map(spelled, offer.menu))}"
        yield f"    at {offer.witness.infoset} after {moves}"
    yield "Multiply the states by the actions and the player. Until then there is no price."


def _price(loss: Loss) -> RenderableType:
    players, shown = range(len(loss.recall)), loss.shown
    table = Table(box=None, pad_edge=False)
    table.add_column(UNIT, no_wrap=True)
    for player in players:
        table.add_column(f"player {player}", justify="right")
    table.add_column("together", justify="right")
    table.add_column("by")
    alone = ("",) * len(players)
    table.add_row("value, lifted", *map(shown, loss.values), "", loss.how)
    table.add_row("could gain by leaving", *map(shown, loss.gaps), shown(loss.lifted))
    if loss.least is not None:
        table.add_row("at any equilibrium", *alone, shown(loss.least), "at least")
    if loss.best is not None:
        how = "LP" if loss.best.exact else f"{max(loss.best.how, key=len)}: at most"
        conceded, price = map(shown, loss.best.conceded), shown(loss.best.price)
        table.add_row("concedes at best", *conceded, price, how)
    if loss.own is not None:
        table.add_row("abstract NashConv", *alone, shown(loss.own))
    if loss.regrets is not None:
        table.add_row("regret sum", *alone, shown(loss.regrets), "no bound")
    return table


def _told(loss: Loss) -> Iterator[str]:
    """Yield the sentence that the price amounts to."""
    if loss.best is None:
        yield (
            f"Price: players who leave the strategies that were found, each alone, gain "
            f"{loss.shown(loss.price)} {UNIT} together."
        )
        return
    most = "" if loss.best.exact else "at most "
    yield (
        f"Price: the best abstract strategies concede {most}{loss.shown(loss.price)} {UNIT} in the "
        "whole game, both players together."
    )


def _ablation(ablation: Ablation) -> RenderableType:
    table = Table("\nfactor", box=None, pad_edge=False)
    for heading in ("left out:\ninfosets", "\nprice", "\nadds", "alone:\ninfosets", "\nprice"):
        table.add_column(heading, justify="right")
    table.add_row("all", *_figures(ablation.whole), "", "", "")
    for each in ablation.factors:
        table.add_row(Text(repr(each.factor)), *_left_out(each), *_figures(each.alone))
    table.add_row("player * actions", "", "", "", *_figures(ablation.base))
    return table


def _figures(loss: Loss) -> Cells:
    return f"{loss.after.rows:,}", f"{'' if loss.exact else '≤ '}{loss.shown(loss.price)}"


def _left_out(each: Factor) -> Cells:
    if each.without is None:
        return "needed", "", ""
    adds = "nothing" if each.free else each.whole.shown(each.cost)
    return *_figures(each.without), adds


def _explained(ablation: Ablation) -> Iterator[str]:
    if any(each.needed for each in ablation.factors):
        yield "needed: without the factor the abstraction is ill-formed."
    losses = (ablation.whole, ablation.base, *(each.alone for each in ablation.factors))
    if not all(loss.exact for loss in (*losses, *_without(ablation))):
        yield "≤: the price is at most that; no linear program could tell."


def _without(ablation: Ablation) -> list[Loss]:
    return [each.without for each in ablation.factors if each.without is not None]
