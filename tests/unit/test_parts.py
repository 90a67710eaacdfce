"""Parts of a run that were solved again: kept with it, asked and played."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from threading import Thread
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from blood.ask import main as ask
from blood.match import main as match
from blood.play import main as play
from blood.resolve import main as resolve
from tests.pages import ROOT
from tests.runs import CONFIG, FIGURES, Here, inside, invoked, refused, run_folder
from zerosum.abstraction import split
from zerosum.cards import parse
from zerosum.errors import AbstractionError, ExperimentError, NotApplicable, StoreError
from zerosum.experiment import Run, load
from zerosum.kuhn import Kuhn
from zerosum.pkr import Bet, Call, Check, Fold, NoLimitHoldem
from zerosum.pkr.abstraction.translation import translated
from zerosum.pkr.ask import Query
from zerosum.pkr.ask.explore import likelihoods
from zerosum.pkr.ask.parts import lines_of, solve, tasks_of
from zerosum.pkr.holdem.resumed import resumed
from zerosum.pkr.parts.agents import Late, Patched, key_of
from zerosum.pkr.parts.gain import Gain, gain
from zerosum.pkr.parts.part import Part, hand_after, part_name, parts_of, read_part
from zerosum.pkr.parts.wanted import Wanted
from zerosum.pkr.places.policy import MASKS
from zerosum.pkr.think import Thinker, compare_by_local_best_response
from zerosum.play import Match, Odds
from zerosum.rng import Random
from zerosum.rules import VANILLA
from zerosum.scale import Processes, Task
from zerosum.support.store import read

COARSE = """
from zerosum.abstraction import Abstracted
from zerosum.pkr import NoLimitHoldem
from zerosum.pkr.abstraction import allin, limited, passive, pot_bets
from zerosum.pkr.holdem.abstraction import made, player, round_history

actions = passive + limited(pot_bets({sizes}), street=1) + allin
game = NoLimitHoldem(players={players}, stacks=(30,))
TrainingAbstraction = Abstracted(game, player * round_history * made * actions, actions)
"""
CHECKED = "--after 'c x x x x x' --board Ks7d2c9h4s"
SHORT = """
from zerosum.abstraction import Abstracted
from zerosum.pkr import NoLimitHoldem
from zerosum.pkr.abstraction import allin, passive
from zerosum.pkr.holdem import SHORT
from zerosum.pkr.holdem.abstraction import made, player

actions = passive + allin
TrainingAbstraction = Abstracted(NoLimitHoldem(deck=SHORT), player * made * actions, actions)
"""


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Return a current folder with a run of hold'em that has two parts, one inside the other."""
    folder = tmp_path_factory.mktemp("parts")
    with inside(folder):
        (folder / "part_coarse.py").write_text(COARSE.format(sizes="2", players=4))
        (folder / "part_fine.py").write_text(COARSE.format(sizes="1, 2, 3", players=3))
        (folder / "part_finest.py").write_text(COARSE.format(sizes="1 / 2", players=2))
        (folder / "part_short.py").write_text(SHORT)
        (folder / "part_duel.py").write_text(COARSE.format(sizes="1", players=2))
        run_folder(folder / "run", "part_coarse", load("part_coarse").training, 10)
        run_folder(folder / "bare", "part_coarse", load("part_coarse").training, 5)
        run_folder(folder / "pair", "part_duel", load("part_duel").training, 5)
        run_folder(folder / "kuhn", "blood.kuhn", Kuhn(), 1)
        for history, name in (("f", "part_fine"), ("f c", "part_finest")):
            solved(folder / "run", history, name)
        yield folder


def part(run: Path, history: str, name: str) -> Part:
    query = Query(run)
    place = query.at(history)
    path = run / "parts" / part_name(place.real)
    now = Run.open(run).metrics.iterations
    return Part(path, load(name), place.real, place.reach, query.strategy.of, iterations=now)


def solved(run: Path, history: str, name: str) -> None:
    """Solve a part for a few iterations, interpreted, and keep it as the command does."""
    made = part(run, history, name)
    made.save()
    run_folder(made.folder.path, name, made.game, 20)


