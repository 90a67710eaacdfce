"""Check a game, or an abstraction of it, against the protocol, on random playouts."""

from collections.abc import Callable
from typing import Any

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import FlakyFailure

from zerosum.abstraction import Abstracted
from zerosum.errors import AbstractionError, ZeroSumError
from zerosum.testing.laws import (
    check_chance,
    check_decision,
    check_payoffs,
    check_sight,
    check_value,
    places,
)
from zerosum.testing.native import check_native
from zerosum.testing.strategies import SEEDS, Playout, playouts


def check_game(game: Any, examples: int = 100) -> None:
    """Check that a game follows the protocol of :mod:`zerosum.game`.

    - Histories are frozen values that ``apply`` does not change.
    - Probabilities of chance sum to one, and samples are among its outcomes.
    - Payoffs sum to zero.
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
    menus: dict[Any, Any] = {}
    sights: dict[Any, Any] = {}

    def check(playout: Playout, seed: int) -> None:
        for place in places(playout):
            check_value(place, place.game, "A history")
            if place.game.terminal:
                check_payoffs(place)
            elif place.game.chance:
                check_chance(place, seed)
            else:
                check_decision(place, menus)
                check_sight(place, sights)

    _try(check, game() if isinstance(game, type) else game, examples)


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
    menus: dict[Any, Any] = {}

    def check(playout: Playout, _: int) -> None:
        for place in places(playout, AbstractionError):
            if not (place.game.terminal or place.game.chance):
                check_decision(place, menus)

    start = Abstracted(game() if isinstance(game, type) else game, states, actions)
    _try(check, start, examples)


def _try(check: Callable[[Playout, int], None], start: Any, examples: int) -> None:
    """Run a check on playouts; Hypothesis raises the error of the shortest that fails.

    Then compare native playouts with interpreted ones.
    """

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
        check(playout, seed)

    try:
        attempt()
    except FlakyFailure as group:  # the game draws random numbers of its own
        for error in group.exceptions:
            if isinstance(error, ZeroSumError):
                raise error from None
        raise
    check_native(start, examples)
