"""Opens saved strategies of every kind."""

from pathlib import Path
from typing import Any

from zerosum.strategy.policy import TabularPolicy
from zerosum.strategy.saved import STREETS
from zerosum.strategy.strategy import Strategy
from zerosum.support import store


def open_strategy(path: str | Path, game: Any) -> TabularPolicy:
    """Open a saved strategy of a game as memory maps, whatever solver made it.

    Raises
    ------
    StoreError
        If the folder is damaged, or the strategy is of another game or abstraction.

    Examples
    --------
    >>> import tempfile
    >>> from zerosum.algorithms import CFR
    >>> from zerosum.kuhn import Kuhn
    >>> with tempfile.TemporaryDirectory() as place:
    ...     CFR(Kuhn()).strategy().save(place)
    ...     len(open_strategy(place, Kuhn()))
    12
    """
    if store.read(path, mmap=True).meta.get("kind") != STREETS:
        return Strategy.load(path, game)
    from zerosum.strategy.streets import StreetStrategy  # which needs trees

    return StreetStrategy.load(path, game)
