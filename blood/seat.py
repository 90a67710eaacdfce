"""What ``blood.bot`` plays with, which is imported and loaded after it has connected."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import click

import blood
from blood.command import fitting, note
from blood.declared import experiments
from zerosum.abstraction import Algebraic, split
from zerosum.errors import ExperimentError
from zerosum.experiment import Run
from zerosum.experiment.pack import cache_of, pack, require_empty, unpack
from zerosum.game import History
from zerosum.pkr.abstraction import translated
from zerosum.pkr.acpc import read_file, seats_of
from zerosum.pkr.bots import acpc
from zerosum.pkr.bots.adapting import DEALS, Adapting, Portfolio
from zerosum.pkr.bots.engine import Session, Tally
from zerosum.pkr.bots.gallery import GALLERY, Clincher
from zerosum.pkr.bots.models import Modelled
from zerosum.pkr.holdem import NoLimitHoldem
from zerosum.pkr.holdem.game import Holdem
from zerosum.pkr.think import Clock, Thinker
from zerosum.play import Leading, Source
from zerosum.rng import Random
from zerosum.support.rendering import chips

_LOG = logging.getLogger("zerosum")
_PYTHON = "python" if os.name == "nt" else "python3"
_BOT = [_PYTHON, "-m", "blood.bot", "."]  # the engine runs commands in the folder that holds them
_MATCH, _RESERVE = 30.0, 5.0  # seconds that the engine gives, and that thinking leaves
_BESIDE, _PORTFOLIO = "beside", "portfolio"  # responses, and what they win
_EXCHANGE = ("T30 P0 HAh,Kd", "T30 P1 H7c,2s R9")  # the start of two hands


class Promoted(Leading):
    """Plays a strategy, and what is made of it from the first hand that begins after it is ready.

    Parameters
    ----------
    agent
        Plays until then.
    better
        What is being made: it thinks, or adapts. If that fails, the agent plays on, with a warning.
    session, clock
        The session that gets the clock then: what hands took before says little.
    """

    def __init__(
        self, agent: Source, better: Future[Source], session: Session, clock: Clock | None
    ) -> None:
        super().__init__(agent)
        self._session, self._clock = session, clock
        self._better: Future[Source] | None = better

    def begin(self, game: History, rng: Random | None = None) -> History:
        """Return the start of a hand, as the agent follows it that plays this hand."""
        if self._better is not None and self._better.done():
            error = self._better.exception()
            if error is None:
                before, self.agent = self.agent, self._better.result()
                self.agent.unknown, self.agent.clipped = before.unknown, before.clipped
                self._session.clock = self._clock
            else:
                _LOG.warning("the bot plays its strategy alone: %s", error)
            self._better = None
        return super().begin(game, rng)


@fitting()
def load(
    path: Path,
    session: Session,
    think: float | None,
    last_street: bool,
    pool: ThreadPoolExecutor | None,
) -> Source:
    """Return the agent of a run, or of the gallery, that plays a match at the engine.

    It has decided once, so that all is compiled. With a pool, what thinks or adapts is made there
    while the strategy plays already. If loading took so long that a line could not wait, nothing
    thinks: the machine is too busy, and it would keep each line waiting while it is made.
    """
    agent: Source
    if not path.is_dir() and str(path) in GALLERY:
        agent = GALLERY[str(path)]()
    else:
        run = Run.open(path, experiments())
        unpack(run)
        agent = _agent(run, None, last_street)
    _rehearse(agent)
    beside = path / _BESIDE
    clock = None if think is None else Clock(think, _MATCH, _RESERVE)
    if beside.is_dir():
        if think is not None:
            raise ExperimentError(
                f"A bot that adapts must not think; {path} has responses: leave --think out.", path
            )
        agent.name = run.experiment.name
        make = partial(_adapting, beside, agent)
    elif clock is not None and path.is_dir():
        make = partial(_agent, run, clock, last_street)
    else:
        return Clincher(agent, session.tally, session.hands)
    if pool is None:
        agent = make()
    elif clock is not None and session.tally.plain:
        note("The bot plays without thinking: loading took long, the machine is busy.")
    else:
        agent = Promoted(agent, pool.submit(make), session, clock)
    return Clincher(agent, session.tally, session.hands)


def _rehearse(agent: Source) -> None:
    """Let an agent decide once, so that all is compiled."""
    rehearsal = Session(agent, Random(0))
    for line in _EXCHANGE:
        rehearsal.answer(line)
    agent.decisions = agent.unknown = agent.clipped = 0


def _adapting(beside: Path, agent: Source) -> Source:
    """Return what chooses between an agent and the packed responses beside it."""
    portfolio = Portfolio.load(beside / _PORTFOLIO)
    strategies = [agent]
    for number in range(1, len(portfolio.worth)):
        run = Run.open(beside / str(number), experiments())
        unpack(run)
        strategies.append(_agent(run, None, last_street=False))
        strategies[-1].name = run.experiment.name
        _rehearse(strategies[-1])
    return Adapting(strategies, portfolio)


@fitting()
def pack_bot(
    path: Path,
    folder: Path,
    words: list[str],
    think: float | None,
    last: bool,
    responses: tuple[Path, ...] = (),
) -> None:
    """Write the folder of a bot, with responses beside its run, and build it."""
    for packed in (path, *responses):
        if (packed / _BESIDE).is_dir():
            raise ExperimentError(
                f"The run to pack must have no responses yet; {packed} is a bot that adapts: name "
                f"the run folders that it was packed from.",
                packed,
            )
    run = Run.open(path, experiments())
    besides = [Run.open(response, experiments()) for response in responses]
    models = [Modelled(_model_of(each)) for each in besides]
    if besides and _is_response(run):
        raise ExperimentError(
            f"A run with responses beside it must be an equilibrium strategy; "
            f"{run.experiment.name} is a response itself: name one such as of blood.river_price "
            f"first.",
            run.experiment,
        )
    require_empty(folder)
    agent = _agent(run, None if think is None else Clock(think), last)  # fits what is packed too
    strategies = [agent, *(_agent(each, None, last_street=False) for each in besides)]
    if besides:
        matches = len(strategies) * (1 + len(models))
        click.echo(f"Playing {matches} matches of {2 * DEALS:,} hands to know them ...", err=True)
        portfolio = Portfolio.measured(strategies, models, DEALS)
    bot = [*_BOT, *words]
    commands = {"build": [*bot, "--build"], "run": bot}
    pack(run, folder, {"commands.json": commands})
    for number, each in enumerate(besides, 1):
        pack(each, folder / _BESIDE / str(number), {})
    if besides:
        portfolio.save(folder / _BESIDE / _PORTFOLIO)
    _build(folder, commands)


def _is_response(run: Run) -> bool:
    """Return whether a run is a response to a model, and not trained by another algorithm."""
    declared = run.experiment
    modelled = isinstance(declared.given.get("model"), Algebraic)
    return modelled and run.config["algorithm"] == declared.algorithm.__name__


def _model_of(run: Run) -> Algebraic:
    """Return the model of the opponent that a run is a response to."""
    if not _is_response(run):
        raise ExperimentError(
            f"A run beside another must be a response to a model of an opponent; "
            f"{run.experiment.name} is not: train one such as blood.river_honest, or leave it out.",
            run.experiment,
        )
    model: Algebraic = run.experiment.given["model"]
    return model


def _agent(run: Run, clock: Clock | None, last_street: bool) -> Any:
    if not hasattr(run.walk, "seated") or _holdem(run.game) is not None:
        raise ExperimentError(
            f"A bot must play River of Blood through a translation; {run.experiment.name} does "
            "not: declare Abstraction over zerosum.pkr.abstraction.Translation in it, or play "
            "hold'em at an ACPC dealer by --acpc.",
            run.experiment,
        )
    return run.agent(think=clock, last_only=last_street)


def _holdem(game: Any) -> Holdem | None:
    """Return the base of a game if that is hold'em."""
    base = split(game)[0]
    return base if isinstance(base, Holdem) else None


