"""The betting tree of one street, from a public state on.

What players may do there does not depend on their hands, so one deal shows the whole tree. On a
last street, what a terminal pays depends on which hand is stronger only; so each is asked three
times, after a deal of each outcome. Before that, lines end where a card is dealt, with the chips of
the pot.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, Generic, Protocol, TypeVar

import numpy as np
from numba.core import types

from zerosum.abstraction import View
from zerosum.jit import kernel
from zerosum.kernels.compile import Entry, prepare
from zerosum.kernels.names import GameView, History, Work
from zerosum.kernels.showdowns import DECK, REWARDS
from zerosum.native.primitives import hold
from zerosum.tables import Arena, Floats, Ints, starts_of
from zerosum.tree.failures import NotEnumerable

MOST_NODES = 4_000
_MOST_EDGES = 8 * MOST_NODES
_DEEPEST = 200
FINE, TOO_LARGE = range(2)


class Bets(Arena):
    """The arrays that a betting tree is written to."""

    nodes: int
    edges: int
    terminals: int
    status: int
    # The outcome of a showdown of the hands that were dealt.
    outcome: int
    owners: Ints
    firsts: Ints
    targets: Ints
    rewards: Floats
    pots: Ints

    def __init__(self) -> None:
        super().__init__(
            owners=np.zeros(MOST_NODES, np.int64),
            firsts=np.zeros(MOST_NODES + 1, np.int64),
            targets=np.zeros(_MOST_EDGES, np.int64),
            rewards=np.zeros(REWARDS * _MOST_EDGES),
            pots=np.zeros(_MOST_EDGES, np.int64),
        )


class Held(Protocol):
    """The hands of both players, as the columns of vectors."""

    @property
    def cards(self) -> Ints:
        """The lower and the higher card of each hand; shape (hands, 2)."""
        ...

    def __len__(self) -> int:
        """Return the number of columns."""
        ...

    @property
    def columns(self) -> Any:
        """The column of each hand, as an index of an array."""
        ...

    def place(self, hand: Ints) -> int:
        """Return the column of a hand, given by its lower and its higher card."""
        ...

    def weigh(self, weights: Floats) -> Floats:
        """Return the weight of each column, given the weight of each hand; shape (columns,)."""
        ...

    def free(self, weights: Floats) -> Floats:
        """Return the total weight of the hands that share no card with each; shape (columns,)."""
        ...

    def terms(self, tree: BettingTree[Any]) -> dict[str, Any]:
        """Return what kernels know of the payoffs of a tree."""
        ...


H = TypeVar("H", bound=Held)


@dataclass(frozen=True, eq=False)
class RankedHands:
    """Hands of two cards, of either player, numbered by rising strength.

    Parameters
    ----------
    cards
        Shape (hands, 2): the lower and the higher card of each hand.
    ends
        Shape (groups,): where the hands of each strength end.
    """

    cards: Ints
    ends: Ints

    def __len__(self) -> int:
        return int(self.cards.shape[0])

    @property
    def columns(self) -> slice:
        """Each hand has its own."""
        return slice(None)

    def place(self, hand: Ints) -> int:
        """Return the place of a hand, given by its lower and its higher card."""
        (found,) = np.flatnonzero((self.cards == hand).all(axis=1))
        return int(found)

    def weigh(self, weights: Floats) -> Floats:
        """Return the weights as they are."""
        return weights

    def free(self, weights: Floats) -> Floats:
        """Return the total weight of the hands that share no card with each; shape (hands,)."""
        by_card = np.zeros(DECK)
        for place in range(2):
            np.add.at(by_card, self.cards[:, place], weights)
        found: Floats = weights.sum() - by_card[self.cards].sum(axis=1) + weights
        return found

    def terms(self, tree: BettingTree[Any]) -> dict[str, Any]:
        """Return which hands are stronger, and what that pays."""
        return {
            "groups": self.ends.size,
            "ends": self.ends,
            "cards": np.ascontiguousarray(self.cards),
            "rewards": tree.rewards,
            "by_card": np.zeros(2 * DECK),
        }


@dataclass(frozen=True, eq=False)
class BettingTree(Generic[H]):
    """The decisions of two players from a public state on; what kernels need of a public tree.

    Parameters
    ----------
    hands_held
        The hands that either player may hold.
    owners
        Shape (nodes,): the player to act; nodes come before those below them.
    firsts
        Shape (nodes + 1,): the first edge of each node, and the number of edges.
    targets
        Shape (edges,): the node that each edge leads to, ``-1 - k`` for terminal ``k``.
    rewards
        Shape (terminals, 3): the chips of player 0 with the stronger hand, an equal, a weaker one.
    pots
        Shape (terminals,): the chips of the pot where a card is dealt next; 0 where the hand ends.
    ways
        Shape (terminals,): the way in which a player goes on from there, where there are several.
    """

    hands_held: H
    owners: Ints
    firsts: Ints
    targets: Ints
    rewards: Floats
    pots: Ints
    ways: Ints

    plain = True
    share = 0.0

    @property
    def nodes(self) -> int:
        """The number of decisions."""
        return int(self.owners.size)

    @property
    def players(self) -> int:
        """Two."""
        return 2

    @property
    def deciders(self) -> tuple[int, int]:
        """Both players."""
        return 0, 1

    @property
    def hands(self) -> tuple[int, int]:
        """The number of hands of each player."""
        return len(self.hands_held), len(self.hands_held)

    @property
    def widths(self) -> Ints:
        """The number of hands of the player to act at each node."""
        return np.full(self.nodes, len(self.hands_held), np.int64)

    @property
    def sides(self) -> Ints:
        """The player to act at each node."""
        return self.owners

    @property
    def odds(self) -> Floats:
        """Zeros: chance does not move."""
        return np.zeros(self.targets.size)

    @cached_property
    def starts(self) -> Ints:
        """Where the numbers of each node begin, and the total; shape (nodes + 1,)."""
        return len(self.hands_held) * self.firsts

    @cached_property
    def places(self) -> Ints:
        """Where the infosets of each node begin, and the total; shape (nodes + 1,)."""
        return starts_of(self.widths)

    @property
    def numbers(self) -> int:
        """The number of (decision, action, hand) triples."""
        return int(self.starts[-1])

    @property
    def unit(self) -> float:
        """The largest number of chips of a terminal."""
        return float(max(np.abs(self.rewards).max(initial=0.0), self.pots.max(initial=0)))

    @property
    def terms(self) -> dict[str, Any]:
        """What kernels know of payoffs."""
        return self.hands_held.terms(self)


class BettingTrees:
    """Writes betting trees of states of one game; keeps the compiled walk.

    Parameters
    ----------
    base
        The start of a game for two.
    view
        Whose actions are the menus.
    native
        False to run interpreted.
    """

    def __init__(self, base: Any, view: View, *, native: bool = True) -> None:
        self._made_of, self._bets = (base, view, native), Bets()
        rest = types.int64, types.int64, types.int64
        self._run: Entry = prepare(write_bets, base, view, (self._bets,), rest, native=native)

    def __reduce__(self) -> tuple[Any, ...]:
        base, view, native = self._made_of
        return partial(BettingTrees, native=native), (base, view)

    def tree(self, dealt: Sequence[Any], hands: H) -> BettingTree[H]:
        """Return the tree from a public state on.

        Parameters
        ----------
        dealt
            The state with three deals of hands: with the stronger hand of player 0, with equal
            hands, with the weaker one. None where no such deal is possible. Before the last street
            one state is enough, since hands end by folds only.
        hands
            The hands that either player may hold.

        Raises
        ------
        NotEnumerable
            If there are more than ``MOST_NODES`` decisions.

        Notes
        -----
        Takes some tens of microseconds for a hundred decisions.
        """
        bets = self._bets
        bets.rewards[:] = 0.0
        for outcome, state in enumerate(dealt):
            if state is None:
                continue
            bets.nodes = bets.edges = bets.terminals = bets.status = 0
            bets.outcome = outcome
            self._run.starting(state)(0, 0, 0)
            if bets.status == TOO_LARGE:
                raise NotEnumerable(
                    f"A betting tree must have at most {MOST_NODES:,} decisions; this one has "
                    f"more: give a menu with fewer bets.",
                    state,
                )
        bets.firsts[bets.nodes] = bets.edges
        return BettingTree(
            hands_held=hands,
            owners=bets.owners[: bets.nodes].copy(),
            firsts=bets.firsts[: bets.nodes + 1].copy(),
            targets=bets.targets[: bets.edges].copy(),
            rewards=bets.rewards[: REWARDS * bets.terminals].reshape(-1, REWARDS).copy(),
            pots=bets.pots[: bets.terminals].copy(),
            ways=np.zeros(bets.terminals, np.int64),
        )


@kernel
def write_bets(game: History, view: GameView, bets: Work, edge: int, level: int, zero: int) -> None:
    """Write a history and all below it; ``zero`` is the int 0. Modified in place: ``bets``."""
    if bets.status != FINE:
        return
    if game.terminal or game.chance:
        terminal = bets.terminals
        bets.terminals = terminal + 1
        bets.targets[edge] = -1 - terminal
        bets.pots[terminal] = 0 if game.terminal else game.infoset(zero).total
        if game.terminal:
            bets.rewards[REWARDS * terminal + bets.outcome] = game.payoff(zero)
        return
    active = game.active
    menu = hold(view.menu(game.infoset(active)))
    node, first = bets.nodes, bets.edges
    if node >= MOST_NODES or first + len(menu) > _MOST_EDGES or level > _DEEPEST:
        bets.status = TOO_LARGE
        return
    if level > 0:
        bets.targets[edge] = node
    bets.nodes, bets.edges = node + 1, first + len(menu)
    bets.owners[node], bets.firsts[node] = active, first
    below = level + 1
    for place in range(len(menu)):
        write_bets(game.apply(menu[place]), view, bets, first + place, below, zero)
