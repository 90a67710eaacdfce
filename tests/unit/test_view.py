"""Abstract games: by decorator and as values, over dataclasses and attrs classes."""

from __future__ import annotations

import pickle
from collections.abc import Mapping
from dataclasses import FrozenInstanceError, dataclass, replace
from typing import Any, ClassVar, cast

import attrs
import pytest

from zerosum import kuhn
from zerosum.abstraction import (
    ONE,
    Abstracted,
    AbstractInfoset,
    View,
    abstract,
    algebraic,
    fields,
    split,
)
from zerosum.abstraction.view import as_states, contradiction, view_of
from zerosum.algorithms import ExternalSampling
from zerosum.errors import GameError, NotNativeWarning, UnknownInfoset
from zerosum.rng import Random
from zerosum.strategy import Strategy


@dataclass(frozen=True)
class Bet:
    chips: int


@dataclass(frozen=True)
class InfoSet:
    card: int
    player: int
    pips: tuple[int, int]
    pot: int = 1

    def actions(self) -> tuple[Bet, ...]:
        return (Bet(0), Bet(1), Bet(2))


@dataclass(frozen=True)
class Duel:
    """Each gets a card of four and bets once; the higher card wins the other's bet."""

    cards: tuple[int, ...] = ()
    pips: tuple[int, ...] = ()
    players: ClassVar[int] = 2

    @property
    def terminal(self) -> bool:
        return len(self.pips) == 2

    @property
    def chance(self) -> bool:
        return len(self.cards) < 2

    @property
    def active(self) -> int:
        return len(self.pips)

    def chances(self) -> Mapping[int, float]:
        left = [card for card in range(4) if card not in self.cards]
        return dict.fromkeys(left, 1 / len(left))

    def sample(self, rng: Random | None = None) -> int:
        rng = Random() if rng is None else rng
        return list(self.chances())[rng.integer(4 - len(self.cards))]

    def payoff(self, player: int) -> float:
        assert self.infoset(player).card == self.cards[player]
        sign = 1 if self.cards[player] > self.cards[1 - player] else -1
        return float(sign * min(self.pips))

    def infoset(self, player: int) -> InfoSet:
        pips = (*self.pips, 0, 0)[:2]
        return InfoSet(self.cards[player], player, cast("tuple[int, int]", pips))

    def apply(self, action: Any) -> Duel:
        if self.chance:
            return Duel((*self.cards, action), self.pips)
        assert action in self.infoset(self.active).actions()
        return Duel(self.cards, (*self.pips, action.chips))


@attrs.frozen
class Slotted:
    """A game of attrs with one move and no chance."""

    chips: int = 0
    terminal: bool = False
    chance: ClassVar[bool] = False
    active: ClassVar[int] = 0

    def payoff(self, player: int) -> float:
        return float(self.chips if player == 0 else -self.chips)

    def infoset(self, player: int) -> InfoSet:
        return InfoSet(3, player, (self.chips, 0))

    def apply(self, action: Bet) -> Slotted:
        return attrs.evolve(self, chips=action.chips, terminal=True)


@dataclass(frozen=True)
class Listing(kuhn.InfoSet):
    """Kuhn's infoset, whose actions are a list."""

    def actions(self) -> Any:
        return [kuhn.Move.PASS, kuhn.Move.BET]


@dataclass(frozen=True)
class ListingKuhn(kuhn.Kuhn):
    """Kuhn with lists of actions."""

    def infoset(self, player: int) -> Listing:
        known = super().infoset(player)
        return Listing(known.card, known.history)


@algebraic
def player(infoset):
    return infoset.player


@algebraic
def high(infoset):
    return infoset.card >= 2


@algebraic
def basic(infoset):
    return (Bet(2), Bet(0)) if infoset.card >= 2 else (Bet(0),)


STATES = high * player * basic
cards = fields("card", "history")


