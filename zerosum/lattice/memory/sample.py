"""The decisions that random playouts of a game meet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from zerosum.abstraction import Abstracted, Algebraic, Product, View
from zerosum.abstraction.view import as_states, contradiction
from zerosum.lattice.demands import check_count
from zerosum.lattice.labels import together, told
from zerosum.lattice.looked import Witness
from zerosum.lattice.memory.paths import Met, Paths
from zerosum.lattice.numbering import Classes, divided, first_members, joined, numbered
from zerosum.lattice.playouts import Decision, playouts

PATHS = 8
"""Playouts of each deal: who forgets is found out by different play with the same cards."""


@dataclass(frozen=True, eq=False)
class Sampled(Met):
    """Decisions that playouts met.

    Parameters
    ----------
    base
        The start of the whole game.
    paths
        The decisions.
    deals
        How many were played, each of them several times.
    decisions
        The same as they were met.
    infosets
        Which infoset each is of, numbered as they were met first.
    known
        The class of each decision by the factors that were asked, so that none is asked twice.
    """

    base: Any
    paths: Paths
    deals: int
    decisions: tuple[Decision, ...]
    infosets: Classes
    known: dict[Algebraic, Classes] = field(default_factory=dict, init=False, repr=False)

    def classes(self, partition: Any) -> Classes:
        """Return the class of each decision; shape (decisions,)."""
        states = as_states(partition)
        if states is None:
            return self.infosets
        return together(self.infosets.size, self.classes_of(states.canonical))

    def classes_of(self, factors: Sequence[Algebraic]) -> list[Classes]:
        """Return the class of each decision by each factor, all asked at once."""
        missing = tuple(factor for factor in factors if factor not in self.known)
        if missing:
            view = View(Product(missing), None)
            seen = [self.decisions[first].infoset for first in first_members(self.infosets)]
            answers = (answer[self.infosets] for answer in told(seen, view))
            self.known.update(zip(view.factors, answers, strict=True))
        return [self.known[factor] for factor in factors]

    def witness(self, number: int) -> Witness:
        """Return the infoset of a decision, and the moves that led there."""
        return Witness(self.decisions[number].infoset, self.decisions[number].moves)


def sampled(
    game: Any, states: Any, actions: Any, deals: int, seed: int, paths: int = PATHS
) -> Sampled:
    """Return the decisions that random playouts of a game meet, as an abstraction offers them.

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
        Where the abstraction proves ill-formed, or the number of deals is no number.
    """
    check_count("deals of a sample", deals, "give 1_000")
    played = list(playouts(Abstracted(game, None, actions), deals, seed, paths))
    decisions = tuple(decision for playout in played for decision in playout)
    known: dict[Any, int] = {}
    infosets = [known.setdefault(decision.infoset, len(known)) for decision in decisions]
    met = Sampled(game, _paths(played), deals, decisions, np.array(infosets, np.int32))
    _check_well_formed(met, states)
    return met


def _paths(played: list[tuple[Decision, ...]]) -> Paths:
    rows: list[tuple[int, int, int, int]] = []
    for playout in played:
        last: dict[int, tuple[int, int]] = {}
        for decision in playout:
            before, taken = last.get(decision.player, (-1, 0))
            last[decision.player] = len(rows), decision.menu.index(decision.action)
            rows.append((decision.player, before, taken, len(decision.moves)))
    return Paths(*np.array(rows, np.int64).reshape(-1, 4).T)


def _check_well_formed(met: Sampled, states: Any) -> None:
    """Demand that decisions of one class have one player and one menu."""
    known: dict[Any, int] = {}
    menus = [known.setdefault(decision.menu, len(known)) for decision in met.decisions]
    offers = joined(numbered(met.paths.owners), numbered(np.array(menus)))
    pair = divided(met.classes(states), offers)
    if pair is None:
        return
    said = [
        f"player {each.player} with {each.menu} (at {each.infoset!r} after {list(each.moves)})"
        for each in map(met.decisions.__getitem__, pair)
    ]
    key = View(states, None).named(met.decisions[pair[0]].infoset)
    raise contradiction(key, *said, states)
