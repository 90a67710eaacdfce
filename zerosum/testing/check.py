"""Check a game, or an abstraction of it, against the protocol, on random playouts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import FlakyFailure

from zerosum.abstraction import Abstracted
from zerosum.errors import AbstractionError, ZeroSumError
from zerosum.testing.laws import (
    Menus,
    Sights,
    check_chance,
    check_decision,
    check_payoffs,
    check_value,
    places,
)
from zerosum.testing.native import check_native
from zerosum.testing.strategies import SEEDS, Playout, playouts


def check_game(game: Any, examples: int = 100) -> None:
    """Check that a game keeps to the protocol of :mod:`zerosum.game`.

    Histories are frozen values that ``apply`` leaves alone; chance sums to one and samples
    its own outcomes; payoffs cancel; actions are all different; equal infosets
    have equal players and actions; where a game declares ``public`` and ``private(player)``, a
    player's infoset follows from these, and so leaks nothing; and native playouts are the
    interpreted ones, word for word (:func:`check_native`).

    Parameters
    ----------
    game
        The start, or the class whose call gives it.
    examples
        How many playouts to try; the same ones each time.

    Raises
    ------
    GameError
        With the shortest moves found that lead to the fault.

    Examples
    --------
    >>> from zerosum.leduc import Leduc
    >>> check_game(Leduc, examples=10)
    """
    menus, sights = Menus(), Sights()

    def check(playout: Playout, seed: int) -> None:
        for place in places(playout):
            check_value(place, place.game, "A history")
            if place.game.terminal:
                check_payoffs(place)
            elif place.game.chance:
                check_chance(place, seed)
            else:
                check_decision(place)
                menus.check(place)
                sights.check(place)

    start = game() if isinstance(game, type) else game
    _try(check, start, examples)
    check_native(start, examples)


def check_abstraction(game: Any, states: Any, actions: Any = None, examples: int = 100) -> None:
    """Check that an abstraction of a game is well formed, in the game that it makes.

    Values and actions are the same whenever asked; actions are all different;
    equal keys have equal players and actions; and native playouts are the interpreted ones,
    word for word (:func:`check_native`).

    Parameters
    ----------
    game
        The start, or the class whose call gives it.
    states, actions
        As for :class:`zerosum.abstraction.Abstracted`.
    examples
        How many playouts to try; the same ones each time.

    Raises
    ------
    AbstractionError
        With the shortest moves found that lead to the fault.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn
    >>> from zerosum.kuhn.abstraction import betting, is_jack
    >>> check_abstraction(Kuhn, is_jack * betting, examples=10)
    """
    menus = Menus()

    def check(playout: Playout, _: int) -> None:
        for place in places(playout, AbstractionError):
            if not (place.game.terminal or place.game.chance):
                check_decision(place)
                menus.check(place)

    start = Abstracted(game() if isinstance(game, type) else game, states, actions)
    _try(check, start, examples)
    check_native(start, examples)


def _try(check: Callable[[Playout, int], None], start: Any, examples: int) -> None:
    """Run a check on playouts; Hypothesis finds the shortest that fails and raises its error."""

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
