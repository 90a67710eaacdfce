"""Long work in pieces, on all cores."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor

from zerosum.cores import cores

CHUNK = 1_000
"""Hands that are measured in one piece: about 15 milliseconds."""


def share_out(
    work: Callable[[int], None], pieces: Sequence[int], progress: Callable[[float], None]
) -> None:
    """Do each piece of work, on all cores; Ctrl-C ends it after the pieces at hand.

    Parameters
    ----------
    work
        Does one piece; several run at a time.
    pieces
        What ``work`` is given.
    progress
        Called after each piece with the share that is done.
    """
    with ThreadPoolExecutor(cores()) as pool:
        try:
            for done, _ in enumerate(pool.map(work, pieces), 1):
                progress(done / len(pieces))
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
