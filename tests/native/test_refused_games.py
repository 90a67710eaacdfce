"""Games that are refused as a whole, and what they become by the advice."""

from __future__ import annotations

import inspect
import re
from dataclasses import dataclass, replace
from enum import Enum, IntEnum
from typing import Annotated, Any

import pytest

from zerosum.actions import UpTo
from zerosum.native import explain
from zerosum.native.lowering import lowering_of


class Move(Enum):
    PASS = 0
    BET = 1


class Number(IntEnum):
    PASS = 0
    BET = 1


@dataclass(frozen=True)
class Deal:
    card: int


@dataclass(frozen=True)
class Bet:
    size: int


@dataclass(frozen=True)
class SeenMove:
    card: int

    def actions(self):
        return (Move.PASS, Move.BET)


class SeenNumber(SeenMove):
    def actions(self):
        return (Number.PASS, Number.BET)


class SeenBet(SeenMove):
    def actions(self):
        return (Bet(1), Bet(2))


@dataclass(frozen=True)
class Game:
    """One card is dealt, and one player bets."""

    card: int = -1
    bet: int = -1

    terminal = property(lambda self: self.bet >= 0)
    chance = property(lambda self: self.card < 0)
    active = property(lambda self: 0)

    def payoff(self, player: int) -> float:
        return float(self.bet * (self.card - 1) * (1 - 2 * player))

    def chances(self):
        return dict.fromkeys(range(3), 1 / 3)


class Moved(Game):
    def infoset(self, player: int) -> SeenMove:
        return SeenMove(self.card)

    def apply(self, action: Any) -> Any:
        if self.card < 0:
            return replace(self, card=action)
        return replace(self, bet=1 if action == Move.BET else 0)


class Numbered(Game):
    def infoset(self, player: int) -> SeenNumber:
        return SeenNumber(self.card)

    def apply(self, action: int) -> Numbered:
        if self.card < 0:
            return replace(self, card=action)
        return replace(self, bet=1 if action == Number.BET else 0)


class Betting(Game):
    def infoset(self, player: int) -> SeenBet:
        return SeenBet(self.card)

    def apply(self, action: Any) -> Any:
        return replace(self, card=action) if self.card < 0 else replace(self, bet=action.size)


class Dealt(Game):
    def chances(self):
        return {Deal(card): 1 / 3 for card in range(3)}

    def infoset(self, player: int) -> SeenBet:
        return SeenBet(self.card)

    def apply(self, action: Deal | Bet) -> Dealt:
        if isinstance(action, Deal):
            return replace(self, card=action.card)
        return replace(self, bet=action.size)


def refused(game):
    """Return the sentences of what is refused in a game."""
    return [str(verdict) for verdict in explain(game).verdicts if not verdict.native]


@pytest.mark.parametrize(
    ("game", "words"),
    [
        (Moved(), "make Move an IntEnum, and annotate the argument of apply by int"),
        (Betting(), "make both frozen records, as in Deal(card), and annotate apply with their"),
    ],
    ids=lambda each: type(each).__name__,
)
def test_actions_and_outcomes_of_two_kinds_are_refused(game, words):
    (told,) = refused(game)
    lines, first = inspect.getsourcelines(type(game).apply)
    assert words in told
    assert f"(test_refused_games.py, line {first})" in told
    assert len(lines) > 1


@pytest.mark.slow
@pytest.mark.parametrize(
    "game",
    [Numbered(), Dealt()],
    ids=lambda game: type(game).__name__,
)
def test_actions_and_outcomes_of_one_kind_compile(game):
    assert explain(game).native


class Appended(SeenNumber):
    def actions(self):
        menu = [0]
        menu.append(Number.BET)
        return tuple(menu)


class AppendedInts(SeenNumber):
    def actions(self):
        menu = [0]
        menu.append(int(Number.BET))
        return tuple(menu)


class Appending(Numbered):
    def infoset(self, player: int) -> Appended:
        return Appended(self.card)


class AppendingInts(Numbered):
    def infoset(self, player: int) -> AppendedInts:
        return AppendedInts(self.card)


def test_members_and_ints_in_menus_are_refused_and_compile_by_the_advice():
    (told,) = refused(Appending())
    assert told.endswith("append ints only: int(Number.PASS)")
    assert explain(AppendingInts()).native


@dataclass(frozen=True)
class Trick(Numbered):
    cards: tuple[int, ...] = ()


@dataclass(frozen=True)
class TrickUpTo(Numbered):
    cards: Annotated[tuple[int, ...], UpTo(4)] = ()


@dataclass(frozen=True)
class Either(Numbered):
    last: int | Move = 0


@dataclass(frozen=True)
class Nowhere(Numbered):
    last: Missing | None = None  # noqa: F821 - the case


class Below(Trick):
    """The field is annotated in a base."""


@pytest.mark.parametrize(
    ("game", "words"),
    [
        (
            Trick(),
            (
                "Trick.cards (FILE) must have a known greatest length; write cards: "
                "Annotated[tuple[int, ...], UpTo(n)] in Trick"
            ),
        ),
        (Below(), "Below.cards (FILE) must have a known greatest length"),
        (
            Either(),
            (
                "at Either.last (FILE) must be of frozen records, or of one type and None; got "
                "int | Move: make Move an IntEnum, and annotate int"
            ),
        ),
        (Nowhere(), "The annotation of Nowhere.last (FILE) does not resolve; define the names"),
    ],
    ids=lambda each: type(each).__name__,
)
def test_a_field_is_refused_at_its_line(game, words):
    (told,) = refused(game)
    lines = inspect.getsource(inspect.getmodule(type(game))).splitlines()
    pattern = re.escape(words).replace("FILE", r"test_refused_games\.py, line (\d+)")
    line = int(re.search(pattern, told)[1])
    assert re.search(r"cards: tuple|last: (int|Missing) \|", lines[line - 1])


def test_a_field_spelled_by_the_advice_has_a_native_form():
    assert lowering_of(TrickUpTo).record(TrickUpTo)
