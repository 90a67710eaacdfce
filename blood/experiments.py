"""The experiments of this package by name."""

import re
from pathlib import Path

DEFAULT = "blood.quick"
_DECLARES = re.compile(r"^((class|def) TrainingAbstraction\b|TrainingAbstraction =)", re.MULTILINE)


def experiments() -> list[str]:
    """Return the modules here that declare ``TrainingAbstraction``, without importing them.

    >>> DEFAULT in experiments()
    True
    """
    files = sorted(Path(__file__).parent.glob("*.py"))
    return [f"blood.{file.stem}" for file in files if _DECLARES.search(file.read_text("utf-8"))]
