"""Commands of the README and the docs exist, and figures and pictures stand beside them.

The commands are read, not run.
"""

from __future__ import annotations

import ast
import re
import shlex
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

from blood.__main__ import commands
from tests.pages import PAGES, ROOT

BENCHMARKS = ROOT / "docs" / "benchmarks.md"
GALLERY = ROOT / "docs" / "gallery.md"
COMMAND = re.compile(r"python -m ((?:blood|tests\.bench)\.[^\n`]*)")
FIGURE = re.compile(r"(?<![\w.,])(?:\d[\d,.]*\d|\.?\d+)(?!\w)")
PICTURE = re.compile(r"!\[[^]]+\]\(([^)]+)\)")


def sections(page: Path) -> list[str]:
    """Return the parts of a page below headings of the second level."""
    return re.split(r"^## ", page.read_text("utf-8"), flags=re.MULTILINE)[1:]


def named(text: str) -> list[str]:
    """Return the commands in a text, each on one line."""
    return COMMAND.findall(re.sub(r"\\\n>? *", "", text))


def claims() -> list[str]:
    """Return what the README claims to be measured, item by item."""
    why = next(part for part in sections(ROOT / "README.md") if part.startswith("Why"))
    return re.findall(r"^- .*\n(?:  .*\n)*", why, re.MULTILINE)


def wrong(command: str) -> str | None:
    """Return what is wrong with a command: its module is missing, or an option."""
    module, *words = shlex.split(command)
    options = {word.partition("=")[0] for word in words if word.startswith("--")} - {"--help"}
    if module.startswith("blood."):
        if module.removeprefix("blood.") not in commands():
            return f"there is no command {module}"
        main = import_module(module).main
        known = {name for each in main.params for name in (*each.opts, *each.secondary_opts)}
    else:
        found = find_spec(module)
        if found is None or found.origin is None:
            return f"there is no module {module}"
        tree = ast.walk(ast.parse(Path(found.origin).read_text("utf-8")))
        known = {str(node.value) for node in tree if isinstance(node, ast.Constant)}
        known |= {name.replace("--", "--no-") for name in known}  # of options that are on or off
    return f"{module} has no {sorted(options - known)}" if options - known else None


@pytest.mark.parametrize(
    "page",
    # The changelog names what was there once.
    [page for page in PAGES if page.stem != "changelog" and named(page.read_text("utf-8"))],
    ids=lambda page: page.stem,
)
def test_commands_exist_with_their_options(page: Path) -> None:
    assert not [said for said in map(wrong, named(page.read_text("utf-8"))) if said]


def test_a_section_of_the_benchmarks_has_its_command_and_its_machine() -> None:
    parts = [part for part in sections(BENCHMARKS) if FIGURE.search(part)]
    assert parts
    for part in parts:
        assert "```console\n$ python -m " in part, part
        assert re.search(r"^Machine: \S", part, re.MULTILINE), part


def test_claims_of_the_readme_are_those_of_the_benchmarks() -> None:
    """Every number of a claim stands in the section that has the claim's command."""
    found = claims()
    assert len(found) > 4
    for claim in found:
        (command,) = named(claim)
        part = next(p for p in sections(BENCHMARKS) if f"$ python -m {command}\n" in p)
        missing = set(FIGURE.findall(COMMAND.sub("", claim))) - set(FIGURE.findall(part))
        assert not missing, (command, missing)


def test_pictures_of_the_gallery_are_small_and_have_their_commands() -> None:
    for part in sections(GALLERY):
        (name,) = PICTURE.findall(part)
        assert (GALLERY.parent / name).stat().st_size <= 60_000, name
        assert named(part), part


def test_wrong_commands_are_seen() -> None:
    assert wrong("blood.trian") == "there is no command blood.trian"
    assert wrong("tests.bench.exakt") == "there is no module tests.bench.exakt"
    assert wrong("blood.study blood.leduc --saerch") == "blood.study has no ['--saerch']"
    assert wrong("tests.bench.exact --yardstik X") == "tests.bench.exact has no ['--yardstik']"
    assert wrong("tests.bench.exact --yardstick X") is None


def test_benchmarks_can_be_imported() -> None:
    for path in (ROOT / "tests" / "bench").glob("*.py"):
        import_module(f"tests.bench.{path.stem}")
