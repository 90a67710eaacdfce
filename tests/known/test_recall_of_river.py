"""River of Blood: the small blind that forgets its raise, and the key that prevents it."""

from __future__ import annotations

from typing import Any

import pytest

from blood import quick, river, river_recall
from blood.basic import bets, equities, strength
from zerosum.abstraction import Product
from zerosum.lattice import Memory, RecallReport, recall
from zerosum.pkr.game import Call, Fold, RaisePot, RiverOfBlood

AT_A_GLANCE = strength(20)
# The buckets of the experiments, of fewer hands and boards.
IN_BUCKETS = equities((8,) + (40,) * 7, dimension=50, maxiter=5, opponents=5, samples=4_000)


def with_cards(states: Product, cards: Any) -> Product:
    """Return the states of an experiment with other cards."""
    kept = [factor for factor in states.factors if factor not in river.cards.factors]
    return Product(tuple(kept)) * cards


def report(experiment: Any, cards: Any, deals: int) -> RecallReport:
    states = with_cards(experiment.states, cards)
    return recall(RiverOfBlood, states, experiment.actions, vocabulary=bets, deals=deals)


def check_absent_minded(found: RecallReport) -> None:
    """The pair: folding the opening is folding to a re-raise."""
    small, big = found.players
    assert small.verdict is Memory.ABSENT_MINDED
    assert big.absent_minded is None
    finding = small.absent_minded
    assert finding is not None
    first, second = (witness.infoset for witness in finding.witnesses)
    assert (first.total, first.pips, second.pips, second.total) == (3, (1, 2), (4, 8), 12)
    assert first.hand == second.hand
    key = dict(finding.key)
    assert (key["street"], key["linearpot(20)"], key["player"]) == (0, 0, 0)
    assert key[repr(river.actions)][:3] == (Fold(), Call(), RaisePot())
    assert [piece.values for piece in finding.forgotten] == [(RaisePot(),)]
    assert [name for name, _, _ in finding.unseen] == ["pips", "bets"]
    assert bets in finding.restored_by
    assert small.restored_by == ()


def check_remembers_the_street(found: RecallReport) -> None:
    """What was done on earlier streets is forgotten; no path is known to come back."""
    for each in found.players:
        assert each.verdict is Memory.IMPERFECT
        assert each.absent_minded is None
    assert "no path met an infoset twice, which proves nothing" in str(found)
    finding = found.players[0].imperfect
    assert finding is not None
    assert [len(witness.infoset.community) for witness in finding.witnesses] == [3, 3]


def test_small_blind() -> None:
    check_absent_minded(report(river, AT_A_GLANCE, deals=30))


def test_small_blind_with_bets_in_its_key() -> None:
    check_remembers_the_street(report(river_recall, AT_A_GLANCE, deals=50))


def test_quick() -> None:
    found = recall(quick.TrainingAbstraction, deals=30)
    assert (found.states, found.actions) == (quick.states, quick.actions)
    check_remembers_the_street(found)


@pytest.mark.slow
def test_small_blind_in_buckets() -> None:
    check_absent_minded(report(river, IN_BUCKETS, deals=1_000))


@pytest.mark.slow
def test_small_blind_in_buckets_with_bets_in_its_key() -> None:
    check_remembers_the_street(report(river_recall, IN_BUCKETS, deals=1_000))
