"""Check a game on random playouts, before anything is trained on it."""

from collections.abc import Mapping
from dataclasses import dataclass
from time import thread_time
from typing import Any

from zerosum.abstraction import View, split
from zerosum.abstraction.view import view_of
from zerosum.game import check_methods
from zerosum.laws.answers import Answers, check_again, check_answers
from zerosum.laws.constant import announce
from zerosum.laws.decisions import Met
from zerosum.laws.fit import Fit
from zerosum.laws.histories import Kind, check_apply, check_draws, check_sample
from zerosum.laws.place import Place, endless, strict
from zerosum.native.facts import known
from zerosum.native.playouts import LONGEST
from zerosum.native.primitives import how_drawn
from zerosum.rng import Random

CAREFUL = 60
"""The first moves, at which a game is asked everything twice."""

_FIT_SECONDS = 0.02  # for comparing samples with chances
_TWICE = 0.03  # for asking twice, at once and after other histories, each
_SECONDS = 0.1  # for the keys, and as much for all else, where Python is slow; but at least
_LISTING = 0.01  # for listing the actions of the game beside those of an abstraction
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

    Examples
    --------
    >>> from zerosum.abstraction import base_and_view
    >>> from zerosum.kuhn import Kuhn
    >>> played = check_playouts(*base_and_view(Kuhn))
    >>> played.moves > 3 * played.playouts
    True
    """

    playouts: int
    moves: int


def check_playouts(base: Any, view: View, playouts: int = 300) -> Played:
    """Check a game and its abstraction on random playouts, interpreted.

    Players choose each action with equal probability. A fault that a playout shows with a
    probability of 2 % is missed with a probability of 0.2 %. The first histories are asked again,
    at once and after others, and samples are compared with chances (:mod:`zerosum.laws.fit`).

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
    view = view_of(view.states, view.actions)
    counts = known(f"{playouts} playouts", base, view, lambda: _check(base, view, playouts))
    announce(base)
    return Played(*counts)


def check_offers(game: Any) -> None:
    """Check what the actions of an abstract game offer, on a few random playouts.

    Parameters
    ----------
    game
        The start of a game, abstract or not, or of the walk of an agent.

    Raises
    ------
    GameError, AbstractionError
        As :func:`check_playouts`; factors of states are not asked.
    """
    base, _, actions = split(game)
    if actions is not None:
        check_playouts(base, view_of(None, actions), _LEAST)


def _check(base: Any, view: View, playouts: int) -> tuple[int, int]:
    met = Met(seconds=_SECONDS, listing=_LISTING)
    player = Player(Place(base, view), met, Fit(_FIT_SECONDS), Random(1))
    start = thread_time()
    moves = made = 0
    asked: list[Answers] = []
    while made < _LEAST or (made < playouts and thread_time() < start + 2 * _SECONDS):
        careful = CAREFUL - moves if thread_time() < start + _TWICE else 0
        answers, length = player.play(careful)
        asked += answers
        moves += length
        made += 1
        if asked and careful <= length:
            check_again(asked, met, player.rng, thread_time() + _TWICE)
            asked = []
    check_again(asked, met, player.rng, thread_time() + _TWICE)
    return made, moves


@dataclass
class Player:
    """Who plays at random, and checks on the way.

    Parameters
    ----------
    start
        The start of the game.
    met, fit, rng
        What was seen so far, and the source of random numbers.
    draws
        How often to draw from a ``sample`` that is compared with chances.
    """

    start: Place
    met: Met
    fit: Fit
    rng: Random
    draws: int = 32

    @strict()
    def play(self, careful: int) -> tuple[list[Answers], int]:
        """Make a playout; return what was answered at its first moves, and the number of all.

        At its first ``careful`` moves the game is asked everything twice.
        """
        place, asked = self.start, list[Answers]()
        while True:
            twice = place.length < careful
            answers = check_answers(place, self.met, twice=twice)
            if twice:
                asked.append(answers)
            if answers.kind is Kind.TERMINAL:
                return asked, place.length
            if place.length == LONGEST:
                raise endless(self.start, LONGEST)
            if answers.kind is Kind.CHANCE:
                cls: Any = type(place.history)
                if twice and how_drawn(cls) == "rng":
                    check_draws(place, answers.chances, place.length)
                move = self.draw(place, answers.chances, self.draws if twice else 1)
            else:
                move = answers.moves[self.rng.integer(len(answers.moves))]
            place = (check_apply if twice else Place.after)(place, move)

    def draw(self, place: Place, chances: Mapping[Any, Any] | None, draws: int) -> Any:
        """Return an outcome of chance; several are drawn if they can be compared with chances."""
        outcome = check_sample(place, chances, self.rng)
        if chances is not None and self.fit.compares(place):
            more = (check_sample(place, chances, self.rng) for _ in range(draws - 1))
            self.fit.see(place, chances, [outcome, *more], self.rng)
        return outcome


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
        self._player = Player(Place(base, view), Met(), Fit(), Random(2))
        self._owed = 0.0

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
            self._player.met = Met(listing=_LISTING)
            self._player.play(0)
            self._owed -= thread_time() - before
