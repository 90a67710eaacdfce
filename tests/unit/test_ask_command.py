"""``python -m blood.ask`` on a run with a small strategy."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from blood.ask import main
from tests.pictures import clipped
from tests.runs import holdem_run, inside, invoked, refused, run_folder
from zerosum.kuhn import Kuhn
from zerosum.pkr.shows.picture import draw


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Return a current folder with a run of hold'em, and one of another game."""
    with inside(tmp_path_factory.mktemp("ask")) as folder:
        holdem_run(folder / "small", "small_holdem")
        run_folder(folder / "kuhn", "blood.kuhn", Kuhn(), 1)
        yield folder


run = partial(invoked, main)


@pytest.mark.usefixtures("here")
class TestAsk:
    def test_what_a_hand_does(self):
        found = run('small "f c" --cards AhKh --deals 50')
        assert found.exit_code == 0, found.output
        assert "Seat 2, the big blind, is to act; the pot is 4, a call 0." in found.output
        assert [line.split()[:3] for line in found.output.splitlines()[3:6]] == [
            ["x", "Check", found.output.splitlines()[3].split()[2]],
            ["r200%", "Bet", "10"],
            ["a", "Bet", "20"],
        ]
        assert " ± " in found.output.splitlines()[3]
        assert "Strategy of the big blind" in found.output
        found = run('small "f c x | AhKd2c x x | 3s x x | 4d" --cards QhQd --deals 0')
        assert found.output.splitlines()[2].split() == ["action", "to", "EV"]

    def test_a_bet_off_the_menu_and_a_range(self):
        found = run('small "r9 f c | AhKd2c" --blend --seat 3 --cards AdAc')
        assert "The bet of seat 3 to 9 is not on the menu" in found.output
        assert "The strategy is asked after r6 f c (" in found.output
        lines = found.output.splitlines()
        assert "Range of the button after r9 f c | AhKd2c" in lines
        cells = [cell for line in lines[-13:] for cell in line.split()[1:]]
        assert len(cells) > 150
        assert all(cell.isdigit() for cell in cells)  # how likely a hand is, not how unlikely

    def test_as_json(self):
        text = run('small "f c" --cards AhKh --json --deals 30').output
        found = json.loads(text)
        assert [action["word"] for action in found["actions"]] == ["x", "r200%", "a"]
        assert sum(action["probability"] for action in found["actions"]) == pytest.approx(1)
        assert (found["seat"], found["cards"], found["pot"]) == (2, "AhKh", 4)
        margins = [action["margin"] for action in found["actions"]]
        assert min(margins) > 0
        assert text == run('small "f c" --cards AhKh --json --deals 30').output
        assert [action["to"] for action in found["actions"]] == [None, 10, 20]
        assert '"margin": null' in run('small "f c" --cards AhKh --json --deals 0').output
        assert len(found["classes"]) == 169
        assert len(found["classes"]["AKs"]) == len(found["options"])

    def test_a_picture(self, here, monkeypatch):
        pytest.importorskip("matplotlib")
        figures = []
        monkeypatch.setattr(
            "blood.ask.draw", lambda *given: (figures.append(given[1]), draw(*given))
        )
        assert run('small "f c" --out first.png').exit_code == 0
        assert not clipped(figures[0])
        assert figures[0].axes[0].get_title().splitlines() == [
            "Strategy of the big blind after f c",
            "small_holdem, run small",
        ]
        assert (here / "first.png").read_bytes().startswith(b"\x89PNG")

    @pytest.mark.parametrize(
        ("words", "message"),
        [
            ("kuhn", "must be poker with two cards each"),
            ("none", "must be a run folder"),
            ('small "f f"', "must end at a decision; the hand is over"),
            ('small "r(1"', "The word 'r(1' at the start must be"),
            ('small "r3"', "The word 'r3' at the start must be legal"),
            ("small --cards AhAh", "must be different"),
            ("small --cards AhKh --board AhKdQd", "must have 0 cards before the flop"),
            ('small "SB:AhKh" --cards 7h8h', "Only the hand of the seat to act may be known"),
            ('small "BTN:AhKh" --cards 7h8h', "must have one hand; the history has AhKh; got 8h7h"),
            ('small "c c x" --board "AhKdQd x"', "A board must be cards only; got 'x'"),
            ("small #9", "must be #1 to #"),
            ("small --seat 4", "A seat must be 1 to 3; got 4"),
            ("small --numbers sums", "must be given with --cards"),
            ("small --cards AhKh --numbers sums", "must hold meta.json"),
        ],
    )
    def test_mistakes(self, words, message):
        assert message in refused(main, words)
