"""Grids of the 169 classes of hands at a place: what is done there, and what a seat may hold.

>>> from zerosum.pkr import NoLimitHoldem
>>> even = lambda seen: dict.fromkeys(seen.actions(), 1 / len(seen.actions()))
>>> place, _ = Follower(even, NoLimitHoldem(sizes=(100,))).follow("c x | AhKh2c")
>>> grid = strategy_grid(place)
>>> isinstance(grid, Grid), grid.hands, grid.options[0] == Option("x", "Check", COLOURS[Check])
(True, 1176, True)
>>> [option.label for option in options_of(place)], range_grid(place, 0).cells[12][12]
(['Check', 'Bet to 4', 'All-in to 198'], (1.0, 0.0))
>>> class_means(np.full((1326, 1), 0.5), np.ones(1326))[1]
(0.5,)
>>> with warnings.catch_warnings(action="ignore"):
...     hand_grid(even, NoLimitHoldem(sizes=(100,))).title  # until version 0.3
'Opening strategy of the small blind'
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import NDArray

from zerosum.abstraction import split
from zerosum.cards import NO_CARDS, Cards
from zerosum.errors import GameError, NotApplicable, StrategyError
from zerosum.game import History
from zerosum.pkr.abstraction.tracking import is_bet
from zerosum.pkr.actions import (
    Allin,
    Bet,
    Call,
    Check,
    Fold,
    PokerAction,
    Raise75Pot,
    RaiseHalfPot,
    RaisePot,
    label_of,
)
from zerosum.pkr.hands.classes import HOLE_CLASSES
from zerosum.pkr.places.follower import Follower
from zerosum.pkr.places.place import Place, first_place
from zerosum.pkr.places.rows import Answers, Rows, free_of
from zerosum.pkr.ranges.classes import CLASS_OF
from zerosum.pkr.ranges.squares import squares
from zerosum.pkr.shows.table import table
from zerosum.pkr.text.legality import check_decides
from zerosum.pkr.text.line import Line
from zerosum.support.drawing import ACTIONS, BETS, HELD, bet_colours
from zerosum.support.html import ROOM, Html, element, joined
from zerosum.support.rendering import Report
from zerosum.tables import Floats

if TYPE_CHECKING:
    from rich.console import RenderableType

Frequencies: TypeAlias = tuple[float, ...]
Cells: TypeAlias = tuple[tuple[Frequencies | None, ...], ...]

MOST_BETS = 6  # that are shown apart
COLOURS: dict[type[PokerAction], str] = {
    Fold: ACTIONS["fold"],
    Check: ACTIONS["call"],
    Call: ACTIONS["call"],
    RaiseHalfPot: BETS[1],
    Raise75Pot: BETS[2],
    RaisePot: BETS[3],
    Allin: ACTIONS["all-in"],
}
"""The colours of actions whose share of the pot is always the same, and of those that bet none."""


@dataclass(frozen=True)
class Option:
    """An action as a picture shows it, or all bets together if there are many.

    Parameters
    ----------
    word
        The word for it in a history; ``b`` alone stands for all bets.
    label
        Its name, and the chips that a bet or raise comes to.
    colour
        As in ``#rrggbb``.
    """

    word: str
    label: str
    colour: str


@dataclass(frozen=True, repr=False)
class Grid(Report):
    """The frequency of each option for each class of hands.

    Parameters
    ----------
    title
        Whose strategy or range it is, and where.
    options
        In the order of the actions.
    cells
        By rank of row and column, 0 (two) to 12 (ace); suited hands have the higher rank in the
        row. The mean frequency of each option over the hands that count, or None if there are none.
    whole
        The same over all hands that count.
    hands
        The number of possible hands.
    unknown
        How many of them were at infosets unknown to the strategy, and count as uniform.
    share
        Whether the grid is about the first option alone, and the second is what it lacks of the
        whole: cells show the frequency of the first.
    """

    title: str
    options: tuple[Option, ...]
    cells: Cells
    whole: Frequencies
    hands: int
    unknown: int = 0
    share: bool = False

    @property
    def legend(self) -> list[tuple[Option, str]]:
        """The options that a legend explains, and the text for each."""
        pairs = zip(self.options, self.whole, strict=True)
        legend = [(option, f"{option.label} {share:.1%}") for option, share in pairs]
        return legend[:1] if self.share else legend

    @property
    def missing(self) -> str:
        """A sentence with the number of hands whose infosets were not visited."""
        return (
            f"The strategy is uniform for {self.unknown:,} of {self.hands:,} hands, at unvisited "
            f"infosets."
        )

    def html(self, room: int = ROOM) -> Html:
        """Return the grid with its legend as HTML."""
        legend = [
            element("span", element("i", "", style=f"background:{option.colour}"), words, "\u2003")
            for option, words in self.legend
        ]
        colours = [option.colour for option, _ in self.legend]
        drawn = (element("p", Html("".join(legend))), squares(self.cells, colours))
        return joined([self.title, *drawn, self.missing if self.unknown else ""], room)

    def __rich__(self) -> RenderableType:
        return table(self)

    def __repr__(self) -> str:
        return f"<Grid: {self.title}>"


def strategy_grid(
    place: Place,
    title: str = "",
    most: int = MOST_BETS,
    keep: NDArray[np.bool_] | None = None,
) -> Grid:
    """Return what the seat to act does with each class of hands.

    Every hand counts the same; in a game that begins with ranges, as it is likely to come there.

    Parameters
    ----------
    place
        The place, at which a seat decides.
    title
        What the grid is called; by default the seat and the history.
    most
        How many bets and raises are shown apart; more of them are one option, but for all-in.
    keep
        Which hands count, shape (1326,), such as
        :func:`zerosum.pkr.shows.filters.kept` returns; None for all.

    Raises
    ------
    NotApplicable
        If no seat decides there.
    StrategyError
        If none of the hands to count can be held there.

    Examples
    --------
    >>> from zerosum.pkr import RiverOfBlood
    >>> even = lambda infoset: dict.fromkeys((Fold(), Bet(3)), 0.5)
    >>> grid = strategy_grid(first_place(Rows(even, RiverOfBlood())))
    >>> grid.title, [option.label for option in grid.options], grid.hands
    ('Opening strategy of the small blind', ['Fold', 'Call', 'Raises', 'All-in to 400'], 1326)
    """
    check_decides(place.real)
    menu, shares = place.menu, place.strategy
    who = place.seat_name
    opening = f"Opening strategy of the {who}"
    started = place.steps or place.rows.ranged
    title = title or (f"Strategy of the {who} {place.when}" if started else opening)
    options = options_of(place)
    bets = [at for at, kind in enumerate(menu.kinds) if is_bet(kind) and kind != Allin()]
    if len(bets) > most:
        first, word = bets[0], "b" if options[bets[0]].label.startswith("Bet") else "r"
        whole = shares[:, bets].sum(axis=1)
        shares = np.delete(shares, bets[1:], axis=1)
        shares[:, first] = whole
        together = Option(word, "Bets" if word == "b" else "Raises", BETS[2])
        options = [each for at, each in enumerate(options) if at not in bets[1:]]
        options[first] = together
    counts = place.counts if keep is None else place.counts * keep
    if not counts.any():
        raise StrategyError(
            "A hand that counts must be possible where a seat acts; none is: choose others.", place
        )
    unknown = 0 if len(menu.words) == 1 else int((~place.visited & (counts > 0.0)).sum())
    return _grid(title, options, shares, counts, unknown)


def hand_grid(strategy: Answers, game: History, line: Line | None = None) -> Grid:
    """Return what a strategy does after a line, until version 0.3: see :func:`strategy_grid`."""
    text = "hand_grid is now strategy_grid of a place; the old name works until version 0.3."
    warnings.warn(text, DeprecationWarning, stacklevel=2)
    steps = () if line is None else line.steps
    return strategy_grid(Follower(strategy, game).follow(steps)[0])


def range_grid(place: Place, seat: int, dead: Cards = NO_CARDS) -> Grid:
    """Return how likely a seat has each class of hands, as parts of the likeliest hand.

    Parameters
    ----------
    place
        The place.
    seat
        The seat, from 0.
    dead
        Cards that it cannot hold, beside the cards of the board.

    Raises
    ------
    GameError
        If there is no such seat.
    StrategyError
        If it comes there with no hand.
    """
    if seat not in range(place.real.players):
        raise GameError(f"A seat must be 1 to {place.real.players}; got {seat + 1}.", seat)
    held = place.posterior(dead)[seat]
    if not held.any():
        raise StrategyError(
            f"A seat must come to the decision with some hand to have a range; by its strategy "
            f"seat {seat + 1} comes there with none.",
            place,
        )
    shares = held / held.max()
    title = f"Range of the {place.name_of(seat)} {place.when}"
    options = [
        Option("h", "per cent of the likeliest hand; on average", HELD[0]),
        Option("-", "less likely", HELD[1]),
    ]
    free = free_of(place.real).astype(np.float64)
    return _grid(title, options, np.stack([shares, 1 - shares], axis=1), free, share=True)


def opening_grids(strategy: Answers, game: History) -> Iterator[Grid]:
    """Yield what each seat does when all before it have folded, the first to act first.

    With more than two seats, all raises that are not all-in are one option.

    Parameters
    ----------
    strategy
        A strategy, or any function from an infoset to the probability of each action.
    game
        The start of a hand of poker with two cards each, or of an abstraction of it.

    Raises
    ------
    NotApplicable
        If it is another game.

    Examples
    --------
    >>> from zerosum.pkr import NoLimitHoldem
    >>> def careful(infoset):
    ...     return {Fold(): 0.75, Bet(infoset.bounds()[0]): 0.25}
    >>> for grid in opening_grids(careful, NoLimitHoldem(players=4)):
    ...     print(grid.title, grid.whole)
    Opening strategy of the cutoff (0.75, 0.0, 0.25, 0.0)
    Opening strategy of the button (0.75, 0.0, 0.25, 0.0)
    Opening strategy of the small blind (0.75, 0.0, 0.25, 0.0)
    """
    base = split(game)[0]
    if getattr(base, "hole", 0) != 2:
        raise NotApplicable(
            f"A game with openings must be poker with two cards each; got {base!r}.", game
        )
    place = first_place(Rows(strategy, game))
    for _ in range(base.players - 1):
        if not place.decides:  # a seat is all-in by its blind
            return
        if place.infoset.bets == 0:
            title = f"Opening strategy of the {place.seat_name}"
            yield strategy_grid(place, title, MOST_BETS if base.players == 2 else 0)
        if place.infoset.cost == 0:  # a seat that may not fold
            return
        place = place.after(Fold())


def options_of(place: Place) -> list[Option]:
    """Return the actions of a place as a legend has them, each with a colour of its own."""
    menu, options = place.menu, []
    colours = colours_of(menu.kinds)
    for word, kind, action, colour in zip(
        menu.words, menu.kinds, menu.actions, colours, strict=True
    ):
        label = label_of(kind)
        if isinstance(action, Bet):
            to = place.infoset.pips[place.seat] + action.quantity
            if label == "Bet" and any(place.infoset.pips):
                label = "Raise"
            label = f"{label} to {to:,}"
        options.append(Option(word, label, colour))
    return options


def colours_of(actions: Sequence[PokerAction]) -> list[str]:
    """Return a colour for each action of a menu.

    Bets without a colour of their own take those that are left, from small to large.

    >>> colours_of([Fold(), RaisePot(), Bet(20)]) == [COLOURS[Fold], COLOURS[RaisePot], BETS[0]]
    True
    """
    taken = {COLOURS.get(type(action)) for action in actions}
    count = sum(type(action) not in COLOURS for action in actions)
    room = count + len(taken.intersection(BETS))
    rest = iter([colour for colour in bet_colours(room) if colour not in taken])
    return [COLOURS.get(type(action)) or next(rest) for action in actions]


def _grid(
    title: str,
    options: Sequence[Option],
    shares: Floats,
    counts: Floats,
    unknown: int = 0,
    *,
    share: bool = False,
) -> Grid:
    """Return the grid of frequencies, (1326, options), of which hands count so much, (1326,)."""
    cells, whole = class_means(shares, counts)
    return Grid(title, tuple(options), cells, whole, int((counts > 0.0).sum()), unknown, share)


def class_means(numbers: Floats, counts: Floats) -> tuple[Cells, Frequencies]:
    """Return the means of numbers of each hand, by class as the cells of a grid, and over all.

    Parameters
    ----------
    numbers
        Shape (1326, numbers of a hand).
    counts
        How much each hand counts; shape (1326,).
    """
    held = counts > 0.0
    sums = np.zeros((HOLE_CLASSES, numbers.shape[1]))
    np.add.at(sums, _CLASSES[held], numbers[held] * counts[held, None])
    totals = np.bincount(_CLASSES[held], counts[held], HOLE_CLASSES)
    means = (sums / np.where(totals > 0.0, totals, 1.0)[:, None]).tolist()
    cells = [tuple(mean) if total else None for mean, total in zip(means, totals, strict=True)]
    rows = tuple(tuple(cells[row : row + 13]) for row in range(0, HOLE_CLASSES, 13))
    return rows, tuple((sums.sum(axis=0) / totals.sum()).tolist())


_CLASSES = np.array(CLASS_OF, np.int64)
