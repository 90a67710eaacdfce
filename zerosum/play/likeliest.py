"""The likeliest action of a strategy, at every infoset."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeAlias, final

from zerosum.errors import StrategyError
from zerosum.game import Action, History
from zerosum.play.agents import Agent, Odds, TrainedAgent
from zerosum.play.answers import seen_of
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
    >>> from zerosum.rng import Random
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
            best = max(odds.chances, key=odds.chances.__getitem__)
            return replace(odds, chances={best: 1.0})
        menu, infoset = tuple(odds.chances), seen_of(hand).infoset(hand.active)
        action = self.fallback(infoset, menu)
        if action not in menu:
            raise StrategyError(
                f"The fall-back of {self.name} must be on the menu {menu}; got {action!r} at "
                f"{infoset!r}: return one of the actions that it is given.",
                action,
            )
        return replace(odds, chances={action: 1.0})
