"""The Python that pages of Markdown show."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def blocks(page: Path) -> list[str]:
    """Return the blocks of Python of a page."""
    return BLOCK.findall(page.read_text("utf-8"))
