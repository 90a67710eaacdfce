"""Progress in a notebook: one line below the cell, which changes."""

from __future__ import annotations

import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any, ClassVar

import pytest

from tests.counter import experiment
from zerosum.algorithms import CFR
from zerosum.experiment import train
from zerosum.kuhn import Kuhn
from zerosum.support import progress
from zerosum.support.progress import line_here


class Handle:
    """What IPython has for an output that may change, as far as it is used."""

    made: ClassVar[list[list[str]]] = []

    def display(self, data: dict[str, str], *, raw: bool) -> None:
        assert raw
        self.made.append([data["text/plain"]])

    def update(self, data: dict[str, str], *, raw: bool) -> None:
        assert raw
        self.made[-1].append(data["text/plain"])


@pytest.fixture
def jupyter(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """Return the lines that cells show, each as the texts that it had."""
    shell = SimpleNamespace(kernel=object())
    display = SimpleNamespace(DisplayHandle=Handle)
    ipython = SimpleNamespace(get_ipython=lambda: shell, display=display)
    monkeypatch.setitem(sys.modules, "IPython", ipython)
    monkeypatch.setattr(progress, "_DUE", 0.0)
    monkeypatch.setattr(Handle, "made", [])
    return Handle.made


def test_a_solver_shows_one_line(
    jupyter: list[list[str]], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("zerosum.algorithms.solver._REPORT", 0.0)
    solver = CFR(Kuhn(), native=False)
    solver.run(20)
    (line,) = jupyter
    assert len(line) > 1
    assert line[-1].startswith("20 of 20 iterations, ")
    assert ", 12 infosets, " in line[-1]
    assert "left" not in line[-1]
    solver.run(5)
    assert jupyter[1][-1].startswith("25 of 25 iterations, ")
    assert capsys.readouterr() == ("", "")


def test_a_callback_takes_the_place_of_the_line(jupyter: list[list[str]]) -> None:
    CFR(Kuhn(), native=False).run(3, lambda solver: None)
    assert jupyter == []


@pytest.mark.usefixtures("plain_trees")
def test_training_shows_one_line(
    jupyter: list[list[str]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    train(experiment(iterations=30), tmp_path / "run")
    (line,) = jupyter
    assert line[-1].startswith("30 of 30 iterations, ")
    assert capsys.readouterr() == ("", "")


def test_short_runs_show_nothing(jupyter: list[list[str]], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "_DUE", 1.0)
    CFR(Kuhn(), native=False).run(3)
    assert jupyter == []


def test_marimo_shows_the_line_as_the_output_of_the_cell(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[Any] = []
    marimo = SimpleNamespace(
        running_in_notebook=lambda: True,
        output=SimpleNamespace(replace=shown.append),
        plain_text=str.upper,
    )
    monkeypatch.setitem(sys.modules, "marimo", marimo)
    monkeypatch.setattr(progress, "_DUE", 0.0)
    CFR(Kuhn(), native=False).run(3)
    assert shown[-1].startswith("3 OF 3 ITERATIONS, ")


def test_no_line_outside_a_notebook(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda: None))
    with line_here() as show:
        assert show is None


CELL = """
from zerosum.algorithms import CFR
from zerosum.kuhn import Kuhn
from zerosum.support import progress
from zerosum.support.rendering import table

progress._DUE = 0.0
solver = CFR(Kuhn(), native=False)
solver.run(300)
print(table(["row"], [["1"]]))
solver
"""


@pytest.mark.slow
def test_a_kernel_of_jupyter_shows_one_line() -> None:
    nbformat = pytest.importorskip("nbformat", reason="the extra docs is not installed")
    nbclient = pytest.importorskip("nbclient", reason="the extra docs is not installed")
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(CELL)])
    nbclient.NotebookClient(book, timeout=120, kernel_name="python3").execute()
    line, printed, result = book.cells[0].outputs
    assert line.output_type == "display_data"
    assert line.data["text/plain"].startswith("300 of 300 iterations, ")
    assert printed.text == "row\n1\n"
    assert result.data["text/plain"].startswith("<CFR of Kuhn(): ")
