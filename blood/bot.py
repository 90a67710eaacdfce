"""Play a strategy at the match engine, or at an ACPC dealer: ``python -m blood.bot RUN PORT``."""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import click

import blood
from blood.command import LAST_STREET, PATH, RUN, Command, note, refuse, seconds_of
from blood.declared import experiments
from zerosum.abstraction import split
from zerosum.errors import ExperimentError
from zerosum.experiment import Run
from zerosum.experiment.pack import cache_of, pack, require_empty, unpack
from zerosum.pkr.abstraction import translated
from zerosum.pkr.acpc import read_file, seats_of
from zerosum.pkr.bots import acpc
from zerosum.pkr.bots.engine import Session, Tally, connect, play
from zerosum.pkr.holdem import NoLimitHoldem
from zerosum.pkr.holdem.game import Holdem
from zerosum.pkr.parts.agents import Patched
from zerosum.pkr.think import Clock, Thinker
from zerosum.play import StrategyAgent
from zerosum.rng import Random
from zerosum.support.rendering import chips

_PYTHON = "python" if os.name == "nt" else "python3"
_BOT = [_PYTHON, "-m", "blood.bot", "."]  # the engine runs commands in the folder that holds them
_MATCH = 25.0  # seconds to think in a match, of the thirty that the engine gives
_EXCHANGE = ("T30 P0 HAh,Kd", "T30 P1 H7c,2s R9")  # the start of two hands

_EPILOG = """\
\b
Examples:
  python -m blood.bot runs/blood.quick 9000
  python -m blood.bot runs/blood.quick --pack mybot --think 20ms
  python -m blood.bot runs/holdem --acpc localhost:18791
"""


def _address(_: click.Context, __: click.Parameter, value: str | None) -> tuple[str, int] | None:
    """Return the host and the port of an option."""
    if value is None:
        return None
    match = re.fullmatch(r"\[?([^\[\]]+)\]?:([0-9]{1,5})", value, re.ASCII)
    if match is None or not 1 <= int(match[2]) <= 65_535:
        raise click.BadParameter(f"it must be HOST:PORT, such as localhost:18791; got {value!r}.")
    return match[1], int(match[2])


@click.command(cls=Command, epilog=_EPILOG)
@RUN
@click.argument("port", required=False, type=click.IntRange(1, 65_535))
@click.option("--seed", type=int, help="Equal seeds draw equal actions.")
@click.option("--pack", "folder", type=PATH, help="Write a bot's folder.")
@click.option("--build", is_flag=True, help="Compile all that playing needs, and keep it.")
@click.option(
    "--acpc",
    "dealer",
    metavar="HOST:PORT",
    callback=_address,
    help="Play hold'em at this ACPC dealer.",
)
@click.option(
    "--think",
    callback=seconds_of,
    metavar="TIME",
    help="Solve streets of each hand again from the turn on, for so long a decision, such as 20ms; "
    f"{_MATCH:g} seconds a match at most.",
)
@LAST_STREET
@click.option("--gamedef", type=PATH, help="The dealer's game, to be compared with the run's.")
def main(
    run: Path,
    port: int | None,
    seed: int | None,
    folder: Path | None,
    dealer: tuple[str, int] | None,
    gamedef: Path | None,
    think: float | None,
    *,
    last_street: bool,
    build: bool,
) -> None:
    """Play the strategy of the run folder RUN at the match engine that listens on PORT.

    With --pack, write a folder for the engine instead: it holds commands.json, the strategy and
    all that it needs, and the engine appends the port.

    With --acpc, play at a dealer of the Annual Computer Poker Competition instead. It prints a
    port for each seat.
    """
    given = sum(option is not None for option in (port, folder, dealer)) + build
    refuse(given != 1, "Give one of PORT, --pack, --build and --acpc.")
    refuse(gamedef is not None and dealer is None, "Give --gamedef together with --acpc.")
    options: dict[str, Any] = {}
    if think is not None:
        options = {"think": Clock(think, _MATCH), "last_only": last_street}
    opened = Run.open(run, experiments())
    if dealer is not None:
        _play_holdem(opened, dealer, gamedef, seed, options)
        return
    if folder is not None:
        require_empty(folder)
        _agent(opened, options)  # fits what is packed too
        words = [] if think is None else ["--think", f"{think:g}s"]
        bot = [*_BOT, *words, *["--last-street"] * last_street]
        commands = {"build": [*bot, "--build"], "run": bot}
        pack(opened, folder, {"commands.json": commands})
        _build(folder, commands)
        return
    unpack(opened)
    agent = _agent(opened, options)
    session = Session(agent, Random(seed))
    if build:
        for line in _EXCHANGE:  # compiles what is compiled when it is first needed
            session.answer(line)
    elif port is not None:
        with connect(port) as connection:
            play(session, connection)
        click.echo(_account(session.tally, agent))


