"""Game definitions and match states of the ACPC dealer: what is read, and what is refused."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from zerosum.cards import parse
from zerosum.errors import GameError
from zerosum.pkr import Bet, LimitHoldem, NoLimitHoldem
from zerosum.pkr.acpc import (
    Definition,
    action_of,
    cautious,
    definition_of,
    follow,
    game_of,
    read_definition,
    read_file,
    read_state,
    seats_of,
)
from zerosum.pkr.holdem import SHORT, Deck, Rules

NO_LIMIT = """GAMEDEF
nolimit
numPlayers = 3
numRounds = 4
stack = 20000 20000 20000
blind = 50 100 0
firstPlayer = 3 1 1 1
numSuits = 4
numRanks = 13
numHoleCards = 2
numBoardCards = 0 3 1 1
END GAMEDEF
"""
LIMIT = """# reversed blinds
gamedef
numPlayers=2

numRounds 4
blind = 10 5
raiseSize = 10 10 20 20
firstPlayer = 2
maxRaises = 3 4 4 4
numSuits = 4
numRanks = 13
numHoleCards = 2
numBoardCards = 0 3 1 1
end gamedef
"""
THREE = game_of(read_definition(NO_LIMIT))
TWO = game_of(Definition(blinds=(100, 50), stacks=(20_000,) * 2, first=(2, 1, 1, 1)))


def test_a_no_limit_file() -> None:
    definition = read_definition(NO_LIMIT)
    assert f"{definition}\n" == NO_LIMIT
    assert (
        NoLimitHoldem(players=3, stacks=(20_000,), blinds=(50, 100, 0), rules=Rules.ACPC) == THREE
    )


def test_a_limit_file_with_what_the_dealer_takes_for_the_rest() -> None:
    definition = read_definition(LIMIT)
    assert (definition.stacks, definition.first) == ((), (2, 1, 1, 1))
    assert game_of(definition) == LimitHoldem(
        blinds=(10, 5), stacks=(), bets=(10, 10, 20, 20), raises=(3, 4, 4, 4), rules="acpc"
    )
    bare = read_definition("\n".join(x for x in LIMIT.split("\n") if "maxRaises" not in x))
    assert bare.raises == (255,) * 4
    assert game_of(bare).raises == (63,) * 4  # a street has 64 actions


@pytest.mark.parametrize(
    "game",
    [
        THREE,
        NoLimitHoldem(blinds=(1, 2), stacks=(30, 50), rules="acpc"),
        NoLimitHoldem(players=4, blinds=(1, 2, 4), stacks=(9, 8, 7, 6), rules="acpc"),
        NoLimitHoldem(deck=Deck(5, 3), hole=1, board=(2,), blinds=(1, 1), rules="acpc"),
        LimitHoldem(players=10, blinds=(5, 10), rules="acpc"),
        LimitHoldem(stacks=(17,), blinds=(2, 1), rules="acpc"),
    ],
)
def test_there_and_back(game: NoLimitHoldem | LimitHoldem) -> None:
    assert game_of(read_definition(str(definition_of(game)))) == game


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            "numPlayers = 3",
            "numPlayers = 11",
            r"Line 3 of x must be numPlayers and 2 to 10; got 'numPlayers = 11': write",
        ),
        ("numPlayers = 3", "numPlayer = 3", "Line 3 of x must begin with one of limit, nolimit, n"),
        ("numPlayers = 3", "numPlayers = three", "Line 3 of x must be numPlayers and whole number"),
        ("numPlayers = 3", "numPlayers = 2", "Line 5 of x must have 2 numbers, one for each seat"),
        ("numPlayers = 3\n", "", "The lines of x must include numPlayers; it is missing: write"),
        ("blind = 50 100 0", "blind = 50 -100 0", "Line 6 of x must be blind and whole numbers"),
        ("blind = 50 100 0", "blind = 50 30000 0", "Line 6 of x must be blinds of at most the"),
        ("blind = 50 100 0\n", "", "must include blind"),
        ("nolimit", "limit", "must include raiseSize"),
        ("nolimit", "nolimit\nlimit", "Line 3 of x must be the only one of .* line 2 has it[.]"),
        ("numPlayers = 3", "numPlayers = 3 3", "Line 3 of x must have 1 number; .* it has 2[.]"),
        ("stack = 20000", f"stack = {10**10}", "Line 5 of x must be stack and 1 to 2147483647"),
        ("numSuits = 4", "numSuits = 5", "Line 8 of x must be numSuits and 1 to 4"),
        ("firstPlayer = 3", "firstPlayer = 4", "Line 7 of x must name seats from 1 to 3"),
        ("firstPlayer = 3 1 1 1", "firstPlayer = 3 1 1 1 1", "Line 7 of x must have 4 numbers"),
        ("GAMEDEF\nnolimit", "nolimit", "Line 1 of x must be GAMEDEF; got 'nolimit'"),
        ("END GAMEDEF\n", "", "Line 11 of x must be END GAMEDEF; .* seems to be cut off"),
    ],
)
def test_what_no_definition_says(old: str, new: str, message: str) -> None:
    with pytest.raises(GameError, match=message):
        read_definition(NO_LIMIT.replace(old, new, 1), "x")


def test_an_empty_file_and_none(tmp_path: Path) -> None:
    with pytest.raises(GameError, match="Line 1 of the game definition must be GAMEDEF"):
        read_definition("")
    with pytest.raises(GameError, match="must be a readable text file in UTF-8; there is no such"):
        read_file(tmp_path / "none.game")


@pytest.mark.parametrize(
    ("blinds", "first", "button"),
    [
        ((100, 50), (2, 1, 1, 1), 1),
        ((50, 100), (1, 2, 2, 2), 0),
        ((50, 100), (1, 1, 1, 1), 1),
        ((0, 100), (1, 1, 1, 1), 1),
        ((100, 0), (2, 2, 2, 2), 0),
    ],
)
def test_of_two_seats_the_one_that_acts_last_has_the_button(
    blinds: tuple[int, ...], first: tuple[int, ...], button: int
) -> None:
    definition = Definition(blinds=blinds, stacks=(20_000,) * 2, first=first)
    game = game_of(definition)
    assert game.button == button
    assert definition_of(game) == definition
    assert seats_of(game, definition) == (0, 1)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"hole": 3}, r"The numHoleCards of x must be 1 or 2; got '3': the games of"),
        ({"board": (1, 3, 1, 1)}, "The numBoardCards of x must be 0 on the first street"),
        ({"first": (2, 1, 1, 1)}, "The firstPlayer of x must be 3 1 1 1, which these blinds give"),
        ({"raises": (3, 4, 4, 4)}, "The maxRaises of x must be left out of a no-limit game"),
        ({"stacks": ()}, "The stack of x must be given for a no-limit game; got none: the"),
        ({"stacks": (10**9,) * 3}, "The numbers of x must be those of a game: The chips .* larger"),
        ({"ranks": 2, "suits": 2}, "deck of NoLimitHoldem must have as many cards as are dealt"),
        ({"bets": (100,) * 4, "raises": (0, 4, 4, 4)}, "The maxRaises of x must be at least 1"),
    ],
)
def test_games_that_holdem_here_cannot_be(changes: dict[str, object], message: str) -> None:
    with pytest.raises(GameError, match=message):
        game_of(replace(read_definition(NO_LIMIT), **changes), "x")


@pytest.mark.parametrize(
    ("game", "message"),
    [
        (NoLimitHoldem(antes=(1,)), r"The antes of a game .* must be 0; got antes=\(1, 1"),
        (
            NoLimitHoldem(least=5),
            "smallest bet .* must be the largest blind, 2; got least=5: leave",
        ),
        (NoLimitHoldem(deck=SHORT), "order of hands of a game .* must be that of whole decks"),
        (NoLimitHoldem(whole=True), "must be exact; got whole=True: leave whole out of NoLimit"),
    ],
)
def test_games_that_the_dealer_does_not_have(game: NoLimitHoldem, message: str) -> None:
    with pytest.raises(GameError, match=message):
        definition_of(game)


def test_seats_of_two() -> None:
    other = NoLimitHoldem(blinds=(50, 100), stacks=(20_000,))
    straight = definition_of(other)
    assert seats_of(TWO) == seats_of(other, straight) == (0, 1)
    assert seats_of(other) == seats_of(other, definition_of(TWO)) == seats_of(TWO, straight)
    assert seats_of(THREE) == (0, 1, 2)


@pytest.mark.parametrize(
    ("blinds", "told"),
    [
        ((100, 200, 0), "it has blind 100 200 0 and not 50 100 0: train"),
        ((50, 100), "it has numPlayers 2 and not 3, stack 20000 20000 and not 20000 20000 20000"),
    ],
)
def test_a_definition_of_another_game(blinds: tuple[int, ...], told: str) -> None:
    other = NoLimitHoldem(players=len(blinds), blinds=blinds, stacks=(20_000,))
    with pytest.raises(GameError, match=f"The game of y must be that of the run; {told}"):
        seats_of(THREE, definition_of(other), "y")


def test_limit_and_no_limit_differ() -> None:
    with pytest.raises(
        GameError, match="it has nolimit left out and not given, stack left out and"
    ):
        seats_of(TWO, read_definition(LIMIT))


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("", "A line of the dealer must be MATCHSTATE, a position"),
        ("MATCHSTATE:0:0::TdAs|:r300", "A line of the dealer must be MATCHSTATE"),
        ("MATCHSTATE:0:0:b3:TdAs|", "The betting of a match state must be c, f and r .* got 'b3'"),
        ("MATCHSTATE:0:0:c:TxAs|", "The cards of a match state must be cards .* got 'TxAs'"),
        ("MATCHSTATE:0:0:c:TdTd|", "The cards of a match state must be different cards"),
        ("MATCHSTATE:0:0:cc/:TdAs|", "The cards of a match state must be those of 2 streets"),
        ("MATCHSTATE:2:0::TdAs|", "The position of a match state must be one of the 2"),
    ],
)
def test_what_no_state_says(line: str, message: str) -> None:
    with pytest.raises(GameError, match=message):
        read_state(line)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("0:0::TdAs||", "A match state must have the cards of 2 seats, .* got 3"),
        ("0:0::Td|", "A seat must .* get 2 cards before any are dealt"),
        ("1:0::TdAs|", "A seat must .* get 2 cards before any are dealt"),
        ("0:0:cc/:TdAs|/2c3c", "The board must be whole for each street"),
        ("0:0:cc/:TdAs|/2c3c4c5c", "The board must get 3 cards there; got 4"),
        ("0:0:c/:TdAs|/2c3c4c", "The board must get 0 cards there; got 3"),
        ("0:0:ccc:TdAs|", "The betting must end where no seat is to act; got 'c'"),
        ("0:0:r150:TdAs|", "A bet must be legal"),
        ("0:0:r:TdAs|", "A raise must be r and chips in a no-limit game; got 'r'"),
        ("0:0:cf:TdAs|", "A player who owes nothing must check"),
    ],
)
def test_what_cannot_be_followed(line: str, message: str) -> None:
    with pytest.raises(GameError, match=message):
        follow(TWO, read_state(f"MATCHSTATE:{line}"), (0, 1))


def test_raises_of_whole_hands_and_cards_of_three_suits() -> None:
    hand = follow(TWO, read_state("MATCHSTATE:0:0:r300c/:TdAs|/2c3c4c"), (0, 1))
    assert action_of("r700", hand) == Bet(400)
    game = game_of(replace(definition_of(TWO), suits=3))
    hand = follow(game, read_state("MATCHSTATE:0:0:cc/:TdAs|/2d3h4s"), (0, 1))
    assert (hand.hand(0), hand.community) == (parse("TcAh"), parse("2c3d4h"))
    with pytest.raises(GameError, match=r"A card must be in the deck, .* suits dhs; got 2c"):
        follow(game, read_state("MATCHSTATE:0:0:cc/:TdAs|/2c3h4s"), (0, 1))


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("MATCHSTATE:0:0:r300:|", "f"),
        ("MATCHSTATE:1:0:c:x|", "f"),  # the small blind owes, whatever was done
        ("MATCHSTATE:0:0:cc/r300c/c:|/2c/x", "c"),
        ("MATCHSTATE:?:0:cc/r300:|/", "f"),
        ("MATCHSTATE:0:0:cc/cc/cc/cc:2c3c|4c5c/x", None),
        ("SCORE:3|4:a|b", None),
    ],
)
def test_the_careful_answer(line: str, word: str | None) -> None:
    assert cautious(line, (100, 50)) == word


@pytest.mark.parametrize("end", ["\r\n", "\n", "\r", " "])
def test_ends_of_lines_do_not_count(end: str) -> None:
    line = "MATCHSTATE:0:0:rc/:TdAs|/2c8c3h"
    assert read_state(line + end) == read_state(line)
    assert cautious("MATCHSTATE:0:3:r300:AhKd|" + end, (100, 50)) == "f"
