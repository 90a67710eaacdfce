"""How a strategy opens: a 13 by 13 table for each seat to which all others may fold."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any

from rich.console import Group, RenderableType
from rich.text import Text

from zerosum.abstraction import split
from zerosum.cards import Cards, card_set
from zerosum.errors import NotApplicable
from zerosum.game import History
from zerosum.pkr.actions import PokerAction
from zerosum.pkr.holdem.infosets import InfoSet
from zerosum.pkr.scenarios.measures import Measure
from zerosum.pkr.scenarios.spots import Decision, Questions, Strategy, decision_after
from zerosum.pkr.shows.grid import COLOURS, Frequencies, Grid, Option, filled
from zerosum.pkr.shows.picture import SIZE, draw
from zerosum.pkr.shows.river import table
from zerosum.pkr.text import seat_name
from zerosum.support.drawing import BETS

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_OPTIONS = {
    Measure.FOLD: Option("f", "Fold", COLOURS["f"]),
    Measure.CALL: Option("c", "Call", COLOURS["c"]),
    Measure.RAISE: Option("r", "Raise", BETS[2]),
    Measure.ALL_IN: Option("a", "All-in", COLOURS["a"]),
}
_COLUMNS = 3  # of a picture


@dataclass(frozen=True)
class Opening:
    """The ``show`` of an experiment with hold'em: tables, and a picture of them.

    Examples
    --------
    >>> from zerosum.experiment import Experiment
    >>> from zerosum.pkr import NoLimitHoldem
    >>> experiment = Experiment(NoLimitHoldem(players=6), show=opening)
    """

    def __call__(self, strategy: Strategy, game: History) -> RenderableType:
        """Return a table for each seat that may open, the first to act first."""
        tables: list[RenderableType] = []
        for grid in opening_grids(strategy, game):
            tables += [Text(), table(grid)]
        return Group(*tables[1:]) if tables else Text("No seat can open before the flop.")

    def draw(self, strategy: Strategy, game: History, figure: Figure) -> None:
        """Draw these tables side by side."""
        grids = list(opening_grids(strategy, game))
        columns = max(1, min(len(grids), _COLUMNS))
        rows = max(1, -(-len(grids) // columns))
        figure.set_size_inches(columns * SIZE[0], rows * SIZE[1])
        parts = figure.subfigures(rows, columns, squeeze=False).ravel()
        for grid, part in zip(grids, parts, strict=False):
            draw(grid, part)


opening = Opening()
"""The openings of all seats."""


def opening_grids(strategy: Strategy, game: History) -> Iterator[Grid]:
    """Yield what each seat does when all before it have folded, the first to act first.

    All raises that are not all-in count as one option.

    Parameters
    ----------
    strategy
        Returns action → probability for an infoset.
    game
        The start of a hand of hold'em with two cards each, or of an abstraction of it.

    Raises
    ------
    NotApplicable
        If it is another game.

    Notes
    -----
    About 0.2 seconds a seat.

    Examples
    --------
    >>> from zerosum.pkr import Bet, Fold, NoLimitHoldem
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
            f"A game with openings must be hold'em with two cards each; got {base!r}.", game
        )
    ask = Questions(strategy, game)
    hands = [card_set(one) | card_set(other) for one, other in combinations(base.deck.cards, 2)]
    for folds in range(base.players - 1):
        try:
            decision = decision_after("f " * folds, game)
        except NotApplicable:  # a seat is all-in by its blind, or may not fold
            return
        if decision.infoset.bets == 0:
            yield _grid(ask, decision, hands)


def _grid(ask: Questions, decision: Decision, hands: list[Cards]) -> Grid:
    infoset = decision.infoset
    offered = {_option_of(action, infoset) for action in decision.menu}
    shown = [measure for measure in _OPTIONS if measure in offered]
    shares: dict[Cards, Frequencies] = {}
    unknown = 0
    for hand in hands:
        answer, known = ask.answer(decision, hand)
        shares[hand] = _shares(answer, infoset, shown)
        unknown += not known
    options = tuple(_OPTIONS[measure] for measure in shown)
    name = seat_name(infoset.player, infoset.public.players, infoset.public.button)
    title = f"Opening strategy of the {name}"
    return filled(decision.line, infoset.player, options, shares, unknown, title)


def _shares(answer: Any, infoset: InfoSet, shown: list[Measure]) -> Frequencies:
    """Return the probability of each option; a raise that is all-in counts as all-in only."""
    shares = dict.fromkeys(shown, 0.0)
    for action, share in answer.items():
        shares[_option_of(action, infoset)] += float(share)
    return tuple(shares.values())


def _option_of(action: PokerAction, infoset: InfoSet) -> Measure:
    return [measure for measure in _OPTIONS if measure.weight(action, infoset)][-1]
