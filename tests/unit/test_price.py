"""Prices: records and their text, bad input, and other ways to compute the same numbers."""

from __future__ import annotations

import json
from dataclasses import FrozenInstanceError, replace
from functools import cache

import numpy as np
import pytest

from tests.factors import betting, card, player
from zerosum.abstraction import ONE, Abstracted, algebraic
from zerosum.algorithms import CFR, DCFR, LINEAR, VANILLA, ExternalSampling, LinearProgram, lp
from zerosum.errors import AbstractionError, GameError
from zerosum.evaluation import Sweep, ablate, best, lift, loss, nash_conv, sweep
from zerosum.evaluation.price import least, size
from zerosum.evaluation.price.division import Division
from zerosum.evaluation.price.loss import AT_MOST
from zerosum.kuhn import Kuhn, KuhnThree, Move
from zerosum.kuhn.abstraction import Abstraction as JackOrBetter
from zerosum.kuhn.abstraction import is_jack
from zerosum.tree import Tree, enumerated

MERGED = is_jack * betting


@cache
def whole(kind: type = Kuhn) -> Tree:
    return enumerated(kind(), native=False)


@algebraic
def calm(infoset):
    """No bet of player 0 at the beginning."""
    return (Move.PASS,) if infoset.history == 1 else tuple(infoset.actions())


@algebraic
def turned(infoset):
    return (Move.BET, Move.PASS)


class TestLoss:
    @pytest.mark.parametrize(
        ("states", "actions"), [(MERGED, calm), (MERGED, turned), (None, None)]
    )
    def test_the_long_way(self, states, actions):
        """Enumerate the abstract game, solve it, lift its strategy, infoset by infoset."""
        abstract = enumerated(Abstracted(Kuhn(), states, actions), native=False)
        lifted = lift(LinearProgram(abstract).strategy(), whole().base)
        found = loss(whole(), states, actions)
        assert found.lifted == pytest.approx(nash_conv(whole(), lifted), abs=1e-12)
        assert found.after.rows == abstract.infoset_count
        assert sum(found.after.sequences) == abstract.sequences
        assert 0 <= found.price <= found.least + 1e-9
        assert found.least <= found.lifted + 1e-8
        assert found.lifted == pytest.approx(sum(found.responses))

    def test_uniform_where_play_by_the_abstraction_never_comes(self):
        """Without bets of player 0 the equilibrium is one, and player 1 knows no answer to them."""
        found = loss(whole(), None, calm)
        assert found.least == pytest.approx(found.lifted, abs=1e-8)
        assert found.lifted > 0.5
        assert found.price == pytest.approx(0, abs=1e-9)

    def test_shown_and_spelled_out(self):
        found = loss(whole(), MERGED, calm)
        spelled = json.loads(json.dumps(found.as_dict()))
        assert spelled["states"] == "is_jack * betting"
        assert spelled["actions"] == "calm"
        assert spelled["lifted"] == found.lifted
        assert spelled["price"] == found.price
        assert spelled["stake"] == 2
        assert spelled["best"]["conceded"] == list(found.best.conceded)
        assert spelled["after"]["infosets"] == list(found.after.infosets)
        assert "concedes at best" in str(found)
        with pytest.raises(FrozenInstanceError):
            found.values = ()


