"""``python -m blood.study`` end to end: small games exactly, River of Blood by sampling."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow


def run(*words: str, here: Path) -> tuple[str, str]:
    command = [sys.executable, "-m", "blood.study", *words]
    found = subprocess.run(
        command, cwd=here, capture_output=True, text=True, encoding="utf-8", check=False
    )
    assert found.returncode == 0, found.stderr
    return found.stdout, found.stderr


@pytest.fixture(autouse=True)
def importable(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have other folders find this project."""
    root = Path(__file__).parents[2]
    monkeypatch.setenv("PYTHONPATH", str(root))
    monkeypatch.setenv("PYTHONIOENCODING", "utf-8")


def test_leduc_by_ranks(tmp_path: Path) -> None:
    """Suits never matter; leaving ranks out costs what it did when this was written."""
    shown, notes = run("blood.leduc", "--json", "leduc.json", "--out", "leduc.png", here=tmp_path)
    found = [re.sub(r"\s+", " ", line).strip() for line in shown.splitlines()]
    for line in (
        "infosets 936 288 3.25",
        "sequences 2,184 672 3.25",
        "player 0: perfect recall",
        "player 1: perfect recall",
        "all 288 0.00000",
        "player * actions 6 ≤ 2.18214",
    ):
        assert line in found
    assert any(re.match(r"rank 96 1\.96866 1\.96866 18 ", line) for line in found)
    assert any(line.startswith("betting needed ") for line in found)
    told = json.loads((tmp_path / "leduc.json").read_text())
    assert told["price"]["price"] == pytest.approx(0.0, abs=1e-8)
    assert told["price"]["values"][0] == pytest.approx(-0.085606424078, abs=1e-9)
    assert (tmp_path / "leduc.png").read_bytes().startswith(b"\x89PNG")
    assert "Pricing 3 factors ..." in notes


def test_river_of_blood_is_sampled(tmp_path: Path) -> None:
    """The small blind forgets how the pot came about, and no path meets an infoset twice."""
    shown, _ = run("blood.quick", "--deals", "100", "--json", "-", here=tmp_path)
    told = json.loads(shown)
    assert told["exact"] is False
    assert "histories; the limit is 300,000" in told["why_sampled"]
    assert told["well_formed"] is told["price"] is None
    assert sum(told["after"]["infosets"]) < sum(told["before"]["infosets"])
    assert [each["verdict"] for each in told["recall"]["players"]] == ["imperfect", "imperfect"]
    assert run("blood.quick", "--deals", "100", "--json", "-", here=tmp_path)[0] == shown
