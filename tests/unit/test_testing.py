"""Each check of zerosum.testing finds its planted defect, and no other."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

import pytest
from hypothesis import find, given

from tests.games import Auction, LeducRanks, Pennies, ShortSighted, Tricks
from zerosum.abstraction import algebraic
from zerosum.errors import AbstractionError, GameError
from zerosum.kuhn import InfoSet, Kuhn, KuhnThree, Move
from zerosum.kuhn import abstraction as kuhn
from zerosum.leduc import Leduc
from zerosum.leduc import abstraction as leduc
from zerosum.rng import Random
from zerosum.testing import check_abstraction, check_game, histories, infosets, playouts

SOUND = [
    *(Kuhn, Leduc),
    *(
        pytest.param(kind, marks=pytest.mark.slow)
        for kind in (Auction, KuhnThree, LeducRanks, Pennies, ShortSighted, Tricks)
    ),
]


class OnlySamples(Kuhn):
    """Kuhn whose outcomes are too many to list, and whose sample takes no rng."""

    def chances(self):
        raise NotImplementedError

    def sample(self):
        return 0 if self.cards[0] < 0 else 2


@pytest.mark.parametrize("kind", [*SOUND, OnlySamples, kuhn.Abstraction, leduc.Abstraction])
def test_sound_games_pass(kind):
    check_game(kind, examples=20)


@pytest.mark.parametrize(
    ("kind", "states"), [(Kuhn, kuhn.is_jack * kuhn.betting), (Leduc, leduc.by_rank)]
)
def test_sound_abstractions_pass(kind, states):
    check_abstraction(kind, states, examples=20)


class TestStrategies:
    @given(playouts(Tricks()))
    def test_playouts_end(self, playout):
        assert playout.histories[0] == Tricks()
        assert playout.histories[-1].terminal
        assert len(playout.moves) == 9

    @pytest.mark.parametrize("sought", ["terminal", "chance"])
    def test_histories_reach_everything(self, sought):
        assert getattr(
            find(histories(KuhnThree()), lambda history: getattr(history, sought)), sought
        )

    @given(infosets(OnlySamples()))
    def test_infosets_of_a_game_that_only_samples(self, infoset):
        assert infoset.card in (0, 2)
        assert isinstance(infoset, InfoSet)

    def test_an_error_of_the_game_tells_where(self):
        class Breaks(Kuhn):
            def apply(self, action: int) -> Breaks:
                return super().apply(action * (2 - action) // (2 - action))

        found = r"apply\(2\) of Breaks must not .* ZeroDivisionError: .* \(line \d+ of .*, at "
        with pytest.raises(GameError, match=found) as caught:
            check_game(Breaks())
        assert isinstance(caught.value.__cause__, ZeroDivisionError)


class Endless(Pennies):
    def apply(self, action):
        return self


@dataclass
class Warm:
    """Matching pennies that are not frozen, but have a hash."""

    first: int = -1
    second: int = -1

    terminal = property(lambda self: self.second >= 0)
    chance = False
    active = property(lambda self: 0 if self.first < 0 else 1)

    def __hash__(self):
        return hash((self.first, self.second))

    def infoset(self, player):
        return InfoSet(player, 1)

    def payoff(self, player):
        return 0.0

    def apply(self, action):
        return Warm(action) if self.first < 0 else Warm(self.first, action)


@dataclass(frozen=True)
class Listing(Kuhn):
    seen: list[int] = field(default_factory=list)


class Changes(Kuhn):
    def apply(self, action: int) -> Changes:
        after = super().apply(action)
        object.__setattr__(self, "history", 5)
        return after


class Forgets(Kuhn):
    def apply(self, action: int) -> Kuhn:
        return Kuhn(*vars(super().apply(action)).values())


@dataclass(frozen=True)
class Wavers(Kuhn):
    moment: int = 0
    calls: ClassVar[list[int]] = []

    def apply(self, action: int) -> Wavers:
        self.calls.append(1)
        return replace(super().apply(action), moment=len(self.calls))


class Loses(Kuhn):
    def payoff(self, player: int) -> float:
        return super().payoff(0)


class Undefined(Kuhn):
    def payoff(self, player: int) -> float:
        return float("nan")


class Unlikely(Kuhn):
    def chances(self) -> dict[int, float]:
        return {card: 0.4 for card in range(3) if card != self.cards[0]}


class Strays(Kuhn):
    def sample(self, rng: Random | None = None) -> int:
        return 3


class OwnDice(Kuhn):
    drawn: ClassVar[list[int]] = []

    def sample(self, rng: Random | None = None) -> int:
        self.drawn.append(0)
        left = [card for card in range(3) if card != self.cards[0]]
        return left[len(self.drawn) % 2]


class NoChance(Kuhn):
    def chances(self) -> dict[int, float]:
        raise NotImplementedError

    def sample(self, rng: Random | None = None) -> int:
        raise NotImplementedError


class Crowd(Kuhn):
    active = 2  # type: ignore[assignment]


def seen_through(infoset: Any) -> type[Kuhn]:
    """Make a Kuhn whose infosets are what a function makes of them."""

    class Seen(Kuhn):
        def infoset(self, player: int) -> Any:
            return infoset(super().infoset(player))

    return Seen


@dataclass(frozen=True)
class Menu(InfoSet):
    """An infoset with a menu that a test may spoil."""

    menu: ClassVar[Any] = ()

    def actions(self) -> Any:
        menu = type(self).menu
        return menu() if callable(menu) else menu


def offering(menu: Any) -> type[Kuhn]:
    """Make a Kuhn whose actions are what is given."""

    class Spoiled(Menu):
        pass

    Spoiled.menu = staticmethod(menu) if callable(menu) else menu
    return seen_through(lambda infoset: Spoiled(infoset.card, infoset.history))


@dataclass
class Loose:
    card: int

    def __hash__(self):
        return self.card

    def actions(self):
        return (0, 1)


@dataclass(frozen=True, eq=False)
class Fresh:
    card: int

    def actions(self):
        return (0, 1)


@dataclass(frozen=True)
class NoHistory:
    card: int

    def actions(self):
        return (0, 1)


def flip(state=[(0, 1), (1, 0)]):  # noqa: B006 (the planted defect is that it remembers)
    state.reverse()
    return state[0]


@pytest.mark.parametrize(
    ("kind", "message"),
    [
        (Warm, "A history of Warm must be frozen; got one whose first can be set"),
        (Listing, "A history of Listing must be a frozen dataclass of hashable fields"),
        (Changes, r"apply of Changes must not change the history.* at Changes.*: return replace"),
        (Forgets, "apply of Forgets must return a history of its class; got Kuhn"),
        (Wavers, "apply of Wavers must return equal histories for equal moves"),
        (Loses, r"payoffs of Loses must sum to \S+ over all players, .*; got \[(\S+), \1\]"),
        (Undefined, "payoff of Undefined must be a finite number; got nan"),
        (Unlikely, r"chances of Unlikely must be 0 or more and sum to 1; got .*0\.4"),
        (Strays, r"sample of Strays must return .*; got 3, not one of \[0, 1, 2\], at Strays\("),
        (OwnDice, "sample of OwnDice must draw from rng alone"),
        (NoChance, "Chance of NoChance must have chances or sample; got neither"),
        (Crowd, "active of Crowd must be a player, 0 to 1; got 2"),
        (seen_through(lambda infoset: Loose(infoset.card)), "infoset of Seen must be frozen"),
        (seen_through(lambda infoset: Fresh(infoset.card)), "Fresh has no ==: leave eq=False out"),
        (offering(()), "actions of Spoiled must be at least one; got none, at "),
        (offering({0, 1}), r"must be a tuple of at least one action; got \{0, 1\}"),
        (offering((0, 1, 0)), r"actions of Spoiled must all be different; got \(0, 1, 0\)"),
        (offering(flip), "actions of Spoiled must be the same whenever asked"),
    ],
)
def test_a_planted_defect_is_found(kind, message):
    with pytest.raises((GameError, AbstractionError), match=message) as caught:
        check_game(kind)
    assert not hasattr(caught.value, "__notes__")  # of Hypothesis


def test_a_game_without_end_is_found(monkeypatch):
    monkeypatch.setattr("zerosum.laws.playouts.LONGEST", 50)
    with pytest.raises(GameError, match="Every playout of Endless must end; got one of 50 moves"):
        check_game(Endless)


@dataclass(frozen=True)
class Long(Pennies):
    """Pennies that are flipped many times before they count."""

    flips: int = 0

    def apply(self, action):
        if self.flips < 1_100:
            return replace(self, flips=self.flips + 1)
        move = {"first" if self.first is None else "second": action}
        return replace(self, **move)


def test_a_game_of_more_than_a_thousand_moves_passes(monkeypatch):
    monkeypatch.setattr("zerosum.testing.check.check_native", lambda *_: None)
    check_game(Long, examples=2)


def test_merged_players_are_named_with_both_histories():
    kind = seen_through(lambda infoset: NoHistory(infoset.card))
    with pytest.raises(AbstractionError, match="Equal keys must imply equal players") as caught:
        check_game(kind)
    message = str(caught.value)
    assert message.count("after [") == 2
    assert "Add to the infoset what distinguishes them" in message
    assert "player 0 with (0, 1)" in message
    assert "player 1 with (0, 1)" in message


class TestAbstractions:
    def test_merged_menus(self):
        @algebraic
        def card(infoset):
            return infoset.card

        @algebraic
        def cautious(infoset):
            return (Move.PASS,) if infoset.history == 0b101 else (Move.PASS, Move.BET)

        with pytest.raises(AbstractionError, match="Equal keys") as caught:
            check_abstraction(Kuhn(), card, cautious)
        assert str(caught.value).count("after [") == 2

    def test_menus_and_values_that_make_no_sense(self):
        @algebraic
        def twice(infoset):
            return (Move.PASS, Move.PASS)

        with pytest.raises(AbstractionError, match="actions of `twice` must all be different"):
            check_abstraction(Kuhn(), kuhn.is_jack * kuhn.betting, twice)

        def listed(infoset):
            return list(infoset.actions())

        with pytest.raises(AbstractionError, match="return tuple"):
            check_abstraction(Kuhn(), kuhn.is_jack * kuhn.betting, listed)
        count = []

        @algebraic
        def restless(infoset):
            count.append(0)
            return len(count)

        with pytest.raises(AbstractionError, match=r"value of .* must be the same"):
            check_abstraction(Kuhn(), restless * kuhn.betting)


def test_without_hypothesis_a_sentence_says_so():
    code = "import sys; sys.modules['hypothesis'] = None; import zerosum.testing"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "zerosum.testing needs Hypothesis, which is not installed" in run.stderr
    assert "zerosum[test]" in run.stderr
