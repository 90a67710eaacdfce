"""Hands at a terminal, one after another, and the score."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from rich.console import Console
from rich.text import Text

from zerosum.abstraction import Abstracted, split
from zerosum.errors import GameError
from zerosum.game import History, number_of_seats
from zerosum.laws import check_offers
from zerosum.play.agents import Agent
from zerosum.play.series import Series, series_of
from zerosum.play.terminal.table import Table, play_to_end
from zerosum.rng import Random
from zerosum.support.rendering import chips
from zerosum.terms import Terms

HELP = (
    "l lists the legal actions, ? shows what the strategy does here with every hand, ?? what it "
    "did last; q ends the session."
)


@dataclass(frozen=True)
class Score:
    """The result of a person in completed hands.

    Parameters
    ----------
    hands
        The number of hands.
    chips
        The chips won.
    unit, round
        What they are called, as :class:`zerosum.terms.Terms` has it.

    Examples
    --------
    >>> print(Score().after(3.0).after(-1.0))
    +2 chips in 2 hands, +1.00 a hand
    """

    hands: int = 0
    chips: float = 0.0
    unit: str = Terms.unit
    round: tuple[str, str] = Terms.round

    def after(self, chips: float) -> Score:
        """Return the score after one more hand."""
        return replace(self, hands=self.hands + 1, chips=self.chips + chips)

    def __str__(self) -> str:
        one, many = self.round
        hands = f"1 {one}" if self.hands == 1 else f"{self.hands} {many}"
        mean = self.chips / max(1, self.hands)
        return f"{chips(self.chips, sign=True)} {self.unit} in {hands}, {mean:+,.2f} a {one}"


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
    """
    check_offers(table.game)
    seats = table.seats if seat is None else (seat,)
    if not set(seats) & set(table.seats):
        known = ", ".join(map(str, table.seats)) or "none"
        what = "The seat of a person must be that of a player who decides"
        raise GameError(f"{what}; got {seat}: there are {known}.", seat)
    begun, terms = series_of(table.game) if series else None, table.terms
    table.say(f"You play against {table.agent.name}; seed {seed}.")
    table.say(HELP)
    rng, score = Random(seed), Score(unit=terms.unit, round=terms.round)
    if series:
        score = Score(unit=terms.series[1], round=terms.series)
    try:
        while hands is None or score.hands < hands:
            own = seats[score.hands % len(seats)]
            end = _play_one(table, own, score.hands, rng, begun)
            if end is None:
                break
            won = float(end.payoff(own % table.players))
            score = score.after(won)
            what = f" the {score.round[0]}" if series else f" {chips(abs(won))}"
            table.say(f"{_result(won, what, table.players)} Score: {score}.")
    except KeyboardInterrupt:
        table.console.print()
    table.say(f"\nThe session is over: {score}.")
    for words in _doubts(table.agent):
        table.say(words)
    return score


def _play_one(table: Table, own: int, number: int, rng: Random, series: Series | None) -> History:
    """Play a hand or a whole series; return its end, or None if the person leaves."""
    if series is None:
        terms, partners = table.terms, table.partners(own)
        also = "".join(f"; {table.named(partner)} is your partner" for partner in partners)
        what = terms.round[0].capitalize()
        table.say(f"\n{what} {number + 1}: you are {terms.seat(own)}{also}.")
        return play_to_end(table, own, Random(rng.bits()), Random(rng.bits()))
    table.say(f"\n{table.terms.series[0].capitalize()} {number + 1}.")
    side, seats = own % table.players, number_of_seats(split(table.game)[0])
    hands = 0
    while not series.over:
        game = Abstracted(series.deal, *split(table.game)[1:])
        pair = (own - hands) % seats // table.players
        seat = (side ^ series.first) + pair * table.players
        end = _play_one(replace(table, game=game), seat, hands, rng, None)
        if end is None:
            return None
        series, hands = series.after(end), hands + 1
        if standing := table.terms.standing(series, side):
            table.say(standing)
    return series


def typed() -> Iterator[str]:
    """Yield the lines that a person types, up to the end of input."""
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


def _result(won: float, what: str, players: int) -> str:
    if won == 0:
        return "Nobody wins." if players == 2 else "You win nothing."
    return f"You {'win' if won > 0 else 'lose'}{what}."


def _doubts(agent: Agent) -> Iterator[str]:
    """Yield sentences about decisions that the agent could not play as trained."""
    decisions = getattr(agent, "decisions", 0)
    if unknown := getattr(agent, "unknown", 0):
        yield f"{agent.name} made {unknown} of its {decisions} decisions at unvisited infosets."
    if clipped := getattr(agent, "clipped", 0):
        yield f"{agent.name} had to move {clipped} of its bets to what was legal."
