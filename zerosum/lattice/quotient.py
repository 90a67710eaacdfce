"""The tree of an abstract game, cut out of the tree of the whole game.

An abstraction merges infosets and leaves actions out. Once the whole game is enumerated, this only
takes arrays: the abstraction is not compiled, and the game is not walked again.
"""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

import numpy as np

from zerosum.abstraction import View
from zerosum.abstraction.view import as_actions, as_states, contradiction
from zerosum.errors import AbstractionError
from zerosum.jit import compiled, kernel
from zerosum.lattice.classes import classes_of
from zerosum.lattice.menus import Menus, least, menus
from zerosum.lattice.partitions import Classes, count, divided, first_members, numbered
from zerosum.tables import Floats, Ints, ShortInts, starts_of
from zerosum.tree import Tree
from zerosum.tree.recent import tree_of


@kernel
def measure(infosets: Any, firsts: Any, below: Any, starts: Any, places: Any, sizes: Any) -> None:
    """Count the histories that an abstraction leaves in each subtree.

    Parameters
    ----------
    infosets
        The infosets of the tree's histories.
    firsts, below
        Where the children of each history begin in ``below``, in the order of its branches.
    starts, places
        Where the menu of each infoset begins in ``places``, the branches that are offered.
    sizes
        Shape (histories,). Modified in place.
    """
    for node in range(infosets.size - 1, -1, -1):
        infoset, size = infosets[node], 1
        if infoset >= 0:
            for each in range(starts[infoset], starts[infoset + 1]):
                size += sizes[below[firsts[node] + places[each]]]
        else:
            for each in range(firsts[node], firsts[node + 1]):
                size += sizes[below[each]]
        sizes[node] = size


@kernel
def expand(
    infosets: Any,
    firsts: Any,
    below: Any,
    starts: Any,
    places: Any,
    sizes: Any,
    nodes: Any,
    parents: Any,
    branches: Any,
) -> None:
    """Write the histories that an abstraction leaves, depth first.

    Parameters
    ----------
    infosets, firsts, below, starts, places, sizes
        As for :func:`measure`.
    nodes
        The history of the tree that each one is.
    parents, branches
        The history before each, -1 for the first, and its place among the branches there. These
        three are modified in place.
    """
    nodes[0], parents[0], branches[0] = 0, -1, 0
    # When a history is reached, it is known where each subtree below it begins.
    for at in range(nodes.size):
        node = nodes[at]
        infoset, begin = infosets[node], at + 1
        first = starts[infoset] if infoset >= 0 else firsts[node]
        last = starts[infoset + 1] if infoset >= 0 else firsts[node + 1]
        for each in range(first, last):
            branch = places[each] if infoset >= 0 else each - first
            child = below[firsts[node] + branch]
            nodes[begin], parents[begin], branches[begin] = child, at, each - first
            begin += sizes[child]


@dataclass(frozen=True, eq=False, repr=False)
class Quotient(Tree):
    """The tree of an abstract game, and its place in the tree of the whole game.

    Histories are in the order in which :func:`zerosum.tree.enumerated` would find them. The row
    of an infoset is that of one of its members, so :meth:`infoset` and :meth:`history` return
    infosets and histories of the whole game. You can solve a quotient, but not make a strategy of
    it or evaluate one in it: carry probabilities, such as ``CFR(...).average()``, into the whole
    game by :meth:`lifted`.

    Parameters
    ----------
    whole
        The tree of the whole game.
    nodes
        Shape (histories,): the history of the whole game that each one is.
    members
        Shape (infosets of the whole game,): the abstract infoset of each; -1 if play with the
        actions of the abstraction never reaches its class.
    targets
        The sequence of the whole game for each offered action, infoset by infoset.
    sources
        The sequence of the abstract game for each offered action; -1 where ``members`` is.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn
    >>> from zerosum.kuhn.abstraction import betting, is_jack
    >>> found = quotient(Kuhn(), is_jack * betting)
    >>> found.infoset_count, found.members.tolist()
    (8, [0, 1, 2, 3, 1, 3, 4, 5, 6, 7, 4, 6])
    >>> found.lifted(np.full(2 * found.infoset_count, 0.5)).size
    24
    """

    whole: Tree
    nodes: ShortInts
    members: Classes
    targets: Ints
    sources: Ints

    @property
    def is_own(self) -> bool:
        """False: the infosets are not those of ``base`` seen through ``view``."""
        return False

    def history(self, number: int) -> tuple[Any, list[Any]]:
        """Return a history of the whole game and the moves that lead there."""
        return self.whole.history(int(self.nodes[number]))

    def lifted(self, probabilities: Floats) -> Floats:
        """Convert the probability of each sequence to the whole game.

        Probabilities of equal actions of the game are summed, and actions that are not offered
        have 0. Infosets whose class is never reached are uniform over the offered actions.

        Parameters
        ----------
        probabilities
            Shape (sequences,).

        Returns
        -------
        The probability of each sequence of the whole game.
        """
        given = np.append(probabilities, 0.0)[self.sources]
        alone = self.sources < 0
        infosets = np.searchsorted(self.whole.starts, self.targets[alone], side="right") - 1
        given[alone] = 1.0 / np.bincount(infosets)[infosets]
        return np.bincount(self.targets, given, self.whole.sequences).astype(np.float64)