run = invoked


def hands(seed: int) -> Iterator[Any]:
    """Yield the hands of a random walk through a game with bets of any size."""
    rng, hand = Random(seed), NoLimitHoldem(players=4, stacks=(30,))
    while not hand.terminal:
        yield hand
        if hand.chance:
            hand = hand.apply(hand.sample(rng))
            continue
        menu = hand.infoset(hand.active).actions()
        hand = hand.apply(menu[rng.integer(len(menu))])


class TestFolder:
    def test_a_history_is_followed_as_it_was(self):
        base = NoLimitHoldem(players=4, stacks=(30,))
        for hand in (hand for seed in range(10) for hand in hands(seed)):
            found = hand_after(base, hand.line, hand.levels, hand.dealt)
            assert key_of(found) == key_of(hand)
            assert found.public == hand.public

    def test_parts_are_read_as_they_were_saved(self, here):
        query = Query(here / "run")
        first, second = query.parts.values()
        assert [each.path.name for each in (first, second)] == ["f", "fc"]
        assert split(first.game)[1:] == split(load("part_fine").training)[1:]
        place = query.at("f")
        assert (first.reach == place.reach).all()
        assert second.hand.line == (0, 1)
        with pytest.raises(AbstractionError, match="no-limit hold'em with the same deck"):
            _ = replace(part(here / "bare", "f", "part_short")).game

    def test_parts_of_other_runs_and_unsolved_ones(self, here, tmp_path):
        made = part(here / "bare", "f", "part_fine")
        replace(made, path=tmp_path / "parts" / "f").save()
        base = split(load("part_coarse").training)[0]
        assert parts_of(tmp_path, base, made.of) == ()
        with pytest.raises(StoreError, match="must belong to its run; it is of another game"):
            parts_of(here / "run", base, {"game": "another"})

    def test_a_second_one_and_one_whose_experiment_is_gone(self, here, tmp_path):
        """Which of the two answers would else depend on their names."""
        shutil.copytree(here / "run" / "parts" / "f", tmp_path / "parts" / "f.old")
        query = Query(here / "run")
        with pytest.raises(StoreError, match="must be named after its history, f, which has one"):
            parts_of(tmp_path, query.base, query.strategy.of)
        query, made = Query(here / "run"), part(here / "run", "f", "part_fine")
        path, gone = tmp_path / "f", replace(made.experiment, name="part_fime")
        replace(made, path=path, experiment=gone).save()
        with pytest.raises(ExperimentError, match="no 'part_fime'; did you mean part_fine"):
            read_part(path, query.base, query.strategy.of, ["part_fine"])

    def test_the_run_was_trained_on(self, here, tmp_path):
        run = Path(shutil.copytree(here / "run", tmp_path / "run"))
        shutil.rmtree(run / "parts" / "fc")
        assert Run.open(run).outdated == []
        with (run / "metrics.jsonl").open("a") as file:
            file.write(json.dumps(FIGURES | {"iterations": 1_500}) + "\n")
        (told,) = Run.open(run).outdated
        assert "after 400 iterations" in told
        assert "has 1,500 now: remove the part and solve it again" in told


