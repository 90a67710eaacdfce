"""Agents by name: runs, databases, and agents that need no training."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias, cast

from zerosum.abstraction import Abstracted
from zerosum.errors import ExperimentError
from zerosum.experiment.load import load_run, start_of, walk_of
from zerosum.experiment.run import Run
from zerosum.play import Agent, AlwaysCall, LikeliestAgent, TrainedAgent, Uniform
from zerosum.play.likeliest import first_action
from zerosum.play.untrained import RANDOM, random_like
from zerosum.strategy import Database
from zerosum.strategy.database import read_about
from zerosum.support.suggest import nearest

Named: TypeAlias = Mapping[str, Callable[[], Agent]]

UNTRAINED: Named = {agent.name: agent for agent in (Uniform, AlwaysCall)}
"""Agents of any game that need no training."""


def runs_of(
    specs: Sequence[str], known: Sequence[str] = (), named: Named = UNTRAINED
) -> list[str | Run]:
    """Return words for agents with their run folders opened, each once.

    Raises
    ------
    ExperimentError, StoreError
        As :meth:`zerosum.experiment.Run.open` does.
    """
    words = {spec for spec in specs if spec not in {*named, RANDOM} and Path(spec).is_dir()}
    runs = {spec: Run.open(spec, known) for spec in sorted(words)}
    return [runs.get(spec, spec) for spec in specs]


def agent_of(
    spec: str | Path | Run, known: Sequence[str] = (), named: Named = UNTRAINED, **options: Any
) -> Agent:
    """Return an agent by its run, its database or its name.

    Parameters
    ----------
    spec
        A run or its folder; a database that a run was exported to, which takes the likeliest
        action, and where it has none, the ``fallback`` of its experiment; or one of ``named``.
    known
        Names of experiments to suggest if a run's experiment does not exist any more.
    named
        What makes agents that need no training, by their names.
    options
        Those of :meth:`zerosum.experiment.Run.agent`, for a run; it plays without parts by default.

    Raises
    ------
    ExperimentError
        If there is nothing of that name, the run has no strategy, or the database names no
        experiment, or an experiment that plays another game than it trains on.
    StoreError
        If it is damaged, or the strategy is of another game or abstraction than its experiment now
        declares.

    Examples
    --------
    >>> agent_of("uniform").name
    'uniform'
    """
    word = str(spec)
    if word == RANDOM:
        return agents_of([word])[0]  # says what it needs
    if word in named:
        return named[word]()
    if isinstance(spec, Run) or Path(spec).is_dir():
        run = spec if isinstance(spec, Run) else Run.open(spec, known)
        return cast("Agent", run.agent(**{"parts": (), **options}))
    if Path(spec).exists():
        return _of_database(Path(spec).resolve(), tuple(known))
    names = [*named, RANDOM]
    near = nearest(word, names)
    hint = "." if near is None else f": did you mean {near}?"
    raise ExperimentError(
        f"An agent must be a run folder, a database, or one of {', '.join(names)}; there is no "
        f"{word!r}{hint}",
        spec,
    )


def agents_of(
    specs: Sequence[str | Path | Run],
    known: Sequence[str] = (),
    named: Named = UNTRAINED,
    **options: Any,
) -> list[Agent]:
    """Return agents by their words, as :func:`agent_of` does; or ``random``.

    That one takes each action on the menu of the first run or database equally often. Agents that
    would have equal names get the words given as names, and then numbers.

    Raises
    ------
    ExperimentError
        As :func:`agent_of` does; or if there is no run whose menu ``random`` could take.
    StoreError
        As :func:`agent_of` does.

    Examples
    --------
    >>> [agent.name for agent in agents_of(["uniform", "call", "uniform"])]
    ['uniform', 'call', 'uniform (2)']
    """
    words = [str(spec.path if isinstance(spec, Run) else spec) for spec in specs]
    agents_or_none = [
        None if spec == RANDOM else agent_of(spec, known, named, **options) for spec in specs
    ]
    run = next((agent for agent in agents_or_none if hasattr(agent, "game")), None)
    if run is None and RANDOM in words:
        raise ExperimentError(
            f"The agent {RANDOM} must play with a run, whose menu it takes; got "
            f"{', '.join(words)}: name a run folder too, or take uniform instead.",
            specs,
        )
    menu: Any = getattr(run, "agent", run)  # without parts
    agents = [agent or random_like(menu) for agent in agents_or_none]
    names = [agent.name for agent in agents]
    names = [
        word if names.count(name) > words.count(word) else name
        for word, name in zip(words, names, strict=True)
    ]
    for index, (agent, name) in enumerate(zip(agents, names, strict=True)):
        number = names[: index + 1].count(name)
        agent.name = f"{name} ({number})" if number > 1 else name
    return agents


def trained_agent(path: Path, known: Sequence[str] = ()) -> TrainedAgent:
    """Return the agent of a run folder or of a database: see :func:`agent_of`.

    >>> import tempfile
    >>> from dataclasses import replace
    >>> from zerosum.experiment import load, train
    >>> quick = replace(load("blood.kuhn"), iterations=100, threads=1)
    >>> with tempfile.TemporaryDirectory() as place:
    ...     trained_agent(train(quick, Path(place) / "kuhn").folder).name
    'kuhn'
    """
    spec = path if path.is_file() else Run.open(path, known)
    return cast("TrainedAgent", agent_of(spec, known))


def _of_database(path: Path, known: Sequence[str]) -> TrainedAgent:
    """Return the agent of a database."""
    config = read_about(path)["run"]
    if not config:
        raise ExperimentError(
            f"The database {path} must name its experiment; it was exported without one: give it "
            f"to export, or open the database by zerosum.strategy.Database.",
            path,
        )
    experiment = load_run(config, known)
    game = start_of(experiment)
    walk = walk_of(experiment, game)
    if isinstance(walk, Abstracted):
        raise ExperimentError(
            f"The experiment of a database must play the game that it trains on; "
            f"{experiment.name}, of {path}, plays another: give its run folder instead.",
            path,
        )
    reopen, chosen = partial(_of_database, path, known), experiment.fallback or first_action
    return LikeliestAgent(Database(path, game), game, walk, path.name, reopen, fallback=chosen)
