"""Find the words for a failure: the moves that led to it are made again, and checked on the way."""

from collections.abc import Iterable
from typing import Any

from zerosum.abstraction import View
from zerosum.errors import ZeroSumError
from zerosum.laws.decisions import Met, check_decision, check_steady
from zerosum.laws.histories import Kind, check_chance, check_terminal, kind_of
from zerosum.laws.place import Place

_SAMPLES = 100  # outcomes that are drawn where the failure came with one that is not known


def fault(base: Any, view: View, moves: Iterable[Any]) -> ZeroSumError | None:
    """Return the error of the first history on a way that is not as it must be.

    Parameters
    ----------
    base
        The start of the game.
    view
        How its infosets are seen.
    moves
        The outcomes of chance and the actions; the last may be one that cannot be made.

    Returns
    -------
    The error to raise; None if all is well there, in Python.
    """
    place, met = Place(base, view), Met()
    try:
        for move in moves:
            _check(place, met)
            place = place.after(move)
        _check(place, met)
        _follow(place, met)
    except ZeroSumError as error:
        return error
    return None


def _check(place: Place, met: Met) -> None:
    match kind_of(place):
        case Kind.TERMINAL:
            check_terminal(place)
        case Kind.CHANCE:
            check_chance(place)
        case Kind.DECISION:
            check_decision(place, met)
            check_steady(place, met)


def _follow(place: Place, met: Met) -> None:
    """Check what may come next: samples, and the histories after them and after all actions."""
