"""The commands that check other interpreters and older versions of dependencies."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

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
