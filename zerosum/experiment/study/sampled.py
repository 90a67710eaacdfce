"""What some deals of a game tell about an abstraction."""

from __future__ import annotations

import numpy as np

from zerosum.experiment.study.record import Clash, Counts, Offer, Study
from zerosum.experiment.study.subject import Subject
from zerosum.experiment.study.tasks import task
from zerosum.game import players_of
from zerosum.lattice.memory.decisions import Decisions, clash, sampled_decisions
from zerosum.lattice.memory.findings import report as recollection
from zerosum.lattice.memory.forgotten import key_of
from zerosum.lattice.partitions import Classes

UNKNOWN = (
    "The price is not known: it needs every history. `python -m blood.evaluate RUN` bounds what "
    "others win against a trained strategy; a smaller game of the kind can be priced."
)


def sampled(subject: Subject, why: str) -> Study:
    """Return the report of an abstraction, from deals in which players act at random.

    Parameters
    ----------
    subject
        What is studied.
    why
        Why the whole game is not enumerated, in a sentence.
    """
    scope, states = subject.scope, subject.states
    with task(f"Playing {scope.deals:,} deals"):
        met = sampled_decisions(subject.base, None, subject.actions, scope.deals, scope.seed)
    with task("Asking the factors"):
        classes = met.classes(states)
    before = Counts(_counted(met, met.classes(None)))
    pair = clash(met, states)
    if pair is not None:
        return subject.report(why, before, clash=_clash(subject, met, pair))
    with task("Looking for what is forgotten"):
        recall = recollection(met, states, subject.actions, subject.vocabulary)
    return subject.report(
        why,
        before,
        after=Counts(_counted(met, classes)),
        recall=recall,
        notes=(UNKNOWN,) if subject.abstract else (),
    )


def _counted(met: Decisions, classes: Classes) -> tuple[int, ...]:
    """Return how many classes of each player's decisions there are."""
    owners, players = met.paths.owners, range(players_of(met.base))
    return tuple(int(np.unique(classes[owners == player]).size) for player in players)


def _clash(subject: Subject, met: Decisions, pair: tuple[int, int]) -> Clash:
    first, second = (_offer(met, number) for number in pair)
    return Clash(key_of(subject.states, first.witness.infoset), (first, second))


def _offer(met: Decisions, number: int) -> Offer:
    decision = met.played[number]
    return Offer(decision.player, decision.menu, met.witness(number))