@abstract(Duel, STATES, basic)
@dataclass(frozen=True)
class Small(Duel): ...


@abstract(Slotted, STATES, basic)
@attrs.frozen
class SmallSlotted(Slotted): ...


def start() -> list[Any]:
    return [Small(), Abstracted(Duel(), STATES, basic)]


@pytest.mark.parametrize("game", start())
def test_the_dynamics_are_those_of_the_base_and_infosets_what_the_states_leave(game):
    assert (game.players, game.chance, game.terminal) == (2, True, False)
    assert game.chances() == Duel().chances()
    assert game.sample(Random(5)) == Duel().sample(Random(5))
    assert game.sample() in range(4)
    played, base = game, Duel()
    for action in (3, 1, Bet(2), Bet(1)):
        played, base = played.apply(action), base.apply(action)
        assert type(played) is type(game)
        assert (played.active, played.terminal) == (base.active, base.terminal)
    assert [played.payoff(0), played.payoff(1)] == [1.0, -1.0]
    assert game == type(game)(*(() if game == Small() else (Duel(), STATES, basic)))

    def seen(first: int, second: int) -> AbstractInfoset:
        return game.apply(first).apply(second).infoset(0)

    assert seen(3, 0) == seen(2, 1)
    assert hash(seen(3, 0)) == hash(seen(2, 1))
    assert seen(3, 0) != seen(1, 0)
    assert seen(3, 0).actions() == (Bet(2), Bet(0))
    assert seen(1, 0).actions() == (Bet(0),)
    assert seen(3, 0).key == STATES.key(Duel((3, 0)).infoset(0))
    assert STATES.decode(seen(3, 0).key) == {high: True, player: 0, basic: (Bet(2), Bet(0))}
    with pytest.raises(FrozenInstanceError):
        seen(3, 0).key = ()


def test_infosets_are_printed_with_their_factors_as_written():
    @algebraic
    def card(infoset):
        return infoset.card

    @algebraic
    def kind(infoset):
        return kuhn.Move.BET

    at = Duel((3, 0)).infoset(0)
    for states, text in (
        (card * kind, "card 3, kind BET"),
        (kind * card * kind, "kind BET, card 3"),
        (ONE, ""),
    ):
        infoset = view_of(states, None).infoset(at)
        assert (str(infoset), repr(infoset)) == (text, f"AbstractInfoset({text})")
    assert str(View(None, basic).infoset(at)) == str(at)
    game = Abstracted(Duel(), kind * card * player)
    unknown = ExternalSampling(game, native=False).strategy()
    with pytest.raises(UnknownInfoset, match=r"AbstractInfoset\(kind BET, card 3, player 0\)"):
        unknown(game.apply(3).apply(0).infoset(0), strict=True)


@pytest.mark.parametrize("game", [*start(), SmallSlotted()])
def test_abstract_games_are_hashable_frozen_and_picklable(game):
    copy = pickle.loads(pickle.dumps(game))
    assert copy == game
    assert hash(copy) == hash(game)
    with pytest.raises(AttributeError):
        game.chips = 3


def test_decorated_classes_are_subclasses_that_start_without_arguments():
    assert isinstance(Small(), Duel)
    assert Small().apply(2) == replace(Small(), cards=(2,))
    assert Small() != Duel()
    assert repr(Small()) == "Small(cards=(), pips=())"
    game = SmallSlotted()
    assert game.infoset(0).actions() == (Bet(2), Bet(0))
    assert game.apply(Bet(2)) == SmallSlotted(2, True)
    assert game.apply(Bet(2)).payoff(0) == 2.0
    assert not hasattr(game, "sample")


