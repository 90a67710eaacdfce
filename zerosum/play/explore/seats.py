"""The seats of a game at which somebody decides, and what they see of one another's actions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import permutations

from zerosum.abstraction import base_and_view, split
from zerosum.game import History, number_of_seats, seat_of
from zerosum.laws import LONGEST, Place, endless
from zerosum.native.playouts import Step, own_actions, playout
from zerosum.rng import Random

_PLAYOUTS = 300
_COMPARED = 100  # playouts
_MOVES = 30_000  # of all that are compared


@lru_cache(maxsize=8)
def seats_of(game: History, options: int = 2) -> tuple[int, ...]:
    """Return the seats that have a choice in a game, as far as random playouts find them.

    Parameters
    ----------
    game
        The start of a game, abstract or not.
    options
        How many actions are a choice; 1 for the seats that act at all.

    Examples
    --------
    >>> from zerosum.kuhn.three import KuhnThree
    >>> seats_of(KuhnThree())
    (0, 1, 2)
    """
    rng, seats = Random(0), set[int]()
    for _ in range(_PLAYOUTS):
        seats |= {_turn(step.history) for step in _playout(game, rng) if len(step.menu) >= options}
        if len(seats) == number_of_seats(split(game)[0]):
            break
    return tuple(sorted(seats))


@lru_cache(maxsize=8)
def unseen_of(game: History) -> frozenset[tuple[int, int]]:
    """Return pairs of seats where the second does not see what the first does.

    In random playouts, one action of a seat is replaced by another. If the rest can be played as
    before, and another seat then knows the same at its next decision, it has not seen the action.
    In a game with such a pair, a pair that could not be compared counts, too.

    Parameters
    ----------
    game
        The start of a game, abstract or not.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn
    >>> unseen_of(Kuhn())
    frozenset()
    """
    rng, seen, unseen = Random(0), set[tuple[int, int]](), set[tuple[int, int]]()
    moves = 0
    for _ in range(_COMPARED):
        steps = _playout(game, rng)
        for first, last in _compared(steps):
            pair = _turn(steps[first].history), _turn(steps[last].history)
            other = _replayed(steps[first : last + 1], rng)
            moves += last - first
            if other is not None:
                (unseen if other == steps[last].infoset else seen).add(pair)
        if moves > _MOVES:
            break
    pairs = permutations(range(number_of_seats(split(game)[0])), 2)
    return frozenset(pair for pair in pairs if unseen and (pair in unseen or pair not in seen))


def _playout(game: History, rng: Random) -> list[Step]:
    """Play a random hand of the base game."""
    base, view = base_and_view(game)
    *steps, end = playout(base, own_actions, rng)
    if not end.history.terminal:
        raise endless(Place(base, view), LONGEST)
    return steps


def _compared(steps: list[Step]) -> Iterator[tuple[int, int]]:
    """Yield the places of choices, each with the next decision of each other seat."""
    seats = [_turn(step.history) for step in steps]
    for first, step in enumerate(steps):
        if len(step.menu) < 2:
            continue
        seen = {-1, seats[first]}
        for last in range(first + 1, len(steps)):
            if seats[last] not in seen:
                seen.add(seats[last])
                yield first, last


def _replayed(steps: Sequence[Step], rng: Random) -> History:
    """Return the infoset of the last decision after another action at the first.

    It is None if the rest cannot be played as before.
    """
    first, *rest, last = steps
    others = [move for move in first.menu if move != first.move]
    history = first.history.apply(others[rng.integer(len(others))])
    for step in rest:
        if history.terminal or _turn(history) != _turn(step.history):
            return None
        if step.menu and step.move not in history.infoset(history.active).actions():
            return None
        try:
            history = history.apply(step.move)
        except Exception:  # noqa: BLE001 (an outcome that the other action rules out)
            return None
    alike = not history.terminal and _turn(history) == _turn(last.history)
    return history.infoset(history.active) if alike else None


def _turn(history: History) -> int:
    """Return the seat to act, -1 for chance."""
    return -1 if history.chance else seat_of(history)
