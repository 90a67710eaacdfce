"""A history of a game that is checked, and the errors that say what is wrong there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from zerosum.abstraction import View
from zerosum.errors import GameError, ZeroSumError
from zerosum.support.blame import sentence

# The usual errors of Python in a game, by their words, and what to write instead.
_ADVICE = {
    "unhashable type": "write a tuple or a frozen dataclass instead",
    "overflow encountered": "write int(x) or float(x) for numbers of NumPy",
    "FrozenInstanceError": "return replace(self, ...), which is a new history",
}


@dataclass(frozen=True)
class Place:
    """A history of a game, how its infosets are seen, and the moves that lead to it.

    Parameters
    ----------
    history
        The history, of the base game.
    view
        How its infosets are seen.
    before
        The place before the last move; None at the start.
    move
        The last outcome of chance or action.
    length
        The number of moves.

    Examples
    --------
    >>> from zerosum.abstraction import base_and_view
    >>> from zerosum.kuhn import Kuhn
    >>> place = Place(*base_and_view(Kuhn))
    >>> print(place.after(2).after(0))
    Kuhn(cards=(2, 0), history=1) after [2, 0]
    """

    history: Any
    view: View
    before: Place | None = field(default=None, repr=False)
    move: Any = None
    length: int = 0

    def __str__(self) -> str:
        moves = ", ".join(map(spelled, self.moves))
        return spelled(self.history) + (f" after [{moves}]" if self.length else "")

    @property
    def start(self) -> Any:
        """The history at which the game starts."""
        place = self
        while place.before is not None:
            place = place.before
        return place.history

    @property
    def moves(self) -> tuple[Any, ...]:
        """The outcomes of chance and the actions that lead here."""
        moves, place = [], self
        while place.before is not None:
            moves.append(place.move)
            place = place.before
        return tuple(reversed(moves))

    @property
    def name(self) -> str:
        """The name of the game's class."""
        return type(self.history).__name__

    def after(self, move: Any) -> Place:
        """Return the place after an outcome of chance or an action.

        Raises
        ------
        GameError
            If ``apply`` raises an error, or does not return a history.
        """
        following = self.ask("apply", self.history.apply, move)
        if type(following) is not type(self.history):
            missing, other = "write `return` before it, on every path", "return replace(self, ...)"
            advice = missing if following is None else other
            raise self.wrong("apply", "return a history of its class", spelled(following), advice)
        return Place(following, self.view, self, move, self.length + 1)

    def wrong(
        self,
        thing: str,
        constraint: str,
        got: str,
        advice: str = "",
        *,
        of: str = "",
        kind: type[ZeroSumError] | None = None,
    ) -> ZeroSumError:
        """Return the error that says what is wrong here.

        Parameters
        ----------
        thing, constraint, got, advice
            The words of the sentence ``<thing> of <game> must <constraint>; got <got>: <advice>.``
        of
            Whose the thing is; the game's if empty.
        kind
            The class of the error; ``GameError`` if left out.
        """
        return (kind or GameError)(
            f"{thing} of {of or self.name} must {constraint}; got {got}, at {self}"
            f"{advice and ': '}{advice}.",
            self.history,
        )

    def same(self, thing: str, first: Any, second: Any, advice: str = "", **owner: Any) -> None:
        """Check that two answers to one question are equal.

        Raises
        ------
        GameError
            If they are not; ``owner`` is passed to :meth:`wrong`.
        """
        if self.ask(thing, lambda: bool(first != second)):
            got = f"{spelled(first)} and {spelled(second)}"
            advice = advice or "compute it from the fields of the game alone"
            raise self.wrong(thing, "be the same whenever asked", got, advice, **owner)

    def ask(self, thing: str, call: Callable[..., Any], *arguments: Any) -> Any:
        """Call the user's code and return what it returns.

        Raises
        ------
        GameError
            If it raises an error, with the line of it.
        """
        try:
            return call(*arguments)
        except ZeroSumError as error:
            message = str(error).removesuffix(".")
            raise type(error)(f"{message}, at {self}.", error.subject) from error
        except Exception as error:
            verb = "end" if isinstance(error, RecursionError) else "not raise an error"
            named = f"{thing}({spelled(arguments[0])})" if thing == "apply" else thing
            got = sentence(error)
            advice = next((advice for words, advice in _ADVICE.items() if words in got), "")
            raise self.wrong(named, verb, got, advice) from error


def strict() -> np.errstate:
    """Return the context in which games are asked: numbers of NumPy that overflow are errors.

    NumPy's narrow ints wrap around, and native ones do not.
    """
    return np.errstate(over="raise")


def spelled(value: Any) -> str:
    """Return the repr of a user's value, or its class if the repr raises an error."""
    try:
        return repr(value)
    except Exception:  # noqa: BLE001 - whatever the user's __repr__ raises
        return f"a {type(value).__qualname__} without repr"


class Endless(GameError):
    """A playout does not end."""


def endless(start: Place, moves: int) -> ZeroSumError:
    """Return the error for a game that went on for so many moves."""
    advice = "check that apply() leads to a terminal history"
    got = f"one of {moves:,} moves"
    return start.wrong("Every playout", "end", got, advice, kind=Endless)
