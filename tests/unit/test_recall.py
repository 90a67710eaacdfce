"""What players of abstract games remember: verdicts, evidence, and what restores recall."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.factors import betting, card, player
from tests.games import Ladder
from tests.games.secret import Dealt
from zerosum.abstraction import ONE, Abstracted, Product, algebraic, fields
from zerosum.errors import AbstractionError
from zerosum.kuhn import InfoSet, Kuhn, Move
from zerosum.kuhn.abstraction import Abstraction as QueenIsKing
from zerosum.kuhn.abstraction import betting as kuhn_betting
from zerosum.kuhn.abstraction import is_jack
from zerosum.lattice import Memory, recall
from zerosum.lattice.memory.decisions import all_decisions
from zerosum.lattice.memory.paths import MOST, Paths, forgettings
from zerosum.leduc import Leduc
from zerosum.leduc import Move as LeducMove
from zerosum.leduc.abstraction import betting as rounds
from zerosum.leduc.abstraction import board_rank, rank
from zerosum.tree import Tree, enumerated

DEALS = 60
PERFECT, IMPERFECT, ABSENT_MINDED = Memory.PERFECT, Memory.IMPERFECT, Memory.ABSENT_MINDED


@algebraic
def latest(infoset: Any) -> int:
    """The betting of the current round, after a leading one."""
    digits, found = [], 1
    history = infoset.history
    while history & 3 != 3:
        digits.append(history & 3)
        history >>= 2
    for digit in reversed(digits):
        found = 4 * found + digit
    return found


@algebraic
def early_rank(infoset: Any) -> int:
    """The own rank in the first round, and whether it is a king in the second."""
    own = infoset.card >> 1
    return own if infoset.board < 0 else own // 2


menu = algebraic(lambda infoset: infoset.actions())
mover = algebraic(lambda infoset: infoset.player)


@algebraic
def betting_for_early_rank(infoset: Any) -> tuple[int, int]:
    """All of the betting, and the own rank as long as nobody needs it."""
    return (infoset.history, infoset.card >> 1 if infoset.board < 0 else -1)


@cache
def tree_of(game: Any) -> Tree:
    return enumerated(game, native=False)


def test_nothing_is_forgotten() -> None:
    report = recall(tree_of(Kuhn()), card * betting, vocabulary=is_jack)
    assert report.candidates == (is_jack, *fields("card", "history").factors)
    for each in report.players:
        assert (each.absent_minded, each.imperfect, each.restored_by) == (None, None, ())
    assert str(report).splitlines() == [
        "Recall of Kuhn seen by card * betting: all 12 infosets",
        "player 0: perfect recall",
        "player 1: perfect recall",
    ]


def test_absent_minded() -> None:
    """Kuhn by cards alone: the first player's answer to a bet looks like its first decision."""
    report = recall(tree_of(Kuhn()), card * player, vocabulary=[betting, is_jack])
    first = report.players[0]
    finding = first.absent_minded
    assert finding is not None
    assert first.imperfect is None
    assert finding.key == (("card", 0), ("player", 0))
    assert [each.moves for each in finding.witnesses] == [(0, 1), (0, 1, Move.PASS, Move.BET)]
    (piece,) = finding.forgotten
    assert (piece.decision, piece.what, piece.values) == (1, None, (Move.PASS,))
    assert finding.unseen == (("history", 0b1, 0b101),)
    assert first.restored_by == finding.restored_by == (betting, fields("history"))
    assert str(report).splitlines() == [
        "Recall of Kuhn seen by card * player: all 6 infosets",
        "player 0: absent-minded",
        "  one path meets an infoset twice (card 0, player 0):",
        "    J after 0, 1",
        "    J pb after 0, 1, PASS, BET",
        "  forgets that it played PASS at J",
        "  does not see history: 1 or 5",
        "  restored by betting or fields('history')",
        "player 1: perfect recall",
    ]


