"""The findings about an abstraction in a sample of deals."""

from __future__ import annotations

from typing import Any

import numpy as np

from zerosum.abstraction import Algebraic, Product
from zerosum.experiment.fitting import task
from zerosum.experiment.study.record import Clash, Counts, Offer, Scope
from zerosum.game import players_of
from zerosum.lattice.memory.decisions import Decisions, clash, sampled_decisions
from zerosum.lattice.memory.findings import report as recollection
from zerosum.lattice.partitions import Classes

UNKNOWN = (
    "The price is not known: it needs every history. `python -m blood.evaluate RUN` bounds what "
    "others win against a trained strategy; a smaller game of the kind can be priced."
)


def sampled(
    base: Any,
    states: Product | None,
    actions: Algebraic | None,
    vocabulary: tuple[Algebraic, ...],
    scope: Scope,
) -> dict[str, Any]:
    """Return the findings of a study, by field, from deals in which players act at random."""
    with task(f"Playing {scope.deals:,} deals"):
        met = sampled_decisions(base, None, actions, scope.deals, scope.seed)
    with task("Asking the factors"):
        classes = met.classes(states)
    before = Counts(_counted(met, met.classes(None)))
    pair = clash(met, states)
    if pair is not None:
        return {"before": before, "clash": Clash.of(states, tuple(_offer(met, n) for n in pair))}
    with task("Checking what players forget"):
        recall = recollection(met, states, actions, vocabulary)
    found = {"before": before, "after": Counts(_counted(met, classes)), "recall": recall}
    return found if (states, actions) == (None, None) else {**found, "notes": (UNKNOWN,)}


def _counted(met: Decisions, classes: Classes) -> tuple[int, ...]:
    """Return how many classes of each player's decisions there are."""
    owners, players = met.paths.owners, range(players_of(met.base))
    return tuple(int(np.unique(classes[owners == player]).size) for player in players)


def _offer(met: Decisions, number: int) -> Offer:
    decision = met.played[number]
    return Offer(decision.player, decision.menu, met.witness(number))
