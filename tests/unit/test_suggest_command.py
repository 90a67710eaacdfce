"""``python -m blood.study RUN --suggest FACTOR``."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import partial

import pytest

from blood.study import main
from tests.pictures import clipped, drawn, tick_labels
from tests.runs import invoked, succeeded
from zerosum.abstraction import Abstracted
from zerosum.errors import ExperimentError
from zerosum.evaluation import suggest
from zerosum.experiment import load, train
from zerosum.experiment.study import Suggested, text_of
from zerosum.experiment.study.vocabulary import factors_named
from zerosum.kuhn import Kuhn
from zerosum.kuhn.abstraction import betting, is_jack


@pytest.fixture(scope="module")
def found():
    game = Abstracted(Kuhn(), betting)
    return Suggested("kuhn", 0, suggest(game, [is_jack], 60, every=1, native=False))


def test_the_report(found):
    lines = str(found).splitlines()
    assert lines[0] == "kuhn: which factor to add to betting"
    assert lines[1] == "Sampled: 60 iterations after 0, which visited 4 buckets."
    assert lines[4].split()[0] == "is_jack"
    record = json.loads(text_of(found))
    assert record["format"] == 1
    assert record["candidates"][0]["cells"] == 4


def test_the_picture(found):
    drawn()
    figure = found.picture()
    assert tick_labels(figure.axes[0].yaxis) == ["is_jack"]
    assert not clipped(figure)


def test_names_of_factors():
    named = partial(factors_named, name="", game=Kuhn())
    assert named(["zerosum.leduc.abstraction:by_rank"])[0].__name__ == "rank"
    for text, words in (("is_jck", "did you mean is_jack"), ("zerosum.kuhn:no", "importable")):
        with pytest.raises(ExperimentError, match=words):
            named([text])
    with pytest.raises(ExperimentError, match="There is no factor"):
        named(["zerosum.kuhn:Kuhn"])


@pytest.mark.slow
def test_a_run_goes_on(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "seen.py").write_text(
        "from zerosum.abstraction import Abstracted\n"
        "from zerosum.kuhn import Kuhn\n"
        "from zerosum.kuhn.abstraction import betting\n"
        "TrainingAbstraction = Abstracted(Kuhn(), betting)\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    train(replace(load("seen"), iterations=500, threads=1), tmp_path / "run")
    result = succeeded(main, "run --suggest is_jack --gather 400 --chips 100 --json run.json")
    assert "Sampled: 400 iterations after 500" in result.stdout
    assert json.loads((tmp_path / "run.json").read_text())["chips"]["error"] > 0
    refused = invoked(main, "seen --suggest is_queen")
    assert refused.exit_code == 2
