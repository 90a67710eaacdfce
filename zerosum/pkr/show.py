"""Pictures of poker strategies, for a terminal or a plain page."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import combinations
from typing import Any, TypeAlias

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from zerosum.cards import FULL_DECK, RANKS, Cards, card_set, rank, suit
from zerosum.pkr.actions import (
    Allin,
    Call,
    Deal,
    Fold,
    PokerAction,
    Raise75Pot,
    RaiseHalfPot,
    RaisePot,
)

Strategy: TypeAlias = Callable[[Any], Mapping[PokerAction, float]]
Frequencies: TypeAlias = dict[str, float]

_KINDS: dict[type[PokerAction], str] = {
    Fold: "Fold",
    Call: "Call",
    RaiseHalfPot: "HalfPot",
    Raise75Pot: "75Pot",
    RaisePot: "Pot",
    Allin: "Allin",
}
_STYLES = {"Fold": "blue", "Call": "green", "Allin": "magenta"}


def opening(strategy: Strategy, game: Any) -> RenderableType:
    """Return the small blind's first decision as a 13 by 13 table.

    A cell holds the initial of what the hand does most and how often, in per cent; suited
    hands lie above the diagonal of pairs. A hand that folds seven times in ten reads ``F70``.

    Parameters
    ----------
    strategy
        Gives action → probability for an infoset.
    game
        The start of a hand of River of Blood, or of an abstraction of it.
    """
    cells, whole = opening_frequencies(strategy, game)
    table = Table(*("", *reversed(RANKS)), box=None, pad_edge=False, padding=(0, 1, 0, 0))
    for row in range(12, -1, -1):
        texts = [_cell(cells[row, column]) for column in range(12, -1, -1)]
        table.add_row(Text(RANKS[row], "bold"), *texts)
    legend = Text("Small blind's opening: ")
    legend.append_text(
        Text(", ").join(Text(f"{kind} {p:.1%}", _style(kind)) for kind, p in whole.items())
    )
    return Group(legend, Text("suited above the diagonal, offsuit below"), table)


def opening_frequencies(
    strategy: Strategy, game: Any
) -> tuple[dict[tuple[int, int], Frequencies], Frequencies]:
    """Return how often each class of hands opens how, and how often all 1326 hands do.

    Parameters
    ----------
    strategy, game
        As those of :func:`opening`.

    Returns
    -------
    tuple
        Frequencies by kind of action: by (row, column) with ranks 0 (two) to 12 (ace), suited
        where the row is the higher rank; and over all hands.
    """
    cells: dict[tuple[int, int], list[Frequencies]] = {}
    for low, high in combinations(FULL_DECK, 2):
        ranks = rank(high), rank(low)
        place = ranks if suit(high) == suit(low) else ranks[::-1]
        decision = strategy(_dealt(game, card_set(low) | card_set(high)).infoset(0))
        cells.setdefault(place, []).append(_by_kind(decision))
    hands = [frequencies for cell in cells.values() for frequencies in cell]
    return {place: _mean(cell) for place, cell in cells.items()}, _mean(hands)


def _dealt(game: Any, hand: Cards) -> Any:
    """Return the first decision with this hand; the opponent's cards do not matter."""
    others = list(FULL_DECK - hand)[:2]
    for card in (*hand, *others):
        game = game.apply(Deal(card))
    return game


def _by_kind(decision: Mapping[PokerAction, float]) -> Frequencies:
    kinds: Frequencies = {}
    for action, probability in decision.items():
        kind = _KINDS.get(type(action), "Bet")
        kinds[kind] = kinds.get(kind, 0.0) + float(probability)
    return kinds


def _mean(hands: list[Frequencies]) -> Frequencies:
    kinds = dict.fromkeys(kind for hand in hands for kind in hand)
    return {kind: sum(hand.get(kind, 0.0) for hand in hands) / len(hands) for kind in kinds}


def _cell(frequencies: Frequencies) -> Text:
    kind = max(frequencies, key=frequencies.__getitem__)
    return Text(f"{kind[0]}{100 * frequencies[kind]:.0f}", _style(kind))


def _style(kind: str) -> str:
    return _STYLES.get(kind, "red")
