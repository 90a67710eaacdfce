"""The private deal at the start of a game: all hands together, with probabilities."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from zerosum.abstraction import View
from zerosum.errors import GameError
from zerosum.game import check_methods, players_of
from zerosum.laws import Place, check_chance
from zerosum.native.primitives import can_list, outcomes
from zerosum.support.tokens import put

_MOST_MOVES = 100
_PLAIN = View(None, None)


@dataclass(frozen=True)
class Deal:
    """A hand for each player, as chance deals them.

    Parameters
    ----------
    start
        The history after the deal.
    moves
        The moves of chance.
    hands
        The number of each player's hand.
    chance
        Its probability.
    """

    start: Any
    moves: tuple[Any, ...]
    hands: tuple[int, ...]
    chance: float

    def write(self, path: Any) -> int:
        """Write the moves; return where the next one goes. Modified in place: ``path``."""
        depth = 0
        for move in self.moves:
            depth = put(path, depth, move)
        return depth


@dataclass(frozen=True)
class Deals:
    """All that the private deal of a game may bring.

    Parameters
    ----------
    hands
        Each player's hands, as ``private(player)`` returns them, in the order in which they are
        first dealt.
    all
        The deals that have a positive probability.
    """

    hands: tuple[tuple[Any, ...], ...]
    all: tuple[Deal, ...]


def check_declared(game: Any) -> None:
    """Check that a game declares what is public and private, and lists its chance.

    Raises
    ------
    GameError
        With what is missing.
    """
    check_methods(game)
    name = type(game).__qualname__
    missing = [each for each in ("public", "private") if getattr(type(game), each, None) is None]
    if missing:
        raise GameError(
            f"The game {name} must declare public and private(player) to have a public tree; it "
            f"has no {missing[0]}: see zerosum.game.Game, or use external sampling.",
            game,
        )
    if players_of(game) < 2:
        raise GameError(
            f"A public tree must have two players or more; {name} has {players_of(game)}: use "
            f"external sampling.",
            game,
        )
    if not can_list(game):
        raise GameError(
            f"Chance of {name} must have chances() to have a public tree; it has only sample(): "
            f"list each outcome with its probability, or use external sampling.",
            game,
        )


def deals_of(base: Any, most: int) -> Deals:
    """Return the hands that the first chance moves deal, all in private.

    Raises
    ------
    GameError
        If one of these moves is both public and private, or shows to no player, or if there are
        more than ``most`` deals.
    """
    hands: list[dict[Any, int]] = [{} for _ in range(players_of(base))]
    deals: dict[tuple[int, ...], Deal] = {}
    for place, chance in _dealt(Place(base, _PLAIN), 1.0):
        start, moves = place.history, place.moves
        held = tuple(
            known.setdefault(_hand(start, player), len(known)) for player, known in enumerate(hands)
        )
        if held in deals:
            raise GameError(
                f"Every private deal must show in private(player); {type(base).__qualname__} "
                f"returns the same after {list(deals[held].moves)} and after "
                f"{list(moves)}: return all that is dealt, or use a sampling solver that needs no "
                f"public tree.",
                start,
            )
        deals[held] = Deal(start, moves, held, chance)
        if len(deals) > most:
            raise GameError(
                f"The private hands of a public tree must make at most {most:,} deals; those of "
                f"{type(base).__qualname__} make more: use external sampling.",
                base,
            )
    return Deals(tuple(map(tuple, hands)), tuple(deals.values()))


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


def _dealt(place: Place, chance: float) -> Iterator[tuple[Place, float]]:
    """Yield every place after the private deal, with its probability."""
    game = place.history
    if game.terminal or not game.chance:
        yield place, chance
        return
    if place.length > _MOST_MOVES:
        raise GameError(
            f"The private deal of a public tree must end; that of {type(game).__qualname__} goes "
            f"on after {_MOST_MOVES} moves of chance: check `chance`.",
            game,
        )
    check_chance(place)
    branches = [(place.after(outcome), odds) for outcome, odds in outcomes(game) if odds > 0]
    quiet = [following.history.public == game.public for following, _ in branches]
    if not any(quiet):
        yield place, chance
        return
    if not all(quiet):
        raise GameError(
            f"A move of chance must be private or public, whatever its outcome; that of {game!r} "
            f"is public after some outcomes only: correct `public`.",
            game,
        )
    for following, odds in branches:
        yield from _dealt(following, chance * odds)
