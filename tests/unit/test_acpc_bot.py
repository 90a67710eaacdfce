"""A bot at the dealer of ``tests/acpc_dealer.py``: it follows, acts legally, and reckons alike."""

from __future__ import annotations

import time
from random import Random as Shuffles
from types import SimpleNamespace
from typing import Any

import pytest

from tests.acpc_dealer import (
    COVERED,
    LIMIT,
    LIMIT_THREE,
    SHORT,
    SIX,
    STRADDLE,
    THREE,
    TWO,
    Answering,
    Dealer,
    Function,
    Seat,
    Stakes,
    anything,
    called,
    defined,
    listening,
)
from zerosum.abstraction import Abstracted
from zerosum.pkr import Allin, Bet, Call, Check, Fold, NoLimitHoldem, RaisePot
from zerosum.pkr.acpc import game_of, seats_of
from zerosum.pkr.bots.acpc import Session, play
from zerosum.pkr.holdem.abstraction import actions
from zerosum.play import Uniform
from zerosum.rng import Random
from zerosum.support.connecting import connect


class Wild:
    """An agent that draws the kind of its action, then any size of a bet."""

    name = "wild"

    def begin(self, game: Any, rng: Random | None = None) -> Any:
        return game

    def act(self, hand: Any, rng: Random) -> Any:
        infoset = hand.infoset(hand.active)
        kind, (lower, upper) = rng.integer(8), infoset.bounds()
        if kind < 3 and upper > infoset.cost:
            return Bet((lower, upper, lower + rng.integer(upper - lower + 1))[kind])
        return Check() if infoset.cost == 0 else (Fold(), Call())[kind > 3]


class Fixed(Wild):
    """An agent that does what a function of the hand says."""

    def __init__(self, choose: Any) -> None:
        self.choose = choose

    def act(self, hand: Any, rng: Random) -> Any:
        return self.choose(hand.infoset(hand.active))


def passive(infoset: Any) -> Any:
    return Check() if infoset.cost == 0 else Call()


def least(infoset: Any) -> Any:
    lower, upper = infoset.bounds()
    return Bet(lower) if upper > infoset.cost else passive(infoset)


def broken(*_: Any) -> Any:
    raise ZeroDivisionError("by accident")


def two(choose: Any) -> Session:
    """Return a session of two players, by a function of the infoset."""
    return Session(Fixed(choose), game_of(defined(TWO)), Random(1))


def check(dealer: Dealer, session: Session, hands: int, seat: int = 0) -> None:
    """Check that nothing was amiss, and that both reckon the same winnings."""
    tally = session.tally
    assert dealer.invalid[seat] == []
    assert (tally.hands, tally.chips) == (hands, dealer.totals[seat])
    assert (tally.fallbacks, tally.replaced, tally.disputed) == (0, 0, 0)


def match(agent: Any, stakes: Stakes, hands: int, others: Any, seed: int = 1) -> Session:
    """Play a match without a connection; the others are functions."""
    session, rng = Session(agent, game_of(defined(stakes)), Random(seed)), Shuffles(seed)
    seats: list[Seat] = [Answering(session.answer)]
    seats += [Function(others or anything(rng)) for _ in stakes.blinds[1:]]
    dealer = Dealer(stakes, seats, rng)
    dealer.match(hands)
    session.close()
    check(dealer, session, hands)
    return session


@pytest.mark.parametrize(
    "stakes",
    [TWO, THREE, SIX, LIMIT, LIMIT_THREE, SHORT, STRADDLE, COVERED],
    ids=["two", "three", "six", "limit", "limit three", "short", "straddle", "covered"],
)
def test_hands_against_any_raise(stakes: Stakes, monkeypatch: pytest.MonkeyPatch) -> None:
    """Quickly by the clock of the thread, which stands still while others run."""
    clock = SimpleNamespace(perf_counter=time.thread_time)
    monkeypatch.setattr("zerosum.pkr.bots.acpc.time", clock)
    session = match(Wild(), stakes, 40, None)
    assert session.tally.seconds / session.tally.decisions <= 0.005


