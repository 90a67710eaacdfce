"""How much memory a run takes, and what it says when its table is full."""

from __future__ import annotations

from dataclasses import replace

import pytest

from zerosum.abstraction import Abstracted
from zerosum.abstraction.fitting import listening
from zerosum.algorithms import CFR, ExternalSampling, RoundSampling, StreetCFR
from zerosum.errors import ExperimentError, NotApplicable, StoreError
from zerosum.experiment import Experiment, check, train
from zerosum.experiment.memory import (
    bytes_of,
    full_words,
    limits_of,
    reserve_of,
    resident,
    table_words,
)
from zerosum.leduc import Leduc
from zerosum.pkr.abstraction import allin, passive
from zerosum.pkr.buckets.holdem.factor import StreetBuckets
from zerosum.pkr.hands.deck import TWENTY
from zerosum.pkr.holdem import NoLimitHoldem
from zerosum.pkr.holdem.abstraction import player
from zerosum.pkr.holdem.abstraction.buckets import ehs, percentile
from zerosum.tables import Storage


class TestMemory:
    def test_a_run_keeps_within_it(self, tmp_path):
        experiment = Experiment(Leduc, iterations=300)
        outcome = train(experiment, tmp_path / "run", memory=resident() + (1 << 30))
        assert 0 < outcome.solver.work.table.most_bytes < 1 << 30
        assert full_words(outcome.solver) == ""

    def test_a_full_table_is_resumed_within_the_same_limit(self, tmp_path, monkeypatch):
        """Also by a process that takes more at its start."""
        experiment = Experiment(Leduc, iterations=200)
        taken = [300_000_000]
        monkeypatch.setattr("zerosum.experiment.memory.resident", lambda: taken[0])
        monkeypatch.setattr("zerosum.experiment.memory._LEAST_TABLE", 0)
        monkeypatch.setattr("zerosum.experiment.memory._DRIFT", 20_000)
        limit = taken[0] + 150_000_000 + 70_000
        first = train(experiment, tmp_path / "run", memory=limit).solver
        assert first.turned_away > 0
        taken[0] += 19_000
        again = train(
            replace(experiment, iterations=300), tmp_path / "run", memory=limit, resume=True
        ).solver
        assert again.iterations == 300
        taken[0] += 2_000
        with pytest.raises(StoreError, match="must have room for"):
            train(replace(experiment, iterations=400), tmp_path / "run", memory=limit, resume=True)

    def test_too_little_and_no_table_are_refused(self):
        with pytest.raises(ExperimentError, match=r"must be at least .*; got 1 MB: ask for more"):
            reserve_of(10**6, Experiment(Leduc), Leduc())
        with pytest.raises(ExperimentError, match="must be left out for CFR"):
            reserve_of(10**9, Experiment(Leduc, algorithm=CFR), Leduc())

    def test_numbers_of_streets_have_a_limit(self):
        experiment = Experiment(Leduc, algorithm=StreetCFR, iterations=2)
        limit = resident() + 2 * 10**8
        assert "numbers of all hands" in table_words(experiment, Leduc(), limit)
        options = limits_of(limit, experiment, Leduc())
        assert 0 < StreetCFR(Leduc(), native=False, **options).memory < 5 * 10**7

    def test_rounds_stop_when_their_table_is_full(self):
        experiment, limit = Experiment(Leduc, algorithm=RoundSampling), resident() + 2 * 10**8
        options = limits_of(limit, experiment, Leduc())
        assert RoundSampling(Leduc(), native=False, **options).full == "stop"
        assert "When it is full, training stops." in table_words(experiment, Leduc(), limit)

    def test_what_cannot_be_is_refused_before_anything_is_fitted(self, tmp_path, monkeypatch):
        menu, folder = passive + allin, tmp_path / "run"
        states = player * menu * ehs(10, 3, deck=TWENTY) * percentile(8, 3, deck=TWENTY)
        game = Abstracted(NoLimitHoldem(players=3, deck=TWENTY), states, menu)
        experiment = Experiment(game, iterations=5)
        monkeypatch.setattr(StreetBuckets, "data_bytes", lambda _: 10**9)
        with listening(lambda *_: pytest.fail("it must not be fitted")):
            for memory in (10**6, resident() + 2 * 10**9):  # there are two such factors
                with pytest.raises(ExperimentError, match="memory of this run must be at least"):
                    check(experiment, folder, memory=memory)
            with pytest.raises(NotApplicable, match="must be for two players to bound"):
                check(experiment, folder, respond=1.0)
            with pytest.raises(ExperimentError, match="NoLimitHoldem has about"):
                check(replace(experiment, target=0.1, iterations=None), folder)

    @pytest.mark.parametrize("text", ["much", "-1GB", "", "20 GBs"])
    def test_what_is_no_size(self, text):
        with pytest.raises(ExperimentError, match="write 20GB or 500MB"):
            bytes_of(text)

    def test_what_a_run_says(self):
        solver = ExternalSampling(Leduc(), seed=1, reserve=6_000, full="uniform")
        solver.run(100)
        assert "has been full since iteration" in full_words(solver)
        options = {"storage": Storage("float32")}
        words = table_words(Experiment(Leduc, options=options), Leduc(), resident() + (1 << 30))
        assert "infosets with four actions. When it is full" in words
