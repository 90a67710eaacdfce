"""The explorer: spots, their words and their probabilities, in games of all kinds."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, ClassVar, Self
from urllib.parse import quote_plus

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.games import Auction, Pennies, Tricks
from tests.games.burnt import Burnt, Parity
from tests.games.drawn import Drawn
from tests.games.goofspiel import Goofspiel
from tests.games.raked import Raked
from tests.games.tides import Tides
from tests.references import expected_values
from tests.runs import learnt
from zerosum.abstraction import Abstracted
from zerosum.blackjack import Blackjack
from zerosum.bluff import Bluff
from zerosum.cards import parse
from zerosum.errors import GameError, NotApplicable, StrategyError
from zerosum.evaluation import lift
from zerosum.kuhn import Kuhn
from zerosum.kuhn.three import KuhnThree
from zerosum.leduc import Leduc
from zerosum.leduc.abstraction import Abstraction as ByRank
from zerosum.leduc.game import Move
from zerosum.pkr import NoLimitHoldem
from zerosum.pkr.ask.explore import PokerExplorer
from zerosum.pkr.hands.deck import Deck
from zerosum.play import Explorer, Spot
from zerosum.resolving import Position, position
from zerosum.rng import Random
from zerosum.setback import Setback
from zerosum.tree.public import public_tree

SMALL = {
    "Kuhn": Kuhn(),
    "KuhnThree": KuhnThree(),
    "Leduc": Leduc(),
    "Burnt": Burnt(),
    "Parity": Parity(),
    "Raked": Raked(),
    "Tides": Tides(),
    "Pennies": Pennies(),
    "Goofspiel": Goofspiel(),
    "Auction": Auction(),
}
GAMES = SMALL | {
    "Bluff": Bluff(),
    "Bluff of three": Bluff(2, 1),
    "Blackjack": Blackjack(),
    "Tricks": Tricks(),
    "Drawn": Drawn(),
    "Setback": Setback(),
}


@dataclass(frozen=True)
class Thrown:
    """What both players see of two dice."""

    seen: tuple[int, ...]

    def actions(self) -> tuple[int, ...]:
        return (0, 1) if self.seen else (0,)


@dataclass(frozen=True)
class Dice:
    """Two dice with three faces are thrown in one go; then player 0 moves."""

    seen: ClassVar[Any] = staticmethod(lambda dice: dice)

    dice: tuple[int, ...] = ()
    move: int = -1

    chance = property(lambda self: len(self.dice) < 2)
    terminal = property(lambda self: self.move >= 0)
    active = property(lambda self: 0)

    def chances(self) -> dict[int, float]:
        return dict.fromkeys((1, 2, 3), 1 / 3)

    def infoset(self, player: int) -> Thrown:
        return Thrown(self.seen(self.dice))

    def apply(self, action: int) -> Self:
        return replace(self, **{"dice": (*self.dice, action)} if self.chance else {"move": action})

    def payoff(self, player: int) -> float:
        return float(sum(self.dice) * self.move * (1 - 2 * player))


class Summed(Dice):
    """Only the sum is seen."""

    seen = staticmethod(sum)


class Kept(Dice):
    """Only player 0 sees the dice; player 1 moves next, and has no choice."""

    terminal = property(lambda self: self.move == 2)
    active = property(lambda self: int(self.move >= 0))

    def infoset(self, player: int) -> Thrown:
        return Thrown(() if player else self.dice)

    def apply(self, action: int) -> Self:
        return super().apply(2 if self.move >= 0 else action)


class Coin(Kept):
    """A coin that both see picks a deck of three cards; each player gets one."""

    chance = property(lambda self: len(self.dice) < 3)

    def chances(self) -> dict[int, float]:
        deck = (2, 3, 4) if -1 in self.dice else (12, 13, 14)
        left = [card for card in deck if card not in self.dice] if self.dice else [-1, 1]
        return {one: 1 / len(left) for one in left}

    def infoset(self, player: int) -> Thrown:
        return Thrown((self.dice[0], self.dice[1 + player]))


def mixed(infoset: Any) -> dict[Any, float]:
    """A strategy that depends on the whole infoset, and never has a 0."""
    weights = [1 + sum(f"{infoset!r} {action!r}".encode()) % 7 for action in infoset.actions()]
    return {a: w / sum(weights) for a, w in zip(infoset.actions(), weights, strict=True)}


def explorer(game: str) -> Explorer:
    return Explorer(mixed, GAMES[game], deal=7 if game == "Setback" else None)


def spots(explorer: Explorer, line: tuple[str, ...] = ()) -> Iterator[Spot]:
    """Yield all spots."""
    spot = explorer.at(line)
    yield spot
    for token in dict.fromkeys(option.token for option in spot.options):
        yield from spots(explorer, (*line, token))


@pytest.mark.parametrize(
    "game",
    [pytest.param(game, marks=pytest.mark.slow if game == "Leduc" else ()) for game in SMALL],
)
def test_the_ends_of_all_lines_make_the_value_of_the_game(game: str) -> None:
    """All payoffs, each by the reach of its line, are what players win on average."""
    found = [0.0] * len(expected_values(SMALL[game], mixed))
    for spot in spots(explorer(game)):
        assert (spot.payoffs is not None) == (spot.kind == "over") == (not spot.options)
        if spot.payoffs is not None:
            found = [
                sum(pair) for pair in zip(found, np.multiply(spot.payoffs, spot.reach), strict=True)
            ]
    assert found == pytest.approx(expected_values(SMALL[game], mixed))


@pytest.mark.parametrize(
    ("game", "seed"), [*((game, 1) for game in GAMES), *((game, 2) for game in SMALL)]
)
def test_laws_of_random_lines(game: str, seed: int) -> None:
    found, rng = explorer(game), Random(seed)
    spot = found.at()
    while True:
        assert spot == found.at(spot.text) == found.at("/".join(spot.line)) == found.at(spot.line)
        assert quote_plus(spot.text, safe="*") == "+".join(spot.line)
        assert [event.token for event in spot.events if event.token] == list(spot.line)
        if spot.kind == "decision":
            for weights in zip(*((row.dealt, row.probability) for row in spot.rows), strict=True):
                assert sum(weights) == pytest.approx(1.0)
            own = [sum(p or 0.0 for p in row.strategy) for row in spot.rows]
            assert own == pytest.approx([1.0] * len(spot.rows))
        if spot.kind == "over":
            break
        assert sum(option.probability for option in spot.options) == pytest.approx(1.0)
        labels = [option.label for option in spot.options]
        assert len(set(labels)) == len(labels)
        assert all(labels)
        token = spot.options[rng.integer(len(spot.options))].token
        share = sum(option.probability for option in spot.options if option.token == token)
        after = found.at((*spot.line, token))
        assert after.reach == pytest.approx(spot.reach * share)
        spot = after


@pytest.fixture(scope="module")
def start_of_leduc() -> Position:
    """Return the public state at the start, with which its public tree is made."""
    return position(public_tree(Leduc(), native=False))


@settings(max_examples=10)
@given(line=st.lists(st.sampled_from(["c", "r", "f", "Jc", "Qs", "Kc"]), max_size=7))
@example(line=["c", "c", "Jc", "c"])
def test_hands_of_leduc_are_those_of_its_public_tree(
    start_of_leduc: Position, line: list[str]
) -> None:
    moves, cards = dict(zip("fcr", Move, strict=True)), {"Jc": 0, "Qs": 3, "Kc": 4}
    state = start_of_leduc
    for count, token in enumerate(line):
        chance = state.node >= 0 and state.owner < 0
        move = (cards if chance else moves).get(token)
        if move not in [known for known, _ in state.options.values()]:
            with pytest.raises(GameError, match=f"^The word '{token}' (after|at the start)"):
                explorer("Leduc").at(line)
            line = line[:count]
            break
        state = state.after(move)
    spot = explorer("Leduc").at(line)
    assert spot.seat == (state.owner if state.node >= 0 and state.owner >= 0 else None)
    if spot.seat is None:
        return
    joint = state.joint if state.owner == 0 else state.joint.T
    own = joint.sum(axis=1) / joint.sum()
    names = ["Jc", "Js", "Qc", "Qs", "Kc", "Ks"]
    met = names[state.owner :] + names[: state.owner]  # the first deal gives them Jc and Js
    dealt = {name: share for name, share in zip(met, own, strict=True) if share > 0.0}
    assert {row.hand: row.dealt for row in spot.rows} == pytest.approx(dealt)


def test_words_of_leduc() -> None:
    spot = explorer("Leduc").at("r c Ks c")
    assert [event.words for event in spot.events] == [
        "Player 0 bets 2",
        "Player 1 calls 2",
        "The board: Ks",
        "Player 0 checks",
    ]
    assert (spot.board, spot.status, spot.seat) == ("Ks", "pot 6", 1)
    assert [(option.token, option.label) for option in spot.options] == [
        ("c", "check"),
        ("r", "bet 4"),
    ]
    assert explorer("Leduc").at(["bet 2", "call 2", "ks", "check"]) == spot
    assert explorer("Leduc").at("r+c|Ks, c") == spot


def test_probabilities_are_by_bayes() -> None:
    """Only kings bet: after a bet and a call, player 0 has a king, and player 1 has none."""

    def kings(infoset: Any) -> dict[Any, float]:
        first = infoset.history == 1
        return {1: 1.0} if infoset.card == 2 or not first else {0: 1.0}

    rows = Explorer(kings, Kuhn()).at("b").rows
    assert [(row.hand, row.dealt, row.reach, row.probability) for row in rows] == [
        ("J", pytest.approx(1 / 3), 1.0, pytest.approx(0.5)),
        ("Q", pytest.approx(1 / 3), 1.0, pytest.approx(0.5)),
        ("K", pytest.approx(1 / 3), 1.0, 0.0),
    ]
    rows = Explorer(kings, Kuhn()).at("p b").rows
    assert [(row.reach, row.probability) for row in rows][2] == (0.0, 0.0)
    never = Explorer(lambda infoset: {0: 1.0}, Kuhn()).at("b")
    assert (never.reach, [row.probability for row in never.rows]) == (
        0.0,
        [pytest.approx(1 / 3)] * 3,
    )
    assert never.notes[0].startswith("The strategy never comes here")


def test_public_chance_of_blackjack() -> None:
    spot = explorer("Blackjack").at("s h")
    assert (spot.kind, spot.board) == ("event", "6 s / 6 / 2")
    assert [option.token for option in spot.options] == [str(card) for card in range(1, 11)]
    totals = explorer("Blackjack").at("s h 9").options
    assert [option.label for option in totals][-2:] == ["21", "above 21"]
    over = explorer("Blackjack").at("s h 9 above-21")
    assert (over.kind, len(over.payoffs)) == ("over", 3)
    assert ", the dealer " in over.said[-1]


def test_actions_that_not_all_see_are_one_word() -> None:
    spot = explorer("Pennies").at()
    assert [option.token for option in spot.options] == ["unseen", "unseen"]
    assert [option.label for option in spot.options] == ["choose heads", "choose tails"]
    assert explorer("Pennies").at("unseen").events[0].words == "Player 0 acts, which not all see"
    shown = explorer("Goofspiel").at("unseen 2")
    assert (shown.kind, shown.options[0].label) == ("event", "player 0 chooses 0")
    alike = explorer("Parity").at()
    assert [(option.token, option.label) for option in alike.options] == [
        ("0", "0 or 2"),
        ("1", "1 or 3"),
    ]


def test_what_two_steps_show_together() -> None:
    """Where no step decides alone what is seen, both are named, and else cases are numbered."""
    options = Explorer(mixed, Dice()).at().options
    assert [(one.token, one.label) for one in options][:4] == [
        ("1-1", "1, 1"),
        ("1-2", "1, 2"),
        ("1-3", "1, 3"),
        ("2-1", "2, 1"),
    ]
    assert Explorer(mixed, Dice()).at("3-2 1").payoffs == (5.0, -5.0)
    options = Explorer(mixed, Summed()).at().options
    assert [(one.token, round(one.probability * 9)) for one in options] == [
        ("case-1", 1),
        ("case-2", 2),
        ("case-3", 3),
        ("case-4", 2),
        ("case-5", 1),
    ]


def test_public_chance_is_named_by_itself() -> None:
    """Not by the cards that follow it; numbers keep their sign."""
    found = Explorer(mixed, Coin())
    assert [(one.token, one.label) for one in found.at().options] == [("-1", "-1"), ("1", "1")]
    assert [row.hand for row in found.at("-1").rows] == [
        str(Thrown((-1, card))) for card in (2, 3, 4)
    ]


def test_a_player_without_a_choice_hides_what_it_does_not_know() -> None:
    spot = Explorer(mixed, Kept()).at()
    assert (spot.kind, len(spot.rows)) == ("decision", 9)


def test_an_action_is_none_where_the_hand_does_not_allow_it() -> None:
    for row in explorer("Tricks").at("2").rows:
        assert sum(share is None for share in row.strategy) == 4  # two cards of six


def test_one_deal_at_a_time() -> None:
    with pytest.raises(NotApplicable, match="have one seat each; they have several: give a deal"):
        Explorer(mixed, Setback()).at()
    with pytest.raises(NotApplicable, match=r"at most 20,000 histories look alike: give a deal"):
        Explorer(mixed, Setback(seats=2, size=4, deck=parse("AsKsQsJsTs9s AhKhQhJhTh9h"))).at()
    hands = "AsKsJs 4h3h2d", "Qs9s2s KhTd5c", "Ts8s AhQh AdKd", "7s6s5s 9c8c7c"
    deal = [parse(hand).mask for hand in hands]
    spot = Explorer(mixed, Setback(), deal).at("bid3 pass")
    assert [row.hand for row in spot.rows] == ["Ts8s AhQh AdKd"]
    assert [event.words for event in spot.events] == ["West bids 3", "North passes"]
    assert (spot.rows[0].dealt, spot.seats[2], spot.status) == (1.0, "East", "West 3, North pass")
    seeds = [Explorer(mixed, Setback(), seed).at() for seed in (3, 3, 4)]
    assert seeds[0] == seeds[1] != seeds[2]
    dealt = Explorer(mixed, Leduc(), (0, 4, 5)).at("r c")
    assert (dealt.board, dealt.events[-1].words) == ("Ks", "The board: Ks")
    leduc = Explorer(mixed, Leduc(), (0, 4))
    assert [row.hand for row in leduc.at("r").rows] == ["Kc"]
    with pytest.raises(
        GameError, match="an outcome for every move of chance; got 2, and chance mov"
    ):
        leduc.at("r c")
    with pytest.raises(
        GameError, match="outcome 2 is 0: give one that chance may have there, such"
    ):
        Explorer(mixed, Kuhn(), [0, 0]).at()
    with pytest.raises(GameError, match=r"a seed or the outcomes of chance in order; got 3\.0"):
        Explorer(mixed, Kuhn(), 3.0)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (
            "x",
            "The word 'x' at the start of the line must be an action of player 0: possible here ",
        ),
        ("r x", "The word 'x' after 'r' must be an action of player 1: possible here are f, c, r."),
        (
            "r c c",
            "after 'r c' must be what is shown next: possible here are Jc, Js, Qc, Qs, Kc, Ks.",
        ),
        ("r f c", "The word 'c' after 'r f' must be left out: the game is over there."),
    ],
)
def test_words_that_are_not_possible(line: str, sentence: str) -> None:
    with pytest.raises(GameError) as caught:
        explorer("Leduc").at(line)
    assert sentence in str(caught.value)


def test_lines_that_cannot_be_read() -> None:
    for line in (None, [1]):
        with pytest.raises(GameError, match="A line must be a text or a list of words; got"):
            explorer("Leduc").at(line)  # type: ignore[arg-type]
    with pytest.raises(GameError, match="after 'p p' must be left out"):
        explorer("Kuhn").at("p " * 3000)


def test_what_training_has_not_visited() -> None:
    strategy = learnt(ByRank(), 3)
    for game, policy in ((ByRank(), strategy), (Leduc(), lift(strategy, Leduc()))):
        some = islice(spots(Explorer(policy, game)), 60)
        seen = [row for spot in some for row in spot.rows]
        assert {row.visited for row in seen} == {True, False}
        assert all(len(set(row.strategy)) == 1 for row in seen if not row.visited)


def test_strategies_by_player_and_of_other_games() -> None:
    always = lambda action: lambda infoset: {action: 1.0}  # noqa: E731
    both = Explorer([always(0), always(1)], Kuhn())
    assert [option.probability for option in both.at("p").options] == pytest.approx([0.0, 1.0])
    with pytest.raises(
        StrategyError, match=r"a mapping from actions to probabilities; got \{7: 1.0\}"
    ):
        Explorer(always(7), Abstracted(Kuhn(), None)).at()
    with pytest.raises(StrategyError, match="must be callable"):
        Explorer(7, Kuhn())  # type: ignore[arg-type]
    for answer in (None, {0: 0.2}, {0: -1.0, 1: 2.0}):
        with pytest.raises(StrategyError, match=r"must give a mapping|must not be negative"):
            Explorer(lambda infoset: answer, Kuhn()).at()  # noqa: B023
    unknown = learnt(Kuhn(), 0)
    assert [row.visited for row in Explorer([unknown, mixed], Kuhn()).at().rows] == [False] * 3


def test_threads_and_copies_find_the_same() -> None:
    found = explorer("KuhnThree")
    lines = [spot.line for spot in spots(explorer("KuhnThree"))]
    with ThreadPoolExecutor(8) as pool:
        shared = list(pool.map(found.at, lines))
    again = Explorer(mixed, KuhnThree())
    assert shared == [again.at(line) for line in lines]
    assert pickle.loads(pickle.dumps(found)).at("b") == found.at("b")


def test_poker_is_explored_for_all_hands_at_once() -> None:
    """In a small game as in any other, whose explorer lists all deals."""
    game = NoLimitHoldem(deck=Deck(3, 2), board=(1,), stacks=(6,), sizes=(100,))

    def strategy(infoset: Any) -> dict[Any, float]:
        menu = infoset.actions()
        shares = [1 + infoset.hand.mask % 7, 2, 3, 4][: len(menu)]
        return {a: s / sum(shares) for a, s in zip(menu, shares, strict=True)}

    for line in ("", "c", "c x Kd", "c x Kd x", "r4"):
        found, slow = PokerExplorer(strategy, game).at(line), Explorer(strategy, game).at(line)
        assert (found.seat, found.kind) == (slow.seat, slow.kind)
        assert found.reach == pytest.approx(slow.reach)
        rows = {row.hand: row for row in slow.rows}
        assert len(rows) == len(found.rows) > 0
        for row in found.rows:
            other = rows[row.hand]
            assert row.probability == pytest.approx(other.probability)
            assert row.reach == pytest.approx(other.reach)
            assert row.strategy == pytest.approx(other.strategy)
