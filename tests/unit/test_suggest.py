"""Which factor to add: regrets that training gathers by the values of candidate factors."""

from __future__ import annotations

import numpy as np
import pytest

from tests.factors import card as kuhn_card
from zerosum.abstraction import Abstracted, algebraic
from zerosum.algorithms import CFR, ExternalSampling
from zerosum.errors import AbstractionError, RuleError, TableError
from zerosum.evaluation import suggest
from zerosum.evaluation.growing.gains import Groups
from zerosum.evaluation.growing.gather import WHOLE, Gathering
from zerosum.kuhn import Kuhn
from zerosum.kuhn.abstraction import betting, is_jack
from zerosum.leduc import Leduc, abstraction
from zerosum.leduc.abstraction import board_rank, is_king, pairs, rank
from zerosum.tables import HEADER, Storage


@algebraic
def suit(infoset):
    return infoset.card & 1


LEDUC = Abstracted(Leduc(), abstraction.betting)
CANDIDATES = (board_rank, is_king, pairs, rank, suit)


def shares(sums: list[np.ndarray]) -> float:
    """Return the share of a value, from the sum of regrets in each iteration that visits it."""
    pairs = [(one, two) for one in sums for two in sums if one is not two]
    visits = [each[0] for each in sums]
    products = sum(float(one[1:] @ two[1:]) for one, two in pairs)
    return sum(visits) * products / sum(a[0] * b[0] for a, b in pairs) if pairs else 0.0


def test_gains_are_those_of_the_definition(monkeypatch):
    visits = []

    def write_down(gathered, end, at, iteration, n, values, value):
        regrets = [values[a] - value for a in range(n)]
        visits.append((tuple(gathered.row[:end]), at, iteration, regrets))
        original(gathered, end, at, iteration, n, values, value)

    from zerosum.evaluation.growing import gather as module

    original = module.add_visit
    monkeypatch.setattr(module, "add_visit", write_down)
    solver = Gathering(LEDUC, factors=(pairs, rank), seed=3, native=False)
    solver.run(30)
    groups = Groups.of(solver.gathered, others=True)
    words = solver.gathered.table.words
    for row, block in enumerate(groups.blocks):
        end = words[block + 1] & 0xFFFFFFFF
        *key, at = words[block + HEADER : block + HEADER + end].tolist()
        own, others = {}, {}
        for told, bucket, iteration, regrets in visits:
            if bucket == at and told[0] == groups.places[row]:
                sums = own if list(told) == key else others
                sums[iteration] = sums.get(iteration, 0.0) + np.array([1.0, *regrets])
        assert groups.shares[0, row] == pytest.approx(shares(list(own.values())), abs=1e-9)
        halves = [[sums for it, sums in own.items() if it % 2 == half] for half in (0, 1)]
        assert groups.shares[1:, row] == pytest.approx([*map(shares, halves)], abs=1e-9)
        if key[0] != WHOLE and not own.keys() & others.keys():
            assert groups.others[row] == pytest.approx(shares(list(others.values())), abs=1e-9)


def test_what_is_gathered_changes_nothing_of_training():
    solver = ExternalSampling(LEDUC, seed=3, native=False)
    gathering = Gathering(LEDUC, factors=CANDIDATES, seed=3, native=False)
    for each in (solver, gathering):
        each.run(20)
    assert np.array_equal(solver.state()[0]["values"], gathering.state()[0]["values"])


def test_factors_are_ranked():
    found = suggest(LEDUC, CANDIDATES, 200, every=1, native=False)
    assert [each.factor for each in found.candidates[:3]] == [pairs, is_king, rank]
    assert found.best == pairs
    assert found.iterations == 200
    useless = next(each for each in found.candidates if each.factor == suit)
    assert abs(useless.gain) < 0.1 * found.candidates[0].gain
    lines = str(found).splitlines()
    assert lines[0].split() == ["factor", "gain", "a", "bucket", "gain", "half", "half", "buckets"]
    assert lines[1].startswith("pairs ")


def test_a_solver_goes_on_and_is_not_changed():
    solver = ExternalSampling(LEDUC, seed=3, native=False)
    solver.run(100)
    before = solver.random.state, solver.state()[0]["values"].copy()
    found = suggest(solver, CANDIDATES, 101)
    assert found.iterations == 25  # every fourth of 101 to 201
    assert (solver.random.state, solver.iterations) == (before[0], 100)
    assert np.array_equal(solver.state()[0]["values"], before[1])


def test_what_the_states_imply_gains_nothing():
    found = suggest(Abstracted(Kuhn(), kuhn_card * betting), [is_jack], 50, native=False)
    assert [(each.gain, each.cells) for each in found.candidates] == [(0.0, 0)]
    assert found.best is None
    assert "separates nothing" in str(found)


@pytest.mark.slow
def test_an_exploiter_is_asked_for_chips():
    game = Abstracted(Kuhn(), betting)
    found = suggest(game, [is_jack], 200, chips=100, native=False)
    (candidate,) = found.candidates
    assert candidate.chips.mean > found.chips.mean
    assert found.as_dict()["candidates"][0]["chips"]["mean"] == candidate.chips.mean
    assert str(found).count("±") == 2


def test_room_for_what_is_gathered_may_end():
    gathering = Gathering(LEDUC, factors=CANDIDATES, seed=3, native=False)
    gathering.gathered.table.most_rows = 20
    gathering.run(20)
    assert gathering.gathered.turned_away > 0
    assert gathering.gathered.rows == 20


@pytest.mark.parametrize(
    ("start", "factors", "error", "words"),
    [
        (Leduc(), [pairs], AbstractionError, "must have states"),
        (LEDUC, [abstraction.betting], AbstractionError, "do not have yet"),
        (LEDUC, [], AbstractionError, "do not have yet"),
        (LEDUC, ["pairs"], AbstractionError, "must be a factor or a product"),
    ],
)
def test_faulty_arguments(start, factors, error, words):
    with pytest.raises(error, match=words):
        suggest(start, factors, 10, native=False)


def test_faulty_solvers():
    with pytest.raises(RuleError, match="must be an ExternalSampling"):
        suggest(CFR(Abstracted(Kuhn(), betting), native=False), [is_jack], 10)
    solver = ExternalSampling(LEDUC, native=False, reserve=1 << 20, storage=Storage(fingerprint=64))
    with pytest.raises(TableError, match="fingerprints"):
        suggest(solver, [pairs], 10)


@pytest.mark.slow
def test_native_gains_are_those_of_the_interpreted_run():
    game = Abstracted(Leduc(), abstraction.betting)
    found = [suggest(game, CANDIDATES, 300, every=1, native=native) for native in (True, False)]
    assert found[0].as_dict() == found[1].as_dict()
