"""Modules and names that moved are found where they were, with a warning."""

from __future__ import annotations

import importlib
import sys

import pytest

import zerosum.play
from zerosum.pkr.bots import Rollout
from zerosum.support.moved import MODULES


def test_a_module_that_left_its_folder_has_a_row_before_it() -> None:
    names = list(MODULES)
    assert not [
        (folder, name)
        for at, folder in enumerate(names)
        for name in names[at:]
        if name.startswith(f"{folder}.")
    ]


@pytest.mark.parametrize("old", sorted(MODULES))
def test_a_module_has_its_old_name_too(old: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, old, raising=False)
    with pytest.warns(DeprecationWarning, match=f"^{old} is now {MODULES[old]};"):
        found = importlib.import_module(old)
    assert found is importlib.import_module(MODULES[old])
    assert found.__name__ == found.__spec__.name == MODULES[old]


def test_what_a_folder_holds_moved_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "zerosum.query", raising=False)
    monkeypatch.delitem(sys.modules, "zerosum.query.place", raising=False)
    with pytest.warns(DeprecationWarning, match=r"^zerosum.query"):
        found = importlib.import_module("zerosum.query.place")
    assert found is importlib.import_module("zerosum.pkr.places.place")


def test_names_that_moved_and_that_never_were() -> None:
    with pytest.warns(DeprecationWarning, match="now zerosum.pkr.bots.Rollout"):
        assert zerosum.play.Rollout is Rollout
    with pytest.raises(ImportError, match="LastStreet is gone: make a part with Streets"):
        from zerosum.pkr.think import LastStreet  # noqa: F401
    with pytest.raises(AttributeError, match="has no attribute 'Rolout'"):
        zerosum.play.Rolout  # noqa: B018
    with pytest.raises(ModuleNotFoundError, match=r"zerosum\.queries"):
        importlib.import_module("zerosum.queries")
