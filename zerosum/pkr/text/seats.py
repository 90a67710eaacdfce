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

    >>> [seat_word(seat, 9) for seat in range(9)]
    ['SB', 'BB', 'UTG', 'UTG+1', 'UTG+2', 'UTG+3', 'HJ', 'CO', 'BTN']
    >>> [seat_word(seat, 4) for seat in range(4)]
    ['SB', 'BB', 'CO', 'BTN']
    """
    blinds = list(_BLINDS)
    if players == 2:
        return blinds[seat != button]
    last = list(_LAST)[: min(players - 2, 3)]
    middle = players - 2 - len(last)
    early = [f"UTG+{number}" if number else "UTG" for number in range(middle)]
    return [*blinds, *early, *reversed(last)][seat]


def seats_called(word: str, players: int, button: int = 0) -> list[int]:
    """Return the seat of a short name as a list; empty if the table has no such seat.

    Of two seats, the one with the button may be called that too.

    >>> seats_called("UTG+1", 8), seats_called("HJ", 4), seats_called("BTN", 2, button=1)
    ([3], [], [1])
    """
    if players == 2 and word == "BTN":
        return [button]
    return [seat for seat in range(players) if seat_word(seat, players, button) == word]
