r"""A bot that adapts: before each hand it chooses a strategy by what its opponent has done so far.

It has an equilibrium strategy, and responses to models of opponents. The equilibrium and the models
are the known players. Before the match it has been counted what each of them does in a situation,
which is a street and what is owed there: :math:`q_m(r \mid s)` is how often player :math:`m`
responds by :math:`r`, a fold, a call or check, or a bet. The opponent is taken for a mixture of
them:

.. math:: P(r \mid s) = \sum_m w_m \, q_m(r \mid s)

The weights :math:`w` are the likeliest, given what was seen, where a decision about more chips
counts more, and some decisions of the equilibrium before, by expectation maximisation (Dempster,
Laird & Rubin 1977). They predict what a strategy :math:`a` wins, from what it wins from each of
them, :math:`u(a, m)`. No opponent is exactly such a mixture, so what the strategy has won counts
too: :math:`v_a` chips in :math:`n_a` hands. The strategy with the largest

.. math:: \frac{N \sum_m w_m \, u(a, m) + v_a}{N + n_a}

plays the next hand. This is the mean that is expected if predictions err by a normal distribution,
with a variance of one :math:`N`-th of that of a hand.

Johanson, Zinkevich & Bowling, "Computing robust counter-strategies", NIPS 2007; Bard, Johanson,
Burch & Bowling, "Online implicit agent modelling", AAMAS 2013, choose among such responses by what
they win.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

import numpy as np

from zerosum.errors import StoreError, check_count
from zerosum.game import Action, History
from zerosum.pkr.actions import Call, Check, Fold
from zerosum.pkr.face import PokerInfoset
from zerosum.pkr.game import RiverOfBlood
from zerosum.play import Leading, Odds, Source, play_match
from zerosum.play.beside import real_of
from zerosum.rng import Random
from zerosum.support import store
from zerosum.tables import Floats

DEALS = 1_500
"""Deals that each strategy plays from both seats against each known player, before the match."""
PRIOR = 30.0
"""Decisions of the equilibrium that an opponent is taken to have made before the first hand."""
TRUST = 200.0
"""The hands whose winnings count as much as what is predicted; it errs by some five chips."""
_STEPS = 20
_STAKES = (1.0, 3.0, 9.0)  # what a decision counts, by the chips that are owed
_POTS, _CHIPS = (0.6, 1.2, 4.0), (12, 50)  # bounds of what is owed: as parts of the pot, in chips
_STREETS, _SIZES = 4, 3 + len(_POTS)
SITUATIONS, RESPONSES = _STREETS * _SIZES * (1 + len(_CHIPS)), 3


def situation_of(infoset: PokerInfoset) -> int:
    """Return the number of a situation: the street, and what is owed by pots and by chips.

    >>> from zerosum.pkr import Bet
    >>> start = RiverOfBlood().face_down
    >>> situation_of(start.infoset(0)), situation_of(start.apply(Bet(5)).infoset(1))
    (3, 9)
    """
    street, cost = min(infoset.street, _STREETS - 1), infoset.cost
    size = 0 if cost == 0 else 1
    if cost > 0 and (street > 0 or infoset.bets > 0):
        size = 2 + sum(cost > pots * (infoset.total - cost) for pots in _POTS)
    return (street * _SIZES + size) * (1 + len(_CHIPS)) + sum(cost > chips for chips in _CHIPS)


def response_of(action: Action) -> int:
    """Return 0 for a fold, 1 for a check or a call, 2 for a bet or a raise.

    >>> response_of(Fold()), response_of(Call())
    (0, 1)
    """
    return 0 if isinstance(action, Fold) else 1 if isinstance(action, Check | Call) else 2


def _nothing() -> Floats:
    return np.zeros((SITUATIONS, RESPONSES))


@dataclass(frozen=True, eq=False)
class Portfolio:
    """What strategies win from players that are known, and how often those respond in which way.

    Parameters
    ----------
    worth
        Chips a hand, shape (strategies, players); the first of both is the equilibrium.
    habits
        Decisions, shape (players, ``SITUATIONS``, ``RESPONSES``).

    Examples
    --------
    Two players, who differ in the first situation only:

    >>> habits = np.zeros((2, SITUATIONS, RESPONSES))
    >>> habits[0, 0], habits[1, 0] = (0, 50, 50), (0, 95, 5)
    >>> portfolio = Portfolio(np.array([[0.0, 1.0], [-2.0, 5.0]]), habits)
    >>> seen = np.zeros((SITUATIONS, RESPONSES))
    >>> seen[0] = 0, 90, 4
    >>> portfolio.weights(seen).round(1)
    array([0.6, 0.4])
    >>> portfolio.expected(seen, hands=np.array([0, 50]), chips=np.array([0, -300])).round(1)
    array([ 0.4, -0.4])
    """

    worth: Floats
    habits: Floats

    def weights(self, seen: Floats) -> Floats:
        """Return the weight of each player in an opponent; they sum to one.

        Parameters
        ----------
        seen
            Its decisions, shape (``SITUATIONS``, ``RESPONSES``).
        """
        players = len(self.habits)
        habits = self.habits + 1.0  # so that nothing is impossible
        odds = habits / habits.sum(2, keepdims=True)
        before = PRIOR * (np.arange(players) == 0)
        counted = seen * np.tile(_STAKES, _STREETS * _SIZES)[:, None]
        weights = np.full(players, 1.0 / players)
        for _ in range(_STEPS):
            shares = weights[:, None, None] * odds
            owned = before + (counted * shares / shares.sum(0)).sum((1, 2))
            weights = owned / owned.sum()
        return weights

    def expected(self, seen: Floats, hands: Floats, chips: Floats) -> Floats:
        """Return what each strategy is expected to win, in chips a hand.

        An equilibrium loses to nobody.

        Parameters
        ----------
        seen
            What the opponent did.
        hands, chips
            The hands that each strategy has played, and what it has won in them.
        """
        found = (TRUST * (self.worth @ self.weights(seen)) + chips) / (TRUST + hands)
        found[0] = max(found[0], 0.0)
        return np.asarray(found)

    @classmethod
    def measured(
        cls,
        strategies: Sequence[Source],
        models: Sequence[Source],
        deals: int = DEALS,
        seed: int = 1,
    ) -> Self:
        """Measure strategies and players in matches of River of Blood, interpreted.

        Parameters
        ----------
        strategies
            The equilibrium, and responses to the models.
        models
            The models, as players.
        deals
            Of each match, at least two, each played from both seats; 500 take some two seconds.
        seed
            Of the matches.
        """
        check_count("deals", deals, 2)
        players = [strategies[0], *models]
        worth, habits = np.zeros((len(strategies), len(players))), []
        for m, player in enumerate(players):
            watched = Watched(player)
            for a, strategy in enumerate(strategies):
                match = play_match(strategy, watched, deals, seed, game=RiverOfBlood)
                worth[a, m] = match.mean if a + m > 0 else 0.0  # against itself
            habits.append(watched.seen)
        return cls(worth, np.array(habits))

    def save(self, path: Path) -> None:
        """Save it in a folder.

        Raises
        ------
        StoreError
            If the folder cannot be written.
        """
        store.write(path, {"worth": self.worth, "habits": self.habits}, {})

    @classmethod
    def load(cls, path: Path) -> Self:
        """Return what was saved in a folder.

        Raises
        ------
        StoreError
            If the folder is missing or damaged, or counts decisions in other situations.
        """
        arrays = store.read(path).arrays
        worth, habits = arrays["worth"], arrays["habits"]
        if habits.shape != (worth.shape[1], SITUATIONS, RESPONSES):
            raise StoreError(
                f"The folder {path} must count {RESPONSES} responses in {SITUATIONS} situations; "
                f"it is of another version: pack the bot again.",
                path,
            )
        return cls(worth, habits)


class Watched(Leading):
    """Lets another agent play, and counts what it does in which situation.

    Examples
    --------
    >>> from zerosum.pkr.bots.gallery import Folder
    >>> watched = Watched(Folder())
    >>> watched.act(watched.begin(RiverOfBlood().face_down), Random(1)), int(watched.seen.sum())
    (Fold(), 1)
    """

    def __init__(self, agent: Source) -> None:
        super().__init__(agent)
        self.seen = _nothing()

    def act(self, hand: History, rng: Random) -> Action:
        """Return an action of the other agent; count it."""
        action = super().act(hand, rng)
        count(self.seen, hand, action)
        return action


def count(seen: Floats, hand: History, action: Action) -> None:
    """Count an action of the player to act in a hand. Modified in place: ``seen``.

    A player who can only check, as after an all-in, has not decided.
    """
    real: Any = real_of(hand)
    infoset = real.infoset(real.active)
    if infoset.cost > 0 or infoset.bounds()[1] > 0:
        seen[situation_of(infoset), response_of(action)] += 1.0


class Adapting(Source):
    """Plays each hand by the strategy that is worth most against what its opponent seems to be.

    Parameters
    ----------
    strategies
        The equilibrium, and responses.
    portfolio
        What they win from whom.

    Attributes
    ----------
    seen
        What the opponent has done.
    hands, chips
        The hands that each strategy has played, and what it has won in them.

    Examples
    --------
    >>> from zerosum.pkr.bots.gallery import Folder, Maniac
    >>> worth = np.array([[0.0, 0.0], [-3.0, 9.0]])
    >>> habits = np.ones((2, SITUATIONS, RESPONSES))
    >>> habits[0, :, 0] = habits[1, :, 1] = 99  # the first folds, the second calls
    >>> adapting = Adapting([Folder(), Maniac()], Portfolio(worth, habits))
    >>> start = RiverOfBlood()
    >>> for _ in range(40):
    ...     hand = adapting.begin(start)
    ...     adapting.saw(start.face_down, Call())
    ...     adapting.won(0)
    >>> adapting.hands
    array([11., 29.])
    """

    def __init__(self, strategies: Sequence[Source], portfolio: Portfolio) -> None:
        self.strategies, self.portfolio = strategies, portfolio
        self.name, self.seen = strategies[0].name, _nothing()
        self.hands, self.chips = np.zeros(len(strategies)), np.zeros(len(strategies))
        self._playing = 0

    def begin(self, game: History, rng: Random | None = None) -> History:
        """Choose a strategy, and return the start of a hand as that follows it."""
        expected = self.portfolio.expected(self.seen, self.hands, self.chips)
        self._playing = int(np.argmax(expected))
        return self.strategies[self._playing].begin(game, rng)

    def find(self, hand: History) -> Odds:
        """Return the odds of the strategy that plays this hand."""
        return self.strategies[self._playing].find(hand)

    def saw(self, hand: History, action: Action) -> None:
        """Count what the opponent does."""
        count(self.seen, hand, action)

    def won(self, chips: float) -> None:
        """Count what the strategy has won that played the hand."""
        self.hands[self._playing] += 1
        self.chips[self._playing] += chips
