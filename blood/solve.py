"""Solve a spot of hold'em for all hands: ``python -m blood.solve RANGE RANGE --board ...``."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import click
from rich.console import Console

from blood.command import (
    EXPERIMENT,
    INTERRUPTED,
    JSON,
    PATH,
    Command,
    note,
    opened,
    print_json,
    refuse,
    report_console,
    sibling,
)
from blood.declared import experiments
from blood.spot import experiment as declared
from zerosum.abstraction import split
from zerosum.evaluation.price.streets import HandPrices
from zerosum.experiment import display_on, load, train
from zerosum.experiment.load import start_of
from zerosum.experiment.memory import bytes_of
from zerosum.pkr.ask import Query
from zerosum.pkr.ask.spot import spot_after
from zerosum.pkr.holdem.game import Holdem
from zerosum.pkr.spots import Bets, Spot, read_spot
from zerosum.pkr.spots.bets import WAYS
from zerosum.pkr.spots.bunching import bunched
from zerosum.pkr.spots.prices import loss
from zerosum.pkr.spots.solve import Solution
from zerosum.pkr.spots.written import written
from zerosum.support.rendering import line

_EPILOG = """\
\b
Ranges are written AA-88, AKs:0.5, KTo+, AhKh; bets 50%, 2.5x, e (geometric), allin, for all
streets and players, or for some: --bets turn=75% --raises ip=3x --bets river.oop=50%,allin.

\b
Examples:
  python -m blood.solve "AA-88,AKs:0.5" "22+,A2s+,KTs+" --board QsJh2h --pot 180 --stack 910 \\
      --bets "50%,allin" --raises 2.5x --threads 2
  python -m blood.solve spot.toml --to 0.1
