"""What a saved strategy or solver is of: its game and abstraction, by their meaning."""

from __future__ import annotations

from typing import Any

from zerosum.abstraction import View
from zerosum.abstraction.identity import fingerprint


def describe(game: Any, view: View) -> dict[str, Any]:
    """Return what a strategy or a checkpoint is of: fingerprints of game, states, actions.

    Comments, docstrings and annotations do not count; the order of factors does not either.
    """
    states = None if view.states is None else sorted(f.identity for f in view.states.canonical)
    actions = None if view.actions is None else view.actions.identity
    return {"game": fingerprint(game), "states": states, "actions": actions}


def differing(theirs: dict[str, Any], ours: dict[str, Any]) -> str:
    """Return in what two descriptions differ, in words; empty where they agree.

    >>> differing({"game": "a", "actions": None}, {"game": "b", "actions": None})
    'game'
    """
    return " and ".join(name for name in ours if theirs.get(name) != ours[name])
