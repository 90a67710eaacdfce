"""What histories are worth where a strategy plays against itself."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeAlias, final

import numpy as np

from zerosum.abstraction import base_and_view
from zerosum.errors import check_count
from zerosum.evaluation.opponent import opponent_of, view_for
from zerosum.evaluation.sampled import sample
from zerosum.game import History
from zerosum.kernels.compile import prepare
from zerosum.kernels.failures import Walked, explaining
from zerosum.native.primitives import draw, draw_from
from zerosum.play.agents import TrainedAgent
from zerosum.play.aivat import ByFunction, payoffs
from zerosum.rng import Random
from zerosum.tables import Floats

PLAYOUTS = 100

Features: TypeAlias = Callable[[History], Sequence[float]]


@final
class SelfPlay:
    """Values of histories, as means of hands that a strategy plays out against itself.

    Parameters
    ----------
    agent
        Whose strategy plays all seats, in memory.
    playouts
        How many hands are played from each history. Their noise is left in the estimate: with ten
        decisions and deals in a hand, the deviation is at best about the plain one times √(10 /
        playouts). Each takes microseconds natively.

    Attributes
    ----------
    native
        Whether hands are played out natively.

    Raises
    ------
    StrategyError
        If the agent has no strategy in memory.
    ValueError
        If there are no playouts.

    Examples
    --------
    >>> from zerosum.algorithms import ExternalSampling
    >>> from zerosum.kuhn import Kuhn
    >>> from zerosum.play import StrategyAgent
    >>> solver = ExternalSampling(Kuhn(), seed=1)
    >>> solver.run(10_000)
    >>> values = SelfPlay(StrategyAgent(solver.strategy(), Kuhn()), playouts=10_000)
    >>> values.ahead(Kuhn(), 7).round(1)
    array([-0.1,  0.1])
    """

    def __init__(self, agent: TrainedAgent, playouts: int = PLAYOUTS) -> None:
        check_count("The playouts of values", playouts, 1)
        self.agent = agent
        self.playouts = playouts
        base, view = base_and_view(agent.game)
        view = view_for(agent.strategy, view)  # type: ignore[arg-type]
        self._work = opponent_of(agent.strategy, base, view, Random(0))  # type: ignore[arg-type]
        self._work.rare = 1.0
        self._entry = prepare(sample, base, view, (self._work,))
        self.native = self._entry.native
        self._walked = Walked(base, view, self._work)

    def __reduce__(self) -> tuple[object, ...]:
        return SelfPlay, (self.agent, self.playouts)

    def at(self, game: History, branch: int) -> Floats:
        """Return the mean of the playouts from a history, with the random numbers of a branch."""
        work = self._work
        work.rng.state = branch
        work.means[:] = 0.0
        with explaining(self._walked):
            self._entry.starting(game)(1, self.playouts, 0)
        return work.means[: work.players].copy()

    ahead = at


def learned(
    agent: TrainedAgent, features: Features, deals: int = 2_000, seed: int = 0
) -> ByFunction:
    """Return values that are linear in features, fitted to hands of a strategy against itself.

    A sample is a decision of a deal, and its target what each player wins in the end. They are
    fitted by least squares.

    Parameters
    ----------
    agent
        Whose strategy plays all seats.
    features
        Returns numbers for a decision of the real game, as many for each; add a constant one.
    deals
        How many deals to play, interpreted.
    seed
        The seed of the deals.

    Raises
    ------
    ValueError
        If there are no deals.

    Examples
    --------
    >>> from zerosum.algorithms import ExternalSampling
    >>> from zerosum.kuhn import Kuhn
    >>> from zerosum.play import StrategyAgent
    >>> solver = ExternalSampling(Kuhn(), seed=1)
    >>> solver.run(10_000)
    >>> agent = StrategyAgent(solver.strategy(), Kuhn())
    >>> values = learned(agent, lambda game: (1.0, game.cards[0] - game.cards[1]))
    >>> values.at(Kuhn().apply(2).apply(0), 0).round()
    array([ 1., -1.])
    """
    check_count("The deals of values", deals, 1)
    rng, rows, targets = Random(seed), list[Sequence[float]](), list[Floats]()
    for _ in range(deals):
        game, before = agent.base, len(rows)
        while not game.terminal:
            if game.chance:
                game = game.apply(draw(game, rng))
                continue
            rows.append(features(game))
            chances = agent.answers(game, game.active)
            game = game.apply(draw_from(list(chances.items()), rng))
        targets += [payoffs(game)] * (len(rows) - before)
    weights = np.linalg.lstsq(np.array(rows, float), np.array(targets), rcond=None)[0]
    return ByFunction(partial(_linear, features, weights))


def _linear(features: Features, weights: Floats, game: History) -> Floats:
    worth: Floats = np.array(features(game), float) @ weights
    return worth
