"""What a report is about."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from zerosum.abstraction import Algebraic, Product
from zerosum.experiment.study.record import Counts, Study
from zerosum.experiment.study.scope import Scope


@dataclass(frozen=True)
class Subject:
    """What a report is about.

    Parameters
    ----------
    name
        Of the experiment.
    base
        The start of the whole game.
    states, actions
        The abstraction; None for what is left as it is.
    vocabulary
        Factors whose return may restore recall.
    scope
        How far to go.
    """

    name: str
    base: Any
    states: Product | None
    actions: Algebraic | None
    vocabulary: tuple[Algebraic, ...]
    scope: Scope

    @property
    def abstract(self) -> bool:
        """Whether anything is left out."""
        return (self.states, self.actions) != (None, None)

    def report(self, why_sampled: str | None, before: Counts, **found: Any) -> Study:
        """Return the report on it, with what was found."""
        game = type(self.base).__qualname__
        return Study(
            self.name, game, self.states, self.actions, self.scope, why_sampled, before, **found
        )
