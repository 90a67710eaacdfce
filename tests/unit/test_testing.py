"""Each check of zerosum.testing finds its planted defect, and no other."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass, replace
from typing import Any

import pytest
from hypothesis import find, given

from tests.games import Auction, LeducRanks, Pennies, ShortSighted, Tricks
from zerosum.abstraction import algebraic
from zerosum.errors import AbstractionError, GameError
from zerosum.kuhn import InfoSet, Kuhn, KuhnThree, Move
from zerosum.kuhn import abstraction as kuhn
from zerosum.leduc import Leduc
from zerosum.leduc import abstraction as leduc
from zerosum.testing import check_abstraction, check_game, histories, infosets, playouts

SOUND = [
    Leduc,
    *(
        pytest.param(kind, marks=pytest.mark.slow)
        for kind in (Kuhn, Auction, KuhnThree, LeducRanks, Pennies, ShortSighted, Tricks)
    ),
]


class OnlySamples(Kuhn):
    """Kuhn whose outcomes are too many to list, and whose sample takes no rng."""

    def chances(self):
        raise NotImplementedError

    def sample(self):
        return 0 if self.cards[0] < 0 else 2


@pytest.mark.parametrize("kind", [*SOUND, OnlySamples, kuhn.Abstraction])
def test_sound_games_pass(kind):
    check_game(kind, examples=20)


def test_sound_abstractions_pass():
    check_abstraction(Leduc, leduc.by_rank, examples=20)


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


class Changes(Kuhn):
    def apply(self, action: int) -> Changes:
        after = super().apply(action)
        object.__setattr__(self, "history", 5)
        return after


@dataclass
class Loose:
    card: int

    def __hash__(self):
        return self.card

    def actions(self):
        return (0, 1)


class Seen(Kuhn):
    def infoset(self, player: int) -> Any:
        return Loose(self.cards[player])


@pytest.mark.parametrize(
    ("kind", "message"),
    [
        (Warm, "A history of Warm must be frozen; got one whose first can be set"),
        (Changes, r"apply of Changes must not change the history.* at Changes.*: return replace"),
        (Seen, "infoset of Seen must be frozen"),
    ],
)
def test_a_planted_defect_is_found(kind, message):
    """Others: tests/unit/test_faulty_games.py."""
    with pytest.raises((GameError, AbstractionError), match=message) as caught:
        check_game(kind)
    assert not hasattr(caught.value, "__notes__")  # of Hypothesis


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


class TestAbstractions:
    def test_merged_menus_and_values_that_make_no_sense(self):
        @algebraic
        def card(infoset):
            return infoset.card

        @algebraic
        def cautious(infoset):
            return (Move.PASS,) if infoset.history == 0b101 else (Move.PASS, Move.BET)

        with pytest.raises(AbstractionError, match="Equal keys") as caught:
            check_abstraction(Kuhn(), card, cautious)
        assert str(caught.value).count("after [") == 2

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
