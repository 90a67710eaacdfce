"""What it is worth to fold once a match is won, and what gambling for a lead would be worth.

    python -m tests.bench.clinch RUN [--matches 200] [--hands 1000] [--seed 0]

A run plays hands against itself, seats alternating. Of these, matches are made against an opponent
who clinches, with and without clinching, at the start of a hand. Then matches are solved by dynamic
programming over the lead and the hands left, where hands win a normal number of chips and both
clinch: with one way to play, and with a second one to choose from.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
from scipy.signal import fftconvolve

from zerosum.experiment import Run
from zerosum.pkr import RiverOfBlood
from zerosum.play.tables import native_table
from zerosum.rng import Random

LIMIT = 3_000  # chips of a lead
WAYS = {  # mean and standard deviation of a hand
    "half as much spread again, for 2 chips": (-2, 90),
    "more than twice the spread, for 4 chips": (-4, 140),
    "half of the spread, for half a chip": (-0.5, 30),
}


def won(gains: np.ndarray, clinches: bool) -> float:
    """Return 1 if a match is won against a player who clinches, and 0.5 if nobody wins it."""
    leads, left = np.concatenate([[0], np.cumsum(gains)]), np.arange(gains.size, -1, -1)
    costs = (left + 1) // 2 * 1 + left // 2 * 2  # the small blind first
    lost = np.argmax(np.append(-leads > costs, True))
    kept = np.argmax(np.append(leads > costs, True)) if clinches else leads.size
    if min(lost, kept) < leads.size:
        return float(kept < lost)
    return 0.5 * (np.sign(leads[-1]) + 1)


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
    run, hands = Run.open(options.run), options.matches * options.hands
    table = native_table(RiverOfBlood(), (run.agent(parts=()), run.agent(parts=())))
    gains = table.play(Random(options.seed).branch(), 0, hands).gains[:, :, 0]
    gains = gains[np.arange(hands), np.arange(hands) % 2]
    matches = gains.reshape(options.matches, -1)
    for clinches in (False, True):
        shares = [won(match, clinches) for match in matches]
        print(f"{'with' if clinches else 'without'} clinching {np.mean(shares):.3f} are won")
    print(f"a hand: {gains.mean():+.2f} chips, {gains.std():.0f} in one standard deviation")
    plain = solved([(0, 60)], options.hands)
    for name, way in {"one way to play": (0, 60), **WAYS}.items():
        gained = solved([(0, 60), way], options.hands) - plain
        each = [f"{gained[LIMIT + lead]:+.3f} at {lead:+}" for lead in (-1_000, -500, 0, 500)]
        print(f"{name}: {', '.join(each)}")


if __name__ == "__main__":
    main()
