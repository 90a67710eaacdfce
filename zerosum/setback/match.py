"""A match of deals to 11 points."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Self

from zerosum.setback.game import Setback

GOAL = 11


def winner(scores: tuple[int, int]) -> int:
    """Return which team has won: it has 11 or more, and more than the other; -1 if none has.

    >>> winner((12, 11)), winner((11, 11)), winner((10, -3))
    (0, -1, -1)
    """
    own, other = scores
    if own == other or max(own, other) < GOAL:
        return -1
    return 0 if own > other else 1


@dataclass(frozen=True)
class Match:
    """The scores of a match, as its deals are played one after another.

    The deal moves clockwise, so the teams take turns to bid first: team 0 is player 0 of the
    first deal and player 1 of the second. A team wins if it has 11 or more after a deal, and more
    than the other. The number of deals has a cap, since teams that always pass would play for ever.

    Parameters
    ----------
    table
        The start of a deal, for decks and tables of other sizes.
    scores
        The score of each team, which may be negative.
    deals
        The number of deals played.
    cap
        The number of deals after which the match ends without a winner.

    Examples
    --------
    >>> Match(scores=(10, 8), deals=5).first
    1
    >>> Match(scores=(12, 11), deals=9).winner, Match(scores=(11, 11), deals=9).over
    (0, False)
    >>> Match(scores=(12, 11), deals=9).payoff(1)
    -1.0
    """

    table: Setback = field(default_factory=Setback)
    scores: tuple[int, int] = (0, 0)
    deals: int = 0
    cap: int = 100

    @property
    def first(self) -> int:
        """The team that is player 0 of the next deal."""
        return self.deals & 1

    @property
    def winner(self) -> int:
        """The team that has won, -1 if there is none."""
        return winner(self.scores)

    @property
    def over(self) -> bool:
        """Whether a team has won, or the cap is reached."""
        return self.winner >= 0 or self.deals >= self.cap

    @property
    def deal(self) -> Setback:
        """The start of the next deal, with the scores of its players."""
        own, other = self.scores
        return replace(self.table, scores=(own, other) if self.first == 0 else (other, own))

    def after(self, deal: Setback) -> Self:
        """Return the match after a deal that has ended."""
        first, second = self.scores
        player = self.first
        scores = (first + deal.score(player), second + deal.score(1 - player))
        return replace(self, scores=scores, deals=self.deals + 1)

    def payoff(self, team: int) -> float:
        """Return what a team wins at the end: 1, -1 if it loses, and 0 if nobody has won."""
        if self.winner < 0:
            return 0.0
        return 1.0 if self.winner == team else -1.0
