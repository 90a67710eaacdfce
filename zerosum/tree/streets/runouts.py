"""What chance adds to the board, street by street, up to symmetries of the cards.

If a symmetry leaves the board and both ranges as they are, then what a hand wins after one card is
what its image wins after the image of the card. So of each class of cards one is kept, with the
symmetries that lead from it to the others.

Waugh, "A fast and optimal hand isomorphism algorithm", AAAI 2013, is about the cards alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import comb

import numpy as np

from zerosum.ranked import Floats, Ints, Ranked


@dataclass(frozen=True, eq=False)
class Runouts:
    """The boards that may come, one of each class; those of a street follow each other.

    Parameters
    ----------
    streets
        Shape (streets + 1,): where the boards of each street begin, the root's being the first.
    boards
        Shape (boards,): all cards of each, as masks.
    children
        Shape (boards + 1,): where the boards begin that follow each one.
    odds
        Shape (streets,): how likely one set of cards comes, the hands of both players being known.
    moves
        Shape (symmetries, deck): where each symmetry that counts takes the cards; the first is the
        identity.
    images
        Shape (boards + 1,): where the symmetries of each board begin among ``ways``.
    ways
        The symmetries that lead from a board to the others of its class, itself left out.
    """

    streets: Ints
    boards: Ints
    children: Ints
    odds: Floats
    moves: Ints
    images: Ints
    ways: Ints

    @cached_property
    def added(self) -> list[tuple[int, ...]]:
        """The cards that each street after the root's has added to each board, as masks."""
        found: list[tuple[int, ...]] = [()] * self.boards.size
        for board, mask in enumerate(self.boards.tolist()):
            for child in range(*self.children[board : board + 2].tolist()):
                found[child] = (*found[board], int(self.boards[child]) ^ mask)
        return found

    @cached_property
    def multiples(self) -> Ints:
        """How many boards each board stands for; shape (boards,)."""
        found = np.ones(self.boards.size, np.int64)
        for board in range(found.size):
            children = slice(*self.children[board : board + 2].tolist())
            found[children] = found[board] * (1 + np.diff(self.images)[children])
        return found


def runouts_of(ranked: Ranked, *, symmetric: bool = True) -> Runouts:
    """Return the boards that may come.

    Parameters
    ----------
    ranked
        The game.
    symmetric
        False for every board instead of one of each class.
    """
    moves = [tuple(range(max(map(len, ranked.symmetries), default=ranked.deck.bit_length())))]
    if symmetric:
        moves += [move for move in ranked.symmetries if _counts(ranked, move)]
    streets, boards, odds = [0, 1], [ranked.board], [1.0]
    children, images = [1], [0, 0]
    ways: list[int] = []
    stable = [list(range(len(moves)))]
    held = 2 * int(ranked.hands[0][0]).bit_count()
    for cards in ranked.drawn:
        first, last = streets[-2:]
        for parent in range(first, last):
            left = ranked.deck & ~boards[parent]
            for mask, others, still in _classes(left, cards, moves, stable[parent]):
                boards.append(boards[parent] | mask)
                stable.append(still)
                ways += others
                images.append(len(ways))
            children.append(len(boards))
        free = (ranked.deck & ~boards[first]).bit_count() - held
        odds.append(1.0 / comb(free, cards))
        streets.append(len(boards))
    children += [len(boards)] * (len(boards) + 1 - len(children))
    return Runouts(
        streets=np.array(streets),
        boards=np.array(boards),
        children=np.array(children),
        odds=np.array(odds),
        moves=np.array([list(move) for move in moves]),
        images=np.array(images),
        ways=np.array(ways, np.int64),
    )


def _counts(ranked: Ranked, move: tuple[int, ...]) -> bool:
    """Return whether a symmetry moves cards, but neither the deck, the board nor the ranges."""
    sets = ranked.deck, ranked.board
    if move == tuple(range(len(move))) or any(moved(cards, move) != cards for cards in sets):
        return False
    for hands, weights in zip(ranked.hands, ranked.weights, strict=True):
        known = dict(zip(hands.tolist(), weights.tolist(), strict=True))
        slack = 1e-9 * weights.max()
        for hand, weight in known.items():
            if abs(known.get(moved(hand, move), np.inf) - weight) > slack:
                return False
    return True


def moved(mask: int, move: Iterable[int]) -> int:
    """Return where a permutation takes a set of cards."""
    return sum(1 << int(to) for card, to in enumerate(move) if mask >> card & 1)


def _classes(
    left: int, cards: int, moves: list[tuple[int, ...]], stable: list[int]
) -> list[tuple[int, list[int], list[int]]]:
    """Return a set of cards of each class, what leads to the others, and what leaves it alone."""
    deck = [1 << card for card in range(left.bit_length()) if left >> card & 1]
    found, known = [], set()
    for some in combinations(deck, cards):
        mask = sum(some)
        if mask in known:
            continue
        images = {move: moved(mask, moves[move]) for move in stable}
        ways: dict[int, int] = {}
        for move, image in images.items():
            if image != mask:
                ways.setdefault(image, move)
        known |= ways.keys() | {mask}
        found.append(
            (mask, list(ways.values()), [m for m, image in images.items() if image == mask])
        )
    return found
