"""Evaluation: kernels against their interpreted twins, strategies of every kind, bad input."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np
import pytest

from tests import references
from tests.factors import betting, card, player, seat
from tests.games import Ladder, Staked
from tests.runs import learnt
from zerosum.abstraction import Abstracted, AbstractInfoset, algebraic
from zerosum.abstraction.menus import places
from zerosum.algorithms import ExternalSampling
from zerosum.errors import AbstractionError, GameError, StrategyError
from zerosum.evaluation import (
    BestResponse,
    best_response,
    expected_values,
    exploitability,
    lift,
    nash_conv,
)
from zerosum.evaluation.matching import StrategyRows, find_rows, own_rows, take_rows
from zerosum.evaluation.policies import normalise, probabilities_of
from zerosum.evaluation.response import collect, respond
from zerosum.evaluation.values import average
from zerosum.jit import compiled
from zerosum.kuhn import InfoSet, Kuhn, KuhnThree, Move
from zerosum.kuhn.abstraction import Abstraction as QueenIsKing
from zerosum.leduc import Leduc
from zerosum.leduc.abstraction import Abstraction as LeducByRank
from zerosum.strategy import Strategy
from zerosum.tables import RowView
from zerosum.tree import Tree, enumerated, recent
from zerosum.tree.sequence import spread


@cache
def tree_of(kind: type) -> Tree:
    return enumerated(kind(), native=False)


@pytest.fixture(autouse=True)
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Enumerate without compiling: these games are small."""
    monkeypatch.setattr(recent, "enumerated", lambda game: enumerated(game, native=False))


def trained(game: Any, iterations: int = 300) -> Strategy:
    return learnt(game, iterations, 3)


@cache
def weights_of(kind: type) -> np.ndarray:
    tree = tree_of(kind)
    return np.concatenate([probabilities_of(tree, trained(kind(), 40)), tree.chances])


class Recorder:
    """Call a kernel and its native twin on copies of the same arguments, and compare."""

    def __init__(self, kernel: Any, *arguments: Any) -> None:
        self.both = [
            [each.copy() if isinstance(each, np.ndarray) else each for each in arguments]
            for _ in range(2)
        ]
        self.answers = [kernel(*self.both[0]), compiled(kernel)(*self.both[1])]

    def check(self) -> list[Any]:
        """Return the arguments as they were left, if both left them and answered the same."""
        first, second = self.both
        for left, right in zip(first, second, strict=True):
            if isinstance(left, np.ndarray):
                assert left.tobytes() == right.tobytes()
        assert self.answers[0] == self.answers[1]
        return first


@pytest.mark.parametrize("kind", [KuhnThree, LeducByRank])
class TestKernels:
    """Bit for bit: both add in the same order."""

    def reaches(self, kind: type) -> np.ndarray:
        tree = tree_of(kind)
        made = Recorder(
            spread, tree.parents, tree.edges, weights_of(kind), np.empty(tree.histories)
        ).check()
        return made[-1]

    def test_spread_and_average(self, kind: type) -> None:
        assert self.reaches(kind)[tree_of(kind).terminals].sum() == pytest.approx(1)
        tree = tree_of(kind)
        values = np.zeros(tree.players)
        Recorder(average, tree.terminals, tree.payoffs, self.reaches(kind), values).check()

    def test_collect_and_respond(self, kind: type) -> None:
        tree, recall = tree_of(kind), tree_of(kind).recollection
        for each in range(tree.players):
            gains = Recorder(
                collect,
                tree.terminals,
                tree.payoffs,
                recall.lasts,
                each,
                self.reaches(kind),
                np.zeros(tree.sequences + 1),
            ).check()[-1]
            choices = np.full(tree.infoset_count, -1)
            Recorder(respond, tree.starts, tree.owners, recall.before, each, gains, choices).check()

    @pytest.mark.parametrize("shuffle", [False, True])
    def test_find_and_take_rows(self, kind: type, shuffle: bool) -> None:
        tree, strategy = tree_of(kind), trained(kind(), 20)
        if not shuffle:
            strategy = best_response(tree, 0, strategy).strategy
        known, zeros = tuple(StrategyRows.of(strategy)), np.zeros(tree.sequences)
        wanted, rows = tuple(own_rows(tree)), np.empty(tree.infoset_count, np.int64)
        rows = Recorder(find_rows, wanted, known, rows).check()[-1]
        for each in range(-1, tree.players):
            Recorder(take_rows, rows, wanted, known, tree.owners, each, zeros).check()

    def test_normalise(self, kind: type) -> None:
        tree, probabilities = tree_of(kind), weights_of(kind)[: tree_of(kind).sequences]
        nearly = probabilities * (1 + 1e-7)
        left = Recorder(normalise, tree.starts, 1e-6, nearly).check()[-1]
        assert left == pytest.approx(probabilities, rel=1e-15)
        nearly[tree.starts[5]] += 1e-5
        made = Recorder(normalise, tree.starts, 1e-6, nearly)
        made.check()
        assert made.answers == [5, 5]