@fitting()
def seat_at_dealer(
    path: Path, gamedef: Path | None, seed: int | None, think: float | None, last_street: bool
) -> acpc.Session:
    """Return the session of a run at an ACPC dealer; its agent has decided once."""
    run = Run.open(path, experiments())
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
    clock = None if think is None else Clock(think)  # the dealer tells no time
    seated = run.agent(walk=walk, think=clock, last_only=last_street)
    for text in run.outdated:
        note(text)
    session = acpc.Session(seated, base, Random(seed), seats)
    session.rehearse()
    seated.decisions = seated.unknown = seated.clipped = 0
    return session


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


def account(tally: Tally, agent: Any) -> str:
    """Return the result of a match, in a sentence or two."""
    pace = 1e3 * tally.seconds / max(1, tally.decisions)
    won = chips(tally.chips, sign=True)
    folded = plain = ""
    if isinstance(agent, Clincher):
        folded = f" {agent.decisions:,} after the match was won." if agent.decisions else ""
        agent = agent.agent
    if isinstance(agent, Promoted):
        agent = agent.agent
    if isinstance(agent, Adapting):
        played = zip(agent.strategies, agent.hands, strict=True)
        folded += " Hands by " + ", by ".join(f"{s.name}: {n:,.0f}" for s, n in played) + "."
    if tally.plain:
        plain = f" {tally.plain:,} lines were answered with checks and folds while it loaded."
    return (
        f"{tally.hands:,} hands, {won} chips; {tally.decisions:,} decisions in {pace:.2f} ms "
        f"each, {agent.unknown:,} of them at unvisited infosets and "
        f"{agent.clipped:,} clipped; {tally.fallbacks:,} fall-backs, {tally.replaced:,} actions "
        f"replaced and {tally.disputed:,} results disputed.{folded}{plain}{_thoughts(agent)}"
    )


def _thoughts(agent: Any) -> str:
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
