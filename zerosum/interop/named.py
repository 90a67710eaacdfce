"""The games of other programs by the names that commands take."""

from typing import Any


def foreign_game(name: str) -> Any | None:
    """Return the start of the game that a name stands for; None for other names.

    Parameters
    ----------
    name
        ``openspiel:NAME`` or ``openspiel:NAME(parameter=value)``.

    Raises
    ------
    ExperimentError
        If the program must be installed first, or knows no such game.
    GameError
        If the game cannot be solved here.

    Examples
    --------
    >>> foreign_game("blood.kuhn") is None
    True
    """
    program, _, rest = name.partition(":")
    if program == "openspiel":
        from zerosum.interop.openspiel import from_openspiel

        return from_openspiel(rest)
    return None
