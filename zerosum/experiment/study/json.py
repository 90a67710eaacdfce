"""The report of an abstraction as a JSON file."""

from __future__ import annotations

import json
from pathlib import Path

from zerosum.errors import ExperimentError
from zerosum.experiment.study.record import Study


def require_json(path: Path) -> None:
    """Refuse a path where no report may be written.

    Raises
    ------
    ExperimentError
        If it does not end in ``.json``, its folder does not exist, or it is a folder itself.
    """
    if path.suffix.lower() != ".json":
        message = (
            f"The name of the JSON file must end in .json; got {path}: choose it with --json, or "
            "- to print it."
        )
        raise ExperimentError(message, path)
    if not path.parent.is_dir():
        message = f"The folder of the JSON file {path} must exist; there is none: make it first."
        raise ExperimentError(message, path)
    if path.is_dir():
        message = f"The JSON file {path} must be a file; a folder is there: choose another name."
        raise ExperimentError(message, path)


def text_of(study: Study) -> str:
    """Return a report as JSON."""
    return json.dumps(study.as_dict(), indent=2, allow_nan=False)


def save_json(study: Study, path: Path) -> None:
    """Write a report as JSON, atomically.

    Raises
    ------
    ExperimentError
        If the path cannot be written, or :func:`require_json` refuses it.
    """
    require_json(path)
    part = path.with_name(f"{path.name}.part")
    try:
        part.write_text(text_of(study) + "\n", "utf-8")
        part.replace(path)
    except OSError as error:
        part.unlink(missing_ok=True)
        message = f"The JSON file {path} must be writable; got {error.strerror}."
        raise ExperimentError(message, path) from error
