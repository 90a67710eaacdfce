"""What hands of a run win after a street: fitted once, and kept in the folder of the run."""

from __future__ import annotations

import logging
from pathlib import Path

from zerosum import store
from zerosum.errors import StoreError
from zerosum.experiment.folder import RunFolder
from zerosum.play.agents import StrategyAgent
from zerosum.play.thinking import Clock, Thinker, Values, fit_values

_LOG = logging.getLogger("zerosum")


def thinker_of(run: Path, agent: StrategyAgent, clock: Clock, *, last_only: bool) -> Thinker:
    """Return an agent that thinks on the last street, and on streets that it may follow.

    Parameters
    ----------
    run
        The folder of the agent's run.
    agent
        The agent of a strategy of River of Blood, or of no-limit hold'em for two.
    clock
        How long to think.
    last_only
        Whether to think on last streets only.

    Raises
    ------
    StrategyError
        If the strategy cannot think.
    """
    return Thinker(agent, clock, values=None if last_only else values_of(run, agent))


def values_of(run: Path, agent: StrategyAgent) -> Values:
    """Return what hands win after a street by the strategy of a run.

    They are read from the folder of the run. If they are not there, or are damaged, or the run was
    trained on since, they are fitted, which takes half a minute, and written there.

    Raises
    ------
    StrategyError
        If the strategy cannot think.
    """
    folder = RunFolder(run)
    about = {"of": dict(agent.strategy.of), "iterations": folder.iterations}
    if store.exists(folder.values):
        try:
            saved = store.read(folder.values)
            if saved.meta["about"] == about:
                return Values(int(saved.meta["chips"]), saved.arrays["tables"])
        except (StoreError, KeyError) as error:
            _LOG.info("the values of %s are fitted again: %s", run, error)
    values = fit_values(agent)
    try:
        store.write(
            folder.values, {"tables": values.tables}, {"about": about, "chips": values.chips}
        )
    except StoreError as error:
        _LOG.info("the values of %s could not be written: %s", run, error)
    return values
