"""Every sampler notices what is wrong at one history, and says which it is."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import cycle
from typing import Any

import pytest

from zerosum.algorithms import ChanceSampling, ExternalSampling, OutcomeSampling, PureCFR
from zerosum.errors import GameError
from zerosum.kernels.failures import remade
from zerosum.laws import playouts
from zerosum.rng import Random

SOUND, SAMPLE, INFOSET, ACTIONS, APPLY, PAYOFF, PLAYER, TWICE, CHANCES, SUM = range(10)
INFINITE, BIASED = 10, 11
SAMPLERS = [ExternalSampling, OutcomeSampling, ChanceSampling, PureCFR]

# Which method raises an error, and the moves to the history that is asked.
RAISED = {
    SAMPLE: ("sample", [1, 0]),
    INFOSET: ("infoset", [1, 0, 1]),
    ACTIONS: ("actions", [1, 0, 1]),
    APPLY: ("apply(1)", [1, 0, 1]),
    PAYOFF: ("payoff", [1, 0, 1, 1]),
}
# Where the protocol is broken, and what the error says.
BROKEN = {
    PLAYER: ([1, 0, 1], "active of Tosses must be a player"),
    TWICE: ([1, 0, 1], "must all be different; got (0, 1, 0)"),
    CHANCES: ([1, 0], "sum"),
    SUM: ([1, 0, 1, 1], "sum to 0"),
}


@dataclass(frozen=True)
class Sight:
    """What a player knows, and whether its menu is faulty."""

    player: int
    own: int
    fault: int

    def actions(self) -> tuple[int, ...]:
        if self.fault == ACTIONS:
            raise ValueError
        return (0, 1, 0) if self.fault == TWICE else (0, 1)


@dataclass(frozen=True)
class Tosses:
    """Toss, call, toss, guess: a fault is data, so that one compilation serves all."""

    fault: int = SOUND
    first: int = -1
    call: int = -1
    second: int = -1
    guess: int = -1

    @property
    def called(self) -> bool:
        """Whether play has reached the part with the fault."""
        return self.first == 1 and self.call == 0

    @property
    def terminal(self) -> bool:
        return self.guess >= 0

    @property
    def chance(self) -> bool:
        return self.first < 0 or (self.call >= 0 and self.second < 0)

    @property
    def active(self) -> int:
        if self.fault == PLAYER and self.called and self.second == 1:
            return 2
        return 0 if self.call < 0 else 1

    def chances(self) -> dict[int, float]:
        share = 0.4 if self.fault == CHANCES and self.called else 0.5
        return {0: share, 1: share}

    def infoset(self, player: int) -> Sight:
        here = self.called and self.second == 1
        if self.fault == INFOSET and here:
            raise ValueError
        own = self.first if player == 0 else 2 * self.second + self.call
        return Sight(player, own, self.fault if here else SOUND)

    def apply(self, action: int) -> Tosses:
        if self.first < 0:
            return replace(self, first=action)
        if self.call < 0:
            return replace(self, call=action)
        if self.second < 0:
            return replace(self, second=action)
        if self.fault == APPLY and self.called and self.second == 1 and action == 1:
            raise ValueError
        return replace(self, guess=action)

    def payoff(self, player: int) -> float:
        if self.called and self.second == 1 and self.guess == 1:
            if self.fault == PAYOFF:
                raise ValueError
            if self.fault == SUM:
                return 1.0
            if self.fault == INFINITE:
                return 1e308 * (10.0 + player)
        won = 1.0 if self.guess == self.first else -1.0
        return won if player == 1 else -won


@dataclass(frozen=True)
class Thrown(Tosses):
    """The same with outcomes of its own."""

    def sample(self, rng: Random | None = None) -> int:
        if self.fault == SAMPLE and self.called:
            raise ValueError
        if self.fault == BIASED and self.called:
            return 1
        return (rng or Random()).integer(2)

    def apply(self, action: int) -> Thrown:
        after = super().apply(action)
        return Thrown(after.fault, after.first, after.call, after.second, after.guess)


def failed(sampler: Any, game: Any, native: bool) -> str:
    """Run until an error is raised; return its words."""
    solver = sampler(game, seed=1, native=native, reserve=1 << 24)
    assert solver.native is native
    with pytest.raises(GameError) as caught:
        solver.run(200_000 if native else 1_000)
    return str(caught.value)


def ways(faults: Iterable[int]) -> list[Any]:
    """Return faults with samplers: all natively, which is slow, and each fault as it is written.

    Interpreted, samplers take turns: what they call is the same, and fails in the same place. By
    default test_laws meets faults natively.
    """
    slow, faults = pytest.mark.slow, list(faults)
    natively = [
        pytest.param(fault, kind, True, marks=slow) for fault in faults for kind in SAMPLERS
    ]
    turns = [*zip(faults, cycle(SAMPLERS), strict=False), (faults[0], SAMPLERS[-1])]
    return [*natively, *((fault, kind, False) for fault, kind in turns)]


@pytest.mark.usefixtures("unchecked")
@pytest.mark.parametrize(("fault", "sampler", "native"), ways(RAISED))
def test_what_is_raised_is_said_with_its_history(fault: int, sampler: Any, native: bool) -> None:
    method, path = RAISED[fault]
    told = failed(sampler, Thrown(fault), native)
    assert told.startswith(f"{method} of Thrown must not raise an error; got ValueError")
    assert told.endswith(f"after {path}.")


@pytest.mark.usefixtures("unchecked")
@pytest.mark.parametrize(("fault", "sampler", "native"), ways(BROKEN))
def test_a_breach_is_noticed_where_it_is(
    fault: int, sampler: Any, native: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A walk does not see all breaches: playouts beside it do, here in as much time as it takes.
    monkeypatch.setattr(playouts, "_SHARE", 1.0)
    path, sentence = BROKEN[fault]
    told = failed(sampler, Tosses(fault), native)
    assert sentence in told
    assert f"after {path}" in told


@pytest.mark.usefixtures("unchecked")
@pytest.mark.parametrize(
    ("sampler", "native"),
    [
        *((kind, False) for kind in SAMPLERS),
        *(pytest.param(kind, True, marks=pytest.mark.slow) for kind in SAMPLERS),
    ],
)
def test_a_walk_notices_a_payoff_that_is_no_number(
    sampler: Any, native: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(playouts, "_SHARE", 0.0)
    assert "finite" in failed(sampler, Tosses(INFINITE), native)


@pytest.mark.usefixtures("unchecked")
def test_a_sample_that_contradicts_chances_at_one_history_is_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(playouts, "_SHARE", 1.0)
    told = failed(ExternalSampling, Thrown(BIASED), native=False)
    assert "sample of Thrown must draw outcomes with the probabilities of chances(); got" in told
    assert "after [1, 0]" in told


@pytest.mark.usefixtures("unchecked")
def test_a_sound_game_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playouts, "_SHARE", 1.0)
    for sampler in SAMPLERS:
        sampler(Tosses(), seed=1, native=False, reserve=1 << 24).run(50)


def test_words_of_an_earlier_walk_are_no_moves() -> None:
    solver = ExternalSampling(Thrown(), seed=1, native=False, reserve=1 << 24)
    (walked,) = solver.walked
    walked.work.path[:5] = [1, 0, 7, 1, 1]  # 7 is no outcome that Thrown samples.
    replayed = remade(walked, ValueError())
    assert [place.moves for place in replayed.places][-1] == (1, 0)
    assert replayed.error is None