def _agent(run: Run, options: dict[str, Any]) -> Any:
    if not hasattr(run.walk, "seated") or _holdem(run.game) is not None:
        raise ExperimentError(
            f"A bot must play River of Blood through a translation; {run.experiment.name} does "
            "not: declare Abstraction over zerosum.pkr.abstraction.Translation in it, or play "
            "hold'em at an ACPC dealer by --acpc.",
            run.experiment,
        )
    return run.agent(**options)


def _holdem(game: Any) -> Holdem | None:
    """Return the base of a game if that is hold'em."""
    base = split(game)[0]
    return base if isinstance(base, Holdem) else None


def _play_holdem(
    run: Run,
    dealer: tuple[str, int],
    gamedef: Path | None,
    seed: int | None,
    options: dict[str, Any],
) -> None:
    """Play a match at an ACPC dealer."""
    definition = None if gamedef is None else read_file(gamedef)
    unpack(run)
    base, walk = _holdem(run.game), run.walk
    if base is None:
        raise ExperimentError(
            f"A bot at an ACPC dealer must play hold'em; {run.experiment.name} plays "
            f"{type(split(run.game)[0]).__name__}: train a run of NoLimitHoldem or LimitHoldem.",
            run.experiment,
        )
    seats = seats_of(base, definition, str(gamedef))
    if walk is None and isinstance(base, NoLimitHoldem) and base.sizes:
        walk = translated(run.game)  # the dealer takes bets that are not on the game's own menu
    seated = run.agent(walk=walk, **options)
    for text in run.outdated:
        note(text)
    session = acpc.Session(seated, base, Random(seed), seats)
    session.rehearse()
    seated.decisions = seated.unknown = seated.clipped = 0
    with connect(dealer[1], dealer[0], "dealer") as connection:
        acpc.play(session, connection)
    click.echo(_account(session.tally, seated))


def _build(folder: Path, commands: dict[str, list[str]]) -> None:
    """Run the build of a packed folder, to check that the bot works."""
    click.echo(f"Building {folder} ...", err=True)
    house = str(Path(blood.__file__).parents[1])  # found there even if it is not installed
    paths = [house, *filter(None, [os.environ.get("PYTHONPATH")])]
    variables = {"PYTHONPATH": os.pathsep.join(paths), "ZEROSUM_CACHE": str(cache_of(folder))}
    done = subprocess.run(
        [sys.executable, *commands["build"][1:]],
        cwd=folder,
        env=os.environ | variables,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        last = done.stderr.strip().splitlines()[-1:]
        message = f"The bot in {folder} must build without an error; got {' '.join(last)}"
        raise ExperimentError(message, folder)
    run = " ".join(commands["run"])
    click.echo(f"The bot is packed in {folder}; there, it is run by: {run} PORT")


def _account(tally: Tally, agent: StrategyAgent | Patched | Thinker) -> str:
    """Return the result of a match, in a sentence or two."""
    pace = 1e3 * tally.seconds / max(1, tally.decisions)
    won = chips(tally.chips, sign=True)
    return (
        f"{tally.hands:,} hands, {won} chips; {tally.decisions:,} decisions in {pace:.2f} ms "
        f"each, {agent.unknown:,} of them at unvisited infosets and "
        f"{agent.clipped:,} clipped; {tally.fallbacks:,} fall-backs, {tally.replaced:,} actions "
        f"replaced and {tally.disputed:,} results disputed.{_thoughts(agent)}"
    )


def _thoughts(agent: StrategyAgent | Patched | Thinker) -> str:
    """Return how an agent thought, in a sentence; empty if it does not."""
    if not isinstance(agent, Thinker):
        return ""
    iterations = agent.iterated / max(1, agent.thought)
    longest = 1e3 * max(agent.times, default=0.0)
    return (
        f" {agent.thought:,} solutions of streets, with {iterations:.0f} iterations each, in "
        f"{agent.clock.spent:.1f} s and at most {longest:.0f} ms; {agent.fallbacks:,} decisions "
        f"there were played without thinking."
    )


if __name__ == "__main__":
    main()
