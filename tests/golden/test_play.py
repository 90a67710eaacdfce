"""Sessions at the terminal, word for word, with opponents written by hand.

To make the golden files again, after a change that is meant:

    PYTHONPATH=. python tests/golden/test_play.py
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.terminal import GAMES, opponent, shown, table
from zerosum.play.terminal.session import play_session

HERE = Path(__file__).parent
SCRIPTS = {
    "kuhn": "l / ? / b / what / ?? / p / 2 / b / call / p / fold / ?",
    "leduc": "l / ? / r / ?? / c / k / raise / r / ? / c / 3 / f / q / never read",
    "river": (
        "l / ?? / r20 / bet 40 / raise 40 / ?? / c / c / to 9 / c / r50% / b2bb / x / ? / b50% / f"
        " / ALL-IN"
    ),
    "setback": "l / ? / as / 5 / 3 / 2 / Ah / KD / ks / jh / 2 / pass / ?? / js / kc / tc / 4 / q",
}


def session(game: str) -> str:
    seat = table(GAMES[game], opponent(game), SCRIPTS[game].split(" / "))
    play_session(seat, 3)
    return shown(seat)


@pytest.mark.parametrize("game", SCRIPTS)
def test_golden(game: str) -> None:
    assert session(game) == (HERE / f"play_{game}.session").read_text("utf-8")


def test_every_file_is_tested() -> None:
    assert {path.name for path in HERE.glob("*.session")} == {
        f"play_{game}.session" for game in SCRIPTS
    }


if __name__ == "__main__":
    for game in SCRIPTS:
        (HERE / f"play_{game}.session").write_text(session(game), "utf-8")