def playing(session: Session) -> Any:
    """Return what plays a session at a port."""

    def client(port: int) -> None:
        with connect(port) as connection:
            play(session, connection)

    return client


def test_a_match_over_a_connection() -> None:
    session, rng = Session(Wild(), game_of(defined(THREE)), Random(1)), Shuffles(1)
    with listening(playing(session), packet=3) as seat:
        assert seat.version == "VERSION:2.0.0\r\n"
        dealer = Dealer(THREE, [Function(called), seat, Function(anything(rng))], rng)
        dealer.match(20)
    check(dealer, session, 20, seat=1)


def test_an_agent_that_follows_an_abstraction() -> None:
    class Abstract(Wild):
        def begin(self, game: Any, rng: Random | None = None) -> Any:
            return Abstracted(game, actions)

        def act(self, hand: Any, rng: Random) -> Any:
            return super().act(hand.game, rng)

    match(Abstract(), THREE, 10, None)


def test_a_menu_of_the_game() -> None:
    base = NoLimitHoldem(blinds=(100, 50), stacks=(20_000,), sizes=(50, 100))
    rng, session = Shuffles(1), Session(Uniform(), base, Random(2))
    dealer = Dealer(TWO, [Function(anything(rng)), Answering(session.answer)], rng)
    dealer.match(20)
    check(dealer, session, 20, seat=1)


@pytest.mark.parametrize("choose", [least, lambda infoset: Bet(infoset.bounds()[1])])
def test_raises_without_end(choose: Any) -> None:
    """A street ends after 64 actions: before, the bot calls, as the dealer would make it do."""
    stakes = Stakes((2, 1), (20_000,) * 2, (1, 0, 0, 0))

    def raised(hand: Any) -> str:
        bounds = hand.bounds()
        return "c" if bounds is None else f"r{bounds[0]}"

    session = match(Fixed(choose), stakes, 2, raised)
    assert session.tally.decisions >= (60 if choose is least else 2)


@pytest.mark.parametrize("bet", [Allin(), RaisePot()])
def test_bets_with_names(bet: Any) -> None:
    session = two(lambda _: bet)
    reply = session.answer("MATCHSTATE:1:0::|JdTc")
    assert reply == f"MATCHSTATE:1:0::|JdTc:{'r20000' if bet == Allin() else 'r200'}"


START = "MATCHSTATE:1:0::|JdTc"
FLOP = "MATCHSTATE:1:0:cc/c:|JdTc/2c3c4c"


@pytest.mark.parametrize("choose", [broken, lambda _: Bet(1), lambda _: Check(), lambda _: "r4"])
def test_a_faulty_agent_folds_or_checks(choose: Any, caplog: pytest.LogCaptureFixture) -> None:
    session = two(choose)
    assert session.answer(START) == f"{START}:f"
    assert session.tally.fallbacks == 1
    assert session.answer(FLOP) == f"{FLOP}:c"
    assert "could not follow 'MATCHSTATE:1:0::|JdTc'" in caplog.text
    assert ("Traceback" in caplog.text) == (choose is broken)


def test_an_agent_that_loses_the_hand_is_lost_until_the_next() -> None:
    agent = Fixed(passive)
    agent.begin = broken  # type: ignore[assignment]
    session = Session(agent, game_of(defined(TWO)), Random(1))
    assert [session.answer(START), session.answer(FLOP)] == [f"{START}:f", f"{FLOP}:c"]
    assert (session.tally.fallbacks, session.tally.decisions) == (2, 2)
    del agent.begin
    other = START.replace(":0:", ":1:")
    assert session.answer(other) == f"{other}:c"
    assert session.tally.fallbacks == 2


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("MATCHSTATE:1:0:r150:|JdTc", "f"),  # no raise of the dealer's
        ("MATCHSTATE:1:0:cc/r9:|JdTc/2c3c4c", "f"),
        ("MATCHSTATE:1:0:cc/c:|JdTc/2c3c", "c"),
        ("MATCHSTATE:0:0:c:Jd|", "c"),
        ("MATCHSTATE:1:0:c:||JdTc", "f"),
        ("MATCHSTATE:1:0:cc/r9c/cc/cc:2c2d|JdTc/2c3c4c/5c/6c", None),  # the end of a hand
        ("SCORE:3|-3:one|two", None),
    ],
)
def test_what_cannot_be_followed_is_answered_with_care(line: str, word: str | None) -> None:
    session = Session(Wild(), game_of(defined(TWO)), Random(1))
    assert session.answer(line) == (word and f"{line}:{word}")
    assert session.tally.fallbacks == 1
    assert session.answer("MATCHSTATE:0:1:c:AhAd|") is not None
    assert session.tally.fallbacks == 1


