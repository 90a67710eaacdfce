"""What a part gains: hands from its history on, one seat with the part among seats without."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from zerosum.experiment.run import Run
from zerosum.pkr.holdem.nolimit import NoLimitHoldem
from zerosum.pkr.parts.agents import Late
from zerosum.pkr.parts.part import Part, leads_to
from zerosum.play import Match, play_seats
from zerosum.play.agents import Agent
from zerosum.support.cores import cores
from zerosum.support.rendering import Shown


@dataclass(frozen=True)
class Gain(Shown):
    """What one seat wins more with a part than without, where all others are without.

    Parameters
    ----------
    match
        The match: each deal in all rotations of the seats.
    hand
        The hand after the history.

    Examples
    --------
    >>> figures = {"means": (0.1, -0.1), "margins": (0.04, 0.04), "seconds": 1.0, "native": False}
    >>> match = Match(("fine", "coarse"), 100, 2, unknown=(0.0, 0.0), clipped=(0.0, 0.0), **figures)
    >>> found = Gain(match, NoLimitHoldem(players=2))
    >>> found.deciding, found.mean, found.margin
    (2, 5.0, 2.0)
    >>> print(found.told)
    A seat with the part wins +5.00 ± 2.00 bb/100 more than one without, among seats
    without: 100 deals from the history on, each in 2 rotations.
    """

    match: Match
    hand: NoLimitHoldem

    def content(self) -> list[str]:
        """Return the gain in words."""
        return [self.told]

    @property
    def deciding(self) -> int:
        """The number of seats that are in the hand."""
        return self.hand.live.bit_count()

    @property
    def mean(self) -> float:
        """Big blinds a hundred hands, the mean of the seats that are in the hand."""
        return self._scale * self.match.mean

    @property
    def margin(self) -> float:
        """Half the width of the 95 % interval of the mean."""
        return self._scale * self.match.margin

    @property
    def _scale(self) -> float:
        # Seats that have folded win the same with the part and without.
        blind = max(self.hand.blinds[:2]) or self.hand.least
        return 100.0 / blind * self.match.rotations / self.deciding

    @property
    def told(self) -> str:
        """The gain in words."""
        return (
            f"A seat with the part wins {self.mean:+.2f} ± {self.margin:.2f} bb/100 more than "
            f"one without, among seats without: {self.match.deals:,} deals from the history on, "
            f"each in {self.match.rotations} rotations."
        )


def gain(
    run: Run,
    part: Part,
    deals: int,
    *,
    seed: int = 0,
    workers: int | None = None,
    watch: Callable[[int], None] | None = None,
) -> Gain:
    """Measure what a part gains.

    Hands are dealt by the ranges of the part. One seat plays the run with its parts, all others
    without this one, in all rotations of the seats: without it in each seat, each deal would be
    worth 0 in sum, so that the mean is what the part gains.

    Parameters
    ----------
    run, part
        The run, and a part of it.
    deals
        The number of deals, at least two.
    seed
        Equal seeds play equal hands.
    workers
        How many processes play; all cores by default.
    watch
        Called from time to time with the number of deals played so far.

    Examples
    --------
    >>> from types import SimpleNamespace
    >>> from zerosum.pkr.actions import Fold
    >>> from zerosum.pkr.holdem.resumed import resumed
    >>> from zerosum.play import AlwaysCall
    >>> import numpy as np
    >>> hand = NoLimitHoldem(players=3, stacks=(10,)).act(Fold())
    >>> game = resumed(hand, [3, 12, 48], np.ones((3, 3)))
    >>> part = SimpleNamespace(name="f", hand=hand, game=SimpleNamespace(game=game))
    >>> run = SimpleNamespace(name="run", parts=(), agent=lambda **_: AlwaysCall())
    >>> gain(run, part, 2, workers=1).mean
    0.0
    """
    # Others are never met: of hundreds of parts, all would be opened.
    hand, every = part.hand, []
    for other in run.parts:
        if leads_to(other.hand, hand) or leads_to(hand, other.hand):
            every.append(other.name)
    fine = run.agent(parts=every, name=f"{run.name} with parts")
    coarse = run.agent(parts=[name for name in every if name != part.name])
    players = part.hand.players
    agents: list[Agent] = [Late(fine), *[Late(coarse)] * (players - 1)]
    match = play_seats(
        agents, deals, seed, game=part.game.game, workers=workers or cores(), watch=watch
    )
    return Gain(match, part.hand)
