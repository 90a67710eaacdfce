"""Expectations of strategies of hold'em, tried by strategies written by hand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from tests.holdem_players import backwards, caller, folder, maniac, sound
from zerosum.abstraction import Abstracted, menu
from zerosum.errors import GameError, NotApplicable
from zerosum.kuhn import Kuhn
from zerosum.pkr import Allin, Bet, Call, Fold, LimitHoldem, NoLimitHoldem
from zerosum.pkr.abstraction import allin, min_raise, passive
from zerosum.pkr.holdem import TWENTY
from zerosum.pkr.scenarios import (
    SIX_MAX,
    Measure,
    More,
    Ordered,
    Outcome,
    Quantity,
    Some,
    Value,
    Within,
    judge,
    quantities,
)
from zerosum.pkr.scenarios.spots import Questions

SIX = NoLimitHoldem(players=6, stacks=(10_000,), blinds=(50, 100), sizes=(50, 100, 200))
TWO = NoLimitHoldem(stacks=(1_000,), blinds=(50, 100), sizes=(50, 100))
WHY = "It is a test."


def judged(strategy: Any, expectation: Any, game: Any = TWO) -> Any:
    (result,) = judge(strategy, game, [expectation])
    return result


def by_hand(shares: dict[str, float]) -> Callable[[Any], Any]:
    """Return a strategy that raises with a hand as often as told, and folds otherwise."""

    def strategy(infoset: Any) -> Any:
        share = shares.get(str(infoset.hand), 0.25)
        return {Fold(): 1 - share, Bet(infoset.bounds()[0]): share}

    return strategy


def place(line: str, game: Any) -> Any:
    return Questions(lambda infoset: {}, game).place(line)


def raises(*hands: str) -> tuple[Quantity, ...]:
    return quantities(Measure.RAISE, "", *hands)


class TestLines:
    def test_words_and_raises_of_lines(self) -> None:
        with pytest.raises(GameError, match="The word 'z' after 'f' must be"):
            Quantity(Measure.RAISE, "f z r", "AA")
        game = NoLimitHoldem(players=3, stacks=(100,), sizes=(100,))
        assert place("a a", game).real.line == (2, 1)
        game = Abstracted(replace(TWO, sizes=()), None, passive + allin)
        assert place("r", game).real.levels == (1_000,)
        game = Abstracted(replace(TWO, sizes=()), None, passive + min_raise + allin)
        assert place("r", game).real.levels == (200,)

    @pytest.mark.parametrize(
        ("line", "message"),
        [
            ("c f", "'f' after 'c' must be on the menu; BB owes 0, and the menu has x, r200, "),
            ("c c", "must end at a decision; 3 cards on the flop come next"),
            ("c AhKdQd", "'AhKdQd' after 'c' must be on the menu"),
            ("a c", "must end at a decision; all seats but one are all-in"),
        ],
    )
    def test_an_impossible_line_is_not_applicable(self, line: str, message: str) -> None:
        with pytest.raises(NotApplicable, match=message):
            place(line, TWO)


class TestQuantities:
    def test_measures_and_classes(self) -> None:
        answer = {Fold(): 0.5, Call(): 0.25, Bet(150): 0.125, Allin(): 0.125}
        ask = Questions(lambda infoset: answer, TWO)
        means = [ask(Quantity(measure, "", "AhKh")).mean for measure in Measure]
        chips = (0.25 * 50 + 0.125 * 150 + 0.125 * 950) / 100
        assert means == [0.5, 0.25, 0.25, 0.125, 0.5, chips]
        ask = Questions(by_hand({"AhKh": 1.0, "AsKs": 0.75}), TWO)
        value = ask(Quantity(Measure.RAISE, "", "AKs"))
        assert value == Value((1.0 + 0.75 + 0.25 + 0.25) / 4, 4, 0)
        ask = Questions(lambda infoset: {infoset.actions()[0]: 1.0}, TWO)
        assert ask(Quantity(Measure.CALL, "c c / AhKd2c", "AA")).asked == 3
        with pytest.raises(NotApplicable, match="no card of the board"):
            ask(Quantity(Measure.CALL, "c c / AhKd2c", "AhKh"))
        with pytest.raises(NotApplicable, match="an action to fold; it has none"):
            ask(Quantity(Measure.FOLD, "c", "AA"))


class TestExpectations:
    strategy = staticmethod(by_hand({"AhKh": 0.9, "QhJh": 0.6, "7h2d": 0.1}))

    @pytest.mark.parametrize(
        ("expectation", "passes"),
        [
            (Within("", raises("AhKh"), least=0.85, why=WHY), True),
            (Within("", raises("AhKh"), most=0.85, why=WHY), False),
            (Within("", raises("AhKh", "QhJh"), least=0.85, why=WHY), False),
            (More("", raises("AhKh"), raises("QhJh"), 0.25, why=WHY), True),
            (More("", raises("AhKh"), raises("QhJh"), 0.35, why=WHY), False),
            (Ordered("", raises("AhKh", "QhJh", "7h2d"), why=WHY), True),
            (Ordered("", raises("QhJh", "AhKh", "7h2d"), why=WHY), False),
            (Some("", raises("7h2d", "QhJh"), 0.5, why=WHY), True),
        ],
    )
    def test_outcomes(self, expectation: Any, passes: bool) -> None:
        result = judged(self.strategy, expectation)
        assert result.outcome is (Outcome.PASSED if passes else Outcome.FAILED)
        assert result.passed == passes

    def test_what_is_not_known(self) -> None:
        known = by_hand({"AhKh": 0.9, "7h2d": 0.5})  # exactly uniform with the latter
        result = judged(known, Within("", raises("7h2d"), least=0.1, why=WHY))
        assert (result.outcome, result.asked, result.unknown) == (Outcome.UNKNOWN, 1, 1)
        assert result.found == "50.0%?"
        known = by_hand({"AhKh": 0.9, "QhJh": 0.6, "7h2d": 0.5})
        exists = Some("", raises("7h2d", "AhKh"), 0.8, why=WHY)
        chain = Ordered("", raises("QhJh", "AhKh", "7h2d"), why=WHY)
        none = Some("", raises("7h2d", "AhKh"), 0.95, why=WHY)
        outcomes = [judged(known, each).outcome for each in (exists, chain, none)]
        assert outcomes == [Outcome.PASSED, Outcome.FAILED, Outcome.UNKNOWN]

    def test_a_strategy_counts_what_it_does_not_know(self) -> None:
        class Counting:
            unknown = 0

            def __call__(self, infoset: Any) -> Any:
                self.unknown += 1
                return {Call(): 1.0}

        rule = Within("", quantities(Measure.CALL, "", "AA"), least=1.0, why=WHY)
        assert judged(Counting(), rule).unknown == 6

    def test_expectations_are_checked(self) -> None:
        mixed = (*raises("AA"), *quantities(Measure.FOLD, "", "AA"))
        for asked in ((), mixed):
            with pytest.raises(GameError, match="must be one or more, with one measure"):
                Within("mixed", asked, least=0.5, why=WHY)
        with pytest.raises(GameError, match="The bounds of 'no bounds' must be in order"):
            Within("no bounds", raises("AA"), why=WHY)
        with pytest.raises(GameError, match="must be as many as the others; got 1 and 2"):
            More("uneven", raises("AA"), raises("KK", "QQ"), why=WHY)

    @pytest.mark.parametrize(
        ("change", "reason"),
        [
            ({"seats": 6}, "It is meant for 6 seats; the game has 2."),
            ({"stacks": (20.0, 50.0)}, "stacks of 20 to 50 big blinds; the game has 10 to 10"),
            ({"asked": quantities(Measure.RAISE, "f f", "AA")}, "the hand is over"),
        ],
    )
    def test_what_does_not_fit_says_why(self, change: Any, reason: str) -> None:
        rule = Within("", raises("AA"), least=0.5, why=WHY)
        result = judged(self.strategy, replace(rule, **change))
        assert result.outcome is Outcome.UNFIT
        assert reason in result.found

    @pytest.mark.parametrize("game", [Kuhn(), NoLimitHoldem(deck=TWENTY)])
    def test_other_games_are_refused(self, game: Any) -> None:
        with pytest.raises(NotApplicable, match="must be of hold'em with 52 cards"):
            judge(self.strategy, game, [])


class TestSixMax:
    @pytest.mark.parametrize(
        "sizes", [(50, 100, 200), pytest.param((150,), marks=pytest.mark.slow)]
    )
    def test_a_sound_strategy_passes_with_any_menu(self, sizes: tuple[int, ...]) -> None:
        results = judge(sound, replace(SIX, sizes=sizes), SIX_MAX)
        assert not [(each.expectation.name, each.found) for each in results if not each.passed]

    def test_limit_games_and_menus_without_raises_leave_out_what_needs_them(self) -> None:
        game = LimitHoldem(players=6, stacks=(200,), blinds=(1, 2))
        results = judge(sound, game, SIX_MAX)
        unfit = [each.expectation.name for each in results if each.outcome is Outcome.UNFIT]
        assert len(unfit) == 4
        assert all("all-in" in name for name in unfit)

        def only_passive(infoset: Any) -> Any:
            return passive(infoset)

        game = Abstracted(replace(SIX, sizes=()), None, menu(only_passive))
        results = judge(lambda infoset: {infoset.actions()[-1]: 1.0}, game, SIX_MAX)
        assert any(each.outcome is Outcome.UNFIT for each in results)
        assert all("menu" in each.reason for each in results if each.outcome is Outcome.UNFIT)

    def test_each_expectation_has_a_reason_and_can_fail(self) -> None:
        left = SIX_MAX
        for strategy in (backwards, maniac, folder, caller):
            results = judge(strategy, SIX, left)
            left = [each.expectation for each in results if each.outcome is not Outcome.FAILED]
        assert left == []
        assert len({each.name for each in SIX_MAX}) == 30
        assert all(each.why.endswith(".") for each in SIX_MAX)