class TestFindingRows:
    def found(self, known: np.ndarray, hashes: np.ndarray) -> list[int]:
        """Look for the rows of Kuhn among some of them, in some order."""
        tree = tree_of(Kuhn)
        order = np.argsort(hashes[known], kind="stable")
        theirs = tree.words, tree.blocks[known], hashes[known][order], order
        rows = np.empty(tree.infoset_count, np.int64)
        find_rows((tree.words, tree.blocks, hashes), theirs, rows)
        return rows.tolist()

    def test_hashes_are_not_enough(self) -> None:
        """The whole row is compared, not only its hash."""
        backwards = np.arange(12)[::-1]
        assert self.found(backwards, np.zeros(12, np.int64)) == backwards.tolist()
        assert self.found(np.arange(1, 12), np.zeros(12, np.int64)) == [-1, *range(11)]
        assert self.found(np.arange(0), tree_of(Kuhn).hashes) == [-1] * 12


class TestStrategies:
    def test_of_every_kind(self) -> None:
        strategy = trained(Kuhn())
        known = references.nash_conv(Kuhn(), strategy)
        for each in (
            strategy,
            strategy.__call__,
            lift(strategy, Kuhn()),
            [strategy, strategy.__call__],
            (lift(strategy, Kuhn), strategy),
        ):
            assert nash_conv(Kuhn(), each) == pytest.approx(known, abs=1e-14)
            assert exploitability(Kuhn, each) == pytest.approx(known / 2, abs=1e-14)

    def test_actions_left_out_and_sums_that_are_nearly_one(self) -> None:
        values = expected_values(Kuhn(), lambda infoset: {Move.PASS: 1})
        assert values.tolist() == pytest.approx([0, 0], abs=1e-16)
        values = expected_values(
            Kuhn(), [lambda infoset: {Move.PASS: 1}, lambda infoset: {Move.BET: 1}]
        )
        assert values == pytest.approx([-1, 1])
        exact = nash_conv(Kuhn(), lambda infoset: {0: 0.25, 1: 0.75})
        nearly = nash_conv(Kuhn(), lambda infoset: {0: 0.25 + 2.5e-8, 1: 0.75 + 7.5e-8})
        assert nearly == pytest.approx(exact, abs=1e-14)

    def test_equal_actions_are_one(self) -> None:
        @algebraic
        def doubled(infoset: Any) -> Any:
            return (Move.PASS, Move.PASS, Move.BET)

        game = Abstracted(Kuhn(), card * betting, doubled)
        values = expected_values(game, lambda infoset: {Move.PASS: 0.25, Move.BET: 0.75})
        known = references.expected_values(Kuhn(), lambda infoset: {0: 0.25, 1: 0.75})
        assert values == pytest.approx(known)
        probabilities = probabilities_of(
            recent.tree_of(game), lambda infoset: {Move.PASS: 0.25, Move.BET: 0.75}
        )
        assert probabilities.tolist() == [0.25, 0, 0.75] * 12
        assert places(AbstractInfoset((), doubled.target(None)), (Move.BET, Move.PASS)) == [2, 0]

    def test_ties_go_to_the_first(self) -> None:
        """Facing a bet, the king can only call; where nobody bets, all is one to player 0."""
        response = best_response(Kuhn(), 0, lambda infoset: {Move.PASS: 1})
        assert response.strategy(InfoSet(2, 0b101)) == {Move.PASS: 1, Move.BET: 0}
        assert isinstance(response, BestResponse)
        assert response.value == 1

    def test_unknown_infosets_are_counted(self) -> None:
        strategy = trained(Kuhn(), 0)
        assert len(strategy) == 0
        assert nash_conv(Kuhn(), strategy) == pytest.approx(11 / 12)
        assert strategy.unknown == 12
        expected_values(Kuhn(), [references.uniform, strategy])
        assert strategy.unknown == 18

    def test_others_may_forget(self) -> None:
        game = Abstracted(Kuhn(), card * player)
        policy = {0: {0: 0.5, 1: 0.5}, 1: {0: 0.25, 1: 0.75}, 2: {0: 0, 1: 1}}
        response = best_response(game, 1, lambda infoset: policy[value_of(game, infoset, card)])
        known = references.best_response_value(Kuhn(), 1, lambda infoset: policy[infoset.card])
        assert response.value == pytest.approx(known)
        assert expected_values(game, response.strategy)[1] == pytest.approx(response.value)


