"""Read text files that users name."""

from pathlib import Path

from zerosum.errors import GameError


def read_text(path: Path, thing: str, advice: str, errors: str = "strict") -> str:
    """Return the text of a file, without the byte order mark that some editors put before it.

    Parameters
    ----------
    path
        The file.
    thing
        What an error calls it.
    advice
        Which file to give instead.
    errors
        What becomes of bytes that are not UTF-8, as in ``bytes.decode``.

    Raises
    ------
    GameError
        If it is missing, is a folder, cannot be read, or is not text in UTF-8.
    """
    try:
        return path.read_text("utf-8-sig", errors)
    except UnicodeDecodeError:
        got = "it is not"
    except FileNotFoundError:
        got = "there is no such file"
    except OSError as error:
        got = "it is a folder" if path.is_dir() else f"the system says: {error.strerror}"
    raise GameError(
        f"The {thing} {path} must be a readable text file in UTF-8; {got}: {advice}.", path
    )
