"""Hands at a terminal, one after another, and the score."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rich.console import Console
from rich.text import Text

from zerosum.play.agents import Agent
from zerosum.play.sitting import Score, Sitting
from zerosum.play.terminal.table import Table, play_to_end
from zerosum.rng import Random

HELP = (
    "l lists the legal actions, ? shows what the strategy does here with every hand, ?? what it "
    "did last; q ends the session."
)


def play_session(
    table: Table,
    seed: int,
    *,
    hands: int | None = None,
    seat: int | None = None,
    series: bool = False,
) -> Score:
    """Play hands until there are enough, the person leaves or the input ends; return the score.

    A hand or a series that the person leaves does not count. The cards depend only on the seed, and
    equal seeds and equal words make equal sessions.

    Parameters
    ----------
    table
        The game, the opponent and the console.
    seed
        Any integer.
    hands
        The most hands, or series; None for no limit.
    seat
        The person's seat; None alternates between the seats that decide, starting with the first.
        In a series it is the seat of the first hand, and the person moves on by one seat with each
        hand.
    series
        True to play the series that the game names, such as matches to 11 points.

    Raises
    ------
    AbstractionError
        If the game offers actions that the game that it abstracts does not have.
    GameError
        If nobody decides in the game, the seat is not a seat that decides, or the game names no
        series.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn
    >>> from zerosum.play import Uniform
    >>> from zerosum.play.terminal import Table
    >>> table = Table(Kuhn(), Uniform(), iter(["p", "p"] * 4), Console(width=60))
    >>> print(play_session(table, seed=3, hands=2))
    You play against uniform; seed 3.
    l lists the legal actions, ? shows what the strategy does here with every hand, ?? what
    it did last; q ends the session.
    <BLANKLINE>
    Hand 1: you are player 0.
    You have K; pot 2.
    p pass (check), b bet 1
    > uniform checks.
    Showdown:
      You      K
      uniform  Q
    You win 1. Score: +1 chips in 1 hand, +1.00 a hand.
    <BLANKLINE>
    Hand 2: you are player 1.
    uniform checks.
    You have K; pot 2.
    p pass (check), b bet 1
    > Showdown:
      You      K
      uniform  Q
    You win 1. Score: +2 chips in 2 hands, +1.00 a hand.
    <BLANKLINE>
    The session is over: +2 chips in 2 hands, +1.00 a hand.
    +2 chips in 2 hands, +1.00 a hand
    """
    sitting = Sitting.begin(table.lineup(), seat, series=series)
    table.say(f"You play against {table.agent.name}; seed {seed}.")
    table.say(HELP)
    rng = Random(seed)
    try:
        while hands is None or sitting.score.hands < hands:
            if series and not sitting.hands:
                what = sitting.score.round[0].capitalize()
                table.say(f"\n{what} {sitting.score.hands + 1}.")
            table.say(f"\n{sitting.heading}")
            end = play_to_end(table, sitting.next, Random(rng.bits()), Random(rng.bits()))
            if end is None:
                break
            sitting = sitting.after(end)
            if sitting.said:
                table.say(sitting.said)
    except KeyboardInterrupt:
        table.console.print()
    table.say(f"\nThe session is over: {sitting.score}.")
    for words in _doubts(table.agent):
        table.say(words)
    return sitting.score


def typed() -> Iterator[str]:
    """Yield the lines that a person types, up to the end of input.

    >>> from unittest.mock import patch
    >>> with patch("builtins.input", side_effect=["bet", "fold", EOFError]):
    ...     list(typed())
    ['bet', 'fold']
    """
    while True:
        try:
            yield input()
        except EOFError:
            return


def echoed(lines: Iterable[str], console: Console) -> Iterator[str]:
    r"""Yield the lines of a script, and show each as if it had been typed.

    >>> console = Console()
    >>> list(echoed(["f\n"], console))
    f
    ['f']
    """
    for line in lines:
        words = line.rstrip("\r\n")
        console.print(Text(words), soft_wrap=True)
        yield words


def _doubts(agent: Agent) -> Iterator[str]:
    """Yield sentences about decisions that the agent could not play as trained."""
    decisions = getattr(agent, "decisions", 0)
    if unknown := getattr(agent, "unknown", 0):
        yield f"{agent.name} made {unknown} of its {decisions} decisions at unvisited infosets."
    if clipped := getattr(agent, "clipped", 0):
        yield f"{agent.name} had to move {clipped} of its bets to what was legal."
