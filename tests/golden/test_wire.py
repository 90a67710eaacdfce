"""Exchanges of lines between a referee and a bot that follows a script.

``>`` is said by the engine, ``<`` by the bot; the last line is the bot's own account. To make the
golden files again, after a change that is meant:

    PYTHONPATH=. python tests/golden/test_wire.py
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.referee import Line, Referee, decked, scripted, seated
from zerosum.pkr.abstraction import Translation
from zerosum.pkr.bots.engine import Session, Tally
from zerosum.pkr.bots.wire import action_of, read_message
from zerosum.rng import Random

HERE = Path(__file__).parent / "wire"
SHORT = decked("AhKd 7c2s 3d4h9c Ts 5c")  # six cards of the board are never needed
LONG = decked("QhQd 4d6s 2d3h8c 9h Td Jd Ah 5h 7d Ks")  # the tenth card ends the run


class Scripted:
    """An agent that makes these moves, spelled as on the wire, in turn."""

    name = "scripted"

    def __init__(self, words: str) -> None:
        self.words = iter(words.split())

    def begin(self, game: Any, rng: Random) -> Translation:
        return Translation(word=0)

    def act(self, hand: Any, rng: Random) -> Any:
        (move,) = read_message(f"T0 {next(self.words)}")[1:]
        return action_of(move, hand.real.infoset(hand.active))


def exchange(own: str, talk: Callable[[Line], None], packet: int = 4096) -> tuple[list[str], Tally]:
    session = Session(Scripted(own), Random(1))
    with seated(session, packet) as line:
        talk(line)
    return line.spoken, session.tally


def refereed(theirs: str, decks: list[list[int]], seat: int) -> Callable[[Line], None]:
    """Return a match that keeps no time, and must be played without a fault."""

    def talk(line: Line) -> None:
        referee = Referee(line.ask, scripted(theirs), timer=lambda: 0.0)
        referee.match(decks, seat)
        assert not referee.illegal

    return talk


def said(*lines: str) -> Callable[[Line], None]:
    """Return a talk of these lines."""

    def talk(line: Line) -> None:
        for one in lines:
            line.ask(one)

    return talk


def gone(line: Line) -> None:
    """Say what comes after a bet, but not to its end, and go."""
    line.ask("T30.000 P0 HAh,Kd")
    line.spoken.append("> T29.9 R4 R1")
    line.connection.sendall(b"T29.9 R4 R1")


MADE: dict[str, Callable[[], tuple[list[str], Tally]]] = {
    # The small blind folds before the big blind is asked; then the bot folds.
    "folded": lambda: exchange("F", refereed("F", [SHORT, SHORT], 1)),
    # Ten cards of the board, with a bet on the ninth.
    "long": lambda: exchange("C K K K K K K C K", refereed("K K K K K K K R2 K", [LONG], 0)),
    # All-in before the flop and a call: both check on every street.
    "allin": lambda: exchange("R400 K K K", refereed("C K K K", [SHORT], 0)),
    # The least raises and the most; the most where that is less than the least; bets on a flop.
    "bounds": lambda: exchange(
        "R4 R8 C K K K R400 K K K C R398",
        refereed("R6 R400 K K K R396 C K K K K R2 F", [SHORT, SHORT, SHORT], 0),
    ),
    "packets": lambda: exchange("R4 C F", refereed("R6 R2", [SHORT], 0), packet=1),
    "gone": lambda: exchange("R4", gone),
    "quit": lambda: exchange("", said("Q")),
    # A raise above all chips, a clause of no protocol, and a hand in step again.
    "lost": lambda: exchange(
        "C C F",
        said(
            "T30.000 P1 HAh,Kd R401",
            "T29.999 F D-2",
            "T29.999 P0 HAh,Kd",
            "T29.998 C K B2c,3d,4h X",
            "T29.997 F D2",
            "T29.997 P0 HAh,Kd",
            "T29.996 C R4",
            "T29.995 F D-2",
            "Q",
        ),
    ),
}


def text(name: str) -> str:
    spoken, tally = MADE[name]()
    account = ", ".join(
        f"{getattr(tally, figure)} {figure}"
        for figure in ("hands", "chips", "decisions", "fallbacks", "replaced", "disputed")
    )
    return "".join(f"{line}\n" for line in (*spoken, f"= {account}"))


@pytest.mark.parametrize("name", MADE)
def test_golden(name: str) -> None:
    assert text(name) == (HERE / f"{name}.txt").read_text("utf-8")


def test_every_file_is_tested() -> None:
    assert {path.stem for path in HERE.iterdir()} == set(MADE)


if __name__ == "__main__":
    for name in MADE:
        (HERE / f"{name}.txt").write_text(text(name), "utf-8")
