"""A bot against the referee: it follows the hand, acts legally, and agrees on results."""

from __future__ import annotations

import logging
import socket
from functools import partial
from typing import Any

import pytest

from blood.quick import Abstraction, TrainingAbstraction
from tests.referee import Line, Referee, anything, decked, scripted, seated, shuffled
from tests.runs import learnt
from zerosum.errors import GameError
from zerosum.kernels.compile import prepare
from zerosum.pkr import Bet, Check, Fold
from zerosum.pkr.abstraction import Translation
from zerosum.pkr.bots.engine import Session
from zerosum.pkr.think import Clock, Thinker
from zerosum.play import StrategyAgent
from zerosum.rng import Random
from zerosum.support.connecting import connect


@pytest.fixture(scope="module")
def agent() -> StrategyAgent:
    """Return one who hardly trained: what it plays does not matter, and compiling takes longer."""
    strategy = learnt(TrainingAbstraction(), 30)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("zerosum.play.answers.prepare", partial(prepare, native=False))
        return StrategyAgent(strategy, TrainingAbstraction(), Abstraction())


def played(agent: Any, hands: int, seed: int) -> tuple[Referee, Session]:
    """Play a match on random decks, against an opponent that raises to anything."""
    session, rng = Session(agent, Random(seed)), Random(seed + 1)
    with seated(session) as line:
        referee = Referee(line.ask, anything(rng), clock=30.0 * max(1, hands // 1000))
        referee.match(shuffled(rng) for _ in range(hands))
    assert line.spoken[-1] == "> Q"
    assert not referee.illegal
    assert (session.tally.fallbacks, session.tally.replaced, session.tally.disputed) == (0, 0, 0)
    assert (session.tally.hands, session.tally.chips) == (hands, sum(referee.paid))
    assert session.tally.seconds / session.tally.decisions <= 0.005
    assert referee.clock > 0
    return referee, session


def test_hands_against_any_raise(agent: StrategyAgent) -> None:
    referee, session = played(agent, 300, seed=1)
    assert session.tally.decisions > 400
    assert {5, 6, 7} <= referee.finals.keys()
    assert {-400, 400} <= set(referee.paid)


@pytest.mark.slow
def test_who_thinks_follows_any_raise_over_a_socket(agent: StrategyAgent) -> None:
    """Many of the opponent's bets are on no menu, and are solved from where they lead."""
    native = StrategyAgent(agent.strategy, TrainingAbstraction(), Abstraction())
    thinker = Thinker(native, Clock(0.005, match=20.0), 4)
    session, rng = Session(thinker, Random(1)), Random(2)
    with seated(session) as line:
        referee = Referee(line.ask, anything(rng))
        referee.match(shuffled(rng) for _ in range(200))
    assert not referee.illegal
    assert (session.tally.fallbacks, session.tally.replaced, session.tally.disputed) == (0, 0, 0)
    assert (session.tally.hands, session.tally.chips) == (200, sum(referee.paid))
    assert thinker.thought > 10
    assert thinker.fallbacks == 0
    assert thinker.clock.spent < 30.0 - referee.clock < 20.0


def test_equal_seeds_play_equal_matches(agent: StrategyAgent) -> None:
    first, second, other = (played(agent, 40, seed)[0].paid for seed in (1, 1, 2))
    assert first == second != other


class Fixed:
    """An agent that does what a function of the walk says."""

    name = "fixed"

    def __init__(self, choose: Any) -> None:
        self.choose = choose

    def begin(self, game: Any, rng: Random) -> Translation:
        return Translation(word=0)

    def act(self, hand: Any, rng: Random) -> Any:
        return self.choose(hand.infoset(hand.active))


def passive(infoset: Any) -> Any:
    return Check() if infoset.cost == 0 else Fold()


def broken(infoset: Any) -> Any:
    raise ZeroDivisionError("by accident")


@pytest.mark.parametrize("choose", [broken, lambda _: Bet(1), lambda _: Check(), lambda _: "R4"])
def test_a_faulty_agent_checks_or_folds(choose: Any, caplog: pytest.LogCaptureFixture) -> None:
    session = Session(Fixed(choose), Random(1))
    assert session.answer("T30 P0 HAh,Kd") == "F"
    assert session.answer("T30 F D-1") == "K"
    assert session.tally.fallbacks == 1
    assert "could not follow the line 'T30 P0 HAh,Kd'" in caplog.text
    assert ("Traceback" in caplog.text) == (choose is broken)


def test_a_lost_hand_is_counted_at_each_decision_and_ends_with_the_hand() -> None:
    session = Session(Fixed(passive), Random(1))
    said = ["T30 P1 HAh,Kd R500", "T30 B2c,3d,4h", "T30 K R4", "T30 F D-9", "T30 P0 HAh,Kd"]
    assert [session.answer(line) for line in said] == ["F", "K", "F", "K", "F"]
    assert (session.tally.fallbacks, session.tally.decisions) == (3, 1)
    assert (session.tally.hands, session.tally.chips) == (2, -9)


@pytest.mark.parametrize(
    "line",
    [
        "T29 K B2c,3d,4h",  # nobody has checked: the player to act owes
        "T29 C K B2c,3d,4h R2 F",  # the player who is asked has folded
        "T29 C K B2c,3d,4h K B2c,3d,5h,6h",  # another board than before
        "T29 C K BAh,3d,5h",  # a card that the player holds
        "T29 C",  # the turn is the opponent's
        "",
        "\ufffd\ufffd",
    ],
)
def test_what_cannot_be_is_a_fall_back(line: str) -> None:
    session = Session(Fixed(lambda _: Bet(3)), Random(1))
    session.answer("T30 P0 HAh,Kd")
    session.answer(line)
    assert session.tally.fallbacks == 1


def test_replaced_actions_and_shown_hands_are_followed() -> None:
    session = Session(Fixed(lambda infoset: Bet(infoset.bounds()[0])), Random(1))
    assert session.answer("T30 P1 HAh,Kd C") == "R4"
    assert session.answer("T30 K B2c,3d,4h") == "R2"
    assert session.answer("T30 R2 F D2") == "K"
    assert (session.tally.replaced, session.tally.fallbacks) == (1, 0)
    session = Session(Fixed(passive), Random(1))
    said = ["P1 HAh,Kd C", "K B2c,3d,4h", "K K B2c,3d,4h,9h", "K K B2c,3d,4h,9h,Js"]
    assert [session.answer(f"T30 {line}") for line in said] == ["K"] * 4
    assert session.answer("T30 K K OAs,Qd D2") == "K"
    assert (session.tally.disputed, session.tally.fallbacks) == (0, 0)


@pytest.mark.parametrize(("paid", "disputed"), [("D-2", 0), ("D2", 1)])
def test_a_result_that_differs_is_counted(paid: str, disputed: int) -> None:
    session = Session(Fixed(passive), Random(1))
    assert session.answer("T30 P1 H2h,7d R4") == "F"
    assert session.answer(f"T30 F {paid}") == "K"
    assert session.tally.disputed == disputed


def test_an_opponent_who_never_stops_raising() -> None:
    """Least raises all the way to all chips, against any abstraction's cap."""
    session = Session(Fixed(lambda infoset: Bet(infoset.bounds()[0])), Random(1))
    with seated(session) as line:
        least = lambda table: Bet(table.bet_bounds()[0])  # noqa: E731
        referee = Referee(line.ask, lambda table: least(table) if Bet in table.legal() else Fold())
        referee.match([decked("AhKd 7c2s 3d4h9c Ts 5c")])
    assert not referee.illegal
    assert session.tally.decisions > 90


def test_lines_of_one_packet_are_answered_one_by_one_and_bytes_with_care() -> None:
    session = Session(Fixed(passive), Random(1))
    with seated(session) as line:
        line.connection.sendall(b"T30 P0 HAh,Kd\nT30 F D-1\nT30 P1 H2h,7d F D1\nQ\n")
        assert line.replies.read() == "F\nK\nK\n"
    session = Session(Fixed(passive), Random(1))
    with seated(session) as line:
        line.connection.sendall(b"\xff\xfe\nQ\n")
        assert line.replies.read() == "K\n"
    assert session.tally.fallbacks == 1


def test_an_engine_that_goes_ends_the_match_quietly(caplog: pytest.LogCaptureFixture) -> None:
    session = Session(Fixed(passive), Random(1))
    with seated(session) as line:
        assert Line.ask(line, "T30 P0 HAh,Kd") == "F"
        # Closed with a reply unread, the connection is reset.
        line.connection.sendall(b"T30 F D-1\nT30 P1 H2h,7d R4\n")
    assert session.tally.hands >= 1
    assert not caplog.records


def test_the_referee_refuses_what_is_illegal() -> None:
    """Else the tests above could not fail."""
    replies = iter(["R1000", "X", "K", "F"])
    referee = Referee(lambda line: next(replies), scripted("R4"))
    assert referee.hand(decked("AhKd 7c2s 3d4h9c Ts 5c"), 0) == -1
    assert [reply for _, reply in referee.illegal] == ["R1000", "X"]


def test_no_engine_no_match() -> None:
    with socket.create_server(("localhost", 0)) as server:
        port = server.getsockname()[1]
    with pytest.raises(GameError, match=f"must listen on port {port} of localhost; .* start the"):
        connect(port)


def test_logs_go_to_the_log_of_the_library(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING, "zerosum"):
        Session(Fixed(passive), Random(1)).answer("T30 X")
    assert [record.name for record in caplog.records] == ["zerosum"]
