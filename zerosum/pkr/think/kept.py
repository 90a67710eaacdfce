"""What hands win after a street by the strategy of a run: fitted once, and kept in its folder."""

from __future__ import annotations

import logging

from zerosum.errors import StoreError
from zerosum.experiment.folder import RunFolder
from zerosum.pkr.think import Values, Way, fit_values
from zerosum.pkr.think.playouts import FACTOR
from zerosum.pkr.think.solutions import has_last_streets_only
from zerosum.pkr.think.values import SIZES, STEPS
from zerosum.play.agents import StrategyAgent
from zerosum.support import store

_LOG = logging.getLogger("zerosum")


def values_of(folder: RunFolder, agent: StrategyAgent, iterations: int) -> Values | None:
    """Return what hands win after a street by the strategy of a run.

    See :attr:`zerosum.experiment.Run.values`.

    Parameters
    ----------
    folder
        Where they are kept.
    agent
        The agent of the strategy.
    iterations
        How many the run has.
    """
    if has_last_streets_only(agent):
        return None
    about = {
        "of": dict(agent.strategy.of),
        "iterations": iterations,
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
            _LOG.info("the values of %s are fitted again: %s", folder.path, error)
    values = fit_values(agent)
    arrays, meta = {"tables": values.tables}, {"about": about, "chips": values.chips}
    try:
        store.write(folder.values, arrays, meta)
    except StoreError as error:
        _LOG.info("the values of %s could not be written: %s", folder.path, error)
    return values