class TestQuery:
    def test_the_longest_history_answers_and_the_reach_goes_on(self, here):
        query, whole = Query(here / "run"), Query(here / "run", whole=True)
        answers = [query.get(history, "AhKh") for history in ("", "f", "f c", "f c c")]
        assert [answer.part for answer in answers] == ["", "f", "fc", "fc"]
        assert [len(answer.words) for answer in answers[:3]] == [4, 5, 3]
        assert answers[2].words != whole.get("f c", "AhKh").words
        assert {whole.get(history).part for history in ("", "f", "f c")} == {""}
        assert (query.at("f").reach == whole.at("f").reach).all()
        place = query.at("f")
        policy, before = place.policies[0], place.reach[place.seat]
        there = query.at("f c").reach[place.seat]
        assert there == pytest.approx(before * policy.chances([policy.menu.index(Call())]))

    def test_an_explorer_asks_the_parts(self, here):
        run = Run.open(here / "run")
        assert len(run.explorer().at("f").options) == 5
        with pytest.raises(NotApplicable, match="A deal can't be followed through the 2 parts"):
            run.explorer(deal=1)

    def test_where_training_has_not_visited_a_part_the_run_answers(self, here):
        """As at the table."""
        made = part(here / "bare", "c", "part_fine")
        made.save()
        run_folder(made.folder.path, "part_fine", made.game, 0)
        query, whole = Query(here / "bare"), Query(here / "bare", whole=True)
        found, wanted = query.get("c", "AhKh"), whole.get("c", "AhKh")
        assert (found.part, found.words) == ("", wanted.words)
        assert found.known
        assert found.probabilities == wanted.probabilities
        board = "Ks7d2c"
        assert query.at("c").part == query.at("ccck", board).part == "c"
        assert (query.at("ccckk", board).reach == whole.at("ccckk", board).reach).all()
        assert "not visited this in part c" in run(ask, "bare c --cards AhKh").output

    def test_bets_before_a_part_are_known_exactly(self, here):
        made = part(here / "bare", "r5", "part_fine")
        made.save()
        run_folder(made.folder.path, "part_fine", made.game, 3)
        query = Query(here / "bare")
        place = query.at("r5")
        assert (place.part, place.off) == ("b5", ())
        assert place.tracks[0].hand is place.real


class Stub:
    """Folds, and says who was asked; ``known`` is whether it knows what it is asked."""

    def __init__(self, name: str, play: Any = None, *, known: bool = True) -> None:
        self.name, self.play, self.base, self.game = name, play, BASE, BASE
        self.known, self.strategy, self.answers = known, None, None
        self.decisions = self.unknown = self.clipped = 0

    def begin(self, game: Any, rng: Any = None) -> Any:
        return game

    def find(self, hand: Any) -> Odds:
        return Odds({self.name: 1.0}, self, self.known)


BASE = NoLimitHoldem(players=4, stacks=(30,))


def stub(name: str, *actions: Any, known: bool = True) -> tuple[Any, Any]:
    """Return an agent of a part, and the part's history."""
    hand = BASE
    for action in actions:
        hand = hand.act(action)
    walk = replace(translated(load("part_coarse").training), real=hand, abstract=hand, shown=hand)
    return key_of(hand), Stub(name, walk, known=known)


@pytest.mark.usefixtures("here")
class TestFollowing:
    @pytest.mark.parametrize(
        ("known", "names"),
        [
            ((True, True), "whole outer inner inner"),
            ((False, True), "whole whole inner inner"),
            ((True, False), "whole outer outer outer"),
        ],
    )
    def test_the_part_with_the_longest_history_that_knows_plays(self, known, names):
        outer = stub("outer", Fold(), known=known[0])
        inner = stub("inner", Fold(), Call(), known=known[1])
        agent = Patched(Stub("whole"), dict([outer, inner]))
        hand, rng, asked = agent.begin(BASE), Random(1), []
        while hand.chance:
            hand = hand.apply(hand.real.sample(rng))
        for action in (Fold(), Call(), Call(), Check()):
            asked.append(agent.act(hand, rng))
            hand = hand.apply(action)
        assert asked == names.split()

    def test_another_history_is_that_of_the_whole_strategy(self):
        agent = Patched(Stub("whole"), dict([stub("part", Fold(), Call())]))
        hand = agent.begin(BASE).seated(2, parse("AcAd")).apply(Fold()).apply(Bet(5))
        assert agent.act(hand, Random(1)) == "whole"


class TestGain:
    @pytest.mark.parametrize(
        ("blinds", "antes", "found"), [((1, 2, 4), (), 75.0), ((0, 0), (1,), 150.0)]
    )
    def test_it_is_told_in_big_blinds_and_not_in_straddles(self, blinds, antes, found):
        start = NoLimitHoldem(players=3, stacks=(30,), blinds=blinds, antes=antes)
        hand = start.act(Bet(6)).act(Fold())
        match = Match(("a",) * 3, 2, 3, (1.0, 0.0, 0.0), (1.0,) * 3, (), (), 0.0, native=False)
        assert Gain(match, hand).mean == Gain(match, hand).margin == found


