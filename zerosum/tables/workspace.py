"""The data of a kernel that walks a game, and what of it is saved."""

from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from zerosum.rng import Random
from zerosum.support.tokens import ROW_WORDS
from zerosum.tables.arena import Arena, Floats, Ints, apart
from zerosum.tables.blocks import COUNTS, check_table
from zerosum.tables.storage import Storage
from zerosum.tables.table import Table

PATH_WORDS = 1 << 16
SCRATCH = 1 << 18


ALL_STREETS = 1 << 30


class Workspace(Arena):
    """A table, scratch space, random numbers, and the numbers of a run.

    An algorithm that needs more numbers declares them in a subclass.

    Parameters
    ----------
    rng
        The random number generator of the kernel. A second generator, ``dealer``, is for chance; it
        is not saved, because each iteration sets it again.
    reserve, storage, threads
        Of the table, see :class:`Table`.
    values
        The values of other fields.

    Raises
    ------
    TableError
        If the system does not give the reserve that is asked for.

    Examples
    --------
    >>> work = Workspace(Random(7), reserve=1 << 22)
    >>> work.rows, work.touched, work.alike(touched=5).touched
    (0, 0, 5)
    >>> sorted(work.arrays())
    ['blocks', 'counts', 'hashes', 'values', 'words']
    """

    table: Table
    rng: Random
    dealer: Random
    # For hands that are followed beside the real one: what names a stream for each, and the stream.
    mind: Random
    word: Random
    # What has been done, and where the kernel is: ``depth`` is the length of the path, ``witness``
    # the block that the row at hand contradicts.
    touched: int
    iterations: int
    depth: int
    witness: int
    # Of a full table: where the values of an infoset begin that it has no room for (0 if that is
    # an error), how often there was one, and the first iteration with one.
    spill: int
    turned_away: int
    full_since: int
    # The game, and the rule. A row has ``numbers`` values for each action, and one more, its last
    # period, where regrets fade.
    players: int
    # Each player's share of what payoffs sum to.
    share: float
    # Whose walk it is.
    player: int
    numbers: int
    fades: int
    linear: int
    period_length: int
    gamma: float
    floor: float
    # On how many streets averages are kept.
    averages: int
    # What one chip, or the probability of one, counts in the table.
    scale: float
    discounts: Floats
    # The iteration: its number, its period, what chance draws from, its weights.
    iteration: int
    period: int
    deal: int
    regret_weight: float
    average_weight: float
    # Bytes of stack that may be used, and where it ends.
    stack_budget: int
    stack_end: int
    # Scratch: the row at hand, the moves that lead to the history at hand, numbers by depth.
    row: Ints
    path: Ints
    scratch: Floats

    def __init__(
        self,
        rng: Random,
        reserve: int | None = None,
        *,
        storage: Storage | None = None,
        threads: int = 1,
        **values: Any,
    ) -> None:
        common = {"numbers": 2, "discounts": np.ones(6), "scale": 1.0, "averages": ALL_STREETS}
        table = Table(reserve, storage, threads)
        super().__init__(table=table, rng=rng, **_scratch(), **common | values)

    @classmethod
    def holding(cls, rng: Random, table: Table) -> Self:
        """Return a workspace with an existing table."""
        work = cls.__new__(cls)
        Arena.__init__(work, table=table, rng=rng, discounts=np.ones(6), **_scratch())
        return work

    def __getstate__(self) -> dict[str, Any]:
        own = _scratch()
        return {name: value for name, value in super().__getstate__().items() if name not in own}

    def __setstate__(self, state: dict[str, Any]) -> None:
        super().__setstate__(state | _scratch())

    def for_thread(self) -> Self:
        """Return the workspace of one of several threads, which share only the table."""
        rng = Random(0)
        rng.word = apart(1, np.uint64)
        return self.alike(rng=rng, **_scratch())

    @property
    def rows(self) -> int:
        """The number of rows of the table."""
        return self.table.rows

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Return what must be saved, without the free space."""
        table = self.table
        counts = [getattr(self if hasattr(self, name) else table, name) for name in COUNTS]
        return {"counts": np.array([*counts, 0]), **table.arrays()}

    def restore(self, arrays: dict[str, NDArray[Any]], *, averaged: bool = True) -> None:
        """Restore what :meth:`arrays` returned; the index must be built again.

        Parameters
        ----------
        arrays
            What it returned.
        averaged
            Whether all rows have an average.

        Raises
        ------
        TableError
            If the arrays do not fit each other or this workspace, or the reserve is too small.
        """
        if self.table.prints == 0:
            check_table(arrays, self.fades, self.numbers, averaged=averaged)
        counts = dict(zip(COUNTS, arrays["counts"].tolist(), strict=False))
        self.table.restore(arrays, counts["rows"], counts["mask"])
        self.touched, self.iterations = counts["touched"], counts["iterations"]
        self.depth = counts["depth"]


def _scratch() -> dict[str, Any]:
    """Return what each thread has of its own, with room for one more row at the ends."""
    dealer, mind, word = (Random(0) for _ in range(3))
    dealer.word = apart(1, np.uint64)
    return {
        "dealer": dealer,
        "mind": mind,
        "word": word,
        "row": apart(ROW_WORDS + 1, np.int64),
        "path": apart(PATH_WORDS + ROW_WORDS, np.int64),
        "scratch": apart(SCRATCH + 2 * ROW_WORDS, np.float64),
    }
