"""Work on many rows in parts, on all cores."""

from collections.abc import Callable

from zerosum.pkr.buckets.sharing import Progress, share_out


def in_parts(count: int, size: int, work: Callable[[slice], None], progress: Progress) -> None:
    """Do work on all rows, so many at a time; matrix products use one thread each.

    The parts depend on the number of rows only, so what is written for each does not depend on the
    number of threads.

    Parameters
    ----------
    count, size
        The rows, and those of a part.
    work
        Does one part; several run at a time.
    progress
        Called after each part with the share done.
    """
    from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

    with threadpool_limits(1):
        share_out(lambda start: work(slice(start, start + size)), range(0, count, size), progress)
