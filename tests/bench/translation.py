"""How often a trained strategy knows the infosets of hands with arbitrary bets.

    python -m tests.bench.translation [--hands N] [--iterations N]

Trains ``blood.quick``, then plays it, over ``blood.quick.Abstraction``, against a caller who bets
a random part of the pot, up to twice the pot, so often as the first column says. The table gives
the share of decisions whose infoset training never met, beside that which there would be if the
infoset were made of the real chips; the chips won a hand, with their standard error; and the
microseconds of one core that a move costs the walk (``apply``) and a decision costs beyond it
(``infoset``, the card features included, and ``realise``).
"""

from __future__ import annotations

import time
from collections import Counter
from typing import Any

from blood import quick
from tests.bench.clock import Bars, options, pin
from tests.river import deal
from zerosum.abstraction import Abstracted
from zerosum.algorithms import ExternalSampling
from zerosum.pkr import Bet, Call, Check, Fold, InfoSet
from zerosum.pkr.abstraction import Nearest, PseudoHarmonic
from zerosum.rng import Random
from zerosum.strategy import Strategy

FREQUENCIES = (0.2, 0.5, 0.8)


def opponent(infoset: InfoSet, rng: Random, frequency: float) -> Any:
    """Bet any part of the pot, up to twice the pot; else check, or mostly call."""
    lower, upper = infoset.bounds()
    if upper > infoset.cost and rng.random() < frequency:
        pot = infoset.total + infoset.cost
        return Bet(min(max(int(infoset.cost + 2 * pot * rng.random()), lower), upper))
    if infoset.cost == 0:
        return Check()
    return Fold() if rng.random() < 0.15 else Call()


def hand(walk: Any, strategy: Strategy, rng: Random, frequency: float, tally: Counter[str]) -> Any:
    """Play a hand to its end, as player 0 or 1 by the toss of a coin; return the player's chips."""
    seat = rng.integer(2)
    while not walk.terminal:
        if walk.chance:
            walk = deal(walk, rng)
            continue
        begin = time.perf_counter()
        if walk.active == seat:
            infoset = walk.infoset(seat)
            looked = time.perf_counter()
            chips = Abstracted(walk.real, walk.states, walk.actions).infoset(seat)
            tally["known"] += strategy.knows(infoset)
            tally["known by chips"] += strategy.knows(chips)
            answer = strategy.sample(infoset, rng)
            answered = time.perf_counter()
            action = walk.realise(answer)
            tally["decisions"] += 1
            tally["deciding"] += looked - begin + time.perf_counter() - answered
        else:
            action = opponent(walk.real.infoset(1 - seat), rng, frequency)
        begin = time.perf_counter()
        walk = walk.apply(action)
        tally["moves"] += 1
        tally["moving"] += time.perf_counter() - begin
    return walk.payoff(seat)


def main() -> None:
    chosen = options(__doc__, hands=10_000, iterations=quick.experiment.iterations)
    pin()
    solver = ExternalSampling(quick.TrainingAbstraction(), seed=quick.experiment.seed)
    solver.run(chosen.iterations)
    strategy, bars = solver.strategy(), Bars()
    print(f"{'bets':>5} {'mapping':18} {'unknown':>8} {'by chips':>9} {'won':>14} {'us':>9}")
    for frequency in FREQUENCIES:
        for mapping in (Nearest(), PseudoHarmonic()):
            rng, tally, won = Random(3), Counter(), []
            for _ in range(chosen.hands):
                walk = quick.Abstraction(mapping=mapping, word=rng.bits())
                won.append(hand(walk, strategy, rng, frequency, tally))
            unknown, by_chips = (
                1 - tally[name] / tally["decisions"] for name in ("known", "known by chips")
            )
            mean = sum(won) / len(won)
            error = (sum((each - mean) ** 2 for each in won)) ** 0.5 / len(won)
            moving = 1e6 * tally["moving"] / tally["moves"]
            deciding = 1e6 * tally["deciding"] / tally["decisions"]
            print(
                f"{frequency:5} {mapping!r:18} {unknown:8.2%} {by_chips:9.1%} "
                f"{mean:+7.1f} ± {error:4.1f} {moving:4.0f} {deciding:4.0f}"
            )
            bars.at_most(f"unknown, {mapping}, {frequency}", unknown, 0.005)
            bars.at_most(f"microseconds, {mapping}, {frequency}", moving + deciding, 1000)
    bars.show()


if __name__ == "__main__":
    main()
