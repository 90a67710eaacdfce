"""Buckets of hold'em: a factor over all situations, fitted once and the same for everybody."""

import pickle
from dataclasses import replace

import numpy as np
import pytest

from blood.cards import main
from tests.runs import invoked, refused
from zerosum.abstraction import Abstracted, Product
from zerosum.abstraction import fitting as kept_data
from zerosum.algorithms import ExternalSampling
from zerosum.cards import parse
from zerosum.errors import AbstractionError, StoreError
from zerosum.pkr import Deal
from zerosum.pkr.buckets.plans import fit, folder_of
from zerosum.pkr.holdem import TWENTY, LimitHoldem
from zerosum.pkr.holdem.abstraction import actions, player, round_history
from zerosum.pkr.holdem.abstraction.buckets import (
    METRICS,
    ehs,
    histograms,
    hole,
    ochs,
    percentile,
    plans_of,
    potential_aware,
    rank_vectors,
)
from zerosum.strategy import Strategy
from zerosum.support import cores as sharing

RIVER = rank_vectors(40, deck=TWENTY)
CARDS = potential_aware(20, 30, 40, deck=TWENTY)


@pytest.mark.slow
def test_the_strong_have_high_buckets():
    """Rank vectors and steps of strength number their buckets from the weakest."""
    royal, nothing = parse("AhKh"), parse("Tc9c")
    assert nothing  # of another deck
    board = parse("QhJhThAcKd")
    streets = plans_of(RIVER)[0].streets
    best = streets[3].index(royal, board)
    for factor, most in (
        (RIVER, 39),
        (ehs(10, 3, deck=TWENTY), 9),
        (percentile(8, 3, deck=TWENTY), 7),
    ):
        assert fit(factor.target.plan).buckets[best] == most


def test_all_hands_of_a_board_at_once():
    board, left = parse("QhJhThAcKd").mask, TWENTY.cards.mask
    hands = np.array([hand.mask for hand in map(parse, ("AhKh", "QdQs", "AhKh", "AcAd", "2c2d"))])
    found = RIVER.target.every(hands, board, left & ~board)
    own = RIVER.target.prepared()
    arrays = own.words, own.heads, own.blocks, own.table
    assert RIVER.target.data_bytes() == sum(array.nbytes for array in arrays)
    assert found.tolist() == [
        *(RIVER.target.prepared().bucket(int(hand), board, False) for hand in hands[:3]), -1, -1
    ]  # fmt: skip


def test_parts_are_of_one_size():
    """Percentiles put as many hands into each part, as far as hands of one strength allow."""
    plan = percentile(4, 2, deck=TWENTY).target.plan
    held = np.bincount(fit(plan).buckets, plan.streets[2].hold())
    assert held / held.sum() == pytest.approx(np.full(4, 0.25), abs=0.02)


@pytest.mark.parametrize("metric", METRICS)
def test_every_metric_fills_all_buckets(metric):
    """Histograms over a line and over a space."""
    turn = histograms(30, over=RIVER, metric=metric)
    flop = histograms(20, over=turn, metric=metric)
    for factor, clusters in ((turn, 30), (flop, 20)):
        found = fit(factor.target.plan)
        assert np.unique(found.buckets).tolist() == list(range(clusters))
        assert len(found.centres) == clusters


def test_any_number_of_threads(monkeypatch):
    """The same arrays, bit for bit."""
    plans = [*plans_of(CARDS), ochs(10, 1, deck=TWENTY).target.plan]
    before = [fit(plan) for plan in plans]
    monkeypatch.setattr(sharing, "cores", lambda: 3)
    for plan, found in zip(plans, before, strict=True):
        again = plan.fitted()
        assert np.array_equal(again.buckets, found.buckets)
        assert np.array_equal(again.centres, found.centres)


def test_an_interrupted_build_goes_on(own_cache, monkeypatch):
    """What was finished is kept, the rest is fitted later, and all is as without a stop."""
    plans, before = plans_of(CARDS), {}
    turn = plans[2]
    with monkeypatch.context() as stopped:
        stopped.setattr(
            type(turn), "_embedded", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt)
        )
        for plan in plans[:2]:
            before[plan] = fit(plan).buckets.copy()
        with pytest.raises(KeyboardInterrupt):
            fit(turn)
    assert folder_of(plans[1])
    assert folder_of(turn) is None
    monkeypatch.setattr(kept_data, "_MADE", {})
    made = {plan: fit(plan) for plan in plans}
    assert all(np.array_equal(made[plan].buckets, found) for plan, found in before.items())
    monkeypatch.setattr(kept_data, "_MADE", {})
    assert all(np.array_equal(fit(plan).centres, found.centres) for plan, found in made.items())
    assert sorted(path.name for path in (own_cache / "buckets").iterdir()) == sorted(
        folder_of(plan).name for plan in plans
    )


def test_on_other_streets():
    """A bucket is -1 before its street, and after it unless it is recalled."""
    game = LimitHoldem(deck=TWENTY)
    for card in (34, 38, 42, 46):
        game = game.apply(Deal(card))
    preflop = game.infoset(game.active)
    flop = replace(preflop, public=replace(preflop.public, street=1, dealt=(33, 37, 41)))
    first, later = hole(deck=TWENTY), hole(deck=TWENTY, recalled=True)
    board = histograms(20, over=histograms(30, over=RIVER))
    assert first(preflop) == later(preflop) == later(flop) >= 0
    assert first(flop) == -1
    assert board(preflop) == -1


