"""What it is worth to fold once a match is won, and what gambling for a lead would be worth.

    python -m tests.bench.clinch RUN [--matches 200] [--hands 1000] [--seed 0]

A run plays whole matches against itself as the player who clinches, once without clinching (its own
match goes on when it could be clinched) and once with it, hand for hand the same. Then matches are
solved by dynamic programming over the lead and the hands left, where hands win a normal number of
chips and both clinch: with one way to play, and with a second one to choose from.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path
from statistics import stdev

import numpy as np
from scipy.signal import fftconvolve

from zerosum.experiment import Run
from zerosum.native.primitives import draw
from zerosum.pkr import RiverOfBlood
from zerosum.pkr.bots.gallery.clincher import Clincher, is_clinched
from zerosum.play.beside import real_of
from zerosum.rng import Random

LIMIT = 3_000  # chips of a lead
WAYS = {  # mean and standard deviation of a hand
    "a larger spread at 2 chips a hand": (-2, 90),
    "a far larger spread at 4 chips a hand": (-4, 140),
    "half the spread at half a chip": (-0.5, 30),
}


@dataclass
class Score:
    hands: int = 0
    chips: int = 0
    disputed: int = 0


def match(run: Run, hands: int, rng: Random) -> tuple[list[int], bool]:
    """Return what a run wins against itself with a clinch, and whether it could have clinched."""
    own, theirs, won, clinched = Score(), Score(), list[int](), False
    agents = run.agent(parts=()), Clincher(run.agent(parts=()), theirs, hands)
    for number in range(hands):
        own.hands = theirs.hands = number + 1
        real, seat = RiverOfBlood(), number % 2
        walks = [agent.begin(real, rng) for agent in agents]
        while not real.terminal:
            if real.chance:
                action = draw(real, rng)
            else:
                side = 0 if real.active == seat else 1
                clinched |= side == 0 and is_clinched(own, hands, real)
                action = agents[side].act(walks[side], rng)
            real = real.apply(action)
            walks = [walk.apply(action) for walk in walks]
        won.append(int(real_of(walks[0]).payoff(seat)))
        own.chips, theirs.chips = own.chips + won[-1], theirs.chips - won[-1]
    return won, clinched


def solved(ways: list[tuple[float, float]], hands: int) -> np.ndarray:
    """Return the probability of winning by the lead, from -LIMIT to LIMIT, with hands to come."""
    leads, chips = np.arange(-LIMIT, LIMIT + 1), np.arange(-400, 401)
    wins = (leads > 0) + 0.5 * (leads == 0)
    for left in range(1, hands + 1):
        padded = np.concatenate([np.zeros(400), wins, np.ones(400)])
        found = []
        for mean, spread in ways:
            chances = np.exp(-0.5 * ((chips - mean) / spread) ** 2)
            found.append(fftconvolve(padded, chances[::-1] / chances.sum(), mode="valid"))
        wins = np.where(leads > 1.5 * left, 1.0, np.max(found, axis=0))
        wins = np.where(leads < -1.5 * left, 0.0, wins)
    return wins


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("run", type=Path)
    for name, default in ("matches", 200), ("hands", 1_000), ("seed", 0):
        parser.add_argument(f"--{name}", type=int, default=default)
    options = parser.parse_args()
    run = Run.open(options.run)
    played = [match(run, options.hands, Random(options.seed + n)) for n in range(options.matches)]
    before = sum(sum(won) > 0 for won, _ in played)
    after = sum(clinched or sum(won) > 0 for won, clinched in played)
    spread = stdev(chips for won, _ in played for chips in won)
    print(f"{options.matches} matches: {before} won without clinching, {after} with it")
    print(f"a hand: {spread:.0f} chips, one standard deviation")
    plain = solved([(0, 60)], options.hands)
    for name, (mean, sd) in {"one way to play": (0, 60), **WAYS}.items():
        gained = solved([(0, 60), (mean, sd)], options.hands) - plain
        each = ", ".join(
            f"{gained[LIMIT + lead]:+.3f} at {lead:+}" for lead in (-1000, -500, 0, 500)
        )
        print(f"{name}: {each}; without it {plain[LIMIT]:.3f} at 0")


if __name__ == "__main__":
    main()
