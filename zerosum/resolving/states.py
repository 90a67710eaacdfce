"""Public states of a tree: the moves that lead there, and which hands may be held."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from zerosum.errors import GameError
from zerosum.laws import Place
from zerosum.native.primitives import outcomes
from zerosum.tables import Floats
from zerosum.tree.public import CHANCE, PublicTree, public_tree


@dataclass(frozen=True)
class Held:
    """A deal of hands that is still possible.

    Parameters
    ----------
    place
        The history after the deal and all public moves.
    hands
        The number of each player's hand.
    chance
        The probability that chance deals the hands and all that is public.
    """

    place: Place
    hands: tuple[int, ...]
    chance: float

    def after(self, move: Any, odds: float = 1.0) -> Held:
        """Return the same deal after a move, which chance takes with so much probability."""
        return Held(self.place.after(move), self.hands, self.chance * odds)


@dataclass(frozen=True, eq=False, repr=False)
class Position:
    """A public state of a tree.

    Parameters
    ----------
    tree
        The public tree.
    node
        Its node there; negative at the end of the game.
    moves
        The public actions and outcomes of chance that lead there.
    held
        The deals of hands that are possible there.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn, Move
    >>> state = position(Kuhn()).after(Move.PASS)
    >>> state.owner, list(state.options), state.after(Move.PASS).node
    (1, [<Move.PASS: 0>, <Move.BET: 1>], -1)
    """

    tree: PublicTree
    node: int
    moves: tuple[Any, ...]
    held: tuple[Held, ...]

    def __repr__(self) -> str:
        return f"<Position of {type(self.tree.base).__name__} after {list(self.moves)}>"

    @property
    def owner(self) -> int:
        """The player to act; -1 for chance."""
        return int(self.tree.owners[self.node])

    @cached_property
    def joint(self) -> Floats:
        """How likely chance deals each pair of hands, and all that is public.

        Shape (hands of one decider, hands of the other).
        """
        found = np.zeros(self.tree.hands)
        one, other = self.tree.deciders
        for each in self.held:
            found[each.hands[one], each.hands[other]] += each.chance
        return found

    @cached_property
    def options(self) -> dict[Any, tuple[Any, tuple[Held, ...]]]:
        """What may happen next, in the order of the node's edges.

        By what is public afterwards if chance moves, else by action: a move, and the deals after
        it.
        """
        if self.node < 0:
            return {}
        found: dict[Any, tuple[Any, list[Held]]] = {}
        if self.owner == CHANCE:
            for each in self.held:
                for move, odds in outcomes(each.place.history):
                    if odds > 0.0:
                        after = each.after(move, odds)
                        key = after.place.history.public
                        found.setdefault(key, (move, []))[1].append(after)
        else:
            for each in self.held:
                infoset = each.place.history.infoset(self.owner)
                for move in each.place.view.menu(infoset):
                    found.setdefault(move, (move, []))[1].append(each.after(move))
        return {key: (move, tuple(held)) for key, (move, held) in found.items()}

    def after(self, move: Any) -> Position:
        """Return the public state after a public move.

        Raises
        ------
        GameError
            If it is not possible there.
        """
        for place, (known, held) in enumerate(self.options.values()):
            if known == move:
                edge = int(self.tree.firsts[self.node]) + place
                target = int(self.tree.targets[edge])
                return Position(self.tree, target, (*self.moves, move), held)
        known = [known for known, _ in self.options.values()]
        raise GameError(
            f"The move {move!r} must be possible after {list(self.moves)}; "
            f"{f'there it is one of {known}' if known else 'there the game has ended'}: correct "
            f"the history.",
            move,
        )


def position(game: Any, moves: Sequence[Any] = ()) -> Position:
    """Return the public state after public moves.

    Parameters
    ----------
    game
        The start of a game, abstract or not, or its public tree.
    moves
        The actions and the public outcomes of chance, in order; the private deal is left out.

    Raises
    ------
    GameError
        If a move is not possible, or the game has no public tree.

    Examples
    --------
    >>> from zerosum.leduc import Leduc
    >>> from zerosum.leduc.game import Move
    >>> state = position(Leduc(), (Move.CALL, Move.CALL))
    >>> state.owner, len(state.held), len(state.options)
    (-1, 30, 6)

    Notes
    -----
    Interpreted: costs a call of ``apply`` for each deal of hands and each move.
    """
    tree = public_tree(game)
    found = Position(tree, 0, (), _dealt(tree))
    for move in moves:
        found = found.after(move)
    return found


def positions(game: Any) -> Iterator[Position]:
    """Yield every decision of a public tree, those above before those below.

    >>> from zerosum.kuhn import Kuhn
    >>> [(found.owner, [move.name for move in found.moves]) for found in positions(Kuhn())]
    [(0, []), (1, ['PASS']), (0, ['PASS', 'BET']), (1, ['BET'])]
    """
    waiting = [position(game)]
    while waiting:
        found = waiting.pop()
        if found.node < 0:
            continue
        if found.owner != CHANCE:
            yield found
        waiting += [found.after(move) for move, _ in reversed(found.options.values())]


def _dealt(tree: PublicTree) -> tuple[Held, ...]:
    """Return the hands that are dealt at the start."""
    held = []
    for deal in tree.deals.all:
        place = Place(tree.base, tree.view)
        for move in deal.moves:
            place = place.after(move)
        held.append(Held(place, deal.hands, deal.chance))
    return tuple(held)
