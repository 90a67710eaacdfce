"""Sampling in rounds: the same bits for any walkers, those of a slow reference, and resumed."""

from __future__ import annotations

import signal
from typing import Any

import numpy as np
import pytest

from tests.references_sampling import External
from zerosum.algorithms import DCFR, LINEAR, PLUS, VANILLA, RoundSampling
from zerosum.algorithms.shards import Rows, Shard, joined, rows_of
from zerosum.algorithms.walkers import Walker
from zerosum.errors import GameError, StoreError, TableError
from zerosum.kernels.rounds import MOST
from zerosum.kuhn import Kuhn
from zerosum.kuhn.three import KuhnThree
from zerosum.leduc import Leduc
from zerosum.rng import Random
from zerosum.tables import Storage


def contents(solver: Any) -> Rows:
    """Return all numbers of all rows of a solver or a shard."""
    work = solver.work
    return joined(list(rows_of(work.table, work.fades, 2, work.fades)))


def listed(rows: Rows) -> dict[bytes, bytes]:
    """Return the numbers of rows by their keys, bit for bit."""
    keys = np.split(rows.words, np.cumsum(rows.sizes)[:-1])
    each, more = divmod(rows.numbers.size, int(rows.menus.sum()))
    widths = each * rows.menus + more // rows.sizes.size
    numbers = np.split(rows.numbers, np.cumsum(widths)[:-1])
    found = {k.tobytes(): n.tobytes() for k, n in zip(keys, numbers, strict=True)}
    assert len(found) == rows.sizes.size
    return found


def walked(
    game: Any,
    rule: Any,
    cuts: list[int],
    shards: int = 1,
    *,
    rounds: int = 3,
    fingerprint: int = 0,
    **options: Any,
) -> dict[bytes, bytes]:
    """Return all numbers after some rounds; each walker has a part of each, between two cuts."""
    storage, players = Storage(fingerprint=fingerprint), getattr(game, "players", 2)
    walkers = [Walker(game, 7, storage=storage, **options) for _ in cuts[1:]]
    kept = [Shard(players, rule, storage) for _ in range(shards)]
    for number in range(1, rounds + 1):
        for walker, first, last in zip(walkers, cuts, cuts[1:], strict=False):
            walk(walker, kept, number, first + 1, last)
        taken = [walker.take()[0] for walker in reversed(walkers)]
        parts = [rows.parts(shards, storage.prints) for rows in taken]
        for place, shard in enumerate(kept):
            changed = shard.merge(number, [part[place] for part in parts])
            for walker in walkers:
                walker.learn(changed)
    return listed(joined([contents(shard) for shard in kept]))


def walk(walker: Walker, kept: list[Shard], number: int, first: int, last: int) -> None:
    """Walk, as often as there are rows to learn."""
    while (missing := walker.walk(number, first, last)) is not None:
        for shard in kept:
            known = shard.rows(missing)
            walker.learn(known)


PRINTED = Storage("float32", fingerprint=64)
GAMES = ((Kuhn(), PLUS), (Leduc(), DCFR), (KuhnThree(), LINEAR))
SLOW = [  # each compiles for more than a second
    pytest.param(*each, length, marks=pytest.mark.slow) for each in GAMES for length in (64, 128)
]


@pytest.mark.parametrize(
    ("game", "rule", "fingerprint"),
    [*((*each, 0) for each in GAMES), (Leduc(), DCFR, 128), *SLOW],
)
def test_any_walkers(game, rule, fingerprint):
    """One walker or seven, one shard or three: the same rows, bit for bit."""
    kind = {"fingerprint": fingerprint}
    one = walked(game, rule, [0, 210], **kind)
    assert walked(game, rule, [0, 100, 210], 3, **kind) == one
    assert walked(game, rule, [0, 1, 50, 60, 61, 150, 200, 210], **kind) == one
    assert walked(game, rule, [0, 50, 210], caches=True, **kind) == one


def test_sums_that_are_held_apart_are_added_up_before_they_take_much():
    """A walker that caches meets the same rows again and again: what it holds is bounded."""
    storage, taken = Storage(fingerprint=64), []
    for reserve in (1 << 18, 1 << 24):
        shard = Shard(2, LINEAR, storage)
        walker = Walker(Leduc(), 7, storage=storage, caches=True, reserve=reserve)
        for first in range(1, 3_000, 100):
            walk(walker, [shard], 1, first, first + 99)
            assert sum(rows.bytes for rows, _ in walker._held) <= reserve / 2
        taken.append(walker.take())
    (few, touched), (many, others) = taken
    assert listed(few) == listed(many)
    assert touched == others > 0


