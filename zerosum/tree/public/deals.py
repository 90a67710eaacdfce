"""The private deal that a game begins with: every pair of hands, and how likely it is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from zerosum.errors import GameError
from zerosum.native.primitives import outcomes
from zerosum.tree.broken import not_one
from zerosum.tree.unfold import SLACK

_MOST_MOVES = 100


@dataclass(frozen=True)
class Deal:
    """A pair of hands, as chance deals them.

    Parameters
    ----------
    start
        The history behind the deal.
    moves
        What chance did.
    hands
        The number of each player's hand.
    chance
        Its probability.
    """

    start: Any
    moves: tuple[Any, ...]
    hands: tuple[int, int]
    chance: float


@dataclass(frozen=True)
class Deals:
    """All pairs of hands of a game.

    Parameters
    ----------
    hands
        What each player's hands are, as ``private(player)`` returns them, in the order in which
        they are met.
    pairs
        The pairs that have a chance.
    """

    hands: tuple[tuple[Any, ...], tuple[Any, ...]]
    pairs: tuple[Deal, ...]


def deals_of(base: Any, most: int) -> Deals:
    """Return the pairs of hands that the first moves of chance deal, none of them in public.

    Raises
    ------
    GameError
        Where one of these moves is public and private at once, or tells nobody anything, or
        where there are more than ``most`` pairs.
    """
    hands: tuple[dict[Any, int], dict[Any, int]] = ({}, {})
    pairs: dict[tuple[int, int], Deal] = {}
    for start, moves, chance in _dealt(base, (), 1.0):
        first, second = (
            known.setdefault(_hand(start, player), len(known)) for player, known in enumerate(hands)
        )
        if (first, second) in pairs:
            raise GameError(
                f"Every private deal must show in private(player); {type(base).__qualname__} says "
                f"the same after {list(pairs[first, second].moves)} and after {list(moves)}: tell "
                f"all that is dealt, or use a sampling solver that needs no public tree.",
                start,
            )
        pairs[first, second] = Deal(start, moves, (first, second), chance)
        if len(pairs) > most:
            raise GameError(
                f"The private hands of a public tree must make at most {most:,} pairs; those of "
                f"{type(base).__qualname__} make more: use external sampling.",
                base,
            )
    return Deals((tuple(hands[0]), tuple(hands[1])), tuple(pairs.values()))


def _hand(game: Any, player: int) -> Any:
    """Return a player's hand, which must be a value that a dictionary can hold."""
    hand = game.private(player)
    try:
        hash(hand)
    except TypeError:
        raise GameError(
            f"The private hand of {type(game).__qualname__} must be hashable, as a key is; got "
            f"{hand!r} of player {player}: return a tuple.",
            game,
        ) from None
    return hand


def _dealt(
    game: Any, moves: tuple[Any, ...], chance: float
) -> Iterator[tuple[Any, tuple[Any, ...], float]]:
    """Yield every history behind the private deal, with its moves and its probability."""
    if game.terminal or not game.chance:
        yield game, moves, chance
        return
    if len(moves) > _MOST_MOVES:
        raise GameError(
            f"The private deal of a public tree must end; after {_MOST_MOVES} moves of chance that "
            f"of {type(game).__qualname__} has not: check chance.",
            game,
        )
    listed = outcomes(game)
    total = sum(odds for _, odds in listed)
    if not (all(odds >= 0 for _, odds in listed) and abs(total - 1.0) <= SLACK):
        raise not_one(game, list(moves))
    branches = [(outcome, odds, game.apply(outcome)) for outcome, odds in listed if odds > 0]
    quiet = [following.public == game.public for _, _, following in branches]
    if not any(quiet):
        yield game, moves, chance
        return
    if not all(quiet):
        raise GameError(
            f"A move of chance must be private or public; that of {game!r} is either, by its "
            f"outcome: mend public.",
            game,
        )
    for outcome, odds, following in branches:
        yield from _dealt(following, (*moves, outcome), chance * odds)
