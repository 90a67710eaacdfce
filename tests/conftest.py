"""One Hypothesis profile for all tests, Ctrl-C as in a terminal, and a cheaper level of LLVM.

``unchecked`` is for tests of what a kernel sees by itself, ``plain_trees`` for tests that do not
depend on how trees are made, and ``uncompiled`` for tests of what surrounds kernels.
"""

from __future__ import annotations

import gc
import importlib
import os
import signal
import sys
from collections.abc import Generator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import settings

# Most compiled code runs for milliseconds here: LLVM's first level takes less time to compile, and
# without fast-math every level computes the same bits. It is set before Numba is imported, and for
# the processes that tests start and workers, so that all share one cache. Slow tests and benchmarks
# run what users run.
if any("bench" in word or "slow" in word for word in sys.argv):
    os.environ.setdefault("NUMBA_OPT", "3")
else:
    os.environ.setdefault("NUMBA_OPT", "1")

from zerosum.kernels.compile import Entry, prepare
from zerosum.laws import playouts

# Compiling takes as long as it takes. The default tests run often, and try fewer examples than the
# slow ones.
_EXAMPLES = 30 if os.environ["NUMBA_OPT"] == "1" else 100
settings.register_profile("zerosum", deadline=None, max_examples=_EXAMPLES)
settings.load_profile("zerosum")

# A shell starts what runs in the background with Ctrl-C ignored, and children inherit that.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_configure(config: pytest.Config) -> None:
    """Hand out the files in their order: by numbers of tests, long files of few come last.

    Until they are collected there is little garbage, and looking for it takes a part of the time.
    """
    gc.disable()
    if hasattr(config.option, "loadscopereorder"):
        config.option.loadscopereorder = False


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Hand out the files from both ends.

    Neighbours use the same kernels: of two processes that run them at once, both compile these.
    """
    if config.getvalue("dist") != "loadfile":
        return None
    from xdist.scheduler import LoadFileScheduling

    class BothEnds(LoadFileScheduling):  # type: ignore[misc]
        def _assign_work_unit(self, node: Any) -> None:
            if self.nodes.index(node) % 2:
                self.workqueue.move_to_end(next(reversed(self.workqueue)), last=False)
            super()._assign_work_unit(node)

    return BothEnds(config, log)


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(file_path: Path) -> Generator[None, list[Any], list[Any]]:
    """Look for examples in docstrings only where there are some, and not in tests."""
    found = yield
    if file_path.name.startswith("test_") or ">>>" not in file_path.read_text("utf-8"):
        found = [each for each in found if type(each) is pytest.Module]
    return found


@pytest.fixture
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Generator[Path]:
    """Return a current folder from which modules are imported, and forgotten afterwards."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    before = set(sys.modules)
    yield tmp_path
    for name in set(sys.modules) - before:
        if str(tmp_path) in str(getattr(sys.modules[name], "__file__", "")):
            del sys.modules[name]


@pytest.fixture
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty cache folder, with nothing remembered of earlier fits."""
    monkeypatch.setenv("ZEROSUM_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr("zerosum.abstraction.fitting._MADE", {})
    return tmp_path / "cache"


@pytest.fixture
def unchecked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Start solvers without the checks of random playouts, and without a trace of that."""
    monkeypatch.setattr("zerosum.native.facts._KNOWN", {})
    monkeypatch.setattr("zerosum.native.facts._path", lambda *_: None)
    monkeypatch.setattr(playouts, "_check", lambda *_: (0, 0))


@pytest.fixture(scope="session")
def openspiel() -> ModuleType:
    """Return the comparisons with OpenSpiel, where it is installed.

    ``importorskip`` on the module itself would find what is left of it after doctests skipped it.
    """
    pytest.importorskip("pyspiel")
    return importlib.import_module("tests.openspiel")


@pytest.fixture
def plain_trees(monkeypatch: pytest.MonkeyPatch) -> None:
    """Enumerate games in Python: the trees are equal, and those of small games sooner made."""

    def plainly(*args: Any, native: bool, **kwargs: Any) -> Entry:
        return prepare(*args, native=False, **kwargs)

    monkeypatch.setattr("zerosum.tree.enumerate.prepare", plainly)
    monkeypatch.setattr("zerosum.tree.lowers", lambda _: True)


@pytest.fixture
def uncompiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Run kernels of games as they are written: the figures are equal, and a few sooner there."""
    monkeypatch.setattr("zerosum.kernels.compile.try_compile", lambda *_, **__: "")
    monkeypatch.setattr("zerosum.kernels.compile.warn_once", lambda _: None)


def pytest_collection_finish() -> None:
    """Spare the collector the modules and the tests, and what Numba knows: all live to the end."""
    gc.freeze()
    gc.enable()
    gc.set_threshold(10_000, 10, 20)
