"""Strategies: look-up, saving, memory maps, and refusal for other games."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
import pytest

from tests import references
from tests.factors import betting, card
from tests.runs import printed
from zerosum.abstraction import ONE, Abstracted, algebraic
from zerosum.algorithms import CFR, ExternalSampling
from zerosum.errors import AbstractionError, StoreError, StrategyError, UnknownInfoset
from zerosum.evaluation import expected_values
from zerosum.experiment import Run
from zerosum.kuhn import Kuhn
from zerosum.kuhn.game import InfoSet, Move
from zerosum.leduc import Leduc
from zerosum.play import play_match
from zerosum.rng import Random
from zerosum.strategy import Strategy, describe, differing
from zerosum.support import store


@algebraic
def actions(infoset):
    return infoset.actions()


@dataclass(frozen=True)
class Longer(InfoSet):
    """Knows more than a first guess of room holds."""

    def actions(self):
        return (Move.PASS, Move.BET) * 40


GAMES = {
    "no states": Kuhn(),
    "states and actions": Abstracted(Kuhn(), card * betting, actions),
    "actions in the states": Abstracted(Kuhn(), actions * card * betting, actions),
    "actions alone": Abstracted(Kuhn(), None, actions),
}
DECISIONS = [
    history for history in references.histories(Kuhn()) if not (history.terminal or history.chance)
]


def trained(game, iterations=300, seed=0):
    solver = ExternalSampling(game, seed=seed, native=False)
    solver.run(iterations)
    return solver


@cache
def known(name):
    return trained(GAMES[name]).strategy()


@pytest.fixture(scope="module")
def kuhn():
    return trained(Kuhn())


@pytest.mark.parametrize("name", GAMES)
class TestLookUp:
    def test_raw_and_abstract_infosets_are_one(self, name):
        game, strategy = GAMES[name], known(name)
        assert len(strategy) == 12
        wrap = game.__class__ is Abstracted
        for history in DECISIONS:
            raw = history.infoset(history.active)
            seen = Abstracted(history, game.states, game.actions) if wrap else history
            abstract = seen.infoset(history.active)
            assert strategy(raw, strict=True) == strategy(abstract, strict=True)
            assert strategy.knows(raw)
            assert sum(strategy(raw).values()) == pytest.approx(1)
            assert list(strategy(raw)) == [Move.PASS, Move.BET]
        assert strategy.unknown == 0

    def test_rows_hold_what_python_returned(self, name, tmp_path):
        strategy = known(name)
        rows = list(strategy.rows())
        assert len(rows) == 12
        raws = [InfoSet(c, h) for c in range(3) for h in (0b1, 0b10, 0b11, 0b101)]
        answers = {strategy.view.key_of(raw): strategy(raw) for raw in raws}
        keys = [strategy.view.key_of(row.infoset) for row in rows]
        for row, key in zip(rows, keys, strict=True):
            assert answers[key] == dict(zip(row.actions, row.probabilities, strict=True))
            assert [type(action) for action in row.actions] == [Move, Move]
        assert {row.player for row in rows} == {0, 1}
        assert {type(part) for key in keys for part in key} <= {int, InfoSet}
        strategy.save(tmp_path / "strategy")
        loaded = Strategy.load(tmp_path / "strategy", GAMES[name])
        assert isinstance(loaded.probabilities.base, np.memmap)
        assert all(loaded(raw, strict=True) == strategy(raw) for raw in raws)
        assert list(loaded.rows()) == rows


class TestAnswers:
    def test_averages_the_current_strategy_and_unknown_infosets(self, kuhn):
        """In proportion to sums, and to positive regrets, as the table holds them."""
        values = kuhn.work.table.values
        for strategy, shift in ((kuhn.strategy(), 2), (kuhn.current(), 0)):
            places = strategy.words[strategy.blocks].tolist()
            for row, at in zip(strategy.rows(), places, strict=True):
                part = np.maximum(values[at + shift : at + shift + 2], 0)
                expected = part / part.sum() if part.sum() else [0.5, 0.5]
                assert row.probabilities == pytest.approx(list(expected))
        strategy, stranger = kuhn.strategy(), InfoSet(7, 1)
        assert strategy(stranger) == {Move.PASS: 0.5, Move.BET: 0.5}
        strategy.sample(stranger, Random(1))
        assert strategy.unknown == 2
        assert not strategy.knows(stranger)
        with pytest.raises(UnknownInfoset, match=r"has not visited InfoSet\(card=7") as caught:
            strategy(stranger, strict=True)
        assert caught.value.subject == stranger
        assert strategy.unknown == 2

    def test_a_strategy_is_that_of_its_moment(self):
        strategy = ExternalSampling(Kuhn(), native=False).strategy()
        assert len(strategy) == 0
        assert strategy(InfoSet(0, 1)) == {Move.PASS: 0.5, Move.BET: 0.5}
        assert list(strategy.rows()) == []
        solver = trained(Kuhn())
        strategy = solver.strategy()
        before = strategy(InfoSet(0, 1))
        solver.run(300)
        assert strategy(InfoSet(0, 1)) == before != solver.strategy()(InfoSet(0, 1))

    def test_samples_and_an_infoset_of_a_long_menu(self, kuhn):
        strategy, rng, infoset = kuhn.strategy(), Random(3), InfoSet(1, 0b101)
        drawn = [strategy.sample(infoset, rng) for _ in range(2_000)]
        assert drawn.count(Move.BET) / 2_000 == pytest.approx(strategy(infoset)[1], abs=0.05)
        assert strategy(Longer(0, 1)) == pytest.approx({Move.PASS: 0.5, Move.BET: 0.5})

    def test_a_key_with_other_actions_is_an_error(self):
        narrow = algebraic(lambda infoset: (Move.BET, Move.PASS))
        strategy = trained(Abstracted(Kuhn(), card * betting)).strategy()
        other = Abstracted(Kuhn().apply(0).apply(1), card * betting, narrow)
        with pytest.raises(AbstractionError, match="Equal keys must imply equal players"):
            strategy(other.infoset(0))


class TestStrangers:
    @pytest.fixture
    def saved(self, tmp_path):
        trained(Abstracted(Kuhn(), card * betting, actions)).strategy().save(tmp_path / "saved")
        return tmp_path / "saved"

    @pytest.mark.parametrize(
        ("game", "said"),
        [
            (Abstracted(Leduc(), card * betting, actions), r"it differs in game\."),
            (Abstracted(Kuhn(), card * ONE, actions), r"it differs in states\."),
            (Abstracted(Kuhn(), card * betting), r"it differs in actions\."),
            (Leduc(), r"it differs in game and states and actions\."),
        ],
    )
    def test_are_told_what_differs(self, saved, game, said):
        with pytest.raises(StoreError, match=said):
            Strategy.load(saved, game)

    def test_the_order_of_factors_does_not_matter(self, saved):
        assert len(Strategy.load(saved, Abstracted(Kuhn(), betting * card * card, actions))) == 12

    def test_what_holds_none(self, kuhn, tmp_path):
        kuhn.save(tmp_path / "checkpoint")
        with pytest.raises(StoreError, match="must hold a strategy"):
            Strategy.load(tmp_path / "checkpoint", Kuhn())
        with pytest.raises(StoreError, match="holds none"):
            Strategy.load(tmp_path / "nowhere", Kuhn())

    def test_a_fresh_process_decodes_and_imports_nothing_that_a_folder_names(self, saved):
        game = "Abstracted(Kuhn(), card * betting, actions)"
        read = store.read(saved)
        classes = {number: ["this", "s"] for number in read.meta["classes"]}
        strange = saved.with_name("strange")
        store.write(strange, read.arrays, {**read.meta, "classes": classes})
        code = f"""
            import sys
            from tests.unit.test_strategy import *
            strategy = Strategy.load({str(strange)!r}, {game})
            try:
                next(strategy.rows())
            except StoreError as error:
                print(error)
            assert "this" not in sys.modules
            print(len(list(Strategy.load({str(saved)!r}, {game}).rows())))
        """
        assert printed(code) == (
            "The classes of a saved strategy must be imported before it is decoded; s of this "
            "is not.\n12\n"
        )


SOURCE = '''
from zerosum.abstraction import algebraic
{0}
@algebraic
def factor(infoset):
    """{1}"""
    return infoset.card {2}
'''


def test_comments_do_not_count(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(str(tmp_path))
    found = []
    texts = [("", "One.", ""), ("# why", "Two.", "# so"), ("", "One.", "+ 1")]
    for place, text in enumerate(texts):
        (tmp_path / f"spelled{place}.py").write_text(SOURCE.format(*text))
        module = __import__(f"spelled{place}")
        module.factor.function.__module__ = "spelled"
        factor = algebraic(module.factor.function)
        game = Abstracted(Kuhn(), factor * betting)
        found.append(describe(game.game, trained(game, 0).view))
    assert differing(found[0], found[1]) == ""
    assert differing(found[0], found[2]) == "states"


class Doubled(Kuhn):
    """Kuhn poker for twice the chips."""

    def payoff(self, player: int) -> float:
        return 2 * super().payoff(player)


@pytest.mark.usefixtures("uncompiled")
def test_a_run_of_another_game_plays_its_own(tmp_path) -> None:
    solver = CFR(Abstracted(Doubled(), card * betting), native=False)
    solver.run(10)
    run, walk = Run(tmp_path), Abstracted(Kuhn(), card * betting)
    vars(run).update(game=solver.game, walk=walk, played=solver.strategy())
    agent = run.agent()
    assert agent.base == Kuhn()
    assert play_match(agent, agent, deals=10).unknown == (0, 0)


@pytest.mark.slow
def test_a_strategy_on_another_game_with_the_same_infosets() -> None:
    solver = CFR(Kuhn())
    solver.run(50)
    strategy = solver.strategy()
    moved = strategy.on(Doubled(), of=Kuhn())
    once, twice = expected_values(Kuhn(), strategy), expected_values(Doubled(), moved)
    assert twice.tolist() == pytest.approx((2 * once).tolist())
    assert moved.of != strategy.of
    tame = algebraic(lambda infoset: (Move.PASS,))
    with pytest.raises(StrategyError, match=r"abstraction of the strategy; it differs in actions"):
        strategy.on(Abstracted(Doubled(), None, tame), of=Kuhn())
    with pytest.raises(StrategyError, match=r"given as of=; it differs in game"):
        strategy.on(Doubled(), of=Doubled())
    with pytest.raises(
        StrategyError, match=r"of zerosum\.kuhn\.game:InfoSet, .* got zerosum\.leduc"
    ):
        strategy.on(Leduc(), of=Kuhn())
