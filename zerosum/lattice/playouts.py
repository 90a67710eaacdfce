"""Random playouts, as the decisions that players made."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from zerosum.abstraction import View, base_and_view
from zerosum.laws import LONGEST, Place, check_playouts, endless
from zerosum.native.playouts import playout
from zerosum.rng import Random


@dataclass(frozen=True)
class Decision:
    """What a player knew at a decision, and chose.

    Parameters
    ----------
    player
        The player.
    infoset
        The infoset, of the base game.
    menu
        The actions that were offered.
    action
        The action that was chosen.
    moves
        The moves of all players and chance before it, from the start.
    """

    player: int
    infoset: Any
    menu: tuple[Any, ...]
    action: Any
    moves: tuple[Any, ...]


def playouts(game: Any, deals: int, seed: int, paths: int = 1) -> Iterator[tuple[Decision, ...]]:
    """Yield the decisions of random playouts, one after another.

    Parameters
    ----------
    game
        The start of a game, abstract or not, or its class. Players choose each of its actions
        with equal probability.
    deals
        How many deals to play.
    seed
        The seed of all deals.
    paths
        How many playouts of each deal. They draw the same numbers for chance, so that in a card
        game the cards are the same and only the actions differ.

    Raises
    ------
    GameError
        If a playout does not end, or the game is wrong.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn
    >>> played = list(playouts(Kuhn(), deals=3, seed=7, paths=2))
    >>> [playout[0].moves for playout in played[::2]] == [each[0].moves for each in played[1::2]]
    True
    """
    base, view = base_and_view(game)
    check_playouts(base, view)
    rng = Random(seed)
    for _ in range(deals):
        deal = rng.bits()
        for _ in range(paths):
            yield tuple(_decisions(base, view, Random(deal), rng))


def _decisions(history: Any, view: View, chance: Random, rng: Random) -> Iterator[Decision]:
    *steps, end = playout(history, view.menu, rng, chance)
    if not end.history.terminal:
        raise endless(Place(history, view), LONGEST)
    moves = list[Any]()
    for step in steps:
        if step.menu:
            player = int(step.history.active)
            yield Decision(player, step.infoset, tuple(step.menu), step.move, tuple(moves))
        moves.append(step.move)
