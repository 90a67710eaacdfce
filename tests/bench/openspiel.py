"""Twenty games of OpenSpiel, solved here and there: the table of docs/explanation/foreign-games.md.

    python -m tests.bench.openspiel [--games NAME...] [--repeats N]

CPU seconds on one core, medians of some repeats that take turns. Values and NashConv are those of
the average strategy of 200 iterations of CFR+, and OpenSpiel must find the same ones.
"""

import argparse
import time
from statistics import median
from typing import Any

from tests import openspiel
from tests.bench.clock import each, pin, rounds
from tests.bench.exact import iterations_of
from zerosum.algorithms import CFR, PLUS
from zerosum.evaluation import expected_values, nash_conv
from zerosum.game import players_of
from zerosum.interop.openspiel import from_openspiel
from zerosum.tree import Tree, enumerated

GAMES = (
    "kuhn_poker",
    "kuhn_poker(players=3)",
    "misere(game=kuhn_poker())",
    "leduc_poker",
    "leduc_poker(suit_isomorphism=true)",
    (
        "universal_poker(betting=nolimit,bettingAbstraction=fullgame,numRounds=2,blind=1 2,"
        "firstPlayer=2 1,numSuits=2,numRanks=3,numHoleCards=1,numBoardCards=0 1,stack=5 5)"
    ),
    "liars_dice",
    "liars_dice(dice_sides=4)",
    "goofspiel(num_cards=4,imp_info=true)",
    "goofspiel(num_cards=5,imp_info=true,points_order=descending)",
    "oshi_zumo(coins=4,size=1,horizon=4)",
    "battleship(board_width=2,board_height=2,ship_sizes=[1;2],ship_values=[1;2],num_shots=2)",
    "dark_hex(num_cols=2,num_rows=2)",
    "blotto",
    "coordinated_mp",
    "matrix_rpsw",
    "tic_tac_toe",
    "connect_four(rows=3,columns=3,x_in_row=3)",
    "dots_and_boxes(num_rows=1,num_cols=2)",
    "hex(num_cols=2,num_rows=3)",
)
ITERATIONS = 200
HEADINGS = ("game", "histories", "seconds", "value", "NashConv", "µs here", "µs there", "times")


def enumeration(game: Any, repeats: int) -> tuple[Tree, float]:
    """Return the tree of a game, and the median of CPU seconds that it takes."""
    seconds = []
    for _ in range(repeats):
        begin = time.process_time()
        tree = enumerated(game)
        seconds.append(time.process_time() - begin)
    return tree, median(seconds)


def row(name: str, repeats: int) -> list[str]:
    """Return the figures of a game, after comparing them with OpenSpiel's."""
    game = from_openspiel(name)
    tree, seconds = enumeration(game, repeats)
    solver = CFR(tree, rule=PLUS)
    solver.run(ITERATIONS)
    strategy = solver.strategy()
    values, conv = expected_values(tree, strategy), nash_conv(tree, strategy)
    assert abs(conv - openspiel.nash_conv(game, strategy)) <= 1e-9, name
    theirs = openspiel.expected_values(game, strategy)
    assert max(abs(values[player] - theirs[player]) for player in range(players_of(game))) <= 1e-9
    histories = tree.histories
    measures = {
        "here": each(solver.run, max(ITERATIONS, 2_000_000 // histories)),
        "there": each(iterations_of(openspiel.counterpart(game)), max(1, 20_000 // histories)),
    }
    found = rounds(measures, repeats)
    here, there = (found[program] * 1e6 for program in ("here", "there"))
    figures = [f"{histories:,}", f"{seconds:.2f}", f"{values[0]:.6f}", f"{conv:.2g}"]
    return [f"`{name}`", *figures, f"{here:,.1f}", f"{there:,.0f}", f"{there / here:,.0f}"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", nargs="+", default=GAMES)
    parser.add_argument("--repeats", type=int, default=3)
    options = parser.parse_args()
    pin()
    enumerated(from_openspiel("matrix_mp"))  # what is done once in a process
    print(f"| {' | '.join(HEADINGS)} |")
    print(f"|---{'|--:' * (len(HEADINGS) - 1)}|")
    for name in options.games:
        print(f"| {' | '.join(row(name, options.repeats))} |", flush=True)


if __name__ == "__main__":
    main()
