"""Random playouts of a game, interpreted and without any check."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from zerosum.native.primitives import draw
from zerosum.rng import Random

LONGEST = 10_000
"""A playout with more moves than this is an error."""


@dataclass(frozen=True, slots=True)
class Step:
    """A history and the move that is made there; at the end of a playout there is none.

    Parameters
    ----------
    history
        The history.
    infoset, menu
        What the player to act knows, and the actions that are offered; no menu at the end, and
        where chance moves.
    move
        The action, or the outcome of chance.
    """

    history: Any
    infoset: Any = None
    menu: Sequence[Any] = ()
    move: Any = None


def playout(
    history: Any,
    offered: Callable[[Any], Sequence[Any]],
    rng: Random,
    chance: Random | None = None,
    longest: int = LONGEST,
) -> Iterator[Step]:
    """Yield each step of a random playout; the last is at a terminal, or after ``longest`` moves.

    Parameters
    ----------
    history
        Where it begins.
    offered
        Returns the menu of an infoset; each action is as likely.
    rng, chance
        The random numbers of players and of chance; all are drawn from ``rng`` if ``chance`` is
        left out.

    Examples
    --------
    >>> from zerosum.kuhn import Kuhn
    >>> *steps, end = playout(Kuhn(), lambda infoset: infoset.actions(), Random(1))
    >>> end.history.terminal, [len(step.menu) for step in steps[:3]]
    (True, [0, 0, 2])
    """
    for _ in range(longest):
        if history.terminal:
            break
        if history.chance:
            step = Step(history, move=draw(history, chance or rng))
        else:
            infoset = history.infoset(history.active)
            menu = offered(infoset)
            step = Step(history, infoset, menu, menu[rng.integer(len(menu))])
        yield step
        history = history.apply(step.move)
    yield Step(history)


def own_actions(infoset: Any) -> tuple[Any, ...]:
    """Return the actions of the game itself."""
    return tuple(infoset.actions())
