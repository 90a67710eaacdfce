"""An agent that takes the likeliest action of a strategy, and falls back where there is none."""

from collections.abc import Callable
from typing import Any, TypeAlias, final

from zerosum.errors import StrategyError
from zerosum.play.agents import TrainedAgent
from zerosum.play.answers import seen_of
from zerosum.rng import Random
from zerosum.strategy import TabularPolicy

Fallback: TypeAlias = Callable[[Any, tuple[Any, ...]], Any]


def first_action(infoset: Any, menu: tuple[Any, ...]) -> Any:  # noqa: ARG001
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
        game: Any,
        play: Any = None,
        name: str = "strategy",
        source: Callable[[], Any] | None = None,
        *,
        fallback: Fallback = first_action,
    ) -> None:
        super().__init__(strategy, game, play, name, source)
        self.fallback = fallback

    def choose(self, hand: Any, rng: Random) -> Any:  # noqa: ARG002
        """Return the likeliest action."""
        menu, probabilities = self.answers.find(hand, hand.active)
        if probabilities is not None:
            return menu[probabilities.index(max(probabilities))]
        self.unknown += 1
        infoset = seen_of(hand).infoset(hand.active)
        action = self.fallback(infoset, menu)
        if action not in menu:
            raise StrategyError(
                f"The fall-back of {self.name} must be on the menu {menu}; got {action!r} at "
                f"{infoset!r}: return one of the actions that it is given.",
                action,
            )
        return action
