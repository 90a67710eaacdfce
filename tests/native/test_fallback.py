"""If something does not compile, one warning names it, and the run is interpreted."""

from __future__ import annotations

import importlib
import sys
import warnings
from collections import Counter
from dataclasses import dataclass

import numpy as np
import pytest
from numba.core import types
from numba.core.errors import NumbaPerformanceWarning
from numba.core.typing import Context
from numpy.typing import NDArray

from tests.native.board import Board
from zerosum.abstraction import Abstracted, View, algebraic, split
from zerosum.algorithms import ExternalSampling
from zerosum.errors import LoweringError, NotNativeWarning
from zerosum.jit import compiled, kernel
from zerosum.kernels import compile as compiling
from zerosum.kernels.compile import try_compile
from zerosum.kuhn import Kuhn
from zerosum.kuhn.abstraction import betting
from zerosum.native import explain, lower
from zerosum.native.encoding import Native
from zerosum.native.lowering import lowering_of
from zerosum.native.places import lines_of
from zerosum.support.interrupts import TimeUp
from zerosum.tables import rows_of

explaining = sys.modules["zerosum.native.explain"]
RANKS = {0: 0, 1: 1, 2: 1}


@algebraic
def ranked(infoset):
    return RANKS[infoset.card]


def solver(game):
    return ExternalSampling(game, seed=1, reserve=1 << 20)


def test_an_uncompilable_factor_is_named_once_and_trains():
    game = Abstracted(Kuhn(), ranked * betting)
    with pytest.warns(NotNativeWarning) as caught:
        first = solver(game)
    assert len(caught) == 1
    message = str(caught[0].message)
    assert message.startswith("factor ranked is not native: ")
    assert "uses the dict RANKS from outside" in message
    assert "write a tuple or a NumPy array indexed by an int" in message
    assert "The whole run is interpreted" in message
    assert caught[0].filename == __file__
    again = solver(game)
    assert not first.native
    assert not again.native
    first.run(20)
    assert first.infosets > 0


@pytest.mark.parametrize("error", [AssertionError, RecursionError, SystemError])
def test_whatever_the_compiler_raises_the_run_is_interpreted(error, monkeypatch):
    def broken(*_):
        raise error(f"deep inside {error.__name__}")

    monkeypatch.setattr(compiling, "lower", broken)
    monkeypatch.setattr(compiling, "_SAID", set())
    with pytest.warns(NotNativeWarning, match="Kuhn as a whole is not native.*"):
        made = solver(Kuhn())
    made.run(5)
    assert not made.native


def test_what_ends_a_registration_loses_no_declaration(monkeypatch):
    insert, left = Context.insert_function, [0]

    def inserted(context, template):
        left[0] -= 1
        if left[0] == 0:
            raise TimeUp
        insert(context, template)

    def found(context):
        return Counter({str(key): len(each) for key, each in context._functions.items()})

    monkeypatch.setattr(Context, "insert_function", inserted)
    whole, ended = Context(), Context()
    whole.refresh()
    whole.refresh()  # to register one may declare another
    for left[0] in (1, 2, 100, 101):
        with pytest.raises(TimeUp):
            ended.refresh()
    ended.refresh()
    assert found(ended) == found(whole) != Counter()


@algebraic
def other(infoset):
    return RANKS.get(infoset.card, 0)


@kernel
def looks(game, views, zero):
    words = np.zeros(64, np.int64)
    infoset = game.infoset(0)
    return views[0].tell(infoset, zero, words) + views[1].tell(infoset, zero, words)


def test_the_first_of_several_views_that_is_refused_is_named():
    views = tuple(View(factor, None) for factor in (betting, other))
    told = try_compile(compiled(looks), Kuhn(), views, (types.int64,))
    assert str(told).startswith("factor other is not native: ")


