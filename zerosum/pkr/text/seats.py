"""The names of seats by their position: ``SB``, ``UTG+1``, ``BTN``, and in whole words."""

from __future__ import annotations

_LAST = {"BTN": "button", "CO": "cutoff", "HJ": "hijack"}  # from the last seat on
_BLINDS = {"SB": "small blind", "BB": "big blind"}
_FIRST = "seat under the gun"


def seat_name(seat: int, players: int, button: int = 0) -> str:
    """Return the name of a seat in words; of two seats, the one with the button is the small blind.

    >>> [seat_name(seat, 6) for seat in range(6)]
    ['small blind', 'big blind', 'seat under the gun', 'hijack', 'cutoff', 'button']
    >>> seat_name(1, 2, button=1), seat_name(4, 9)
    ('small blind', 'seat under the gun + 2')
    """
    word = seat_word(seat, players, button)
    name = (_BLINDS | _LAST).get(word)
    return name or word.replace("UTG", _FIRST).replace("+", " + ")


def seat_word(seat: int, players: int, button: int = 0) -> str:
    """Return the short name of a seat.

    >>> seat_word(3, 9), seat_word(2, 4)
    ('UTG+1', 'CO')
    """
    return seat_words(players, button)[seat]


def seat_words(players: int, button: int = 0) -> list[str]:
    """Return the short names of all seats.

    >>> seat_words(9)
    ['SB', 'BB', 'UTG', 'UTG+1', 'UTG+2', 'UTG+3', 'HJ', 'CO', 'BTN']
    >>> seat_words(2, button=1)
    ['BB', 'SB']
    """
    blinds, last = list(_BLINDS), list(_LAST)[: players - 2]
    if players == 2:
        return blinds[::-1] if button == 1 else blinds
    early = [f"UTG+{number}" if number else "UTG" for number in range(players - 2 - len(last))]
    return [*blinds, *early, *reversed(last)]