def test_comments_and_the_same_state_again_change_nothing() -> None:
    session = Session(Wild(), game_of(defined(TWO)), Random(1))
    assert [session.answer(line) for line in ("# SCORE", ";GUI", "")] == [None] * 3
    assert session.tally == Session(Wild(), game_of(defined(TWO)), Random(1)).tally
    session = Session(Wild(), game_of(defined(TWO)), Random(1))
    first = session.answer(START)
    assert [session.answer(START) for _ in range(9)] == [first] * 9
    assert session.tally.decisions == 1


def test_states_that_go_back_or_differ_are_followed_anew(caplog: pytest.LogCaptureFixture) -> None:
    session = two(least)
    assert session.answer(FLOP) == f"{FLOP}:r200"
    other = "MATCHSTATE:1:0:cc/r400:|JdTc/2c3c4c"
    assert session.answer(other) == f"{other}:r700"
    assert (session.tally.hands, session.tally.fallbacks) == (1, 0)
    session = two(least)
    assert session.answer(START) == f"{START}:r200"
    assert session.answer("MATCHSTATE:1:0:r400:|JdTc") is None
    assert (session.tally.replaced, session.tally.fallbacks) == (1, 0)
    assert "the dealer has made r400 of r200" in caplog.text


@pytest.mark.parametrize(
    ("lines", "disputed"),
    [
        (["MATCHSTATE:1:0:f:|JdTc"], 0),
        ([START], 1),  # the match ends in the middle
        ([START, "MATCHSTATE:0:1::JdTc|", "MATCHSTATE:0:1:f:JdTc|"], 1),  # a hand without an end
        (["MATCHSTATE:1:0:r20000c///:|JdTc/2c3c4c/5c/6c"], 1),  # a showdown without cards
        (["MATCHSTATE:1:0:f:2c2d|JdTc"], 0),  # folded cards are shown
        (["MATCHSTATE:1:0:r20000c///:2d2h|JdTc/2c3c4c/5c/6c"] * 2, 0),
    ],
)
def test_hands_whose_end_is_not_seen(lines: list[str], disputed: int) -> None:
    session = two(passive)
    for line in lines:
        session.answer(line)
    session.close()
    assert (session.tally.disputed, session.tally.replaced) == (disputed, 0)


@pytest.mark.parametrize("last", ["", "MATCHSTATE:1:0:r2"])
def test_the_dealer_goes(last: str) -> None:
    session = two(passive)
    with listening(playing(session)) as seat:
        seat.send("# name/game/hands/seed")
        seat.send(START)
        assert seat.lines.readline() == f"{START}:c\r\n"
        seat.connection.sendall(last.encode())
    assert (session.tally.fallbacks, session.tally.disputed) == (0, 1)


def test_several_lines_in_one_packet() -> None:
    session = two(passive)
    with listening(playing(session)) as seat:
        seat.send(f"MATCHSTATE:1:0:c:|JdTc\r\n{FLOP}\r\nMATCHSTATE:1:0:cc/cr200:|JdTc/2c3c4c")
        assert seat.lines.readline() == f"{FLOP}:c\r\n"
    assert session.tally.decisions == 1


def test_a_definition_turns_the_seats() -> None:
    straight = Stakes((50, 100), (20_000,) * 2, (0, 1, 1, 1))
    game = game_of(defined(TWO))
    session = Session(Fixed(passive), game, Random(1), seats_of(game, defined(straight)))
    dealer = Dealer(straight, [Answering(session.answer), Function(called)], Shuffles(3))
    dealer.match(4)
    check(dealer, session, 4)