def test_split_gives_the_base_game_and_the_view_and_equal_parts_make_equal_games():
    assert split(Duel((1,))) == (Duel((1,)), None, None)
    assert split(Small((1,))) == (Duel((1,)), STATES, basic)
    assert type(split(Small())[0]) is Duel
    assert type(split(SmallSlotted(3))[0]) is Slotted
    assert split(Abstracted(Duel((1,)), STATES)) == (Duel((1,)), STATES, None)
    assert split(Abstracted(Duel(), high))[1].canonical == (high,)
    assert Abstracted(Duel(), high * player, basic) == Abstracted(Duel(), player * high, basic)
    assert Abstracted(Duel(), high, basic) == Abstracted(Duel(), ONE * high, basic * ONE)
    assert Abstracted(Duel(), high) != Abstracted(Duel(), player)


def test_a_list_of_actions_means_the_tuple_of_its_items():
    listed, plain = Listing(1, 0b101), kuhn.InfoSet(1, 0b101)
    assert View(None, None).menu(listed) == View(None, None).menu(plain) == (0, 1)
    assert View(cards, None).infoset(listed).menu == View(cards, None).infoset(plain).menu

    strategies = [trained(game, native=False) for game in (kuhn.Kuhn(), ListingKuhn())]
    with pytest.warns(NotNativeWarning, match=r"returns a list \(.*\); write `return tuple\("):
        strategies.append(trained(ListingKuhn(), native=True))
    first, *others = [strategy.probabilities.tolist() for strategy in strategies]
    assert all(other == first for other in others)


def trained(game: Any, *, native: bool) -> Strategy:
    solver = ExternalSampling(Abstracted(game, cards), native=native)
    solver.run(10)
    return solver.strategy()


def test_actions_are_one_factor_that_returns_a_tuple():
    @algebraic
    def listed(infoset):
        return [Bet(0)]

    game = Abstracted(Duel((3, 1)), player, listed)
    with pytest.raises(ValueError, match=r"actions of `listed` must be a tuple.*return tuple\("):
        game.infoset(0)
    game = Abstracted(Duel((3, 1)), player * listed, listed)
    with pytest.raises(ValueError, match=r"`listed`.*return tuple\("):
        game.infoset(0)

    class Odd(InfoSet):
        def actions(self) -> Any:
            return {Bet(0), Bet(1)}

    with pytest.raises(GameError, match="actions of Odd must be a tuple"):
        View(None, None).menu(Odd(0, 0, (0, 0)))
    with pytest.raises(ValueError, match="must be one factor"):
        Abstracted(Duel(), high, basic * player)
    with pytest.raises(ValueError, match="function of an infoset"):
        Abstracted(Duel(), 3)


def test_classes_that_are_more_than_a_base_are_refused():
    with pytest.raises(ValueError, match="must be a subclass of its base"):
        abstract(Slotted, high)(Small)

    class Changed(Duel):
        def payoff(self, player: int) -> float:
            return 0.0

    with pytest.raises(ValueError, match=r"must be `\.\.\.`; got payoff"):
        abstract(Duel, high)(Changed)

    @dataclass(frozen=True)
    class Wider(Duel):
        more: int = 0

    with pytest.raises(ValueError, match=r"must be `\.\.\.`; got more"):
        abstract(Duel, high)(Wider)


@pytest.mark.parametrize("game", [*start(), Small])
def test_what_is_abstract_is_not_abstracted_again(game):
    with pytest.raises(ValueError, match="abstract already"):
        Abstracted(game, high)
    with pytest.raises(ValueError, match="abstract already"):
        abstract(Small, high)


def test_the_advice_about_a_key_names_only_what_there_is() -> None:
    """Without an abstraction there are no states to multiply, whatever the error carries."""
    both = ("player 0 with (0, 1)", "player 1 with (0, 1)")
    plain = contradiction("(1,)", both, None, "a strategy")
    assert str(plain).endswith(" Add to the infoset what distinguishes them.")
    assert plain.subject == "a strategy"
    states = as_states(ONE)
    seen = contradiction("(1,)", both, states)
    assert str(seen).endswith(" Multiply the states by the actions and the player.")
    assert seen.subject is states
