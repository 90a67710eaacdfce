"""Files and folders that a command writes: checked before the work is done, written atomically."""

import tempfile
from collections.abc import Callable, Collection
from dataclasses import dataclass
from pathlib import Path

from zerosum.errors import ExperimentError


@dataclass(frozen=True)
class Kind:
    """A kind of files, which replaces files of its own kind only.

    Parameters
    ----------
    name
        As messages call it.
    suffix
        The end of the file names.
    option
        The option of the command that names the file.
    sign
        Bytes of such files.
    at
        Where these begin.
    """

    name: str
    suffix: str
    option: str
    sign: bytes
    at: int = 0

    def require(self, path: Path) -> None:
        """Refuse a path at which no file of this kind may be written.

        Raises
        ------
        ExperimentError
            If it does not end in the suffix, its folder does not exist, or something else is there.
        """
        if path.suffix.lower() != self.suffix:
            raise ExperimentError(
                f"The name of the {self.name} must end in {self.suffix}; got {path}: choose it "
                f"with {self.option}.",
                path,
            )
        if not path.parent.is_dir():
            raise ExperimentError(
                f"The folder of the {self.name} {path} must exist; there is none: make it first.",
                path,
            )
        if path.is_dir() or (path.exists() and not self._is_at(path)):
            raise ExperimentError(
                f"The {self.name} {path} must be new, or take the place of a {self.name}; "
                f"something else is there: choose another name with {self.option}.",
                path,
            )

    def write(self, path: Path, writing: Callable[[Path], object]) -> None:
        """Write a file, atomically.

        Parameters
        ----------
        path
            Where.
        writing
            A function that writes the file to a given path.

        Raises
        ------
        ExperimentError
            If the path cannot be written, or :meth:`require` refuses it.
        """
        self.require(path)
        part = path.with_name(f"{path.name}.part")
        try:
            part.unlink(missing_ok=True)  # a killed command leaves its own
            writing(part)
            part.replace(path)
        except OSError as error:
            message = f"The {self.name} {path} must be writable; got {error.strerror or error}."
            raise ExperimentError(message, path) from error
        finally:
            part.unlink(missing_ok=True)

    def _is_at(self, path: Path) -> bool:
        try:
            with path.open("rb") as file:
                file.seek(self.at)
                return file.read(len(self.sign)) == self.sign
        except OSError:
            return False


def kind_of(path: Path, thing: str, kinds: Collection[Kind], advice: str) -> Kind:
    """Return the kind of file that a path names by its ending.

    Parameters
    ----------
    path
        Where the file is to be.
    thing, advice
        What messages call a file of any of the kinds, and how to choose a name.
    kinds
        The kinds, at least two.

    Raises
    ------
    ExperimentError
        If the path ends in none of their suffixes.
    """
    suffix = path.suffix.lower()
    *endings, last = (kind.suffix for kind in kinds)
    if suffix not in {*endings, last}:
        raise ExperimentError(
            f"The name of the {thing} must end in {', '.join(endings)} or {last}; got {path}: "
            f"{advice}.",
            path,
        )
    return next(kind for kind in kinds if kind.suffix == suffix)


def require_folder(path: Path) -> None:
    """Refuse a path at which no new folder may be written.

    Raises
    ------
    ExperimentError
        If something is there, or the folder that would hold it does not exist.

    Examples
    --------
    >>> try:
    ...     require_folder(Path("/"))
    ... except ExperimentError as error:
    ...     print(error)
    The folder / must be new; there is one: name another.
    """
    if path.exists() or path.is_symlink():
        message = f"The folder {path} must be new; there is one: name another."
        raise ExperimentError(message, path)
    if not path.absolute().parent.is_dir():
        message = f"The folder that holds {path} must exist; there is none: make it first."
        raise ExperimentError(message, path)


def write_folder(path: Path, writing: Callable[[Path], object]) -> None:
    """Write a new folder, atomically: nothing is left of one that could not be written.

    Parameters
    ----------
    path
        Where.
    writing
        A function that fills an empty folder.

    Raises
    ------
    ExperimentError
        If the path cannot be written, or :func:`require_folder` refuses it.

    Examples
    --------
    >>> with tempfile.TemporaryDirectory() as place:
    ...     write_folder(Path(place) / "chart", lambda part: (part / "AA.txt").write_text("raise"))
    ...     (Path(place) / "chart" / "AA.txt").read_text()
    'raise'
    """
    require_folder(path)
    try:
        with tempfile.TemporaryDirectory(dir=path.absolute().parent, prefix=path.name) as folder:
            part = Path(folder) / path.name
            part.mkdir()
            writing(part)
            part.rename(path)
    except OSError as error:
        message = f"The folder {path} must be writable; got {error.strerror or error}."
        raise ExperimentError(message, path) from error
