"""What some deals of a game tell about an abstraction."""

from __future__ import annotations

from typing import Any

import numpy as np

from zerosum.experiment.study.record import Clash, Counts, Offer, Study
from zerosum.experiment.study.subject import Subject
from zerosum.experiment.study.tasks import task
from zerosum.game import players_of
from zerosum.lattice.memory.findings import report as recollection
from zerosum.lattice.memory.forgotten import key_of
from zerosum.lattice.memory.sample import Sampled
from zerosum.lattice.memory.sample import sampled as played
from zerosum.lattice.numbering import Classes, divided, numbered

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
        met = played(subject.base, None, subject.actions, scope.deals, scope.seed)
    with task("Asking the factors"):
        classes = met.classes(states)
    before = Counts(_counted(met, met.classes(None)))
    clash = _clash(subject, met, classes)
    if clash is not None:
        return subject.report(why, before, clash=clash)
    with task("Looking for what is forgotten"):
        recall = recollection(met, states, subject.actions, subject.vocabulary)
    return subject.report(
        why,
        before,
        after=Counts(_counted(met, classes)),
        recall=recall,
        notes=(UNKNOWN,) if subject.abstract else (),
    )


def _counted(met: Sampled, classes: Classes) -> tuple[int, ...]:
    """Return how many classes of each player's decisions there are."""
    owners, players = met.paths.owners, range(players_of(met.base))
    return tuple(int(np.unique(classes[owners == player]).size) for player in players)


def _clash(subject: Subject, met: Sampled, classes: Classes) -> Clash | None:
    """Return two decisions of one key with two players or two menus, None without any."""
    known: dict[Any, int] = {}
    offers = [known.setdefault((each.player, each.menu), len(known)) for each in met.decisions]
    pair = divided(classes, numbered(np.array(offers, np.int64)))
    if pair is None:
        return None
    first, second = (_offer(met, number) for number in pair)
    return Clash(key_of(subject.states, first.witness.infoset), (first, second))


def _offer(met: Sampled, number: int) -> Offer:
    decision = met.decisions[number]
    return Offer(decision.player, decision.menu, met.witness(number))
