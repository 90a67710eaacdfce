"""A public tree as flat arrays: what all players see, and vectors over private hands."""

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import IO, Any, NamedTuple

import numpy as np

from zerosum.abstraction import View
from zerosum.errors import AbstractionError, GameError
from zerosum.tables import Floats, Ints, ShortInts, places_within, starts_of
from zerosum.tree.public.deals import Deals
from zerosum.tree.public.rows import Rows, Written, rows_of, write_rows
from zerosum.tree.public.unfolding import CHANCE

_NODES = 1 << 14  # at a time


class PublicStatistics(NamedTuple):
    """The size of a public tree.

    Nodes are decisions and public chance moves. Terminals are counted separately; ``payoffs``
    counts their distinct matrices. ``numbers`` counts the triples of a decision, an action and a
    hand, including hands that are impossible there.
    """

    nodes: int
    terminals: int
    payoffs: int
    hands: tuple[int, int]
    infosets: int
    numbers: int


@dataclass(frozen=True, eq=False, repr=False)
class PublicTree:
    """The public tree of a game; nodes come before their children.

    Two players decide. A node at which one of them acts has an infoset for each of the player's
    hands. A strategy of both is one array of ``numbers`` probabilities. Those of a node begin at
    ``starts[node]``: action by action, and within each action hand by hand.

    Parameters
    ----------
    base, view
        The start of the game, and how infosets are seen.
    deals
        The private hands, and how they are dealt together.
    deciders
        The two players who decide.
    owners
        Shape (nodes,): the player to act; -1 for chance.
    firsts
        Shape (nodes + 1,): the first edge of each node, and the total number of edges.
    targets
        Shape (edges,): the node that each edge leads to, ``-1 - k`` for a terminal with payoffs
        number ``k``.
    odds
        Shape (edges,): the probability that chance takes an edge, independent of the hands; 0 for
        actions.
    payoffs
        Shape (payoffs, players - 1, hands of one decider, hands of the other): what each player but
        the last wins beyond ``share``, in chips, times the probability that chance deals all that
        leads there. The last player wins what the others lose.
    signs
        Shape (places,): a hash of the infoset of each decision and hand of its owner; 0 if the hand
        is impossible there.
    terminals
        How many there are.
    native
        Whether the game runs natively.
    share
        Each player's equal share of what the payoffs of the game sum to, in chips.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn
    >>> from zerosum.tree.public import public_tree
    >>> tree = public_tree(Kuhn())
    >>> tree.owners, tree.hands, tree.starts, tree.plain
    (array([0, 1, 0, 1], dtype=int32), (3, 3), array([ 0,  6, 12, 18, 24]), True)
    >>> tree.payoffs_of(0).shape
    (4, 3, 3)
    """

    base: Any
    view: View
    deals: Deals
    deciders: tuple[int, int]
    owners: ShortInts
    firsts: ShortInts
    targets: ShortInts
    odds: Floats
    payoffs: Floats
    signs: Ints
    terminals: int
    native: bool
    share: float

    def __repr__(self) -> str:
        return f"<PublicTree of {self.base!r}: {self.nodes:,} nodes>"

    def base_and_view(self) -> tuple[Any, View]:
        """Return what solvers of it are of."""
        return self.base, self.view

    @property
    def nodes(self) -> int:
        """The number of decisions and chance moves."""
        return int(self.owners.size)

    @property
    def players(self) -> int:
        """The number of players, of whom two decide."""
        return len(self.deals.hands)

    @property
    def hands(self) -> tuple[int, int]:
        """The number of hands of each player who decides."""
        one, other = self.deciders
        return len(self.deals.hands[one]), len(self.deals.hands[other])

    @cached_property
    def sides(self) -> Ints:
        """Which decider acts at each node, the one or the other; -1 for chance; shape (nodes,)."""
        sides = np.full(self.players + 1, CHANCE, np.int64)
        sides[[*self.deciders]] = 0, 1
        return sides[self.owners]

    @cached_property
    def widths(self) -> Ints:
        """The number of hands of the player to act at each node; 0 for chance."""
        return np.array([*self.hands, 0], np.int64)[self.sides]

    def payoffs_of(self, player: int) -> Floats:
        """Return what a player wins beyond ``share``, times chance.

        Shape (payoffs, hands of one decider, hands of the other), in chips.
        """
        last = player == self.players - 1
        paid: Floats = -self.payoffs.sum(axis=1) if last else self.payoffs[:, player]
        return paid

    @property
    def unit(self) -> float:
        """The largest payoff beyond ``share``, in chips times chance."""
        return float(np.abs(self.payoffs).max(initial=0.0))

    @property
    def terms(self) -> dict[str, Floats]:
        """What kernels know of payoffs: a matrix for each kind of terminal and each decider."""
        one, other = map(self.payoffs_of, self.deciders)
        return {
            "payoffs_0": np.ascontiguousarray(one.swapaxes(1, 2)),
            "payoffs_1": np.ascontiguousarray(other),
        }

    @cached_property
    def starts(self) -> Ints:
        """Where the numbers of each node begin, and the total; shape (nodes + 1,)."""
        return starts_of(self.widths * np.diff(self.firsts))

    @cached_property
    def places(self) -> Ints:
        """Where the infosets of each node begin, and the total; shape (nodes + 1,)."""
        return starts_of(self.widths)

    @property
    def numbers(self) -> int:
        """The number of (decision, action, hand) triples."""
        return int(self.starts[-1])

    @property
    def sampled(self) -> bool:
        """Whether chance deals in public."""
        return bool((self.owners == CHANCE).any())

    @cached_property
    def plain(self) -> bool:
        """Whether every hand at every decision has its own infoset.

        Equal infosets have equal hashes, so different hashes prove that infosets differ.
        """
        signs = np.sort(self.signs[self.signs != 0])
        return not bool((signs[1:] == signs[:-1]).any())

    @cached_property
    def rows(self) -> Rows:
        """The infosets of decisions and hands, by one more walk over the game.

        They take a hundred bytes or more for each infoset.
        """
        return rows_of(self.base, self.view, self.deals, self.signs, native=self.native)

    def write_rows(self, file: IO[bytes]) -> Written:
        """Write the words of all infosets to a file, if each is of one decision and hand."""
        return write_rows(self.base, self.view, self.deals, self.signs, file, native=self.native)

    @cached_property
    def statistics(self) -> PublicStatistics:
        """The size of the tree."""
        infosets = np.count_nonzero(self.signs) if self.plain else self.rows.infoset_count
        return PublicStatistics(
            nodes=self.nodes,
            terminals=self.terminals,
            payoffs=int(self.payoffs.shape[0]),
            hands=self.hands,
            infosets=int(infosets),
            numbers=self.numbers,
        )

    @cached_property
    def marginals(self) -> tuple[Floats, Floats]:
        """The probability of each hand, for each player who decides."""
        found = tuple(np.zeros(size) for size in self.hands)
        for deal in self.deals.all:
            for chances, player in zip(found, self.deciders, strict=True):
                chances[deal.hands[player]] += deal.chance
        return found[0], found[1]

    def by_infoset(self, numbers: Floats) -> Floats:
        """Return the numbers of each infoset and action, given those by node.

        Shape (sequences,), as tables and strategies keep them.
        """
        # One more after the last, which is at -1, for hands that cannot be held.
        found = np.zeros(self.rows.sequences + 1)
        for first, last in pairwise(self._cuts()):
            found[self._sequences(first, last)] = numbers[self.starts[first] : self.starts[last]]
        return found[:-1]

    def by_node(self, numbers: Floats) -> Floats:
        """Return the numbers of each node, action and hand, given those by infoset.

        Shape (numbers,); 0 for a hand that cannot be held.
        """
        found = np.empty(self.numbers)
        numbers = np.append(numbers, 0.0)
        for first, last in pairwise(self._cuts()):
            there = slice(self.starts[first], self.starts[last])
            found[there] = numbers[self._sequences(first, last)]
        return found

    def at_places(self, numbers: Floats, places: ShortInts) -> Floats:
        """Return the numbers of some decisions and hands, for each action, one after another."""
        nodes = np.searchsorted(self.places, places, side="right") - 1
        widths, counts = self.widths[nodes], np.diff(self.firsts)[nodes]
        begins = self.starts[nodes] + places - self.places[nodes]
        actions = np.repeat(widths, counts) * places_within(counts)
        found: Floats = numbers[np.repeat(begins, counts) + actions]
        return found

    def _cuts(self) -> list[int]:
        """Return nodes between which there are few enough numbers to look at them at once."""
        return [*range(0, self.nodes, _NODES), self.nodes]

    def _sequences(self, first: int, last: int) -> Ints:
        """Return the sequence of each action and hand of nodes; -1 where it cannot be held."""
        begin = self.starts[first]
        nodes = np.repeat(np.arange(first, last), np.diff(self.starts[first : last + 1]))
        ordinals = np.arange(self.starts[last] - begin) + begin - self.starts[nodes]
        actions, hands = np.divmod(ordinals, self.widths[nodes])
        infosets = self.rows.numbers[self.places[nodes] + hands]
        return np.where(infosets < 0, -1, self.rows.starts[infosets] + actions)


def check_plain(tree: PublicTree) -> None:
    """Check that every hand at every decision is an infoset of its own.

    Raises
    ------
    AbstractionError
        If an abstraction merges several.
    GameError
        If the game itself does.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn
    >>> from zerosum.tree.public import public_tree
    >>> check_plain(public_tree(Kuhn()))
    """
    if tree.plain:
        return
    sentence = (
        f"A best response on a public tree needs an infoset for each hand in each public state; in "
        f"{tree!r} several share an infoset"
    )
    if tree.view.states is None:
        raise GameError(
            f"{sentence}: let infoset() keep what is public, or remove from `public` what "
            f"zerosum.testing.check_public finds that only one player sees.",
            tree.base,
        )
    raise AbstractionError(
        f"{sentence}: evaluate lift(strategy, game) in the whole game.", tree.view.states
    )
