"""What a history answers to all questions at once, and whether it answers the same again."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import inf
from time import thread_time
from typing import Any

from zerosum.laws.decisions import Look, Met, check_known, check_same_look, look_at
from zerosum.laws.histories import Kind, check_chance, check_equal, check_terminal, kind_of
from zerosum.laws.place import Place, strict
from zerosum.rng import Random


@dataclass(frozen=True)
class Answers:
    """What a history answers.

    Parameters
    ----------
    place
        The history.
    kind
        Who moves.
    payoffs
        Those of all players, at a terminal.
    chances
        The outcomes with their probabilities, where chance moves; None if they are not listed.
    look
        What the player to act sees, at a decision.
    """

    place: Place
    kind: Kind
    payoffs: tuple[Any, ...] = ()
    chances: Mapping[Any, Any] | None = None
    look: Look | None = None

    @property
    def moves(self) -> tuple[Any, ...]:
        """The moves that may come next, as far as they are listed."""
        return tuple(self.chances or ()) if self.look is None else self.look.menu


def ask(place: Place, met: Met) -> Answers:
    """Ask a history everything, and check each answer for itself.

    Modified in place: the time of ``met``.

    Raises
    ------
    GameError, AbstractionError
        If one is wrong.
    """
    match kind := kind_of(place):
        case Kind.TERMINAL:
            return Answers(place, kind, payoffs=check_terminal(place))
        case Kind.CHANCE:
            chances = check_chance(place)
            return Answers(place, kind, chances=None if chances is None else dict(chances))
        case Kind.DECISION:
            return Answers(place, kind, look=look_at(place, met))


def check_answers(place: Place, met: Met, *, twice: bool) -> Answers:
    """Ask a history everything, and compare the answers with those of other histories.

    Modified in place: ``met``.

    Parameters
    ----------
    place, met
        The history, and the decisions that were met before.
    twice
        Whether to ask it again at once.
    """
    answers = ask(place, met)
    if twice:
        check_same(answers, ask(place, met))
    if answers.look is not None:
        with met.timed():
            check_known(answers.look, met)
    return answers


def check_same(first: Answers, second: Answers) -> None:
    """Check that a history answers the same whenever it is asked."""
    place = second.place
    for kind in (Kind.TERMINAL, Kind.CHANCE):
        place.same(kind.value, first.kind is kind, second.kind is kind)
    place.same("payoff", first.payoffs, second.payoffs)
    # In the same order, too: it numbers the branches of a tree.
    before, after = (list((each.chances or {}).items()) for each in (first, second))
    place.same("chances", before, after)
    if first.look is not None and second.look is not None:
        check_same_look(first.look, second.look)


@strict()
def check_again(asked: Sequence[Answers], met: Met, rng: Random, end: float = inf) -> None:
    """Ask histories again, from the last to the first, each after another one beside it.

    So whatever a game remembers outside of its fields shows: random numbers, a clock, or a list or
    an array that histories share.

    Parameters
    ----------
    asked
        The answers along one or more playouts, each from its start.
    met, rng
        Modified in place.
    end
        The time of this thread after which nothing more is asked.
    """
    before: dict[int, Answers] = {id(answers.place): answers for answers in asked}
    for first in reversed(asked):
        if thread_time() > end:
            return
        place = first.place
        origin = None if place.before is None else before.get(id(place.before))
        if origin is not None:
            _ask_beside(origin, place.move, met, rng)
        check_same(first, ask(place, met))
        if origin is not None:
            again = origin.place.after(place.move)
            check_equal(place, again)
            check_same(first, ask(again, met))


def _ask_beside(origin: Answers, move: Any, met: Met, rng: Random) -> None:
    """Ask the histories after other moves, first of all after an outcome of probability 0.

    One or two of them: what goes back and forth shows after an odd number.
    """
    others = [other for other in origin.moves if other != move]
    if origin.chances is not None:
        others = [other for other in others if origin.chances[other] == 0] or others
    for _ in range(1 + rng.integer(2) if others else 0):
        check_answers(origin.place.after(others[rng.integer(len(others))]), met, twice=False)
