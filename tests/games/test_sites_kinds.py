"""Kinds of hands that sites write: posts, straddles, short blinds, other games and GGPoker."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from zerosum.errors import GameError
from zerosum.pkr.phh import Hand, parse, spell

CASH = "PokerStars Hand #5:  Hold'em No Limit ($1/$2 USD) - 2024/02/03 4:05:06 ET"
EVENT = "PokerStars Hand #5: Tournament #9, $1+$1 USD Hold'em No Limit - Level I (10/20) - 2024/2/3"
SEATS = "Seat 1: Ann (100 in chips)\nSeat 2: Bob (100 in chips)\nSeat 5: Cy (100 in chips)\n"
FOUR = f"{SEATS}Seat 6: Dee (100 in chips) is sitting out\n"
CHECKED = "{0}: checks\n{1}: checks\n"
BOARD = (
    "*** FLOP *** [2c 7d 9h]\n{}*** TURN *** [2c 7d 9h] [Ks]\n{}"
    "*** RIVER *** [2c 7d 9h Ks] [3d]\n{}*** SHOW DOWN ***\n"
)


def board(*players: str) -> str:
    """Return a board on which some players check."""
    checks = "".join(f"{player}: checks\n" for player in players)
    return BOARD.format(checks, checks, checks)


class Case(NamedTuple):
    """The lines of a hand after its seats, up to its summary, and what comes of it."""

    lines: str
    total: str
    fields: dict[str, Any]
    finishing: tuple[int, ...]
    first: str = CASH
    seats: str = FOUR
    button: int = 1


CASES = {
    "posts": Case(
        "Bob: posts small blind $1\nCy: posts big blind $2\nDee: posts big blind $2\n"
        "Ann: posts small & big blinds $3\n*** HOLE CARDS ***\nDee: checks\nAnn: checks\n"
        "Bob: folds\nCy: checks\n*** FLOP *** [2c 7d 9h]\nCy: bets $2\nDee: folds\nAnn: folds\n"
        "Uncalled bet ($2) returned to Cy\nCy collected $7.60 from pot\nCy: doesn't show hand",
        "$8 | Rake $0.40",
        {"antes": (0, 0, 0, 1), "blinds_or_straddles": (1, 2, -2, -2)},
        (99, 106, 98, 97),
    ),
    "dead small blind": Case(
        "Bob: posts small blind $1\nCy: posts big blind $2\nDee: posts small blind $1\n"
        "*** HOLE CARDS ***\nDee: folds\nAnn: calls $2\nBob: folds\nCy: raises $4 to $6\n"
        "Ann: folds\nUncalled bet ($4) returned to Cy\nCy collected $6 from pot",
        "$6 | Rake $0",
        {"antes": (0, 0, 1, 0), "blinds_or_straddles": (1, 2, 0, 0)},
        (99, 104, 99, 98),
    ),
    "straddle": Case(
        "Bob: posts small blind $1\nCy: posts big blind $2\nDee: posts straddle $4\n"
        "*** HOLE CARDS ***\nAnn: calls $4\nBob: folds\nCy: folds\nDee: raises $6 to $10\n"
        "Ann: folds\nUncalled bet ($6) returned to Dee\nDee collected $11 from pot",
        "$11 | Rake $0",
        {"blinds_or_straddles": (1, 2, 4, 0), "min_bet": 2},
        (99, 98, 107, 96),
    ),
    "two straddles of one seat": Case(
        "Ann: posts button blind $2\nAnn: straddle $4\nAnn: straddle $8\n*** HOLE CARDS ***\n"
        "Bob: folds\nCy: folds\nDee: calls $8\nAnn: raises $8 to $16\nDee: folds\n"
        "Uncalled bet ($8) returned to Ann\nAnn collected $16 from pot",
        "$16 | Rake $0",
        {"blinds_or_straddles": (0, 0, 0, 8)},
        (100, 100, 92, 108),
        "Poker Hand #SD5: ShortDeck No Limit ($2) - 2024/02/03 4:05:06",
    ),
    "no small blind, and the button at an empty seat": Case(
        "Cy: posts big blind $2\n*** HOLE CARDS ***\nDee: folds\nAnn: folds\nBob: calls $2\n"
        "Cy: checks\n*** FLOP *** [2c 7d 9h]\nCy: bets $2\nBob: folds\nCy collected $4 from pot",
        "$4 | Rake $0",
        {"blinds_or_straddles": (2, 0, 0, 0), "players": ("Cy", "Dee", "Ann", "Bob")},
        (102, 100, 100, 98),
        button=3,
    ),
    "a short big blind": Case(
        "Bob: posts small blind 10\nCy: posts big blind 7 and is all-in\n*** HOLE CARDS ***\n"
        f"Ann: calls 20\nBob: calls 10\n{board('Bob', 'Ann')}Bob: mucks hand\n"
        "Ann: shows [Ah Kd] (a pair of Kings)\nAnn collected 26 from side pot\n"
        "Cy: shows [Kc Kh] (three of a kind)\nCy collected 21 from main pot",
        "47 Main pot 21. Side pot 26. | Rake 0",
        {"blinds_or_straddles": (10, 20, 0)},
        (80, 21, 106),
        EVENT,
        SEATS.replace("Cy (100", "Cy (7"),
    ),
    "a small blind alone against a shorter big blind": Case(
        "Bob: posts small blind 10\nCy: posts big blind 7 and is all-in\n*** HOLE CARDS ***\n"
        f"Ann: folds\nUncalled bet (3) returned to Bob\n{board()}"
        "Bob: shows [Ah Kd] (a pair of Kings)\nCy: shows [Kc Kh] (three of a kind)\n"
        "Cy collected 14 from pot",
        "14 | Rake 0",
        {"blinds_or_straddles": (10, 20, 0)},
        (93, 14, 100),
        EVENT,
        SEATS.replace("Cy (100", "Cy (7"),
    ),
    "a big blind whose ante takes all": Case(
        "Ann: posts the ante 5\nBob: posts the ante 5\nCy: posts the ante 5 and is all-in\n"
        "Bob: posts small blind 10\n*** HOLE CARDS ***\nAnn: calls 20\nBob: calls 10\n"
        f"{board('Bob', 'Ann')}Bob: mucks hand\nAnn: shows [Ah Kd] (a pair of Kings)\n"
        "Ann collected 40 from side pot\nCy: mucks hand\nAnn collected 15 from main pot",
        "55 Main pot 15. Side pot 40. | Rake 0",
        {"antes": (5, 5, 5)},
        (75, 0, 130),
        EVENT,
        SEATS.replace("Cy (100", "Cy (5"),
    ),
    "an all-in player who sits out and folds": Case(
        "Ann: posts the ante 5\nBob: posts the ante 5\nCy: posts the ante 5\n"
        "Dee: posts the ante 5 and is all-in\nBob: posts small blind 10\nCy: posts big blind 20\n"
        "*** HOLE CARDS ***\nDee: folds\nAnn: folds\nBob: calls 10\nCy: checks\n"
        f"{board('Bob', 'Cy')}Bob: shows [Ah Kd] (a pair of Kings)\nCy: mucks hand\n"
        "Bob collected 40 from side pot\nBob collected 20 from main pot",
        "60 Main pot 20. Side pot 40. | Rake 0",
        {},
        (135, 75, 0, 95),
        EVENT,
        FOUR.replace("Dee (100", "Dee (5"),
    ),
    "a player who cashes out": Case(
        "Bob: posts small blind $1\nCy: posts big blind $2\n*** HOLE CARDS ***\nAnn: folds\n"
        f"Bob: raises $98 to $100 and is all-in\nCy: calls $98 and is all-in\n{board()}"
        "Bob: shows [Ah Kd] (a pair of Kings)\nCy: shows [Ad Kc] (a pair of Kings)\n"
        "Bob collected $99 from pot\nCy cashed out the hand for $90 | Cash Out Fee $1",
        "$200 | Rake $2",
        {"winnings": (99, 99, 0), "_rake": 2},
        (100, 100, 100),
        seats=SEATS,
    ),
    "GGPoker": Case(
        "Cy: posts the ante 1\nAnn: posts the ante 1\nBob: posts the ante 1\n"
        "Bob: posts small blind 500\nCy: posts big blind 1,000\n*** HOLE CARDS ***\n"
        "Dealt to Ann [Ah Kd]\nDealt to Bob \nDealt to Cy \nAnn: raises 1,500 to 2,500\n"
        "Bob: folds\nCy: calls 1,500\n*** FLOP *** [2c 7d 9h]\nCy: bets 4,000\nAnn: calls 4,000\n"
        "*** TURN *** [9h 2c 7d] [Ks]\nCy: bets 3,499 and is all-in\nAnn: calls 3,499\n"
        "Cy: shows [7h 9d] (two pair)\nAnn: shows [Ah Kd] (Pair of Kings)\n"
        "*** RIVER *** [2c 7d 9h Ks] [3d]\n*** SHOWDOWN ***\nCy collected 20,301 from pot",
        "20,501 | Rake 150 | Jackpot 50 | Bingo 0",
        {"venue": "GGPoker", "hand": "TM5", "_rake": 200, "event": "Tournament #9"},
        (9499, 20501, 2),
        "Poker Hand #TM5: Tournament #9, $25 Special Hold'em No Limit - Level2 (500/1,000(1)) - x",
        SEATS.replace("100", "10,000").replace("Ann (10,000", "Ann (10,002"),
    ),
    "short deck": Case(
        "Ann: posts button blind $2\nAnn: posts the ante $2\nBob: posts the ante $2\n"
        "Cy: posts the ante $2\n*** HOLE CARDS ***\nBob: calls $2\nCy: folds\nAnn: checks\n"
        "*** FLOP *** [7d 9h Kc]\nBob: bets $4\nAnn: folds\nBob collected $10 from pot",
        "$10 | Rake $0",
        {"variant": "NS", "antes": (2, 2, 2), "blinds_or_straddles": (0, 0, 2)},
        (106, 98, 96),
        "PokerStars Hand #5:  6+ Hold'em No Limit (Button Blind $2 - Ante $2  USD) - 2024/02/03",
        SEATS,
    ),
}


def lines_of(case: Case) -> list[str]:
    lines, symbol = [case.first, f"Table 'T' 6-max Seat #{case.button} is the button"], ""
    if "$" in case.total:
        symbol = "$"
    seats = case.seats.replace("($", "(").replace("(", f"({symbol}")
    end = ["*** SUMMARY ***", f"Total pot {case.total}", "Board [2c 7d 9h Ks 3d]"]
    if "cashed" in case.lines:
        end.append("Seat 5: Cy (big blind) showed [Ad Kc] and won ($99) with a pair (cashed out)")
    return [*lines, seats.rstrip(), case.lines, *end]


def hand_of(case: Case) -> Hand:
    (hand,) = parse("\n".join(lines_of(case)))
    return hand


@pytest.mark.parametrize("name", CASES)
def test_kinds_of_hands(name: str) -> None:
    case = CASES[name]
    hand = hand_of(case)
    assert {field: hand[field] for field in case.fields} == case.fields
    assert hand.finishing == case.finishing


def test_a_chat_may_quote_the_first_line_of_a_hand() -> None:
    case = CASES["short deck"]
    quoted = case.lines.replace("*** FLOP", f'Zed said, "{CASH}"\n*** FLOP')
    assert hand_of(case._replace(lines=quoted)) == hand_of(case)


def test_lakhs_are_chips() -> None:
    case = CASES["straddle"]
    seats = case.seats.replace("Ann (100", "Ann (1,00,100")
    assert hand_of(case._replace(seats=seats)).finishing == (99, 98, 107, 100_096)


def refused(text: str) -> str:
    with pytest.raises(GameError) as error:
        parse(text)
    return str(error.value)


def text_of(case: Case, **changes: Any) -> str:
    return "\n".join(lines_of(case._replace(**changes)))


def test_chips_that_no_player_paid_are_refused() -> None:
    lines = CASES["straddle"].lines.replace("*** HOLE", "Cash Drop to Pot : total $5\n*** HOLE")
    what = "'Cash Drop to Pot : total $5', must be of a hand whose pot only its players paid."
    assert what in refused(text_of(CASES["straddle"], lines=lines))


@pytest.mark.parametrize(
    ("game", "read"),
    [
        ("Omaha Pot Limit ($1/$2)", False),
        ("7 Card Stud Limit ($1/$2)", False),
        ("HORSE (Omaha Hi/Lo Limit, $1/$2)", False),
        ("8-Game (Hold'em No Limit, $1/$2 USD)", True),
        ("{Club #1} Hold'em No Limit ($1/$2 USD)", True),
    ],
)
def test_games_of_mixes_and_clubs(game: str, read: bool) -> None:
    first = f"PokerStars Home Game Hand #5:  {game} - 2024/02/03 4:05:06 ET"
    if read:
        assert hand_of(CASES["straddle"]._replace(first=first)) == hand_of(CASES["straddle"])
    else:
        what = "must be of limit or no-limit hold'em, or of no-limit short-deck hold'em."
        assert what in refused(text_of(CASES["straddle"], first=first))


@pytest.mark.parametrize(
    "line",
    [
        "Ann wins the $0.50 bounty for eliminating Bob",
        "Ann wins 0,25 € for eliminating Cy and their own bounty increases by 0,25 € to 0,75 €",
        "Cy finished the tournament in 3rd place and received $5.00.",
        "Ann has timed out while disconnected",
        "Bob: Pays Cashout Risk ($1.5)",
        "Zed: x joins the table at seat #8",
    ],
)
def test_lines_about_other_things_are_skipped(line: str) -> None:
    case = CASES["a short big blind"]
    seats = case.seats.replace("in chips)", "in chips, $0.50 bounty)")
    lines = case.lines.replace("*** HOLE", f"{line}\n*** HOLE")
    text = text_of(case, lines=lines).replace(case.seats.rstrip(), seats.rstrip())
    assert parse(text)[0].finishing == case.finishing


def test_thousands_of_chips_have_one_separator() -> None:
    case = CASES["a short big blind"]
    seats = case.seats.replace("Ann (100", "Ann (1.000").replace("Bob (100", "Bob (1,000")
    what = "1.000 may be 1000 or 1, and the rest of the hand does not show which."
    assert what in refused(text_of(case, seats=seats))


@pytest.mark.parametrize(
    ("says", "actions", "finishing"), [("checks", 9, (93, 14, 100)), ("folds", 5, (93, 14, 100))]
)
def test_a_player_may_be_asked_who_owes_nothing(
    says: str, actions: int, finishing: tuple[int, ...]
) -> None:
    case = CASES["a small blind alone against a shorter big blind"]
    lines = case.lines.replace("Ann: folds\n", f"Ann: folds\nBob: {says}\n")
    if says == "folds":
        lines = lines[: lines.index("*** FLOP")] + "Cy collected 14 from pot"
    hand = hand_of(case._replace(lines=lines))
    assert (len(hand.actions), hand.finishing) == (actions, finishing)
    assert parse(spell(hand)) == (hand,)


def test_files_may_ask_a_player_who_owes_nothing() -> None:
    hand = hand_of(CASES["a small blind alone against a shorter big blind"])
    text = spell(hand).replace("'p3 f'", "'p3 f', 'p1 cc'")
    assert parse(text)[0].finishing == hand.finishing
