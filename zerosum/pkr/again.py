"""What runs of poker have beside their strategy: parts solved again, and thinking at the table."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from zerosum.abstraction import split
from zerosum.errors import StrategyError
from zerosum.experiment.run import Run
from zerosum.pkr.parts.agents import Patched, agent_of_part
from zerosum.pkr.parts.part import Part, parts_of
from zerosum.pkr.places.follower import key_of
from zerosum.pkr.think import Clock, Thinker, Values
from zerosum.pkr.think.kept import values_of
from zerosum.play import StrategyAgent, TrainedAgent
from zerosum.play.agents import Agent


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
        """Return what hands win after a street: see :func:`zerosum.pkr.think.kept.values_of`."""
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
