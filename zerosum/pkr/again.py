"""What runs of poker have beside their strategy: parts solved again, and thinking at the table."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence

from zerosum.abstraction import split
from zerosum.errors import StoreError, StrategyError
from zerosum.experiment.folder import RunFolder
from zerosum.experiment.run import Run
from zerosum.pkr.parts.agents import Patched, agent_of_part
from zerosum.pkr.parts.part import Part, parts_of
from zerosum.pkr.places.follower import key_of
from zerosum.pkr.think import Clock, Thinker, Values, Way, fit_values
from zerosum.pkr.think.playouts import FACTOR
from zerosum.pkr.think.solutions import has_last_streets_only
from zerosum.pkr.think.values import SIZES, STEPS
from zerosum.play import TrainedAgent
from zerosum.play.agents import Agent, StrategyAgent
from zerosum.support import store


class Again:
    """The hook ``again`` of poker: see :class:`zerosum.experiment.again.Again`.

    Parameters
    ----------
    run
        A run of River of Blood or of hold'em.
    """

    def __init__(self, run: Run) -> None:
        self.run = run

    def parts(self) -> tuple[Part, ...]:
        """Return its parts that are solved: see :func:`zerosum.pkr.parts.part.parts_of`."""
        run = self.run
        return parts_of(run.path, split(run.game)[0], run.strategy.of, run.known)

    def values(self) -> Values | None:
        """Return what hands win after a street: see :func:`values_of`."""
        run = self.run
        agent = StrategyAgent(run.strategy, run.game)
        return values_of(run.folder, agent, run.metrics.iterations)

    def patched(
        self, agent: TrainedAgent, parts: Sequence[Part], reopen: Callable[[], Agent]
    ) -> Patched:
        """Return an agent that plays parts by their own strategies."""
        solved = {key_of(part.hand): agent_of_part(part.strategy, part.game) for part in parts}
        return Patched(agent, solved, reopen)

    def thinking(
        self, agent: TrainedAgent | Patched, clock: Clock, values: Values | None
    ) -> Thinker:
        """Return an agent that solves streets at the table."""
        return Thinker(agent, clock, values=values)


def alone(run: Run) -> Again:
    """Refuse to think with a part of a run by itself: the hook ``again`` of its game.

    Raises
    ------
    StrategyError
        Always.
    """
    raise StrategyError(
        f"A part of a run must be played with its run to think at the table; {run.path} is the "
        f"part by itself: name {run.path.resolve().parents[2]}.",
        run,
    )


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
