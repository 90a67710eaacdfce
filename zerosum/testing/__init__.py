"""Tests for your own games and abstractions: random histories, and checks of the protocol.

This needs `Hypothesis <https://hypothesis.works>`_, which
``python -m pip install 'zerosum[test]'`` installs.

    >>> from zerosum.kuhn import Kuhn
    >>> check_game(Kuhn(), examples=10)
"""

try:
    import hypothesis as _  # noqa: F401
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        "zerosum.testing needs Hypothesis, which is not installed: "
        "run python -m pip install 'zerosum[test]'.",
        name=error.name,
    ) from None

from zerosum.testing.check import check_abstraction, check_game
from zerosum.testing.native import check_native
from zerosum.testing.public import check_public, public_states
from zerosum.testing.strategies import Playout, histories, infosets, playouts

__all__ = [
    "Playout",
    "check_abstraction",
    "check_game",
    "check_native",
    "check_public",
    "histories",
    "infosets",
    "playouts",
    "public_states",
]