def value_of(game: Any, infoset: Any, factor: Any) -> Any:
    return infoset.key[game.states.canonical.index(factor)]


class TestLift:
    def test_real_actions(self) -> None:
        @algebraic
        def menu(infoset: Any) -> Any:
            return (Move.BET, Move.BET)

        lifted = lift(trained(Abstracted(Kuhn(), card * betting, menu)), Kuhn())
        assert lifted(InfoSet(0, 1)) == {Move.PASS: 0, Move.BET: 1}
        assert list(lifted(InfoSet(0, 1))) == [Move.PASS, Move.BET]

    def test_unknown_is_uniform_over_abstract_actions(self) -> None:
        @algebraic
        def menu(infoset: Any) -> Any:
            return (Move.BET,) if infoset.history == 1 else (Move.PASS, Move.BET)

        lifted = lift(trained(Abstracted(Kuhn(), card * betting, menu), 0), Kuhn())
        assert lifted(InfoSet(0, 1)) == {Move.PASS: 0, Move.BET: 1}
        assert lifted(InfoSet(0, 2)) == {Move.PASS: 0.5, Move.BET: 0.5}
        assert lifted.unknown == 1  # a single action needs no row
        nash_conv(Kuhn(), lifted)
        assert lifted.unknown == 10

    def test_merged(self) -> None:
        """Queen and king play alike, in the abstract and in the whole game."""
        strategy = trained(QueenIsKing())
        for game in (Kuhn(), Kuhn, QueenIsKing(), QueenIsKing, tree_of(Kuhn), tree_of(QueenIsKing)):
            lifted = lift(strategy, game)
            assert lifted(InfoSet(1, 1)) == lifted(InfoSet(2, 1)) == strategy(InfoSet(1, 1))
            assert nash_conv(Kuhn(), lifted) == pytest.approx(references.nash_conv(Kuhn(), lifted))
        assert repr(lifted) == f"lift({strategy!r})"

    def test_actions_that_are_not_real(self) -> None:
        @algebraic
        def menu(infoset: Any) -> Any:
            return (Move.PASS, 7)

        with pytest.raises(AbstractionError, match="`menu` must be actions of the game; got 7 at"):
            trained(Abstracted(Kuhn(), card * betting, menu), 0)

    def test_many_abstractions_in_turn(self) -> None:
        """Only a few are kept, and none is mixed up with another."""

        def coarse(bit: int) -> Any:
            @algebraic
            def coarse(infoset: Any) -> Any:
                return infoset.card >> bit

            return coarse

        factors = *(coarse(bit) for bit in range(3)), card, player
        strategies = [trained(Abstracted(Kuhn(), factor * betting), 30) for factor in factors]
        known = [references.nash_conv(Kuhn(), lift(each, Kuhn())) for each in strategies]
        for strategy, value in [*zip(strategies, known, strict=True)] * 2:
            assert nash_conv(tree_of(Kuhn), lift(strategy, Kuhn())) == pytest.approx(value)

    def test_of_another_game_and_in_another(self) -> None:
        with pytest.raises(AbstractionError, match=r"an abstraction of Leduc\(.*another game"):
            lift(trained(QueenIsKing(), 0), Leduc())
        with pytest.raises(AbstractionError, match="must be a Strategy of an abstract game; got"):
            lift(references.uniform, Kuhn())  # type: ignore[arg-type]
        lifted = lift(trained(QueenIsKing()), Kuhn())
        with pytest.raises(StrategyError, match="in the whole game that it was lifted into"):
            nash_conv(QueenIsKing(), lifted)


