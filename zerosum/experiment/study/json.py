"""The report of an abstraction as a JSON file."""

from __future__ import annotations

import json
from pathlib import Path

from zerosum.experiment.files import Kind
from zerosum.experiment.study.record import FORMAT, Study

_REPORT = Kind("JSON report", ".json", "--json", f'{{\n  "format": {FORMAT},'.encode())


def require_json(path: Path) -> None:
    """Refuse a path where no report may be written.

    Raises
    ------
    ExperimentError
        If it does not end in ``.json``, its folder does not exist, or something else is there.
    """
    _REPORT.require(path)


def text_of(study: Study) -> str:
    """Return a report as JSON."""
    return json.dumps(study.as_dict(), indent=2, allow_nan=False)


def save_json(study: Study, path: Path) -> None:
    """Write a report as JSON, atomically; it takes the place of an older report.

    Raises
    ------
    ExperimentError
        If the path cannot be written, or :func:`require_json` refuses it.
    """
    _REPORT.write(path, lambda part: part.write_text(text_of(study) + "\n", "utf-8"))