class TestForgetting:
    def test_cfr_and_its_regrets(self):
        few, many = (loss(whole(), card * player, iterations=n) for n in (20, 400))
        assert many.recall == (False, True)
        assert many.own is None
        assert many.least is None
        assert many.how == "CFR (dcfr, 400 iterations)"
        assert not many.best.exact
        assert many.best.how == ("CFR (dcfr, 400 iterations), then CFR-BR", "LP")
        assert 0 <= many.regrets < few.regrets
        assert "no bound" in str(many)
        (row,) = (line for line in str(many).splitlines() if line.startswith("concedes"))
        assert row.count("≤ ") == 2  # of the player who forgets, and together
        assert str(many).endswith(AT_MOST)

    @pytest.mark.parametrize("rule", [VANILLA, LINEAR, DCFR])
    def test_average_regrets(self, rule):
        """By hand: what the discounts leave of the weight of all iterations."""
        solver = CFR(Division.of(whole(), card * player, None).game, rule)
        solver.run(7)
        weight = {"vanilla": 7, "linear": 4}.get(rule.name)
        if weight is None:
            weight = 1.0
            for t in range(1, 7):
                weight = weight * t**1.5 / (t**1.5 + 1) + 1
        regrets = np.maximum(solver.state()[0]["regrets"], 0).reshape(-1, 2).max(axis=1).sum()
        found = loss(whole(), card * player, iterations=7, rule=rule)
        assert found.regrets == pytest.approx(regrets / weight)

    def test_three_players(self):
        found = loss(whole(KuhnThree), None, iterations=300)
        assert found.best is None
        assert found.price == found.lifted == pytest.approx(sum(found.gaps))
        assert found.lifted < 0.1
        assert len(found.gaps) == 3


class TestSize:
    def test_as_a_table_has_it(self):
        solver = ExternalSampling(Abstracted(Kuhn(), MERGED), native=False)
        solver.run(200)
        arrays, _ = solver.state()
        rows = arrays["blocks"].size
        words = arrays["words"].size + arrays["values"].size + 2 * rows
        found = loss(whole(), MERGED)
        assert found.after.rows == rows
        assert found.after.bytes == 8 * (words + 2 * rows)

    def test_of_a_few_rows(self, monkeypatch):
        every = loss(whole(), MERGED).after
        monkeypatch.setattr(size, "_MOST_ROWS", 3)
        assert loss(whole(), MERGED).after == every


class TestBest:
    def test_of_two_players_it_is_part_of_the_loss(self):
        assert best(whole(), MERGED) == loss(whole(), MERGED).best
        with pytest.raises(GameError, match="needs a game of two players; got 3: ask for the loss"):
            best(whole(KuhnThree), None)


class TestWithoutPrograms:
    """Where HiGHS fails, or is not asked, CFR does; what HiGHS says is not believed unchecked."""

    def test_a_game_too_large_or_where_highs_fails(self, monkeypatch):
        known, found = loss(whole(), MERGED), loss(whole(), MERGED, largest=10, iterations=200)
        assert found.how == "CFR (dcfr, 200 iterations)"
        assert found.best.how == (found.how, found.how)
        assert known.price - 1e-9 < found.price < known.price + 0.02
        assert found.least is None
        assert 0 < found.own < 0.02
        assert found.regrets is None
        monkeypatch.setattr(lp, "optimum", lambda program, method: None)
        found = loss(whole(), MERGED, iterations=10)
        assert found.how == "CFR (dcfr, 10 iterations)"
        assert not found.exact

    def test_no_least_or_a_wrong_plan(self, monkeypatch):
        original = least.optimum
        monkeypatch.setattr(least, "optimum", lambda program, method: None)
        found = loss(whole(), MERGED)
        assert found.least is None
        assert found.exact

        def optimum(program, method):
            found = original(program, method)
            found.x[:] = 1.0
            return found

        monkeypatch.setattr(least, "optimum", optimum)
        assert loss(whole(), MERGED).least is None


