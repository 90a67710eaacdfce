"""``python -m blood.study`` on small games: exact and sampled reports."""

from __future__ import annotations

import io
import json
import re
import sys
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from importlib import import_module
from itertools import combinations
from pathlib import Path

import pytest
from click.testing import Result
from rich.console import Console

from blood.study import main
from tests.pictures import clipped, drawn, extent_of_text, tick_labels
from tests.runs import inside, invoked, refused, succeeded
from zerosum.abstraction import Abstracted, algebraic
from zerosum.abstraction.fitting import listening
from zerosum.abstraction.menus import NotOffered
from zerosum.errors import ExperimentError, NotApplicable
from zerosum.evaluation import loss
from zerosum.evaluation.price import Ablation
from zerosum.experiment.study import Scope, front, products, searched, study, vocabulary
from zerosum.kuhn import Kuhn
from zerosum.kuhn.abstraction import Abstraction, betting, is_jack
from zerosum.tree import enumerated

PNG = b"\x89PNG\r\n\x1a\n"
MODULES = {
    "merged": """
from zerosum.kuhn.abstraction import Abstraction, betting
TrainingAbstraction = Abstraction
""",
    "ill_formed": """
from zerosum.abstraction import Abstracted
from zerosum.kuhn import Kuhn
from zerosum.kuhn.abstraction import is_jack
TrainingAbstraction = Abstracted(Kuhn(), is_jack)
""",
    "unbalanced": """
from dataclasses import dataclass
from zerosum.kuhn import Kuhn
@dataclass(frozen=True)
class TrainingAbstraction(Kuhn):
    def payoff(self, player):
        return super().payoff(0)
""",
    "unlisted": """
from dataclasses import dataclass
from zerosum.kuhn import Kuhn
@dataclass(frozen=True)
class TrainingAbstraction(Kuhn):
    def chances(self):
        raise NotImplementedError
""",
}


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return a current folder with experiments; games are walked in Python."""
    walked = partial(enumerated, native=False)
    monkeypatch.setattr("zerosum.experiment.study.gather.enumerated", walked)
    for name, text in MODULES.items():
        (tmp_path / f"study_{name}.py").write_text(text)
    with inside(tmp_path):
        yield tmp_path


run, ran = partial(invoked, main), partial(succeeded, main)


def lines(result: Result) -> list[str]:
    """Return what was printed, a space between words."""
    return [" ".join(line.split()) for line in result.stdout.splitlines()]


def test_the_report_of_merged_kuhn() -> None:
    """Queen and king are one: the best abstract strategies lose 8/45, and equilibria 1/3."""
    result = ran("study_merged --no-ablate")
    found = lines(result)
    assert found[:4] == [
        "study_merged: Kuhn, seen through an abstraction",
        "states: is_jack * betting",
        "actions: those of the game",
        "All 58 histories are examined: nothing is sampled.",
    ]
    for line in (
        "whole game abstract compression",
        "histories 58 58 1",
        "infosets 12 8 1.5",
        "player 0 6 4 1.5",
        "sequences 24 16 1.5",
        "Well formed: equal keys have one player and one menu.",
        "player 0: perfect recall",
        "player 1: perfect recall",
        "could gain by leaving 0.16667 0.16667 0.33333",
        "at any equilibrium 0.33333 at least",
        "concedes at best 0.11111 0.06667 0.17778 LP",
    ):
        assert line in found
    assert found[-1] == (
        "Price: the best abstract strategies concede 0.17778 chips a hand in the whole game, both "
        "players together."
    )
    assert "factor infosets price adds infosets price" not in found
    assert "not priced" not in result.stdout


def test_factors_are_priced_while_the_bar_moves() -> None:
    result = ran("study_merged --iterations 20")
    found = lines(result)
    assert "all 8 0.17778" in found
    assert any(line.startswith("is_jack 4 ") for line in found)
    assert any(line.startswith("betting needed ") for line in found)
    assert any(line.startswith("player * actions 2 ") for line in found)
    assert "needed: without the factor the abstraction is ill-formed." in found
    told: list[tuple[str, float]] = []
    with listening(lambda name, share: told.append((name, share))):
        study(Abstraction, Scope(iterations=5))
    shares = [share for name, share in told if name == "Pricing 2 factors"]
    assert shares == pytest.approx([part / 6 for part in range(7)])


def test_long_ablations_must_be_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zerosum.experiment.study.gather.QUICK", 58 * 1_000 * 6 - 1)
    found = study(Abstraction)
    assert found.ablation is None
    assert found.price is not None
    (note,) = found.notes
    assert "up to 6 times as long" in note
    assert "use --ablate to price them" in note


def test_a_game_that_is_not_abstract() -> None:
    result = ran("blood.kuhn")
    head, *found = lines(result)
    assert head == (
        "blood.kuhn: Kuhn, which is not abstract: this is the report of the abstraction that "
        "keeps everything, whose price is 0."
    )
    assert "infosets 12" in found
    assert "player 1: perfect recall" in found
    assert "chips a hand" not in result.stdout


@pytest.mark.parametrize("extra", ["", "--limit 10 --deals 50"])
def test_an_ill_formed_abstraction_has_no_price(extra: str) -> None:
    """The same jack stands for both players; exit status 1, and both histories."""
    result = run(f"study_ill_formed {extra}")
    assert result.exit_code == 1, result.output
    found = lines(result)
    assert "Ill-formed: one key stands for infosets of two players, or with two menus." in found
    assert any(re.fullmatch("key: is_jack (True|False)", line) for line in found)
    assert "player 0 may PASS, BET" in found
    assert "player 1 may PASS, BET" in found
    histories = [line for line in found if line.startswith("at ") and " after " in line]
    assert len(histories) == 2
    assert "Price" not in result.stdout
    assert "Recall" not in result.stdout
    told = json.loads(run(f"study_ill_formed {extra} --json -").stdout)
    assert told["well_formed"] is False
    assert sorted(offer["player"] for offer in told["clash"]["offers"]) == [0, 1]
    assert told["after"] is told["recall"] is told["price"] is told["ablation"] is None


def test_actions_alone_may_be_abstract() -> None:
    """A jack that never bets leaves fewer histories, and no factors to price."""

    @algebraic
    def careful(infoset):
        return infoset.actions()[: 1 if infoset.card == 0 else 2]

    found = study(Abstracted(Kuhn(), None, careful), Scope(ablate=True))
    assert found.abstract
    assert (found.before.histories, found.ablation) == (58, None)
    assert found.after is not None
    assert found.after.infosets == (6, 6)
    assert found.after.histories is not None
    assert found.after.histories < 58
    assert found.price is not None
    assert found.price.exact
    assert found.price.price > 0.01


def test_a_large_game_is_sampled() -> None:
    result = ran("study_merged --limit 10 --deals 20 --seed 3")
    found = lines(result)
    assert any(
        line.startswith("Sampled, not exact: 20 deals with seed 3, each played 8 times")
        for line in found
    )
    assert "There are at least so many. The compression is that of the infosets met." in found
    assert any(line.startswith("Well-formedness is not refuted by 20 deals") for line in found)
    assert "player 0: nothing was forgotten in the sample, which proves nothing" in found
    assert any(line.startswith("The price is not known") for line in found)
    assert run("study_merged --limit 10 --deals 20 --seed 3").stdout == result.stdout
    few, many = (study(Abstraction, Scope(limit=1, deals=deals)) for deals in (1, 100))
    assert few.sampled
    assert "has about" in str(few.why_sampled)
    assert few.well_formed is None
    assert few.before.rows < many.before.rows == 12
    assert many.after is not None
    assert many.after.infosets == (4, 4)
    assert many.compression == 1.5
    assert few.price is few.ablation is None
    assert many.recall is not None
    assert many.recall.deals == 100


def test_json_says_what_the_report_says(here: Path) -> None:
    result = ran("study_merged --json - --iterations 20")
    told = json.loads(result.stdout)
    names = "format experiment game states actions exact why_sampled scope before after "
    names += "compression well_formed clash recall price ablation notes size minimal"
    assert list(told) == names.split()
    assert told["experiment"] == "study_merged"
    assert (told["exact"], told["why_sampled"], told["clash"]) == (True, None, None)
    assert told["scope"]["iterations"] == 20
    assert told["before"]["infosets"] == [6, 6]
    assert told["after"]["sequences"] == [8, 8]
    assert told["recall"]["exact"] is True
    assert told["price"]["price"] == pytest.approx(8 / 45)
    assert [each["factor"] for each in told["ablation"]["factors"]] == ["is_jack", "betting"]
    result = ran("study_merged --no-ablate --json found.json")
    assert "The report is written to found.json." in result.stderr
    assert "Price: " in result.stdout
    priced = loss(enumerated(Kuhn(), native=False), is_jack * betting)
    told = json.loads((here / "found.json").read_text())
    assert told["price"] == json.loads(json.dumps(priced.as_dict()))
    assert sorted(path.suffix for path in here.glob("found*")) == [".json"]


def test_more_than_two_players(monkeypatch: pytest.MonkeyPatch) -> None:
    """The price is what those gain who leave; nothing is known of the best strategies."""
    found = study(Abstraction, Scope(ablate=False))
    assert found.price is not None
    price = replace(found.price, best=None, least=None)
    monkeypatch.setattr("zerosum.experiment.study.gather.loss", lambda *_, **__: price)
    result = run("study_merged --no-ablate")
    assert any(
        line.startswith("Price: players who deviate, each alone, from the strategies")
        for line in lines(result)
    )
    assert "concedes at best" not in result.stdout


def test_what_cannot_be_priced_or_cut_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def impossible(*_: object, **__: object) -> None:
        raise NotApplicable("Player 0 must remember.", Kuhn())

    for name in ("loss", "minimise"):
        monkeypatch.setattr(f"zerosum.experiment.study.gather.{name}", impossible)
    found = lines(ran("study_merged --no-ablate --minimise"))
    assert found[-1] == "The price is not known: Player 0 must remember."
    assert found[-3] == ("The coarsest lossless abstraction is not known: Player 0 must remember.")

    def refuse(*_: object) -> None:
        raise NotOffered("The actions of an abstraction must be real ones.", None)

    monkeypatch.setattr("zerosum.experiment.study.gather.menus", refuse)
    found = study(Abstraction, Scope(deals=5))
    assert found.why_sampled == "The actions of an abstraction must be real ones."


def test_chance_that_lists_nothing_and_payoffs_that_do_not_cancel() -> None:
    result = ran("study_unlisted --deals 20")
    words = "Chance of TrainingAbstraction must have chances() to be enumerated"
    assert words in " ".join(lines(result))
    assert "over all players, as at other terminals; got [" in refused(main, "study_unbalanced")


WORDS = """
from dataclasses import dataclass
from blood.basic import player, street
from zerosum.abstraction import Abstracted, algebraic, given
from zerosum.kuhn import Kuhn
from zerosum.leduc.abstraction import rank
@dataclass(frozen=True)
class Fitted:
    def prepared(self):
        return self
    def __call__(self, infoset):
        return 1
