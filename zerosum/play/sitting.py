"""Hands one after another: whose turn it is to sit where, the series they make, and the score."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

from zerosum.abstraction import Abstracted, split
from zerosum.errors import GameError
from zerosum.game import History, players_of
from zerosum.laws import check_offers
from zerosum.play.hand import Lineup
from zerosum.play.series import Series, series_of
from zerosum.support.rendering import chips
from zerosum.terms import Terms, terms_of


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


@dataclass(frozen=True)
class Sitting:
    """The hands that a person plays, up to the next one; :meth:`begin` makes one.

    Parameters
    ----------
    lineup
        The table.
    seats
        The seats that the person takes, one after another.
    begun
        The start of each series; None to play single hands.
    series
        The series that is played.
    hands
        The number of hands that are finished, in a series those of the series.
    score
        The score, which counts whole series if these are played.
    said
        What is to be said of the hand that has just ended: what the person wins, or how the series
        stands.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn
    >>> from zerosum.play import Uniform
    >>> sitting = Sitting.begin(Lineup(Kuhn(), (Uniform(),)))
    >>> end = Kuhn().apply(0).apply(1).apply(1).apply(0)
    >>> print(sitting.after(end).said)
    You win 1. Score: +1 chips in 1 hand, +1.00 a hand.
    >>> sitting.own, sitting.after(end).own
    (0, 1)
    """

    lineup: Lineup
    seats: tuple[int, ...]
    begun: Series | None
    series: Series | None
    score: Score
    hands: int = 0
    said: str = ""

    @classmethod
    def begin(cls, lineup: Lineup, seat: int | None = None, *, series: bool = False) -> Self:
        """Return what comes before the first hand.

        Parameters
        ----------
        lineup
            The table.
        seat
            The person's seat; None alternates between the seats that decide, starting with the
            first. In a series it is the seat of the first hand, and the person moves on by one
            seat with each hand.
        series
            True to play the series that the game names, such as matches to 11 points.

        Raises
        ------
        AbstractionError
            If the game offers actions that the game that it abstracts does not have.
        GameError
            If nobody decides in the game, the seat is not a seat that decides, or the game names
            no series.
        """
        check_offers(lineup.game)
        seats = lineup.seats if seat is None else (seat,)
        if not set(seats) & set(lineup.seats):
            known = ", ".join(map(str, lineup.seats)) or "none"
            what = "The seat of a person must be that of a player who decides"
            raise GameError(f"{what}; got {seat}: there are {known}.", seat)
        begun = series_of(lineup.game) if series else None
        terms = terms_of(split(lineup.game)[0])
        score = Score(unit=terms.unit, round=terms.round)
        if series:
            score = Score(unit=terms.series[1], round=terms.series)
        return cls(lineup, seats, begun, begun, score)

    @property
    def deal(self) -> History:
        """The start of the next hand."""
        game = self.lineup.game
        if self.series is None:
            return game
        return Abstracted(self.series.deal, *split(game)[1:])

    @property
    def own(self) -> int:
        """The person's seat in the next hand."""
        first = self.seats[self.score.hands % len(self.seats)]
        if self.series is None:
            return first
        players = players_of(self.lineup.game)
        pair = (first - self.hands) % self.lineup.size // players
        return (first % players ^ self.series.first) + pair * players

    @property
    def next(self) -> Lineup:
        """Who sits where in the next hand."""
        return replace(self.lineup, game=self.deal, own=self.own)

    @property
    def heading(self) -> str:
        """What the next hand is called."""
        lineup, terms = self.next, self.lineup.terms
        also = "".join(f"; {lineup.named(seat)} is your partner" for seat in lineup.partners)
        what = terms.round[0].capitalize()
        return f"{what} {self.hands + 1}: you are {terms.seat(lineup.own)}{also}."

    def after(self, end: History) -> Sitting:
        """Return what comes after a hand.

        Parameters
        ----------
        end
            The end of the hand, without abstraction.
        """
        lineup = self.next
        if self.series is None:
            won = float(end.payoff(lineup.own % lineup.players))
            return self._scored(won, f" {chips(abs(won))}", hands=self.hands + 1)
        series = self.series.after(end)
        side = self.seats[self.score.hands % len(self.seats)] % lineup.players
        said = self.lineup.terms.standing(series, side)
        if not series.over:
            return replace(self, series=series, hands=self.hands + 1, said=said)
        won, what = float(series.payoff(side)), f" the {self.score.round[0]}"
        after = self._scored(won, what, hands=0)
        lines = (line for line in (said, after.said) if line)
        return replace(after, series=self.begun, said="\n".join(lines))

    def _scored(self, won: float, what: str, hands: int) -> Sitting:
        score = self.score.after(won)
        said = f"{result(won, what, self.lineup.players)} Score: {score}."
        return replace(self, score=score, hands=hands, said=said)


def result(won: float, what: str, players: int) -> str:
    """Return a sentence about what the person wins.

    >>> result(-2.0, " 2", 2), result(0.0, " 0", 3)
    ('You lose 2.', 'You win nothing.')
    """
    if won == 0:
        return "Nobody wins." if players == 2 else "You win nothing."
    return f"You {'win' if won > 0 else 'lose'}{what}."
