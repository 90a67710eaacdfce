"""``blood.cache``: what the cache folder holds, and what may be removed from it."""

from __future__ import annotations

import json
import os
import re
import time
from pathlib import Path

import numpy as np
import pytest

from blood import cache
from tests.runs import invoked, printed, succeeded
from zerosum.abstraction.fitting import recall, remember
from zerosum.native.cache import keep, kept
from zerosum.support import cache as contents
from zerosum.support.lock import holding

CODE, BUCKETS = "0123456789abcdef", f"buckets/{'0' * 24}"


@pytest.fixture
def place(own_cache: Path) -> Path:
    """Return a cache folder with code used ten days ago and buckets used forty days ago."""
    keep(own_cache / CODE / "kernel.code", b"code")
    remember(BUCKETS, {"rows": np.zeros(1_000)}, {})
    contents._PRESENCE.enter(own_cache.parent)  # as if the process that wrote them had ended
    for name, days in ((CODE, 10), (BUCKETS, 40)):
        os.utime(own_cache / name, (time.time() - days * 86_400,) * 2)
    return own_cache


def removed(words: str) -> list[str]:
    document = json.loads(succeeded(cache, f"{words} --prune --json").stdout)
    return [entry["name"] for entry in document["removed"]]


def test_lists_kinds_by_age(place: Path) -> None:
    lines = [re.split("  +", line) for line in succeeded(cache, "").stdout.splitlines()]
    size = sum(file.stat().st_size for file in (place / BUCKETS).iterdir()) / 1000
    assert lines[2:] == [
        ["code", "1", "20 B", "0 B", "0 B", "20 B", "0 B"],
        ["buckets", "1", f"{size:.3g} kB", "0 B", "0 B", "0 B", f"{size:.3g} kB"],
        ["equities", "0", *["0 B"] * 5],
    ]
    assert "1 entry, 20 B" in succeeded(cache, "--older-than 5 --kind code").stdout


def test_removes_what_it_would_list(place: Path) -> None:
    assert removed("--older-than 41") == removed("--kind equities") == []
    assert removed("--older-than 39") == [BUCKETS]
    assert removed("") == [CODE]
    assert sorted(path.name for path in place.iterdir()) == ["buckets", "running"]
    assert [*(place / "buckets").iterdir()] == []
    assert recall(BUCKETS) is None


def test_leaves_what_a_running_process_may_use(place: Path) -> None:
    assert kept(place / CODE / "kernel.code") == b"code"
    assert removed("") == [BUCKETS]
    left = succeeded(cache, "--prune").stdout.splitlines()
    assert left[-2:] == [
        "Removed: 0 entries, 0 B.",
        "Running processes may be using 1 entry, 20 B.",
    ]
    contents._PRESENCE.enter(place.parent)
    assert removed("") == [CODE]


def test_what_is_used_meanwhile_is_not_removed(place: Path) -> None:
    code, _ = contents.entries()
    assert recall(BUCKETS) is not None
    os.utime(place / CODE)
    assert not contents.remove(code)
    assert (place / CODE).is_dir()


def test_the_file_of_a_process_goes_with_it(place: Path) -> None:
    words = f"from zerosum.abstraction.fitting import recall; recall({BUCKETS!r}); {LIST}"
    assert len(printed(words, ZEROSUM_CACHE=place).split()) == 1
    assert [*(place / "running").iterdir()] == []
    dead, held = (place / "running" / name for name in ("dead", "held"))
    with holding(held):
        for mark in (dead, held):
            mark.touch()
            os.utime(mark, (0, 0))
        printed(words, ZEROSUM_CACHE=place)
        assert [*(place / "running").iterdir()] == [held]


LIST = "import os; print(*os.listdir(os.environ['ZEROSUM_CACHE'] + '/running'))"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there processes are not forked")
def test_a_forked_process_holds_a_file_of_its_own(place: Path) -> None:
    child = """
import os, sys
from pathlib import Path
from zerosum.support.cache import used
used(Path(sys.argv[1]))
if os.fork() == 0:
    used(Path(sys.argv[1]))
    os._exit(0)
os.wait()
print(len(os.listdir(sys.argv[1] + "/running")))
"""
    assert printed(child, str(place), ZEROSUM_CACHE=place) == "2\n"
    assert len(list((place / "running").iterdir())) == 1  # of the child, which ended at once


def test_files_of_others_are_left_alone(own_cache: Path) -> None:
    for name in (CODE, f"buckets/{'1' * 24}", f"photos/{'2' * 24}"):
        (own_cache / name).mkdir(parents=True)
        (own_cache / name / "me.jpg").write_bytes(b"x")
    (own_cache / "notes").write_text("x")
    assert removed("") == []
    assert len([*own_cache.rglob("me.jpg")]) == 3


def test_a_folder_that_is_not_there(own_cache: Path) -> None:
    assert "0 entries, 0 B." in succeeded(cache, "--prune").stdout
    assert not own_cache.exists()
    assert invoked(cache, "--older-than -1").exit_code == 2
