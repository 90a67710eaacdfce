"""The user's files on which an experiment depends."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

import pytest

from zerosum.experiment.pack import own_files

FILES = {
    "plain.py": "import json\nfrom zerosum.kuhn import Kuhn\n",
    "first.py": "import second\nimport blood.kuhn\n",
    "second.py": "def late():\n    import third\n    import first\n",
    "third.py": "",
    "fourth.py": "",
    "house/__init__.py": "from house.hall import HALL\n",
    "house/hall.py": "HALL = 1\n",
    "house/garden/__init__.py": "",
    "house/garden/tree.py": "from ..hall import HALL\nfrom . import pond\nfrom .gate import OPEN\n",
    "house/garden/pond.py": "import numpy\n",
    "house/garden/gate.py": "OPEN = True\n",
    "house/cellar.py": "",
    "open/land.py": "import plain\n",
    "zerosum.py": "",
    "loner.py": "import zerosum\nimport blood.quick\n",
}


@pytest.fixture
def here(own_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, text in FILES.items():
        (own_folder / name).parent.mkdir(parents=True, exist_ok=True)
        (own_folder / name).write_text(text)
    monkeypatch.setattr(sys, "path", [*sys.path[1:], sys.path[0]])  # the others come first
    return own_folder


@pytest.mark.parametrize(
    ("module", "needed"),
    [
        ("plain", {"plain.py"}),
        ("first", {"first.py", "second.py", "third.py"}),
        ("house", {"house/__init__.py", "house/hall.py"}),
        (
            "house.garden.tree",
            {
                "house/__init__.py",
                "house/hall.py",
                "house/garden/__init__.py",
                "house/garden/tree.py",
                "house/garden/pond.py",
                "house/garden/gate.py",
            },
        ),
        ("open.land", {"open/land.py", "plain.py"}),
        ("loner", {"loner.py"}),
    ],
)
def test_files_that_a_module_needs(here: Path, module: str, needed: set[str]) -> None:
    importlib.import_module(module)
    found = own_files(module)
    assert {place.as_posix() for place in found} == needed
    assert all(file == here / place for place, file in found.items())


@pytest.mark.parametrize("module", ["blood.quick", "numpy", "json"])
def test_what_is_installed_is_not_copied(module: str) -> None:
    importlib.import_module(module)
    assert own_files(module) == {}
