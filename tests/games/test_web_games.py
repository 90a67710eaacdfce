"""All games in the page: at every decision of random playouts, what the explorer says."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from zerosum.experiment import Run, load, train
from zerosum.rng import Random
from zerosum.web.app import application
from zerosum.web.library import Library
from zerosum.web.site import Site

pytestmark = pytest.mark.slow
GAMES = {
    "blood.kuhn": {},
    "blood.leduc": {},
    "blood.bluff": {},
    "blood.blackjack": {},
    "blood.setback": {"deal": 5},
    "blood.quick": {},
    "blood.holdem": {},
}


@pytest.mark.parametrize("name", GAMES)
def test_a_game(name, own_folder: Path):
    """As ``blood.show --json`` prints it, to the digit; grids of poker as ``strategy_grid``."""
    declared = replace(load(name), iterations=100, minutes=None, target=None, threads=1)
    run = Run.open(train(declared, own_folder / "runs/it").folder)
    asked = GAMES[name]
    explorer = run.explorer(asked.get("deal"))
    app = application(Site(Library(runs=own_folder / "runs")))
    rng = Random(3)
    with TestClient(app, base_url="http://localhost") as client:
        for _ in range(10):
            line: list[str] = []
            while True:
                answer = client.get("/api/runs/it/spot", params={**asked, "line": " ".join(line)})
                assert answer.status_code == 200, answer.text
                found, spot = answer.json(), explorer.at(line)
                same(found, spot)
                if spot.kind == "over":
                    break
                line.append(onward(found, rng))


def same(found, spot):
    """Compare what the page shows of a spot with what the explorer says."""
    assert found["line"] == list(spot.line)
    unvisited = sum(not row.visited for row in spot.rows)
    assert (found["now"], found["notes"]) == (spot.now, list(spot.notes))
    assert (found["board"], found["status"]) == (spot.board, spot.status)
    assert [event["words"] for event in found["events"]] == [each.words for each in spot.events]
    assert found["reach"] == spot.reach
    chances = [option["probability"] for option in found["options"]]
    assert chances == [option.probability for option in spot.options]
    if "table" in found:
        rows = spot.rows[:200]
        assert [row["hand"] for row in found["table"]["rows"]] == [row.hand for row in rows]
        shown = [tuple(row["strategy"]) for row in found["table"]["rows"]]
        assert shown == [row.strategy for row in rows]
    elif spot.kind == "decision":
        assert found["unknown"] == (0 if len(spot.options) == 1 else unvisited)
        aces = [row.strategy for row in spot.rows if row.hand.count("A") == 2]
        if aces:
            mean = [sum(column) / len(aces) for column in zip(*aces, strict=True)]
            assert found["grid"]["cells"][12][12] == pytest.approx(mean, abs=1e-6)


def onward(found, rng):
    """Return a word that may follow."""
    if found["options"]:
        return found["options"][rng.integer(len(found["options"]))]["token"]
    deck, cards = list(found["deck"]), []
    for _ in range(found["due"]):
        cards.append(deck.pop(rng.integer(len(deck))))
    return "".join(cards)
