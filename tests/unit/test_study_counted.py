"""Studies of hold'em in buckets: infosets and bytes are counted before anything is fitted."""

from __future__ import annotations

import json

import pytest

from blood.study import main
from tests.runs import invoked
from zerosum.abstraction import Abstracted, split
from zerosum.algorithms import ExternalSampling
from zerosum.experiment.study import Scope, counted, study
from zerosum.experiment.study.counted import public_size
from zerosum.pkr import NoLimitHoldem
from zerosum.pkr.abstraction import allin, limited, passive, raises
from zerosum.pkr.holdem import TWENTY
from zerosum.pkr.holdem.abstraction import player, reentrant
from zerosum.pkr.holdem.abstraction.buckets import hole, rank_vectors
from zerosum.tables import Storage

OFFERS = passive + limited(raises(1), hand=1) + allin


def small(*streets):
    """Return hold'em for two with 25 hands before the flop, and two buckets on the flop."""
    parts = {"deck": TWENTY, "board": (3,)}
    cards = hole(**parts) * rank_vectors(2, **parts)
    game = NoLimitHoldem(stacks=(8,), **parts)
    return Abstracted(game, reentrant(*streets) * player * cards * OFFERS, OFFERS)


@pytest.fixture
def interpreted(monkeypatch):
    """Count without a compiler."""
    whole = counted.count_alike
    monkeypatch.setattr(
        counted, "count_alike", lambda *args, **given: whole(*args, **given | {"native": False})
    )


def test_nothing_is_fitted(interpreted, monkeypatch):
    monkeypatch.setattr("zerosum.pkr.buckets.holdem.factor.fit", None)
    found = study(small(1), name="small")
    assert found.before is None
    assert found.size.outline.buckets == (25, 2)
    nodes, slots = found.size.decisions.nodes, found.size.decisions.slots
    assert found.size.infosets == (25 * nodes[0], 2 * nodes[1])
    assert found.size.slots == (25 * slots[0], 2 * slots[1])
    assert (found.well_formed, found.compression) == (None, None)
    text = str(found)
    assert "Nothing is played" in text
    assert "When the flop begins, all earlier betting is forgotten but for its result" in text
    assert f"flop               {nodes[1]}       {slots[1]}        2" in text
    assert "* actions\n" in text
    told = json.loads(json.dumps(found.as_dict()))
    assert told["size"]["infosets"] == list(found.size.infosets)
    assert told["before"] is told["well_formed"] is None


def test_nothing_is_counted_where_that_is_not_asked_for(monkeypatch):
    monkeypatch.setattr(counted, "count_alike", None)
    found = study(small(1), Scope(count=False), name="small")
    assert (found.size, found.before, found.price) == (None, None, None)
    text = " ".join(str(found).split())
    assert "Nothing is played. When the flop begins, all earlier betting is forgotten" in text
    assert "`python -m blood.study small` counts them." in text


def test_forgetting_makes_fewer_infosets(interpreted):
    whole, less = (study(small(*streets)).size for streets in ((), (1,)))
    assert whole.outline.forgotten == ("Nothing of the betting is forgotten.",)
    assert whole.infosets[0] == less.infosets[0]
    assert whole.infosets[1] > less.infosets[1]
    for storage in (Storage(), Storage("float32", dense=True), Storage("float32", averages=1)):
        assert whole.bytes(storage) > less.bytes(storage)


@pytest.mark.slow
@pytest.mark.parametrize(
    "storage",
    [
        Storage(),
        Storage("float32"),
        Storage("float32", fingerprint=64),
        Storage("float32", dense=True, averages=1),
    ],
)
@pytest.mark.parametrize("streets", [(), (1,)])
def test_the_table_of_a_solver_takes_what_was_counted(streets, storage):
    game = small(*streets)
    size = public_size(*split(game), native=False)
    solver = ExternalSampling(game, seed=1, storage=storage)
    solver.run(100_000)
    rows = sum(size.decisions.nodes) if storage.dense else sum(size.infosets)
    assert solver.infosets == sum(size.infosets)
    assert solver.work.table.rows == rows
    assert solver.work.table.bytes == size.bytes(storage)


@pytest.mark.slow
def test_deals_are_sampled_where_that_is_asked_for():
    found = study(small(1), Scope(sample=True, deals=20))
    assert found.size is not None
    assert found.before.rows > 0
    assert "Sampled, not exact" in str(found)


@pytest.mark.slow
def test_the_command():
    found = invoked(main, "blood.tyche2 --game reentrant=1,2,3")
    assert found.exit_code == 0
    assert "all           137,072  392,509" in found.output
