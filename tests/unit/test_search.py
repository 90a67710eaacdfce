"""The search for the best products: the same front as pricing all of them, and what it says."""

from __future__ import annotations

import gc
import json
from functools import cache, reduce
from itertools import combinations, product
from operator import mul
from typing import Any
from weakref import ref

import pytest

from tests.factors import betting, card
from tests.games.holdem import no_limit
from zerosum.abstraction import ONE, algebraic, per_player, where
from zerosum.errors import AbstractionError, GameError
from zerosum.evaluation import Search, best, search
from zerosum.evaluation.price.search.seat import seats_of
from zerosum.kuhn import Kuhn, KuhnThree
from zerosum.kuhn.abstraction import is_jack
from zerosum.lattice import labelled, partition
from zerosum.pkr.abstraction import allin, passive, pot_bets
from zerosum.tree import Tree, enumerated


@algebraic
def is_king(infoset: Any) -> bool:
    return bool(infoset.card == 2)


@algebraic
def bets(infoset: Any) -> int:
    return bin(infoset.history).count("1")


@algebraic
def preflop(infoset: Any) -> bool:
    return bool(infoset.street == 0)


POOL = [betting, is_jack, is_king, card, bets]
MENU = pot_bets(1 / 2, 1, 2)


@cache
def whole(game: Any = Kuhn()) -> Tree:  # noqa: B008 frozen
    return enumerated(game, native=False)


def fresh(game: Any) -> Tree:
    """Return a tree without cuts of earlier searches."""
    return enumerated(game, native=False)


def front(found: Search) -> list[tuple[int, float]]:
    return [(each.size, round(each.price or 0.0, 9)) for each in found.front]


def lowest(priced: list[tuple[int, float]]) -> list[tuple[int, float]]:
    """Return the Pareto front of sizes and prices."""
    kept: list[tuple[int, float]] = []
    for size, price in sorted(priced):
        if not kept or price < kept[-1][1] - 1e-6:
            kept.append((size, round(price, 9)))
    return kept


class TestProducts:
    def test_all_products_priced_by_themselves(self) -> None:
        priced = []
        for some in range(len(POOL) + 1):
            for factors in combinations(POOL, some):
                if betting not in factors:
                    continue  # ill-formed, or players forget
                states = reduce(mul, factors)
                priced.append((best(whole(), states), states))
        sizes = [partition(whole(), states).max() + 1 for _, states in priced]
        found = search(fresh(Kuhn()), POOL)
        exact = [each.price for each, _ in priced]
        assert front(found) == lowest(list(zip(sizes, exact, strict=True)))
        assert found.products == 32
        assert found.proved is None

    def test_pruned_by_what(self) -> None:
        found = search(whole(), POOL)
        pruned = [each for each in found.candidates if each.verdict in {"pruned", "dominated"}]
        assert pruned
        for each in pruned:
            assert each.by is not None
            other = found.candidates[each.by]
            assert other.size <= each.size
            assert other.price <= each.at_least + 1e-6
        sizes = [each.infosets for each in search(whole(), POOL, budget=8).candidates]
        assert max(sizes) <= 8

    def test_a_partition_has_the_product_with_fewest_factors(self) -> None:
        found = search(whole(), [is_jack, is_king, card, betting])
        assert [each.name for each in found.front][-1] == "card * betting"
        assert search(whole(), is_jack * betting).products == 4
        assert search(whole(), [is_jack, is_jack], always=betting).products == 2

    def test_another_search_on_the_tree_is_cheaper(self) -> None:
        tree = fresh(Kuhn())
        first, again = search(tree, POOL), search(tree, POOL)
        assert first.programs > 0 == again.programs
        assert front(first) == front(again)
        assert all(seat.cuts for seat in seats_of(tree))
        kept = ref(tree)
        del tree, first, again
        gc.collect()
        assert kept() is None

    def test_what_is_proved_when_time_is_over(self) -> None:
        found = search(fresh(Kuhn()), POOL, seconds=0)
        assert (found.front, found.programs) == ((), 0)
        assert found.proved == min(each.size for each in found.candidates if each.recall) - 1
        assert {each.verdict for each in found.candidates if each.recall} == {"open"}
        assert f"Open: {found.undecided} candidates, for want of time" in str(found)

    def test_too_large_for_programs(self) -> None:
        """A front of upper bounds is not proved, nor one without what has only an upper bound."""
        found = search(fresh(Kuhn()), [betting, is_jack], largest=0, iterations=50)
        assert found.front
        assert not any(each.exact for each in found.front)
        assert found.proved is not None
        assert "best known" in str(found)
        found = search(fresh(Kuhn()), POOL, largest=20, iterations=5)
        assert all(each.exact for each in found.front)
        (last,) = (each for each in found.candidates if each.size == 12)
        assert (last.verdict, found.proved, found.undecided) == ("open", 11, 1)

    def test_nothing_is_small_enough(self) -> None:
        found = search(whole(), POOL, budget=1)
        assert str(found).splitlines()[-1] == (
            "No candidate has perfect recall and is small enough: raise the budget."
        )

    def test_shown_and_spelled_out(self) -> None:
        found = search(whole(), POOL)
        spelled = json.loads(json.dumps(found.as_dict()))
        assert spelled["front"] == [
            place for place, each in enumerate(found.candidates) if each in found.front
        ]
        shown = spelled["candidates"][spelled["front"][0]]
        assert shown["states"] == "betting"
        assert shown["lifted"] >= shown["price"]
        assert "The front is proved" in str(found)


