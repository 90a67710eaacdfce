"""How far a report goes: what is enumerated, what is sampled, and how hard it is priced."""

from __future__ import annotations

from dataclasses import dataclass

from zerosum.errors import ExperimentError
from zerosum.lattice.memory.recall import DEALS

LIMIT = 300_000
ITERATIONS = 1_000


@dataclass(frozen=True)
class Scope:
    """How far a report goes.

    Parameters
    ----------
    limit
        Games of at most so many histories are looked at as a whole, larger ones sampled.
    deals
        How many are sampled of those.
    seed
        Of the deals.
    ablate
        Whether every factor is priced too; None where that is quick.
    iterations
        Of CFR, where no linear program serves.

    Raises
    ------
    ExperimentError
        Where one of them makes no sense.

    Examples
    --------
    >>> Scope(deals=1_000).limit
    300000
    """

    limit: int = LIMIT
    deals: int = DEALS
    seed: int = 0
    ablate: bool | None = None
    iterations: int = ITERATIONS

    def __post_init__(self) -> None:
        for name in ("limit", "deals", "iterations"):
            value = getattr(self, name)
            if value < 1:
                message = f"The {name} of a study must be 1 or more; got {value}."
                raise ExperimentError(message, value)
