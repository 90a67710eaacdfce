"""Play a strategy at the match engine, or at an ACPC dealer: ``python -m blood.bot RUN PORT``.

Here is the command line, and the connection: who listens waits for it only so long, so what plays
(:mod:`blood.seat`) is imported and loaded afterwards.
"""

import re
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import nullcontext
from pathlib import Path
from socket import socket
from typing import Any, cast

import click

from blood.command import LAST_STREET, PATH, Command, completed, refuse, seconds_of
from zerosum.errors import GameError
from zerosum.support.connecting import connect

HANDS = 1_000

_EPILOG = """\
\b
Examples:
  python -m blood.bot runs/blood.quick 9000
  python -m blood.bot runs/blood.quick --pack mybot --think 20ms
  python -m blood.bot runs/price --pack mybot --beside runs/honest --beside runs/timid
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


class Connecting(Command):
    """A command that connects first, before anything else is imported."""

    def invoke(self, ctx: click.Context) -> Any:
        """Connect, and run the function; its context has the connection, or why there is none."""
        self.check(ctx)
        port, dealer = ctx.params["port"], ctx.params["dealer"]
        if port is not None and dealer is None:
            ctx.obj = _reached("localhost", port, "engine")
        elif dealer is not None and port is None:
            ctx.obj = _reached(dealer[0], dealer[1], "dealer")
        with ctx.obj if isinstance(ctx.obj, socket) else nullcontext():
            return super(Command, self).invoke(ctx)  # what loads shows how far it is


def _reached(host: str, port: int, who: str) -> socket | GameError:
    try:
        return connect(port, host, who)
    except GameError as error:
        return error  # after what may be wrong with the run


@click.command(cls=Connecting, epilog=_EPILOG)
@click.argument("run", metavar="RUN", type=PATH, shell_complete=completed("dir"))
@click.argument("port", required=False, type=click.IntRange(1, 65_535))
@click.option("--seed", type=int, help="Equal seeds draw equal actions.")
@click.option("--pack", "folder", type=PATH, help="Write a bot's folder.")
@click.option(
    "--beside",
    "responses",
    metavar="RUN",
    multiple=True,
    type=PATH,
    help="With --pack: a response to a model of an opponent, such as a run of blood.river_honest, "
    "which plays instead when the opponent is like that. May be given several times.",
)
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
    help="Solve streets of each hand again from the turn on, for so long a decision, such as 20ms, "
    "as far as the engine's clock allows.",
)
@LAST_STREET
@click.option(
    "--hands",
    type=click.IntRange(min=0),
    default=HANDS,
    show_default=True,
    help="Hands of the engine's match; 0 if you do not know: then no match is won before its end.",
)
@click.option("--gamedef", type=PATH, help="The dealer's game, to be compared with the run's.")
def main(
    run: Path,
    port: int | None,
    seed: int | None,
    folder: Path | None,
    dealer: tuple[str, int] | None,
    gamedef: Path | None,
    think: float | None,
    hands: int,
    *,
    last_street: bool,
    build: bool,
    responses: tuple[Path, ...],
) -> None:
    """Play the strategy of the run folder RUN at the match engine that listens on PORT.

    RUN may also be a player of the gallery, such as tight. Once the lead is so large that folding
    all remaining hands wins the match, the bot folds them.

    With --pack, write a folder for the engine instead: it holds commands.json, the strategy and
    all that it needs, and the engine appends the port.

    With --acpc, play at a dealer of the Annual Computer Poker Competition instead. It prints a
    port for each seat.
    """
    given = sum(option is not None for option in (port, folder, dealer)) + build
    refuse(given != 1, "Give one of PORT, --pack, --build and --acpc.")
    refuse(gamedef is not None and dealer is None, "Give --gamedef together with --acpc.")
    refuse(bool(responses) and folder is None, "Give --beside together with --pack.")
    refuse(bool(responses) and think is not None, "Give one of --beside and --think.")
    if folder is not None:
        from blood.seat import pack_bot

        words = [] if think is None else ["--think", f"{think:g}s"]
        words += ["--last-street"] * last_street
        words += [] if hands == HANDS else ["--hands", str(hands)]
        pack_bot(run, folder, words, think, last_street, responses)
    elif dealer is not None:
        _play_holdem(run, gamedef, seed, think, last_street)
    else:
        _play(run, seed, hands, think, last_street)


def _connection() -> socket | None:
    """Return the connection, if one was to be made.

    Raises
    ------
    GameError
        If nobody listens.
    """
    found: socket | GameError | None = click.get_current_context().obj
    if isinstance(found, GameError):
        raise found
    return found


def _play(run: Path, seed: int | None, hands: int, think: float | None, last_street: bool) -> None:
    """Play a match at the engine; only load what plays if there is no port."""
    from zerosum.pkr.bots.engine import Session, play
    from zerosum.rng import Random

    session = Session(Future(), Random(seed), hands)

    waits = isinstance(click.get_current_context().obj, socket)

    def load() -> Any:
        from blood import seat

        return seat.load(run, session, think, last_street, pool if waits else None)

    with ThreadPoolExecutor(2) as pool:
        session.agent = loading = pool.submit(load)
        if waits:
            play(session, cast("socket", _connection()))
        agent = loading.result()
        if _connection() is not None:
            from blood.seat import account

            click.echo(account(session.tally, agent))  # what thinks may still be loading


def _play_holdem(run: Path, *options: Any) -> None:
    """Play a match at an ACPC dealer, which waits once a bot has connected."""
    from blood import seat
    from zerosum.pkr.bots import acpc

    session = seat.seat_at_dealer(run, *options)
    acpc.play(session, cast("socket", _connection()))
    click.echo(seat.account(session.tally, session.agent))


if __name__ == "__main__":
    main()