class TestRefusals:
    def test_ill_formed(self):
        for price in (loss, best, ablate):
            with pytest.raises(AbstractionError, match="Equal keys must imply equal players"):
                price(whole(), card)

    def test_an_abstract_game_and_no_iterations(self):
        tree = enumerated(JackOrBetter(), native=False)
        with pytest.raises(AbstractionError, match=r"priced in a whole game; .*: give its base"):
            loss(tree, betting)
        for wrong in (0, 1.5, True, "many"):
            with pytest.raises(AbstractionError, match=f"iterations .* got {wrong!r}: give 1_000"):
                loss(whole(), MERGED, iterations=wrong)
        with pytest.raises(AbstractionError, match=r"largest linear program must be .* got -1"):
            best(whole(), MERGED, largest=-1)

    def test_no_sweep(self):
        with pytest.raises(AbstractionError, match=r"must be several; got .*: write a list"):
            sweep(whole(), betting)
        with pytest.raises(AbstractionError, match="or a pair of states and actions; got"):
            sweep(whole(), [(card, betting, player)])
        for wrong in (0, "x", 2.5):
            with pytest.raises(AbstractionError, match=f"budget .* got {wrong!r}: give the infos"):
                sweep(whole(), [betting], budget=wrong)


@pytest.fixture(scope="module")
def ablated():
    return ablate(whole(), is_jack * betting * player, iterations=50)


@pytest.fixture(scope="module")
def swept():
    expressions = [ONE, betting, card * betting, MERGED, (card * betting, calm), card * MERGED]
    return sweep(whole(), expressions, budget=11)


class Sold(Kuhn):
    """Kuhn that ends when the cards are dealt."""

    @property
    def terminal(self):
        return not self.chance

    def payoff(self, player):
        return (1.0 if self.cards[0] > self.cards[1] else -1.0) * (1 - 2 * player)


class Dear(Kuhn):
    """Kuhn for millions."""

    def payoff(self, player):
        return 1e6 * super().payoff(player)


def test_digits_fit_the_stake_and_nobody_decides():
    assert "0.33333" in str(loss(whole(), MERGED))
    found = loss(whole(Dear), MERGED)
    assert f" {found.lifted:.0f}  " in str(found)
    assert "333333." not in str(found)
    assert f" {found.price:.0f}  " in str(ablate(whole(Dear), MERGED, iterations=20))
    assert f" {found.price:.0f}  " in str(sweep(whole(Dear), [MERGED]))
    found = loss(whole(Sold), ONE)
    assert (found.lifted, found.price, found.least, found.own) == (0, 0, 0, 0)
    assert found.after.rows == 0
    assert found.exact
    assert ablate(whole(Sold), ONE).factors == ()


@pytest.mark.parametrize(
    ("price", "given", "total"),
    [(ablate, MERGED, 6), (sweep, [ONE, betting, None], 3), (sweep, [], 0)],
)
def test_progress(price, given, total):
    """One of what is left out is needed, and one abstraction ill-formed: they count as well."""
    told = []
    price(whole(), given, iterations=5, progress=lambda *counts: told.append(counts))
    assert told == [(done, total) for done in range(1, total + 1)]


