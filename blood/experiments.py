"""The experiments of this package by name."""

from pathlib import Path

DEFAULT = "blood.quick"


def experiments() -> list[str]:
    """Return the modules here that declare ``TrainingAbstraction``, without importing them.

    >>> DEFAULT in experiments()
    True
    """
    files = sorted(Path(__file__).parent.glob("*.py"))
    return [
        f"blood.{file.stem}"
        for file in files
        if "\nclass TrainingAbstraction" in (text := file.read_text("utf-8"))
        or "\nTrainingAbstraction =" in text
    ]
