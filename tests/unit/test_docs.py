"""The examples of the README and the docs run, and print what the pages show.

The Python blocks of a page make one module; blocks with prompts are examples about it. Files that a
page tells the reader to save lie beside it, and there its commands run.
"""

from __future__ import annotations

import doctest
import importlib.util
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.pages import PAGES, ROOT, blocks, saved, sessions

# These compile for long. What they show is tested elsewhere, too: a sampler of one's own by
# test_own_sampler, which takes it from the page; the other pages by the tests of their names.
LONG = {
    "card-abstraction",
    "cards",
    "evaluate",
    "game",
    "price",
    "public",
    "recall",
    "resolving",
    "rows",
    "samplers",
}
# These ask kernels for little: as they are written they are sooner there.
INTERPRETED = {"export", "suggest"}
# What the examples of a page import from extras that are not on every platform.
NEEDS = {"openspiel": "pyspiel"}
FLAGS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS


def save_all(page: Path, folder: Path) -> None:
    for name, content in saved(page).items():
        (folder / name).write_text(content, "utf-8")


@pytest.mark.usefixtures("plain_trees")
@pytest.mark.parametrize(
    "page",
    [
        pytest.param(page, marks=pytest.mark.slow if page.stem in LONG else ())
        for page in PAGES
        if blocks(page)
    ],
    ids=lambda page: page.stem,
)
def test_examples(page: Path, own_folder: Path, request: pytest.FixtureRequest) -> None:
    if page.stem in INTERPRETED:
        request.getfixturevalue("uncompiled")
    pytest.importorskip(NEEDS.get(page.stem, "zerosum"), reason="an extra is not installed")
    save_all(page, own_folder)
    parts = [block for block in blocks(page) if block not in saved(page).values()]
    prose = [block for block in parts if ">>> " not in block]
    file = own_folder / f"{page.stem.lower().replace('-', '_')}_page.py"
    file.write_text("\n\n".join(prose), "utf-8")
    module = importlib.import_module(file.stem)
    examples = "\n".join(block for block in parts if ">>> " in block)
    test = doctest.DocTestParser().get_doctest(examples, vars(module), page.name, None, 0)
    result = doctest.DocTestRunner(optionflags=FLAGS).run(test)
    assert result.failed == 0
    assert prose or result.attempted


@pytest.mark.slow
@pytest.mark.parametrize(
    "page", [page for page in PAGES if saved(page) and sessions(page)], ids=lambda page: page.stem
)
def test_commands(page: Path, own_folder: Path) -> None:
    save_all(page, own_folder)
    for command, output in sessions(page):
        _, *words = shlex.split(command)
        answers = "".join(re.findall(r"^> (.*\n)", output, re.MULTILINE))
        done = subprocess.run(
            [sys.executable, *words],
            input=answers,
            capture_output=True,
            text=True,
            encoding="utf-8",
            env=os.environ | {"PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8"},
            check=False,
        )
        assert done.returncode == 0, done.stderr
        alike = doctest.OutputChecker().check_output(output, done.stdout, FLAGS)
        assert alike, f"{command} prints\n{done.stdout}instead of\n{output}"


MODULE = re.compile(r"automodule:: (\S+)")
LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")
FILE = re.compile(r"`((?:zerosum|blood|tests|docs)/[a-z_/]*(?:\.py)?)`")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_links_lead_somewhere(page: Path) -> None:
    for target in LINK.findall(page.read_text("utf-8")):
        assert (page.parent / target).exists(), target


def test_documented_modules_and_files_exist() -> None:
    named = {name for page in PAGES for name in MODULE.findall(page.read_text("utf-8"))}
    missing = [name for name in sorted(named) if importlib.util.find_spec(name) is None]
    assert not missing
    named = {name for page in PAGES for name in FILE.findall(page.read_text("utf-8"))}
    missing = [name for name in sorted(named) if not (ROOT / name).exists()]
    assert not missing