"""


@dataclass(frozen=True)
class Solved:
    """A spot that is solved.

    Parameters
    ----------
    run
        The run folder of the solution.
    exploitability
        What an opponent who knows it gains by best responses, as a share of the pot: the mean of
        both players.
    iterations
        How many there were.
    seconds
        How long they took.
    values
        What each player takes of the pot on average, in chips, the first to act first.
    opening
        How often the first player takes each action at first.
    """

    run: str
    exploitability: float
    iterations: int
    seconds: float
    values: tuple[float, float]
    opening: Mapping[str, float]

    @classmethod
    def of(cls, solution: Solution, run: Path) -> Solved:
        """Return the figures of a solution."""
        first, second = solution.values.tolist()
        share, iterations = solution.exploitability, solution.solver.iterations
        opening = solution.opening
        return cls(str(run), share, iterations, solution.seconds, (first, second), opening)


@dataclass(frozen=True)
class Priced:
    """What the keys of hands of an experiment cost on a spot.

    Parameters
    ----------
    experiment
        Its name.
    found
        The prices.
    """

    experiment: str
    found: HandPrices

    JSON = ("experiment", *((name, f"found.{name}") for name in ("states", "prices", "unit")))


DOCUMENT = Solved | tuple[Priced, ...]


@click.command(cls=Command, epilog=_EPILOG)
@click.argument("ranges", metavar="RANGE RANGE | FILE", nargs=-1)
@click.option("--board", help="Three to five cards, such as QsJh2h.")
@click.option("--pot", type=int, help="The chips in the pot.")
@click.option("--stack", type=int, help="The chips that each player has left.")
@click.option("--bets", multiple=True, metavar="[PLACE=]SIZES", help="Sizes of bets.")
@click.option(
    "--raises", multiple=True, metavar="[PLACE=]SIZES", help="Sizes of raises; those of --bets."
)
@click.option(
    "--donks",
    multiple=True,
    metavar="[PLACE=]SIZES",
    help="Sizes of bets into the player who bet last on an earlier street; those of --bets.",
)
@click.option("--add-allin", type=float, help="Offer all-in where it is at most so many pots.")
@click.option("--force-allin", type=float, help="Make bets all-in that leave so much of the pot.")
@click.option("--merge", type=float, help="Leave out sizes that differ by less.")
@click.option(
    "--rake", type=float, help="The share of each pot that the house takes, such as 0.05."
)
@click.option("--cap", type=float, help="The most chips of rake.")
@click.option("--dead", help="Cards that nobody holds, such as AhKd.")
@click.option(
    "--folded",
    multiple=True,
    metavar="RANGE",
    help="With which hands a seat that left has folded; one for each such seat.",
)
@click.option(
    "--lock",
    "locks",
    multiple=True,
    metavar="LINE->SHARES",
    help='Fix what a player does, as in "x -> x 1" or "x b50% -> f 0.3, c 0.7 for 22+".',
)
@click.option("--run", type=PATH, help="Take ranges, board, pot and stacks from this run …")
@click.option("--line", default="", help="… after this line of play.")
@click.option(
    "--abstraction",
    "abstractions",
    multiple=True,
    metavar="MODULE",
    shell_complete=EXPERIMENT,
    help="Instead, price the keys of hands of this experiment; may be given several times.",
)
@click.option(
    "--to",
    type=click.FloatRange(0),
    metavar="PER CENT",
    default=0.3,
    show_default=True,
    help="Stop when a best response gains so many per cent of the pot, on average over both.",
)
@click.option(
    "--iterations", type=int, default=2_000, show_default=True, help="Stop after so many."
)
@click.option("--minutes", type=float, help="Stop after so many minutes.")
@click.option("--threads", type=int, default=1, show_default=True, help="Number of threads.")
@click.option("--short", is_flag=True, help="Use numbers of 16 bits, in half of the memory.")
@click.option("--memory", metavar="SIZE", help="Keep the process within so much, such as 20GB.")
@click.option("--out", type=PATH, help="The run folder; runs/spot by default, if it is free.")
@JSON
@click.option("--resume", is_flag=True, help="Go on with the run in --out.")
def main(
    ranges: Sequence[str],
    locks: Sequence[str],
    abstractions: Sequence[str],
    to: float,
    iterations: int,
    minutes: float | None,
    threads: int,
    short: bool,
    memory: str | None,
    out: Path | None,
    resume: bool,
    as_json: bool,
    **given: Any,
) -> int:
    """Solve a spot of hold'em for two: two ranges, a board, a pot, stacks and bets.

    The first RANGE is that of the player who acts first on all streets. FILE is a spot in TOML. The
    solution is saved as a run: blood.show, blood.ask, blood.match and blood.export open it.
    """
    refuse(resume and out is None, "--resume must go on with a run: name it with --out.")
    spot = _spot(ranges, given)
    if abstractions:
        _print_prices(spot, abstractions, iterations, as_json=as_json)
        return 0
    folder = out or _free(Path("runs/spot"))
    experiment = replace(
        declared,
        name="blood.spot",
        game={"spot": written(spot)},
        options={"short": short, "locks": "; ".join(locks)},
        iterations=iterations,
        minutes=minutes,
        threads=threads,
        target=max(to, 1e-9) / 100 * spot.pot,
    )
    if not spot.bets.sizes and not spot.bets.add_allin:
        note("There are no bets, so all hands are checked down: give --bets.")
    note(f"Solving {spot.board} to {to:g} % of the pot; run {folder}. Ctrl-C stops and saves.")
    outcome = train(
        experiment,
        folder,
        resume=resume,
        display=display_on(Console(stderr=True)),
        game=spot.game,
        memory=bytes_of(memory),
    )
    solver: Any = outcome.solver
    share = solver.nash_conv() / 2 / spot.pot
    solution = Solution(spot, solver, share, outcome.last.seconds)
    if as_json:
        print_json(Solved.of(solution, folder))
    else:
        report_console().print(solution)
    if outcome.interrupted:
        words = sys.argv[1:] if resume else [*sys.argv[1:], "--resume"]
        words += [] if out else ["--out", str(folder)]
        note(f"Stopped. To continue: {sibling('solve')} {shlex.join(words)}")
        return INTERRUPTED
    return 0


def _spot(ranges: Sequence[str], given: dict[str, Any]) -> Spot:
    """Return the spot that a command line describes."""
    words = {name: value for name, value in given.items() if value not in (None, (), "")}
    if len(ranges) == 1:
        names = ", ".join(f"--{name.replace('_', '-')}" for name in words)
        refuse(words, f"A spot in a file must have all it needs there; leave out {names}.")
        return read_spot(ranges[0])
    run, after = words.pop("run", None), words.pop("line", "")
    refuse(after and not run, "A line must be one of a run: name it with --run.")
    alone = "A spot must have two ranges, each in quotes, or one file, or --run and --line."
    refuse(len(ranges) != (0 if run else 2), alone)
    missing = [name for name in ("board", "pot", "stack") if name not in words and not run]
    refuse(missing, f"A spot must have {', '.join(f'--{name}' for name in missing)}.")
    sizes: dict[str, str] = {}
    for way in WAYS:
        for text in words.pop(f"{way}s", ()):
            place, equals, rest = text.partition("=")
            sizes[f"{place}.{way}" if equals else way] = rest if equals else text
    if not any(place.endswith("raise") for place in sizes):
        own = {place: text for place, text in sizes.items() if place.endswith("bet")}
        sizes |= {f"{place.removesuffix('bet')}raise": text for place, text in own.items()}
    thresholds = {
        name: words.pop(name) for name in ("add_allin", "force_allin", "merge") if name in words
    }
    bets, folded = Bets.of(sizes, **thresholds), words.pop("folded", ())
    if run:
        for name in ("pot", "stack"):
            refuse(name in words, f"The {name} is that of --run: leave out --{name}.")
        spot = spot_after(Query(opened(run)), after, words.pop("board", ""), bets=bets, **words)
    else:
        spot = Spot(*ranges, bets=bets, **words)
    return bunched(spot, folded) if folded else spot


def _print_prices(spot: Spot, names: Sequence[str], iterations: int, *, as_json: bool) -> None:
    """Print what abstractions cost each player, in per cent of the pot."""
    console, found = report_console(), list[Priced]()
    for name in names:
        base, states, _ = split(start_of(load(name, experiments())))
        refuse(states is None, f"The game of {name} must have states: name another experiment.")
        known = isinstance(base, Holdem)
        refuse(not known, f"The game of {name} must be hold'em: name another experiment.")
        found.append(Priced(name, loss(spot, states, iterations=iterations)))
        if not as_json:
            line(console, f"{name}: what its keys of hands cost, in per cent of the pot.")
            line(console, str(found[-1].found))
    if as_json:
        print_json(found)


def _free(folder: Path) -> Path:
    """Return a folder that does not exist yet, numbered if need be."""
    number, found = 1, folder
    while found.exists():
        number += 1
        found = folder.with_name(f"{folder.name}-{number}")
    return found


if __name__ == "__main__":
    main()
