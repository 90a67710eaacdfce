"""Compare what buckets of cards cost on spots: ``python -m blood.prices FILE...``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from blood.command import JSON, PATH, Command, note, print_json, report_console
from zerosum.experiment import new_figure, require_picture, save_picture
from zerosum.pkr.spots import Spot, read_spot
from zerosum.pkr.spots.prices import KINDS, BucketPrices, sweep
from zerosum.support.drawing import LINES, number_logarithmic
from zerosum.support.rendering import line, table

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_EPILOG = """\
\b
Example:
  python -m blood.prices flop.toml turn.toml --sizes 5,20 --out prices.png
"""


def _sizes(_: click.Context, __: click.Parameter, value: str) -> list[int]:
    try:
        return sorted(map(int, value.split(",")))
    except ValueError as error:
        raise click.BadParameter(
            f"Sizes must be whole numbers with commas between them, such as 5,20; got {value!r}."
        ) from error


@dataclass(frozen=True)
class Priced:
    """What buckets cost on a spot.

    Parameters
    ----------
    board
        The board of the spot.
    pot
        The chips of the pot.
    stack
        The chips behind it.
    prices
        One for each kind and size of buckets; those of players are in chips.
    """

    board: str
    pot: int
    stack: int
    prices: Sequence[BucketPrices]


DOCUMENT = tuple[Priced, ...]


@click.command(cls=Command, epilog=_EPILOG)
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=PATH)
@click.option(
    "--sizes", default="5,20,100", show_default=True, callback=_sizes, help="Buckets of a street."
)
@click.option(
    "--kinds",
    type=click.Choice(KINDS),
    multiple=True,
    default=KINDS,
    help="A way to bucket cards; may be given several times. All of them by default.",
)
@click.option(
    "--to",
    type=click.FloatRange(0),
    metavar="PER CENT",
    default=0.1,
    show_default=True,
    help="Stop each solution when its bounds are closer than so many per cent of the pot …",
)
@click.option(
    "--iterations", type=int, default=300, show_default=True, help="… or after so many iterations."
)
@JSON
@click.option("--out", type=PATH, help="Draw price against keys: .png, .svg or .pdf.")
def main(
    files: Sequence[Path],
    sizes: list[int],
    kinds: Sequence[str],
    to: float,
    iterations: int,
    out: Path | None,
    *,
    as_json: bool,
) -> int:
    """Compare what buckets of cards cost on spots, exactly.

    Each FILE is a spot in TOML. A price is how much less a strategy guarantees whose player sees
    buckets instead of hands, and in brackets, if both were solved with buckets; in per cent of the
    pot, as the mean over both players. Keys are how many a player has on all streets. Buckets that
    are not there yet are fitted.
    """
    if out is not None:
        require_picture(out)
        new_figure(1.0, 1.0)
    console, found = report_console(), list[tuple[Spot, list[BucketPrices]]]()
    for spot in [read_spot(file) for file in files]:
        title = f"{spot.board}, pot {spot.pot:,}, stacks {spot.stack:,}"
        priced = []
        for each in sweep(spot, sizes, kinds, to=to / 100, iterations=iterations):
            priced.append(each)
            note(f"{title}: {each.kind}, {each.size:,}: {each.share('price'):.2%}")
        found.append((spot, priced))
        if as_json:
            continue
        line(console, f"{title}; prices ± {max(each.share('error') for each in priced):.2%}")
        console.print(_table(priced, sizes), highlight=False)
    if as_json:
        print_json([Priced(str(one.board), one.pot, one.stack, some) for one, some in found])
    if out is not None:
        save_picture(_picture(found), out)
        note(f"Prices are drawn in {out}.")
    return 0


def _table(priced: Sequence[BucketPrices], sizes: Sequence[int]) -> Any:
    """Return prices and keys, a row for each kind and recall."""
    rows = []
    for (kind, recalled), some in groupby(priced, key=lambda each: (each.kind, each.recalled)):
        cells = [cell for each in some for cell in (_price(each), f"{each.keys:,.0f}")]
        rows.append([kind, "kept" if recalled else "forgotten", *cells])
    heads = [head for size in sizes for head in (f"{size:,}", "keys")]
    return table(["buckets", "earlier ones", *heads], rows, "llr")


def _price(each: BucketPrices) -> str:
    exact = all(one.recall for one in each.prices.prices)
    price, both = (100 * max(each.share(figure), 0.0) for figure in ("price", "both"))
    return f"{'' if exact else '≤ '}{price:.2f} ({both:.1f})"


def _picture(found: Sequence[tuple[Spot, list[BucketPrices]]]) -> Figure:
    """Return price against keys, with a panel for each spot."""
    figure = new_figure(3.6 * len(found) + 0.8, 4.2)
    panels = figure.subplots(1, len(found), sharey=True, squeeze=False)[0]
    for panel, (spot, priced) in zip(panels, found, strict=True):
        for (kind, recalled), some in groupby(priced, key=lambda each: (each.kind, each.recalled)):
            # What a price may be off is as low as a logarithmic axis can tell.
            points = [(e.keys, 100 * max(e.share("price"), e.share("error"))) for e in some]
            panel.plot(
                *zip(*points, strict=True),
                color=LINES[KINDS.index(kind)],
                marker="o",
                markersize=3,
                linestyle="-" if recalled or spot.hand.street == 3 else "--",
                label=kind if recalled else None,
            )
        panel.set(xscale="log", yscale="log", xlabel="keys on all streets", title=str(spot.board))
        panel.grid(visible=True, alpha=0.3)
        panel.tick_params(labelsize="small")
        number_logarithmic(panel.xaxis)
    panels[0].set_ylabel("price, per cent of the pot")
    number_logarithmic(panels[0].yaxis)
    figure.suptitle("Earlier buckets kept (solid) and forgotten (dashed)")
    handles = {each.get_label(): each for panel in panels for each in panel.lines}
    named = {name: handles[name] for name in KINDS if name in handles}
    figure.legend(named.values(), named, loc="outside lower center", ncols=len(KINDS))
    return figure


if __name__ == "__main__":
    main()