class TestErrors:
    @pytest.mark.parametrize("strategies", [[], [references.uniform], [references.uniform] * 3])
    def test_number(self, strategies: Any) -> None:
        with pytest.raises(StrategyError, match=rf"one for each of 2; got {len(strategies)}"):
            expected_values(Kuhn(), strategies)

    @pytest.mark.parametrize("strategies", [None, 3, [references.uniform, None], {}])
    def test_not_callable(self, strategies: Any) -> None:
        with pytest.raises(StrategyError, match="Strategies must be callable"):
            nash_conv(Kuhn(), strategies)

    @pytest.mark.parametrize(
        ("answer", "match"),
        [
            ({0: 0.5, 2: 0.5}, r"from actions to probabilities; got {0: 0.5, 2: 0.5} at InfoSet"),
            ([0.5, 0.5], r"from actions to probabilities; got \[0.5, 0.5\] at InfoSet"),
            (None, r"from actions to probabilities; got None at InfoSet"),
            ({0: 0.5, 1: 0.4}, r"sum to 1; got {.*: 0.5, .*: 0.4}, which sum to 0.9, at InfoSet"),
            ({0: 1.5, 1: -0.5}, r"not be negative .*: -0.5}, which sum to 1.0, at InfoSet"),
            ({0: float("nan")}, r"sum to 1; got {.*nan.* at InfoSet"),
            ({}, r"which sum to 0.0, at InfoSet"),
        ],
    )
    def test_answers(self, answer: Any, match: str) -> None:
        with pytest.raises(StrategyError, match=match):
            nash_conv(Kuhn(), lambda infoset: answer)

    def test_a_damaged_table(self) -> None:
        strategy = trained(Kuhn())
        strategy.probabilities[:] = 1.0
        with pytest.raises(StrategyError, match=r"which sum to 2\.0, at InfoSet"):
            nash_conv(Kuhn(), strategy)

    def test_of_an_abstraction_or_another_game(self) -> None:
        with pytest.raises(StrategyError, match=r"differs in states: carry .*lift\(strategy, game"):
            nash_conv(Kuhn(), trained(QueenIsKing(), 0))
        with pytest.raises(StrategyError, match="it differs in game: evaluate it in the game that"):
            nash_conv(Kuhn(), trained(Leduc(), 0))

    @pytest.mark.parametrize("number", [-1, 2])
    def test_no_such_player(self, number: int) -> None:
        with pytest.raises(GameError, match=f"one of 0 to 1; got {number}"):
            best_response(Kuhn(), number, references.uniform)

    def test_a_player_who_forgets(self) -> None:
        game = Abstracted(Kuhn(), card * player)
        match = (
            r"player 0 forgets: at AbstractInfoset.* after \[0, 1\] and after \[0, 1, .*PASS.*, "
            r".*BET.*\]\. Evaluate lift\(strategy, game\)"
        )
        with pytest.raises(AbstractionError, match=match):
            best_response(game, 0, references.uniform)
        with pytest.raises(AbstractionError, match=match):
            nash_conv(game, references.uniform)

    def test_a_player_who_is_absent_minded(self) -> None:
        with pytest.raises(AbstractionError, match=r"player 0 forgets.*lift\(strategy, game\)"):
            nash_conv(Abstracted(Ladder(length=3, ranks=2), seat), references.uniform)

    def test_a_game_that_forgets(self) -> None:
        class Forgetful(Kuhn):
            def infoset(self, player: int) -> InfoSet:
                return InfoSet(self.cards[player], self.active)

        tree = enumerated(Forgetful(), native=False)
        with pytest.raises(GameError, match=r"player 0 forgets.*Let infoset\(\) keep"):
            nash_conv(tree, references.uniform)


