"""A player who folds once the match is won, whoever plays it until then."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Protocol, final

from zerosum.game import Action, History
from zerosum.pkr.bots.gallery.player import always, leave
from zerosum.pkr.bots.gallery.tight import Tight
from zerosum.pkr.face import Poker
from zerosum.play.agents import Odds, Source
from zerosum.play.beside import real_of
from zerosum.play.leading import Leading
from zerosum.rng import Random


class Score(Protocol):
    """How a match stands: the tally of a session is one."""

    hands: int
    """Hands begun."""
    chips: int | Fraction
    """Chips won in the hands before this one."""


def is_clinched(score: Score, hands: int, game: Poker) -> bool:
    """Return whether folding this hand and all later ones wins a match.

    Folding costs what the player has paid in this hand, and in each later hand at most its blind
    and ante; the seats change after each hand. What is left of the lead must be more than nothing.

    Parameters
    ----------
    score
        How the match stands.
    hands
        The hands of the match; 0 if they are not known: then it is never won before its end.
    game
        A hand for two, where it is the player's turn.

    Examples
    --------
    >>> from types import SimpleNamespace
    >>> from zerosum.pkr import RiverOfBlood
    >>> small_blind = RiverOfBlood().face_down  # folds it for 1, and the two later hands for 3
    >>> leads = [SimpleNamespace(hands=8, chips=lead) for lead in (4, 5)]
    >>> [is_clinched(score, 10, small_blind) for score in leads]
    [False, True]
    """
    left, seat = hands - score.hands, game.active
    if game.players != 2 or left < 0:
        return False
    own, other = (_paid(game.start, player) for player in (seat, 1 - seat))
    return score.chips - _paid(game, seat) > (left + 1) // 2 * other + left // 2 * own


def _paid(game: Poker, seat: int) -> Fraction:
    """Return what one of two players has paid in a hand in which it has not more to pay."""
    return Fraction(game.pot, 2) + game.pips[seat]


@final
class Clincher(Leading):
    """Lets another agent play until the match is won, and then checks and folds.

    Whether it is won follows from the score that a :class:`zerosum.pkr.bots.engine.Session` keeps.
    Without a score the other agent plays all hands, as in ``blood.match``, where no match is won.

    Parameters
    ----------
    agent
        Who plays until then; by default :class:`Tight`.
    score
        How the match stands, kept by whoever plays it; None if nobody does.
    hands
        The hands of the match.

    Examples
    --------
    >>> clincher = Clincher()
    >>> clincher.name, clincher.agent.name
    ('clincher', 'tight')
    >>> from zerosum.cards import parse
    >>> from zerosum.pkr import RiverOfBlood
    >>> from zerosum.rng import Random
    >>> hand = clincher.begin(RiverOfBlood().seated(0, parse("7h2c")))
    >>> clincher.act(hand, Random(1))
    Fold()
    """

    name = "clincher"

    def __init__(
        self, agent: Source | None = None, score: Score | None = None, hands: int = 0
    ) -> None:
        super().__init__(agent or Tight())
        self.name = "clincher"
        self.score, self.hands, self._folds = score, hands, False

    def won(self, chips: float) -> None:
        """Let the other agent learn what it has won, unless the match was won already."""
        if not self._folds:
            super().won(chips)

    def act(self, hand: History, rng: Random) -> Action:
        """Return an action; only those after the match was won count as its own decisions."""
        self._folds = self._is_won(hand)
        return Source.act(self, hand, rng) if self._folds else super().act(hand, rng)

    def find(self, hand: History) -> Odds:
        """Return a check or a fold if the match is won; else the odds of the other agent."""
        if self._is_won(hand):
            real: Any = real_of(hand)
            return Odds(always(leave(real.infoset(real.active))), self)
        return super().find(hand)

    def odds(self, hand: History) -> Any:
        """Return the probability of each action of the real game."""
        odds = self.find(hand)
        return {odds.real(action)[0]: chance for action, chance in odds.chances.items()}

    def _is_won(self, hand: History) -> bool:
        return self.score is not None and is_clinched(self.score, self.hands, real_of(hand))
