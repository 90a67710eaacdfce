"""``python -m blood.show`` on runs with hand-written strategies."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from blood.show import main
from tests.pictures import drawn
from tests.references import uniform
from tests.runs import inside, invoked, refused, run_folder, succeeded
from zerosum.abstraction import Abstracted, algebraic
from zerosum.errors import StoreError
from zerosum.experiment import Run, infosets, load, open_run
from zerosum.kuhn import Kuhn
from zerosum.kuhn.abstraction import betting, is_jack
from zerosum.support import store
from zerosum.support.rendering import text_of

pytestmark = pytest.mark.usefixtures("uncompiled")
PNG = b"\x89PNG\r\n\x1a\n"
POKER = """
from blood.basic import basic, player, street
from zerosum.abstraction import Abstracted
from zerosum.pkr import RiverOfBlood
from zerosum.pkr.abstraction import capped_bets
actions = capped_bets(basic, 2)
TrainingAbstraction = Abstracted(RiverOfBlood(), street * player * actions, actions)
"""


@pytest.fixture
def here(tmp_path: Path) -> Iterator[Path]:
    """Return a current folder with a run of Kuhn poker."""
    run_folder(tmp_path / "kuhn", "blood.kuhn", Kuhn(), 200, exploitability=0.125)
    with inside(tmp_path):
        yield tmp_path


@pytest.fixture
def poker(here: Path) -> Path:
    """Return a current folder with a run of poker too, whose strategy knows a dozen infosets."""
    (here / "mine.py").write_text(POKER)
    run_folder(here / "poker", "mine", load("mine").training, 2)
    return here


run, ran = partial(invoked, main), partial(succeeded, main)


def test_a_table_of_infosets(here: Path) -> None:
    result = ran("kuhn")
    head, *rows, last = (" ".join(line.split()) for line in result.stdout.splitlines())
    assert head == "player infoset strategy"
    assert [row.split()[0] for row in rows] == ["0"] * 6 + ["1"] * 6
    assert {row.split(" pass ")[0] for row in rows} >= {"0 J", "0 K pb", "1 Q p", "1 K b"}
    assert "1 K b pass 0.0%, bet 100.0%" in rows
    assert last == "exploitability 0.125 chips a hand, after 400 iterations"
    lines = run("kuhn --rows 6").stdout.splitlines()
    assert [line.split()[0] for line in lines[1:7]] == ["0"] * 3 + ["1"] * 3
    assert [line.split()[1] for line in lines[1:4]] == ["J", "Q", "K"]
    assert lines[7] == "and 6 more"


def test_says_how_many_infosets_are_unknown(here: Path) -> None:
    run_folder(here / "green", "blood.kuhn", Kuhn(), 0)
    lines = run("green").stdout.splitlines()
    assert (
        lines[-1]
        == "The strategy is uniform at 12 of these infosets, which training did not visit."
    )
    assert all("pass 50.0%, bet 50.0%" in line for line in lines[1:-1])


def test_tables_of_hands(poker: Path) -> None:
    result = ran("poker")
    lines = result.stdout.splitlines()
    assert lines[0] == "Opening strategy of the small blind"
    assert lines[1].startswith(" f  Fold ")
    assert len(lines) == 17
    assert all(len(line) <= 79 for line in lines)
    lines = run("poker --line 'R100% call/7h8h 9h x b50%'").stdout.splitlines()
    assert lines[0] == "Strategy of the big blind after r4 c | 7h8h9h x b4"
    assert lines[-1] == ("The strategy is uniform for 1,176 of 1,176 hands, at unvisited infosets.")
    assert "f  Fold 25.0%" in lines[1]


@pytest.mark.slow
def test_draws_the_table(poker: Path) -> None:
    drawn()
    result = ran("poker --out hands.png")
    assert result.stderr == "The strategy is drawn in hands.png.\n"
    first = (poker / "hands.png").read_bytes()
    assert first.startswith(PNG)
    assert run("poker --line r100% --out hands.png").exit_code == 0
    assert (poker / "hands.png").read_bytes() != first


CHART = """
from zerosum.errors import GameError
from zerosum.experiment import Experiment
from zerosum.kuhn import Kuhn
class Chart:
    def __call__(self, strategy, game):
        infoset = game.apply(0).apply(1).infoset(0)
        return f"The jack bets {strategy(infoset)[1]:.0%}."
    def draw(self, strategy, game, figure):
        figure.subplots().bar(["J"], [strategy(game.apply(0).apply(1).infoset(0))[1]])
    def dump(self, strategy, game, folder):
        (folder / "p").mkdir()
        (folder / "p" / "strategy.txt").write_text(self(strategy, game))