def test_forgets_what_it_did_or_knew() -> None:
    """Leduc by cards and the betting of the round: what was played before is forgotten."""
    report = recall(tree_of(Leduc()), rank * board_rank * latest, vocabulary=rounds)
    assert not report.sampled
    finding = report.players[0].imperfect
    assert finding is not None
    assert [str(each.infoset) for each in finding.witnesses] == ["Jc Js cc/", "Jc Js rc/"]
    (piece,) = finding.forgotten
    assert piece.values == (LeducMove.CALL, LeducMove.RAISE)
    assert str(piece) == "whether it played CALL or RAISE at Jc"
    for each in report.players:
        assert each.absent_minded is None
        assert [repr(factor) for factor in each.restored_by] == ["betting", "fields('history')"]
    report = recall(tree_of(Leduc()), early_rank * board_rank * rounds, vocabulary=[rank, latest])
    for each in report.players:
        finding = each.imperfect
        assert finding is not None
        assert str(finding.forgotten[0]) == "early_rank, 0 or 1, at its decision 1"
        assert [repr(factor) for factor in each.restored_by] == ["rank", "fields('card')"]


def test_both_findings() -> None:
    report = recall(tree_of(Leduc()), rank * mover * menu, vocabulary=[rounds, latest, board_rank])
    first = report.players[0]
    assert first.absent_minded is not None
    assert first.imperfect is not None
    apart = [repr(factor) for factor in first.absent_minded.restored_by]
    assert apart == ["betting", "board_rank", "fields('board')", "fields('history')"]
    assert [repr(factor) for factor in first.restored_by] == ["betting", "fields('history')"]
    assert "  both restored by betting or fields('history')" in str(report)


@algebraic
def first_card(infoset: Any) -> int:
    """The own card at the first decision only."""
    return -1 if infoset.history == 0b101 else int(infoset.card)


def test_what_ends_absent_mindedness_may_leave_other_forgetting() -> None:
    report = recall(tree_of(Kuhn()), player, vocabulary=[first_card, betting])
    first = report.players[0]
    assert first.absent_minded is not None
    assert first.imperfect is None
    assert first_card in first.absent_minded.restored_by
    assert first.restored_by == (betting, fields("history"))
    lines = str(report).splitlines()
    assert "  perfect recall restored by betting or fields('history')" in lines


def test_more_to_know_is_more_to_forget() -> None:
    """A factor that tells a pair apart restores nothing where it brings another one."""
    tried = [betting_for_early_rank, rounds]
    report = recall(tree_of(Leduc()), board_rank * latest, vocabulary=tried)
    for each in report.players:
        finding = each.imperfect
        assert finding is not None
        one, other = (witness.infoset for witness in finding.witnesses)
        assert all(factor(one) != factor(other) for factor in tried)
        assert rounds in each.restored_by
        assert betting_for_early_rank not in each.restored_by


FACTORS = (card, betting, is_jack)
PRODUCTS = [
    Product(tuple(factor for part in parts for factor in part.factors)) * player
    for size in range(len(FACTORS) + 1)
    for parts in combinations(FACTORS, size)
]


@pytest.mark.parametrize("states", PRODUCTS, ids=repr)
def test_as_the_enumerated_abstract_game_has_it(states: Any) -> None:
    known = enumerated(Abstracted(Kuhn(), states), native=False)
    report = recall(tree_of(Kuhn()), states)
    assert tuple(each.verdict is PERFECT for each in report.players) == known.recall
    assert report.infosets == known.infoset_count


@cache
def paths_of(game: Any) -> Paths:
    return all_decisions(tree_of(game), None, None).paths


