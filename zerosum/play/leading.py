"""An agent that lets another one play, for agents that change some of what it does."""

from zerosum.game import Action, History
from zerosum.play.agents import Odds, Source
from zerosum.rng import Random


class Leading(Source):
    """Lets another agent play; a subclass changes some of what it does.

    Parameters
    ----------
    agent
        The other agent.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn
    >>> from zerosum.play import StrategyAgent
    >>> from zerosum.strategy import Strategy
    >>> leading = Leading(StrategyAgent(Strategy.uniform(Kuhn()), Kuhn(), name="even"))
    >>> leading.name, list(leading.find(leading.begin(Kuhn()).apply(0).apply(2)).chances.values())
    ('even', [0.5, 0.5])
    """

    def __init__(self, agent: Source) -> None:
        self.agent, self.name = agent, agent.name

    def begin(self, game: History, rng: Random | None = None) -> History:
        """Return the start of a hand, as the other agent follows it."""
        return self.agent.begin(game, rng)

    def find(self, hand: History) -> Odds:
        """Return the odds of the other agent."""
        return self.agent.find(hand)

    def saw(self, hand: History, action: Action) -> None:
        """Let the other agent learn what is done."""
        self.agent.saw(hand, action)

    def won(self, chips: float) -> None:
        """Let the other agent learn what was won."""
        self.agent.won(chips)

    def act(self, hand: History, rng: Random) -> Action:
        """Return an action of the other agent, which counts it."""
        return self.agent.act(hand, rng)
