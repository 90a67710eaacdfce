"""Comparing abstractions: natively and interpreted, on samples, and with bad input."""

from __future__ import annotations

import pickle
from types import FunctionType
from typing import Any

import numpy as np
import pytest

from tests.factors import betting, card
from zerosum.abstraction import ONE, Abstracted, algebraic
from zerosum.abstraction.identity import meaning
from zerosum.errors import AbstractionError, GameError, NotNativeWarning
from zerosum.kuhn import InfoSet, Kuhn, KuhnThree
from zerosum.lattice import Meet, classes, equivalent, labelled, meet, partition, quotient, refines
from zerosum.lattice.menus import offered
from zerosum.lattice.partitions import divided, met, numbered
from zerosum.leduc import Leduc
from zerosum.leduc.abstraction import board_rank, rank
from zerosum.tree import Tree, enumerated, recent

CUT = 1


def above(infoset: Any) -> bool:
    return bool(infoset.card > CUT)


@algebraic
def pair(infoset: Any) -> tuple[int, bool] | None:
    """Return rank and board, and whether they are a pair; None in the first round."""
    if infoset.board < 0:
        return None
    return infoset.card // 2, infoset.card // 2 == infoset.board // 2


@pytest.fixture(scope="module")
def kuhn() -> Tree:
    return enumerated(Kuhn(), native=False)


