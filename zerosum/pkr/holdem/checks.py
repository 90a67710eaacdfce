"""Checks of the parameters of hold'em."""

from typing import Any

from zerosum.errors import GameError
from zerosum.game import History
from zerosum.pkr.hands.deck import Deck
from zerosum.pkr.holdem.betting import MOST_SEATS
from zerosum.pkr.holdem.rules import OddChips, Rules

MOST_PERCENT = 100_000
"""The largest size of no-limit hold'em, in per cent of the pot."""

MOST_SIZES = 6


def check_cards(game: History) -> None:
    """Check the deck, the hands and the board.

    Raises
    ------
    GameError
        If one of them is out of range, or the deck has too few cards.
    """
    name, deck = type(game).__qualname__, game.deck
    if not isinstance(deck, Deck):
        raise GameError(
            f"The deck of {name} must be a Deck; got {deck!r}: write Deck(9) for the 36 cards "
            f"from the six up, or FULL.",
            deck,
        )
    whole = is_whole(deck.ranks) and is_whole(deck.suits)
    if not whole or not 1 <= deck.ranks <= 13 or not 1 <= deck.suits <= 4:
        raise GameError(
            f"The deck of {name} must have 1 to 13 ranks and 1 to 4 suits; got "
            f"{deck.ranks!r} and {deck.suits!r}: a whole deck has 13 and 4.",
            deck,
        )
    if deck.short and deck.ranks > 9:
        raise GameError(
            f"A short deck of {name} must have at most 9 ranks, from the six up; got "
            f"{deck.ranks!r}: write SHORT.",
            deck,
        )
    if not is_whole(game.hole) or not 1 <= game.hole <= 2:
        raise GameError(
            f"The hands of {name} must have 1 or 2 cards; got {game.hole!r}: write hole=2.",
            game.hole,
        )
    board = game.board
    if not are_whole(board, 1) or len(board) > 3 or sum(board) > 7:
        raise GameError(
            f"The board of {name} must be a tuple of the cards of each street after the first, 3 "
            f"streets at most, a card each at least and 7 in all at most; got {board!r}: write "
            f"board=(3, 1, 1), or less.",
            board,
        )
    needed = game.players * game.hole + sum(board)
    if needed > deck.ranks * deck.suits:
        raise GameError(
            f"The deck of {name} must have as many cards as are dealt, {needed}; got {deck.ranks} "
            f"ranks of {deck.suits} suits: take more of them, or a smaller board.",
            deck,
        )


def check_stakes(game: History) -> None:
    """Check the seats, and the chips that they have and post.

    Raises
    ------
    GameError
        If there are too few or too many seats, or a number of chips is out of range.
    """
    name, n = type(game).__qualname__, game.players
    if not is_whole(n) or not 2 <= n <= MOST_SEATS:
        raise GameError(
            f"The players of {name} must be 2 to {MOST_SEATS} seats; got {n!r}: write players=6.",
            n,
        )
    enough = not game.stacks and hasattr(game, "raises")
    if not enough and (not are_whole(game.stacks, 1) or len(game.stacks) not in {1, n}):
        raise GameError(
            f"The stacks of {name} must be a tuple of chips, at least 1, one number a seat or one "
            f"for all; got {game.stacks!r}: write stacks=(200,).",
            game.stacks,
        )
    if not are_whole(game.blinds, 0) or len(game.blinds) > n:
        raise GameError(
            f"The blinds of {name} must be a tuple of the chips that the first seats post, for at "
            f"most {n} seats; got {game.blinds!r}: write blinds=(1, 2).",
            game.blinds,
        )
    if not are_whole(game.posts, 0) or len(game.posts) > n:
        raise GameError(
            f"The posts of {name} must be a tuple of the chips that seats post beside the blinds, "
            f"for at most {n} seats; got {game.posts!r}: leave them out for none.",
            game.posts,
        )
    buttons = (-1, 0, 1) if n == 2 else (-1, n - 1)
    if not is_whole(game.button) or game.button not in buttons:
        what = "0 or 1, a seat" if n == 2 else f"{n - 1}, the last seat"
        raise GameError(
            f"The button of {name} must be {what}; got {game.button!r}: leave it out, or list the "
            f"seats from the one after the button on.",
            game.button,
        )
    if not are_whole(game.antes, 0) or len(game.antes) not in {0, 1, n}:
        raise GameError(
            f"The antes of {name} must be a tuple of chips, one number a seat or one for all; got "
            f"{game.antes!r}: write antes=(1,), or () for none.",
            game.antes,
        )
    if not any((*game.blinds, *game.antes)):
        raise GameError(
            f"The blinds and antes of {name} must put chips into the pot; got {game.blinds!r} and "
            f"{game.antes!r}: write antes=(1,), or blinds=(1, 2).",
            (game.blinds, game.antes),
        )
    largest = max((*game.stacks, *game.blinds, *game.posts, *game.antes))
    if largest > game.most_chips:
        raise GameError(
            f"The chips of {name} must be at most {game.most_chips} a seat; got {largest}: count "
            f"in larger chips.",
            largest,
        )


