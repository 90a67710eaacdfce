"""Agents by name: run folders, databases, and agents that need no training."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, cast

from zerosum.abstraction import Abstracted
from zerosum.errors import ExperimentError
from zerosum.experiment.load import load_run
from zerosum.experiment.names import nearest
from zerosum.experiment.probe import start_of, walk_of
from zerosum.experiment.show import open_run
from zerosum.play import (
    Agent,
    AlwaysCall,
    LikeliestAgent,
    Rollout,
    StrategyAgent,
    TrainedAgent,
    Uniform,
    random_like,
)
from zerosum.play.likeliest import first_action
from zerosum.play.untrained import RANDOM
from zerosum.strategy import Database
from zerosum.strategy.database import read_about

UNTRAINED: dict[str, Callable[[], Any]] = {
    agent.name: agent for agent in (Uniform, AlwaysCall, Rollout)
}


def agent_of(spec: str | Path, known: Sequence[str] = ()) -> Agent:
    """Return an agent by its run folder, its database or its name.

    Parameters
    ----------
    spec
        As for :func:`trained_agent`, or ``uniform``, ``call`` or ``rollout``.
    known
        Names of experiments to suggest if that of a run does not exist any more.

    Raises
    ------
    ExperimentError
        If there is nothing of that name, or as :func:`trained_agent` does.
    StoreError
        As :func:`trained_agent` does.

    Examples
    --------
    >>> agent_of("uniform").name
    'uniform'
    """
    word = str(spec)
    if word == RANDOM:
        return agents_of([spec])[0]  # says what it needs
    if word in UNTRAINED:
        agent: Agent = UNTRAINED[word]()
        return agent
    path = Path(spec)
    if not path.exists():
        names = [*UNTRAINED, RANDOM]
        near = nearest(word, names)
        hint = "." if near is None else f": did you mean {near}?"
        raise ExperimentError(
            f"An agent must be a run folder, a database, or one of {', '.join(names)}; there is no "
            f"{word!r}{hint}",
            spec,
        )
    return trained_agent(path, known)


def agents_of(specs: Sequence[str | Path], known: Sequence[str] = ()) -> list[Agent]:
    """Return agents by their words, as :func:`agent_of` does; or ``random``.

    That one takes each action on the menu of the first run or database equally often.

    Raises
    ------
    ExperimentError
        As :func:`agent_of` does; or if there is no run whose menu ``random`` could take.
    StoreError
        As :func:`agent_of` does.
    """
    found = [None if str(spec) == RANDOM else agent_of(spec, known) for spec in specs]
    run = next((agent for agent in found if isinstance(agent, TrainedAgent)), None)
    if run is None and None in found:
        raise ExperimentError(
            f"The agent {RANDOM} must play with a run, whose menu it takes; got "
            f"{', '.join(map(str, specs))}: name a run folder too, or take uniform instead.",
            specs,
        )
    return [agent or random_like(cast("TrainedAgent", run)) for agent in found]


def trained_agent(path: Path, known: Sequence[str] = ()) -> TrainedAgent:
    """Return the agent of a run folder, which draws its actions; or of a database.

    The agent of a database takes the likeliest action, and where the database has none, the
    ``fallback`` of its experiment.

    Parameters
    ----------
    path
        A run folder, or a database that a run was exported to.
    known
        Names of experiments to suggest if that of a run does not exist any more.

    Raises
    ------
    ExperimentError
        If there is no such folder, the run has no strategy, or the database names no experiment, or
        one that plays another game than it trains on.
    StoreError
        If it is damaged, or the strategy is of another game or abstraction than its experiment now
        declares.
    """
    place = path.resolve()
    again = partial(trained_agent, place, tuple(known))
    if not path.is_file():
        experiment, game, strategy = open_run(path, known)
        walk = walk_of(experiment)
        if isinstance(walk, Abstracted):
            return StrategyAgent(strategy.on(walk, of=game), walk, None, place.name, again)
        return StrategyAgent(strategy, game, walk, place.name, again)
    run = read_about(path)["run"]
    if not run:
        raise ExperimentError(
            f"The database {path} must name its experiment; it was exported without one: give it "
            f"to export, or open the database by zerosum.strategy.Database.",
            path,
        )
    experiment = load_run(run, known)
    game = start_of(experiment)
    chosen = experiment.fallback or first_action
    walk, database = walk_of(experiment), Database(path, game)
    if isinstance(walk, Abstracted):
        raise ExperimentError(
            f"The experiment of a database must play the game that it trains on; "
            f"{experiment.name}, of {path}, plays another: give its run folder instead.",
            path,
        )
    return LikeliestAgent(database, game, walk, place.name, again, fallback=chosen)