def test_one_factor_of_all_streets_learns_what_their_product_does(tmp_path):
    """Regrets, sums and averages of each infoset are the same; only rows are shorter."""
    parts = [part.factor for part in CARDS.factors[0].target.parts]
    product = Product(tuple(parts))
    solvers = [
        ExternalSampling(
            Abstracted(LimitHoldem(deck=TWENTY), player * round_history * cards * actions),
            seed=3,
            native=False,
        )
        for cards in (CARDS, product)
    ]
    for solver in solvers:
        solver.run(8)
    one, several = (solver.work.table for solver in solvers)
    assert np.array_equal(one.values[: one.values_end], several.values[: several.values_end])
    assert several.words_end - one.words_end == 3 * one.rows  # a number instead of four
    learned = {row.infoset.key: row for row in solvers[0].strategy().rows()}
    found = 0
    for row in solvers[1].strategy().rows():
        values, first = row.infoset.states.decode(row.infoset.key), 0
        for part in parts:
            own = values.pop(part)
            if own >= 0:
                values[CARDS.factors[0]] = first + own
            first += part.target.buckets
        key = tuple([values[factor] for factor in solvers[0].view.states.canonical])
        assert learned[key].actions == row.actions
        assert learned[key].probabilities == row.probabilities
        found += 1
    assert found == len(learned) > 100
    solvers[1].strategy().save(tmp_path / "old")
    with pytest.raises(StoreError, match="must be"):
        Strategy.load(tmp_path / "old", solvers[0].game)


@pytest.mark.slow
@pytest.mark.parametrize("recalled", [False, True])
def test_native_equals_interpreted(recalled):
    """Both executions of external sampling learn the same strategy."""
    cards = potential_aware(20, 30, 40, deck=TWENTY, recalled=recalled)
    game = Abstracted(LimitHoldem(deck=TWENTY), player * round_history * cards * actions)
    found = []
    for native in (True, False):
        solver = ExternalSampling(game, seed=3, native=native)
        solver.run(20)
        found.append((solver.touched, solver.strategy().probabilities.tolist()))
    assert found[0] == found[1]


def test_declarations():
    """Equal declarations are equal factors, and print as they are written."""
    turn = histograms(1024, over=rank_vectors(2048))
    assert repr(turn) == "histograms(1024, over=rank_vectors(2048), metric='quantiles')"
    assert repr(hole(recalled=True)) == "hole(recalled=True)"
    assert turn == histograms(1024, over=rank_vectors(2048))
    assert turn != histograms(1024, over=rank_vectors(2000))
    assert pickle.loads(pickle.dumps(turn)) == turn


@pytest.mark.parametrize(
    ("declare", "message"),
    [
        (lambda: rank_vectors(0), "at least 1; got 0"),
        (lambda: rank_vectors(-5), "at least 1; got -5"),
        (lambda: rank_vectors(5_000), "at most 4,095"),
        (lambda: rank_vectors(40, board=()), "must have a first set"),
        (lambda: histograms(10, over=hole()), "before the flop use hole"),
        (lambda: histograms(10, over=player), "must be over a factor of buckets"),
        (lambda: histograms(10, over=RIVER, metric="euclid"), "must be one of quantiles"),
        (lambda: ehs(20, 4), "must be 0 to 3"),
        (lambda: ochs(20, 1, villains=400), "at most the 169 hands"),
        (lambda: potential_aware(20, 30), "one for each of the 3 streets"),
        (lambda: hole(deck=replace(TWENTY, ranks=1)), "must have a first set"),
    ],
)
def test_wrong_declarations(declare, message):
    """Each is refused when it is made, with a sentence."""
    with pytest.raises(AbstractionError, match=message):
        declare()


@pytest.mark.parametrize(
    "game",
    [
        LimitHoldem(),
        LimitHoldem(deck=TWENTY, hole=1),
        LimitHoldem(deck=TWENTY, board=(3, 1), bets=(2, 2, 4), raises=(1, 1, 1)),
    ],
)
def test_buckets_of_another_game(game, monkeypatch):
    """Another deck, another board, or hands of one card: never a bucket that means nothing."""
    monkeypatch.setattr(kept_data, "_MADE", {})  # hands that are remembered are not checked again
    while game.chance:
        game = game.apply(game.sample())
    with pytest.raises(AbstractionError, match="must be those of its deck"):
        hole(deck=TWENTY)(game.infoset(0))


def test_more_buckets_than_hands(own_cache):
    """Rivers of 20 cards have 195 pairs of wins and ties."""
    assert own_cache
    with pytest.raises(AbstractionError, match=r"at most the 195 distinct.*rank_vectors\(400"):
        fit(rank_vectors(400, deck=TWENTY).target.plan)


class TestCommand:
    """``python -m blood.cards``."""

    @pytest.mark.slow
    def test_a_small_deck(self, own_cache):
        """Fits all streets, and says where they are; the second run finds them."""
        for _ in range(2):
            ran = invoked(main, "--deck twenty --flop 20 --turn 30 --river 40")
            assert ran.exit_code == 0, ran.stderr
        assert "kept" in ran.stdout
        assert "7,760" in ran.stdout
        assert len(list((own_cache / "buckets").iterdir())) == 4

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            (["nothing.here"], "module that declares"),
            (["blood.quick"], "must have buckets of cards"),
            (["--turn", "-3"], "at least 1"),
        ],
    )
    def test_mistakes(self, arguments, message):
        """One sentence, and status 2."""
        assert message in refused(main, arguments)

    @pytest.mark.slow
    def test_a_cache_that_cannot_be_written(self, own_cache):
        """A file in its place."""
        own_cache.touch()
        assert "must be writable" in refused(main, "")
