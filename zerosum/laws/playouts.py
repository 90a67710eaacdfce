"""Check a game on random playouts, before anything is trained on it."""

from dataclasses import dataclass
from functools import lru_cache
from time import thread_time
from typing import Any

from zerosum.abstraction import View
from zerosum.abstraction.view import view_of
from zerosum.errors import ZeroSumError
from zerosum.game import check_methods
from zerosum.laws.constant import LONGEST, announce
from zerosum.laws.decisions import Met, check_decision, check_steady
from zerosum.laws.histories import (
    Kind,
    check_apply,
    check_chance,
    check_sample,
    check_terminal,
    has_hash,
    kind_of,
)
from zerosum.laws.place import Place
from zerosum.rng import Random

_CAREFUL = 100  # moves, the first of all, at which the game is asked everything twice
_SECONDS = 0.1  # for the keys, and as much for all else, where Python is slow; but at least
_LEAST = 20  # playouts
_SHARE = 0.002  # of the time that solving takes


@dataclass(frozen=True)
class Played:
    """What random playouts of a sound game have shown.

    Parameters
    ----------
    playouts
        How many playouts were made.
    moves
        The number of moves in all of them.
    """

    playouts: int
    moves: int


def check_playouts(base: Any, view: View, playouts: int = 300) -> Played:
    """Check a game and its abstraction on random playouts, interpreted.

    Players choose each action with equal probability. A fault that a playout shows with a
    probability of 2 % is missed with a probability of 0.2 %.

    Parameters
    ----------
    base
        The start of the game.
    view
        How its infosets are seen.
    playouts
        How many playouts to make; fewer if they are long. They are the same in each process.

    Raises
    ------
    GameError, AbstractionError
        If something is wrong; the error names the history, and the moves that lead to it.

    Notes
    -----
    Some 30 µs a move. A game that was checked is not checked again in the same process.

    Examples
    --------
    >>> from zerosum.abstraction import base_and_view
    >>> from zerosum.kuhn import Kuhn
    >>> check_playouts(*base_and_view(Kuhn)).playouts
    300
    """
    check_methods(base)
    check = _check_once if has_hash(base) else _check
    return check(base, view.states, view.actions, playouts)


def _check(base: Any, states: Any, actions: Any, playouts: int) -> Played:
    rng, met, start = Random(1), Met(seconds=_SECONDS), Place(base, view_of(states, actions))
    end = thread_time() + 2 * _SECONDS
    moves = made = 0
    while made < _LEAST or (made < playouts and thread_time() < end):
        moves += _played(start, met, rng, careful=_CAREFUL - moves)
        made += 1
    announce(base)
    return Played(made, moves)


_check_once = lru_cache(maxsize=256)(_check)


def _played(start: Place, met: Met, rng: Random, careful: int) -> int:
    """Make a playout; return the number of its moves. Modified in place: ``met``, ``rng``.

    At its first ``careful`` moves the game is asked everything twice.
    """
    place = start
    while (kind := kind_of(place)) is not Kind.TERMINAL:
        if place.length == LONGEST:
            raise endless(start, LONGEST)
        if kind is Kind.CHANCE:
            move = check_sample(place, check_chance(place), rng)
        else:
            menu = check_decision(place, met)
            move = menu[rng.integer(len(menu))]
            if place.length < careful:
                check_steady(place, met)
        place = (check_apply if place.length < careful else Place.after)(place, move)
    check_terminal(place)
    return place.length


class Audit:
    """Random playouts that go on while a game is solved, in .2 % of the time that it takes.

    Parameters
    ----------
    base
        The start of the game.
    view
        How its infosets are seen.
    """

    def __init__(self, base: Any, view: View) -> None:
        self._start, self._rng, self._owed = Place(base, view), Random(2), 0.0

    def go_on(self, seconds: float) -> None:
        """Make the playouts that are due after so many seconds of solving.

        Raises
        ------
        GameError, AbstractionError
            If something is wrong; see :func:`check_playouts`.
        """
        self._owed += _SHARE * seconds
        while self._owed > 0:
            before = thread_time()
            _played(self._start, Met(), self._rng, careful=0)
            self._owed -= thread_time() - before


def endless(start: Place, moves: int) -> ZeroSumError:
    """Return the error for a game that went on for so many moves."""
    advice = "check that apply() leads to a terminal history"
    return start.wrong("Every playout", "end", f"one of {moves:,} moves", advice)