class TestAblate:
    def test_what_is_free_and_what_is_needed(self, ablated):
        jack, bets, seat = ablated.factors
        assert (jack.free, bets.free, seat.free) == (False, False, True)
        assert (jack.needed, bets.needed, seat.needed) == (False, False, False)
        assert seat.saved == 0
        assert jack.saved == 4
        assert jack.cost == pytest.approx(2 / 3 - 8 / 45)
        assert jack.gain == ablated.base.price - jack.alone.price
        assert ablated.base.after.rows == 2
        assert ablated.factors[2].alone.after.infosets == ablated.base.after.infosets
        found = ablate(whole(), MERGED, calm, iterations=5)
        assert found.base.after.rows == 3
        assert found.whole.actions == calm
        spelled = json.loads(json.dumps(ablated.as_dict()))
        assert [each["factor"] for each in spelled["factors"]] == ["is_jack", "betting", "player"]
        assert spelled["factors"][2]["free"]
        assert spelled["base"]["states"] == "ONE"
        assert "free" in str(ablated).splitlines()[-3]

    def test_the_error_of_what_is_ill_formed(self):
        jack, bets = ablate(whole(), MERGED, iterations=5).factors
        assert bets.needed
        assert bets.cost is bets.without is bets.saved is None
        assert not bets.free
        assert isinstance(bets.error, AbstractionError)
        assert jack.error is None

    def test_what_matters_only_where_others_come_is_not_free(self):
        """Where the abstraction never bets first, others may: who cannot see it pays."""

        @algebraic
        def faces_a_bet(infoset):
            return infoset.history == 0b11

        found = ablate(whole(), card * player * calm * faces_a_bet, calm)
        seen = next(each for each in found.factors if each.factor == faces_a_bet)
        assert seen.saved == 0
        assert seen.whole.exact
        assert seen.without.exact
        assert seen.cost == pytest.approx(1 / 18)
        assert not seen.spare
        assert not seen.free

    def test_bounds_are_marked_and_so_are_their_differences(self, ablated):
        jack, bets, _ = ablated.factors
        assert (jack.exact, jack.added) == (True, "0.48889")
        assert jack.alone.priced == f"≤ {jack.alone.shown(jack.alone.price)}"
        assert str(ablated).splitlines()[-1] == AT_MOST
        assert str(ablated).count(f"{jack.alone.priced}\n") == 1
        exact, forgets = ablated.whole, jack.alone
        for whole_price, rest, mark in [
            (exact, forgets, "≤ "),
            (forgets, exact, "≥ "),
            (forgets, forgets, "~ "),
        ]:
            found = replace(bets, whole=whole_price, without=rest, error=None)
            assert not found.exact
            assert found.added.startswith(mark)


class TestSweep:
    def test_verdicts_and_the_front(self, swept):
        verdicts = [each.verdict for each in swept.candidates]
        assert verdicts == ["ill-formed", "priced", "too large", "priced", "priced", "too large"]
        assert [each.infosets for each in swept.candidates] == [None, 4, 12, 8, 9, 12]
        assert isinstance(swept.candidates[0].error, AbstractionError)
        sizes = [each.infosets for each in swept.front]
        prices = [each.price for each in swept.front]
        assert sizes == [4, 8, 9]
        assert prices == pytest.approx([2 / 3, 8 / 45, 0], abs=1e-9)
        spelled = json.loads(json.dumps(swept.as_dict()))
        assert spelled["front"] == [1, 3, 4]
        assert spelled["budget"] == 11
        assert spelled["candidates"][2]["loss"] is None
        assert "Equal keys" in spelled["candidates"][0]["error"]
        assert str(swept).count("front") == 3
        assert "≤" not in str(swept)
        assert spelled["candidates"][1]["exact"]

    def test_one_of_equals_is_at_the_front(self):
        found = sweep(whole(), [betting * player, betting, MERGED * betting])
        assert [each.states for each in found.front] == [betting * player, MERGED]
        found = sweep(whole(), [None, card * betting * player, card * betting])
        assert [each.states for each in found.front] == [None]

    def test_nothing_and_products_in_any_order(self):
        assert sweep(whole(), []) == Sweep((), None)
        assert Sweep((), None).front == ()
        assert str(Sweep((), None)) == "The sweep is empty: it was given no abstractions."
        steps = []
        given = [card * betting, betting, betting * card, betting * card * betting]
        found = sweep(whole(), given, progress=lambda *step: steps.append(step))
        assert [repr(each.states) for each in found.candidates] == ["card * betting", "betting"]
        assert steps == [(1, 2), (2, 2)]
        pairs = sweep(whole(), [*given, (card * betting, turned)])
        assert len(pairs.candidates) == 3

    def test_bounds_are_marked(self):
        """A forgetful abstraction's figure may be wrong: it is not printed like a price."""
        found = sweep(whole(), [MERGED, card * player], iterations=5)
        rows = str(found).splitlines()
        assert ("≤" in rows[1], "≤" in rows[2]) == (False, True)
        assert rows[-1].startswith(AT_MOST)
        assert [each.exact for each in found.candidates] == [True, False]
