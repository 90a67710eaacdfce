"""``python -m blood.bot``: errors, matches over the loopback, and packed folders."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
import time
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from pathlib import Path
from threading import Thread
from typing import Any

import numpy as np
import pytest

from blood.bot import main
from blood.seat import Promoted, load
from tests.referee import Line, Referee, anything, shuffled
from tests.runs import invoked, refused, run_folder
from zerosum.abstraction import fitting, split
from zerosum.abstraction.combined import records_in
from zerosum.abstraction.fitting import equipped, listening
from zerosum.errors import ExperimentError, GameError, StoreError
from zerosum.experiment import Run, open_run, train
from zerosum.experiment import load as load_experiment
from zerosum.experiment.pack import pack, unpack
from zerosum.kuhn import Kuhn
from zerosum.native.primitives import draw_from
from zerosum.pkr.bots.engine import Session
from zerosum.pkr.bots.gallery import Clincher, Folder, Maniac
from zerosum.pkr.buckets import StreetBuckets
from zerosum.pkr.think import Clock
from zerosum.play import StrategyAgent
from zerosum.rng import Random
from zerosum.support import store

ROOT = Path(__file__).parents[2]
MINE = """
from dataclasses import dataclass
from bets import actions
from blood.basic import equities, player, street
from zerosum.abstraction import abstract
from zerosum.pkr.abstraction import Translation
from zerosum.pkr.game import RiverOfBlood

cards = equities((4, 3, 0), dimension=10, maxiter=4, opponents=6, samples=500)
states = street * player * cards * actions

@abstract(RiverOfBlood, states, actions)
@dataclass(frozen=True)
class TrainingAbstraction(RiverOfBlood): ...

@abstract(Translation, states, actions)
@dataclass(frozen=True)
class Abstraction(Translation): ...
"""
BETS = """
from blood.basic import basic
from zerosum.pkr.abstraction import capped_bets
actions = capped_bets(basic, 2)
"""


ANSWER = """
from dataclasses import replace
from mine import TrainingAbstraction, actions
from zerosum.algorithms.restricted import RestrictedSampling
from zerosum.experiment import Experiment
from zerosum.pkr.abstraction import translated
from zerosum.pkr.bots.models import by_strength

experiment = Experiment(
    TrainingAbstraction,
    play=translated(TrainingAbstraction()),
    algorithm=RestrictedSampling,
    given={"model": by_strength(actions)},
    iterations=2,
)
"""


@pytest.fixture
def here(own_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a current folder; what is fitted there is forgotten."""
    monkeypatch.setattr(fitting, "_MADE", {})
    monkeypatch.setattr(fitting, "_SUPPLIED", {})
    monkeypatch.setenv("ZEROSUM_CACHE", os.environ.get("ZEROSUM_CACHE", str(own_folder / "cache")))
    return own_folder


@pytest.fixture
def kuhn(here: Path) -> Path:
    return run_folder(here / "kuhn", "blood.kuhn", Kuhn(), 20)


@pytest.fixture
def quick(here: Path) -> Path:
    from blood.quick import TrainingAbstraction

    return run_folder(here / "quick", "blood.quick", TrainingAbstraction(), 1)


