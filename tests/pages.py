"""What pages of Markdown show: Python, files that the reader saves, and commands."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.DOTALL | re.MULTILINE)
SAVED = re.compile(
    r"^Save this as `(\w+\.py)`[^\n]*:\n\n```python\n(.*?)^```$", re.DOTALL | re.MULTILINE
)
SESSION = re.compile(r"^```\n\$ (python -m blood\.[^\n]+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def blocks(page: Path) -> list[str]:
    """Return the blocks of Python of a page."""
    return BLOCK.findall(page.read_text("utf-8"))


def saved(page: Path) -> dict[str, str]:
    """Return the files that a page tells the reader to save, by name."""
    return dict(SAVED.findall(page.read_text("utf-8")))


def sessions(page: Path) -> list[tuple[str, str]]:
    """Return the commands of a page that stand behind ``$``, each with what it prints."""
    return SESSION.findall(page.read_text("utf-8"))
