"""How many cores there are to share work out to."""

from __future__ import annotations

import os


def cores() -> int:
    """Return how many cores this process may use.

    >>> cores() >= 1
    True
    """
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # macOS, Windows
        return os.cpu_count() or 1
