"""Check a game, or an abstraction of it, against the protocol, on random playouts."""

from collections.abc import Iterable
from copy import deepcopy
from typing import Any

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import FlakyFailure

from zerosum.abstraction import Abstracted, base_and_view
from zerosum.errors import ZeroSumError
from zerosum.game import check_methods
from zerosum.laws import Kind, Met, Place, check_apply, check_terminal, kind_of
from zerosum.testing.laws import check_draws, check_sight, check_value
from zerosum.testing.native import check_native
from zerosum.testing.strategies import SEEDS, Playout, playouts


def check_game(game: Any, examples: int = 100) -> None:
    """Check that a game follows the protocol of :mod:`zerosum.game`.

    - Histories are frozen values that ``apply`` does not change.
    - Probabilities of chance sum to one, and samples are among its outcomes.
    - Payoffs sum to zero, or to another number that is the same at every terminal.
    - The actions of an infoset are all different.
    - Equal infosets have equal players and actions.
    - If a game declares ``public`` and ``private(player)``, these determine the player's infoset.
    - Native playouts equal interpreted ones (:func:`check_native`).

    Parameters
    ----------
    game
        The start of a game, or its class.
    examples
        How many playouts to try; they are the same in each run.

    Raises
    ------
    GameError
        With the shortest sequence of moves found that leads to the fault.

    Examples
    --------
    >>> from zerosum.leduc import Leduc
    >>> check_game(Leduc, examples=10)
    """
    _try(game() if isinstance(game, type) else game, examples)


def check_abstraction(game: Any, states: Any, actions: Any = None, examples: int = 100) -> None:
    """Check that an abstraction of a game is well-formed, on the abstract game.

    - Values and actions of an infoset are the same in each call.
    - The actions of an infoset are all different.
    - Equal keys have equal players and actions.
    - Native playouts equal interpreted ones (:func:`check_native`).

    Parameters
    ----------
    game
        The start of a game, or its class.
    states, actions
        As for :class:`zerosum.abstraction.Abstracted`.
    examples
        How many playouts to try; they are the same in each run.

    Raises
    ------
    AbstractionError
        With the shortest sequence of moves found that leads to the fault.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn
    >>> from zerosum.kuhn.abstraction import betting, is_jack
    >>> check_abstraction(Kuhn, is_jack * betting, examples=10)
    """
    _try(Abstracted(game() if isinstance(game, type) else game, states, actions), examples)


def _try(start: Any, examples: int) -> None:
    """Check playouts; Hypothesis raises the error of the shortest that fails.

    Then compare native playouts with interpreted ones.
    """
    base, view = base_and_view(start)
    check_methods(base)
    met, sights = Met(), dict[Any, Any]()

    def check(moves: Iterable[Any], seed: int) -> None:
        place = Place(deepcopy(base), view)
        for move in moves:
            _check_place(place, met, sights, seed)
            place = check_apply(place, move)
        _check_place(place, met, sights, seed)

    @settings(
        max_examples=examples,
        deadline=None,
        database=None,
        derandomize=True,
        phases=(Phase.generate, Phase.shrink),
        report_multiple_bugs=False,
        suppress_health_check=list(HealthCheck),
    )
    @given(playouts(start), SEEDS)
    def attempt(playout: Playout, seed: int) -> None:
        check(playout.moves, seed)

    try:
        attempt()
    except ZeroSumError as fault:  # without Hypothesis's frames, and its note about strategies
        vars(fault).pop("__notes__", None)
        raise fault.with_traceback(None) from fault.__cause__
    except FlakyFailure as group:  # the game draws random numbers, or a contradiction is between
        # two examples
        for error in group.exceptions:
            if isinstance(error, ZeroSumError):
                raise error from None
        raise
    check_native(start, examples)


def _check_place(place: Place, met: Met, sights: dict[Any, Any], seed: int) -> None:
    """Check a history. Modified in place: ``met``, ``sights``."""
    check_value(place, place.history, "A history")
    match kind_of(place):
        case Kind.TERMINAL:
            check_terminal(place)
        case Kind.CHANCE:
            check_draws(place, seed)
        case Kind.DECISION:
            check_sight(place, met, sights)