@pytest.mark.parametrize("game", [Kuhn(), Ladder(length=4, ranks=1)], ids=repr)
@settings(max_examples=30)
@given(data=st.data())
def test_pairs(game: Any, data: st.DataObject) -> None:
    """Whatever is told apart: the pairs are right, and there are none shorter."""
    paths = paths_of(game)
    met = all_decisions(tree_of(game), None, None).classes(None)
    size = int(met.max()) + 1
    drawn = np.array(data.draw(st.lists(st.integers(0, 2), min_size=size, max_size=size)))
    classes = (2 * drawn[met] + paths.owners).astype(np.int32)
    for owner, found in enumerate(forgettings(paths, classes, 2)):
        absent, different = plainly(paths, classes, owner)
        for pairs, all_pairs in ((found.absent, absent), (found.different, different)):
            assert set(pairs) <= all_pairs
            assert bool(pairs) == bool(all_pairs)
            shortest = min((paths.depths[list(pair)].max() for pair in all_pairs), default=0)
            assert all(paths.depths[list(pair)].max() == shortest for pair in pairs)
            assert len(pairs) <= MOST


def plainly(paths: Paths, classes: Any, owner: int) -> tuple[set[Any], set[Any]]:
    """Return all pairs of both kinds, by comparing every decision with every other."""
    own = [number for number in range(classes.size) if paths.owners[number] == owner]
    above = {number: (above_of(paths, number)) for number in own}
    past = {number: [(classes[each], action) for each, action in above[number]] for number in own}
    absent = {
        (each, number)
        for number in own
        for each, _ in above[number]
        if classes[each] == classes[number]
    }
    again = {number for _, number in absent}
    different = {
        (one, other)
        for one in own
        for other in own
        if one != other and not {one, other} & again
        if classes[one] == classes[other] and past[one] != past[other]
    }
    return absent, different


def above_of(paths: Paths, number: int) -> list[tuple[int, int]]:
    found = []
    while paths.before[number] >= 0:
        found.append((int(paths.before[number]), int(paths.taken[number])))
        number = int(paths.before[number])
    return found[::-1]


@pytest.mark.parametrize(
    ("game", "states", "tried"),
    [(Kuhn(), card * player, [betting]), (Leduc(), rank * mover * menu, [rounds, latest])],
    ids=repr,
)
def test_a_sample_finds_the_same(game: Any, states: Any, tried: Any) -> None:
    exact = recall(tree_of(game), states, vocabulary=tried)
    sample = recall(game, states, vocabulary=tried, deals=DEALS, seed=3)
    assert (sample.deals, sample.paths, sample.sampled) == (DEALS, 8, True)
    for one, other in zip(exact.players, sample.players, strict=True):
        unrefuted = other.verdict is Memory.UNREFUTED and one.verdict is PERFECT
        assert other.verdict is one.verdict or unrefuted
        assert other.restored_by == one.restored_by
        for mine, theirs in (
            (one.imperfect, other.imperfect),
            (one.absent_minded, other.absent_minded),
        ):
            assert (mine is None) == (theirs is None)
            if mine is not None and theirs is not None:
                lengths = [max(len(w.moves) for w in each.witnesses) for each in (mine, theirs)]
                assert lengths[0] == lengths[1]


def test_a_sample_proves_nothing() -> None:
    report = recall(Kuhn, card * betting, deals=20, seed=1)
    assert [each.verdict for each in report.players] == [Memory.UNREFUTED] * 2
    text = str(report)
    assert "sampled, 12 infosets that 20 deals met, each played 8 times" in text
    assert text.count("nothing was forgotten in the sample, which proves nothing") == 2
    assert "perfect" not in text
    assert report == recall(Kuhn, card * betting, deals=20, seed=1)
    report = recall(Leduc, rank * board_rank * latest, vocabulary=rounds, deals=100)
    assert "imperfect recall; no path met an infoset twice, which proves nothing" in str(report)
    assert "restored by betting or fields('history'), as far as the sample goes" in str(report)


