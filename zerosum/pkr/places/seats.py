"""Names of seats by their position."""

_NAMES = ("button", "cutoff", "hijack")  # from the last seat on


def seat_name(seat: int, players: int, button: int = 0) -> str:
    """Return the name of a seat; of two seats, the one with the button is the small blind.

    >>> [seat_name(seat, 6) for seat in range(6)]
    ['small blind', 'big blind', 'seat under the gun', 'hijack', 'cutoff', 'button']
    >>> seat_name(0, 2), seat_name(1, 2, button=1), seat_name(4, 9)
    ('small blind', 'small blind', 'seat 5')
    """
    if players == 2:
        return "small blind" if seat == button else "big blind"
    if seat < 2:
        return ("small blind", "big blind")[seat]
    if players - seat <= len(_NAMES) and (seat > 2 or players < 6):
        return _NAMES[players - seat - 1]
    return "seat under the gun" if seat == 2 else f"seat {seat + 1}"
