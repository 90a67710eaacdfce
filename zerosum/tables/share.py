"""One thread's share of a workspace: the table is everybody's, all else its own."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from zerosum.rng import Random
from zerosum.tables.places import PATH_WORDS, ROW_WORDS, SCRATCH, STACK_BUDGET
from zerosum.tables.workspace import Workspace

_SHARED = ("gate", "words", "values", "index", "blocks", "hashes", "discounts")
_COPIED = ("limits", "settings", "weights")


class Share(Workspace):
    """What one of several threads works on.

    Parameters
    ----------
    whole
        The workspace that is shared.
    stack
        Bytes of stack that the thread may use.
    """

    def __init__(self, whole: Workspace, stack: int) -> None:
        self.whole = whole
        self.stack = stack
        self.rng, self.dealer = Random(0), Random(0)
        for generator in (self.rng, self.dealer):
            generator.word = _apart(1, np.uint64)
        self.counts = _apart(8, np.int64)
        self.limits = _apart(8, np.int64)
        self.settings = _apart(16, np.int64)
        self.weights = _apart(16, np.float64)
        self.witness = _apart(1, np.int64)
        self.row = _apart(ROW_WORDS, np.int64)
        self.path = _apart(PATH_WORDS + ROW_WORDS, np.int64)
        self.scratch = _apart(SCRATCH + 2 * ROW_WORDS, np.float64)
        self.refresh()

    def refresh(self) -> None:
        """Take over what the whole workspace says, and count from zero."""
        whole = self.whole
        for name in _SHARED:
            setattr(self, name, getattr(whole, name))
        self.sizes = whole.counts
        for name in _COPIED:
            getattr(self, name)[:] = getattr(whole, name)
        self.limits[STACK_BUDGET] = self.stack
        self.counts[:] = 0
        self.readdress()


def _apart(size: int, kind: Any) -> NDArray[Any]:
    """Return an array that shares no cache line, which threads would take from each other."""
    return np.zeros(size + 32, kind)[16 : 16 + size]
