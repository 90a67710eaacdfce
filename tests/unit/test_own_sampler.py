"""The user's sampler of docs/explanation/samplers.md has all features of a sampler."""

from __future__ import annotations

import importlib
import importlib.util
import os
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.pages import ROOT, blocks
from tests.rows import bits
from tests.runs import printed
from zerosum.algorithms import DCFR, LINEAR, PLUS, PREDICTIVE_PLUS
from zerosum.errors import RuleError, StoreError
from zerosum.evaluation import exploitability
from zerosum.jit import compiled
from zerosum.kuhn import Kuhn
from zerosum.kuhn.three import KuhnThree

SOURCE = next(b for b in blocks(ROOT / "docs/explanation/samplers.md") if "class Average" in b)


@pytest.fixture(scope="module")
def sampling(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The class, from a file of its own."""
    folder = tmp_path_factory.mktemp("own")
    (folder / "average_strategy.py").write_text(SOURCE)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(folder)
        yield importlib.import_module("average_strategy").AverageStrategySampling
    del sys.modules["average_strategy"]


def test_it_is_a_short_file_and_refuses_rules_that_make_no_sense(sampling):
    assert SOURCE.count("\n") <= 65
    with pytest.raises(RuleError, match="must not be used with sampling"):
        sampling(Kuhn(), PREDICTIVE_PLUS)


@pytest.mark.parametrize(
    ("game", "rule"),
    [(Kuhn, PLUS), (Kuhn, DCFR), pytest.param(KuhnThree, LINEAR, marks=pytest.mark.slow)],
)
def test_native_and_interpreted_bits(sampling, game, rule):
    made = [sampling(game(), rule, 3, period=7, native=native) for native in (True, False)]
    for solver in made:
        solver.run(60)
    assert [solver.native for solver in made] == [True, False]
    assert made[0].touched == made[1].touched
    assert bits(made[0]) == bits(made[1])


def test_it_comes_to_an_equilibrium(sampling):
    """Three seeds left .0034, .0026 and .0036."""
    solver = sampling(Kuhn(), PLUS, 1, epsilon=0.2)
    solver.run(400_000)
    assert exploitability(Kuhn(), solver.strategy()) < 0.0055


def test_going_on_is_never_having_stopped(sampling, tmp_path):
    whole, first = (sampling(Kuhn(), DCFR, 5, period=10, epsilon=0.3) for _ in range(2))
    whole.run(100)
    first.run(40)
    first.save(tmp_path / "run")
    again = sampling.load(tmp_path / "run", Kuhn())
    assert (again.work.epsilon, again.work.beta, again.work.tau) == (0.3, 10.0, 100.0)
    again.run(60)
    assert bits(again) == bits(whole)
    with pytest.raises(StoreError, match=r"the epsilon that it began with, 0\.3"):
        sampling.load(tmp_path / "run", Kuhn(), epsilon=0.1)


PROGRAM = """
    from average_strategy import AverageStrategySampling
    from zerosum.jit import compiled
    from zerosum.kuhn import Kuhn
    solver = AverageStrategySampling(Kuhn(), seed=1, reserve=1 << 20)
    solver.run(50)
    print(compiled(solver.kernel)._cache.hits, solver.work.arrays()["values"].sum())
"""


def run_in(folder: Path) -> list[str]:
    """Run the program in a folder, in a process of its own; return the words that it prints."""
    places = os.pathsep.join([str(folder), str(ROOT)])
    return printed(PROGRAM, PYTHONPATH=places, ZEROSUM_CACHE=folder / "cache").split()


@pytest.mark.slow
def test_its_code_is_kept_and_an_edit_is_seen(tmp_path):
    (tmp_path / "average_strategy.py").write_text(SOURCE)
    first, again = run_in(tmp_path), run_in(tmp_path)
    assert (first[0], again[0], first[1]) == ("0", "1", again[1])
    (tmp_path / "average_strategy.py").write_text(SOURCE.replace("q * min(1.0, rho)", "q"))
    edited = run_in(tmp_path)
    assert edited[0] == "0"
    assert edited[1] != first[1]


RATES = """
from zerosum.jit import kernel
import settings

SCALE = (1.0, 2.0)

def times(rates):
    @kernel
    def scaled(x, by=1.0):
        return x * rates[1] * SCALE[0] * by * settings.RATE

    return scaled

scaled = times((3.0, 4.0))
"""


@pytest.mark.parametrize(
    ("file", "before", "after"),
    [
        ("rates", "(3.0, 4.0)", "(3.0, 5.0)"),
        ("rates", "(1.0, 2.0)", "(7.0, 2.0)"),
        ("rates", "by=1.0", "by=2.0"),
        ("settings", "RATE = 1.0", "RATE = 9.0"),
    ],
)
def test_what_a_kernel_rests_on_is_part_of_what_it_is(file, before, after, tmp_path, monkeypatch):
    """A tuple in a closure, a global one, a default, another module's constant."""
    monkeypatch.syspath_prepend(tmp_path)
    found = []
    for texts in ({}, {file: (before, after)}):
        for name, text in {"rates": RATES, "settings": "RATE = 1.0\n"}.items():
            (tmp_path / f"{name}.py").write_text(text.replace(*texts.get(name, ("", ""))))
            sys.modules.pop(name, None)
        importlib.invalidate_caches()
        shutil.rmtree(tmp_path / "__pycache__", ignore_errors=True)
        kernel = importlib.import_module("rates").scaled
        found.append(compiled(kernel)._cache._meaning)
    for name in ("rates", "settings"):
        sys.modules.pop(name, None)
    assert found[0] is not None
    assert found[0] != found[1]
