"""Hypothesis strategies for the histories and infosets of any game.

Outcomes and actions are drawn one by one, so that a failing example shrinks to a short playout
of first choices. Outcomes come from ``chances``; if a game can only ``sample``, a seed is drawn.
"""

from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

from hypothesis import strategies as st

from zerosum.abstraction import base_and_view
from zerosum.laws import (
    Kind,
    Met,
    Place,
    check_chance,
    check_decision,
    check_sample,
    check_terminal,
    endless,
    kind_of,
)
from zerosum.rng import Random

LONGEST = 1_000
"""A playout with more moves than this is an error; Hypothesis can hardly draw longer ones."""

SEEDS = st.integers(0, 2**32 - 1)


@dataclass(frozen=True)
class Playout:
    """A playout of a game, from its start.

    Parameters
    ----------
    histories
        The start and the history after each move; the last is a terminal.
    moves
        The outcomes and actions, one for each history except the last.

    Examples
    --------
    >>> Playout(histories=("start", "middle", "end"), moves=("up", "down"))
    Playout(moves=('up', 'down'))
    """

    histories: tuple[Any, ...] = field(repr=False)
    moves: tuple[Any, ...]


@st.composite
def playouts(draw: st.DrawFn, game: Any) -> Playout:
    """Draw a playout of a game, up to a terminal.

    Raises
    ------
    GameError, AbstractionError
        If the game or its abstraction is faulty, as :mod:`zerosum.laws` describes.

    Examples
    --------
    >>> from hypothesis import find
    >>> from zerosum.kuhn import Kuhn
    >>> found = find(playouts(Kuhn()), lambda playout: playout.histories[-1].history == 0b1010)
    >>> found.moves[2:]
    (<Move.PASS: 0>, <Move.BET: 1>, <Move.PASS: 0>)
    """
    start, met = deepcopy(game), Met()
    base, view = base_and_view(start)
    place, made = Place(base, view), [start]
    while (kind := kind_of(place)) is not Kind.TERMINAL:
        if place.length == LONGEST:
            raise endless(Place(base, view), LONGEST)
        if kind is Kind.CHANCE:
            move = _outcome(draw, place)
        else:
            move = draw(st.sampled_from(check_decision(place, met)))
        place = place.after(move)
        made.append(made[-1].apply(move))
    check_terminal(place)
    return Playout((game, *made[1:]), place.moves)


# Pickle finds functions by this name, and hypothesis gives it another one.
playouts.__qualname__ = "playouts"


def histories(game: Any) -> st.SearchStrategy[Any]:
    """Draw a history of a game: the start, one on the way, or a terminal.

    Examples
    --------
    >>> from hypothesis import find
    >>> from zerosum.kuhn import Kuhn
    >>> find(histories(Kuhn()), lambda history: history.terminal).terminal
    True
    """
    return playouts(game).flatmap(lambda playout: st.sampled_from(playout.histories))


def infosets(game: Any) -> st.SearchStrategy[Any]:
    """Draw an infoset of the player to act.

    Examples
    --------
    >>> from hypothesis import find
    >>> from zerosum.kuhn import Kuhn
    >>> find(infosets(Kuhn()), lambda infoset: infoset.card == 2).card
    2
    """
    decisions = playouts(game).map(_decisions).filter(bool).flatmap(st.sampled_from)
    return decisions.map(lambda history: history.infoset(history.active))


def _decisions(playout: Playout) -> list[Any]:
    return [each for each in playout.histories if not (each.terminal or each.chance)]


def _outcome(draw: st.DrawFn, place: Place) -> Any:
    chances = check_chance(place)
    if chances is None:
        return check_sample(place, None, Random(draw(SEEDS)))
    return draw(st.sampled_from([outcome for outcome, chance in chances.items() if chance > 0]))
