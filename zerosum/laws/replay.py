"""Find the words for a failure: the moves that led to it are made again, and checked on the way."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from math import inf
from typing import Any

from zerosum.abstraction import View
from zerosum.errors import ZeroSumError
from zerosum.laws.answers import ask, check_answers
from zerosum.laws.decisions import Met
from zerosum.laws.histories import Kind, check_sample
from zerosum.laws.place import Place, strict
from zerosum.rng import Random

_SAMPLES = 100_000  # outcomes drawn on the whole way, and
_SAMPLES_EACH = 100  # at each place


@dataclass(frozen=True)
class Replayed:
    """Where moves lead that were made again, and the first fault on the way.

    Parameters
    ----------
    places
        The start, and the history after each move; the last is the last without a fault.
    error
        The error that says what is wrong; None if all is well there, in Python.
    """

    places: tuple[Place, ...]
    error: ZeroSumError | None


@strict()
def replay(
    base: Any, view: View, moves: Iterable[Any], failure: Exception, *, quick: bool = False
) -> Replayed:
    """Make the moves of a kernel that failed again, and check every history on the way.

    Parameters
    ----------
    base
        The start of the game.
    view
        How its infosets are seen.
    moves
        The outcomes of chance and the actions. Those of an earlier walk may follow the true ones:
        moves are made as long as the game allows them, so what is found is a fault of the game.
    failure
        What the kernel raised.
    quick
        Whether to check only what is needed to go on, as for histories of thousands of moves.
    """
    seconds = 0.0 if quick else inf
    places, met = [Place(base, view)], Met(seconds=seconds, listing=seconds)
    try:
        for move in moves:
            allowed = _check(places[-1], met, quick)
            if allowed is not None and move not in allowed:
                break
            try:
                places.append(places[-1].after(move))
            except ZeroSumError as error:
                if allowed is None and type(error.__cause__) is not type(failure):
                    break  # The outcome may be none that is possible here.
                raise
        else:
            _check(places[-1], met, quick)
        for place in () if quick else places:
            _check_next(place, met, min(_SAMPLES_EACH, 1 + _SAMPLES // len(places)))
    except ZeroSumError as error:
        return Replayed(tuple(places), error)
    return Replayed(tuple(places), None)


def _check(place: Place, met: Met, quick: bool) -> Collection[Any] | None:
    """Check a history; return the moves that it allows, or None if they are not listed."""
    answers = check_answers(place, met, twice=not quick)
    unlisted = answers.kind is Kind.CHANCE and answers.chances is None
    return None if unlisted else answers.moves


def _check_next(place: Place, met: Met, samples: int) -> None:
    """Check what may come next: samples, and the histories after them and after all actions."""
    answers, rng = ask(place, met), Random(1)
    for move in answers.moves:
        place.after(move)
    if answers.kind is Kind.CHANCE:
        for _ in range(samples):
            outcome = check_sample(place, answers.chances, rng)
            if answers.chances is None:
                place.after(outcome)
