"""A person's hands looked back at: what was won, less luck that is known, and what cost most."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from zerosum.abstraction.menus import come_to
from zerosum.game import players_of, seat_of
from zerosum.play.agents import TrainedAgent, odds_of
from zerosum.play.aivat import Luck, Values
from zerosum.play.explore import DEALS, Advice
from zerosum.play.hand import Hand, Played
from zerosum.play.selfplay import PLAYOUTS, SelfPlay
from zerosum.play.tally import estimate
from zerosum.rng import Random
from zerosum.strategy.policy import summed
from zerosum.terms import Moment

ROUGH = 8
"""How many deals are played out at each decision to find those that may have cost most."""


class Explores(Protocol):
    """Advises at decisions, as :class:`zerosum.play.Explorer` does.

    Attributes
    ----------
    big_blind
        What blinds a hand is won by; None where the game has none.
    """

    big_blind: int | None

    def advise(
        self, moment: Moment, taken: Any = None, *, deals: int = DEALS, seed: int = 0
    ) -> Advice:
        """Return what the strategy does at a decision, and what each action wins."""
        ...

    def expected(self, hand: Played) -> float | None:
        """Return what a finished hand wins on average after an all-in; None if not known."""
        ...


@dataclass(frozen=True)
class Figure:
    """What is won a hand.

    Parameters
    ----------
    name
        Whether luck is corrected: "won", "all-in adjusted" or "AIVAT".
    mean, margin
        The mean of the hands, and half the width of its 95 % interval, not a number for fewer than
        two hands.
    total
        The sum.

    Examples
    --------
    >>> won = Figure("won", mean=0.5, margin=1.2, total=20.0)
    >>> won.mean > won.margin  # which proves nothing
    False
    """

    name: str
    mean: float
    margin: float
    total: float

    @classmethod
    def of(cls, name: str, won: Sequence[float]) -> Figure:
        """Return the figure of what is won in hands, of which there is one at least.

        >>> Figure.of("won", [2.0, -1.0, -1.0, 4.0]).mean
        1.0
        """
        samples = np.array(won, np.float64)
        mean, margin = estimate(samples)
        return cls(name, float(mean), float(margin), float(samples.sum()))


def review(explorer: Explores, hand: Played, deals: int = DEALS, seed: int = 0) -> Iterator[Advice]:
    """Yield the advice at each decision of a person, with what was done there.

    Parameters
    ----------
    explorer
        The strategy.
    hand
        The hand.
    deals, seed
        How many deals are played out where values are not exact, and their seed.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn
    >>> from zerosum.play import Explorer
    >>> uniform = lambda infoset: dict.fromkeys(infoset.actions(), 0.5)
    >>> hand = Played(Kuhn(), (2, 0, 0, 1, 0), seat=0)  # a king that folds to a bet
    >>> [advice.lost for advice in review(Explorer(uniform, Kuhn()), hand)]
    [(0.375, 0.0), (1.5, 0.0)]
    """
    for moment, step in hand.decisions:
        yield explorer.advise(moment, step, deals=deals, seed=seed)


def values_of(agent: TrainedAgent) -> SelfPlay:
    """Return what histories are worth by self-play, with fewer playouts where it is interpreted.

    Raises
    ------
    StrategyError
        If the agent has no strategy in memory.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn
    >>> from zerosum.play import StrategyAgent
    >>> from zerosum.strategy import Strategy
    >>> values_of(StrategyAgent(Strategy.uniform(Kuhn()), Kuhn())).native
    True
    """
    values = SelfPlay(agent)
    return values if values.native else SelfPlay(agent, PLAYOUTS // 10)


def fair(begun: Hand, hand: Played, values: Values, seed: int = 0) -> float:
    """Return what a person wins in a finished hand, corrected for luck by AIVAT.

    What chance dealt is corrected, and what agents drew whose odds are known; not what the person
    drew, whose odds nobody knows. The mean over hands stays that of what is won.

    Parameters
    ----------
    begun
        The start of the hand, as the agents followed it.
    hand
        The hand.
    values
        What histories are worth, such as :class:`~zerosum.play.SelfPlay` of the run.
    seed
        Equal seeds give equal corrections.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn
    >>> from zerosum.play import ByFunction, Uniform
    >>> from zerosum.play.hand import Hand, Lineup
    >>> begun = Hand.begin(Lineup(Kuhn(), (Uniform(),)), Random(1))
    >>> hand = Played(Kuhn(), (2, 0, 0, 0), seat=0)  # a king wins an ante from a jack
    >>> values = ByFunction(lambda game: (game.cards[0] - game.cards[1], 0.0))
    >>> fair(begun, hand, values)  # the 1 that it won, less the luck of the cards
    -0.5
    """
    now, luck = begun, Luck(values, begun.now.base, Random(seed))
    for after in begun.follow(hand.steps):
        base = now.now.base
        if base.chance:
            luck.dealt(base, after.now.base)
        elif (seat := seat_of(base)) != hand.seat:
            number, known = now.lineup.number(seat), now.now.infoset
            odds = odds_of(now.lineup.distinct[number], now.followed[number]) or {}
            real = tuple(come_to(known, action) for action in odds)
            shares = summed(real, list(odds.values()))
            luck.acted(base, shares or None, after.now.steps[-1], after.now.base)
        now = after
    player = hand.seat % players_of(now.now.base)
    return float(now.now.base.payoff(player) + luck.total[player])


@dataclass(frozen=True)
class Costly:
    """A decision that cost something.

    Parameters
    ----------
    hand, decision
        The number of the hand, and of the person's decision in it, both from 1.
    advice
        The advice there, with what was done.

    Examples
    --------
    >>> advice = Advice("K", ("fold", "call"), (0.0, 1.0), visited=True, won=None)
    >>> Costly(hand=3, decision=1, advice=advice).advice.words
    ('fold', 'call')
    """

    hand: int
    decision: int
    advice: Advice


def costliest(
    explorer: Explores,
    hands: Sequence[Played],
    rough: Sequence[Sequence[float]] | None = None,
    first: int = 1,
    most: int = 5,
) -> list[Costly]:
    """Return the decisions that cost most, the worst first.

    All are estimated roughly, by few deals; twice as many as are wanted are then looked at again
    with other deals, as :func:`review` does. So what is said of them is not too high because they
    were chosen.

    Parameters
    ----------
    explorer
        The strategy.
    hands
        The hands.
    rough
        The :func:`losses` of the hands, if they are known.
    first
        The number of the first of them.
    most
        How many decisions at most.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn
    >>> from zerosum.play import Explorer
    >>> uniform = lambda infoset: dict.fromkeys(infoset.actions(), 0.5)
    >>> hand = Played(Kuhn(), (2, 0, 0, 1, 0), seat=0)  # a king that folds to a bet
    >>> worst, *_ = costliest(Explorer(uniform, Kuhn()), [hand])
    >>> worst.decision, worst.advice.lost
    (2, (1.5, 0.0))
    """
    rough = rough or [losses(explorer, hand) for hand in hands]
    found = [
        (lost, number, at)
        for number, costs in enumerate(rough, first)
        for at, lost in enumerate(costs, 1)
        if lost > 0.0
    ]
    costly = list[tuple[float, Costly]]()
    for _, number, at in sorted(found, key=lambda each: -each[0])[: 2 * most]:
        moment, step = list(hands[number - first].decisions)[at - 1]
        advice = explorer.advise(moment, step)
        if advice.lost is not None and advice.lost[0] > 0.0:
            costly.append((advice.lost[0], Costly(number, at, advice)))
    return [one for _, one in sorted(costly, key=lambda each: -each[0])[:most]]


def losses(explorer: Explores, hand: Played) -> list[float]:
    """Return roughly what each decision of a person cost; 0 where that is not known.

    >>> from zerosum.kuhn import Kuhn
    >>> from zerosum.play import Explorer
    >>> uniform = lambda infoset: dict.fromkeys(infoset.actions(), 0.5)
    >>> losses(Explorer(uniform, Kuhn()), Played(Kuhn(), (2, 0, 0, 1, 0), seat=0))
    [0.375, 1.5]
    """
    return [advice.lost[0] if advice.lost else 0.0 for advice in review(explorer, hand, ROUGH, 1)]
