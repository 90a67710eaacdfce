"""Native look-ups in a strategy, in microseconds."""

from typing import Any

from zerosum.abstraction import View, split
from zerosum.evaluation.opponent import opponent_of
from zerosum.jit import kernel
from zerosum.kernels.compile import prepare
from zerosum.kernels.failures import Walked, explaining
from zerosum.kernels.lookup import is_unknown, look_up, write_strategy
from zerosum.native.primitives import hold
from zerosum.rng import Random
from zerosum.strategy import Strategy
from zerosum.strategy.policy import summed


@kernel
def answer(game: Any, view: Any, work: Any, player: int, depth: int, place: int) -> int:
    """Write a player's probabilities at a history to ``work.scratch``.

    Parameters
    ----------
    game, view
        The history, and how infosets are seen.
    work
        The workspace; its values are probabilities. Modified in place: ``work.scratch``.
    player
        Whose infoset to look up.
    depth
        How long the path to the history is, for errors.
    place
        The index in ``work.scratch`` where they begin.

    Returns
    -------
    The index of the probabilities in the table; ``ABSENT`` if the infoset is unknown and the
    answer uniform.
    """
    infoset = game.infoset(player)
    menu = hold(view.menu(infoset))
    n = len(menu)
    work.depth = depth
    at = look_up(infoset, menu, player, view, work)
    write_strategy(work, at, n, work.scratch[place:])
    return int(at)


class Answers:
    """A strategy as a function of histories of the base game.

    The answers are those of the strategy itself, but much faster since the factors are compiled.
    If the game is not native, the strategy itself is asked. Not thread-safe.

    Parameters
    ----------
    strategy
        A strategy of the game or of an abstraction of it.
    start
        The start of the base game.

    Attributes
    ----------
    unknown
        The number of answers that were uniform since the infoset was unknown.
    view, work
        The view of the strategy, and the table with its probabilities.
    native
        Whether the game is native.

    Raises
    ------
    StrategyError
        If the strategy is of another game.

    Examples
    --------
    >>> from zerosum.algorithms import ExternalSampling
    >>> from zerosum.kuhn import Kuhn, Move
    >>> solver = ExternalSampling(Kuhn(), seed=1)
    >>> solver.run(100_000)
    >>> answers = Answers(solver.strategy(), Kuhn())
    >>> king_facing_a_bet = Kuhn().apply(0).apply(2).apply(Move.BET)
    >>> round(answers(king_facing_a_bet, 1)[Move.BET], 2)
    1.0
    """

    def __init__(self, strategy: Strategy, start: Any) -> None:
        self.strategy = strategy
        self.unknown = 0
        self.view: View = strategy.view
        self.work = opponent_of(strategy, start, self.view, Random(0))
        self._ask = prepare(answer, start, self.view, (self.work,))
        self.native = self._ask.native

    def __call__(self, game: Any, player: int) -> dict[Any, float]:
        """Return the probability of each action of a player at a history or a walk."""
        game = seen_of(game)
        if not self.native:
            before = self.strategy.unknown
            answers = self.strategy(game.infoset(player))
            self.unknown += self.strategy.unknown - before
            return answers
        with explaining(Walked(game, self.view, self.work)):
            at = self._ask.starting(game)(player, 0, 0)
        menu = self.view.menu(game.infoset(player))
        self.unknown += int(is_unknown(at, len(menu)))
        return summed(menu, self.work.scratch[: len(menu)].tolist())


def seen_of(hand: Any) -> Any:
    """Return the history of the base game that a strategy is asked about.

    Parameters
    ----------
    hand
        A history of a game, abstract or not, or a walk through a translation.
    """
    return hand.shown if hasattr(hand, "realise") else split(hand)[0]
