"""The last street of a hand for two: which hands there are, and which of them is stronger."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from zerosum.cards import Cards
from zerosum.game import History
from zerosum.pkr.equities.boards import Ints
from zerosum.pkr.face import Poker
from zerosum.pkr.game import RiverOfBlood
from zerosum.pkr.holdem.nolimit import NoLimitHoldem
from zerosum.pkr.think.runouts import hands_of, values_on

Hand = tuple[int, int]


def ranked_hands(game: Poker) -> tuple[Ints, Ints]:
    """Return the hands that a board leaves, by rising strength, and where each strength ends.

    Shapes (hands, 2) and (strengths,). Takes some 100 microseconds.

    Examples
    --------
    >>> from dataclasses import replace
    >>> from zerosum.cards import parse
    >>> cards, ends = ranked_hands(replace(RiverOfBlood(), community=parse("2c3d7h8sKs")))
    >>> Cards(sum(1 << int(card) for card in cards[-1])), len(cards), int(ends[-1])
    (Cards(KhKd), 1081, 1081)
    """
    cards, board = hands_of(game), np.array([game.community.mask])
    (values,) = values_on(board, (1 << cards).sum(axis=1), game.deck)
    order = np.argsort(values, kind="stable")
    ranked = values[order]
    ends = np.append(np.flatnonzero(ranked[1:] != ranked[:-1]) + 1, order.size)
    return cards[order], ends


def is_last_street(game: History) -> bool:
    """Return whether two players of a poker game are to act on its last street."""
    if not isinstance(game, RiverOfBlood | NoLimitHoldem) or game.terminal or game.chance:
        return False
    if isinstance(game, RiverOfBlood):
        return game.finished
    return game.on_last_street and (game.players, game.hole) == (2, 2)


def has_next_to_last(game: History) -> bool:
    """Return whether a poker game for two has streets after which one card may end the board.

    Not in hold'em with unequal antes, where a player does not win what the other loses of a pot.
    """
    if not isinstance(game, NoLimitHoldem):
        return isinstance(game, RiverOfBlood)
    equal = len(set(game.antes)) <= 1
    return (game.players, game.hole, game.board[-1:], equal) == (2, 2, (1,), True)


def is_next_to_last(game: History) -> bool:
    """Return whether two players are to act on a street that the last one may follow at once.

    That is the street before the river in hold'em, and in River of Blood the turn and all later
    streets whose last card is red.
    """
    if not has_next_to_last(game) or game.terminal or game.chance:
        return False
    if isinstance(game, RiverOfBlood):
        return len(game.community) >= 4 and not game.finished
    return bool(game.street + 1 == len(game.board))


def holding(game: History, first: Hand, second: Hand) -> History:
    """Return a hand of poker in which the two players hold other cards."""
    held: History = game.holding(*(Cards(1 << low | 1 << high) for low, high in (first, second)))
    return held


def outcomes_of(game: History, cards: Ints, ends: Ints) -> tuple[Any, Any, Any]:
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
