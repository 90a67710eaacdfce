"""Exploitability as training goes on: in which game, and at which moments."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import ceil
from typing import Any

from zerosum.abstraction import split
from zerosum.errors import GameError, ZeroSumError

UNIT = "chips a hand"

_MOST = 2_000_000  # histories, where the game runs native
_MOST_INTERPRETED = 50_000
_FAR = 100  # times too large by an estimate, which may be off, is too large
_GROWTH = 1.25  # from one measuring to the next, in iterations
_SHARE = 1 / 20  # of the time trained goes into measuring,
_FREE = 0.25  # and so many seconds more


class Gauge:
    """Measures the exploitability of a solver's average strategy, where the game enumerates.

    The game is the one trained on while every player has perfect recall there. An abstraction
    that forgets has no best responses; then it is the whole game, and the strategy is lifted.

    The tree is that of the solver, or made once if it is likely to be small. What keeps a game
    from being measured is no error here, but a reason: most games are too large.

    Parameters
    ----------
    game
        The start of the game trained on.
    solver
        What will be measured.
    """

    def __init__(self, game: Any, solver: Any) -> None:
        self._abstract = split(game)[1:] != (None, None)
        self._arena: Any = None
        self._base: Any = None
        self._reason: str | None = None
        try:
            self._arena, self._base = _arena(game, solver)
        except (ZeroSumError, NotImplementedError) as error:
            self._reason = str(error)
        self(solver)  # compiles, so that later ones cost what they cost

    @property
    def reason(self) -> str | None:
        """A sentence that says why nothing is measured; None where it is."""
        return self._reason

    @property
    def lifted(self) -> bool:
        """Whether what is measured is the lifted strategy, in the whole game."""
        return self._base is not None

    @property
    def words(self) -> str:
        """In which game it is measured, for a reader; empty where there is only one."""
        if self.lifted:
            return "of the lifted strategy in the whole game"
        return "in the abstract game" if self._abstract else ""

    def __call__(self, solver: Any) -> float | None:
        """Return the exploitability of the average strategy, chips a hand; None if unknown."""
        if self._reason is not None:
            return None
        from zerosum.evaluation import exploitability, lift

        try:
            strategy = solver.strategy()
            if self.lifted:
                strategy = lift(strategy, self._base)
            return float(exploitability(self._arena, strategy))
        except (ZeroSumError, NotImplementedError) as error:
            self._reason = str(error)
            return None


def _arena(game: Any, solver: Any) -> tuple[Any, Any]:
    """Return the tree to measure in, and the base game where strategies must be lifted to it."""
    tree = getattr(solver, "tree", None)
    native = getattr(solver, "native", True)
    if tree is None:
        tree = _tree(game, native=native)
    if all(tree.recall):
        return tree, None
    base, states, actions = split(game)
    if states is None and actions is None:
        message = (
            f"The players of {type(game).__qualname__} must remember their own moves to have "
            "best responses; they do not."
        )
        raise GameError(message, game)
    return _tree(base, native=native), base


def _tree(game: Any, *, native: bool) -> Any:
    from zerosum.tree import enumerated, estimated_histories, lowers

    expected, most = estimated_histories(game), _MOST if native else _MOST_INTERPRETED
    _refuse_far(game, expected, most)
    if native and not lowers(game):
        native, most = False, _MOST_INTERPRETED
        _refuse_far(game, expected, most)
    return enumerated(game, limit=most, native=native)


def _refuse_far(game: Any, expected: float, most: int) -> None:
    """Refuse what is likely to be too large; the walk itself counts exactly."""
    if expected > _FAR * most:
        message = (
            f"The histories of {type(game).__qualname__} must be at most {most:,} to be "
            f"measured; there are about {expected:.1g}."
        )
        raise GameError(message, game)


@dataclass
class Pace:
    """When to measure: often enough for a curve, and seldom enough to cost little.

    Iterations grow by a quarter between two moments, and seconds by ten at most. Measuring
    takes a twentieth of the time trained, and a quarter of a second in all for the first
    iterations of small games. A moment that would cost more is passed over.

    Parameters
    ----------
    stop
        The iterations at which the next moment comes.
    patience
        Seconds until it comes anyway; few where a target waits to be met.

    Examples
    --------
    >>> pace = Pace(stop=8)
    >>> pace.due(7, 0.1), pace.due(8, 0.1)
    (False, True)
    >>> pace.took(0.01, 8, 0.1)
    >>> pace.stop
    10
    """

    stop: int
    patience: float = 10.0
    spent: float = field(default=0.0, init=False)
    _cost: float = field(default=0.0, init=False)
    _last: float = field(default=0.0, init=False)

    def due(self, iterations: int, seconds: float) -> bool:
        """Whether to measure now, after so many seconds of training in this session."""
        if self.spent + self._cost > _FREE + _SHARE * seconds:
            return False
        return iterations >= self.stop or seconds - self._last >= self.patience

    def took(self, cost: float, iterations: int, seconds: float) -> None:
        """Note what a measuring cost, in seconds, and when it was."""
        self.spent += cost
        self._cost, self._last = cost, seconds
        self.wait(iterations)

    def wait(self, iterations: int) -> None:
        """Let the next moment come a quarter more iterations from now."""
        self.stop = max(ceil(_GROWTH * iterations), iterations + 1)
