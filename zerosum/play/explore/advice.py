"""What a strategy advises at a decision of one seat, and what it thinks of the action taken.

An advice is a function of what the seat knows. Values are means over the histories that the seat
holds possible, weighted by chance and by how likely the strategy takes the others there; all
seats then play by the strategy.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np

from zerosum.abstraction.menus import come_to
from zerosum.errors import NotApplicable
from zerosum.game import players_of
from zerosum.native.primitives import draw, draw_from, outcomes
from zerosum.play.explore.spots import NEVER
from zerosum.play.explore.worlds import CHANCE, OVER, World
from zerosum.play.tally import Estimate, estimate
from zerosum.rng import Random
from zerosum.strategy.policy import summed
from zerosum.tables import Floats
from zerosum.terms import Moment, Terms

Ask: TypeAlias = Callable[[World], tuple[Mapping[Any, float], bool]]
"""Returns what the strategy does in a world, and whether it knows the infoset."""

DEALS = 200
"""How many deals are played out by default, where values are not exact."""
_WALKED = 25  # histories that are walked through for exact values, for each deal otherwise


@dataclass(frozen=True)
class Taken:
    """What was done at a decision.

    Parameters
    ----------
    index
        Its place among the actions of the strategy; None if it is not one of them.
    words
        What it was, such as "raise to 6".
    done
        How likely the strategy does it, or what stands for it on its menu.

    Examples
    --------
    >>> Taken(index=1, words="raise to 6", done=0.4)
    Taken(index=1, words='raise to 6', done=0.4)
    """

    index: int | None
    words: str
    done: float


@dataclass(frozen=True, eq=False)
class Advice:
    """What a strategy does at a decision with the hand of one seat, and what that wins.

    Parameters
    ----------
    hand
        What the seat holds, in words.
    words
        The actions of the strategy, in words.
    strategy
        How likely each of them is.
    visited
        Whether training visited the infoset; the strategy is uniform elsewhere.
    won
        What each action wins, and after them the action taken if it is not one of them, in each
        deal that was played out; a single row of means if they are exact. Shape (deals, actions);
        None if it is not known.
    exact
        Whether they are exact.
    notes
        Sentences to show beside it.
    taken
        What was done; None if it is not given.

    Examples
    --------
    >>> from dataclasses import replace
    >>> import numpy as np
    >>> won = np.array([[-1.0, 2.0]])
    >>> advice = Advice("K", ("fold", "call"), (0.25, 0.75), visited=True, won=won, exact=True)
    >>> advice.values, replace(advice, taken=Taken(0, "fold", 0.25)).lost
    (Estimate(means=array([-1.,  2.]), margins=array([0., 0.])), (2.25, 0.0))
    """

    hand: str
    words: tuple[str, ...]
    strategy: tuple[float, ...]
    visited: bool
    won: Floats | None
    exact: bool = False
    notes: tuple[str, ...] = ()
    taken: Taken | None = None

    @cached_property
    def values(self) -> Estimate | None:
        """What each action wins on average, net of the whole hand."""
        if self.won is None:
            return None
        return estimate(self.won[:, : len(self.words)], exact=self.exact)

    @property
    def lost(self) -> tuple[float, float] | None:
        """How much less what was done wins than the strategy, and half its 95 % interval.

        None if nothing was done, or values are not known.
        """
        if self.won is None or self.taken is None:
            return None
        shares = np.array(self.strategy)
        menu = self.won[:, : len(self.words)]
        usual = np.where(shares > 0.0, shares * menu, 0.0).sum(axis=1)
        at = len(self.words) if self.taken.index is None else self.taken.index
        mean, margin = map(float, estimate(usual - self.won[:, at], exact=self.exact))
        return None if np.isnan(mean) else (mean, margin)


def advise(
    terms: Terms,
    ask: Ask,
    moment: Moment,
    here: World,
    likely: Mapping[World, tuple[float, float]] | None,
    taken: Any = None,
    deals: int = DEALS,
    seed: int = 0,
) -> Advice:
    """Return what a strategy advises at a decision.

    Parameters
    ----------
    terms, ask
        The words of the game, and what asks the strategy.
    moment
        The decision, with the menu to word.
    here
        The decision as the strategy sees it.
    likely
        The histories that the seat to act holds possible, each with its probability by chance and
        with that the others do what they did; None if they cannot be listed.
    taken
        What was done; None for nothing.
    deals, seed
        How many deals are played out where values are not exact; none for no values there.
    """
    answer, visited = ask(here)
    known, menu = moment.infoset, [*moment.menu, *answer]
    real = tuple(come_to(known, action) for action in menu)  # as the game has them
    shares = summed(real, [0.0] * len(moment.menu) + list(answer.values()))
    actions = list(shares)
    done = None
    if taken is not None:
        taken = come_to(known, taken)
        index = actions.index(taken) if taken in shares else None
        done = Taken(index, terms.label(moment, taken), shares.get(taken, 0.0))
    won, exact, notes = None, False, list[str]()
    if likely is None:
        notes.append(
            "What actions win is not shown: what others may hold is too much to list, or an action "
            "was taken that the strategy does not know."
        )
    else:
        weights = {world: chance * led for world, (chance, led) in likely.items()}
        if sum(weights.values()) <= 0.0:
            notes.append(NEVER)
            weights = {world: chance for world, (chance, _) in likely.items()}
        more = [taken] if done is not None and done.index is None else []
        won, exact = _worth(ask, weights, [*actions, *more], deals, seed)
    return Advice(
        hand=terms.spell(terms.private(moment, here.turn)),
        words=tuple(terms.label(moment, action) for action in actions),
        strategy=tuple(shares.values()),
        visited=visited,
        won=won,
        exact=exact,
        notes=tuple(notes),
        taken=done,
    )


def _worth(
    ask: Ask, weights: Mapping[World, float], actions: Sequence[Any], deals: int, seed: int
) -> tuple[Floats | None, bool]:
    """Return what actions win in each deal, or exactly where few histories follow."""
    walk = _Walk(ask, next(iter(weights)), _WALKED * (deals or DEALS))
    total = sum(weights.values())
    try:
        means = [
            sum(share * walk.mean(world.after(action)) for world, share in weights.items()) / total
            for action in actions
        ]
        return np.array([means]), True
    except NotApplicable:
        if deals < 2:
            return None, False
    rng, rows = Random(seed), []
    shares = [(world, share / total) for world, share in weights.items()]
    for _ in range(deals):
        world, branch = draw_from(shares, rng), rng.bits()
        rows.append([walk.played(world.after(action), Random(branch)) for action in actions])
    return np.array(rows), False


class _Walk:
    """Goes on by the strategy from histories of one player's decision."""

    def __init__(self, ask: Ask, here: World, most: int) -> None:
        self.ask, self.player = ask, here.turn % players_of(here.moment.base)
        self.left = most

    def mean(self, world: World) -> float:
        """Return what the player wins on average.

        Raises
        ------
        NotApplicable
            If too many histories follow, or chance does not list its outcomes.
        """
        base = world.moment.base
        if world.turn == OVER:
            return float(base.payoff(self.player))
        self.left -= 1
        pairs: Sequence[tuple[Any, float]]
        try:
            pairs = outcomes(base) if world.turn == CHANCE else [*self.ask(world)[0].items()]
        except NotImplementedError:
            pairs = ()
        if self.left < 0 or not pairs:
            raise NotApplicable("Too many histories follow.", base)
        return sum(share * self.mean(world.after(step)) for step, share in pairs if share > 0.0)

    def played(self, world: World, rng: Random) -> float:
        """Return what the player wins where steps are drawn."""
        while world.turn != OVER:
            chance = world.turn == CHANCE
            base = world.moment.base
            step = draw(base, rng) if chance else draw_from([*self.ask(world)[0].items()], rng)
            world = world.after(step)
        return float(world.moment.base.payoff(self.player))
