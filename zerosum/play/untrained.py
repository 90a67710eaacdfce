"""Opponents that need no training, for games of any number of players."""

from functools import partial
from typing import Any, final

from zerosum.abstraction import ONE, Abstracted, View, split
from zerosum.abstraction.declared import calls_of
from zerosum.game import Action, History
from zerosum.play.agents import StrategyAgent, TrainedAgent
from zerosum.rng import Random
from zerosum.strategy import Strategy

RANDOM = "random"


@final
class AlwaysCall:
    """Calls every bet and never bets, by the function ``passive`` of the game's module.

    Examples
    --------
    >>> from zerosum.pkr.holdem import NoLimitHoldem
    >>> from zerosum.play import Uniform, play_seats
    >>> AlwaysCall().act(NoLimitHoldem(), Random(1))
    Call()
    >>> agents = [AlwaysCall(), *[Uniform()] * 2]
    >>> game = NoLimitHoldem(players=3, stacks=(20,))
    >>> play_seats(agents, deals=10, game=game, native=False).hands
    30
    """

    name = "call"

    def __init__(self) -> None:
        self._calls: View | None = None

    def begin(self, game: History, rng: Random | None = None) -> History:  # noqa: ARG002
        """Return the game itself.

        Raises
        ------
        NotApplicable
            If its module does not declare what a call is.
        """
        self._calls = calls_of(split(game)[0])
        return game

    def act(self, hand: History, rng: Random) -> Action:  # noqa: ARG002
        """Return a call, or a check if nothing is owed."""
        base = split(hand)[0]
        calls = self._calls or calls_of(base)
        return calls.menu(base.infoset(base.active))[0]

    def by_menu(self, base: History) -> StrategyAgent:
        """Return an agent that does the same and may play natively: its menu is the call alone."""
        game = Abstracted(base, ONE, calls_of(base).actions)
        return StrategyAgent(Strategy.uniform(game), game, None, self.name)


def random_like(agent: TrainedAgent) -> StrategyAgent:
    """Return an agent that takes each action on the menu of another equally often.

    The menu of an abstraction is short; in no-limit games :class:`zerosum.play.Uniform`, which
    takes each legal action equally often, hardly ever does anything but raise.

    Parameters
    ----------
    agent
        The other agent, whose translation it shares.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn
    >>> from zerosum.play import StrategyAgent
    >>> random_like(StrategyAgent(Strategy.uniform(Kuhn()), Kuhn(), name="kuhn")).name
    'random'
    """
    game, again = agent.game, agent.source and partial(_random_of, agent.source)
    return StrategyAgent(Strategy.uniform(game), game, agent.play, RANDOM, again)


def _random_of(source: Any) -> StrategyAgent:
    return random_like(source())
