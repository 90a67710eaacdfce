"""One short run of each family of kernels on Kuhn, and the bits that it gives."""

from __future__ import annotations

import sys
from collections.abc import Iterator

from zerosum.algorithms import CFR, ExternalSampling, PublicChanceSampling
from zerosum.evaluation import expected_values, nash_conv
from zerosum.kuhn import Kuhn
from zerosum.play import StrategyAgent, Uniform, play_match
from zerosum.tree import enumerated
from zerosum.tree.public import public_tree


def bits() -> Iterator[str]:
    """Yield a line for each family: its name, and figures as hexadecimal floats."""
    sampler = ExternalSampling(Kuhn(), seed=7)
    sampler.run(200)
    strategy = sampler.strategy()
    yield _line("external sampling", strategy.probabilities.tolist())
    # Slow tests make trees natively at the users' level; here Python does.
    public, tree = public_tree(Kuhn(), native=False), enumerated(Kuhn(), native=False)
    for solver in (PublicChanceSampling(public, seed=7), CFR(tree)):
        solver.run(50)
        yield _line(type(solver).__name__, solver.strategy().probabilities.tolist())
    yield _line("tree", [*expected_values(tree, strategy), nash_conv(tree, strategy)])
    match = play_match(StrategyAgent(strategy, Kuhn()), Uniform(), deals=100, seed=7)
    yield _line("match", [*match.means, *match.margins])


def _line(name: str, figures: list[float]) -> str:
    return " ".join([name, *(figure.hex() for figure in figures)])


if __name__ == "__main__":
    sys.stdout.write("\n".join(bits()))
