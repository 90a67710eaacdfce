"""AIVAT: what is won in a hand, less the luck that is known.

With a value v(h) for each history h, an estimate of what a player is worth from one hand z is

    u(z) + Σ (Σ_b σ(h, b) v(h b) - v(h a)),

summed over the histories h on the way to z where chance moved, or an agent whose strategy σ is
known; a is what was drawn there, and b all that might have been. Each term has the mean zero
whatever v is, so the estimate has the mean of u. The better v tells what the rest of the hand is
worth, the more of the luck cancels: if v is exact and all strategies are known, all of it.

The paper also averages over the hands that a known agent might have held in the same betting. That
is left out: it helps only where another strategy is unknown, and needs games whose private cards
can be exchanged.

Source: Burch, Schmid, Moravčík, Morrill & Bowling, "AIVAT: a new variance reduction technique for
agent evaluation in imperfect information games", AAAI 2018; without its imaginary observations.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Protocol, TypeAlias, final

import numpy as np

from zerosum.errors import check_count
from zerosum.game import Action, History, players_of
from zerosum.native.primitives import draw, draw_from
from zerosum.rng import Random
from zerosum.tables import Floats

Function: TypeAlias = Callable[[History], Sequence[float] | Floats]

MOST = 12
"""Of more actions than that, as many are drawn instead of weighing all."""


class Values(Protocol):
    """What histories are worth to the players, as a guess.

    The mean of what both methods return must not depend on what follows the history. ``ahead`` must
    be the mean of ``at``, or of the payoffs, after the moves of chance, or have that mean.
    """

    def at(self, game: History, branch: int) -> Floats:
        """Return what a decision is worth to each player, in chips, shape (players,).

        ``branch`` names the random numbers to use, which are the same for all actions at a
        decision.
        """
        ...

    def ahead(self, game: History, branch: int) -> Floats:
        """Return what it is worth, before chance moves, to go on to the next decision."""
        ...


@final
class Luck:
    """The luck in one hand, added up while it is played.

    Parameters
    ----------
    values
        What histories are worth; None leaves the luck at zero.
    game
        The start of the hand.
    rng
        Random numbers, which nobody else uses.

    Attributes
    ----------
    total
        What to add to the payoff of each player, in chips, shape (players,).

    Examples
    --------
    A king is dealt against a jack, where hands are worth what their cards differ by:

    >>> from zerosum.kuhn import Kuhn
    >>> start, values = Kuhn(), ByFunction(lambda game: (game.cards[0] - game.cards[1], 0.0))
    >>> luck = Luck(values, start, Random(1))
    >>> luck.dealt(start, start.apply(2))
    >>> luck.dealt(start.apply(2), start.apply(2).apply(0))
    >>> luck.total
    array([-2.,  0.])
    """

    def __init__(self, values: Values | None, game: History, rng: Random) -> None:
        self.values = values
        self.total = np.zeros(players_of(game))
        self._rng = rng
        self._before: History = None  # Where chance began to move.
        self._known: tuple[Any, Any] = None, None  # The last history, and what it is worth.

    def dealt(self, game: History, after: History) -> None:
        """Correct for a move of chance; moves in a row are one."""
        if self.values is None:
            return
        if self._before is None:
            self._before = game
        if not after.terminal and after.chance:
            return
        before, self._before = self._before, None
        known, worth = self._known
        branch = self._rng.branch()
        if known is not before:
            worth = self._worth(before, branch)
        self.total += worth - self._worth(after, self._rng.branch())

    def acted(
        self, game: History, odds: Mapping[Action, float] | None, action: Action, after: History
    ) -> None:
        """Correct for an action of an agent.

        Parameters
        ----------
        game, after
            The history before the action and after it.
        odds
            How likely the agent was to take each action; None if nobody knows.
        action
            What it took.
        """
        if self.values is None or odds is None or (len(odds) == 1 and action in odds):
            return
        if len(odds) > MOST:
            odds = self._some(odds)
        branch = self._rng.branch()
        taken = self._worth(after, branch)
        for option, share in odds.items():
            worth = taken if option == action else self._worth(game.apply(option), branch)
            self.total += share * (worth - taken)
        self._known = after, taken

    def _some(self, odds: Mapping[Action, float]) -> Mapping[Action, float]:
        """Return the shares of actions that are drawn from many."""
        drawn, pairs = dict[Action, float](), list(odds.items())
        for _ in range(MOST):
            action = draw_from(pairs, self._rng)
            drawn[action] = drawn.get(action, 0.0) + 1 / MOST
        return drawn

    def _worth(self, game: History, branch: int) -> Floats:
        assert self.values is not None
        if game.terminal:
            return payoffs(game)
        worth = self.values.ahead if game.chance else self.values.at
        return worth(game, branch)


@final
class ByFunction:
    """Values by a function of decisions.

    Before chance moves, its mean over the outcomes is taken, up to the next decision; if these are
    many or not listed, over some that are drawn.

    Parameters
    ----------
    function
        Returns what a decision is worth to each player, in chips. It need not be any good, but must
        return the same for the same history.
    outcomes
        How many outcomes of chance are weighed at most.
    samples
        How many are drawn if there are more.

    Raises
    ------
    ValueError
        If one of the numbers is below 1.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn
    >>> values = ByFunction(lambda game: (game.cards[0] - game.cards[1],) * 2)
    >>> values.at(Kuhn().apply(2).apply(0), 0), values.ahead(Kuhn().apply(2), 0)
    (array([2., 2.]), array([1.5, 1.5]))
    """

    def __init__(self, function: Function, outcomes: int = 64, samples: int = 16) -> None:
        for name, value in ("outcomes", outcomes), ("samples", samples):
            check_count(f"The {name} of values", value, 1)
        self.function = function
        self.outcomes = outcomes
        self.samples = samples

    def at(self, game: History, branch: int) -> Floats:  # noqa: ARG002
        """Return what the function says, or the payoffs at the end."""
        return payoffs(game) if game.terminal else np.array(self.function(game), float)

    def ahead(self, game: History, branch: int) -> Floats:
        """Return the mean over what chance may do."""
        total = np.zeros(players_of(game))
        for after, share in listed(game, self.outcomes) or self._drawn(game, branch):
            total += share * self.at(after, branch)
        return total

    def _drawn(self, game: History, branch: int) -> Iterator[tuple[Action, float]]:
        rng = Random(branch)
        for _ in range(self.samples):
            after = game
            while not after.terminal and after.chance:
                after = after.apply(draw(after, rng))
            yield after, 1 / self.samples


def listed(game: History, most: int) -> list[tuple[Action, float]] | None:
    """Return where chance may lead, with probabilities; None if that is not listed, or too many.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn
    >>> len(listed(Kuhn(), 10)), listed(Kuhn(), 5)
    (6, None)
    """
    if game.terminal or not game.chance:
        return [(game, 1.0)]
    try:
        chances = game.chances()
    except (NotImplementedError, AttributeError):
        return None
    histories = list[tuple[Action, float]]()
    for outcome, share in chances.items() if len(chances) <= most else ():
        below = listed(game.apply(outcome), most - len(histories))
        if below is None:
            return None
        histories += [(after, share * part) for after, part in below]
    return histories if 0 < len(histories) <= most else None


def payoffs(game: History) -> Floats:
    """Return what each player wins at the end of a hand."""
    return np.array([game.payoff(player) for player in range(players_of(game))], float)