@pytest.fixture
def mine(here: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a run of an experiment in a file of its own, which imports another."""
    (here / "elsewhere").mkdir()
    (here / "elsewhere" / "mine.py").write_text(MINE)
    (here / "elsewhere" / "bets.py").write_text(BETS)
    monkeypatch.syspath_prepend(str(here / "elsewhere"))
    import mine

    return run_folder(here / "run", "elsewhere/mine.py", mine.TrainingAbstraction(), 2)


run = partial(invoked, main)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("quick", "Give one of PORT, --pack, --build and --acpc."),
        ("quick 9000 --build", "Give one of PORT, --pack, --build and --acpc."),
        ("quick 9000 --pack bot", "Give one of PORT, --pack, --build and --acpc."),
        ("quick 0", "'[PORT]'"),
        ("quick 70000", "'[PORT]'"),
        ("quick x", "'[PORT]'"),
        ("nothing 9000", "The folder nothing must be a run folder"),
        ("quick 9000 --think 61s", "must be 1ms to 60s, such as 20ms; got '61s'. Try --help."),
        ("quick 9000 --think fast", "'--think': it must be 1ms to 60s, such as 20ms; got 'fast'."),
        ("quick 9000 --last-street", "--last-street belongs to --think: give both, or leave it"),
    ],
)
def test_mistakes(quick: Path, words: str, message: str) -> None:
    assert message in refused(main, words)


@pytest.mark.parametrize("words", ["9000 --think 20ms", "--pack bot", "--build"])
def test_another_game_has_no_engine(kuhn: Path, words: str) -> None:
    sentence = refused(main, f"kuhn {words}")
    assert "must play River of Blood through a translation; blood.kuhn does not" in sentence
    assert not Path("bot").exists()


@pytest.mark.parametrize("used", ["bot", "bot/note"])
def test_a_folder_in_use_is_refused(quick: Path, used: str) -> None:
    if "/" in used:
        Path("bot").mkdir()
    Path(used).write_text("mine")
    sentence = refused(main, "quick --pack bot")
    assert "The folder bot must be new; it holds something: name another" in sentence
    assert Path(used).read_text() == "mine"


@pytest.mark.parametrize("player", ["quick", "small-ball"])
def test_a_match(quick: Path, player: str) -> None:
    with socket.create_server(("localhost", 0)) as server:
        paid: list[int] = []
        thread = Thread(target=lambda: paid.extend(refereed(server, 20)))
        thread.start()
        result = run(f"{player} --seed 5 {server.getsockname()[1]}")
        thread.join()
    assert result.exit_code == 0, result.output
    assert result.stdout.startswith(f"20 hands, {sum(paid):+,} chips; ")
    assert "0 fall-backs, 0 actions replaced and 0 results disputed." in result.stdout


def test_a_strategy_plays_until_what_thinks_is_ready(caplog: pytest.LogCaptureFixture) -> None:
    for outcome in (Maniac(), GameError("too small")):
        better: Future[Any] = Future()
        session, clock = Session(better, Random(1)), Clock(0.02)
        agent = Promoted(Folder(), better, session, clock)
        session.agent = agent
        assert session.answer("T30 P0 HAh,Kd") == "F"
        agent.agent.unknown = 3
        if isinstance(outcome, Maniac):
            better.set_result(outcome)
        else:
            better.set_exception(outcome)
        assert session.clock is None
        session.answer("T29 F D-1")
        session.answer("T29 P0 HAh,Kd")
        assert (session.clock is clock) == (agent.agent is outcome)
        assert agent.agent.unknown == 3
    assert "the bot plays its strategy alone: too small" in caplog.text


def test_a_machine_that_is_too_busy_to_load_does_not_think(
    quick: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    session = Session(Future(), Random(1))
    session.tally.plain = 1
    with ThreadPoolExecutor() as pool:
        agent = load(quick, session, 0.02, False, pool)
    assert isinstance(agent, Clincher)
    assert isinstance(agent.agent, StrategyAgent)
    assert "The bot plays without thinking" in capsys.readouterr().err


def refereed(server: socket.socket, hands: int) -> list[int]:
    server.settimeout(60)
    connection, _ = server.accept()
    with connection:
        rng, line = Random(3), Line(connection)
        referee = Referee(line.ask, anything(rng))
        referee.match(shuffled(rng) for _ in range(hands))
        line.replies.close()
    assert not referee.illegal
    return referee.paid


@pytest.mark.slow
def test_a_pack_needs_nothing_of_where_it_was_made(
    mine: Path, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pack(Run.open(mine), here / "bot", {"commands.json": {"run": ["x"]}})
    assert json.loads((here / "bot" / "commands.json").read_text()) == {"run": ["x"]}
    _, game, strategy = open_run(mine)
    answers = asked(game, strategy)
    factors = [each.target for f in split(game)[1].factors for each in records_in(f)]
    before = {factor: equipped(factor) for factor in factors if isinstance(factor, StreetBuckets)}
    assert len(before) == 2
    forget_all(here, monkeypatch)

    heard: list[str] = []
    with listening(lambda task, share: heard.append(task)):
        unpack(Run.open(here / "bot"))
        _, game, strategy = open_run(here / "bot")
        assert asked(game, strategy) == answers
    assert heard == []
    assert Path(sys.modules["mine"].__file__) == here / "bot" / "modules" / "mine.py"
    for factor, whole in before.items():
        assert np.array_equal(equipped(factor).centroids, whole.centroids)
        assert np.array_equal(equipped(factor).table, whole.table)
        assert fitting.ready(factor) is equipped(factor)


def asked(game: Any, strategy: Any) -> list[dict[Any, float]]:
    """Return what a strategy answers along some hands."""
    rng, answers = Random(2), []
    for _ in range(5):
        hand = game
        while not hand.terminal:
            if hand.chance:
                hand = hand.apply(hand.sample(rng))
            else:
                answers.append(strategy(hand.infoset(hand.active)))
                hand = hand.apply(draw_from(list(answers[-1].items()), rng))
    return answers


def forget_all(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Remove the experiment, what it was imported from, and what was fitted, from the cache too."""
    for name in ("mine", "bets"):
        del sys.modules[name]
        (here / "elsewhere" / f"{name}.py").unlink()
    monkeypatch.setattr(fitting, "_MADE", {})
    monkeypatch.setenv("ZEROSUM_CACHE", str(here / "empty"))


@pytest.mark.slow
def test_a_pack_of_other_factors_is_refused(mine: Path, here: Path) -> None:
    pack(Run.open(mine), here / "bot", {})
    saved = store.read(here / "bot" / "factors")
    store.write(here / "bot" / "factors", saved.arrays, {"factors": ["x"]})
    with pytest.raises(StoreError, match=r"bot must hold the data of the factors .* pack the run"):
        unpack(Run.open(here / "bot"))


def test_a_run_folder_is_unpacked_already(quick: Path) -> None:
    before = list(sys.path)
    unpack(Run.open(quick))
    assert sys.path == before
    assert fitting._SUPPLIED == {}


def test_a_pack_that_cannot_be_written(quick: Path, here: Path) -> None:
    (here / "file").write_text("")
    with pytest.raises(ExperimentError, match="bot must be writable; got"):
        pack(Run.open(quick), here / "file" / "bot", {})


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="the engine's machine is posix")
@pytest.mark.parametrize("words", ["", " --think 50ms", " --beside answer"])
def test_a_packed_bot_plays_anywhere(
    mine: Path, here: Path, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In another process, without the user's cache, as the engine starts it."""
    thinking = "think" in words
    if "beside" in words:
        monkeypatch.setattr("blood.seat.DEALS", 4)
        (here / "elsewhere" / "answer.py").write_text(ANSWER)
        train(load_experiment("elsewhere/answer.py"), here / "answer")
    result = run(f"run --pack bot{words}")
    assert result.exit_code == 0, result.output
    commands = json.loads((here / "bot" / "commands.json").read_text())
    (here / "elsewhere" / "mine.py").unlink()
    (here / "bin").mkdir()
    (here / "bin" / "python3").write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
    (here / "bin" / "python3").chmod(0o755)
    places = {"PATH": str(here / "bin"), "HOME": str(here / "home"), "PYTHONPATH": str(ROOT)}
    subprocess.run(commands["build"], cwd=here / "bot", env=places, check=True)
    with socket.create_server(("localhost", 0)) as server:
        port = server.getsockname()[1]
        begun = time.perf_counter()
        bot = subprocess.Popen(
            [*commands["run"], str(port)],
            cwd=here / "bot",
            env=places,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        server.settimeout(60)
        connection, _ = server.accept()
    with connection:
        line, rng = Line(connection), Random(1)
        first: list[float] = []

        def ask(message: str) -> str | None:
            if words and len(first) == 1:
                time.sleep(15.0)  # the strategy plays until what thinks or adapts is ready
            reply = line.ask(message)
            first.append(time.perf_counter() - begun)
            return reply

        referee = Referee(ask, anything(rng))
        referee.match(shuffled(rng) for _ in range(50))
        line.replies.close()
    said, _ = bot.communicate(timeout=60)
    assert (bot.returncode, referee.illegal) == (0, [])
    assert said.startswith("50 hands, ")
    solved = re.search(r"disputed\. ([0-9]+) solutions of streets, ", said)
    assert (solved is not None and int(solved[1]) > 0) == thinking
    assert ("Hands by mine: " in said) == ("beside" in words)
    assert first[0] <= (10.0 if thinking else 5.0)
    assert not (here / "home").exists()
