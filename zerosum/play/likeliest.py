"""Sources that leave out what is unlikely: the likeliest action alone, or all above a limit."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeAlias, final

from zerosum.errors import StrategyError
from zerosum.game import Action, History
from zerosum.play.agents import Agent, Odds, Source, TrainedAgent
from zerosum.play.answers import seen_of
from zerosum.rng import Random
from zerosum.strategy import TabularPolicy

Fallback: TypeAlias = Callable[[Any, tuple[Action, ...]], Action]


def first_action(infoset: Any, menu: tuple[Action, ...]) -> Action:  # noqa: ARG001
    """Return the first action of a menu."""
    return menu[0]


@final
class LikeliestAgent(TrainedAgent):
    """Takes the likeliest action of a strategy, the first of equals.

    Parameters
    ----------
    strategy, game, play, name, source
        As for :class:`TrainedAgent`; the strategy may be a :class:`zerosum.strategy.Database`.
    fallback
        What to do at an infoset that the strategy does not know: a function of the infoset of the
        base game and its menu that returns an action of the menu.

    Raises
    ------
    StrategyError
        As :class:`TrainedAgent` does; while playing, if the fall-back is not on the menu.

    Examples
    --------
    >>> from zerosum.algorithms import CFR
    >>> from zerosum.kuhn import Kuhn
    >>> solver = CFR(Kuhn())
    >>> solver.run(1_000)
    >>> agent = LikeliestAgent(solver.strategy(), Kuhn())
    >>> agent.act(agent.begin(Kuhn()).apply(0).apply(2).apply(1), Random(7))
    <Move.BET: 1>
    """

    def __init__(
        self,
        strategy: TabularPolicy,
        game: History,
        play: History = None,
        name: str = "strategy",
        source: Callable[[], Agent] | None = None,
        *,
        fallback: Fallback = first_action,
    ) -> None:
        super().__init__(strategy, game, play, name, source)
        self.fallback = fallback

    def find(self, hand: History) -> Odds:
        """Return the likeliest action, or the one of the fall-back."""
        odds = super().find(hand)
        if odds.known:
            return purified(odds)
        menu, infoset = tuple(odds.chances), seen_of(hand).infoset(hand.active)
        action = self.fallback(infoset, menu)
        if action not in menu:
            raise StrategyError(
                f"The fall-back of {self.name} must be on the menu {menu}; got {action!r} at "
                f"{infoset!r}: return one of the actions that it is given.",
                action,
            )
        return replace(odds, chances={action: 1.0})


@final
class Purified(Source):
    """Plays another source without the actions that it hardly ever takes.

    Parameters
    ----------
    agent
        The other source, such as a :class:`StrategyAgent`.
    least
        The least probability of an action that is kept. The likeliest action, the first of equals,
        is kept in any case; by default no other is.

    Notes
    -----
    Ganzfried, Sandholm & Waugh, "Strategy purification and thresholding: effective non-equilibrium
    approaches for playing large games", AAMAS 2012.

    Examples
    --------
    >>> from zerosum.algorithms import CFR
    >>> from zerosum.kuhn import Kuhn
    >>> from zerosum.play import StrategyAgent
    >>> solver = CFR(Kuhn())
    >>> solver.run(1_000)
    >>> agent = Purified(StrategyAgent(solver.strategy(), Kuhn()), 0.1)
    >>> agent.find(agent.begin(Kuhn()).apply(0).apply(2).apply(1)).chances
    {<Move.BET: 1>: 1.0}
    """

    def __init__(self, agent: Source, least: float = 1.0) -> None:
        self.agent, self.least = agent, least
        self.name, self.base = f"{agent.name} purified", agent.base

    def begin(self, game: History, rng: Random | None = None) -> History:
        """Return the start of a hand, as the other source follows it."""
        return self.agent.begin(game, rng)

    def find(self, hand: History) -> Odds:
        """Return the odds of the other source, without unlikely actions."""
        return purified(self.agent.find(hand), self.least)


def purified(odds: Odds, least: float = 1.0) -> Odds:
    """Return odds without less likely actions; if all are, the odds of the likeliest action.

    >>> purified(Odds({"bet": 0.1, "call": 0.3, "fold": 0.6}, None), 0.3).chances
    {'call': 0.333..., 'fold': 0.666...}
    """
    best = max(odds.chances, key=odds.chances.__getitem__)
    kept = {action: chance for action, chance in odds.chances.items() if chance >= least}
    kept = kept or {best: 1.0}
    total = sum(kept.values())
    return replace(odds, chances={action: chance / total for action, chance in kept.items()})
