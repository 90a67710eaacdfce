"""Look-ups in a strategy by histories; natively in microseconds."""

from typing import Any

from zerosum.abstraction import split
from zerosum.evaluation.opponent import check_origin, opponent_of
from zerosum.game import Action, History
from zerosum.jit import kernel
from zerosum.kernels.compile import prepare
from zerosum.kernels.failures import Walked, explaining
from zerosum.kernels.lookup import StrategyWorkspace, is_unknown, look_up, write_strategy
from zerosum.kernels.names import GameView, Work
from zerosum.native.primitives import hold
from zerosum.play.beside import whole_of
from zerosum.rng import Random
from zerosum.strategy import Strategy, TabularPolicy
from zerosum.strategy.policy import summed
from zerosum.tables import rows_of


@kernel
def answer(game: History, view: GameView, work: Work, player: int, depth: int, start: int) -> int:
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
    start
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
    write_strategy(work, at, n, work.scratch[start:])
    return int(at)


class Answers:
    """A strategy as a function of histories of the base game.

    The answers are the same as the strategy's, but much faster, since the factors are compiled. If
    the game is not native, or the strategy is in a database, the strategy itself is asked. Not
    thread-safe.

    Parameters
    ----------
    strategy
        A strategy of the game or of an abstraction of it, in memory or in a database.
    start
        The start of the base game.

    Attributes
    ----------
    unknown
        The number of answers that were uniform since the infoset was unknown.
    native
        Whether the look-ups are native.
    view, work
        The view of the strategy; and, if they are, the table with its probabilities.

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

    work: StrategyWorkspace

    def __init__(self, strategy: TabularPolicy, start: History) -> None:
        self.strategy, self.start = strategy, start
        self.unknown = 0
        self.view = rows_of(strategy.view)
        self.native = False
        if isinstance(strategy, Strategy):
            self.work = opponent_of(strategy, start, self.view, Random(0))
            self._ask = prepare(answer, start, self.view, (self.work,))
            self.native = self._ask.native
        else:
            check_origin(strategy, start, self.view)

    def __reduce__(self) -> tuple[object, ...]:
        return Answers, (self.strategy, self.start), {"unknown": self.unknown}

    def __call__(self, game: History, player: int) -> dict[Action, float]:
        """Return the probability of each action of a player at a history or a walk."""
        menu, probabilities = self.find(game, player)
        if probabilities is None:
            self.unknown += 1
            probabilities = [1.0 / len(menu)] * len(menu)
        return summed(menu, probabilities)

    def find(self, game: History, player: int) -> tuple[tuple[Action, ...], list[float] | None]:
        """Return the menu of a player at a history or a walk, and the probability of each action.

        The probabilities are None if the infoset is unknown.
        """
        game = seen_of(game)
        infoset = game.infoset(player)
        menu = self.view.menu(infoset)
        if len(menu) == 1:
            return menu, [1.0]
        if not self.native:
            return menu, self.strategy.find(infoset, menu)
        with explaining(Walked(game, self.view, self.work)):
            at = self._ask.starting(game)(player, 0, 0)
        chances: list[float] = self.work.scratch[: len(menu)].tolist()
        return menu, None if is_unknown(at, len(menu)) else chances


def seen_of(hand: History) -> Any:
    """Return the history of the base game that a strategy is asked about.

    Parameters
    ----------
    hand
        A history of a game, abstract or not, a walk through a translation, or what is followed
        beside one.
    """
    hand = whole_of(hand)
    return hand.shown if hasattr(hand, "realise") else split(hand)[0]