def test_interpreted():
    """Interpreted walkers add the same."""
    for game in (Kuhn(), KuhnThree()):
        one = walked(game, LINEAR, [0, 60])
        assert walked(game, LINEAR, [0, 20, 60], native=False) == one
        solver = RoundSampling(game, LINEAR, 7, round=60, native=False, reserve=1 << 22)
        solver.run(180)
        assert listed(contents(solver)) == one


@pytest.mark.parametrize("storage", [None, PRINTED])
def test_threads(storage):
    """Threads that add rows at once, and more of them than a batch has iterations."""
    one, several = (
        RoundSampling(Leduc(), DCFR, 7, round=30, threads=threads, storage=storage)
        for threads in (1, 4)
    )
    one.run(900)
    for more in (1, 2, 3, 291, 1, 602):
        several.run(more)
    assert listed(contents(several)) == listed(contents(one))
    assert several.touched == one.touched


class Rounds(External):
    """The reference: sums of a round are kept apart, and applied at its end."""

    def __init__(self, game: Any, seed: int, rule: Any) -> None:
        super().__init__(game, seed, rule, 1)
        self.branch = self.rng.branch()

    def run_round(self, number: int, iterations: int) -> None:
        regrets, sums = self.regrets, self.sums
        self.gains: Any = {}
        self.sums = type(sums)(sums.default_factory)
        for iteration in range(1, iterations + 1):
            rng = Random(0)
            rng.follow(self.branch, number)
            self.rng.follow(rng.branch(), iteration)
            self.deal = self.rng.branch()
            for player in self.players:
                self.traverse(player, iteration)
            for player in self.players if len(self.players) != 2 else ():
                self.spread(self.root, player)
        if number > 1:
            added, self.sums = self.sums, sums
            if self.rule.fades:
                self.discount(number)
            sums, self.sums = self.sums, added
        for infoset, gains in self.gains.items():
            for action, gain in gains.items():
                total = regrets[infoset][action] + gain * (number if self.rule.linear else 1)
                regrets[infoset][action] = max(total, self.rule.floor)
        weight = 1 if self.rule.fades else number**self.rule.gamma
        for infoset, added in self.sums.items():
            for action, amount in added.items():
                sums[infoset][action] += weight * amount
        self.sums = sums

    def learn(self, infoset: Any, gains: dict[Any, float], step: float) -> None:
        own = self.gains.setdefault(infoset, dict.fromkeys(infoset.actions(), 0.0))
        for action, gain in gains.items():
            own[action] += gain


@pytest.mark.parametrize("rule", [VANILLA, PLUS, LINEAR, DCFR])
@pytest.mark.parametrize("game", [Kuhn(), KuhnThree()])
def test_reference(game, rule):
    """The weights, discounts and floors are those of rounds, and made after the merge."""
    solver, reference = RoundSampling(game, rule, 5, round=40), Rounds(game, 5, rule)
    solver.run(40 * 6)
    for number in range(1, 7):
        reference.run_round(number, 40)
    assert solver.touched == reference.touched
    average, current = solver.strategy(), solver.current()
    assert solver.infosets == len(reference.regrets)
    for infoset in reference.regrets:
        assert average(infoset) == pytest.approx(reference.expected(infoset), abs=1e-4)
        assert current(infoset) == pytest.approx(reference.current(infoset), abs=1e-4)


@pytest.mark.parametrize("storage", [None, PRINTED])
def test_resumed(storage, tmp_path):
    """A run that was saved in the middle of a round and at its end goes on with the same bits."""
    whole = RoundSampling(Leduc(), DCFR, 3, round=100, storage=storage)
    whole.run(520)
    solver = RoundSampling(Leduc(), DCFR, 3, round=100, storage=storage, threads=2)
    for place, more in enumerate((170, 30, 320)):
        solver.run(more)
        solver.save(tmp_path / f"{place}")
        solver = RoundSampling.load(tmp_path / f"{place}", Leduc(), threads=1 + place % 2)
    assert listed(contents(solver)) == listed(contents(whole))
    assert (solver.iterations, solver.touched) == (520, whole.touched)
    assert solver.regret_bound() == pytest.approx(whole.regret_bound())


