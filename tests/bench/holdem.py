"""Sizes of hold'em on small decks, and the time to enumerate and to solve it.

    python -m tests.bench.holdem [--linear N]

A row of Markdown for each setting: histories, infosets, CPU seconds to enumerate; CFR+ to an
exploitability of a thousandth of a chip; the linear program, and the value to player 0 that it
finds, of games with at most N infosets. All is compiled beforehand.
"""

from __future__ import annotations

from functools import partial

from tests.bench.clock import options, pin, seconds
from tests.games.holdem import limit, no_limit
from zerosum.algorithms import CFR, PLUS, LinearProgram
from zerosum.evaluation import exploitability
from zerosum.tree import enumerated

TARGET = 1e-3
STEP = 25

SETTINGS = {
    "limit, 3 ranks, hands of one card": limit(ranks=3, hole=1),
    "limit": limit(),
    "limit, board of 2": limit(board=(2,)),
    "limit, hands of one card, boards of 1 and 1": limit(
        hole=1, board=(1, 1), bets=(2, 4, 4), raises=(2, 2, 2)
    ),
    "limit, 5 ranks, board of 3": limit(ranks=5, board=(3,)),
    "no-limit, 3 ranks, hands of one card": no_limit(ranks=3, hole=1),
    "no-limit, blinds of 1 and 2, stacks of 20, pot or all-in": no_limit(
        ante=0, blinds=(1, 2), stack=20, sizes=(100,)
    ),
    "no-limit": no_limit(),
}


def warm() -> None:
    """Compile what is measured."""
    for game in (limit(ranks=3, hole=1), no_limit(ranks=3, hole=1, stack=2)):
        solver = CFR(game, rule=PLUS)
        solver.run(1)
        exploitability(solver.tree, solver.strategy())
        LinearProgram(game)


def solve(solver: CFR) -> None:
    """Run CFR+ until no player can gain more than the target, on average."""
    gap = 1.0
    while gap > TARGET:
        solver.run(STEP)
        gap = exploitability(solver.tree, solver.strategy())


def row(setting: str, linear: int) -> str:
    """Return the figures of a setting as a row of a table."""
    game = SETTINGS[setting]
    listed = seconds(partial(enumerated, game))
    solver = CFR(game, rule=PLUS)
    sizes = solver.tree.statistics
    learned = seconds(partial(solve, solver))
    exact = ["", ""]
    if sizes.infosets <= linear:
        found: list[float] = []
        taken = seconds(lambda: found.append(LinearProgram(solver.tree).value))
        exact = [f"{taken:.1f}", f"{found[0]:.6f}"]
    figures = [f"{sizes.histories:,}", f"{sizes.infosets:,}", f"{listed:.2f}"]
    figures += [f"{solver.iterations:,}", f"{learned:.1f}", *exact]
    return f"| {setting} | {' | '.join(figures)} |"


def main() -> None:
    largest = options(__doc__, linear=25_000).linear
    pin()
    warm()
    names = "setting", "histories", "infosets", "enumerate, s", "CFR+", "s", "linear program, s"
    print("|", " | ".join([*names, "value"]), "|")
    print("|---|" + "--:|" * len(names))
    for setting in SETTINGS:
        print(row(setting, largest), flush=True)


if __name__ == "__main__":
    main()
