"""Check a game, or an abstraction of it, against the protocol, on random playouts."""

import warnings
from copy import deepcopy
from dataclasses import is_dataclass
from typing import Any

import attrs
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Flaky, HypothesisWarning

from zerosum.abstraction import Abstracted, base_and_view, started
from zerosum.abstraction.anatomy import field_names
from zerosum.errors import AbstractionError, GameError, ZeroSumError
from zerosum.game import check_methods
from zerosum.laws import (
    CAREFUL,
    Endless,
    Fit,
    Kind,
    Look,
    Met,
    Place,
    Player,
    check_again,
    check_answers,
    check_apply,
    check_draws,
    strict,
)
from zerosum.rng import Random
from zerosum.support.blame import sentence
from zerosum.testing.native import check_native
from zerosum.testing.strategies import SEEDS, Playout, playouts


def check_value(place: Place, value: Any, thing: str) -> None:
    """Check that a history or an infoset is frozen and has a hash."""
    try:
        names = _names(value)
        hash(value)
    except TypeError as error:
        raise place.wrong(thing, "be a frozen dataclass of hashable fields", str(error)) from error
    for name in names[:1]:
        try:
            setattr(value, name, getattr(value, name))
        except AttributeError:
            return
        advice = f"write @dataclass(frozen=True) above {type(value).__name__}"
        raise place.wrong(thing, "be frozen", f"one whose {name} can be set", advice)


def _names(value: Any) -> tuple[str, ...]:
    if is_dataclass(value) or attrs.has(type(value)) or isinstance(value, tuple):
        return field_names(type(value))
    raise TypeError(f"a {type(value).__name__}")


def check_sight(look: Look, known: dict[Any, Any]) -> None:
    """Check a decision, and that public and private(player) determine the infoset, if declared.

    Modified in place: ``known``, the infoset and a place for all that a player saw.
    """
    place, menu, infoset, player = look.place, look.menu, look.infoset, look.player
    if len(set(menu)) < len(menu):
        actions = f"`{place.view.actions!r}`"
        raise place.wrong(
            "The actions", "all be different", repr(menu), of=actions, kind=AbstractionError
        )
    check_value(place, infoset, "infoset")
    if not look.declared:
        return
    sight = player, *look.declared
    first, other = known.setdefault(sight, (infoset, place))
    if first != infoset:
        raise place.wrong(
            "infoset",
            "follow from public and private(player)",
            f"{infoset!r}, and {first!r} (at {other}), with public {sight[1]!r} and private "
            f"{sight[2]!r} for player {player}",
            "leave out of infoset what the player does not see, or declare it",
        )


_DRAWS = 100  # of sample at each history of chance, in
_FIT_SECONDS = 0.3  # of comparing them
_MOST_MOVES = 20_000  # of all playouts, and
_THOROUGH = 500  # of one


def check_game(game: Any, examples: int = 100) -> None:
    """Check that a game follows the protocol of :mod:`zerosum.game`.

    - Histories are frozen values that ``apply`` does not change.
    - They answer the same whenever they are asked, and whatever was asked before.
    - Probabilities of chance sum to one, and samples have these probabilities.
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
    _try(started(game), examples)


def check_abstraction(game: Any, states: Any, actions: Any = None, examples: int = 100) -> None:
    """Check that an abstraction of a game is well-formed, on the abstract game.

    - Values and actions of an infoset are the same in each call.
    - The actions of an infoset are all different, and actions of the game.
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
    _try(Abstracted(started(game), states, actions), examples)


def _try(start: Any, examples: int) -> None:
    """Check playouts; Hypothesis raises the error of the shortest that fails.

    Then compare native playouts with interpreted ones.
    """
    base, view = base_and_view(start)
    check_methods(base)
    made, fault = _played(Place(base, view), examples)
    fault = _shortest(start, examples if fault else made, fault)
    if fault is not None:
        raise fault.with_traceback(None) from fault.__cause__
    check_native(start, examples)


def _played(start: Place, examples: int) -> tuple[int, ZeroSumError | None]:
    """Play at random, ask every playout again, and compare ``sample`` with ``chances``.

    Returns
    -------
    How many playouts were made, which are fewer than ``examples`` if they are long; and what is
    wrong.
    """
    player = Player(start, Met(), Fit(_FIT_SECONDS), Random(1), draws=_DRAWS)
    made = moves = 0
    try:
        while made < examples and moves < _MOST_MOVES:
            asked, length = player.play(CAREFUL)
            check_again(asked, player.met, player.rng)
            made, moves = made + 1, moves + length
    except Endless:
        raise
    except ZeroSumError as fault:
        return made, fault
    return made, None


def _shortest(start: Any, examples: int, known: ZeroSumError | None) -> ZeroSumError | None:
    """Return the fault of the shortest playout that Hypothesis finds, or the one that is known."""
    base, view = base_and_view(start)
    met, sights = Met(), dict[Any, Any]()

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
    @strict()
    def attempt(playout: Playout, seed: int) -> None:
        place = Place(deepcopy(base), view)
        for move in playout.moves[:_THOROUGH]:
            _check_place(place, met, sights, seed)
            place = check_apply(place, move)
        _check_place(place, met, sights, seed)

    try:
        with warnings.catch_warnings():  # that the game draws random numbers is said in our words
            warnings.simplefilter("ignore", HypothesisWarning)
            attempt()
    except ZeroSumError as fault:
        vars(fault).pop("__notes__", None)  # about strategies of Hypothesis
        return fault
    except Flaky as flaky:  # the game is not the same each time, or a contradiction is between
        # two examples
        faults = [
            each for each in getattr(flaky, "exceptions", ()) if isinstance(each, ZeroSumError)
        ]
        return (
            faults[0]
            if faults
            else known
            or GameError(
                f"{type(base).__qualname__} must answer the same whenever asked; it does not, as "
                f"Hypothesis finds: {sentence(flaky)}. Compute all from the fields of the game.",
                base,
            )
        )
    return known


def _check_place(place: Place, met: Met, sights: dict[Any, Any], seed: int) -> None:
    """Check a history. Modified in place: ``met``, ``sights``."""
    check_value(place, place.history, "A history")
    answers = check_answers(place, met, twice=True)
    if answers.kind is Kind.CHANCE:
        check_draws(place, answers.chances, seed)
    if answers.look is not None:
        check_sight(answers.look, sights)
