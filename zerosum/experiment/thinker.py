"""The thinker of a run, and what its hands win after a street: fitted once, and saved."""

from __future__ import annotations

import logging
from pathlib import Path

from zerosum import store
from zerosum.errors import StoreError
from zerosum.experiment.folder import RunFolder
from zerosum.play.agents import TrainedAgent
from zerosum.play.parts import Patched
from zerosum.play.thinking import Clock, Thinker, Values, Way, fit_values
from zerosum.play.thinking.playouts import FACTOR
from zerosum.play.thinking.solutions import has_last_streets_only
from zerosum.play.thinking.values import SIZES, STEPS

_LOG = logging.getLogger("zerosum")


def thinker_of(
    run: Path, agent: TrainedAgent | Patched, clock: Clock, *, last_only: bool
) -> Thinker:
    """Return an agent that thinks on the last street, and on streets that it may follow.

    Parameters
    ----------
    run
        The folder of the agent's run.
    agent
        The agent of a strategy of River of Blood, or of no-limit hold'em for two; with parts, too.
    clock
        How long to think.
    last_only
        Whether to think on last streets only; if the game has no others, that is so anyway.

    Raises
    ------
    StrategyError
        If the strategy cannot think.
    """
    whole = agent.agent if isinstance(agent, Patched) else agent
    return Thinker(agent, clock, values=None if last_only else values_of(run, whole))


def values_of(run: Path, agent: TrainedAgent) -> Values | None:
    """Return what hands win after a street by the strategy of a run.

    They are read from the folder of the run. If they are not there, or are damaged, or of another
    strategy or version, or the run was trained on since, they are fitted, which takes half a
    minute, and saved there.

    Returns
    -------
    None if the game has no street before the last that can be solved.

    Raises
    ------
    StrategyError
        If the strategy cannot think.
    """
    if has_last_streets_only(agent):
        return None
    folder = RunFolder(run)
    about = {
        "of": dict(agent.strategy.of),
        "iterations": folder.iterations,
        "sizes": SIZES.tolist(),
        "shape": [2, len(Way), SIZES.size + 1, STEPS, STEPS],
        "factor": FACTOR,
    }
    if store.exists(folder.values):
        try:
            saved = store.read(folder.values)
            tables = saved.arrays["tables"]
            if saved.meta["about"] == about and [*tables.shape] == about["shape"]:
                return Values(int(saved.meta["chips"]), tables)
        except (StoreError, KeyError) as error:
            _LOG.info("the values of %s are fitted again: %s", run, error)
    values = fit_values(agent)
    arrays, meta = {"tables": values.tables}, {"about": about, "chips": values.chips}
    try:
        store.write(folder.values, arrays, meta)
    except StoreError as error:
        _LOG.info("the values of %s could not be written: %s", run, error)
    return values
