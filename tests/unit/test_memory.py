"""How much memory a run takes, and what it says when its table is full."""

from __future__ import annotations

import pytest

from zerosum.algorithms import CFR, ExternalSampling
from zerosum.errors import ExperimentError
from zerosum.experiment import Experiment, train
from zerosum.experiment.memory import bytes_of, full_words, reserve_of, resident, table_words
from zerosum.leduc import Leduc
from zerosum.tables import Storage


class TestMemory:
    def test_a_run_keeps_within_it(self, tmp_path):
        experiment = Experiment(Leduc, iterations=300)
        outcome = train(experiment, tmp_path / "run", memory=resident() + (1 << 30))
        assert 0 < outcome.solver.work.table.most_bytes < 1 << 30
        assert full_words(outcome.solver) == ""

    def test_too_little_is_refused(self):
        with pytest.raises(ExperimentError, match=r"must be at least .*; got 1 MB: ask for more"):
            reserve_of(10**6, Experiment(Leduc), Leduc())

    @pytest.mark.parametrize("text", ["much", "-1GB", "", "20 GBs"])
    def test_what_is_no_size(self, text):
        with pytest.raises(ExperimentError, match="write 20GB or 500MB"):
            bytes_of(text)

    def test_algorithms_without_a_table(self):
        with pytest.raises(ExperimentError, match="must be left out for CFR"):
            reserve_of(10**9, Experiment(Leduc, algorithm=CFR), Leduc())

    def test_what_a_run_says(self):
        solver = ExternalSampling(Leduc(), seed=1, reserve=6_000, full="uniform")
        solver.run(100)
        assert "has been full since iteration" in full_words(solver)
        options = {"storage": Storage("float32")}
        words = table_words(Experiment(Leduc, options=options), Leduc(), resident() + (1 << 30))
        assert "infosets with four actions. When it is full" in words
