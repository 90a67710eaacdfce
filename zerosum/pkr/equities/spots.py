"""A spot: the ranges of the players, the board, and the cards that can still come."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import prod
from typing import TypeAlias

import numpy as np

from zerosum.abstraction.fitting import once
from zerosum.cards import Cards, parse
from zerosum.errors import GameError
from zerosum.pkr.equities.boards import Floats, Ints, renamings_of
from zerosum.pkr.hands.deck import Deck
from zerosum.pkr.hands.isomorphism import RENAMINGS, hand_number, renamed
from zerosum.pkr.ranges import Range, parse_range
from zerosum.pkr.ranges.classes import HAND_MASKS, MEMBERS

Hands: TypeAlias = Range | str
"""A range, or its text."""
MOST_PLAYERS = 6
FULL_BOARD = 5
_MOST_LISTED_DEALS = 100_000  # ways to deal, to go through one by one
_LIGHTEST = 1e-50  # the product of six such weights is still above 0
_MASKS = np.array(HAND_MASKS, np.int64)


@dataclass(frozen=True, eq=False)
class Spot:
    """What equities are computed of.

    Parameters
    ----------
    weights
        The weight of each hand of each player that the board and the dead cards leave; shape
        (players, 1326).
    board
        The cards of the board, as a mask.
    live
        The cards of the deck that are neither on the board nor dead, as a mask.
    deck
        The deck.
    """

    weights: Floats
    board: int
    live: int
    deck: Deck

    @property
    def players(self) -> int:
        """The number of players."""
        return len(self.weights)

    @property
    def missing(self) -> int:
        """The cards of the board that are still to come."""
        return FULL_BOARD - self.board.bit_count()

    @property
    def sizes(self) -> tuple[int, ...]:
        """The number of hands of each player."""
        return tuple(int(size) for size in np.count_nonzero(self.weights, axis=1))

    def deals(self) -> int:
        """Return the ways to deal the players their hands; if there are many, an upper bound."""
        found = _ways(self._lists(), 0, _MOST_LISTED_DEALS)
        return found if found < _MOST_LISTED_DEALS else prod(self.sizes)

    def joint(self) -> tuple[Ints, Floats]:
        """Return all ways to deal the players their hands, as masks, and their weights.

        The masks have shape (ways, players).
        """
        masks, weights, starts = self.hands()
        found = list(_chosen(masks.tolist(), starts.tolist(), 0, 0))
        rows = np.array(found, np.int64)
        return masks[rows], weights[rows].prod(axis=1)

    def possible(self) -> bool:
        """Return whether each player can have a hand, and the board its cards, at the same time."""
        enough = self.live.bit_count() >= 2 * self.players + self.missing
        return enough and _ways(self._lists(), 0, 1) > 0

    def _lists(self) -> list[list[int]]:
        """Return the hands of each player as masks, of those with few first."""
        lists = [_MASKS[weights > 0].tolist() for weights in self.weights]
        return sorted(lists, key=len)

    def hands(self) -> tuple[Ints, Floats, Ints]:
        """Return the hands of all players as masks, their weights, and where each player begins."""
        players, numbers = np.nonzero(self.weights)
        starts = np.searchsorted(players, np.arange(self.players + 1))
        return _MASKS[numbers], self.weights[players, numbers], starts.astype(np.int64)

    def whole(self, player: int) -> bool:
        """Return whether a range has one weight for all hands of a class that the deck has."""
        weights = self.weights[player]
        cards = self.deck.cards.mask
        inside = [[hand for hand in hands if HAND_MASKS[hand] & ~cards == 0] for hands in MEMBERS]
        return all(np.ptp(weights[hands]) == 0 for hands in inside if hands)

    def next_cards(self) -> int:
        """Return the cards that may come: live ones that no player holds in every hand."""
        held = 0
        for weights in self.weights:
            held |= int(np.bitwise_and.reduce(_MASKS[weights > 0]))
        return self.live & ~held

    def renamings(self) -> Ints:
        """Return the renamings of suits that change neither ranges, board nor live cards."""
        fitting = renamings_of(self.live, self.board)
        numbers = once(_renumbered, _renumbered)
        kept = [
            row
            for row in fitting
            if np.array_equal(self.weights, self.weights[:, numbers[tuple(row)]])
        ]
        return np.array(kept)


def spot_of(ranges: Sequence[Hands], board: Cards | str, dead: Cards | str, deck: Deck) -> Spot:
    """Return a spot, checked.

    Raises
    ------
    GameError
        If a text cannot be read, there are too few or too many players, a card is used twice, a
        weight is too small, or the ranges leave no hands for all players.
    """
    if not 2 <= len(ranges) <= MOST_PLAYERS:
        raise GameError(
            f"The ranges of an equity must be those of 2 to {MOST_PLAYERS} players; got "
            f"{len(ranges)}: give each player one.",
            ranges,
        )
    found = [parse_range(each) if isinstance(each, str) else each for each in ranges]
    shown, gone = _cards(board, "board", deck), _cards(dead, "dead cards", deck)
    if len(shown) > FULL_BOARD:
        raise GameError(
            f"The board of an equity must have at most {FULL_BOARD} cards; got {shown}: leave some "
            "out, or name them as dead.",
            shown,
        )
    if shown & gone:
        raise GameError(
            f"The dead cards of an equity must not be on the board; got {shown & gone}: name each "
            "card once.",
            gone,
        )
    weights = np.array([each.weights for each in found])
    light = weights[(weights > 0) & (weights < _LIGHTEST)]
    if light.size:
        raise GameError(
            f"The weight of a hand of an equity must be 0 or at least {_LIGHTEST:g}, so that "
            f"weights can be multiplied; got {light[0]:g}: leave the hand out.",
            found,
        )
    live = (deck.cards - shown - gone).mask
    free = (_MASKS & ~live) == 0
    spot = Spot(weights * free, shown.mask, live, deck)
    for number, size in enumerate(spot.sizes):
        if not size:
            raise GameError(
                f"The range of player {number + 1} of an equity must have a hand that the board "
                f"and the dead cards leave; got {found[number]}: name other hands.",
                found[number],
            )
    if not spot.possible():
        texts = " against ".join(map(str, found))
        raise GameError(
            f"The ranges of an equity must have a hand for each player at once, without a card "
            f"twice, and cards for the board; got {texts}: name other hands.",
            found,
        )
    return spot


def _cards(cards: Cards | str, what: str, deck: Deck) -> Cards:
    """Return the cards of a text, which must be in the deck."""
    try:
        found = parse(cards) if isinstance(cards, str) else cards
    except GameError as error:
        raise GameError(
            f"The {what} of an equity must be different cards such as 'Jh Th 2c'; got {cards!r}: "
            f"{error}",
            cards,
        ) from None
    if found - deck.cards:
        raise GameError(
            f"The {what} of an equity must be in the deck of {len(deck.cards)} cards; got "
            f"{found - deck.cards}: name other cards.",
            found,
        )
    return found


def _ways(hands: Sequence[Sequence[int]], used: int, most: int) -> int:
    """Return the ways to choose hands without a used card from some lists, up to about ``most``."""
    if len(hands) == 1:
        return sum(hand & used == 0 for hand in hands[0])
    found = 0
    for hand in hands[0]:
        if hand & used == 0 and found < most:
            found += _ways(hands[1:], used | hand, most - found)
    return found


def _chosen(
    masks: Sequence[int], starts: Sequence[int], player: int, used: int
) -> Iterator[tuple[int, ...]]:
    """Yield the numbers of hands without a used card, one for each player from one on."""
    if player == len(starts) - 1:
        yield ()
        return
    for hand in range(starts[player], starts[player + 1]):
        if masks[hand] & used == 0:
            for rest in _chosen(masks, starts, player + 1, used | masks[hand]):
                yield (hand, *rest)


def _renumbered() -> dict[tuple[int, ...], Ints]:
    """Return where each hand goes by renaming suits."""
    return {
        tuple(row): np.array([hand_number(renamed(mask, *row)) for mask in HAND_MASKS])
        for row in RENAMINGS.tolist()
    }
