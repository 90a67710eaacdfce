"""What OpenSpiel asks about a whole game before it is played."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import inf
from operator import index
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from zerosum.abstraction.view import AbstractInfoset
from zerosum.errors import GameError
from zerosum.game import Player
from zerosum.native.primitives import SLACK
from zerosum.tables import HEADER, Ints
from zerosum.tree import Tree
from zerosum.tree.recent import tree_of

# Whole numbers below this are their own numbers in OpenSpiel.
_OWN = 256


@dataclass(frozen=True)
class Extent:
    """How many actions a game has, how long it lasts, and what may be won in it.

    :meth:`of` finds it in the tree of a game. Declare the extent of a game that is too large for a
    tree yourself; then there are no tensors.

    Parameters
    ----------
    actions
        Every action of the players, in the order of their numbers in OpenSpiel; a ``range`` if
        actions are their own numbers.
    outcomes
        The most outcomes that chance has in one history; 0 if it never moves, and 1 if it is to
        be sampled, since they are too many to list.
    payoffs
        The least and the largest payoff, in chips. The default is true of all games.
    total
        What the payoffs of all players sum to, in chips.
    decisions, deals
        How often players, and chance, move in one history at the most.
    features
        Which bits of the words of an infoset's key differ between infosets, ascending: those are
        the tensor of an information state.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn
    >>> extent = Extent.of(Kuhn())
    >>> extent.actions, extent.outcomes, extent.payoffs, extent.decisions, extent.deals
    (range(0, 2), 3, (-2.0, 2.0), 3, 2)
    """

    actions: tuple[Any, ...] | range
    outcomes: int
    payoffs: tuple[float, float] = (-inf, inf)
    total: float = 0.0
    decisions: int = 10_000
    deals: int = 10_000
    features: tuple[int, ...] = ()

    @classmethod
    def of(cls, game: Any) -> Self:
        """Return the extent of a game, from its tree.

        Parameters
        ----------
        game
            The start of a game, abstract or not, or its class or tree.

        Raises
        ------
        GameError
            If the game cannot be enumerated, or two infosets have one representation.
        """
        tree = tree_of(game)
        strings: dict[str, int] = {}
        for number, player in enumerate(tree.owners.tolist()):
            infoset = tree.infoset(number)
            if strings.setdefault(told(player, infoset), number) != number:
                raise GameError(
                    f"The repr() of an infoset must say all that it is compared by; two of player "
                    f"{player} are {infoset!r}: leave repr=False out, or a __repr__ of your own.",
                    infoset,
                )
        children = np.bincount(tree.parents[1:], minlength=tree.histories)
        chance = tree.infosets == -1
        return cls(
            actions=_numbered(tree),
            outcomes=max(2, int(children[chance].max())) if chance.any() else 0,
            payoffs=_bounds(tree),
            total=tree.share * tree.players,
            decisions=_most(tree, tree.infosets >= 0),
            deals=_most(tree, chance),
            features=_features(tree),
        )


def told(player: Player, infoset: Any) -> str:
    """Return the string of an information state of the player to act."""
    known = infoset.key if isinstance(infoset, AbstractInfoset) else infoset
    return f"{player} {known!r}"


def _numbered(tree: Tree) -> tuple[Any, ...] | range:
    """Return all actions: those that are small whole numbers keep them, others as they come."""
    menus: Iterable[tuple[Any, ...]] = (tree.row(i).actions for i in range(tree.infoset_count))
    found = tuple(dict.fromkeys(action for menu in menus for action in menu))
    if not all(hasattr(action, "__index__") and 0 <= index(action) < _OWN for action in found):
        return found
    return range(1 + max(map(index, found), default=0))


def _bounds(tree: Tree) -> tuple[float, float]:
    """Return the least and the largest payoff; a share is added with a rounding error."""
    slack = SLACK * max(1.0, abs(tree.share)) if tree.share else 0.0
    least, most = float(tree.payoffs.min()), float(tree.payoffs.max())
    return tree.share + least - slack, tree.share + most + slack


def _most(tree: Tree, counts: NDArray[np.bool_]) -> int:
    """Return how many histories of a kind a path has at the most."""
    at, found = tree.terminals.astype(np.int64), np.zeros(tree.terminals.size, np.int64)
    while (at >= 0).any():
        found += counts[at] & (at >= 0)
        at = np.where(at >= 0, tree.parents[at], -1)
    return int(found.max())


def _features(tree: Tree) -> tuple[int, ...]:
    """Return which bits differ between the identities of infosets, as their rows hold them.

    Words are prefix-free, so rows that end in zeros remain distinct.
    """
    begins = tree.blocks + HEADER
    shapes = tree.words[tree.blocks + 1]
    firsts, lasts = begins + (shapes >> 32), begins + (shapes & 0xFFFFFFFF)
    found: list[int] = []
    for place in range(int((lasts - firsts).max(initial=0))):
        there = firsts + place < lasts
        words = np.where(there, tree.words[np.where(there, firsts + place, 0)], 0)
        varying = int(np.bitwise_or.reduce(words) ^ np.bitwise_and.reduce(words))
        # A bit that always equals the next one, as in small negative numbers, says nothing new.
        varying &= int(np.bitwise_or.reduce(words ^ words >> 1)) | -1 << 63
        found += [64 * place + bit for bit in range(64) if varying >> bit & 1]
    return tuple(found)


def bits_of(words: list[int], features: Ints) -> NDArray[np.uint8]:
    """Return the chosen bits of the words of a key, as 0 and 1."""
    size = 1 + int(features.max(initial=-1)) // 64
    row = np.zeros(size, "<i8")
    row[: len(words)] = words[:size]
    bits: NDArray[np.uint8] = np.unpackbits(row.view(np.uint8), bitorder="little")
    return bits[features]
