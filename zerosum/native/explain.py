"""What of a game is native, what is not, why, and what to write instead."""
from __future__ import annotations
from typing import Any
def blame(base, view, error):
    return f"{type(error).__name__}: {error}"
