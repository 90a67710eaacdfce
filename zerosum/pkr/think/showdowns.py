"""The last street of a hand for two: which hands there are, and which of them is stronger."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from zerosum.cards import Cards
from zerosum.pkr.equities.boards import Ints
from zerosum.pkr.equities.showdowns import MOST_HANDS, value_of
from zerosum.pkr.face import NoLimit, Poker
from zerosum.workshop import workshop

Hand = tuple[int, int]


def write_values(board: int, live: int, short: bool, cards: Ints, values: Ints) -> int:
    """Write all hands of two cards and their values on a board; return how many there are.

    Parameters
    ----------
    board
        Any number of cards, as a mask.
    live
        The cards that hands may hold, as a mask.
    short
        Whether hands are in the order of short-deck hold'em.
    cards
        Shape (2 * hands,): the lower and the higher card of each hand. Modified in place.
    values
        The value of each hand. Modified in place.
    """
    size = 0
    for high in range(52):
        if live >> high & 1 == 1:
            for low in range(high):
                if live >> low & 1 == 1:
                    cards[2 * size], cards[2 * size + 1] = low, high
                    values[size] = value_of(board | 1 << low | 1 << high, short)
                    size += 1
    return size


def ranked_hands(game: Poker) -> tuple[Ints, Ints]:
    """Return the hands that a board leaves, by rising strength, and where each strength ends.

    Shapes (hands, 2) and (strengths,). Takes some 60 microseconds natively.

    Examples
    --------
    >>> from dataclasses import replace
    >>> from zerosum.cards import parse
    >>> from zerosum.pkr import RiverOfBlood
    >>> cards, ends = ranked_hands(replace(RiverOfBlood(), community=parse("2c3d7h8sKs")))
    >>> Cards(sum(1 << int(card) for card in cards[-1])), len(cards), int(ends[-1])
    (Cards(KhKd), 1081, 1081)
    """
    board, deck = game.community, game.deck
    cards, values = np.zeros(2 * MOST_HANDS, np.int64), np.zeros(MOST_HANDS, np.int64)
    write = workshop().compile(write_values)
    size = write(board.mask, (deck.cards - board).mask, deck.short, cards, values)
    order = np.argsort(values[:size], kind="stable")
    ranked = values[order]
    ends = np.append(np.flatnonzero(ranked[1:] != ranked[:-1]) + 1, size)
    return cards.reshape(-1, 2)[order], ends


def is_last_street(game: object) -> bool:
    """Return whether two players of a poker game are to act on its last street."""
    if not isinstance(game, NoLimit) or game.terminal or game.chance:
        return False
    return game.on_last_street and (game.players, game.hole) == (2, 2)


def has_next_to_last(game: object) -> bool:
    """Return whether a poker game for two has streets after which one card may end the board.

    Not in hold'em with unequal antes, where a player does not win what the other loses of a pot.
    """
    if not isinstance(game, NoLimit):
        return False
    equal = len(set(game.antes)) <= 1
    return (game.players, game.hole, game.board[-1:], equal) == (2, 2, (1,), True)


def is_next_to_last(game: Poker) -> bool:
    """Return whether two players are to act on a street that the last one may follow at once.

    That is the street before the river in hold'em, and in River of Blood the turn and all later
    streets whose last card is red.
    """
    if not has_next_to_last(game) or game.terminal or game.chance:
        return False
    return game.street + 1 >= len(game.board) and not game.on_last_street


def holding(game: Poker, first: Hand, second: Hand) -> Poker:
    """Return a hand of poker in which the two players hold other cards."""
    return game.holding(*[Cards(1 << low | 1 << high) for low, high in (first, second)])


def outcomes_of(game: Poker, cards: Ints, ends: Ints) -> tuple[Any, Any, Any]:
    """Return a state of the last street where player 0 has the stronger hand, an equal, a weaker.

    None where the cards allow no such deal. ``cards`` and ``ends`` come from :func:`ranked_hands`.
    """
    hands: list[Hand] = [(low, high) for low, high in cards.tolist()]
    unequal = next(_unequal(hands, ends), None)
    equal = next(_equal(hands, ends), None)
    won = None if unequal is None else holding(game, unequal[0], unequal[1])
    lost = None if unequal is None else holding(game, unequal[1], unequal[0])
    return won, None if equal is None else holding(game, *equal), lost


def _unequal(hands: list[Hand], ends: Ints) -> Iterator[tuple[Hand, Hand]]:
    starts = [0, *ends[:-1].tolist()]
    for start in reversed(starts[1:]):
        for strong in hands[start:]:
            for weak in hands[:start]:
                if set(strong).isdisjoint(weak):
                    yield strong, weak


def _equal(hands: list[Hand], ends: Ints) -> Iterator[tuple[Hand, Hand]]:
    sizes = np.diff(ends, prepend=0)
    for group in np.argsort(-sizes, kind="stable").tolist():
        alike = hands[int(ends[group] - sizes[group]) : int(ends[group])]
        for index, hand in enumerate(alike):
            for other in alike[:index]:
                if set(hand).isdisjoint(other):
                    yield hand, other
