"""Turn a strategy of an abstract game into a strategy of the whole game."""

from typing import Any, final

from zerosum.abstraction import split, started
from zerosum.abstraction.menus import places
from zerosum.errors import AbstractionError
from zerosum.strategy import Strategy, describe
from zerosum.tree import Tree


@final
class Lifted:
    """A strategy of an abstract game, played in the whole game.

    Parameters
    ----------
    strategy
        A strategy of an abstraction of the game.

    Attributes
    ----------
    unknown
        How often the infoset was unknown, and the strategy uniform over the abstract actions.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn
    >>> from zerosum.kuhn.abstraction import Abstraction
    >>> from zerosum.strategy import Strategy
    >>> lifted = lift(Strategy.uniform(Abstraction()), Kuhn())
    >>> king = Kuhn().apply(2).apply(0).infoset(0)
    >>> lifted(king), lifted.knows(king)
    ({<Move.PASS: 0>: 0.5, <Move.BET: 1>: 0.5}, False)
    """

    def __init__(self, strategy: Strategy) -> None:
        self.strategy = strategy
        self.unknown = 0

    def __repr__(self) -> str:
        return f"lift({self.strategy!r})"

    def __call__(self, infoset: Any) -> dict[Any, float]:
        """Return the probability of each real action at an infoset of the base game.

        Raises
        ------
        AbstractionError
            If the abstraction offers an action that the game does not.
        """
        before = self.strategy.unknown
        answer = self.strategy(infoset)
        self.unknown += self.strategy.unknown - before
        real = tuple(infoset.actions())
        totals = dict.fromkeys(real, 0.0)
        for place, probability in zip(places(infoset, tuple(answer)), answer.values(), strict=True):
            totals[real[place]] += probability
        return totals

    def knows(self, infoset: Any) -> bool:
        """Return whether an infoset of the base game was visited in training."""
        return self.strategy.knows(infoset)


def lift(strategy: Strategy, game: Any) -> Lifted:
    """Turn a strategy of an abstract game into a strategy of the whole game.

    At every infoset, the actions that the abstraction offers keep their probabilities, and all
    other actions have probability 0. An action that the game does not list, such as a bet of the
    pot, is converted by ``infoset.concrete(action)``, if infosets have that method. The
    probabilities of equal actions are added. At infosets whose key the strategy does not know, it
    is uniform over the abstract actions; such infosets are counted.

    Parameters
    ----------
    strategy
        A strategy of an abstraction of the game, or of the game itself.
    game
        The whole game, or the abstract game, which contains it; or a tree of either.

    Returns
    -------
    A function of infosets of the whole game, which all functions of :mod:`zerosum.evaluation`
    accept.

    Raises
    ------
    AbstractionError
        If the strategy is of another game.

    Examples
    --------
    >>> from zerosum.algorithms import ExternalSampling
    >>> from zerosum.evaluation import nash_conv
    >>> from zerosum.kuhn import Kuhn
    >>> from zerosum.kuhn.abstraction import Abstraction
    >>> solver = ExternalSampling(Abstraction(), seed=1)
    >>> solver.run(100_000)
    >>> round(nash_conv(Kuhn(), lift(solver.strategy(), Kuhn())), 1)  # 1/3 at equilibrium
    0.3
    """
    if not isinstance(strategy, Strategy):
        raise AbstractionError(
            f"A strategy to lift must be a Strategy of an abstract game; got {strategy!r}: give "
            f"what a solver's strategy() returns.",
            strategy,
        )
    game = started(game)
    base, view = (game.base if isinstance(game, Tree) else split(game)[0]), strategy.view
    if describe(base, view)["game"] != strategy.of["game"]:
        raise AbstractionError(
            f"A strategy to lift must be of an abstraction of {base!r}; it is of another game: "
            f"give the game that it was trained on.",
            strategy,
        )
    return Lifted(strategy)
