"""The commands that check, package and release."""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import zerosum

ROOT = Path(__file__).parents[2]


@pytest.mark.skipif(sys.platform == "win32", reason="it is a script of bash")
def test_the_tests_of_other_interpreters_exist() -> None:
    """A file that was renamed would else be missed only where there are other interpreters."""
    script = """eval "$(sed -n '/^tests=(/,/^)/p' .ci/smoke)"; printf '%s\\n' "${tests[@]}" """
    listed = subprocess.run(
        ["bash", "-c", script], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.split()
    assert len(listed) > 10
    assert all((ROOT / file).is_file() for file in listed)


def test_commits_are_checked_by_the_commands_of_the_run() -> None:
    run = (ROOT / ".ci" / "run").read_text("utf-8")
    hooks = (ROOT / ".pre-commit-config.yaml").read_text("utf-8")
    entries = re.findall(r"^ *entry: (.*)$", hooks, re.MULTILINE)
    assert len(entries) == 4
    assert all(re.search(rf"^{re.escape(entry)}( \.)?$", run, re.MULTILINE) for entry in entries)


def test_a_release_has_one_version() -> None:
    citation = (ROOT / "CITATION.cff").read_text("utf-8")
    changelog = (ROOT / "docs" / "changelog.md").read_text("utf-8")
    (cited,) = re.findall(r"^version: (.*)$", citation, re.MULTILINE)
    newest, *_ = re.findall(r"^## (\S+)", changelog, re.MULTILINE)
    assert cited == newest == zerosum.__version__


def test_an_index_shows_no_links_to_files() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    shown = (ROOT / "README.md").read_text("utf-8")
    for rule in project["tool"]["hatch"]["metadata"]["hooks"]["fancy-pypi-readme"]["substitutions"]:
        shown = re.sub(rule["pattern"], rule["replacement"], shown)
    assert "the tour (`docs/tour.md`)" in shown
    assert not re.search(r"\]\((?!https?:)", shown)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="it is a script of bash")
def test_the_lowest_versions_of_dependencies_are_enough() -> None:
    environment = {name: value for name, value in os.environ.items() if name != "NUMBA_OPT"}
    made = subprocess.run(
        [".ci/lowest"],
        cwd=ROOT,
        env=environment | {"PYTHON": sys.executable},
        capture_output=True,
        text=True,
        check=False,
    )
    if made.returncode == 75:
        pytest.skip("uv cannot be installed here")
    assert made.returncode == 0, made.stdout[-3000:] + made.stderr[-3000:]
