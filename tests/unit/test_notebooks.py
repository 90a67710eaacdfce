"""What notebooks show of results: escaped HTML without scripts, of limited size."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from tests.documented import HAND, HOLDEM, SMALL, learnt, tree
from zerosum.abstraction import Abstracted, algebraic
from zerosum.algorithms import CFR, LinearProgram
from zerosum.cards import parse
from zerosum.errors import GameError
from zerosum.evaluation import ablate, loss
from zerosum.experiment import Experiment, Run, train
from zerosum.experiment.study import Scope, study
from zerosum.kuhn import Kuhn
from zerosum.kuhn.abstraction import betting, is_jack
from zerosum.lattice import recall, refines
from zerosum.native import explain
from zerosum.pkr import RiverOfBlood
from zerosum.pkr.ask import Query
from zerosum.pkr.phh import parse as parse_phh
from zerosum.pkr.phh.show import picture
from zerosum.pkr.ranges import RANDOM, parse_range
from zerosum.pkr.shows.grid import Grid, Option, range_grid, strategy_grid
from zerosum.pkr.shows.opening import opening
from zerosum.pkr.spots import Spot
from zerosum.play import Explorer, StrategyAgent, Uniform, play_match
from zerosum.setback import Setback
from zerosum.support.html import LIMIT, ROWS
from zerosum.support.rendering import Parts, Shown, infoset_page, table

MERGED = is_jack * betting
"""States by which players remember everything."""


@algebraic
def seat(infoset: Any) -> int:
    return infoset.history.bit_length() % 2


class Reader(HTMLParser):
    """Checks that elements are closed in order, and gathers texts and names."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.names: set[str] = set()
        self.texts: list[str] = []
        self.feed(page)
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names |= {tag, *(name for name, _ in attrs)}
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open[-1] != "style":
            self.texts.append(data)


def shown(value: Any) -> str:
    """Return the text of a page, after a check of its elements, its style and its size."""
    page = value._repr_html_()
    assert type(page) is str  # marimo sends no other
    assert len(page.encode()) <= LIMIT
    assert page.isascii()
    assert page.startswith('<div class="zerosum"><style>.zerosum{')
    reader = Reader(page)
    assert not {name for name in reader.names if name == "script" or name.startswith("on")}
    assert not reader.names & {"id", "src", "href"}  # what other cells could meet, or is fetched
    return " ".join(" ".join(reader.texts).split())


def results() -> dict[str, tuple[Any, str]]:
    """Return results, each with a text that its page must show."""
    solver = learnt()
    strategy, dealt = solver.strategy(), Kuhn().apply(0).apply(1)
    spot = Spot("AA,QQ", "KK", board="2c2d7h8s9c", pot=10, stack=10, bets="100%")
    place = (query := Query(learnt(HOLDEM, 3).strategy(), HOLDEM)).at("c")
    return {
        "cards": (parse("2cAhKd"), "A\u2665 K\u2666 2\u2663"),
        "infoset": (dealt.infoset(0), "infoset J actions PASS, BET"),
        "poker": (RiverOfBlood().infoset(0), "stacks (400, 400) pips (1, 2)"),
        "seats": (SMALL.infoset(0), "actions"),
        "deal": (Setback().infoset(0), "infoset 0: "),
        "abstract": (Abstracted(dealt, MERGED).infoset(0), "is_jack True, betting 1"),
        "abstraction": (Abstracted(Kuhn(), MERGED), "states is_jack * betting"),
        "product": (MERGED, "is_jack Whether the card is a jack"),
        "solver": (CFR(tree(), native=False), "rule plus iterations 0"),
        "program": (LinearProgram(tree()), "LinearProgram of Kuhn()"),
        "strategy": (strategy, "player infoset PASS BET 0 J"),
        "row": (next(strategy.rows()), "player 0, "),
        "loss": (loss(Kuhn(), MERGED), "concedes at best"),
        "ablation": (ablate(Kuhn(), MERGED), "player * actions"),
        "refuted": (refines(is_jack, betting, Kuhn()), "refuted, on all 12 infosets"),
        "recall": (recall(Kuhn(), MERGED), "player 0: perfect recall"),
        "explanation": (explain(Kuhn()), "native Kuhn.apply"),
        "explored": (Explorer(strategy, Kuhn()).at("p b"), "hand likely fold call 1 J"),
        "spot": (spot, "board 9c8s7h2d2c pot 10 stack 10 bets bet 100%, raise 100% rake"),
        "answer": (query.get("", "AhKh"), "f Fold"),
        "grid": (strategy_grid(place), "Strategy of the big blind after c"),
        "range of a seat": (range_grid(place, 0), "per cent of the likeliest hand"),
        "range": (parse_range("QQ+, AKs:0.5"), "QQ+, AKs:0.5"),
        "all hands": (RANDOM, "AA AKs AQs"),
        "opening": (opening(query.strategy, HOLDEM), "Opening strategy of the small blind"),
        "worth": (query.values("c", "AhKh", deals=2), "hand x a AhKh"),
        "history": (picture(*parse_phh(HAND)), "seat cards stack posted p1"),
    }