@algebraic
def mover(infoset):
    return infoset.history.bit_length() & 1
fitted = algebraic(Fitted())
within = given(mover, fitted)
_hidden = algebraic(lambda infoset: infoset.card)
TrainingAbstraction = Abstracted(Kuhn(), _hidden * mover)
"""


def test_the_vocabulary_of_an_experiment(here: Path) -> None:
    """The factors under its names and of the game, but for those of another game or with data."""
    (here / "study_words.py").write_text(WORDS)
    assert run("study_words --no-ablate --iterations 1").exit_code == 0
    assert [repr(each) for each in vocabulary("study_words", Kuhn())] == [
        "rank",
        "mover",
        "is_jack",
        "betting",
    ]
    assert vocabulary("", Kuhn()) == (is_jack, betting)


def test_a_broken_module_beside_the_game_is_told_of(here: Path) -> None:
    beside = here / "study_package"
    beside.mkdir()
    (beside / "__init__.py").touch()
    (beside / "abstraction.py").write_text("1 / 0\n")
    (beside / "game.py").write_text("from zerosum.kuhn import Kuhn\nclass Mine(Kuhn): ...\n")
    game = import_module("study_package.game").Mine()
    words = r"study_package.abstraction must import .* ZeroDivisionError: .* \(line 1 of"
    with pytest.warns(UserWarning, match=words):
        assert vocabulary("", game) == ()


def test_a_picture_of_prices(here: Path) -> None:
    drawn()
    result = ran("study_merged --iterations 20 --out prices.png")
    assert "Prices are plotted in prices.png." in result.stderr
    assert (here / "prices.png").read_bytes().startswith(PNG)
    found = study(Abstraction, Scope(iterations=20)).ablation
    assert found is not None
    figure = products(found, "$x$")
    assert not clipped(figure)
    (panel,) = figure.axes
    boxes = [panel.get_window_extent(), *map(extent_of_text, panel.texts)]
    assert all(boxes[0].y0 < box.y0 for box in boxes[1:])
    assert not any(one.overlaps(other) for one, other in combinations(boxes[1:], 2))
    assert panel.get_ylim()[0] == 0.0
    assert [text for text in tick_labels(panel.xaxis) if not text.isdigit()] == []
    assert panel.get_xlabel() == "infosets"
    assert panel.get_title() == r"\$x\$"
    left_out, alone, everything = (points.get_offsets().tolist() for points in panel.collections)
    assert everything == [[8, pytest.approx(8 / 45, abs=1e-6)]]
    assert [size for size, _ in left_out] == [4]
    assert [size for size, _ in alone] == [2, 4, 4]
    names = "\n".join(text.get_text() for text in panel.texts).split("\n")
    bounds = ["≤ is_jack", "≤ player * actions"]  # players forget what they did
    assert sorted(names) == ["all", "betting", "without is_jack", *bounds]
    assert panel.get_ylabel() == "price, chips a hand (≤: at most)"


def test_the_best_products(here: Path) -> None:
    drawn()
    result = ran("study_merged --search --budget 8 --json found.json --out front.png")
    assert "The front is proved" in result.stdout
    assert "Prices are plotted in front.png." in result.stderr
    spelled = json.loads((here / "found.json").read_text())
    assert (spelled["format"], spelled["budget"]) == (1, 8)
    assert [spelled["candidates"][place]["infosets"] for place in spelled["front"]] == [4, 8]
    figure = front(searched(Abstraction(), Scope(), (betting, is_jack), budget=8), "$x$")
    assert not clipped(figure)
    (panel,) = figure.axes
    assert [text.get_text() for text in panel.texts] == ["betting", "is_jack * betting"]
    assert run("study_merged --search --limit 10").exit_code == 2


@pytest.mark.parametrize(
    ("options", "wrong"),
    [
        ("--budget 8", "--budget goes with --search, not with a report"),
        ("--search --minimise", "--minimise goes with a report, not with --search"),
        ("--search --suggest is_jack", "one at a time"),
    ],
)
def test_options_that_do_not_go_together(options: str, wrong: str) -> None:
    assert wrong in refused(main, f"study_merged {options}")


def test_exact_prices_are_not_marked() -> None:
    drawn()
    found = study(Abstracted(Kuhn(), betting), Scope(ablate=False)).price
    assert found is not None
    (panel,) = products(Ablation(found, found, ())).axes
    assert panel.get_ylabel() == "price, chips a hand"
    assert [text.get_text() for text in panel.texts] == ["player * actions\nall"]


def test_nothing_to_plot_or_to_plot_with(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn()
    result = ran("blood.kuhn --out prices.png")
    assert "No factors are priced: there is nothing to plot." in result.stderr
    assert not (here / "prices.png").exists()
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    said = refused(main, "study_merged --out prices.png")
    assert "The extra plots must be installed to draw pictures" in said


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("blood.kuhm", "did you mean blood.kuhn?"),
        ("study_merged --deals -3", "Invalid value for '--deals': -3"),
        ("study_merged --json .", "must end in .json; got ."),
        ("study_merged --json folder.json", "place of a JSON report; something else is there"),
        ("study_merged --json none/found.json", "must exist; there is none: make it first"),
        ("study_merged --out found.gif", "must end in .png, .svg or .pdf; got found.gif"),
        ("study_merged --out prices.png --no-ablate", "--no-ablate leaves nothing to plot"),
    ],
)
def test_mistakes_are_sentences(here: Path, words: str, sentence: str) -> None:
    drawn()
    (here / "folder.json").mkdir()
    (here / "mine.json").write_text('{"mine": 1}')
    assert sentence in refused(main, words)


def test_a_scope_that_makes_no_sense() -> None:
    for name in ("limit", "deals", "iterations"):
        with pytest.raises(ExperimentError, match=f"The {name} of a study must be 1 or more; got"):
            Scope(**{name: 0})


@pytest.mark.parametrize("scope", [Scope(iterations=20), Scope(limit=1, deals=5)])
def test_eighty_columns_are_enough(scope: Scope) -> None:
    """Long lines go on further in, and no word is lost."""
    shown = {}
    found = study(Abstraction, scope)
    for width in (80, 1_000):
        console = Console(width=width, file=io.StringIO())
        console.print(found)
        shown[width] = console.file.getvalue()
    assert max(map(len, shown[80].splitlines())) <= 80
    assert sorted(shown[80].split()) == sorted(shown[1_000].split())
    assert len(shown[80].splitlines()) > len(shown[1_000].splitlines())


def test_the_coarsest_lossless_abstraction_is_found(here: Path) -> None:
    words = "study_merged --no-ablate --minimise --json"
    found = lines(ran(f"{words} found.json"))
    start = found.index("Coarsest lossless abstraction: 12 infosets")
    assert found[start + 1 : start + 3] == ["player 0: 6", "player 1: 6"]
    assert found[start + 3].startswith("No product of the factors equals the coarsest lossless")
    assert not any("its price is 0" in line for line in found)
    told = json.loads((here / "found.json").read_text())["minimal"]
    assert (told["infosets"], told["kept"]) == ([6, 6], False)
    assert told["naming"]["states"] == "is_jack * betting"
    assert [each["infoset"][0] for each in told["naming"]["missing"]] == ["Q", "K"]
    sampled = json.loads(ran(f"{words} - --limit 10 --deals 20").stdout)
    assert sampled["minimal"] is None
    assert "The coarsest lossless abstraction is not known" in sampled["notes"][-1]
