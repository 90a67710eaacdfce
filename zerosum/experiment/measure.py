"""Exploitability during training, and the game in which it is measured."""

from typing import Any

from zerosum.abstraction import split
from zerosum.errors import GameError, ZeroSumError
from zerosum.game import players_of

UNIT = "chips a hand"

_MOST = 2_000_000  # histories, where the game runs native
_MOST_INTERPRETED = 50_000
_FAR = 100  # an estimate may be wrong: only one so many times too large is trusted


class Gauge:
    """Measures the exploitability of a solver's average strategy, if the game can be enumerated.

    If all players have perfect recall in the game trained on, it is measured there. An abstraction
    with imperfect recall has no best responses: then the strategy is lifted into the whole game.

    The tree is that of the solver, or enumerated once if it is likely to be small. If a solver has
    a method ``nash_conv()`` that returns the NashConv of its own average strategy in chips, that
    is used instead, and the game may be of any size. If it raises, the solver is measured like any
    other.

    A game that cannot be measured, as most are too large, is not an error; :attr:`reason` says why.

    Parameters
    ----------
    game
        The start of the game trained on.
    solver
        The solver to measure.

    Attributes
    ----------
    reason
        Why nothing is measured, in a sentence; None if it is.
    """

    def __init__(self, game: Any, solver: Any) -> None:
        self._abstract = split(game)[1:] != (None, None)
        self._players = players_of(game)
        self._arena: Any = None
        self._base: Any = None
        self.reason: str | None = None
        self._own = _measures_itself(solver)
        if self._own:
            return
        try:
            self._arena, self._base = _arena(game, solver)
        except (ZeroSumError, NotImplementedError) as error:
            self.reason = str(error)
        self(solver)  # compiles, so that later calls take their usual time

    @property
    def lifted(self) -> bool:
        """Whether the lifted strategy is measured, in the whole game."""
        return self._base is not None

    @property
    def words(self) -> str:
        """The game in which it is measured, for a reader; empty if there is only one."""
        if self.lifted:
            return "of the lifted strategy in the whole game"
        return "in the abstract game" if self._abstract else ""

    def __call__(self, solver: Any) -> float | None:
        """Return the exploitability of the average strategy, chips a hand; None if unknown."""
        if self.reason is not None:
            return None
        try:
            return self._found(solver)
        except (ZeroSumError, NotImplementedError) as error:
            self.reason = str(error)
            return None

    def _found(self, solver: Any) -> float:
        from zerosum.evaluation import exploitability, lift

        if self._own:
            return float(solver.nash_conv()) / self._players
        strategy = solver.strategy()
        if self.lifted:
            strategy = lift(strategy, self._base)
        return float(exploitability(self._arena, strategy))


def _measures_itself(solver: Any) -> bool:
    """Whether a solver computes the NashConv of its average strategy; calls it, to compile."""
    if not callable(getattr(solver, "nash_conv", None)):
        return False
    try:
        solver.nash_conv()
    except (ZeroSumError, NotImplementedError):
        return False
    return True


def _arena(game: Any, solver: Any) -> tuple[Any, Any]:
    """Return the tree to measure in, and the base game if strategies must be lifted to it."""
    from zerosum.tree import Tree

    tree = getattr(solver, "tree", None)
    native = getattr(solver, "native", True)
    if not isinstance(tree, Tree):  # not a public tree
        tree = _tree(game, native=native)
    if all(tree.recall):
        return tree, None
    base, states, actions = split(game)
    if states is None and actions is None:
        raise GameError(
            f"The players of {type(game).__qualname__} must remember their own moves to have "
            "best responses; they do not.",
            game,
        )
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
    """Refuse a game that is likely to be too large; enumerating it counts exactly."""
    if expected > _FAR * most:
        raise GameError(
            f"The histories of {type(game).__qualname__} must be at most {most:,} to be "
            f"measured; there are about {expected:.1g}.",
            game,
        )
