"""Solve push or fold before the flop: ``python -m blood.pushfold --stack 10 --ante 0``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from blood.command import JSON, PATH, Command, note, print_json, report_console
from zerosum.algorithms import CFR, LinearProgram
from zerosum.evaluation import expected_values, nash_conv
from zerosum.experiment import new_figure, require_picture, save_picture
from zerosum.pkr.hands.deck import FULL, Deck, ways
from zerosum.pkr.pushfold import InfoSet, Move, PushFold
from zerosum.pkr.ranges import Range
from zerosum.pkr.ranges.classes import CLASS_OF, HAND_MASKS, class_name
from zerosum.pkr.shows.grid import Grid, Option
from zerosum.pkr.shows.picture import SIZE, draw
from zerosum.strategy import Strategy
from zerosum.support.drawing import ACTIONS
from zerosum.support.rendering import Report

_ITERATIONS = 20_000
_NOISE = 9  # digits to which solvers are right

_EPILOG = """\
\b
Examples:
  python -m blood.pushfold --stack 10
  python -m blood.pushfold --stack 7.5 --ante 0.125 --out chart.png
  python -m blood.pushfold --stack 10 --by cfr --iterations 1000
"""


@dataclass(frozen=True, eq=False)
class Solution(Report):
    """A solution of push or fold.

    Parameters
    ----------
    game
        The game.
    value
        What the small blind wins on average, in big blinds a hand.
    gap
        What both players together could gain by best responses, in big blinds a hand.
    strategy
        The strategy of both players.
    """

    game: PushFold
    value: float
    gap: float
    strategy: Strategy

    def content(self) -> Iterator[Any]:
        """Yield what the small blind wins, and the hands of both players."""
        yield f"stack {self.game.stack:g}, ante {self.game.ante:g}, in big blinds"
        wins = round(1000 * self.value, 3) + 0.0  # the sum of a negative zero and zero is zero
        yield f"the small blind wins {wins:+.3f} thousandths a hand on average"
        yield f"both together could gain {1000 * self.gap:.1e} thousandths by best responses"
        for player, what in enumerate(("small blind pushes", "big blind calls with")):
            yield ""
            yield f"The {what} {self.frequency(player):.2%} of all hands:"
            yield str(self.range(player, 3))
            yield ""
            yield self.grid(player)

    def range(self, player: int, digits: int = _NOISE) -> Range:
        """Return the hands that the small blind (0) pushes, or that the big blind (1) calls with.

        Parameters
        ----------
        player
            0 or 1.
        digits
            The digits of the weights, which are probabilities.
        """
        shares = [
            round(float(self.strategy(InfoSet(player, kind))[Move.ALL_IN]), digits)
            for kind in range(169)
        ]
        cards = self.game.deck.cards.mask
        pairs = zip(HAND_MASKS, CLASS_OF, strict=True)
        return Range(tuple(shares[kind] if mask & ~cards == 0 else 0.0 for mask, kind in pairs))

    def frequency(self, player: int) -> float:
        """Return the share of all hands that a player plays."""
        return self.range(player).combos / ways(len(self.game.deck.cards), 2)

    def grid(self, player: int) -> Grid:
        """Return a chart of a player, to print or draw."""
        fold = Option("f", "Fold", ACTIONS["fold"])
        play = Option("a", "All-in", ACTIONS["all-in"])
        if player:
            play = Option("c", "Call", ACTIONS["call"])
        shares, odds = self.range(player).cells().ravel().tolist(), self.game.likely[-1]
        cells = [(s, 1 - s) if odds[kind] > 0 else None for kind, s in enumerate(shares)]
        whole = self.frequency(player)
        return Grid(
            "The big blind calls an all-in" if player else "The small blind goes all-in",
            (play, fold),
            tuple(tuple(cells[row : row + 13]) for row in range(0, len(cells), 13)),
            (whole, 1 - whole),
            ways(len(self.game.deck.cards), 2),
        )


@dataclass(frozen=True)
class Chart:
    """A solution of push or fold, in big blinds.

    Parameters
    ----------
    stack, ante
        Of each player, before antes and blinds are posted.
    value
        What the small blind wins on average, a hand.
    gap
        What both players together could gain by best responses, a hand.
    pushes, calls
        The share of all hands that the small blind pushes, and that the big blind calls with.
    push, call
        How often the small blind pushes each class of hands, and the big blind calls with it.
    """

    stack: float
    ante: float
    value: float
    gap: float
    pushes: float
    calls: float
    push: Mapping[str, float]
    call: Mapping[str, float]

    @classmethod
    def of(cls, solution: Solution) -> Chart:
        """Return the chart of a solution."""
        game, odds = solution.game, solution.game.likely[-1]
        push, call = (
            {
                class_name(kind): share
                for kind, share in enumerate(solution.range(player).cells().ravel().tolist())
                if odds[kind] > 0
            }
            for player in range(2)
        )
        pushes, calls = map(solution.frequency, range(2))
        value, gap = solution.value, solution.gap
        return cls(game.stack, game.ante, value, gap, pushes, calls, push, call)


DOCUMENT = Chart


def solve(stack: float, ante: float = 0.0, deck: Deck = FULL) -> Solution:
    """Return the equilibrium of push or fold, by a linear program.

    Parameters
    ----------
    stack, ante, deck
        See :class:`zerosum.pkr.pushfold.PushFold`.

    Raises
    ------
    GameError
        If the ante is negative, or leaves nothing of the stack.

    Notes
    -----
    About 0.2 seconds, once the game is compiled, and the table of equities computed.
    """
    game = PushFold(stack, ante, deck)
    program = LinearProgram(game)
    solution = program.solve()
    return Solution(game, solution.value, solution.gap, program.strategy())


def approximate(
    stack: float, ante: float = 0.0, deck: Deck = FULL, iterations: int = _ITERATIONS
) -> Solution:
    """Return nearly an equilibrium of push or fold, by iterations of CFR+."""
    game = PushFold(stack, ante, deck)
    solver = CFR(game)
    solver.run(iterations)
    strategy = solver.strategy()
    value = float(expected_values(solver.tree, strategy)[0])
    return Solution(game, value, nash_conv(solver.tree, strategy), strategy)


@click.command(cls=Command, epilog=_EPILOG)
@click.option("--stack", type=float, default=10.0, show_default=True, help="Of each player.")
@click.option("--ante", type=float, default=0.0, show_default=True, help="Of each player.")
@click.option(
    "--by",
    type=click.Choice(["lp", "cfr"]),
    default="lp",
    show_default=True,
    help="A linear program, or CFR+.",
)
@click.option(
    "--iterations",
    type=click.IntRange(min=1),
    help=f"How many iterations of CFR+; {_ITERATIONS:,} by default.",
)
@JSON
@click.option("--out", type=PATH, help="Draw both charts: .png, .svg or .pdf.")
def main(
    stack: float, ante: float, by: str, iterations: int | None, out: Path | None, *, as_json: bool
) -> None:
    """Print who should push and call all-in heads-up before the flop.

    The small blind of 0.5 goes all-in or folds, and the big blind of 1 calls or folds. Stacks and
    antes are those before blinds and antes are posted, in big blinds.
    """
    if iterations is not None and by == "lp":
        raise click.UsageError("--iterations must be left out: only --by cfr has iterations.")
    if out is not None:
        require_picture(out)
    if by == "lp":
        solution = solve(stack, ante)
    else:
        solution = approximate(stack, ante, iterations=iterations or _ITERATIONS)
    if as_json:
        print_json(Chart.of(solution))
    else:
        report_console().print(solution)
    if out is not None:
        width, height = SIZE
        figure = new_figure(2 * width, height)
        for player, half in enumerate(figure.subfigures(1, 2)):
            draw(solution.grid(player), half, f"push or fold: stack {stack:g}, ante {ante:g}")
        save_picture(figure, out)
        note(f"The charts are drawn in {out}.")


if __name__ == "__main__":
    main()