TrainingAbstraction = Kuhn
experiment = Experiment(Kuhn, show=Chart())
"""


@pytest.fixture
def chart(here: Path) -> Path:
    """Return a current folder with a run whose experiment declares what is shown."""
    (here / "charted.py").write_text(CHART)
    run_folder(here / "chart", "charted", Kuhn(), 0, exploitability=0.125)
    return here


def test_what_the_experiment_declares_is_shown_and_dumped(chart: Path) -> None:
    result = ran("chart")
    assert result.stdout.splitlines() == [
        "The jack bets 50%.",
        "The strategy is uniform at 1 of these infosets, which training did not visit.",
        "exploitability 0.125 chips a hand, after 400 iterations",
    ]
    result = run("chart --dump tree")
    assert result.stderr == "The strategy is written to tree.\n"
    assert result.stdout.startswith("The jack bets 50%.\n")
    assert (chart / "tree" / "p" / "strategy.txt").read_text() == "The jack bets 50%."
    again = refused(main, "chart --dump tree")
    assert again == "The folder tree must be new; there is one: name another."


@pytest.mark.slow
def test_what_the_experiment_declares_is_drawn(chart: Path) -> None:
    drawn()
    result = ran("chart --out chart.png")
    assert result.stderr == "The strategy is drawn in chart.png.\n"
    assert (chart / "chart.png").read_bytes().startswith(PNG)


@pytest.mark.parametrize(
    ("fault", "sentence"),
    [
        ("raise GameError('The tree must be small; got 9.')", "The tree must be small; got 9."),
        ("raise OSError(28, 'No space left')", "The folder tree must be writable; got No space le"),
        ("1 / 0", "The function show.dump of charted must take a strategy, a game and a folder; g"),
    ],
)
def test_of_a_dump_that_fails_nothing_is_left(chart: Path, fault: str, sentence: str) -> None:
    (chart / "charted.py").write_text(
        CHART.replace('        (folder / "p" / "', f'        {fault}\n        (folder / "p" / "')
    )
    before = sorted(path.name for path in chart.iterdir())
    result = run("chart --dump tree")
    assert result.exit_code == 2, result.output
    (said,) = result.stderr.splitlines()
    assert sentence in said
    after = sorted(path.name for path in chart.iterdir() if path.name != "__pycache__")
    assert after == [name for name in before if name != "__pycache__"]


def test_a_line_of_any_game_is_a_table_of_hands(here: Path) -> None:
    printed = [" ".join(line.split()) for line in ran("kuhn --line 'p b'").stdout.splitlines()]
    assert printed[:3] == [
        "Player 0 checks; Player 1 bets 1.",
        "Player 0 is to act; pot 3, 1 to call.",
        "Continue the line with p (fold), b (call 1).",
    ]
    assert printed[3] == "hand likely fold call 1"
    assert [row.split()[0] for row in printed[4:]] == ["J", "Q", "K"]
    assert ran("kuhn --line p/b/p").stdout.splitlines()[1] == (
        "The game is over: player 0 -1, player 1 +1."
    )
    spot = json.loads(ran("kuhn --json").stdout)
    assert [option["label"] for option in spot["options"]] == ["check", "bet 1"]
    assert [row["hand"] for row in spot["rows"]] == ["J", "Q", "K"]
    assert len(json.loads(ran("kuhn --json --deal 4").stdout)["rows"]) == 1


def test_a_game_may_have_an_explorer_of_its_own(here: Path, monkeypatch) -> None:
    """The hook is called with the run and the deal."""
    hooks = replace(Kuhn.hooks, explore=lambda run, deal: (run.name, deal))
    monkeypatch.setattr(Kuhn, "hooks", hooks)
    assert Run.open("kuhn").explorer(5) == ("kuhn", 5)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("young", "The run young must hold a strategy; it has none yet: let its session come to"),
        ("gone", "there is no 'blood.kuhm'; did you mean blood.kuhn?"),
        ("other", "The strategy in other/strategy must be of this game and abstraction; it differ"),
        ("alien", "The folder alien/strategy must hold a strategy."),
        ("damaged", "damaged/strategy"),
        (
            "kuhn --line 'p x'",
            "The word 'x' after 'p' must be an action of player 1: possible here",
        ),
        ("kuhn --line p --rows 3", "--rows, --out and --dump must be left out where a line is s"),
        ("kuhn --out x.png", "--out must be left out: blood.kuhn declares no show with a method d"),
        ("kuhn --dump tree", "--dump must be left out: blood.kuhn declares no show with a method"),
        ("kuhn --dump empty", "The folder empty must be new; there is one: name another."),
        ("kuhn --dump no/tree", "The folder that holds no/tree must exist; there is none: make it"),
        ("charted --rows 3", "--rows must be left out: charted declares what is shown."),
        ("poker --rows 3", "--rows must be left out: a table of hands has thirteen."),
        ("poker --line 'r4 c / AhKd'", "The board must have 3 cards on the flop; got 2"),
    ],
)
def test_mistakes_are_one_sentence(faults: Path, words: str, sentence: str) -> None:
    with inside(faults):
        assert sentence in refused(main, words)


def test_old_words_of_a_line_are_read_with_a_note(faults: Path) -> None:
    with inside(faults):
        result = run("poker --line 'p f'")
    assert result.stderr.startswith("DeprecationWarning: p is now r100% in lines of play;")
    assert "The line must end at a decision; the hand is over" in result.stderr


@pytest.fixture(scope="module")
def faults(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with two runs, and with what cannot be shown."""
    poker = tmp_path_factory.mktemp("faults")
    run_folder(poker / "kuhn", "blood.kuhn", Kuhn(), 200)
    (poker / "mine.py").write_text(POKER)
    with inside(poker):
        run_folder(poker / "poker", "mine", load("mine").training, 2)
    (poker / "empty").mkdir()
    run_folder(poker / "young", "blood.kuhn")
    run_folder(poker / "gone", "blood.kuhm", Kuhn())
    run_folder(poker / "other", "blood.leduc", Kuhn())
    store.write(run_folder(poker / "alien", "blood.kuhn") / "strategy", {}, {"kind": "uniform"})
    run_folder(poker / "damaged", "blood.kuhn", Kuhn())
    next((poker / "damaged" / "strategy").glob("words.*")).write_bytes(b"")
    (poker / "charted.py").write_text(CHART)
    run_folder(poker / "charted", "charted", Kuhn())
    return poker


