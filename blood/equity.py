"""Compute equities of hands and ranges: ``python -m blood.equity RANGE RANGE [...]``."""

from dataclasses import dataclass

import click

from blood.command import JSON, SEED, Command, print_json, refuse, report_console
from zerosum.pkr.equities import Equity, equity
from zerosum.pkr.holdem import FULL, SHORT, TWENTY
from zerosum.pkr.ranges import Range, parse_range
from zerosum.support.rendering import line, table

DECKS = {"full": FULL, "short": SHORT, "twenty": TWENTY}

_EPILOG = """\
\b
A RANGE is classes, hands and weights, separated by commas or spaces:
  KK KTs KTo KT      pairs, suited, offsuit, both
  77+ K9s+           the class and those with higher pairs or kickers
  TT-77 T9s-54s      the classes in between
  AhKh random        one hand, all hands
  76s:0.5            held half as often

\b
Examples:
  python -m blood.equity AA KK
  python -m blood.equity "AhKh" "QQ+,AKs" --board "Jh Th 2c"
  python -m blood.equity "22+, A2s+, KTo" random --board QhJh2h --grid
"""


@dataclass(frozen=True)
class RangeEquity:
    """The equity of a range.

    Parameters
    ----------
    range
        The range.
    hands
        How many hands it has.
    equity
        The share of the pot that it wins on average.
    counts
        What that comes from.
    """

    range: str
    hands: int
    equity: float
    counts: Equity


DOCUMENT = tuple[RangeEquity, ...]


@click.command(cls=Command, epilog=_EPILOG)
@click.argument("ranges", metavar="RANGE...", nargs=-1)
@click.option("--board", default="", help="Up to five cards, such as 'Jh Th 2c'.")
@click.option("--dead", default="", help="Cards that nobody holds and that do not come.")
@click.option("--deck", type=click.Choice(list(DECKS)), default="full", show_default=True)
@click.option(
    "--samples",
    type=int,
    default=1_000_000,
    show_default=True,
    help="Random deals, where there are too many to count all.",
)
@SEED
@JSON
@click.option("--grid", is_flag=True, help="Print each range as a grid of classes, too.")
def main(
    ranges: tuple[str, ...],
    board: str,
    dead: str,
    deck: str,
    samples: int,
    seed: int,
    *,
    as_json: bool,
    grid: bool,
) -> None:
    """Print the equity of each RANGE: the share of the pot that it wins if all cards are dealt.

    All deals are counted if that takes about a second; otherwise random ones are made, and the
    equity is given with an interval of 95 %.
    """
    both = grid and as_json
    refuse(both, "--json must be given without --grid, which prints text: leave out one of them.")
    held = [parse_range(text) for text in ranges]
    equities = equity(*held, board=board, dead=dead, deck=DECKS[deck], samples=samples, seed=seed)
    if as_json:
        pairs = zip(held, equities, strict=True)
        print_json([RangeEquity(str(hands), len(hands), one.share, one) for hands, one in pairs])
        return
    report = report_console()
    for hands in held if grid else ():
        line(report, f"{hands}, {len(hands):,} hands\n\n{hands.grid()}\n")
    if equities[0].samples:
        line(report, f"{equities[0].samples:,} random deals, seed {seed}")
    else:
        line(report, f"all {_count(equities[0].deals)} deals")
    headings = ["range", "hands", "equity", "win", "tie", "deals won", "deals tied"]
    rows = [_row(hands, one) for hands, one in zip(held, equities, strict=True)]
    report.print(table(headings, rows))


def _row(held: Range, one: Equity) -> list[str]:
    digits = 2 if one.samples else 4
    share = f"{one.share:.{digits}%}" + (f" ± {one.error:.{digits}%}" if one.samples else "")
    return [
        str(held),
        f"{len(held):,}",
        share,
        f"{one.wins / one.deals:.{digits}%}",
        f"{one.ties / one.deals:.{digits}%}",
        _count(one.wins),
        _count(one.ties),
    ]


def _count(number: float) -> str:
    """Return a number of deals; with weights it may have a fraction."""
    return f"{number:,}" if isinstance(number, int) else f"{number:,.2f}"


if __name__ == "__main__":
    main()