def test_why_a_kernel_is_not_compiled_is_kept_while_no_line_moves(monkeypatch, tmp_path):
    monkeypatch.setenv("ZEROSUM_CACHE", str(tmp_path))
    asked = []

    def blame(*arguments):
        asked.append(arguments)
        return explaining.blame(*arguments)

    monkeypatch.setattr(compiling, "blame", blame)
    views = (View(betting, None), View(ranked, None))
    first, again = (try_compile(compiled(looks), Kuhn(), views, (types.int64,)) for _ in range(2))
    assert first == again
    assert len(asked) == 1
    monkeypatch.setattr(explaining, "lines_of", lambda *_: "moved")
    assert try_compile(compiled(looks), Kuhn(), views, (types.int64,)) == first
    assert len(asked) == 2


def test_a_file_that_changes_moves_lines(tmp_path, monkeypatch):
    file = tmp_path / "moving.py"
    file.write_text("def factor(infoset):\n    return 1\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    module = importlib.import_module("moving")
    before = lines_of(module.factor)
    assert before == lines_of(module.factor) != lines_of(Board)
    file.write_text("\n" + file.read_text())
    assert lines_of(module.factor) != before


def test_warnings_of_the_compiler_do_not_leak(monkeypatch):
    def noisy(*arguments, **options):
        warnings.warn("slow", NumbaPerformanceWarning, stacklevel=1)
        return lower(*arguments, **options)

    monkeypatch.setattr(compiling, "lower", noisy)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert solver(Kuhn()).native


def test_verdicts_are_kept(monkeypatch, tmp_path):
    monkeypatch.setenv("ZEROSUM_CACHE", str(tmp_path))
    game = Abstracted(Kuhn(), ranked * betting)
    first = explain(game)
    assert list(tmp_path.rglob("verdicts.*.json"))
    lowering_of(Kuhn).verdicts.clear()
    module = sys.modules["zerosum.native.explain"]
    monkeypatch.setattr(module, "_verdicts", lambda *_: pytest.fail("compiled"))
    assert explain(game) == first
    assert not first.native
    assert [str(verdict)[:25] for verdict in first.verdicts if not verdict.native] == [
        "interpreted  factor ranke"
    ]


@algebraic
@dataclass(frozen=True)
class Looked:
    """A factor with data."""

    table: NDArray[np.int64]

    def __call__(self, infoset):
        return int(self.table[infoset.card])


def looked(*numbers):
    return Looked(np.array(numbers))


def view_of(game):
    base, states, actions = split(game)
    return lower(base, rows_of(View(states, actions)))[1]


@pytest.mark.slow
def test_the_data_of_factors_are_arguments():
    games = [Abstracted(Kuhn(), looked(*row) * betting) for row in ((0, 0, 1), (0, 1, 2))]
    assert len({view_of(game).kind for game in games}) == 1
    for game, infosets in zip(games, (8, 12), strict=True):
        native, plain = solver(game), ExternalSampling(game, seed=1, native=False, reserve=1 << 20)
        assert native.native
        native.run(500)
        plain.run(500)
        assert native.infosets == plain.infosets == infosets
        assert np.array_equal(native.work.arrays()["values"], plain.work.arrays()["values"])


def test_an_array_of_another_type_is_refused():
    kind = lowering_of(Kuhn).record(Looked, looked(1, 2, 3))
    with pytest.raises(LoweringError, match=r"must be a contiguous int64 array of 1 dimensions"):
        Native(kind, Looked(np.array([0.5])))


@pytest.mark.parametrize("error", [FileNotFoundError(2, "gone"), RuntimeError("StopIteration")])
def test_a_fault_of_the_machine_is_no_lasting_verdict(error, monkeypatch, tmp_path):
    monkeypatch.setenv("ZEROSUM_CACHE", str(tmp_path))
    game = Abstracted(Kuhn(), betting * algebraic(lambda infoset: infoset.card + 41))
    lowering = lowering_of(Kuhn)
    monkeypatch.setattr(lowering, "verdicts", {})

    def gone(*_):
        raise error

    with monkeypatch.context() as broken:
        broken.setattr(type(lowering), "callable", gone)
        told = str(explain(game))
    assert f"the compiler failed by {type(error).__name__}" in told
    assert "; try again in a new process; " in told
    monkeypatch.setattr(lowering, "verdicts", {})
    assert explain(game).native