@dataclass(frozen=True)
class Unhashable(Kuhn):
    notes: list[int] = field(default_factory=list)


class TestKeptTrees:
    @pytest.fixture(autouse=True)
    def none_kept(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(recent, "_RECENT", type(recent._RECENT)())

    def test_equal_games_have_one_and_classes_are_told_apart(self) -> None:
        assert recent.tree_of(Kuhn()) is recent.tree_of(Kuhn) is recent.tree_of(Kuhn())
        assert recent.tree_of(Kuhn().apply(0)) is not recent.tree_of(Kuhn())
        game = Abstracted(Kuhn(), card * betting)
        assert recent.tree_of(game) is recent.tree_of(Abstracted(Kuhn(), betting * card))
        assert recent.tree_of(game) is not recent.tree_of(Kuhn())

        class Alike(Kuhn):
            __hash__ = Kuhn.__hash__

            def __eq__(self, other: object) -> bool:
                return isinstance(other, Kuhn)

        assert Alike() == Kuhn()
        assert type(recent.tree_of(Alike).base) is Alike
        assert type(recent.tree_of(Kuhn).base) is Kuhn

    def test_a_few_are_kept(self) -> None:
        games = [Ladder(length=1, ranks=ranks) for ranks in range(1, 7)]
        made = [recent.tree_of(game) for game in games]
        assert len(recent._RECENT) == recent.MOST_TREES == 4
        assert recent.tree_of(games[2]) is made[2]
        recent.tree_of(games[0])
        assert recent.tree_of(games[2]) is made[2]
        assert recent.tree_of(games[3]) is not made[3]

    def test_large_trees_and_games_without_a_hash(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(recent, "MOST_KEPT", 100)
        assert recent.tree_of(Leduc) is not recent.tree_of(Leduc)
        assert recent.tree_of(Kuhn) is recent.tree_of(Kuhn)
        recent.tree_of(QueenIsKing)
        assert [tree.histories for tree in recent._RECENT.values()] == [58]
        assert recent.tree_of(Unhashable()).histories == 58
        assert recent.tree_of(Unhashable()) is recent.tree_of(Unhashable())


def test_trees_are_kept_by_meaning() -> None:
    """What ``==`` leaves out may still be paid."""
    first = [expected_values(Staked(stake), lambda _: {0: 1.0})[0] for stake in (1.0, 5.0)]
    assert first == [1.0, 5.0]


@algebraic
def card_and_turn(infoset):
    return infoset.card, infoset.history


@algebraic
def both(infoset):
    return (0, 1)


@algebraic
def swapped(infoset):
    return (1, 0)


@pytest.mark.slow
def test_a_key_that_stands_for_other_actions() -> None:
    """Refused by arrays, as it is where infosets are asked for one by one."""
    solver = ExternalSampling(Abstracted(Kuhn(), card_and_turn, swapped), seed=1)
    solver.run(100)
    strategy = solver.strategy()
    strategy.view = RowView(strategy.view.states, algebraic(both))
    with pytest.raises(AbstractionError, match=r"Equal keys .* other actions in the strategy"):
        nash_conv(Kuhn(), lift(strategy, Kuhn()))


def test_a_probability_that_is_no_number() -> None:
    with pytest.raises(StrategyError, match="probability of 0 must be a number; got 'a'"):
        nash_conv(Kuhn(), lambda _: {0: "a"})
