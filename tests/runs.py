"""Run folders as training leaves them, without the training; and commands on them."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
import textwrap
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner, Result

from tests.pages import ROOT
from zerosum.abstraction import Abstracted
from zerosum.algorithms import ExternalSampling
from zerosum.experiment import load
from zerosum.scale.tasks import Attempt, Backend, Task, attempted
from zerosum.strategy import Strategy

CONFIG = {
    "format": 1,
    "algorithm": "ExternalSampling",
    "rule": "linear",
    "seed": 7,
    "iterations": 400,
    "minutes": None,
}
FIGURES = {"iterations": 400, "seconds": 0.5, "infosets": 12, "touched": 20_000}


SMALL = """
from zerosum.abstraction import Abstracted
from zerosum.pkr import NoLimitHoldem
from zerosum.pkr.abstraction import allin, limited, passive, pot_bets
from zerosum.pkr.holdem.abstraction import made, player, round_history

actions = passive + limited(pot_bets(2), street=1) + allin
game = NoLimitHoldem(players=3, stacks=(20,))
TrainingAbstraction = Abstracted(game, player * round_history * made * actions, actions)
"""
"""A module of an experiment: hold'em for three with few bets."""


def learnt(game: Any, iterations: int, seed: int = 7) -> Strategy:
    """Return the strategy of an interpreted solver."""
    solver = ExternalSampling(game, seed=seed, native=False)
    solver.run(iterations)
    return solver.strategy()


class Here(Backend):
    """Does tasks in this process."""

    workers = 1

    def begin(self, task: Task) -> tuple[Task, str]:
        return task, "here"

    def wait(self, handles: Sequence[Task]) -> Sequence[Task]:
        return handles

    def attempt(self, handle: Task) -> Attempt:
        return attempted(handle)

    def __enter__(self) -> Here:
        return self

    def __exit__(self, *_: object) -> None:
        pass


learnt_once = cache(learnt)  # most tests of commands begin with the same runs


def always(strategy: Strategy, place: int = 0) -> Strategy:
    """Return a strategy that takes the action at one place of each menu."""
    chosen = np.zeros_like(strategy.probabilities)
    chosen[strategy.starts[:-1] + place] = 1.0
    arrays = {name: getattr(strategy, name) for name in ("words", "blocks", "hashes", "order")}
    return Strategy(
        strategy.view, strategy.of, **arrays, starts=strategy.starts, probabilities=chosen
    )


def run_folder(
    place: Path, experiment: str, game: Any = None, iterations: int = 0, **figures: float
) -> Path:
    """Write a run folder, with the strategy of an interpreted solver where there is a game."""
    place.mkdir(parents=True, exist_ok=True)
    (place / "config.json").write_text(json.dumps(CONFIG | {"experiment": experiment}))
    (place / "metrics.jsonl").write_text(json.dumps(FIGURES | figures) + "\n")
    if game is not None:
        # Factors may be of a module that a test writes anew.
        train = learnt if isinstance(game, Abstracted) else learnt_once
        train(game, iterations).save(place / "strategy")
    return place


def holdem_run(place: Path, module: str) -> Path:
    """Write a small run of hold'em, whose experiment is a new module of the current folder."""
    Path(f"{module}.py").write_text(SMALL)
    return run_folder(place, module, load(module).training, 10)


@contextmanager
def inside(folder: Path) -> Iterator[Path]:
    """Enter a folder whose modules can be imported, and forget them afterwards."""
    before = set(sys.modules)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        patch.setattr(sys, "path", [str(folder), *sys.path])
        yield folder
    for name in set(sys.modules) - before:
        if str(folder) in str(getattr(sys.modules[name], "__file__", "")):
            del sys.modules[name]


def invoked(command: Any, words: str | Sequence[str], typed: str | bytes = "") -> Result:
    """Run a command of ``blood``, or its module, in this process as a shell would."""
    split = shlex.split(words) if isinstance(words, str) else words
    command = command.main if isinstance(command, ModuleType) else command
    return CliRunner().invoke(command, split, input=typed)


def succeeded(command: Any, words: str | Sequence[str], typed: str | bytes = "") -> Result:
    """Run a command as ``invoked`` does, and check that it succeeds."""
    result = invoked(command, words, typed)
    assert result.exit_code == 0, result.output
    return result


def refused(command: Any, words: str | Sequence[str], typed: str | bytes = "") -> str:
    """Run a command as ``invoked`` does; return the one sentence with which it refuses."""
    result = invoked(command, words, typed)
    assert (result.exit_code, result.stdout) == (2, ""), result.output
    (sentence,) = result.stderr.splitlines()
    return sentence


def printed(code: str, *words: str, **places: Any) -> str:
    """Run Python code in a process of its own, with other places; return what it prints."""
    return subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code), *words],
        env=os.environ | {name: str(place) for name, place in places.items()},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
