"""Series: hands that are played until their scores decide, such as a match to 11 points."""

from __future__ import annotations

from typing import Protocol, Self

from zerosum.abstraction import split
from zerosum.errors import GameError
from zerosum.game import History, hook_of


class Series(Protocol):
    """Hands of a game for two, one after another, until the series is over.

    A frozen dataclass that is called with the start of the game. The game names it in its body::

        hooks = Hooks(series="zerosum.setback.match:Match")  # Hooks of zerosum.game

    The hands of a series may begin differently, for example with the scores in a field. Then the
    game has a property ``origin``, the start that all of them share, and strategies are of that.
    """

    @property
    def over(self) -> bool:
        """Whether the series has ended."""
        ...

    @property
    def first(self) -> int:
        """The side, 0 or 1, that is player 0 of the next hand."""
        ...

    @property
    def deal(self) -> History:
        """The start of the next hand."""
        ...

    def after(self, deal: History) -> Self:
        """Return the series after a hand that has ended."""
        ...

    def payoff(self, side: int) -> float:
        """Return 1 if a side has won at the end, -1 if the other has, and 0 if nobody has."""
        ...


def series_of(game: History) -> Series:
    """Return the start of the series that a game is played in.

    Parameters
    ----------
    game
        The start of the game, abstract or not.

    Raises
    ------
    GameError
        If it names none, or what it names cannot be made of the game.

    Examples
    --------
    >>> from zerosum.setback import Setback
    >>> series_of(Setback())
    Match(table=Setback(...), scores=(0, 0), deals=0, cap=100)
    """
    base = split(game)[0]
    make_series = hook_of(base, "series")
    if make_series is None:
        raise GameError(
            f"A game must name its series to be played in one; {type(base).__name__} names none: "
            f"play single hands; or, in a game of your own, write `hooks = "
            f"Hooks(series='module:Class')`, with Hooks of zerosum.game.",
            game,
        )
    try:
        series: Series = make_series(base)
    except TypeError as error:
        raise GameError(
            f"The hook series of {type(base).__name__} must be a series that is called with the "
            f"start of the game; got {make_series!r}: {error}.",
            game,
        ) from error
    return series


def is_series(start: History) -> bool:
    """Return whether something is a series, and not a game, which may have any properties."""
    return not hasattr(start, "terminal")


def start_of(base: History) -> History:
    """Return the start that all hands of a series share, of one that may begin otherwise."""
    return getattr(base, "origin", base)
