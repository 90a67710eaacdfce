"""The last streets of a hand for two: whether it is on one, and other hands to hold there."""

from __future__ import annotations

from zerosum.cards import Cards
from zerosum.pkr.equities.boards import Ints
from zerosum.pkr.equities.showdowns import Hand, unequal
from zerosum.pkr.face import NoLimit, Poker


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


def both_ways(game: Poker, cards: Ints, ends: Ints) -> tuple[Poker, Poker]:
    """Return a state of the last street where player 0 has the stronger hand, and the weaker one.

    ``cards`` and ``ends`` come from :func:`zerosum.pkr.equities.showdowns.ranked_hands`.
    """
    strong, weak = unequal(cards, ends)
    return holding(game, strong, weak), holding(game, weak, strong)
