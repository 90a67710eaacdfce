"""Every sampler notices what is wrong at one history, and its path is the way to that history."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import pytest

from zerosum.algorithms import ChanceSampling, ExternalSampling, OutcomeSampling, PureCFR
from zerosum.kernels import descent
from zerosum.kernels.failures import moves_of
from zerosum.rng import Random

SOUND, SAMPLE, INFOSET, ACTIONS, APPLY, PAYOFF, PLAYER, TWICE, CHANCES, SUM = range(10)
SAMPLERS = [ExternalSampling, OutcomeSampling, ChanceSampling, PureCFR]

# Where each method raises an error: the moves of the history that is asked, or that is made.
RAISED = {
    SAMPLE: [1, 0],
    INFOSET: [1, 0, 1],
    ACTIONS: [1, 0, 1],
    APPLY: [1, 0, 1, 1],
    PAYOFF: [1, 0, 1, 1],
}
# Where the protocol is broken, and what the error says.
BROKEN = {
    PLAYER: ([1, 0, 1], "active of Tosses must be a player"),
    TWICE: ([1, 0, 1], r"must all be different; got \(0, 1, 0\)"),
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
        won = 1.0 if self.guess == self.first else -1.0
        return won if player == 1 else -won


@dataclass(frozen=True)
class Thrown(Tosses):
    """The same with outcomes of its own."""

    def sample(self, rng: Random | None = None) -> int:
        if self.fault == SAMPLE and self.called:
            raise ValueError
        return (rng or Random()).integer(2)

    def apply(self, action: int) -> Thrown:
        after = super().apply(action)
        return Thrown(after.fault, after.first, after.call, after.second, after.guess)


def failed(sampler: Any, game: Any, native: bool, match: str | None = None) -> list[Any]:
    """Run until the error is raised; return the moves on the path."""
    solver = sampler(game, seed=1, native=native, reserve=1 << 24)
    assert solver.native is native
    # A sentence, or what the game raised: both are a ValueError.
    with pytest.raises(ValueError, match=match):
        solver.run(200_000 if native else 1_000)
    return moves_of(solver.walked[0])


def ways(kinds: list[Any]) -> list[Any]:
    """Return every sampler interpreted, and natively: slow but for the first."""
    natively = [pytest.param(kinds[0], True)]
    natively += [pytest.param(kind, True, marks=pytest.mark.slow) for kind in kinds[1:]]
    return [*natively, *((kind, False) for kind in kinds)]


@pytest.mark.usefixtures("unchecked")
@pytest.mark.parametrize(("sampler", "native"), ways(SAMPLERS))
@pytest.mark.parametrize("fault", RAISED)
def test_the_path_leads_to_the_method_that_raised(fault: int, sampler: Any, native: bool) -> None:
    assert failed(sampler, Thrown(fault), native) == RAISED[fault]


@pytest.mark.usefixtures("unchecked")
@pytest.mark.parametrize(("sampler", "native"), ways(SAMPLERS))
@pytest.mark.parametrize("fault", BROKEN)
def test_a_breach_is_noticed_where_it_is(
    fault: int, sampler: Any, native: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    # An interpreted run is too slow to wait for one terminal in 1,024.
    monkeypatch.setattr(descent, "AUDITED", 1 if not native else descent.AUDITED)
    path, sentence = BROKEN[fault]
    assert failed(sampler, Tosses(fault), native, sentence) == path


@pytest.mark.usefixtures("unchecked")
def test_a_sound_game_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(descent, "AUDITED", 1)
    for sampler in SAMPLERS:
        sampler(Tosses(), seed=1, native=False, reserve=1 << 24).run(50)
