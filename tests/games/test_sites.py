"""The text of PokerStars: read as the hands that were written, and refused where it is torn."""

from __future__ import annotations

import operator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import strategies as st

from tests.games.phh import PLAYED, ROOM, SESSION, TALKED, by_pokerkit, hand_of, played
from tests.games.pokerkit_hands import limit_tables, tables
from tests.games.stars import NAMES, NOISE, Room, masked, text_of
from tests.scale import scaled, tried
from zerosum.errors import GameError
from zerosum.pkr.holdem import FULL, LimitHoldem, NoLimitHoldem, Rules
from zerosum.pkr.phh import Hand, parse, read, record, spell


@st.composite
def hands(draw: Any) -> tuple[Hand, Room]:
    """Draw a hand as one of its players sees it, and where it is played."""
    game = draw(st.one_of(tables((FULL,)), limit_tables()))
    left = [stack - ante for stack, ante in zip(game.stacks, game.antes, strict=True)]
    short = any(map(operator.lt, left[2:], game.blinds[2:]))  # of it the text does not tell all
    changes: dict[str, Any] = {"blinds": game.blinds[: 2 if short else game.players]}
    changes |= {"rules": Rules.CASINO, "trim": len(set(game.antes)) < 2, "whole": False}
    changes |= {"posts": ()}  # tests of the kinds of hands have some
    if isinstance(game, NoLimitHoldem):
        changes |= {"least": max(*game.blinds[:2], 1)}  # the text tells the blinds only
        if draw(st.booleans()):  # that many stacks are short of
            changes |= {"blinds": (5, 10), "button": -1, "least": 10}
    if isinstance(game, LimitHoldem):
        changes |= {"bets": (2, 2, 4, 4), "least": 2}
    game = replace(game, **changes).start  # with the level that these give
    seats, symbol = game.players, draw(st.sampled_from(["", "$", "€"]))
    unit = Fraction(draw(st.sampled_from([1, 2, 25])), 100) if symbol else Fraction(50)
    names = draw(st.permutations(NAMES))[:seats]
    hand = record(played(game, draw(st.integers(0, 2**32)), 200), unit, players=names)
    numbers, turn = sorted(draw(st.permutations(range(1, 11)))[:seats]), draw(st.integers(0, 9))
    numbers = numbers[turn % seats :] + numbers[: turn % seats]
    button = numbers[-1]
    if draw(st.booleans()) and button % 10 + 1 not in numbers:
        button = button % 10 + 1  # at an empty seat
    hero, rake = draw(st.integers(0, seats - 1)), draw(st.integers(0, 3)) * unit
    thousands = draw(st.sampled_from(["", ".", " ", "\xa0"]))
    room = Room(tuple(numbers), button, symbol, hero, rake, symbol == "", thousands)
    return masked(hand, hero, draw(st.booleans())), room


def check_is_read(hand: Hand, room: Room, noise: int = 0) -> None:
    (back,) = parse(text_of(hand, room, noise))
    assert back.actions == hand.actions
    assert (back.names, back.stacks) == (hand.names, hand.stacks)
    ours, theirs = (
        [each.unit * chips for part in (game.posted, game.paid, game.purses) for chips in part]
        for each, game in ((back, back.game), (hand, hand.game))
    )
    assert ours == theirs
    assert back.finishing == hand.finishing
    assert parse(spell(back)) == (back,)


@scaled(12, 5_000)
def test_what_is_written_is_read(scale: int) -> None:
    def check(hand: tuple[Hand, Room], noise: int) -> None:
        check_is_read(*hand, noise)

    tried(check, scale, hands(), st.integers(0, len(NOISE)))


def left_out(text: str, file: str = "s.txt") -> tuple[list[Any], list[str]]:
    """Return the numbers of the hands that are read, and the sentences about the others."""
    wrong: list[GameError] = []
    hands = parse(text, file, wrong.append)
    sentences = [str(error) for error in wrong]
    assert all(one.endswith(".") and "\n" not in one for one in sentences)
    return [hand["hand"] for hand in hands], sentences


