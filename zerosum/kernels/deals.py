"""One deal for an iteration: what chance does depends on how often it moved, not on the betting."""

from __future__ import annotations

from typing import Any

from zerosum.jit import kernel
from zerosum.native.primitives import draw


@kernel
def deal(game: Any, work: Any, dealt: int) -> Any:
    """Draw an outcome of chance, which moved ``dealt`` times before.

    Each number of moves has a stream of random numbers of its own, the same in all walks of an
    iteration: along any one path outcomes are as independent as ever, while paths share what
    they can, such as the cards of the board.
    """
    work.dealer.follow(work.deal, dealt)
    return draw(game, work.dealer)