class TestLate:
    def test_an_agent_sees_the_history_happen(self):
        hand = hand_after(BASE, (0, 1, 0, 1), (), tuple(parse("AhKd2c")))
        game = resumed(hand, MASKS, np.ones((4, 1326)))
        agent = Late(Stub("whole"))
        begun = [agent.begin(game) for _ in range(3)]
        assert begun[0] is begun[2]
        dealt = game.sample(Random(1))
        followed = begun[0].apply(dealt)
        assert followed == game.apply(dealt).hand
        assert agent.begin(game) is not begun[0]


@pytest.mark.slow
class TestPlay:
    """With agents of runs, whose answers are compiled."""

    def test_what_a_part_gains(self, here, monkeypatch):
        query = Query(here / "run")
        found = gain(Run.open(here / "run"), query.parts[(0,), (), ()], 8, workers=1)
        assert (found.deciding, found.match.hands) == (3, 32)
        assert "bb/100 more than one without" in found.told
        assert found.margin > 0
        seated: list[Any] = []
        monkeypatch.setattr(
            "zerosum.pkr.parts.gain.play_seats", lambda agents, *_, **__: seated.append(agents)
        )
        gain(Run.open(here / "run"), Query(here / "run").parts[(0, 1), (), ()], 8)
        fine, *coarse = (each.agent for each in seated[0])
        assert [set(each.parts) for each in coarse] == [set(fine.parts) - {((0, 1), (), ())}] * 3
        assert coarse[0].parts

    def test_matches_take_parts(self, here):
        """Against itself a run with parts wins something, and without them nothing."""
        found = [run(match, f"run run --hands 40 {word}") for word in ("", "--whole")]
        assert [each.exit_code for each in found] == [0, 0], found[0].output
        assert "+0.000 ± 0.000" in found[1].output
        assert "interpreted" in found[0].output
        found = run(match, "run call --hands 16 --aivat 1")
        assert "without AIVAT" in found.output, found.output

    def test_an_exploiter_meets_parts_and_who_thinks_on_top(self, here):
        """A part that training has not visited is played as without it."""
        found = []
        for name, iterations in (("part_duel", None), ("part_duel", 0), ("part_finest", 20)):
            run_folder(here / "met", "part_duel", load("part_duel").training, 30)
            if iterations is not None:
                made = part(here / "met", "c", name)
                made.save()
                run_folder(made.folder.path, name, made.game, iterations)
            opened = Run.open(here / "met")
            parts = None if iterations is None else opened.agent().parts
            found.append(
                compare_by_local_best_response(
                    opened.game, opened.strategy, 2, 12, seed=1, parts=parts
                )
            )
            shutil.rmtree(here / "met")
        whole, unknown, solved = found
        assert unknown.strategy.seats == pytest.approx(whole.strategy.seats, abs=1e-9)
        assert unknown.thinking.seats == pytest.approx(whole.thinking.seats, abs=1e-9)
        assert solved.strategy.seats.tolist() != whole.strategy.seats.tolist()
        assert solved.difference.error > 0.0
        assert solved.streets > solved.failed == 0

    def test_parts_and_thinking_play_together(self, here, monkeypatch):
        """Big blinds that are called play the part, until the last street is solved again."""
        run_folder(here / "duel", "part_duel", load("part_duel").training, 30)
        solved(here / "duel", "c", "part_finest")
        seen, begin = set[Thinker](), Thinker.begin
        monkeypatch.setattr(
            Thinker, "begin", lambda self, *rest: seen.add(self) or begin(self, *rest)
        )
        words = "duel call --hands 16 --think 30ms --last-street --workers 1"
        found = run(match, words)
        assert found.exit_code == 0, found.output
        (thinker,) = seen.copy()
        assert thinker.thought > 0
        assert thinker.agent.in_parts > 0
        told = run(play, "duel --think 30ms --last-street --seat 0", "c\n?\n")
        assert told.exit_code == 0, told.output
        assert "You play against duel thinking" in told.output
        asked = thinker.agent.in_parts + thinker.agent.agent.decisions
        assert thinker.decisions == asked + len(thinker.times) - thinker.fallbacks


