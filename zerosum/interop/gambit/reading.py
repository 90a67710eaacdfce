"""Read a file of Gambit: its first words say which format it has."""

from pathlib import Path

from zerosum.errors import GameError
from zerosum.interop.gambit.efg import parse_tree
from zerosum.interop.gambit.game import FileGame
from zerosum.interop.gambit.nfg import parse_table
from zerosum.interop.gambit.words import Words

_FORMATS = {("EFG", "2"): parse_tree, ("NFG", "1"): parse_table}


def read_gambit(path: str | Path) -> FileGame:
    """Return the start of the game in a file of Gambit, ``.efg`` or ``.nfg``.

    Parameters
    ----------
    path
        The file.

    Returns
    -------
    A game like any other here, interpreted. Players are numbered from 0 in the order of the file,
    and payoffs are those of the file.

    Raises
    ------
    GameError
        If there is no such file, it is not one of Gambit, or its payoffs do not have the same sum
        at every end of the game.

    Notes
    -----
    Time and memory grow with the size of the file: a megabyte takes about a second.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as place:
    ...     file = Path(place) / "pennies.nfg"
    ...     _ = file.write_text('NFG 1 R "Pennies" { "Even" "Odd" } { 2 2 } 1 0 0 1 0 1 1 0')
    ...     read_gambit(file).infoset(0).actions()
    ('1', '2')
    """
    path = Path(path)
    try:
        text = path.read_bytes().decode("utf-8-sig", "replace")
    except OSError as error:
        raise GameError(
            f"The file {path} must be one that can be read; got {error.strerror or error}: check "
            f"the path.",
            path,
        ) from error
    return parse_gambit(text, path.name)


def parse_gambit(text: str, name: str = "the text") -> FileGame:
    """Return the start of the game that a text in one of Gambit's formats describes.

    Parameters
    ----------
    text
        What a file holds.
    name
        What errors call it.

    Raises
    ------
    GameError
        As :func:`read_gambit` does.

    Examples
    --------
    >>> from zerosum.algorithms import LinearProgram
    >>> pennies = 'NFG 1 R "Pennies" { "Even" "Odd" } { 2 2 } 2 0 0 1 0 1 1 0'
    >>> try:
    ...     parse_gambit(pennies)
    ... except ValueError as error:
    ...     print(error)
    The payoffs of the text must have the same sum at every end of the game; they are 2, 0 (sum 2) \
in line 1 and 0, 1 (sum 1) in line 1: only zero-sum games, and games of another constant sum, are \
solved here.
    >>> round(LinearProgram(parse_gambit(pennies.replace("2 0 0 1", "1 0 0 1"))).value, 12)
    0.5
    """
    words = Words(text, name)
    parse = _FORMATS.get((words.next, "".join(words.words[1:2])))
    if parse is None:
        words.wrong("The beginning", "EFG 2 R for a tree, or NFG 1 R for a table")
    words.at = 2
    if not (words.skips("R") or words.skips("D")):
        words.wrong("The third word", "R")
    return parse(words)
