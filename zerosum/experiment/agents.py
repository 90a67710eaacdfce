"""Agents by name: run folders, and agents that need no training."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from zerosum.errors import ExperimentError
from zerosum.experiment.names import suggestion
from zerosum.experiment.probe import walk_of
from zerosum.experiment.show import open_run
from zerosum.play import Agent, AlwaysCall, Rollout, StrategyAgent, Uniform

UNTRAINED: dict[str, Callable[[], Any]] = {
    agent.name: agent for agent in (Uniform, AlwaysCall, Rollout)
}


def agent_of(spec: str | Path, known: Sequence[str] = ()) -> Agent:
    """Return an agent by its run folder or its name.

    Parameters
    ----------
    spec
        A run folder, or ``uniform``, ``call`` or ``rollout``.
    known
        Names of experiments to suggest if that of a run does not exist any more.

    Raises
    ------
    ExperimentError
        If there is no such folder or agent, or the run has no strategy.
    StoreError
        If the strategy is of another game or abstraction than its experiment now declares.

    Examples
    --------
    >>> agent_of("uniform").name
    'uniform'
    """
    word = str(spec)
    if word in UNTRAINED:
        agent: Agent = UNTRAINED[word]()
        return agent
    path = Path(spec)
    if not path.exists():
        raise ExperimentError(
            f"An agent must be a run folder or one of {', '.join(UNTRAINED)}; there is no "
            f"{word!r}; {suggestion(word, list(UNTRAINED))}",
            spec,
        )
    experiment, game, strategy = open_run(path, known)
    place = path.resolve()
    again = partial(agent_of, place, tuple(known))
    return StrategyAgent(strategy, game, walk_of(experiment), place.name, again)