def check_rules(game: History) -> None:
    """Check the smallest bet, and by whose rules chips are bet and won.

    Raises
    ------
    GameError
        If one of them is out of range.
    """
    name = type(game).__qualname__
    if not is_whole(game.least) or game.least < 0:
        raise GameError(
            f"The least bet of {name} must be whole chips; got {game.least!r}: leave it out for "
            f"the larger blind.",
            game.least,
        )
    for what, kind, advice in (
        ("rules", Rules, "leave them out for PokerKit's, or write rules='acpc'"),
        ("odd", OddChips, "leave it out for one each"),
    ):
        given = getattr(game, what)
        if given not in list(kind):
            names = ", ".join(repr(one.value) for one in kind)
            raise GameError(
                f"The {what} of {name} must be one of {names}; got {given!r}: {advice}.", given
            )
    for what in ("trim", "whole"):
        given = getattr(game, what)
        if not isinstance(given, bool):
            raise GameError(
                f"The parameter {what} of {name} must be True or False; got {given!r}: leave it "
                f"out for {type(game).__dataclass_fields__[what].default}.",
                given,
            )


def check_limit(game: History) -> None:
    """Check the bets and raises of limit hold'em.

    Raises
    ------
    GameError
        If a street has none, or all of them together take too many chips.
    """
    name, streets = type(game).__qualname__, 1 + len(game.board)
    for what, of in (("bets", "chips of a bet"), ("raises", "most bets and raises")):
        given = getattr(game, what)
        if not are_whole(given, 1) or len(given) != streets:
            raise GameError(
                f"The {what} of {name} must be a tuple of the {of} on each street, for the first "
                f"street and each of board={game.board!r}; got {given!r}: write, for example, "
                f"{what}={(2,) * streets}.",
                given,
            )
    if not game.stacks and (enough := chips_of_all_bets(game)) > game.most_chips:
        raise GameError(
            f"The chips of {name}, which all bets take with ante and blind, must be at most "
            f"{game.most_chips}; got {enough}: count in larger chips.",
            enough,
        )


def chips_of_all_bets(game: History) -> int:
    """Return the chips of a seat in limit hold'em that are enough for every bet."""
    found = max((0, *game.antes)) + max((0, *game.blinds))
    for size, count in zip(game.bets, game.raises, strict=True):
        found += size * count
    return int(found)


def check_sizes(game: History) -> None:
    """Check the sizes of no-limit hold'em.

    Raises
    ------
    GameError
        If they do not ascend.
    """
    few = are_whole(game.sizes, 1) and len(game.sizes) <= MOST_SIZES
    if not few or not ascend(game.sizes):
        raise GameError(
            f"The sizes of {type(game).__qualname__} must be a tuple of at most {MOST_SIZES} parts "
            f"of the pot in per cent, from the smallest to the largest, {MOST_PERCENT} at most; "
            f"got {game.sizes!r}: write sizes=(50, 100).",
            game.sizes,
        )


def is_whole(number: Any) -> bool:
    """Return whether a parameter is an int and not a bool."""
    return isinstance(number, int) and not isinstance(number, bool)


def are_whole(numbers: Any, least: int) -> bool:
    """Return whether a parameter is a tuple of ints of at least so much."""
    if not isinstance(numbers, tuple):
        return False
    return all(is_whole(number) and number >= least for number in numbers)


def ascend(numbers: Any) -> bool:
    """Return whether each size is larger than the one before it, and none is too large."""
    before = 0
    for number in numbers:
        if number <= before or number > MOST_PERCENT:
            return False
        before = number
    return True
