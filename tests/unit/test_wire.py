"""The match protocol: parsing lines, refusing bad lines, and writing actions."""

from __future__ import annotations

import re
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.referee import action, listed, spelled
from tests.river import Engine, act, deal
from zerosum.cards import card, parse
from zerosum.errors import GameError
from zerosum.pkr import Allin, Bet, Call, Check, Fold, RaisePot, RiverOfBlood
from zerosum.pkr.bots.wire import (
    Board,
    Clock,
    Held,
    Quit,
    RaiseTo,
    Result,
    Seat,
    Shown,
    action_of,
    cautious,
    move_of,
    read_message,
    spell,
)
from zerosum.rng import Random


def test_every_clause() -> None:
    line = "T0.125 P1 H4d,6s R4 C BTs,3h,2c K B2d,Ts,3h,Ah F OAs,Ac D-12"
    assert read_message(line) == (
        Clock(0.125),
        Seat(1),
        Held(parse("4d6s")),
        RaiseTo(4),
        Call(),
        Board((card("Ts"), card("3h"), card("2c"))),
        Check(),
        Board((card("2d"), card("Ts"), card("3h"), card("Ah"))),
        Fold(),
        Shown(parse("AsAc")),
        Result(-12),
    )


BAD = {
    "T1 X": "begin with one of T, P, H",
    "T1 P2": "be P0 or P1",
    "T1 H4d": "be H and two cards",
    "T1 H4d,4d": "be H and two cards, all different",
    "T1 FF": "be F alone",
    "T1 R٣": "be R and whole chips",
    f"T1 R{'9' * 5000}": "be R and whole chips",
    "T1 B2c,3d,2c": "be B and three cards or more, all different",
    "T1 O2c": "be O and two cards",
    "T1 D1.5": "be D and whole chips",
    "Tnan": "be T and seconds",
    "T1 Qq": "be Q alone",
}


@pytest.mark.parametrize("line", BAD, ids=lambda line: line[:12])
def test_bad_clauses_are_named(line: str) -> None:
    clause = line.rsplit(maxsplit=1)[-1]
    with pytest.raises(GameError, match=f"{re.escape(repr(clause))} of the .* must {BAD[line]}"):
        read_message(line)


@pytest.mark.parametrize("line", ["", "K", "Q T1"])
def test_the_clock_comes_first(line: str) -> None:
    with pytest.raises(GameError, match="must begin with T and seconds"):
        read_message(line)


def test_the_end_stands_alone() -> None:
    assert read_message("Q\n") == (Quit(),)
    with pytest.raises(GameError, match="'Q' of the engine must stand alone"):
        read_message("T1 Q")


@given(st.text("TPHFCKRBODQ 0123456789.,-Acdhs\n\u0663"))
def test_every_text_is_read_or_refused(line: str) -> None:
    with suppress(GameError):
        assert read_message(line)
    assert cautious(line) in {Check(), Fold()}


@given(st.integers(0, 2**64 - 1), st.integers(0, 30))
def test_moves_are_those_of_the_engine(seed: int, length: int) -> None:
    """Spelled as the referee spells them, and read back as the same action."""
    rng = Random(seed)
    game, table = deal(RiverOfBlood(), rng), Engine.start()
    for _ in range(length):
        if game.terminal:
            break
        infoset = game.infoset(game.active)
        menu = infoset.actions()
        assert {type(one) for one in menu} == table.legal()
        chosen = menu[rng.integer(min(len(menu), 4))] if rng.integer(2) else menu[-1]
        word = spell(move_of(chosen, infoset))
        assert word == spelled(table, chosen)
        assert action(table, word) == chosen
        assert action_of(read_message(f"T1 {word}")[1], infoset) == chosen
        if not isinstance(chosen, Fold):
            after = game.apply(chosen)
            assert after.terminal or after.chance or _legal(after, cautious(f"T1 {word}"))
        table.act(chosen)
        game = game.apply(chosen)
        if game.chance:
            game = deal(game, rng)
            table.next_street(len(game.community))
            assert _legal(game, cautious(f"T1 {word} B{listed(list(game.community))}"))


def _legal(game: RiverOfBlood, move: object) -> bool:
    return move == (Fold() if game.infoset(game.active).cost > 0 else Check())


@pytest.mark.parametrize(
    ("bet", "chips"), [(RaisePot(), 8), (Allin(), 400), (Bet(5), 7), (Call(), None)]
)
def test_parts_of_the_pot_are_raises_to(bet, chips: int | None) -> None:
    infoset = act(deal(RiverOfBlood(), Random(1)), Bet(3)).infoset(1)
    assert move_of(bet, infoset) == (Call() if chips is None else RaiseTo(chips))
