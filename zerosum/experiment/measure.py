"""Exploitability during training, and the game in which it is measured."""

from math import inf
from typing import Any

from zerosum.abstraction import View, base_and_view, split
from zerosum.errors import NotApplicable, TableError, ZeroSumError
from zerosum.experiment.declare import Solver
from zerosum.experiment.names import Algorithm
from zerosum.game import History, name_of, players_of
from zerosum.laws import check_playouts
from zerosum.native.facts import known

UNIT = "chips a hand"

_MOST_HISTORIES = 2_000_000  # histories, where the game runs native
_MOST_HISTORIES_INTERPRETED = 500_000
_ESTIMATE_FACTOR = 100  # an estimate may be wrong: only one so many times too large is trusted


class Gauge:
    """Measures the exploitability of a solver's average strategy, if the game can be enumerated.

    If all players have perfect recall in the game trained on, it is measured there. An abstraction
    with imperfect recall has no best responses: then the strategy is lifted into the whole game.

    The tree is the solver's, or is enumerated once if it is likely to be small. If a solver has a
    method ``nash_conv()`` that returns the NashConv of its own average strategy in chips, that
    method is used instead, and the game may be of any size. If the method raises, the solver is
    measured like any other.

    A game that cannot be measured, as most are too large, is not an error; :attr:`reason` says why.
    A wrong game is an error.

    Parameters
    ----------
    game
        The start of the game trained on.
    solver
        The solver to measure.
    limit
        The largest number of histories to enumerate; None for 2,000,000, or for 500,000 if the
        game is interpreted.

    Attributes
    ----------
    reason
        Why nothing is measured, in a sentence; None if it is.

    Raises
    ------
    ZeroSumError
        If the game or the abstraction is wrong, such as one whose payoffs do not sum to a constant.

    Examples
    --------
    >>> from zerosum.algorithms import CFR
    >>> from zerosum.kuhn import Kuhn
    >>> solver = CFR(Kuhn())
    >>> solver.run(100)
    >>> gauge = Gauge(Kuhn(), solver)
    >>> gauge.reason, gauge(solver) < 0.02
    (None, True)
    """

    def __init__(self, game: History, solver: object, limit: int | None = None) -> None:
        self._abstract = split(game)[1:] != (None, None)
        self._players = players_of(game)
        self._arena: Any = None
        self._base: History = None
        self.reason: str | None = None
        refusal = _refusal(solver)
        self._own = refusal is None
        if self._own:
            return
        try:
            self._arena, self._base = _arena(game, solver, limit)
            self._found(solver)  # compiles, so that later calls take their usual time
        except _reasons() as error:
            self.reason = f"{refusal}{error}"

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

    def __call__(self, solver: Solver) -> float | None:
        """Return the exploitability of the average strategy, chips a hand; None if unknown."""
        return self._found(solver) if self.reason is None else None

    def _found(self, solver: Any) -> float:
        from zerosum.evaluation import exploitability, lift

        if self._own:
            return float(solver.nash_conv()) / self._players
        strategy = solver.strategy()
        if self.lifted:
            strategy = lift(strategy, self._base)
        return float(exploitability(self._arena, strategy))


def _reasons() -> tuple[type[ZeroSumError], ...]:
    """Return the errors that are no fault of the game, but keep it from being measured."""
    from zerosum.abstraction.menus import NotOffered

    return NotApplicable, NotOffered, TableError


def _refusal(solver: object) -> str | None:
    """Return why a solver does not compute its own NashConv; None if it does. Compiles it."""
    nash_conv = getattr(solver, "nash_conv", None)
    if not callable(nash_conv):
        return ""
    try:
        nash_conv()
    except (ZeroSumError, NotImplementedError) as error:
        return f"{error} "
    return None


def _arena(game: History, solver: object, limit: int | None) -> tuple[Any, Any]:
    """Return the tree to measure in, and the base game if strategies must be lifted to it."""
    from zerosum.tree import Tree

    tree = getattr(solver, "tree", None)
    native = getattr(solver, "native", True)
    if not isinstance(tree, Tree):  # not a public tree
        tree = _tree(game, limit, native=native)
    if all(tree.recall):
        return tree, None
    base, states, actions = split(game)
    if (states, actions) != (None, None):
        tree = _tree(base, limit, native=native)
        if all(tree.recall):
            return tree, base
    raise NotApplicable(
        f"The players of {name_of(base)} must remember their own moves to have best "
        "responses; they do not.",
        game,
    )


def _tree(game: History, limit: int | None, *, native: bool) -> Any:
    from zerosum.tree import enumerated, estimated_histories, lowers

    base, view = base_and_view(game)
    expected = known("histories", base, view, lambda: estimated_histories(game))
    most = limit or (_MOST_HISTORIES if native else _MOST_HISTORIES_INTERPRETED)
    _refuse_far(game, expected, most)
    if native and not lowers(game):
        native, most = False, limit or _MOST_HISTORIES_INTERPRETED
        _refuse_far(game, expected, most)
    return enumerated(game, limit=most, native=native)


def refuse_far(game: History, algorithm: Algorithm, limit: int | None) -> None:
    """Refuse to measure exploitability in a game that is likely to be too large, before training.

    Raises
    ------
    NotApplicable
        If it is, and solvers of the algorithm do not measure it themselves.
    """
    from zerosum.tree import estimated_histories

    if callable(getattr(algorithm, "nash_conv", None)):
        return
    check_playouts(split(game)[0], View(None, None))
    _refuse_far(game, estimated_histories(game), limit or _MOST_HISTORIES)


def _refuse_far(game: History, expected: float, most: int) -> None:
    """Refuse a game that is likely to be too large; enumerating it counts exactly."""
    # If nothing is known, enumerating says what is wrong.
    if _ESTIMATE_FACTOR * most < expected < inf:
        # The histories of an abstract game are those of its base.
        raise NotApplicable(histories_words(split(game)[0], expected, most), game)


def histories_words(base: History, expected: float, most: int) -> str:
    """Return the sentence about a game that has many more histories than a limit.

    >>> from zerosum.leduc import Leduc
    >>> histories_words(Leduc(), 3.2e22, 2_000_000)
    'The game Leduc has about 3e+22 histories; the limit is 2,000,000.'
    """
    name = name_of(base)
    return f"The game {name} has about {expected:.1g} histories; the limit is {most:,}."