def test_sums_move_between_walkers_only_where_a_round_ends(monkeypatch):
    """Not in every batch that has fewer iterations than there are walkers."""
    one, two = (RoundSampling(Leduc(), seed=3, round=10, threads=n) for n in (1, 2))
    give, moved = two.give, set()
    monkeypatch.setattr(two, "give", lambda rows: (moved.add(two.iterations), give(rows)))
    one.run(25)
    for size in (7, *[1] * 18):
        two.run(size)
    assert moved == {9, 19}
    assert listed(two.take()) == listed(one.take())
    assert listed(contents(two)) == listed(contents(one))


def test_ctrl_c_ends_a_load_that_walks_again(monkeypatch, tmp_path):
    solver = RoundSampling(Kuhn(), round=10_000)
    solver.run(5_000)
    solver.save(tmp_path / "saved")
    walk, walked = RoundSampling._run_all, []

    def interrupted(solver: Any, first: int, last: int) -> None:
        signal.raise_signal(signal.SIGINT)
        walk(solver, first, last)
        walked.append(last)

    monkeypatch.setattr(RoundSampling, "_run_all", interrupted)
    with pytest.raises(KeyboardInterrupt):
        RoundSampling.load(tmp_path / "saved", Kuhn())
    assert walked == [1]


def test_overflow():
    """A sum that may not be exact is an error, in a walk and in a merge."""
    solver = RoundSampling(Kuhn(), round=100)
    solver.run(50)
    rows = solver.take()
    rows.numbers[:] = MOST / 2 - 0.5
    with pytest.raises(TableError, match="give a smaller round="):
        Shard(2, solver.rule).merge(1, 3 * [rows])
    solver.give(rows)
    with pytest.raises(TableError, match=r"larger: give a smaller round=\."):
        solver.run(50)
    assert (solver.iterations, solver.take().sizes.size) == (0, 0)


@pytest.mark.parametrize("threads", [1, 2])
def test_a_round_that_fails_is_walked_again(threads, tmp_path):
    """A table that is full can be saved, and goes on with more room with the same bits."""
    whole = RoundSampling(Leduc(), seed=5, round=60)
    whole.run(600)
    solver = RoundSampling(Leduc(), seed=5, round=60, threads=threads, reserve=100_000)
    with pytest.raises(TableError, match="larger reserve="):
        solver.run(600)
    assert solver.iterations % 60 == 0
    solver.save(tmp_path / "saved")
    with pytest.raises(StoreError, match="give a larger reserve="):
        RoundSampling.load(tmp_path / "saved", Leduc(), threads=50, reserve=100_000)
    solver = RoundSampling.load(tmp_path / "saved", Leduc(), reserve=1 << 24)
    solver.run(600 - solver.iterations)
    assert listed(contents(solver)) == listed(contents(whole))


def test_threads_that_cannot_start_cost_no_rounds(monkeypatch, tmp_path):
    """A run that was loaded, and whose walkers have not walked, stays where it was."""
    solver = RoundSampling(Leduc(), seed=5, round=60)
    solver.run(120)
    solver.save(tmp_path / "saved")
    solver = RoundSampling.load(tmp_path / "saved", Leduc(), threads=2)
    monkeypatch.setattr(solver, "_tabulate_discounts", lambda last: range(-last).index(last))
    with pytest.raises(ValueError, match="is not in range"):
        solver.run(60)
    assert solver.iterations == 120


class Tiny(Kuhn):
    """Kuhn for a ten millionth of the stakes."""

    def payoff(self, player: int) -> float:
        """Return what a player wins."""
        return 1e-7 * Kuhn.payoff(self, player)


def test_payoffs_that_rounding_hides():
    """A game that would learn nothing is refused."""
    solver = RoundSampling(Tiny(), round=100, native=False)
    with pytest.raises(GameError, match="regrets of 0 are not: count payoffs in a smaller unit"):
        solver.run(100)


@pytest.mark.parametrize("wrong", [{"storage": Storage("int32")}, {"full": "uniform"}])
def test_refused(wrong):
    with pytest.raises(TableError, match="must have a row for each infoset, of floats"):
        RoundSampling(Kuhn(), **wrong)
