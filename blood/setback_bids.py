"""Setback: bids that know the score of the match, while a trained strategy plays the cards.

Each iteration draws a score for both teams, deals at random, and corrects the bids; after the
auction each card is the likeliest of a run of blood.setback. Where the deal ends the match, 5.5
points are won or lost.

Train blood.setback first. Matches to 11 against it show what knowing the score is worth:
python -m blood.match runs/blood.setback_bids runs/blood.setback --matches 20000
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, ClassVar, Self

from blood.setback import bids
from zerosum.abstraction import Abstracted, algebraic, equals, given, menu, split, where
from zerosum.algorithms import LINEAR
from zerosum.errors import ExperimentError
from zerosum.experiment import Experiment, Run
from zerosum.rng import Random
from zerosum.setback import InfoSet, Setback
from zerosum.setback.abstraction import (
    actions_with_fours,
    first_suit,
    highest_bid,
    second_suit,
    team,
)
from zerosum.setback.match import GOAL, winner
from zerosum.strategy import Strategy, likeliest
from zerosum.support.rendering import Parts

SCORES = (0, 0), (9, 9), (3, 9)
"""The scores at which bids are shown, the own first."""

LEAST = -3
"""The lowest score that is drawn; the highest is one below the goal."""

_SCORES = GOAL - LEAST
_CLOSE = 4  # An opponent who needs more is far from winning.


def drawing(first: int, second: int) -> int:
    """Return the outcome of chance that draws two scores."""
    return (first - LEAST) * _SCORES + second - LEAST


@dataclass(frozen=True)
class ScoredDeal:
    """A deal of a match at scores that are drawn first, uniformly for each player.

    Where the deal ends the match, the winner is paid half the goal; elsewhere the payoff is the
    payoff of the deal.

    Parameters
    ----------
    deal
        The deal, with the scores before it.
    drawn
        Whether the scores have been drawn.

    Examples
    --------
    >>> ScoredDeal().apply(drawing(10, 0)).deal.scores
    (10, 0)
    """

    players: ClassVar[int] = 2

    deal: Setback = field(default_factory=Setback)
    drawn: bool = False

    @property
    def terminal(self) -> bool:
        """Whether the deal is over."""
        return self.deal.terminal

    @property
    def chance(self) -> bool:
        """Whether the scores are drawn or a hand is dealt next."""
        return self.deal.chance

    @property
    def active(self) -> int:
        """The team of the seat to act."""
        return self.deal.active

    def chances(self) -> dict[int, float]:
        """Return each pair of scores, or each hand if few cards are left, with its probability."""
        if not self.drawn:
            return dict.fromkeys(range(_SCORES**2), 1 / _SCORES**2)
        return self.deal.chances()

    def sample(self, rng: Random | None = None) -> int:
        """Draw a pair of scores, or a hand of the cards that are left."""
        if rng is None:
            rng = Random()
        return self.deal.sample(rng) if self.drawn else rng.integer(_SCORES**2)

    def infoset(self, player: int) -> InfoSet:
        """Return what the seat to act knows; for the other team, the seat that follows it."""
        return self.deal.infoset(player)

    def payoff(self, player: int) -> float:
        """Return half the goal for the winner of the match; if it goes on, the deal's payoff."""
        own, other = self.deal.scores
        won = winner((own + self.deal.score(0), other + self.deal.score(1)))
        if won < 0:
            return self.deal.payoff(player)
        return GOAL / 2 if won == player else -GOAL / 2

    def apply(self, action: int) -> Self:
        """Draw the scores, as :func:`drawing` counts them; or go on with the deal."""
        if self.drawn:
            return replace(self, deal=self.deal.apply(action))
        scores = (action // _SCORES + LEAST, action % _SCORES + LEAST)
        return replace(self, deal=replace(self.deal, scores=scores), drawn=True)


@algebraic
def bidding(infoset: InfoSet) -> bool:
    """Return whether the auction goes on."""
    return infoset.bidding


@algebraic
def other_needs(infoset: InfoSet) -> int:
    """Return how many points the other team needs to reach the goal, 5 for more than 4."""
    return min(GOAL - infoset.scores[1], _CLOSE + 1)


@algebraic
def trailing(infoset: InfoSet) -> bool:
    """Return whether the own team is behind while the other needs 4 points or fewer."""
    own, other = infoset.scores
    return own < other and GOAL - other <= _CLOSE


@algebraic
def bidder(infoset: InfoSet) -> int:
    """Return the seat of the highest bid, -1 if there is none."""
    return infoset.bidder


@algebraic
def bids_made(infoset: InfoSet) -> int:
    """Return the number of bids and passes."""
    return infoset.made


auction = other_needs * trailing * highest_bid * bidder * bids_made * first_suit * second_suit


def score_aware(deal: Any, strategy: Strategy, game: Any) -> Abstracted:
    """Return a game in which bids know the scores, and a frozen strategy plays the cards.

    Parameters
    ----------
    deal
        ``ScoredDeal()`` to train the bids, ``Setback()`` to play them.
    strategy
        The strategy whose likeliest actions play the cards.
    game
        The game that it is of, an abstraction of ``Setback``.

    Examples
    --------
    >>> from zerosum.algorithms import ExternalSampling
    >>> from zerosum.setback.abstraction import absent_minded, actions
    >>> game = Abstracted(Setback(), absent_minded, actions)
    >>> cards = ExternalSampling(game, native=False).strategy()
    >>> solver = ExternalSampling(score_aware(ScoredDeal(), cards, game), native=False)
    >>> solver.run(1)
    >>> bids = solver.strategy().on(score_aware(Setback(), cards, game), of=solver.game)

    Notes
    -----
    Berns' *Setback* learns its bids so, and calls it bootstrapping.
    """
    cards = where(equals(bidding, value=False), likeliest(strategy, game))
    actions = where(bidding, menu(actions_with_fours)) + cards
    return Abstracted(deal, team * given(bidding, auction) * actions, actions)


def TrainingAbstraction(*, baseline: str = "runs/blood.setback") -> Abstracted:  # noqa: N802
    """Return the start of a deal at scores that chance draws.

    Parameters
    ----------
    baseline
        The run folder of the strategy that plays the cards. It must stay as it is: when it has been
        trained further, the bids are of another game.
    """
    return score_aware(ScoredDeal(), *_trained(baseline))


def Abstraction(*, baseline: str = "runs/blood.setback") -> Abstracted:  # noqa: N802
    """Return the start of a deal, for play."""
    return score_aware(Setback(), *_trained(baseline))


@cache
def _trained(run: str) -> tuple[Any, Any]:
    """Return the strategy of a run and its game.

    Raises
    ------
    ExperimentError
        If there is no such run, or it is of another game.
    """
    trained = Run.open(run)
    strategy, game = trained.strategy, trained.game
    if split(game)[0] != Setback():
        raise ExperimentError(
            f"The baseline must be a run of blood.setback; {run} is of another game: name one by "
            f"--game baseline=RUN.",
            run,
        )
    return strategy, game


def show(strategy: Any, game: Any) -> Parts:
    """Return how the first seat bids with some hands at some scores, its own first."""
    return Parts(
        *(
            bids(strategy, game.apply(drawing(own, other)), f"at {own} to {other}")
            for own, other in SCORES
        )
    )


experiment = Experiment(
    TrainingAbstraction, Abstraction, rule=LINEAR, iterations=None, minutes=10, show=show
)