def test_every_result_has_a_page() -> None:
    for name, (value, text) in results().items():
        assert text in shown(value), name


def test_runs_have_pages(tmp_path: Path) -> None:
    made = train(Experiment(Kuhn, algorithm=CFR, iterations=2), tmp_path / "run")
    run = Run.open(tmp_path / "run")
    agents = StrategyAgent(made.strategy, Kuhn()), Uniform()
    for value, text in (
        (made, "iterations 2 infosets 12 touched"),
        (run, "run run run algorithm rule iterations"),
        (run.metrics, "run run iterations infosets seconds exploitability 1 12"),
        (play_match(*agents, 2, native=False), "wins chips a hand strategy"),
        (study(Kuhn, Scope(ablate=False)), "which is not abstract"),
    ):
        assert text in shown(value), value


def test_texts_are_escaped() -> None:
    page = Parts("a < b & c", table(["<i>"], [["<script>alert(1)</script>"]]), "\u2264")
    assert shown(page) == "a < b & c <i> <script>alert(1)</script> \u2264"
    assert "<script" not in page._repr_html_()


@pytest.mark.parametrize("letters", [1, 200, 100_000])
def test_long_tables_are_cut(letters: int) -> None:
    cut = shown(table(["one", "two"], [["x" * letters, "\u2264"]] * 5_000))
    rows = cut.count("\u2264")
    assert rows == {1: ROWS, 200: ROWS, 100_000: 0}[letters]
    assert cut.endswith(f"The first {rows} of 5,000 rows.")


def test_what_does_not_fit_is_named() -> None:
    assert "left out here" in shown(table(["x" * 60_000], [["y"]]))
    every = Parts(*["x" * 20_000] * 3)
    assert shown(every).endswith("The rest is left out here: print it.")
    nested = Parts(Parts(*["x" * 30_000] * 2), "y", table([], [["z" * 30_000]] * 2))
    assert "left out here" in shown(nested)


def test_a_grid_of_many_options_fits() -> None:
    options = tuple(Option("r", f"Raise to {to:,}", "#123456") for to in range(99))
    cells = tuple(tuple((1 / 99,) * 99 for _ in range(13)) for _ in range(13))
    assert "left out here" in shown(Grid("Many", options, cells, (1 / 99,) * 99, 1326))


def test_representations_are_short() -> None:
    start = Query(learnt(HOLDEM, 3).strategy(), HOLDEM)
    assert repr(opening(start.strategy, HOLDEM)) == "<Opening strategy of the small blind ...>"
    assert repr(strategy_grid(start.at(""))) == "<Grid: Opening strategy of the small blind>"


def test_an_absent_minded_player_has_two_histories() -> None:
    found = recall(Kuhn(), is_jack * seat)
    assert "one history the other infoset J J pb move 1 0 0" in shown(found)
    assert "forgets that it played PASS at J" in shown(found)


def test_results_of_ones_own() -> None:
    class Sentence(Shown):
        def __str__(self) -> str:
            return "one\ntwo"

    class Broken(Shown):
        def content(self) -> list[str]:
            raise GameError("The game must be right; it is not.", self)

    class Plain:
        _repr_html_ = infoset_page

        def __repr__(self) -> str:
            return "<b>"

        def actions(self) -> tuple[str, ...]:
            return ("a & b",)

    assert shown(Plain()) == "infoset <b> actions a & b"
    assert shown(Sentence()) == "one two"
    assert shown(Broken()) == "The game must be right; it is not."


def test_a_strategy_says_if_its_table_is_of_a_part(monkeypatch: pytest.MonkeyPatch) -> None:
    strategy = learnt().strategy()
    monkeypatch.setattr("zerosum.strategy.rows.SHOWN", 2)
    assert strategy.html().endswith("<p>and 8 more infosets</p>")
    monkeypatch.setattr("zerosum.strategy.rows.LOOKED", 11)
    assert strategy.html().endswith("<p>and 8 more infosets; the table is of the first 11</p>")