@pytest.fixture(autouse=True)
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Enumerate without compiling: these games are small."""
    monkeypatch.setattr(recent, "enumerated", lambda game: enumerated(game, native=False))


@pytest.fixture
def no_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(classes, "_KEPT", type(classes._KEPT)())


@pytest.mark.slow
def test_native_and_interpreted_agree() -> None:
    tree = enumerated(Leduc())
    factors = (rank * board_rank * betting * offered * pair).factors
    native = classes.natively(tree, factors)
    assert native is not None
    plain = classes.in_python(map(tree.infoset, range(tree.infoset_count)), factors)
    for factor in factors:
        assert (native[factor] == plain[factor]).all(), factor


@pytest.mark.slow
@pytest.mark.usefixtures("no_kept")
def test_large_games_are_asked_natively(monkeypatch: pytest.MonkeyPatch) -> None:
    tree = enumerated(Leduc())
    expected = partition(tree, rank * betting)
    classes._KEPT.clear()
    monkeypatch.setattr(classes, "FEW", 100)
    monkeypatch.setattr(classes, "in_python", None)
    assert (partition(tree, rank * betting) == expected).all()


@pytest.mark.slow
@pytest.mark.usefixtures("no_kept")
def test_what_does_not_compile_is_asked_in_python(
    monkeypatch: pytest.MonkeyPatch, kuhn: Tree
) -> None:
    @algebraic
    def worded(infoset: Any) -> int:
        return len(str(infoset).split())

    monkeypatch.setattr(classes, "FEW", 1)
    with pytest.warns(NotNativeWarning, match="worded"):
        assert partition(kuhn, worded).max() == 1


class TestNumbers:
    def test_classes_are_numbered_met_and_divided(self) -> None:
        assert numbered(np.array([5, 5, 2, 9, 2])).tolist() == [0, 0, 1, 2, 1]
        assert numbered(np.array([], np.int64)).size == 0
        first, second = np.array([0, 1, 1, 2, 3]), np.array([0, 0, 1, 1, 2])
        assert met(first, second).tolist() == [0, 0, 0, 0, 1]
        assert divided(np.array([0, 0, 1, 1]), np.array([0, 0, 1, 2])) == (2, 3)
        assert divided(np.array([0, 1]), np.array([0, 0])) is None


class TestOrder:
    def test_the_whole_game_and_nothing(self, kuhn: Tree) -> None:
        assert partition(kuhn, None).tolist() == list(range(12))
        assert partition(kuhn, ONE).tolist() == [0] * 12
        assert refines(None, card * betting, kuhn)
        assert refines(card * betting, None, kuhn)

    def test_of_an_abstract_game_the_base_counts(self, kuhn: Tree) -> None:
        assert refines(card, card, Abstracted(Kuhn(), card * betting), deals=3).infosets > 3
        abstract = enumerated(Abstracted(Kuhn(), card * betting), native=False)
        with pytest.raises(AbstractionError, match=r"on a whole game; got the abstract .*base"):
            partition(abstract, card)

    def test_true_and_false_are_different_values(self, kuhn: Tree) -> None:
        @algebraic
        def odd(infoset: InfoSet) -> int | bool:
            return True if infoset.card == 1 else infoset.card // 2

        assert partition(kuhn, odd).max() == 2

    @pytest.mark.parametrize("deals", [0, -3, 2.5, True])
    def test_a_sample_has_deals(self, deals: Any) -> None:
        with pytest.raises(AbstractionError, match=f"deals of a sample must be .*; got {deals}"):
            refines(card, betting, Kuhn(), deals=deals)

    def test_the_same_seed_sees_the_same(self) -> None:
        first, again, other = (
            str(refines(betting, card, Kuhn(), deals=5, seed=seed)) for seed in (1, 1, 2)
        )
        assert first == again != other

    def test_a_factor_means_what_it_meant_when_it_was_first_asked(
        self, kuhn: Tree, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        factor = algebraic(above)
        first = partition(kuhn, factor).tolist()
        monkeypatch.setitem(globals(), "CUT", 0)
        again = algebraic(FunctionType(above.__code__, globals(), "above"))
        assert partition(kuhn, factor).tolist() == first
        assert partition(kuhn, again).tolist() != first

    def test_verdicts_read_well_and_factors_are_functions(self, kuhn: Tree) -> None:
        assert str(equivalent(card, card, kuhn)) == "holds on all 12 infosets"
        sampled = refines(card * betting, card, Kuhn(), deals=2, seed=1)
        assert str(sampled).startswith("not refuted by ")
        assert str(sampled).endswith("infosets that 2 sampled deals met")
        with pytest.raises(AbstractionError, match="A factor must be a function of an infoset"):
            partition(kuhn, 3)


class TestQuotient:
    def test_of_a_game_or_its_tree(self, kuhn: Tree) -> None:
        found = quotient(Kuhn, card * betting)
        assert found.statistics == quotient(kuhn, card * betting).statistics
        with pytest.raises(AbstractionError, match="got the abstract"):
            quotient(Abstracted(Kuhn(), card * betting), card * betting)

    @pytest.mark.parametrize("players", [[7], [-1], 0, ["all"]])
    def test_players_are_those_of_the_game(self, kuhn: Tree, players: Any) -> None:
        with pytest.raises(AbstractionError, match=r"players of a quotient must be some of 0 to 1"):
            quotient(kuhn, card * betting, players=players)


class TestLabelled:
    def test_it_is_a_factor_of_given_numbers(self, kuhn: Tree) -> None:
        cards = partition(kuhn, card)
        found = labelled(Kuhn(), cards + 5)
        assert [found(kuhn.infoset(number)) for number in range(12)] == (cards + 5).tolist()
        assert (partition(kuhn, found * betting) == partition(kuhn, card * betting)).all()
        assert pickle.loads(pickle.dumps(found)) == found == labelled(kuhn, cards + 5)
        assert found != labelled(Kuhn(), cards)
        assert quotient(kuhn, found * betting).infoset_count == 12

    @pytest.mark.parametrize("labels", [[1, 2], [0.5] * 12])
    def test_a_whole_number_for_each_infoset(self, labels: list[float]) -> None:
        with pytest.raises(AbstractionError, match="whole number for each of 12 infosets"):
            labelled(Kuhn(), labels)

    def test_it_is_of_one_game(self, kuhn: Tree) -> None:
        found = labelled(Kuhn(), range(12))
        with pytest.raises(AbstractionError, match=r"infoset of labels must be one of Kuhn"):
            found(InfoSet(7, 1))
        with pytest.raises(AbstractionError, match="game of labels must be the one"):
            partition(enumerated(KuhnThree(), native=False), found)


class TestMeet:
    def test_it_is_asked_like_any_factor(self, kuhn: Tree) -> None:
        found = meet(card, betting, Kuhn)
        assert {found(kuhn.infoset(number)) for number in range(12)} == {0}
        chains = meet(card * betting, betting, Kuhn())
        values = [chains(kuhn.infoset(number)) for number in range(12)]
        assert (numbered(np.array(values)) == partition(kuhn, betting)).all()
        assert (partition(kuhn, chains) == partition(kuhn, betting)).all()
        assert chains * card == card * chains

    def test_it_is_of_one_game(self) -> None:
        for mistake in (
            lambda: meet(card, betting, 3),
            lambda: quotient(3, card),
            lambda: partition(3, card),
            lambda: refines(card, betting, 3, deals=2),
        ):
            with pytest.raises(GameError, match="The game int must have terminal"):
                mistake()
        with pytest.raises(AbstractionError, match=r"must be one of Kuhn\(.*; got InfoSet\(card=7"):
            meet(card, betting, Kuhn())(InfoSet(7, 1))
        with pytest.raises(AbstractionError, match="game of a meet must be the one"):
            partition(enumerated(KuhnThree(), native=False), meet(card, betting, Kuhn()))

    def test_it_pickles_and_reads_back(self, kuhn: Tree) -> None:
        found = meet(card, betting, Kuhn())
        found(kuhn.infoset(0))
        copy = pickle.loads(pickle.dumps(found))
        assert copy == found
        assert isinstance(copy, Meet)
        assert repr(found) == "meet(card, betting, Kuhn(cards=(-1, -1), history=1))"
        assert eval(repr(found)) == found
        assert meet(card, betting, kuhn) == found != meet(card, betting, Leduc())

    def test_its_code_is_not_read_and_its_parts_are_factors(self) -> None:
        """From it a walk would come to trees, and to all of Numba: minutes."""
        assert len(meaning(Meet)) < 100
        with pytest.raises(AbstractionError, match="abstractions of a meet must be factors"):
            meet(card, None, Kuhn())