def test_a_session_may_have_any_line_ends_and_headings() -> None:
    other = SESSION.replace("#7:", "#8:")
    for text in (
        f"\ufeff{SESSION}\n\n\n\n{other}\n\n",
        f"{SESSION}\n\n{other}".replace("\n", "\r\n"),
        f"{SESSION}\n\n{other}".replace("\n", "\r"),
        f"{SESSION}\n{other}",
        f"Transcript of your hands\n\n*** # 1 ***\n{SESSION}\n\n*** # 2 ***\n\ufeff{other}",
    ):
        assert left_out(text) == ([7, 8], [])


def test_fields_keep_what_the_text_says() -> None:
    (hand,) = parse(text_of(TALKED, replace(ROOM, symbol="€", rake=Fraction(5))))
    wanted = {
        "venue": "PokerStars",
        "hand": 7,
        "table": "A 'b' c",
        "seats": (2, 5, 9),
        "seat_count": 10,
        "currency_symbol": "€",
        "winnings": (2095, 0, 0),
        "_rake": 5,
        "_time_zone": "CET",
    }
    assert {name: hand[name] for name in wanted} == wanted
    assert str(hand["time"]) == "04:05:06"
    assert hand.finishing == TALKED.finishing == by_pokerkit(spell(hand))


def test_other_encodings_are_read(tmp_path: Path) -> None:
    path = tmp_path / "session.txt"
    text = text_of(TALKED, replace(ROOM, symbol="€"))
    for data in (text.encode("cp1252"), b"\xef\xbb\xbf" + text.encode("cp1252")):
        path.write_bytes(data)
        (hand,) = read(path)
        assert (hand.names[2], hand["currency_symbol"]) == ("Zoë", "€")


@pytest.mark.parametrize("symbol", ["", "€"])
@pytest.mark.parametrize("thousands", [".", " ", "\u202f"])
def test_chips_are_read_as_in_europe(symbol: str, thousands: str) -> None:
    text = text_of(TALKED, replace(ROOM, symbol=symbol, thousands=thousands))
    assert f"1{thousands}000" in text
    (hand,) = parse(text)
    assert (hand.stacks, hand.finishing) == (TALKED.stacks, TALKED.finishing)


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ("(1.000,00 € in", "(1.000 € in", ""),
        ("bets 300,00", "bets 300.00", "must give chips as the hand does, with a point before cen"),
        ("bets 300,00", "bets 3,00,00", "a comma before cents; got 3,00,00."),
        (",00 €", " €", "1.000 may be 1000 or 1, and the rest of the hand does not show which."),
        ("bets 300,00 €", "bets 300,00 $", "must give chips as the first line does, with the curr"),
        ("bets 300,00", f"bets {'3' * 16},00", "must give chips with at most 15 digits; got 3333"),
    ],
)
def test_chips_with_two_meanings_are_refused(old: str, new: str, what: str) -> None:
    text = text_of(TALKED, replace(ROOM, symbol="€", thousands="."))
    numbers, sentences = left_out(text.replace(old, new))
    assert (numbers, len(sentences)) == (([], 1) if what else ([7], 0))
    assert not what or what in sentences[0]


@pytest.mark.parametrize(
    "names",
    [
        ("Al: folds", "Al", "Bob: raises 5 to 10"),
        ("Al", "Al: folds", "Al: folds: checks"),
        ("Seat 5: x", "x", "x [As Kd]"),
        ("Seat 5: x", "x collected 5 from pot", "y"),
        ("x", "x collected 5 from pot", 'x said, "hi"'),
        ("(button)", "y (5 in chips)", "Total pot 5"),
    ],
)
def test_names_may_be_like_lines(names: tuple[str, ...]) -> None:
    hand = hand_of(3, PLAYED, players=str(list(names)))
    check_is_read(hand, ROOM, len(NOISE))


TORN = SESSION[: SESSION.index("*** RIVER")]
TAIL = SESSION[SESSION.index("*** TURN") :]
OTHER = SESSION.replace("#7:", "#8:")
BOTH = "".join(
    f"{one}\n{two}\n" for one, two in zip(SESSION.split("\n"), OTHER.split("\n"), strict=True)
)