class TestSeveral:
    """Parts that are solved at a time: what they gain is made up."""

    @pytest.fixture
    def told(self, here: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
        """Make a run, do tasks in this process, and return a list of the parts trained."""
        shutil.copytree(here / "bare", tmp_path / "run", ignore=shutil.ignore_patterns("parts"))
        trained = list[str]()

        def train(solved: Any, out: Path, **_: Any) -> Any:
            assert solved.threads == 1  # or figures would depend on the machine
            trained.append(out.parent.name)
            run_folder(out, "part_fine", solved.training(), 1)
            return SimpleNamespace(interrupted=len(trained) > 3)

        gains = {"ff": -9.0, "fc": 9.0}
        monkeypatch.setattr(
            "zerosum.pkr.ask.parts.gain",
            lambda _, part, *__, **___: SimpleNamespace(mean=gains[part.name], margin=5.0),
        )
        monkeypatch.setattr("zerosum.pkr.ask.parts.train", train)
        monkeypatch.setattr("blood.resolve.backend_of", lambda *_: Here())
        return trained

    def test_a_part_that_loses_is_dropped_and_the_rest_is_done_once(self, here, told, tmp_path):
        words = f"{tmp_path / 'run'} --after ff --after 'f c' --with part_fine --iterations 5"
        found = run(resolve, words)
        assert found.exit_code == 0, found.output
        assert "-9.00 ± 5.00  dropped" in found.stdout
        assert [each.name for each in Run.open(tmp_path / "run").parts] == ["fc"]
        assert (tmp_path / "run" / "dropped" / "ff" / "run" / "strategy").exists()
        assert len(told) == 2
        again = run(resolve, f"{words} --keep all --json")
        assert [each["kept"] for each in json.loads(again.stdout)] == [True, True]
        assert len(told) == 2  # finished ones are only put back
        (tmp_path / "lines").write_text("f a\n\nff\n")
        more = words.replace("--after ff --after 'f c'", f"--histories {tmp_path / 'lines'}")
        found = run(resolve, more.replace("iterations 5", "iterations 6"))
        assert found.exit_code == 1, found.output
        assert "The task fb30 must run without an error; got KeyError: 'fb30' (" in found.stderr
        assert "ff: The part" in found.stderr  # finished, but with other bounds
        assert "must be new; it was begun already: continue it with --resume" in found.stderr
        assert told[2:] == ["fb30"]
        found = run(resolve, f"{words} --resume")  # goes on, if there were a checkpoint
        assert found.stderr.count("must hold its checkpoint to continue") == 2

    def test_a_part_is_what_is_wanted_and_in_one_folder(self, here, told, tmp_path, monkeypatch):
        wanted = Wanted(tmp_path / "run", "f f", "part_fine", iterations=5, threads=1)
        assert solve(wanted) == solve(wanted)
        assert told == ["ff"]
        with monkeypatch.context() as patch:
            other = replace(load("part_fine"), rule=VANILLA)
            patch.setattr("part_fine.experiment", other, raising=False)
            with pytest.raises(ExperimentError, match="must be new; it was begun already"):
                solve(wanted)
        (tmp_path / "run" / "dropped" / "ff").mkdir(parents=True)
        with pytest.raises(ExperimentError, match="must be kept or dropped; there are both"):
            solve(wanted)

    def test_a_part_that_is_interrupted_is_not_finished(self, here, told, tmp_path):
        told += ["others"] * 3
        with pytest.raises(KeyboardInterrupt):
            solve(Wanted(tmp_path / "run", "f f", "part_fine", iterations=5, threads=1))
        assert not (tmp_path / "run" / "parts" / "ff" / "finished").exists()

    def test_lines_and_flops_give_histories_and_those_inside_of_others_are_refused(
        self, here, told, tmp_path
    ):
        words = f"{tmp_path / 'run'} --with part_fine --iterations 5"
        assert "'f c c' begins with 'f c'" in refused(
            resolve, f"{words} --after 'f c' --after fcc --after a"
        )
        (tmp_path / "flops").write_text("2c3d4h\nKs7d2c\n")
        query, least = Query(tmp_path / "run"), 0.02
        places = list(lines_of(query, least))
        assert places
        assert all(place.real.street == 1 and likelihoods(place)[1] >= least for place in places)
        run(resolve, f"{words} --lines {least} --flops {tmp_path / 'flops'} --keep all")
        assert len(told) == 2 * len(places)
        assert {name.partition("_")[0] for name in told} == {"4h3d2c", "Ks7d2c"}

    @pytest.mark.parametrize(
        ("words", "message"),
        [
            ("bare --with part_fine", "--after, --histories or --lines must say which"),
            ("bare --with part_fine --after f --board Ah2c3d --flops 2", "leave one out"),
            ("bare --with part_fine --lines 1", "or --lines be below the share of one"),
            ("bare --with part_fine --histories empty", "must have a history on a line"),
            ("bare --with part_fine --after f --flops 0", "there is none in '0'"),
            ("bare --with part_fine --after f --flops empty", "there is none in 'empty'"),
            ("bare --with part_fine --histories none", "there is no such file: write a history"),
        ],
    )
    def test_a_mistake_gets_a_sentence(self, here, words, message):
        (here / "empty").write_text("\n")
        assert message in refused(resolve, words)


@pytest.mark.slow
class TestProcesses:
    """Parts that are solved and measured in processes, which compile."""

    WORDS = "--after ff --after 'f c' --after c --with part_fine --iterations 400 --measure 4"

    def test_one_worker_two_and_one_that_is_killed_find_the_same(self, here, tmp_path):
        found = []
        for number in (1, 2):
            path = shutil.copytree(here / "bare", tmp_path / f"run{number}")
            shutil.rmtree(path / "parts", ignore_errors=True)
            wanted = [
                Wanted(path, each, "part_fine", iterations=400, deals=4, keep="all")
                for each in ("ff", "f c", "c")
            ]
            killed = set[str]()

            def kill(task: Task, where: str, path: Path = path, killed: Any = killed) -> None:
                def wait() -> None:
                    while not (path / "parts" / "fc" / "run" / "config.json").exists():
                        time.sleep(0.01)
                    os.kill(int(where.removeprefix("process ")), signal.SIGKILL)

                if task.name == "fc" and not killed:
                    killed.add(task.name)
                    Thread(target=wait).start()

            with Processes(number) as backend:
                tasks = tasks_of(Run.open(path), wanted)
                done = list(backend.run(tasks, started=kill if number == 2 else None))
            assert [each.error for each in done] == [None] * 3
            assert {each.task.name: each.attempts for each in done} == {
                "ff": 1,
                "fc": number,
                "c": 1,
            }
            found.append(self.figures(path))
        assert found[0] == found[1]

    @staticmethod
    def figures(path: Path) -> dict[str, Any]:
        """Return what has been found: the strategy of each part, and what it gains."""
        figures = dict[str, Any]()
        for part in (path / "parts").iterdir():
            arrays = read(part / "run" / "strategy").arrays
            bits = {name: array.tobytes() for name, array in arrays.items()}
            figures[part.name] = bits, read(part / "finished").meta["found"]
        return figures

    def test_whoever_is_killed_goes_on_with_what_is_left(self, here, tmp_path):
        path = shutil.copytree(here / "bare", tmp_path / "run")
        shutil.rmtree(path / "parts", ignore_errors=True)
        words = [sys.executable, "-m", "blood.resolve", str(path), *shlex.split(self.WORDS)]
        places = os.environ | {"PYTHONPATH": str(ROOT)}
        with subprocess.Popen([*words, "--workers", "1"], env=places, cwd=here) as killed:
            while not list(path.glob("parts/*/finished/meta.json")) and killed.poll() is None:
                time.sleep(0.05)
            killed.kill()
        before = {each: each.stat().st_mtime_ns for each in path.glob("parts/*/finished/meta.json")}
        assert len(before) < 3
        again = subprocess.run(
            [*words, "--workers", "2"], env=places, cwd=here, check=True, capture_output=True
        )
        assert b"3 of 3 parts are kept" in again.stdout
        assert {each: each.stat().st_mtime_ns for each in before} == before


class TestCommands:
    def test_answers_say_which_part_they_are_of(self, here):
        assert (
            "The part f answers, which was solved again." in run(ask, 'run "f" --cards AhKh').output
        )
        assert json.loads(run(ask, 'run "f" --cards AhKh --json --whole').output)["part"] == ""

    @pytest.mark.parametrize(
        ("words", "message"),
        [
            ("bare --after 'f r(' --with part_fine", "must be f, x, c, a, a bet"),
            ("bare --after accf --with part_fine", "must not be over; after 'b30ccf/' no seat"),
            ("bare --after '' --with part_fine", "must have an action"),
            ("bare --after f --with part_short", "with the same deck and a menu"),
            ("bare --after f --with part_fine --minutes 0", "minutes of an experiment"),
            ("bare --after f --with part_fine --board Ah", "Ah beside them"),
            ("bare --after f --with part_fine --trust 5", "checkpoint"),
            ("run --after f --with part_fine --resume --trust 5", "must go on with --trust 0"),
            (
                "bare --after f --with part_fine --by vectors",
                "must be after the flop of a game for",
            ),
            (
                f"pair {CHECKED} --with part_duel --trust 5",
                "must begin without regrets; got --trus",
            ),
            ("run --after f --with part_fine", "must be new; it was begun already: continue it wi"),
            ("kuhn --after f --with part_fine", "must be poker with two cards each"),
        ],
    )
    def test_a_mistake_gets_a_sentence(self, here, words, message):
        assert message in refused(resolve, words)

    def test_a_mistake_that_is_found_late_leaves_nothing_to_resume(self, here):
        words = "bare --after 'f c' --with part_fine"
        for memory in ("1MB", "2MB"):
            found = run(resolve, f"{words} --memory {memory}")
            assert "The memory of this run must be at least" in found.output

    def test_one_that_was_stopped_tells_how_to_go_on(self, here, monkeypatch):
        def stopped(solved: Any, out: Path, **_: Any) -> Any:
            run_folder(out, "part_fine", solved.training(), 1)
            return SimpleNamespace(interrupted=True)

        monkeypatch.setattr("blood.resolve.train", stopped)
        monkeypatch.setattr("blood.resolve.summary", str)
        found = run(resolve, "bare --after fccc --board Ks7d2c --with part_fine")
        assert "--after fccc --board Ks7d2c --with part_fine --resume" in found.output

    @pytest.mark.slow
    def test_a_last_street_is_solved_with_vectors_and_measured_exactly(self, here):
        words = f"pair {CHECKED} --with part_duel --iterations 300"
        found = run(resolve, words)
        assert found.exit_code == 0, found.output
        assert "all their hands have vectors" in found.output
        (made,) = Run.open(here / "pair").parts
        assert made.exact
        figures = (made.folder.path / "metrics.jsonl").read_text().splitlines()
        assert json.loads(figures[-1])["exploitability"] < 0.01
        assert Query(here / "pair").get("c x x x x x", "AhKh", "Ks7d2c9h4s").part == made.name
        again = run(resolve, f"{words} --resume --iterations 310 --by sampling")
        assert "it began with vectors: leave out --by" in again.output
        assert run(resolve, f"{words} --resume --iterations 310").exit_code == 0

    @pytest.mark.slow
    def test_a_part_is_solved_and_measured(self, here):
        (here / "bare" / "config.json").write_text(
            json.dumps(CONFIG | {"experiment": "part_coarse"})
        )
        words = "bare --after 'f f' --with part_finest --iterations 50 --threads 1 --measure 4"
        found = run(resolve, words)
        assert found.exit_code == 0, found.output
        assert "2 seats are in the hand" in found.output
        assert "A seat with the part wins" in found.output
        assert Query(here / "bare").get("ff", "AhKh").part == "ff"
        again = run(resolve, f"{words} --resume --iterations 60")
        assert again.exit_code == 0, again.output
        assert "60" in again.output
