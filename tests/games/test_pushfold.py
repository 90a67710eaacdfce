"""Push or fold: chances and payoffs by hand, its values, and its chart."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from click.testing import Result
from scipy.optimize import linprog

from blood.pushfold import Solution, approximate, main, solve
from tests.pages import ROOT
from tests.runs import invoked
from zerosum.algorithms import LinearProgram
from zerosum.cards import parse
from zerosum.errors import GameError
from zerosum.pkr import Bet, Call, Deal, Fold, NoLimitHoldem
from zerosum.pkr.hands.classes import hole_class
from zerosum.pkr.holdem import TWENTY
from zerosum.pkr.pushfold import Move, PushFold
from zerosum.pkr.ranges import parse_range
from zerosum.pkr.ranges.classes import class_name

NAMES = [class_name(number) for number in range(169)]

# By stack: thousandths of a big blind a hand, and per cent of hands pushed and called.
SOLVED = {
    2: (9.549, 89.44, 100.00),
    4: (66.031, 73.76, 74.06),
    6: (38.159, 68.32, 54.45),
    8: (-4.137, 61.86, 44.97),
    10: (-45.371, 58.28, 37.38),
    12: (-82.529, 53.24, 33.03),
    15: (-127.227, 45.65, 28.55),
    20: (-183.190, 40.24, 21.73),
}
PUSH_AT_TEN = (
    "22+ A2s+ K2s+ Q2s+ J3s+ T4s+ 95s+ 84s+ 74s+ 64s+ 53s+ 43s:0.711 A2o+ K2o+ Q7o+ J8o+ T8o+ 97o+ "
    "87o 76o"
)
CALL_AT_TEN = "22+ A2s+ K2s+ Q7s+ Q6s:0.403 J8s+ T9s A2o+ K5o+ Q9o+ JTo"


def kind(text: str) -> int:
    return NAMES.index(text)


@pytest.fixture(scope="module")
def small() -> Solution:
    """Return a solution with twenty cards, without the compiler."""
    game = PushFold(10, 0.125, TWENTY)
    program = LinearProgram(game, native=False)
    return Solution(game, program.value, program.solve().gap, program.strategy())


@pytest.mark.slow
@pytest.mark.parametrize("ante", [0, 1])
def test_payoffs_are_those_of_holdem(ante: int) -> None:
    real = NoLimitHoldem(stacks=(80,), blinds=(4, 8), antes=(ante,), deck=TWENTY, sizes=(100_000,))
    for card in (*parse("AhKh"), *parse("QdQc")):
        real = real.apply(Deal(card))
    short = PushFold(10, ante / 8, TWENTY).apply(kind("AKs")).apply(kind("QQ"))
    pushed = real.apply(Bet(80 - ante - 4))
    assert short.apply(Move.FOLD).payoff(0) == real.apply(Fold()).payoff(0) / 8
    short = short.apply(Move.ALL_IN)
    assert short.apply(Move.FOLD).payoff(0) == pushed.apply(Fold()).payoff(0) / 8
    called = pushed.apply(Call())
    for card in parse("AcKdJsThTc"):
        called = called.apply(Deal(card))
    most = abs(called.payoff(0)) / 8
    share = float(short.shares[kind("AKs"), kind("QQ")])
    assert short.apply(Move.ALL_IN).payoff(0) == pytest.approx(most * (2 * share - 1))


@pytest.mark.slow
def test_classes_are_dealt_as_their_hands() -> None:
    hands = [1 << low | 1 << high for high, low in combinations(TWENTY.cards, 2)]
    pairs = [(mine, yours) for mine in hands for yours in hands if mine & yours == 0]
    found = np.zeros((169, 169))
    for mine, yours in pairs:
        found[hole_class(mine), hole_class(yours)] += 1 / len(pairs)
    game, dealt = PushFold(10, deck=TWENTY), np.zeros((169, 169))
    for mine, chance in game.chances().items():
        for yours, after in game.apply(mine).chances().items():
            dealt[mine, yours] = chance * after
    assert np.allclose(found, dealt, rtol=0, atol=1e-15)


def test_the_value_is_that_of_a_program_over_classes(small: Solution) -> None:
    # Push p_i, and what the big blind gets for each class is the larger of two columns.
    game = small.game
    joint = game.likely[:169] * game.likely[169][:, None]
    folds, wins = -0.625, 1.125
    shows = joint * game.stack * (2 * game.shares - 1)
    n = 169
    cost = np.concatenate([folds * joint.sum(axis=1), -np.ones(n)])
    unequal = np.block([[-joint.T * wins, np.eye(n)], [-shows.T, np.eye(n)]])
    bounds = [(0, 1)] * n + [(None, None)] * n
    found = linprog(cost, unequal, np.zeros(2 * n), bounds=bounds)
    assert small.value == pytest.approx(folds * joint.sum() - found.fun, abs=1e-9)
    assert small.gap < 1e-12


def test_a_solution_is_ranges_and_a_chart(small: Solution) -> None:
    push, call = small.range(0, 3), small.range(1, 3)
    assert push.weight(parse("AhAd")) == call.weight(parse("AhAd")) == 1
    assert push.weight(parse("2h2d")) == 0
    assert small.frequency(0) == pytest.approx(small.range(0).combos / 190)
    grid = small.grid(1)
    assert [option.label for option in grid.options] == ["Call", "Fold"]
    assert grid.cells[12][12] == (1, 0)
    assert (grid.cells[0][0], grid.cells[7][12], grid.hands) == (None, None, 190)
    assert grid.whole == pytest.approx((small.frequency(1), 1 - small.frequency(1)))


@pytest.mark.parametrize(
    ("stack", "ante"), [(0, 0), (1, 1), (5, -0.1), (float("nan"), 0), (float("inf"), 0)]
)
def test_impossible_stacks(stack: float, ante: float) -> None:
    with pytest.raises(GameError, match="must be finite and more than its ante"):
        PushFold(stack, ante, TWENTY)


def run(*words: str) -> Result:
    return invoked(main, words)


@pytest.mark.parametrize(
    ("words", "match"),
    [
        (("--stack", "1", "--ante", "2"), "got a stack of 1.0 and an ante of 2.0"),
        (("--iterations", "3"), "only --by cfr has iterations"),
        (("--out", "x.doc"), "must end in .png, .svg or .pdf"),
        (("--stack", "ten"), "'ten' is not a number"),
    ],
)
def test_a_mistake_is_one_sentence(words: tuple[str, ...], match: str) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert match in result.stderr
    assert len(result.stderr.splitlines()) == 1


@pytest.mark.slow
@pytest.mark.parametrize("stack", SOLVED)
def test_solved_stacks(stack: int) -> None:
    value, push, call = SOLVED[stack]
    found = solve(stack)
    assert found.gap < 1e-12
    assert found.value == pytest.approx(value / 1000, abs=6e-7)
    assert 100 * found.frequency(0) == pytest.approx(push, abs=0.0051)
    assert 100 * found.frequency(1) == pytest.approx(call, abs=0.0051)


@pytest.mark.slow
def test_the_chart_at_ten() -> None:
    found = solve(10)
    assert found.range(0, 3) == parse_range(PUSH_AT_TEN)
    assert found.range(1, 3) == parse_range(CALL_AT_TEN)
    near = approximate(10)
    assert near.value == pytest.approx(found.value, abs=1e-6)
    for player in (0, 1):
        assert np.abs(near.range(player).cells() - found.range(player).cells()).max() < 0.002


@pytest.mark.slow
def test_a_blind_that_is_all_in_costs_nothing() -> None:
    assert solve(0.4).value == pytest.approx(0, abs=1e-12)
    assert solve(0.4).frequency(0) == 1


@pytest.mark.slow
def test_prints_what_the_guide_shows(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "how-to" / "pushfold.md").read_text("utf-8")
    shown = page.split("$ python -m blood.pushfold --stack 10\n")[1].split("```")[0]
    result = run("--stack", "10", "--out", str(tmp_path / "chart.png"))
    printed = [line.rstrip() for line in result.stdout.splitlines() if "could gain" not in line]
    known = [line.rstrip() for line in shown.splitlines() if "could gain" not in line]
    assert printed == known
    assert (tmp_path / "chart.png").stat().st_size > 10_000
    cfr = run("--stack", "7.5", "--ante", "0.125", "--by", "cfr", "--iterations", "200")
    assert cfr.stdout.startswith("stack 7.5, ante 0.125, in big blinds\n")
