"""What a strategy does after a line of play, for each of the 169 classes of hands."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, TypeAlias

from zerosum.abstraction import split
from zerosum.cards import FULL_DECK, Cards, card_set
from zerosum.pkr.abstraction.classes import hole_class
from zerosum.pkr.actions import Bet, Call, PokerAction, label_of, word_of
from zerosum.pkr.infoset import InfoSet
from zerosum.pkr.line import Line

Strategy: TypeAlias = Callable[..., Mapping[PokerAction, float]]
Frequencies: TypeAlias = tuple[float, ...]
Watch: TypeAlias = Callable[[Sequence[Cards]], Iterable[Cards]]

_FEW = 6  # sizes of bets that are shown apart
COLOURS = {  # by the word of an action; distinct on a terminal of 16 colours too
    "f": "#2f5fc0",
    "k": "#2f9a3a",
    "c": "#2f9a3a",
    "h": "#c87a1a",
    "t": "#e0504a",
    "p": "#b82a22",
    "a": "#8a2fa8",
}
_BETS = ("#c87a1a", "#e0504a", "#b82a22", "#6e1f3a", "#4b1a33", "#2a1020")  # small to large


@dataclass(frozen=True)
class Option:
    """An action as a picture shows it, or all bets together if there are many.

    Parameters
    ----------
    word
        The word for it in a line; ``b`` alone stands for all bets.
    label
        Its name, and the chips that a bet adds.
    colour
        As in ``#2f5fc0``.
    """

    word: str
    label: str
    colour: str


@dataclass(frozen=True)
class Grid:
    """The frequency of each option for each class of hands.

    Parameters
    ----------
    line
        The line that leads to the decision.
    player
        The player to act there.
    options
        In the order of the actions.
    cells
        By rank of row and column, 0 (two) to 12 (ace); suited hands have the higher rank in the
        row. The mean frequency of each option over the hands that the board allows, or None if
        there are none.
    whole
        The same over all hands that the board allows.
    hands
        The number of possible hands.
    unknown
        How many of them were at infosets unknown to the strategy, and count as uniform.
    title
        What the grid is called; if empty, that is made of the line and the player.
    """

    line: Line
    player: int
    options: tuple[Option, ...]
    cells: tuple[tuple[Frequencies | None, ...], ...]
    whole: Frequencies
    hands: int
    unknown: int
    title: str = ""


def _infoset(game: Any, player: int) -> tuple[Any]:
    return (game.infoset(player),)


def hand_grid(
    strategy: Strategy,
    game: Any,
    line: Line | None = None,
    watch: Watch = iter,
    see: Callable[[Any, int], tuple[Any, ...]] = _infoset,
) -> Grid:
    """Return the frequencies of a strategy for every hand of the player to act after a line.

    Every hand counts the same, however rarely the strategy reaches the decision with it.

    Parameters
    ----------
    strategy
        Returns action → probability for an infoset; if it has a count ``unknown``, that is read.
    game
        The start of a hand of River of Blood, or of an abstraction of it.
    line
        A line from :func:`read_line`; None for the first decision.
    watch
        Yields the given hands, and may show progress; computing histograms for all of them takes
        seconds.
    see
        Returns the argument of the strategy for a history and a player; by default the infoset.

    Examples
    --------
    >>> from zerosum.pkr import Fold, RaisePot, RiverOfBlood
    >>> grid = hand_grid(lambda infoset: {Fold(): 0.75, RaisePot(): 0.25}, RiverOfBlood())
    >>> [option.label for option in grid.options], grid.whole, grid.hands
    (['Fold', 'Pot +3'], (0.75, 0.25), 1326)
    """
    line = line or Line()
    decision = line.play(game)
    player = decision.active
    before = getattr(strategy, "unknown", 0)
    answers: dict[Cards, Mapping[PokerAction, float]] = {}
    pairs = combinations(FULL_DECK - line.board, 2)
    for hand in watch([card_set(low) | card_set(high) for low, high in pairs]):
        answers[hand] = strategy(*see(line.play(game, hand, player), player))
    unknown = getattr(strategy, "unknown", 0) - before
    groups = _groups(answers.values())
    options = _options(groups, split(decision)[0].infoset(player))
    shares = {hand: _shares(answer, groups) for hand, answer in answers.items()}
    return filled(line, player, options, shares, unknown)


def filled(
    line: Line,
    player: int,
    options: tuple[Option, ...],
    shares: Mapping[Cards, Frequencies],
    unknown: int,
    title: str = "",
) -> Grid:
    """Return the grid of the frequencies of each hand; the other parameters are its fields."""
    whole = _mean(list(shares.values()))
    return Grid(line, player, options, _cells(shares), whole, len(shares), unknown, title)


def _groups(answers: Iterable[Mapping[PokerAction, float]]) -> list[tuple[PokerAction, ...]]:
    """Return the groups of actions to show: single actions, and all bets if they are many."""
    actions = list(dict.fromkeys(action for answer in answers for action in answer))
    bets = tuple(action for action in actions if isinstance(action, Bet))
    if len(bets) <= _FEW:
        return [(action,) for action in actions]
    others = [(action,) for action in actions if action not in bets]
    return [*others, bets]


def _options(groups: list[tuple[PokerAction, ...]], infoset: InfoSet) -> tuple[Option, ...]:
    taken = {COLOURS.get(word_of(group[0])) for group in groups}
    bets = iter([colour for colour in _BETS if colour not in taken])
    options: list[Option] = []
    for first, *others in groups:
        word, label, chips = word_of(first), label_of(first), infoset.quantity(first)
        colour = COLOURS.get(word) or next(bets, _BETS[-1])
        if others:
            word = "b"
        elif chips > 0 and not isinstance(first, Call):
            label = f"{label} +{chips}"
        options.append(Option(word, label, colour))
    return tuple(options)


def _shares(
    answer: Mapping[PokerAction, float], groups: list[tuple[PokerAction, ...]]
) -> Frequencies:
    return tuple(sum(float(answer.get(action, 0.0)) for action in group) for group in groups)


def _cells(shares: Mapping[Cards, Frequencies]) -> tuple[tuple[Frequencies | None, ...], ...]:
    classes: dict[tuple[int, int], list[Frequencies]] = {}
    for hand, share in shares.items():
        classes.setdefault(class_of(hand), []).append(share)
    means = {place: _mean(cell) for place, cell in classes.items()}
    return tuple(tuple(means.get((row, column)) for column in range(13)) for row in range(13))


def class_of(hand: Cards) -> tuple[int, int]:
    """Return the row and the column of a hand: its ranks, the higher one first if suited.

    >>> from zerosum.cards import parse
    >>> class_of(parse("AhKh")), class_of(parse("AhKd"))
    ((12, 11), (11, 12))
    """
    return divmod(hole_class(hand.mask), 13)


def _mean(shares: list[Frequencies]) -> Frequencies:
    return tuple(sum(column) / len(shares) for column in zip(*shares, strict=True))
