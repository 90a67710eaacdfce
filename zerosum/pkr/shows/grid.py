"""What a strategy does after a line of play, for each of the 169 classes of hands."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, TypeAlias

from zerosum.abstraction import split
from zerosum.cards import FULL_DECK, Cards, card_set
from zerosum.game import History
from zerosum.pkr.actions import Bet, Call, PokerAction, label_of
from zerosum.pkr.hands.classes import hole_class
from zerosum.pkr.infoset import InfoSet
from zerosum.pkr.text import Line, word_of
from zerosum.support.drawing import ACTIONS, BETS, bet_colours
from zerosum.support.rendering import chips

Strategy: TypeAlias = Callable[..., Mapping[PokerAction, float]]
Frequencies: TypeAlias = tuple[float, ...]
Watch: TypeAlias = Callable[[Sequence[Cards]], Iterable[Cards]]

_MOST_BET_SIZES = 6  # sizes of bets that are shown apart
COLOURS = {  # by the word of an action; of bets, without its letter
    "f": ACTIONS["fold"],
    "x": ACTIONS["call"],
    "c": ACTIONS["call"],
    "50%": BETS[1],
    "75%": BETS[2],
    "100%": BETS[3],
    "a": ACTIONS["all-in"],
}


@dataclass(frozen=True)
class Option:
    """An action as a picture shows it, or all bets together if there are many.

    Parameters
    ----------
    word
        The word for it in a line; ``b`` or ``r`` alone stands for all bets.
    label
        Its name, and the chips that a bet adds.
    colour
        As in ``#rrggbb``.
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
    share
        Whether the grid is about the first option alone, and the second is what it lacks of the
        whole: cells show the frequency of the first.
    """

    line: Line
    player: int
    options: tuple[Option, ...]
    cells: tuple[tuple[Frequencies | None, ...], ...]
    whole: Frequencies
    hands: int
    unknown: int
    title: str = ""
    share: bool = False

    @property
    def legend(self) -> list[tuple[Option, str]]:
        """The options that a legend explains, and the text for each."""
        pairs = zip(self.options, self.whole, strict=True)
        legend = [(option, f"{option.label} {share:.1%}") for option, share in pairs]
        return legend[:1] if self.share else legend


def colours_of(words: Sequence[str]) -> list[str]:
    """Return a colour for each action of a menu, by its word.

    Bets whose words have none take those that are left, from small to large.

    >>> colours_of(["f", "r100%", "r20"]) == [COLOURS["f"], BETS[3], BETS[0]]
    True
    """
    words = [word.lstrip("br") for word in words]
    taken = {COLOURS.get(word) for word in words}
    count = sum(word not in COLOURS for word in words)
    room = count + len(taken.intersection(BETS))
    rest = iter([colour for colour in bet_colours(room) if colour not in taken])
    return [COLOURS.get(word) or next(rest) for word in words]


def _infoset(game: History, player: int) -> tuple[Any]:
    return (game.infoset(player),)


def hand_grid(
    strategy: Strategy,
    game: History,
    line: Line | None = None,
    watch: Watch = iter,
    see: Callable[[History, int], tuple[Any, ...]] = _infoset,
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
        A line of the game; None for the first decision.
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
    line = line or Line(split(game)[0])
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
    *,
    share: bool = False,
) -> Grid:
    """Return the grid of the frequencies of each hand; the other parameters are its fields."""
    whole = _mean(list(shares.values()))
    return Grid(line, player, options, _cells(shares), whole, len(shares), unknown, title, share)


def _groups(answers: Iterable[Mapping[PokerAction, float]]) -> list[tuple[PokerAction, ...]]:
    """Return the groups of actions to show: single actions, and all bets if they are many."""
    actions = list(dict.fromkeys(action for answer in answers for action in answer))
    bets = tuple(action for action in actions if isinstance(action, Bet))
    if len(bets) <= _MOST_BET_SIZES:
        return [(action,) for action in actions]
    others = [(action,) for action in actions if action not in bets]
    return [*others, bets]


def _options(groups: list[tuple[PokerAction, ...]], infoset: InfoSet) -> tuple[Option, ...]:
    colours = colours_of([word_of(group[0], infoset) for group in groups])
    options: list[Option] = []
    for (first, *others), colour in zip(groups, colours, strict=True):
        word, label, added = word_of(first, infoset), label_of(first), infoset.quantity(first)
        if others:
            word = word[0]
        elif added > 0 and not isinstance(first, Call):
            label = f"{label} {chips(added, sign=True)}"
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
    means = {square: _mean(cell) for square, cell in classes.items()}
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
