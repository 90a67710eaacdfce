"""Checks of the parameters of a small hold'em."""

from typing import Any

from zerosum.errors import GameError
from zerosum.pkr.holdem.infosets import MOST_BOARDS, MOST_SIZES, MOST_STACK

MOST_CHIPS = 1_000_000
"""The most chips of a player of limit hold'em, so that no sum of them leaves 62 bits."""

MOST_PERCENT = 100_000
"""The largest size of no-limit hold'em, in per cent of the pot."""


def check_deck(game: Any) -> None:
    """Check the deck, the hands and the board.

    Raises
    ------
    GameError
        If one of them is out of range, or the deck has too few cards.
    """
    whole = is_whole(game.ranks) and is_whole(game.suits)
    if not whole or not 1 <= game.ranks <= 13 or not 1 <= game.suits <= 4:
        raise GameError(
            f"The deck of {type(game).__qualname__} must have 1 to 13 ranks and 1 to 4 suits; got "
            f"{game.ranks!r} and {game.suits!r}: a whole deck has 13 and 4.",
            (game.ranks, game.suits),
        )
    if not is_whole(game.hole) or not 1 <= game.hole <= 2:
        raise GameError(
            f"The hands of {type(game).__qualname__} must have 1 or 2 cards; got {game.hole!r}: "
            f"write hole=2.",
            game.hole,
        )
    if not are_whole(game.board) or len(game.board) > MOST_BOARDS:
        raise GameError(
            f"The board of {type(game).__qualname__} must be a tuple of the cards of each street "
            f"after the first, {MOST_BOARDS} streets at most and a card each at least; got "
            f"{game.board!r}: write board=(3, 1, 1), or less.",
            game.board,
        )
    if 2 * game.hole + sum(game.board) > game.ranks * game.suits:
        raise GameError(
            f"The deck of {type(game).__qualname__} must have as many cards as are dealt, "
            f"{2 * game.hole + sum(game.board)}; got {game.ranks} ranks of {game.suits} suits: "
            f"take more of them, or a smaller board.",
            (game.ranks, game.suits),
        )


def check_stakes(game: Any) -> None:
    """Check the ante and the blinds.

    Raises
    ------
    GameError
        If they are negative, leave the pot empty, or the first player's blind is the larger.
    """
    if not are_stakes(game.ante, game.blinds):
        raise GameError(
            f"The ante and the blinds of {type(game).__qualname__} must be whole chips, not all 0, "
            f"and the second blind no smaller than the first; got {game.ante!r} and "
            f"{game.blinds!r}: write ante=1, or blinds=(1, 2).",
            (game.ante, game.blinds),
        )


def check_limit(game: Any) -> None:
    """Check the bets and raises of limit hold'em.

    Raises
    ------
    GameError
        If a street has none, or all of them together take too many chips.
    """
    if not are_whole(game.bets) or len(game.bets) != len(game.board) + 1:
        raise GameError(
            f"The bets of {type(game).__qualname__} must be a tuple of the chips of a bet on each "
            f"street, for the first street and each of board={game.board!r}; got {game.bets!r}.",
            game.bets,
        )
    if not are_whole(game.raises) or len(game.raises) != len(game.board) + 1:
        raise GameError(
            f"The raises of {type(game).__qualname__} must be a tuple of the most bets and raises "
            f"of each street, for the first street and each of board={game.board!r}; got "
            f"{game.raises!r}.",
            game.raises,
        )
    if game.chips > MOST_CHIPS:
        raise GameError(
            f"The chips of {type(game).__qualname__}, which all bets take with ante and blind, "
            f"must be at most {MOST_CHIPS}; got {game.chips}: count in larger chips.",
            game.chips,
        )


def check_no_limit(game: Any) -> None:
    """Check the stack and the sizes of no-limit hold'em.

    Raises
    ------
    GameError
        If the stack leaves nothing to bet or is too large, or sizes do not ascend.
    """
    spent = game.ante + game.blinds[1]
    if not is_whole(game.stack) or not spent < game.stack <= MOST_STACK:
        raise GameError(
            f"The stack of {type(game).__qualname__} must be more chips than the {spent} of ante "
            f"and larger blind, and at most {MOST_STACK}; got {game.stack!r}: count in larger "
            f"chips.",
            game.stack,
        )
    few = are_whole(game.sizes) and len(game.sizes) <= MOST_SIZES
    if not few or not ascend(game.sizes):
        raise GameError(
            f"The sizes of {type(game).__qualname__} must be a tuple of at most {MOST_SIZES} parts "
            f"of the pot in per cent, from the smallest to the largest, {MOST_PERCENT} at most; "
            f"got {game.sizes!r}: write sizes=(50, 100).",
            game.sizes,
        )


def are_stakes(ante: Any, blinds: Any) -> bool:
    """Return whether an ante and two blinds put chips into the pot, and player 1 no fewer."""
    if not isinstance(blinds, tuple) or len(blinds) != 2:
        return False
    if not is_whole(ante) or not is_whole(blinds[0]) or not is_whole(blinds[1]):
        return False
    return bool(ante >= 0 and 0 <= blinds[0] <= blinds[1] and ante + blinds[1] > 0)


def is_whole(number: Any) -> bool:
    """Return whether a parameter is an int and not a bool."""
    return isinstance(number, int) and not isinstance(number, bool)


def are_whole(numbers: Any) -> bool:
    """Return whether a parameter is a tuple of ints above 0."""
    if not isinstance(numbers, tuple):
        return False
    return all(is_whole(number) and number > 0 for number in numbers)


def ascend(numbers: Any) -> bool:
    """Return whether each size is larger than the one before it, and none is too large."""
    before = 0
    for number in numbers:
        if number <= before or number > MOST_PERCENT:
            return False
        before = number
    return True
