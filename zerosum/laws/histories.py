"""What every history of a game must obey, except decisions (:mod:`zerosum.laws.decisions`)."""

import math
import sys
from collections.abc import Iterable, Mapping
from copy import deepcopy
from enum import Enum
from numbers import Real
from typing import Any

import numpy as np

from zerosum.game import players_of
from zerosum.laws.constant import agree, constant_of, summed
from zerosum.laws.place import Place, spelled
from zerosum.native.primitives import SLACK, draw, how_drawn, lists_chances
from zerosum.rng import Random

_UNLISTED = object()
_MOST_CHIPS = 1e100  # so that sums of payoffs over many hands stay finite


class Kind(Enum):
    """Who moves at a history; the value is the property that says so."""

    TERMINAL = "terminal"
    CHANCE = "chance"
    DECISION = "active"


def kind_of(place: Place) -> Kind:
    """Return who moves at a history.

    Raises
    ------
    GameError
        If ``terminal`` or ``chance`` is not a bool.
    """
    for kind in (Kind.TERMINAL, Kind.CHANCE):
        answer = place.ask(kind.value, getattr, place.history, kind.value)
        if not isinstance(answer, int | np.integer | np.bool_):
            raise place.wrong(kind.value, "be True or False", repr(answer))
        if answer:
            return kind
    return Kind.DECISION


def check_terminal(place: Place, total: float | None = None) -> tuple[Any, ...]:
    """Check that payoffs are finite numbers, and sum to the same as at other terminals.

    Parameters
    ----------
    place
        The terminal.
    total
        What they must sum to; if left out, what they do after the start of the game.

    Returns
    -------
    The payoffs of all players.
    """
    payoffs = _payoffs(place, range(players_of(place.history)))
    total = constant_of(place.start) if total is None else total
    if not agree(summed(payoffs), total, payoffs):
        again = _payoffs(place, reversed(range(len(payoffs))))
        place.same("payoff", payoffs, again[::-1])
        raise place.wrong(
            "The payoffs",
            f"sum to {total:g} over all players, as at other terminals",
            str(list(payoffs)),
            "with sums that differ this is a general-sum game, for which these algorithms promise "
            "nothing; if somebody else pays or wins the rest, such as the house, make it one more "
            "player",
        )
    return payoffs


def _payoffs(place: Place, players: Iterable[int]) -> tuple[Any, ...]:
    """Return the payoffs of players, asked in their order."""
    payoffs = tuple([place.ask("payoff", place.history.payoff, player) for player in players])
    for payoff in payoffs:
        size = _size_of(payoff)
        if size is None or not size < math.inf:
            advice = "return the chips that the given player wins"
            raise place.wrong("payoff", "be a finite number", spelled(payoff), advice)
        if size > _MOST_CHIPS:
            constraint = f"be at most {_MOST_CHIPS} in size"
            raise place.wrong("payoff", constraint, spelled(payoff), "count in larger units")
    return payoffs


def _size_of(payoff: Any) -> float | None:
    """Return the size of a number as a float; None if it is no number."""
    try:
        return abs(float(payoff)) if isinstance(payoff, Real) else None
    except OverflowError:  # an int beyond all floats
        return sys.float_info.max


def check_chance(place: Place) -> Mapping[Any, float] | None:
    """Check that probabilities of chance are not negative and sum to 1.

    Returns
    -------
    The outcomes with their probabilities; None if the game only samples.
    """
    chances = place.ask("chances", _listed, place.history)
    if chances is _UNLISTED:
        return None
    if not isinstance(chances, Mapping):
        advice = "return a dict of each outcome with its probability"
        raise place.wrong("chances", "be a mapping", repr(chances), advice)
    odds = chances.values()
    if not all(isinstance(chance, Real) for chance in odds):
        raise place.wrong("chances", "map outcomes to numbers", spelled(dict(chances)))
    total = sum(map(float, odds))
    if not (abs(total - 1) <= SLACK and min(odds) >= 0):
        place.same("chances", dict(chances), dict(place.ask("chances", _listed, place.history)))
        got = f"{spelled(dict(chances))}, which sum to {total}" if chances else "{}"
        advice = "" if chances else "let `chance` be False where nothing is drawn"
        raise place.wrong("chances", "be 0 or more and sum to 1", got, advice)
    return chances


def _listed(history: Any) -> Any:
    """Return what ``chances`` returns; ``_UNLISTED`` if the game does not define it."""
    cls: Any = type(history)
    try:
        return history.chances() if lists_chances(cls) else _UNLISTED
    except NotImplementedError:
        return _UNLISTED


def check_sample(place: Place, chances: Mapping[Any, float] | None, rng: Random) -> Any:
    """Return an outcome of chance, and check that it is one of those that are listed."""
    cls: Any = type(place.history)
    if chances is None and how_drawn(cls) in {"chances", "never"}:
        advice = "return a dict of each outcome with its probability from chances()"
        raise place.wrong("Chance", "have chances or sample", "neither", advice)
    outcome = place.ask("sample", draw, place.history, rng)
    place.ask("hash", hash, outcome)
    if chances is not None and not chances.get(outcome, 0) > 0:
        constraint = "return an outcome of chances() with a positive probability"
        raise place.wrong("sample", constraint, f"{outcome!r}, not one of {list(chances)}")
    return outcome


def check_draws(place: Place, chances: Mapping[Any, float] | None, seed: int) -> None:
    """Check that samples depend on the generator alone."""
    cls: Any = type(place.history)
    if chances is None or how_drawn(cls) in {"rng", "plain"}:
        first, again = (check_sample(place, chances, Random(seed)) for _ in range(2))
        if first != again:
            got = f"{first!r} and {again!r} for one seed"
            raise place.wrong("sample", "draw from rng alone", got)


def check_apply(place: Place, move: Any) -> Place:
    """Return the place after a move, and check that ``apply`` changes no history."""
    history, before = place.history, deepcopy(place.history)
    after = place.after(move)
    if compares(history):
        if place.ask("==", lambda: bool(history != before)):
            constraint, advice = f"not change the history, {before!r}", "return replace(self, ...)"
            raise place.wrong("apply", constraint, spelled(history), advice)
        check_equal(after, place.after(move))
    return after


def check_equal(after: Place, again: Place) -> None:
    """Check that a move leads to the same history whenever it is made."""
    if compares(after.history) and after.ask("==", lambda: bool(after.history != again.history)):
        got = f"{spelled(after.history)} and {spelled(again.history)}"
        raise again.wrong("apply", "return equal histories for equal moves", got)


def compares(value: Any) -> bool:
    """Return whether a value is compared by what it holds."""
    cls: Any = type(value)
    return cls.__eq__ is not object.__eq__