def test_players_who_forget_are_raced() -> None:
    pool = [betting, card, bets]
    found = search(whole(), pool, budget=8, forget=True, iterations=60)
    assert [each.name for each in found.front] == ["betting"]
    assert found.raced
    assert not any(each.exact for each in found.raced)
    prices = [each.price for each in (*found.raced, *found.front)]
    assert min(prices) < found.front[-1].price
    assert "≤" in str(found)


def test_a_product_for_each_player() -> None:
    """Infosets of Kuhn do not show the player: a factor of numbers does."""
    found = search(whole(), [is_jack, is_king], always=betting, per_player=True)
    own = [betting * reduce(mul, some, ONE) for some in _subsets([is_jack, is_king])]
    priced = {states: best(whole(), states).conceded for states in own}
    sizes = {states: (partition(whole(), states).max() + 1) // 2 for states in own}
    constant = 2 * whole().share
    pairs = [
        (sizes[one] + sizes[two], priced[one][0] + priced[two][1] - constant)
        for one, two in product(own, own)
    ]
    assert front(found) == lowest(pairs)
    assert best(whole(), found.front[1].states).price == pytest.approx(found.front[1].price)
    seat = labelled(Kuhn(), whole().owners.tolist())
    assert found.front[0].states == per_player(betting, betting, player=seat)
    assert "betting | betting" in str(found)


def _subsets(pool: list[Any]) -> list[tuple[Any, ...]]:
    return [some for count in range(len(pool) + 1) for some in combinations(pool, count)]


class TestBets:
    game = no_limit(ranks=3, suits=1, hole=1, board=(1,), stack=4, sizes=(50, 100, 200))

    @pytest.mark.parametrize("split", [False, pytest.param(True, marks=pytest.mark.slow)])
    def test_all_choices_priced_by_themselves(self, split: bool) -> None:
        tree = whole(self.game)
        groups = [where(preflop, MENU)] if split else [MENU]
        fixed = passive + allin
        if split:
            groups.append(where(_later, MENU))
        found = search(tree, menus=groups if split else MENU, always=fixed, sizes=2 if split else 1)
        for size in (1, 2) if split else (1,):
            picks = product(*(list(combinations(_parts(group), size)) for group in groups))
            menus = [sum((bet for part in pick for bet in part), fixed) for pick in picks]
            least = min(best(tree, None, menu).price for menu in menus)
            until = [each.price for each in found.front if each.size <= size][-1]
            assert until == pytest.approx(least, abs=1e-6)

    def test_menus_that_leave_nothing(self) -> None:
        with pytest.raises(AbstractionError, match="must offer an action everywhere"):
            search(whole(self.game), menus=MENU)
        with pytest.raises(AbstractionError, match="must have no pool"):
            search(whole(self.game), [betting], menus=MENU)


@algebraic
def _later(infoset: Any) -> bool:
    return bool(infoset.street > 0)


def _parts(menu: Any) -> list[Any]:
    return [type(menu)((part,)) for part in menu.parts]


@pytest.mark.parametrize(
    ("mistake", "wrong"),
    [
        pytest.param(lambda: search(whole(), [None]), "A pool must hold factors", id="none"),
        pytest.param(lambda: search(whole(), [betting], 0), "budget of a search", id="budget"),
        pytest.param(lambda: search(whole(), 7), "got 7", id="number"),
        pytest.param(lambda: search(whole(), [card], sizes=2), "give menus=", id="sizes"),
    ],
)
def test_mistakes(mistake: Any, wrong: str) -> None:
    with pytest.raises(AbstractionError, match=wrong):
        mistake()


def test_three_players() -> None:
    with pytest.raises(GameError, match="needs a game of two players"):
        search(fresh(KuhnThree()), [betting])
