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
    LONGEST,
    Answers,
    Kind,
    Met,
    Place,
    check_answers,
    check_sample,
    endless,
    strict,
)
from zerosum.rng import Random

_DRAWN = 500
"""So many moves are drawn one by one, which Hypothesis can shrink; the rest by one seed."""

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
    place, made, rng = Place(base, view), [start], None
    with strict():
        while (answers := check_answers(place, met, twice=False)).kind is not Kind.TERMINAL:
            if place.length == LONGEST:
                raise endless(Place(base, view), LONGEST)
            if place.length == _DRAWN:
                rng = Random(draw(SEEDS))
            place = place.after(_move(draw, answers, rng))
            made.append(made[-1].apply(place.move))
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


def _move(draw: st.DrawFn, answers: Answers, rng: Random | None) -> Any:
    """Return a move that has a probability; drawn by ``rng`` if there is one."""
    if answers.kind is Kind.CHANCE and answers.chances is None:
        return check_sample(answers.place, None, rng or Random(draw(SEEDS)))
    chances = answers.chances or {}
    moves = [move for move in answers.moves if chances.get(move, 1) > 0]
    return draw(st.sampled_from(moves)) if rng is None else moves[rng.integer(len(moves))]
