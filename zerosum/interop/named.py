"""The games of other programs by the names that commands take."""

from pathlib import Path
from typing import Any

_OPENSPIEL = "openspiel:"


def is_foreign(name: str) -> bool:
    """Return whether a name is that of a game of another program, not of a module.

    >>> is_foreign("games/poker.efg"), is_foreign("openspiel:kuhn_poker"), is_foreign("blood.kuhn")
    (True, True, False)
    """
    return name.startswith(_OPENSPIEL) or Path(name).suffix.lower() in {".efg", ".nfg"}


def foreign_game(name: str) -> Any | None:
    """Return the start of the game that a name stands for; None for other names.

    Parameters
    ----------
    name
        ``openspiel:NAME`` or ``openspiel:NAME(parameter=value)``, or a path that ends in ``.efg``
        or ``.nfg``.

    Raises
    ------
    ExperimentError
        If the program must be installed first, or knows no such game.
    GameError
        If the game cannot be read, or cannot be solved here.

    Examples
    --------
    >>> foreign_game("blood.kuhn") is None
    True
    """
    if not is_foreign(name):
        return None
    if name.startswith(_OPENSPIEL):
        from zerosum.interop.openspiel import from_openspiel

        return from_openspiel(name.removeprefix(_OPENSPIEL))
    from zerosum.interop.gambit import read_gambit

    return read_gambit(name)
