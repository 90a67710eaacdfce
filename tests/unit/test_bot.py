"""A bot against the referee: it follows the hand, acts legally, and agrees on results."""

from __future__ import annotations

import logging
import socket
import time
from concurrent.futures import Future
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from blood.quick import Abstraction, TrainingAbstraction
from tests.referee import Line, Referee, anything, decked, scripted, seated, shuffled
from tests.runs import learnt
from zerosum.errors import GameError
from zerosum.kernels.compile import prepare
from zerosum.native.primitives import draw
from zerosum.pkr import Bet, Check, Fold, NoLimitHoldem, RiverOfBlood
from zerosum.pkr.abstraction import Translation
from zerosum.pkr.bots.engine import Session
from zerosum.pkr.bots.gallery import Clincher, Maniac
from zerosum.pkr.bots.gallery.clincher import is_clinched
from zerosum.pkr.think import Clock, Thinker
from zerosum.play import StrategyAgent, Uniform
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
    clock = SimpleNamespace(perf_counter=time.thread_time)  # It stands still while others run.
    with pytest.MonkeyPatch.context() as patch, seated(session) as line:
        patch.setattr("zerosum.pkr.bots.engine.time", clock)
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
    referee, session = played(agent, 150, seed=1)
    assert session.tally.decisions > 200
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
    first, second, other = (played(agent, 20, seed)[0].paid for seed in (1, 1, 2))
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


def test_lines_wait_for_an_agent_that_is_loading_and_then_get_a_plain_answer(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("zerosum.pkr.bots.engine._LINE", 0.01)
    loading: Future[Any] = Future()
    session = Session(loading, Random(1))
    assert session.answer("T30 P1 HAh,Kd R4") == "F"
    assert session.answer("T29 F D-2 P0 H2h,7d") == "K"  # two hands in a line are no line
    loading.set_result(Fixed(lambda infoset: Bet(infoset.bounds()[0])))
    assert session.answer("T28 C B2c,3d,4h") == "K"  # this hand is not followed any more
    assert session.answer("T27 R9 F D-2") == "K"
    assert session.answer("T26 P1 HAh,Kd C") == "R4"
    assert (session.tally.hands, session.tally.chips, session.tally.plain) == (3, -4, 2)
    assert (session.tally.fallbacks, caplog.text) == (0, "")


def test_an_agent_that_cannot_be_loaded_ends_the_match() -> None:
    loading: Future[Any] = Future()
    loading.set_exception(GameError("no run"))
    with pytest.raises(GameError, match="no run"):
        Session(loading, Random(1)).answer("T30 P0 HAh,Kd")


pace = st.fixed_dictionaries(
    {
        "wish": st.sampled_from([0.02, 0.05, 1.0]),
        "beside": st.floats(1e-5, 0.003),  # seconds a line, beside thinking
        "late": st.floats(0, 0.01),  # seconds after the time that is granted
        "often": st.floats(0.05, 1.0),  # decisions a line
        "busier": st.sampled_from([0.3, 1.0, 2.0]),  # in the second half
        "seed": st.integers(0, 2**30),
    }
)


@settings(max_examples=4)
@given(pace)
def test_a_clock_keeps_its_reserve_in_matches_of_a_thousand_hands(pace: dict[str, Any]) -> None:
    """However busy the machine is, never below three seconds; and what there is, is used."""
    rng, clock, left = Random(pace["seed"]), Clock(pace["wish"], 30.0, 5.0), 30.0
    free, granted, wished = Clock(pace["wish"]), 0.0, 0.0
    for hand in range(1_000):
        busy = 1.0 if hand < 500 else pace["busier"]
        for _ in range(1 + rng.integer(3)):
            clock.read(left, hand, 1_000 - hand)
            left -= 2 * pace["beside"] * busy * rng.integer(1_001) / 1_000
            if rng.integer(1_000) < 1_000 * pace["often"]:
                pot = (4, 8, 20, 100, 400)[rng.integer(5)]
                seconds = clock.grant(pot)
                granted, wished = granted + seconds, wished + free.grant(pot)
                if seconds > 1e-3:  # else nobody thinks
                    seconds += 2 * pace["late"] * busy * rng.integer(1_001) / 1_000
                clock.spend(seconds)
                left -= seconds
            assert left >= 3.0
    assert left < 11.0 or granted > 0.9 * wished


class Thinking:
    """Raises at random, and takes the time that its clock grants; the time is a fake one."""

    name = "thinking"

    def __init__(self, clock: Clock) -> None:
        self.clock, self.agent, self.now = clock, Maniac(), 0.0

    def begin(self, game: Any, rng: Random) -> Any:
        return game

    def act(self, hand: Any, rng: Random) -> Any:
        seconds = self.clock.grant(hand.infoset(hand.active).total)
        self.clock.spend(seconds)
        self.now += seconds + 0.001
        return self.agent.act(hand, rng)


def test_the_engine_tells_the_clock() -> None:
    agent = Thinking(Clock(1.0, 6.0, 1.0))
    session, rng = Session(agent, Random(1), 200, agent.clock), Random(2)
    referee = Referee(session.answer, anything(rng), timer=lambda: agent.now, clock=6.0)
    referee.match(shuffled(rng) for _ in range(200))
    assert (session.tally.fallbacks, referee.illegal) == (0, [])
    assert 0.95 <= referee.clock <= 1.5


@given(st.integers(0, 2**30), st.integers(4, 12))
def test_a_match_that_is_clinched_is_never_lost(seed: int, hands: int) -> None:
    """Against whatever the opponent does with its last hands; and folding is worth it at once."""
    rng, agent = Random(seed), Clincher(Maniac())
    session = Session(agent, rng, hands)
    agent.score, agent.hands = session.tally, hands
    referee = Referee(session.answer, anything(rng))
    referee.match((shuffled(rng) for _ in range(hands)), seat=seed % 2)
    assert (referee.illegal, session.tally.fallbacks, session.tally.disputed) == ([], 0, 0)
    assert agent.decisions == 0 or sum(referee.paid) > 0


@given(st.integers(0, 60), st.integers(0, 1), st.integers(1, 30))
def test_a_lead_is_enough_exactly_if_folding_keeps_it(lead: int, seat: int, left: int) -> None:
    game = RiverOfBlood().face_down
    game = game if seat == 0 else game.apply(Bet(3))
    score = SimpleNamespace(hands=1_000 - left, chips=lead)
    costs = [(1, 2)[(seat + later) % 2] for later in range(left + 1)]
    assert is_clinched(score, 1_000, game) == (lead > sum(costs))
    assert not is_clinched(SimpleNamespace(hands=1_001, chips=lead), 1_000, game)


@pytest.mark.parametrize("start", [RiverOfBlood(), NoLimitHoldem(antes=(1, 1))])
def test_a_fold_costs_what_was_paid(start: Any) -> None:
    """One chip more than that wins the last hand's match, and as many do not."""
    rng, agent, folds = Random(3), Uniform(), 0
    for _ in range(30):
        game = start
        while not game.terminal:
            if game.chance:
                game = game.apply(draw(game, rng))
                continue
            if game.infoset(game.active).cost > 0:
                lost = -game.apply(Fold()).payoff(game.active)
                for more in (0, 1):
                    score = SimpleNamespace(hands=9, chips=lost + more)
                    assert is_clinched(score, 9, game) == bool(more)
                folds += 1
            game = game.apply(agent.act(game, rng))
    assert folds > 30