@pytest.mark.parametrize(
    ("text", "read", "what"),
    [
        (f"{TORN}\n\n{OTHER}", [8], 'Line 1 of hand [7] in s.txt, "PokerStars Hand #7: '),
        (f"{TORN}{OTHER}", [8], "must begin a hand that is whole, up to the total pot of its sum"),
        (f"{TORN}*** RIVER *** [7h {OTHER}", [8], "must be of hold'em, with a flop, a turn and a"),
        (f"{TORN}\n{OTHER}\n\n{TAIL}", [8], "must begin a hand that is whole"),
        (
            f"{SESSION}\n\n{TAIL}",
            [7],
            "Line 33 of s.txt, '*** TURN *** [7h 8h 9d] [2d]', must stand in",
        ),
        (
            f"{SESSION}\n{TAIL}",
            [],
            "must be of the summary, or of a hand with a first line of its own",
        ),
        (BOTH, [], "must begin a hand that is whole, up to the total pot of its summary."),
    ],
)
def test_torn_hands_are_left_out(text: str, read: list[int], what: str) -> None:
    numbers, sentences = left_out(text)
    assert numbers == read
    assert what in sentences[0]


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ("Hold'em No Limit", "Omaha Pot Limit", "must be of limit or no-limit hold'em, or of no-l"),
        ("$50/$100 USD", "CHF 50/CHF 100", "must give stakes like ($1/$2), with a sign for the c"),
        ("$100 USD", "$100 - $900 Cap -  USD", "must be of a game without a cap on the chips"),
        ("*** RIVER", "*** FIRST RIVER", "must be of a hand whose board is dealt once, not run"),
        ("Zoë: bets $300", "Zoë: bets €300", "must give chips as the first line does, with the cu"),
        ("calls $300", "calls $200", "'Al :D: calls $200', must be a call of 300 by the rules"),
        ("calls $450", "checks", "must be a call of 450 by the rules"),
        ("calls $450 and is all-in", "calls $450", ""),
        ("calls $300", "calls $300 and is all-in", "must not be an all-in, since 450 are left"),
        ("Bo [x]: folds \n", "", "must wait for the end of the street; Bo [x] is to act"),
        ("Bo [x]: folds", "Bo: folds", "must name a player with a seat in this hand, not 'Bo'"),
        ("Bo [x]: folds", "Bo [x]: discards 1", "must be an action of hold'em as PokerStars"),
        ("Seat 5: Bo [x] ($", "Seat 2: Bo [x] ($", "must stand before the first post, the only"),
        ("*** TURN *** [7h", "*** TURN *** [6h", "must repeat the board of this hand, [7h 8h 9d]"),
        ("[Kc]", "[Qc]", "must deal cards that are left; Zoë has Qc"),
        ("from pot", "from nowhere", "must give as much as the players collected, and the rake"),
        ("Al :D collected", "Zoë collected", "must follow what the rules give Al :D, 2,100 less"),
        ("Total pot $2100", "Total pot $2000", "must give a total pot of 2,100 by the rules"),
        ("Seat 9: Zoë mucked", "Seat 8: Zoë mucked", "must name the player of this hand with that"),
        ("Al :D: shows [Ah Kd] (a hand)\n", "", "must follow what the rules give Al :D, 0 less"),
        ("Table", "Tables", "must be of a hand with a line that names the table and the button"),
        ("*** SUMMARY ***", "Hand cancelled", "must be of a hand that was played to its end"),
    ],
)
def test_what_the_rules_forbid_is_named(old: str, new: str, what: str) -> None:
    assert old in SESSION
    numbers, sentences = left_out(SESSION.replace(old, new))
    assert (numbers, len(sentences)) == (([], 1) if what else ([7], 0))
    assert not what or what in sentences[0]
    assert not what or sentences[0].startswith("Line ")


def test_other_sites_are_refused_with_what_is_read() -> None:
    for text in (
        "Winamax Poker - CashGame - HandId: #1",
        "***** 888poker Hand History",
        "CoinPoker Hand #5: x",
    ):
        with pytest.raises(
            GameError, match="TOML, or the English text of PokerStars or GGPoker; got"
        ):
            parse(text)
    field = f"_text = '''\n{SESSION}'''\n"
    assert parse(field + spell(TALKED))[0].finishing == TALKED.finishing