def quotient(
    game: Any, states: Any, actions: Any = None, players: Collection[int] | None = None
) -> Quotient:
    """Return the tree of an abstract game, cut out of the tree of the whole game.

    Parameters
    ----------
    game
        The start of a game that is not abstract, its class or its tree.
    states, actions
        As for :class:`zerosum.abstraction.Abstracted`.
    players
        The players who see the game through the abstraction; all others see the whole game. All
        players by default.

    Raises
    ------
    AbstractionError
        If the abstraction is ill-formed, with the key, both menus and both histories; if it
        offers an action that the game does not; if the game is abstract, or a player is not one
        of the game.
    GameError
        If the game cannot be enumerated.

    Notes
    -----
    Each factor is evaluated once at each infoset, which takes about 20 microseconds in Python;
    the rest takes nanoseconds for each history.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn
    >>> from zerosum.kuhn.abstraction import betting, is_jack
    >>> from zerosum.tree import enumerated
    >>> whole = enumerated(Kuhn(), native=False)
    >>> quotient(whole, is_jack * betting).statistics
    Statistics(histories=58, terminals=30, infosets=8, sequences=16, depth=5)
    >>> quotient(whole, is_jack * betting, players=[0]).infoset_count
    10
    """
    tree, states, actions = tree_of(game), as_states(states), as_actions(actions)
    _check_players(tree, players)
    classes = classes_of(tree, states)
    if states is not None:
        check_well_formed(tree, states, actions, classes)
    return divide(tree, classes, menus(tree, actions), players)


def _check_players(tree: Tree, players: Any) -> None:
    seats = range(tree.players)
    if players is None:
        return
    if not isinstance(players, Collection) or not all(each in seats for each in players):
        raise AbstractionError(
            f"The players of a quotient must be some of 0 to {tree.players - 1}; got {players!r}: "
            f"give a list of those who see the game through the abstraction.",
            players,
        )


def check_well_formed(tree: Tree, states: Any, actions: Any, classes: Classes) -> None:
    """Check that infosets of one class have one player and one menu.

    Raises
    ------
    AbstractionError
        If not; it shows the key, both menus and both histories.
    """
    pair = divided(classes, least(tree, actions))
    if pair is None:
        return
    view, said = View(states, actions), []
    for number in pair:
        history, moves = tree.history(int(tree.firsts[number]))
        menu = view.offered(tree.infoset(number))
        said.append(f"player {tree.owners[number]} with {menu} (at {history!r} after {moves})")
    raise contradiction(view.named(tree.infoset(pair[0])), said, states)


def divide(
    tree: Tree, classes: Classes, offers: Menus, players: Collection[int] | None = None
) -> Quotient:
    """Return the quotient for given classes and menus, which must be well formed.

    Parameters
    ----------
    tree
        The whole game.
    classes
        Shape (infosets,).
    offers
        The actions that are offered at each infoset.
    players
        As for :func:`quotient`.
    """
    if players is not None:
        seen = np.isin(tree.owners, list(players))
        apart = count(classes) + np.arange(tree.infoset_count)
        classes = numbered(np.where(seen, classes, apart))
        offers = offers.only(seen, menus(tree, None))
    nodes, parents, branches = _expanded(tree, offers)
    return _assembled(tree, classes, offers, nodes, parents, branches)


def _expanded(tree: Tree, offers: Menus) -> tuple[ShortInts, ...]:
    """Return for each history that of the whole game, its parent, and its branch there."""
    order = np.argsort(tree.parents, kind="stable")[1:]  # children, by their parents
    firsts = starts_of(np.bincount(tree.parents[1:], minlength=tree.histories))
    sizes = np.zeros(tree.histories, np.int64)
    shape = (tree.infosets, firsts, order, offers.starts, offers.places)
    compiled(measure)(*shape, sizes)
    nodes, parents, branches = (np.empty(int(sizes[0]), np.int32) for _ in range(3))
    compiled(expand)(*shape, sizes, nodes, parents, branches)
    return nodes, parents, branches


def _assembled(
    tree: Tree,
    classes: Classes,
    offers: Menus,
    nodes: ShortInts,
    parents: ShortInts,
    branches: ShortInts,
) -> Quotient:
    """Return the tree of the given histories of the whole game."""
    infosets = tree.infosets[nodes]
    deciding, ended, chance = infosets >= 0, infosets < -1, infosets == -1
    found = infosets[deciding]
    payoffs = tree.payoffs[-2 - infosets[ended]]
    infosets[deciding] = numbered(classes[found])
    infosets[ended] = -2 - np.arange(payoffs.shape[0], dtype=np.int32)
    speakers = found[first_members(infosets[deciding])]
    starts = starts_of(offers.sizes[speakers])
    # Where the edges below a history begin: sequences, and behind them outcomes of chance.
    begins = np.zeros(nodes.size, np.int64)
    begins[deciding] = starts[infosets[deciding]]
    outcomes = np.bincount(parents[1:], minlength=nodes.size)[chance]
    begins[chance] = starts[-1] + np.cumsum(outcomes) - outcomes
    edges = begins[parents] + branches
    edges[0] = -1
    dealt = np.flatnonzero(edges >= starts[-1])
    of_class = np.full(count(classes), -1, np.int32)
    of_class[classes[speakers]] = np.arange(speakers.size, dtype=np.int32)
    taken = of_class[classes][offers.infosets]
    return Quotient(
        base=tree.base,
        view=tree.view,
        players=tree.players,
        starts=starts,
        words=tree.words,
        blocks=tree.blocks[speakers],
        hashes=tree.hashes[speakers],
        parents=parents,
        edges=edges.astype(np.int32),
        infosets=infosets,
        payoffs=payoffs,
        share=tree.share,
        # An outcome keeps its probability in the whole tree; outcomes are in the order of edges.
        chances=tree.chances[tree.edges[nodes[dealt[np.argsort(edges[dealt])]]] - tree.sequences],
        whole=tree,
        nodes=nodes,
        members=of_class[classes],
        targets=tree.starts[offers.infosets] + offers.places,
        sources=np.where(taken < 0, -1, starts[taken] + offers.ranks),
    )
