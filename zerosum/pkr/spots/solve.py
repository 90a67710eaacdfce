"""Solving a spot in memory: until its exploitability is a share of the pot."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter
from typing import Any

from zerosum.errors import GameError, is_number
from zerosum.pkr.spots.locks import SpotCFR
from zerosum.pkr.spots.spot import Spot
from zerosum.pkr.text.spelling import word_of
from zerosum.support.progress import line_here, shown_by
from zerosum.support.rendering import Report, table
from zerosum.tables import Floats

_LOOK = 10  # iterations between two looks at the exploitability


@dataclass(frozen=True, eq=False)
class Solution(Report):
    """The solution of a spot so far.

    Parameters
    ----------
    spot
        The spot.
    solver
        Its solver, which can go on.
    exploitability
        What an opponent who knows the strategies gains by best responses, on average over both
        players, as a share of the pot.
    seconds
        How long it took.

    Examples
    --------
    >>> spot = Spot("AA,QQ", "KK", board="2c2d7h8s9c", pot=10, stack=10, bets="100%")
    >>> solution = solve(spot, to=0.01)
    >>> solution.values.round(1).tolist(), list(solution.opening)
    ([7.5, 2.5], ['x', 'a'])
    """

    spot: Spot
    solver: SpotCFR
    exploitability: float
    seconds: float

    @property
    def values(self) -> Floats:
        """What each player takes of the pot on average, in chips: the first to act, the second."""
        return self.spot.values(self.solver.values())

    @property
    def opening(self) -> dict[str, float]:
        """How often the first player takes each action at first, by its word."""
        tree = self.solver.tree
        place: Any = tree.place(())
        state = tree.state(())
        weights = tree.joint[tree.hands[0].places[: place.hands.size]]
        shares = self.solver.strategy().at(place) @ weights / tree.unit
        words = [word_of(action, state.infoset(place.player)) for action in place.menu]
        return dict(zip(words, shares.tolist(), strict=True))

    def content(self) -> list[Any]:
        """Return how far it is from an equilibrium, what both win, and what is done first."""
        first, second = self.values
        rows = ([word, f"{share:.1%}"] for word, share in self.opening.items())
        gained, iterations = f"{self.exploitability:.3%}", f"{self.solver.iterations:,} iterations"
        won = f"{first:z,.2f} chips out of position, {second:z,.2f} in position"
        return [
            f"Exploitability: {gained} of the pot after {iterations}.",
            f"EV: {won}, of {self.spot.pot:,}.",
            table(["first action", "how often"], rows),
        ]

    def __repr__(self) -> str:
        first, second = self.values
        return (
            f"<Solution after {self.solver.iterations:,} iterations: {first:.2f} and {second:.2f} "
            f"chips, exploitability {self.exploitability:.2%} of the pot>"
        )


def solve(
    spot: Spot,
    *,
    to: float = 0.003,
    iterations: int = 2_000,
    callback: Callable[[Solution], object] | None = None,
    **options: Any,
) -> Solution:
    """Solve a spot.

    Parameters
    ----------
    spot
        The ranges, the board, the chips and the bets.
    to
        At which exploitability to stop, as a share of the pot; 0 for all iterations.
    iterations
        The most iterations.
    callback
        Called with the solution so far, at each look at the exploitability. None to show how far it
        is, in a notebook only.
    options
        Of :class:`~zerosum.pkr.spots.locks.SpotCFR`: ``threads``, ``short``, ``rule``, ``locks`` …

    Raises
    ------
    GameError, TableError
        As the solver does.

    Examples
    --------
    >>> spot = Spot("AA,QQ", "KK", board="2c2d7h8s9c", pot=10, stack=10, bets="100%")
    >>> solution = solve(spot, to=0.0005)
    >>> solution.values.round(1).tolist(), solution.exploitability < 0.0005
    ([7.5, 2.5], True)

    Notes
    -----
    Ctrl-C ends it with ``KeyboardInterrupt`` between two iterations; hold on to the solution that
    ``callback`` was given last.
    """
    if not is_number(to) or not 0.0 <= to < 1.0:
        raise GameError(
            f"The exploitability to solve to must be a share of the pot; got {to!r}: write 0.003.",
            to,
        )
    begin = perf_counter()
    solver = SpotCFR(spot.game, **options)
    with line_here() as show:
        shown = None if show is None or callback is not None else shown_by(show, None)
        while True:
            solver.run(min(_LOOK, iterations - solver.iterations))
            share = solver.nash_conv() / 2 / spot.pot
            found = Solution(spot, solver, share, perf_counter() - begin)
            if shown is not None:
                shown(solver, share * spot.pot)
            if callback is not None:
                callback(found)
            if share <= to or solver.iterations >= iterations:
                return found
