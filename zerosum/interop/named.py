"""The games of other programs by the names that commands take."""

from pathlib import Path
from typing import Any


def is_foreign(name: str) -> bool:
    """Return whether a name is that of a game of another program, not of a module.

    >>> is_foreign("games/poker.efg"), is_foreign("blood.kuhn")
    (True, False)
    """
    return Path(name).suffix.lower() in {".efg", ".nfg"}


def foreign_game(name: str) -> Any | None:
    """Return the start of the game that a name stands for; None for other names.

    Parameters
    ----------
    name
        A path that ends in ``.efg`` or ``.nfg``.

    Raises
    ------
    GameError
        If the game cannot be read, or cannot be solved here.

    Examples
    --------
    >>> foreign_game("blood.kuhn") is None
    True
    """
    if is_foreign(name):
        from zerosum.interop.gambit import read_gambit

        return read_gambit(name)
    return None
