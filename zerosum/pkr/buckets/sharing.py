"""Long work in pieces, on all cores."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeAlias

from zerosum.cores import cores

Progress: TypeAlias = Callable[[float], None]
"""Takes the share of work done."""
CHUNK = 1_000
"""Hands measured in one piece, about 15 milliseconds."""


def share_out(work: Callable[[int], None], pieces: Sequence[int], progress: Progress) -> None:
    """Do all pieces of work, on all cores; Ctrl-C ends it after the current pieces.

    Parameters
    ----------
    work
        Does one piece; several run at a time.
    pieces
        The arguments of ``work``.
    progress
        Called after each piece with the share of work done.
    """
    with ThreadPoolExecutor(cores()) as pool:
        try:
            for done, _ in enumerate(pool.map(work, pieces), 1):
                progress(done / len(pieces))
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
