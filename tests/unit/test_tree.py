"""Trees: every history once, equal natively and interpreted, and replayable."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import IntEnum
from functools import cache
from typing import Any, Self

import numpy as np
import pytest

from tests import references
from tests.factors import betting, card, player, seat
from tests.games import Auction, Doubled, Ladder, LeducRanks, Pennies, ShortSighted, Tricks, Undealt
from zerosum.abstraction import ONE, Abstracted, algebraic
from zerosum.bluff import Bluff
from zerosum.errors import AbstractionError, GameError
from zerosum.kuhn import InfoSet, Kuhn, KuhnThree, Move
from zerosum.kuhn.abstraction import Abstraction as QueenIsKing
from zerosum.leduc import Leduc
from zerosum.pkr.game import RiverOfBlood
from zerosum.tree import SequenceForm, Tree, enumerated, estimated_histories, unfit


@algebraic
def actions(infoset: Any) -> tuple[Any, ...]:
    return infoset.actions()


GAMES = {
    "kuhn": Kuhn(),
    "kuhn merged": QueenIsKing(),
    "kuhn with a menu in the key": Abstracted(Kuhn(), actions * card * betting, actions),
    "three": KuhnThree(),
    "leduc": Leduc(),
    "auction": Auction(),
    "ladder": Ladder(length=3, ranks=3),
    "leduc of ranks": LeducRanks(),
    "pennies": Pennies(),
    "short-sighted": ShortSighted(),
    "tricks": Tricks(),
}
REFUSED = {"leduc of ranks"}


@dataclass(frozen=True)
class Noted:
    """Fields that do not make it equal: one is given, one is made; the menu hangs on both."""

    card: int
    history: int
    moves: tuple[Move, ...] = field(default=(), compare=False)
    last: int = field(init=False, default=0, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "last", len(self.moves) - 1)

    def actions(self) -> tuple[Move, ...]:
        return (self.moves[0], self.moves[self.last])


class Notes(Kuhn):
    def infoset(self, player: int) -> Any:
        return Noted(self.cards[player], self.history, tuple(Move))


whole = algebraic(lambda infoset: infoset)
FORGETFUL = Abstracted(Kuhn(), card * player)
ABSENT_MINDED = Abstracted(Ladder(length=3, ranks=2), seat)


@cache
def tree_of(name: str) -> Tree:
    return enumerated(GAMES[name], native=False)


@pytest.mark.parametrize("name", GAMES)
class TestEveryGame:
    def test_sizes(self, name: str) -> None:
        tree, known = tree_of(name), references.sizes(GAMES[name])
        assert tree.statistics[:3] == known
        assert (tree.histories, tree.infoset_count) == (known.histories, known.infosets)
        menus = [len(tree.row(number).actions) for number in range(tree.infoset_count)]
        assert tree.sequences == tree.statistics.sequences == sum(menus)
        assert np.diff(tree.starts).tolist() == menus
        assert tree.recall == (True,) * tree.players
        assert tree.recollection.witnesses == (None,) * tree.players

        def depth(game: Any) -> int:
            if game.terminal:
                return 0
            return 1 + max(depth(game.apply(move)) for move in references.outcomes(game))

        assert tree.statistics.depth == depth(GAMES[name])

    def test_every_history_in_its_place(self, name: str) -> None:
        tree, players = tree_of(name), range(tree_of(name).players)
        terminals = 0
        for node, history in enumerate(references.histories(GAMES[name])):
            number = int(tree.infosets[node])
            if history.terminal:
                assert number == -2 - terminals
                assert tree.terminals[terminals] == node
                payoffs = [history.payoff(player) for player in players]
                assert tree.payoffs[terminals].tolist() == payoffs
                terminals += 1
            elif history.chance:
                assert number == -1
            else:
                infoset = history.infoset(history.active)
                assert tree.infoset(number) == infoset
                assert tree.infoset(number).actions() == infoset.actions()
                assert tree.owners[number] == history.active
        tree = tree_of(name)
        histories = list(references.histories(tree.base))
        for node in range(0, tree.histories, 7):
            history, moves = tree.history(node)
            assert history == histories[node]
            again = tree.base
            for move in moves:
                again = again.apply(move)
            assert again == history


@pytest.mark.parametrize(
    "name",
    [each if each == "leduc" else pytest.param(each, marks=pytest.mark.slow) for each in GAMES],
)
def test_native_equals_interpreted(name: str) -> None:
    if name in REFUSED:
        pytest.skip("its chances have no native form")
    native, tree = enumerated(GAMES[name]), tree_of(name)
    for array in ("parents", "edges", "infosets", "payoffs", "chances", "starts", "hashes"):
        made, known = getattr(native, array), getattr(tree, array)
        assert made.dtype == known.dtype
        assert made.tobytes() == known.tobytes(), array
    assert native.words.tolist() == tree.words.tolist()


@pytest.mark.slow
def test_bluff() -> None:
    tree = enumerated(Bluff)
    assert tree.statistics == (294_883, 147_420, 24_576, 49_140, 15)
    assert tree.recall == (True, True)
    assert repr(tree) == f"<Tree of {Bluff()!r}: 294,883 histories>"


def test_a_game_that_has_begun_or_is_over() -> None:
    tree = enumerated(Kuhn().apply(0).apply(2), native=False)
    assert tree.statistics[:3] == (9, 5, 4)
    assert tree.history(8)[1] == [1, 1]
    over = Kuhn().apply(0).apply(2).apply(1).apply(0)
    tree = enumerated(over, native=False)
    assert tree.statistics == (1, 1, 0, 0, 0)
    assert tree.history(0) == (over, [])
    assert enumerated(tree_of("kuhn")) is tree_of("kuhn")


class TestForgetting:
    """Player 0 twice at one infoset: after an own pass; or on one and the same path."""

    def test_own_moves_and_absent_mindedness(self) -> None:
        tree = enumerated(FORGETFUL, native=False)
        assert tree.recall == (False, True)
        self.check_witnesses(tree, 0)
        tree = enumerated(ABSENT_MINDED, native=False)
        assert tree.recall == (False, True)
        self.check_witnesses(tree, 0)
        infoset = tree.infosets[int(np.argmax(tree.infosets >= 0))]
        met = np.flatnonzero(tree.infosets == infoset)
        assert tree.parents[tree.parents[met[1]]] == met[0]

    def check_witnesses(self, tree: Tree, forgetful: int) -> None:
        witnesses = tree.recollection.witnesses[forgetful]
        assert witnesses is not None
        numbers = {int(tree.infosets[node]) for node in witnesses}
        assert len(numbers) == 1
        assert tree.owners[numbers.pop()] == forgetful
        first, second = (tree.history(node)[1] for node in witnesses)
        assert first != second


def test_sequence_forms_need_two_who_remember() -> None:
    assert unfit(tree_of("kuhn")) == ""
    with pytest.raises(GameError, match=r"two players with perfect recall; the game has 3 players"):
        SequenceForm.of(tree_of("three"))
    with pytest.raises(GameError, match=r"two players with perfect recall; player 0 forgets"):
        SequenceForm.of(enumerated(FORGETFUL, native=False))


class Fault(IntEnum):
    """What a game does wrong."""

    NONE = 0
    LOADED = 1
    NEGATIVE = 2
    GENEROUS = 3
    UNPAID = 4
    THIRD = 5
    ENDLESS = 6


@dataclass(frozen=True)
class Faulty(Kuhn):
    """Kuhn with one fault of many, which compiles once for all."""

    fault: Fault = Fault.NONE

    @property
    def terminal(self) -> bool:
        return self.fault != Fault.ENDLESS and super().terminal

    @property
    def chance(self) -> bool:
        return self.fault != Fault.ENDLESS and super().chance

    @property
    def active(self) -> int:
        if self.fault == Fault.THIRD:
            return 2 if self.history == 3 else 0
        return 0 if self.fault == Fault.ENDLESS else super().active

    def chances(self) -> dict[int, float]:
        left = [card for card in range(3) if card != self.cards[0]]
        if self.fault == Fault.LOADED:
            return dict.fromkeys(left, 0.4)
        if self.fault == Fault.NEGATIVE:
            return {card: (-0.5, 1.0, 0.5)[card] for card in left}
        return {card: 1 / len(left) for card in left}

    def payoff(self, player: int) -> float:
        if self.fault == Fault.GENEROUS:
            return super().payoff(0)
        return float("nan") if self.fault == Fault.UNPAID else super().payoff(player)

    def infoset(self, player: int) -> InfoSet:
        return InfoSet(0, 1) if self.fault == Fault.ENDLESS else super().infoset(player)

    def apply(self, action: int) -> Self:
        if self.fault == Fault.ENDLESS:
            return replace(self, history=self.history + 1)
        return super().apply(action)


class Sampled(Kuhn):
    def chances(self) -> dict[int, float]:
        raise NotImplementedError


CHANCE = r"chances of Faulty must be 0 or more and sum to 1; got .*, which sum to .*, at Faulty"
PAYOFFS = r"payoffs of Faulty must sum to \S+ over .* got \[.*\], at .* after \[0, 1, .*general-sum"


@pytest.mark.parametrize("native", [True, False], ids=["native", "interpreted"])
@pytest.mark.usefixtures("unchecked")
class TestErrors:
    def test_at_the_limit(self, native: bool) -> None:
        assert enumerated(Leduc(), limit=9_457, native=native).histories == 9_457
        for limit, words in (
            (1_000, "(1,000|0) were reached of about"),
            (9_456, "9,456 were reached"),
        ):
            with pytest.raises(GameError, match=rf"at most {limit:,} hist.*; {words}.*: raise the"):
                enumerated(Leduc(), limit=limit, native=native)

    @pytest.mark.parametrize(
        ("fault", "words"),
        [
            (Fault.LOADED, CHANCE),
            (Fault.NEGATIVE, CHANCE),
            (Fault.GENEROUS, PAYOFFS),
            (Fault.UNPAID, r"payoff of Faulty must be a finite number; got nan, at"),
            (Fault.THIRD, r"be a player, 0 to 1; got 2, at .* after \[0, 1, "),
        ],
    )
    def test_faults(self, native: bool, fault: Fault, words: str) -> None:
        with pytest.raises(GameError, match=words):
            enumerated(Faulty(fault=fault), limit=600, native=native)


@pytest.mark.usefixtures("unchecked")
def test_without_an_end() -> None:
    with pytest.raises(GameError, match="Every playout of Faulty must end"):
        enumerated(Faulty(fault=Fault.ENDLESS), limit=20_000)


@pytest.mark.usefixtures("unchecked")
@pytest.mark.parametrize("native", [pytest.param(True, marks=pytest.mark.slow), False])
def test_ill_formed(native: bool) -> None:
    """One key for both players: both histories are shown."""
    with pytest.raises(
        AbstractionError,
        match=r"Equal keys must imply equal players.* after \[0, 1\]\).* after \[0, 1, .*0",
    ):
        enumerated(Abstracted(Kuhn(), ONE), native=native)


@pytest.mark.parametrize("name", ["kuhn", "leduc", "auction", "tricks"])
def test_estimates(name: str) -> None:
    estimate = estimated_histories(GAMES[name], probes=400)
    assert estimate == pytest.approx(tree_of(name).histories, rel=0.5)
    assert estimated_histories(Kuhn) == estimated_histories(Kuhn())  # a class is its first history


@pytest.mark.parametrize("game", [Notes(), Abstracted(Notes(), whole)], ids=["plain", "abstract"])
def test_infosets_that_rows_do_not_tell(game: Any) -> None:
    tree = enumerated(game, native=False)
    for node, history in enumerate(references.histories(game)):
        if tree.infosets[node] >= 0:
            infoset = history.infoset(history.active)
            assert tree.infoset(int(tree.infosets[node])) == infoset
            assert tree.infoset(int(tree.infosets[node])).actions() == infoset.actions()


@pytest.mark.parametrize("native", [True, False])
def test_games_that_are_refused_natively_and_interpreted(native: bool) -> None:
    with pytest.raises(GameError, match="apply of Doubled must return a history of its class; got"):
        enumerated(Doubled(), native=native)
    with pytest.raises(
        GameError, match="Chance of Undealt must have chances or sample; got neither"
    ):
        enumerated(Undealt(), native=native)


def test_not_implemented_elsewhere_is_the_games_own(monkeypatch: pytest.MonkeyPatch) -> None:
    def payoff(self: Any, player: int) -> float:
        raise NotImplementedError("later")

    monkeypatch.setattr(Kuhn, "payoff", payoff)
    with pytest.raises(GameError, match=r"payoff of Kuhn must .* NotImplementedError: later"):
        enumerated(Kuhn(), native=False)


def test_what_is_refused_before_the_walk() -> None:
    with pytest.raises(GameError, match=r"at most 20,000,000 histories; 0 were reached of about"):
        enumerated(RiverOfBlood())
    with pytest.raises(GameError, match="has only sample"):
        enumerated(Sampled())
    assert estimated_histories(Sampled()) == float("inf")


@pytest.mark.parametrize("limit", [0, 1 << 31])
def test_limits_that_cannot_be(limit: int) -> None:
    with pytest.raises(GameError, match=r"limit of a tree must be 1 to 2\*\*31 - 1 histories"):
        enumerated(Kuhn(), limit=limit)
