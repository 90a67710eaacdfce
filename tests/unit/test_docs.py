"""The examples of the README and the docs run, and print what the pages show.

The Python blocks of a page make one module; blocks with prompts are examples about it.
"""

from __future__ import annotations

import doctest
import importlib.util
import re
import sys
from pathlib import Path

import pytest

from tests.pages import ROOT, blocks

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
# These compile for long. What they show is tested elsewhere, too: a sampler of one's own by
# test_own_sampler, which takes it from the page, and public trees by test_public_tree.
LONG = {"evaluate", "public", "samplers"}
FLAGS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS


@pytest.mark.parametrize(
    "page",
    [
        pytest.param(page, marks=pytest.mark.slow if page.stem in LONG else ())
        for page in PAGES
        if blocks(page)
    ],
    ids=lambda page: page.stem,
)
def test_examples(page: Path, tmp_path: Path) -> None:
    prose = [block for block in blocks(page) if ">>> " not in block]
    file = tmp_path / f"{page.stem.lower().replace('-', '_')}_page.py"
    file.write_text("\n\n".join(prose), "utf-8")
    spec = importlib.util.spec_from_file_location(file.stem, file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[file.stem] = module
    try:
        spec.loader.exec_module(module)
        examples = "\n".join(block for block in blocks(page) if ">>> " in block)
        test = doctest.DocTestParser().get_doctest(examples, vars(module), page.name, None, 0)
        result = doctest.DocTestRunner(optionflags=FLAGS).run(test)
    finally:
        del sys.modules[file.stem]
    assert result.failed == 0
    assert prose or result.attempted


MODULE = re.compile(r"automodule:: (\S+)")
LINK = re.compile(r"\]\(([^)#:]+)\)")
FILE = re.compile(r"`((?:zerosum|blood|tests|docs)/[a-z_/]*(?:\.py)?)`")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_links_lead_somewhere(page: Path) -> None:
    for target in LINK.findall(page.read_text("utf-8")):
        assert (page.parent / target).exists(), target


def test_documented_modules_exist() -> None:
    named = {name for page in PAGES for name in MODULE.findall(page.read_text("utf-8"))}
    missing = [name for name in sorted(named) if importlib.util.find_spec(name) is None]
    assert not missing


def test_documented_files_exist() -> None:
    named = {name for page in PAGES for name in FILE.findall(page.read_text("utf-8"))}
    missing = [name for name in sorted(named) if not (ROOT / name).exists()]
    assert not missing