@pytest.mark.parametrize("deals", [None, 50])
def test_ill_formed(deals: int | None) -> None:
    """One key for both players."""
    game: Any = tree_of(Kuhn()) if deals is None else Kuhn()
    with pytest.raises(AbstractionError, match=r"Equal keys must imply equal players.*player 1"):
        recall(game, ONE, deals=deals)


def test_abstract_games_and_bad_input() -> None:
    with pytest.raises(AbstractionError, match="must be abstracted once"):
        recall(QueenIsKing, card * betting)
    with pytest.raises(AbstractionError, match=r"deals of a sample .* whole number, at least 1"):
        recall(Kuhn, card * betting, deals=0)
    made = enumerated(QueenIsKing(), native=False)
    assert recall(made) == recall(QueenIsKing) == recall(Kuhn, made.view.states)
    assert recall(QueenIsKing, deals=20).states == is_jack * kuhn_betting


def test_as_json() -> None:
    report = recall(tree_of(Kuhn()), card * player, vocabulary=betting)
    known = json.loads(json.dumps(report.as_dict()))
    assert known == report.as_dict()
    assert known["exact"] is True
    assert [each["verdict"] for each in known["players"]] == ["absent_minded", "perfect"]
    finding = known["players"][0]["absent_minded"]
    assert finding["witnesses"][1] == {"infoset": "J pb", "moves": [0, 1, "PASS", "BET"]}
    assert finding["forgotten"][0]["values"] == ["PASS"]
    assert finding["restored_by"] == ["betting", "fields('history')"]
    assert replace(report) == report
    assert hash(report) == hash(replace(report))


@dataclass(frozen=True)
class Weighed(InfoSet):
    odds: float


class Odds(Kuhn):
    def infoset(self, player: int) -> Any:
        return Weighed(self.cards[player], self.history, self.cards[player] / 2)


class OddsLater(Kuhn):
    """The first infoset of each player has no odds, and others have."""

    def infoset(self, player: int) -> Any:
        odds: Any = None if self.cards[0] == 0 else 0.5
        return Weighed(self.cards[player], self.history, odds)


@pytest.mark.parametrize(
    ("game", "deals"), [(Odds(), None), (OddsLater(), None), (OddsLater(), 20)]
)
def test_fields_that_no_key_can_hold(game: Any, deals: int | None) -> None:
    report = recall(game if deals else tree_of(game), player, deals=deals)
    assert [repr(factor) for factor in report.candidates] == ["fields('card')", "fields('history')"]


@dataclass(frozen=True)
class Later(InfoSet):
    """The infoset of player 0, which says whether it decides for the second time."""

    late: bool


@dataclass(frozen=True)
class Seated:
    """The infoset of player 1, which decides once."""

    held: int
    history: int

    def actions(self) -> tuple[Move, ...]:
        return tuple(Move)


class Unlike(Kuhn):
    """Players have infosets of two classes."""

    def infoset(self, player: int) -> Any:
        own = self.cards[player]
        return Seated(own, self.history) if player else Later(own, self.history, self.history > 1)


@algebraic
def own_card(infoset: Any) -> tuple[bool, int]:
    first = isinstance(infoset, Later)
    return first, infoset.card if first else infoset.held


@pytest.mark.parametrize("deals", [None, 20])
def test_fields_that_one_player_alone_has(deals: int | None) -> None:
    game = Unlike() if deals else tree_of(Unlike())
    report = recall(game, own_card, deals=deals)
    restored = [repr(factor) for factor in report.players[0].restored_by]
    assert restored == ["fields('history')", "fields('late') where there is one"]
    assert "fields('held') where there is one" in map(repr, report.candidates)
    more = recall(game, own_card * report.players[0].restored_by[1], deals=deals)
    assert more.players[0].absent_minded is None


@pytest.mark.parametrize("deals", [None, 2])
def test_nobody_decides(deals: int | None) -> None:
    report = recall(Dealt() if deals else tree_of(Dealt()), player, deals=deals)
    assert report.candidates == ()
    assert report.infosets == 0
