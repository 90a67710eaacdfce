"""Opponents with hand-written strategies, and tables to play against them."""

from __future__ import annotations

import io
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from rich.console import Console

from blood.quick import Abstraction
from zerosum.abstraction import Abstracted, View, split
from zerosum.cards import card, popcount, rank, suit
from zerosum.kuhn import Kuhn
from zerosum.leduc import Leduc
from zerosum.leduc.game import rank as leduc_rank
from zerosum.native.primitives import draw_from
from zerosum.pkr import RiverOfBlood
from zerosum.play.answers import seen_of
from zerosum.play.terminal import Table, echoed
from zerosum.setback import Setback
from zerosum.setback.abstraction import actions, states
from zerosum.strategy import TabularPolicy


@dataclass
class Asked:
    """What stands for the answers of a strategy: the strength of a base infoset, 0 to 1.

    Mixes the two actions between which the strength lies, from the menu's first to its last;
    ``look`` sees a base game through an abstraction.
    """

    strength: Any
    look: Any
    unknown: int = 0

    @property
    def strategy(self) -> ByStrength:
        return ByStrength(self.strength, split(self.look(RiverOfBlood()))[2])

    def __call__(self, game: Any, player: int) -> dict[Any, float]:
        game = seen_of(game)
        raw = split(game)[0].infoset(player)
        menu = self.look(game).infoset(player).actions()
        at = self.strength(raw) * (len(menu) - 1)
        return {action: max(0.0, 1.0 - abs(place - at)) for place, action in enumerate(menu)}


class ByStrength(TabularPolicy):
    """The same as a strategy of River of Blood: with all its infosets, and a menu."""

    def __init__(self, strength: Any, actions: Any) -> None:
        self.strength, self.view, self.unknown = strength, View(None, actions), 0

    def __len__(self) -> int:
        return 0

    def find(self, infoset: Any, menu: tuple[Any, ...]) -> list[float]:
        at = self.strength(infoset) * (len(menu) - 1)
        return [max(0.0, 1.0 - abs(place - at)) for place in range(len(menu))]


class Toy:
    """Plays hands by their strength."""

    name = "toy"

    def __init__(self, strength: Any, look: Any = lambda game: game, play: Any = None) -> None:
        self.play = play
        self.answers = Asked(strength, look)
        self.unknown = self.decisions = self.clipped = 0

    def begin(self, game: Any, rng: Any = None) -> Any:
        return game if self.play is None else self.play

    def act(self, hand: Any, rng: Any) -> Any:
        self.decisions += 1
        chosen = draw_from(list(self.answers(hand, hand.active).items()), rng)
        return chosen if self.play is None else hand.realise(chosen)


def river_strength(infoset: Any) -> float:
    low, high = infoset.hand
    points = rank(low) + rank(high) + 8 * (rank(low) == rank(high)) + 2 * (suit(low) == suit(high))
    points += 7 * sum(rank(one) in (rank(low), rank(high)) for one in infoset.community)
    return min(points, 36) / 36


def kuhn_strength(infoset: Any) -> float:
    return (infoset.card + 1) / 4


def leduc_strength(infoset: Any) -> float:
    own, board = leduc_rank(infoset.card), leduc_rank(infoset.board)
    return (own + 2 * (own == board) + 1) / 5


def setback_strength(infoset: Any) -> float:
    return popcount(infoset.hand.mask & HIGH) / 6


GAMES = {"kuhn": Kuhn(), "leduc": Leduc(), "river": RiverOfBlood(), "setback": Setback()}
HIGH = -1 << card("Jc")  # jacks and higher


def opponent(game: str) -> Toy:
    if game == "river":
        walk = Abstraction()
        return Toy(river_strength, lambda shown: replace(walk, real=shown, shown=shown), walk)
    if game == "setback":
        return Toy(setback_strength, lambda deal: Abstracted(deal, states, actions))
    return Toy({"kuhn": kuhn_strength, "leduc": leduc_strength}[game])


def table(game: Any, agent: Any, words: Iterable[str]) -> Table:
    """Return a table whose console keeps what it shows; ``shown`` returns it."""
    console = Console(width=80, file=io.StringIO(), legacy_windows=False, _environ={})
    return Table(game, agent, echoed(words, console), console)


def shown(table: Table) -> str:
    return table.console.file.getvalue()


@dataclass(frozen=True)
class Three:
    """Three hands, and the chips won in them."""

    deal: Kuhn
    hands: int = 0
    chips: float = 0.0

    @property
    def over(self) -> bool:
        return self.hands == 3

    @property
    def first(self) -> int:
        return self.hands & 1

    def after(self, deal: Kuhn) -> Three:
        return replace(self, hands=self.hands + 1, chips=self.chips + deal.payoff(self.first))

    def payoff(self, side: int) -> float:
        return self.chips if side == 0 else -self.chips
