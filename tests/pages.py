"""What pages of Markdown show: Python, files that the reader saves, and commands."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.DOTALL | re.MULTILINE)
SAVED = re.compile(
    r"^Save this as `(\w+\.py)`[^\n]*:\n\n```python\n(.*?)^```$", re.DOTALL | re.MULTILINE
)
CONTINUED = re.compile(r"^This page continues \[[^]]+\]\(([\w-]+\.md)\)", re.MULTILINE)
SESSION = re.compile(r"^```\n\$ (python -m blood\.[^\n]+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def blocks(page: Path) -> list[str]:
    """Return the blocks of Python of a page."""
    return BLOCK.findall(page.read_text("utf-8"))


def saved(page: Path) -> dict[str, str]:
    """Return the files that a page, or the one that it continues, tells the reader to save."""
    text = page.read_text("utf-8")
    found = CONTINUED.search(text)
    return (saved(page.parent / found[1]) if found else {}) | dict(SAVED.findall(text))


def sessions(page: Path) -> list[tuple[str, str]]:
    """Return the commands of a page that stand behind ``$``, each with what it prints."""
    return SESSION.findall(page.read_text("utf-8"))