def test_a_source_that_has_changed(poker: Path) -> None:
    (poker / "mine.py").write_text(POKER.replace("basic, 2", "basic, 30"))
    del sys.modules["mine"]  # A kept compilation is told from the source by its length, too.
    with pytest.raises(StoreError, match="it differs in states and actions"):
        open_run(poker / "poker")


def test_more_rows_are_looked_for_further_from_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zerosum.experiment.show._VISITS", 11)

    few, more = infosets(uniform, Kuhn(), 1), infosets(uniform, Kuhn(), 12)
    first, rest = few.content()
    assert len(first.rows) == 1
    assert rest.startswith("and at least ")
    assert len(getattr(more, "items", [more])[0].rows) == 12


def test_infosets_of_an_abstract_game_have_a_column_for_each_factor() -> None:
    for states, names in (
        (betting * is_jack, "betting is_jack"),
        (is_jack * betting, "is_jack betting"),
    ):
        shown = text_of(infosets(uniform, Abstracted(Kuhn(), states)))
        head, first, *rest = (line.split() for line in shown.splitlines())
        assert " ".join(head) == f"player {names} strategy"
        values = {"betting": "1", "is_jack": "True"}
        assert first[1:3] == [values[name] for name in head[1:3]]
        assert len(rest) == 7

    @algebraic
    def menu(infoset):
        return tuple(infoset.actions())

    game = Abstracted(Kuhn(), betting * menu, menu)  # actions are shown once
    shown = text_of(infosets(uniform, game))
    assert shown.splitlines()[0].split() == ["player", "betting", "strategy"]


def test_the_page_shows_what_is_printed(here: Path) -> None:
    """Interpreted, which gives the same bits as the page's native run on one thread."""
    run_folder(here / "leduc", "blood.leduc", load("blood.leduc").training, 300)
    page = (Path(__file__).parents[2] / "docs" / "how-to" / "show.md").read_text("utf-8")
    shown = [line.rstrip() for line in run("leduc --rows 3").stdout.splitlines()]
    assert shown[0].split() == ["player", "rank", "board_rank", "betting", "strategy"]
    assert "--rows 3\n" + "\n".join(shown) in page
    shown = [line.rstrip() for line in run("leduc --line 'r c Ks c'").stdout.splitlines()]
    assert '--line "r c Ks c"\n' + "\n".join(shown) in page


class Endless(Kuhn):
    """Kuhn poker with chance for ever."""

    chance = True
    terminal = False

    def chances(self):
        return {0: 0.5, 1: 0.5}

    def apply(self, action):
        return self


def test_a_game_too_large_to_list_is_left_in_time() -> None:
    """Few infosets near the start do not keep the search going for ever."""
    assert str(infosets(dict, Endless(), 5)) == (
        "The infosets of the game are too deep in the tree for a table."
    )
