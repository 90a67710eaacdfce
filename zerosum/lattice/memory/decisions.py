"""The decisions of an abstract game: all of an enumerated one, or those of random playouts."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from zerosum.abstraction import Abstracted, Algebraic, View
from zerosum.abstraction.view import contradiction
from zerosum.errors import AbstractionError, check_count
from zerosum.jit import compiled
from zerosum.lattice.infosets import AllInfosets, Examined, Witness, reached
from zerosum.lattice.memory.paths import Paths
from zerosum.lattice.partitions import Classes, divided, numbered
from zerosum.lattice.playouts import Decision, playouts
from zerosum.lattice.quotient import Quotient, quotient
from zerosum.tables import Ints
from zerosum.tree import Tree
from zerosum.tree.recall import deepest

PATHS = 8
"""Playouts of each deal: different play with the same cards shows what is forgotten."""


@dataclass(frozen=True, eq=False)
class Decisions:
    """Decisions of an abstract game.

    Parameters
    ----------
    base
        The start of the whole game.
    infosets
        Those of the whole game that were reached.
    places
        Shape (decisions,): which of these each decision is made at.
    paths
        The decisions, each with the one before it.
    witness
        Returns the infoset of a decision by its number, and moves that lead there.
    played
        The decisions of playouts as they were made; none where all of a game are known.
    """

    base: Any
    infosets: Examined
    places: Classes
    paths: Paths
    witness: Callable[[int], Witness]
    played: tuple[Decision, ...] = ()

    @property
    def deals(self) -> int | None:
        """How many deals were sampled; None if these are all decisions of the game."""
        return self.infosets.deals

    def classes(self, partition: Any) -> Classes:
        """Return the class of each decision; shape (decisions,)."""
        found: Classes = self.infosets.classes(partition)[self.places]
        return found

    def factor_classes(self, factors: Sequence[Algebraic]) -> list[Classes]:
        """Return the class of each decision by each factor, all evaluated at once."""
        return [found[self.places] for found in self.infosets.factor_classes(factors)]


def all_decisions(tree: Tree, states: Any, actions: Any) -> Decisions:
    """Return all decisions of an abstract game.

    Parameters
    ----------
    tree
        The whole game.
    states, actions
        The abstraction.

    Raises
    ------
    AbstractionError
        If it is ill-formed.
    """
    cut = quotient(tree, states, actions)
    nodes = np.flatnonzero(cut.infosets >= 0)

    def witness(number: int) -> Witness:
        history, moves = cut.history(int(nodes[number]))
        return Witness(history.infoset(history.active), tuple(moves))

    places = tree.infosets[cut.nodes[nodes]]
    return Decisions(tree.base, AllInfosets(tree), places, _paths_in(cut, nodes), witness)


def _paths_in(cut: Quotient, nodes: Ints) -> Paths:
    """Return the decisions at given histories of a tree, all that it has."""
    deciders = np.full(cut.histories, -1, np.int64)
    deciders[nodes] = cut.owners[cut.infosets[nodes]]
    owners = deciders[nodes]
    # Up from each decision, until the same player decides.
    above, below = cut.parents[nodes].astype(np.int64), nodes.copy()
    going = np.flatnonzero(above >= 0)
    while going.size:
        going = going[deciders[above[going]] != owners[going]]
        below[going] = above[going]
        above[going] = cut.parents[above[going]]
        going = going[above[going] >= 0]
    numbers = np.full(cut.histories + 1, -1, np.int64)
    numbers[nodes] = np.arange(nodes.size)
    firsts = cut.starts[np.maximum(cut.infosets[above], 0)]
    depths = np.zeros(cut.histories, np.int64)
    compiled(deepest)(cut.parents, depths)
    return Paths(
        owners=owners,
        before=numbers[above],
        taken=np.where(above < 0, 0, cut.edges[below] - firsts),
        depths=depths[nodes],
    )


def sampled_decisions(
    game: Any, states: Any, actions: Any, deals: int, seed: int, paths: int = PATHS
) -> Decisions:
    """Return the decisions of random playouts of a game, with the actions of an abstraction.

    Parameters
    ----------
    game
        The start of the whole game.
    states, actions
        The abstraction.
    deals, paths, seed
        As for :func:`zerosum.lattice.playouts.playouts`.

    Raises
    ------
    AbstractionError
        If a decision shows that the abstraction is ill-formed, or ``deals`` is not a number.
    """
    check_count("The deals of a sample", deals, 1, "give 1_000", AbstractionError)
    playing = list(playouts(Abstracted(game, None, actions), deals, seed, paths))
    played = tuple(decision for playout in playing for decision in playout)
    infosets = reached(playing, deals)
    numbers = {each.infoset: number for number, each in enumerate(infosets.witnesses)}
    places = np.array([numbers[decision.infoset] for decision in played], np.int32)

    def witness(number: int) -> Witness:
        return Witness(played[number].infoset, played[number].moves)

    found = Decisions(game, infosets, places, _paths_of(playing), witness, played)
    pair = clash(found, states)
    if pair is not None:
        said = [
            f"player {each.player} with {each.menu} (at {each.infoset!r} after {list(each.moves)})"
            for each in (played[number] for number in pair)
        ]
        raise contradiction(View(states, None).named(played[pair[0]].infoset), said, states)
    return found


def _paths_of(playing: list[tuple[Decision, ...]]) -> Paths:
    rows: list[tuple[int, int, int, int]] = []
    for playout in playing:
        last: dict[int, tuple[int, int]] = {}
        for decision in playout:
            before, taken = last.get(decision.player, (-1, 0))
            last[decision.player] = len(rows), decision.menu.index(decision.action)
            rows.append((decision.player, before, taken, len(decision.moves)))
    return Paths(*np.array(rows, np.int64).reshape(-1, 4).T)


def clash(decisions: Decisions, states: Any) -> tuple[int, int] | None:
    """Return two decisions of playouts that share a key and not player and menu; None if none."""
    known: dict[Any, int] = {}
    offers = [known.setdefault((each.player, each.menu), len(known)) for each in decisions.played]
    return divided(decisions.classes(states), numbered(np.array(offers, np.int64)))
