"""The seats of a game at which somebody decides, and the others."""

from typing import Any

from zerosum.abstraction import split
from zerosum.game import number_of_seats, seat_of
from zerosum.native.primitives import draw
from zerosum.rng import Random

_PLAYOUTS = 300


def seats_of(game: Any) -> tuple[int, ...]:
    """Return the seats that have a choice in a game, as far as random playouts find them.

    Parameters
    ----------
    game
        The start of a game, abstract or not.

    Examples
    --------
    >>> from zerosum.kuhn.three import KuhnThree
    >>> seats_of(KuhnThree())
    (0, 1, 2)
    """
    rng, seats = Random(0), set[int]()
    for _ in range(_PLAYOUTS):
        seats |= _acting(split(game)[0], rng)
        if len(seats) == number_of_seats(split(game)[0]):
            break
    return tuple(sorted(seats))


def _acting(history: Any, rng: Random) -> set[int]:
    """Return the seats that have a choice in a random playout."""
    seats = set()
    while not history.terminal:
        if history.chance:
            history = history.apply(draw(history, rng))
            continue
        menu = history.infoset(history.active).actions()
        if len(menu) > 1:
            seats.add(seat_of(history))
        history = history.apply(menu[rng.integer(len(menu))])
    return seats
