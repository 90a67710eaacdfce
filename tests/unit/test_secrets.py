"""Whoever plays sees the same in all worlds that the own seat cannot distinguish.

For each game and seat, random hands are played, and then again with other hidden cards and other
hidden actions. As long as a seat has met the same infosets and done the same, every line that it
is shown at the terminal must be the same, and so must be the answers to all questions, and each
byte that the page gets.
"""

from __future__ import annotations

import importlib
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, permutations
from pathlib import Path
from typing import Any, ClassVar

import pytest

from tests.games import Auction, Pennies, Tricks
from tests.games.burnt import Burnt
from tests.games.raked import Raked
from tests.pages import PAGES, ROOT, blocks, saved
from tests.terminal import Asked, river_strength, shown, table
from zerosum.abstraction import Abstracted, algebraic, split
from zerosum.blackjack import Blackjack
from zerosum.bluff import Bluff
from zerosum.game import Hooks, known_to, seat_of
from zerosum.kuhn import Kuhn
from zerosum.kuhn.three import KuhnThree
from zerosum.leduc import Leduc
from zerosum.native.primitives import draw
from zerosum.pkr import RiverOfBlood
from zerosum.pkr.holdem import Deck, LimitHoldem, NoLimitHoldem
from zerosum.pkr.shows.terminal import PokerTerms
from zerosum.play import hand as hands
from zerosum.play.explore.seats import seats_of, unseen_of
from zerosum.play.sitting import Sitting
from zerosum.play.terminal import play_hand
from zerosum.rng import Random
from zerosum.setback import Setback
from zerosum.terms import Terms
from zerosum.web.table import view
from zerosum.web.table.store import Record, Settings
from zerosum.web.table.tables import Live
from zerosum.web.table.view import seen

SHORT = Deck(6, 4)
WORLDS = 5


@dataclass(frozen=True)
class Passed:
    """What a seat knows: its card, the cards passed to it, and what all have said."""

    seat: int
    card: int
    got: int
    said: tuple[int, ...]

    def actions(self) -> tuple[int, ...]:
        return (0, 1) if self.got < 0 else (0, 1, 2)


@dataclass(frozen=True)
class Passing:
    """Partners each pass a secret to the left; then each says something aloud, in turn."""

    players: ClassVar[int] = 2
    seats: ClassVar[int] = 4

    cards: tuple[int, ...] = ()
    passed: tuple[int, ...] = ()
    said: tuple[int, ...] = ()

    @property
    def chance(self) -> bool:
        return len(self.cards) < 4

    def chances(self) -> dict[int, float]:
        left = [card for card in range(6) if card not in self.cards]
        return {card: 1 / len(left) for card in left}

    @property
    def terminal(self) -> bool:
        return len(self.said) == 8

    @property
    def seat(self) -> int:
        return (len(self.passed) + len(self.said)) % 4

    @property
    def active(self) -> int:
        return self.seat % 2

    def infoset(self, player: int) -> Passed:
        assert player in (0, 1), "a side, never a seat"
        seat = self.seat if player == self.active else (self.seat + 1) % 4
        got = self.passed[seat - 1] if len(self.passed) == 4 else -1
        return Passed(seat, self.cards[seat], got, self.said)

    def payoff(self, player: int) -> float:
        won = sum(self.said[0::2]) - sum(self.said[1::2])
        return float(won if player == 0 else -won)

    def apply(self, action: int) -> Passing:
        if self.chance:
            return replace(self, cards=(*self.cards, action))
        if len(self.passed) < 4:
            return replace(self, passed=(*self.passed, action))
        return replace(self, said=(*self.said, action))


class OpenTerms(Terms):
    """All hands are turned at the end."""

    def shown(self, moment) -> bool:
        return True


class Turned(Passing):
    hooks = Hooks(terms=OpenTerms)


@algebraic
def low_or_high(infoset) -> tuple[int, ...]:
    menu = infoset.actions()
    return (menu[0], menu[-1]) if len(menu) > 1 else menu


GAMES = {
    "Kuhn": Kuhn(),
    "KuhnThree": KuhnThree(),
    "Leduc": Leduc(),
    "Bluff": Bluff(),
    "Blackjack": Blackjack(),
    "Burnt": Burnt(),
    "Raked": Raked(),
    "Pennies": Pennies(),
    "Auction": Auction(),
    "Leduc by menu": Abstracted(Leduc(), None, low_or_high),
    "Tricks by menu": Abstracted(Tricks(), None, low_or_high),
    "Passing": Passing(),
    "Turned": Turned(),
    "Setback": Setback(),
    "Setback for two": Setback(seats=2),
    "River": RiverOfBlood(stacks=(30, 30)),
    "hold'em": NoLimitHoldem(stacks=(40,)),
    "hold'em for three": NoLimitHoldem(players=3, stacks=(20,), blinds=(1, 2)),
    "short deck": NoLimitHoldem(players=4, stacks=(12,), blinds=(1, 2), deck=SHORT),
    "one card": LimitHoldem(hole=1, board=(1,), bets=(2, 4), raises=(2, 2)),
}


SLOW = {"Tricks by menu", "KuhnThree", "Leduc", "Raked", "Setback", "hold'em", "one card"}


def base_of(history: Any) -> Any:
    return split(history)[0]


def turn(history: Any) -> int:
    """Return the seat to act, -1 for chance."""
    return -1 if base_of(history).chance else seat_of(base_of(history))


@dataclass(frozen=True)
class Hand:
    """A random hand: its steps, who took each, and what a seat knew before each of its choices."""

    steps: tuple[Any, ...]
    turns: tuple[int, ...]
    known: tuple[Any, ...]


def played(start: Any, seat: int, rng: Random, wanted: Sequence[Any] = ()) -> Hand:
    """Return a random hand that takes the wanted steps as far as they are legal."""
    history, steps, turns, known, own = start, [], [], [], ()
    while not base_of(history).terminal:
        step = wanted[len(steps)] if len(steps) < len(wanted) else None
        turns.append(turn(history))
        if turns[-1] < 0:
            step = step if may_fall(history, step, steps) else draw(base_of(history), rng)
        else:
            menu = tuple(history.infoset(base_of(history).active).actions())
            longer = [each for each in menu if "old" not in repr(each)][:6] or menu  # no folds
            step = step if step in menu else longer[rng.integer(len(longer))]
            if turns[-1] == seat:
                own = (*own, known_to(base_of(history), seat))
                known += [(own, step)] * (len(menu) > 1)
                own = (*own, step)
        steps.append(step)
        history = history.apply(step)
    return Hand(tuple(steps), tuple(turns), tuple(known))


def may_fall(history: Any, outcome: Any, before: Sequence[int]) -> bool:
    """Return whether chance may bring an outcome; what it does not list are hands, as masks."""
    try:
        return base_of(history).chances().get(outcome, 0.0) > 0.0
    except NotImplementedError:
        return outcome is not None and not any(outcome & hand for hand in before)


def alike(start: Any, seat: int, hand: Hand, rng: Random) -> Hand:
    """Return the hand with other outcomes of chance, or another action of another seat."""
    steps, free = list(hand.steps), [n for n, who in enumerate(hand.turns) if who != seat]
    chance = [n for n in free if hand.turns[n] < 0]
    if len(chance) < 2 or rng.integer(4) == 0:
        steps[free[rng.integer(len(free))]] = None
        return played(start, seat, rng, steps)
    one, other = (chance[rng.integer(len(chance))] for _ in range(2))
    if isinstance(start, RiverOfBlood) and min(one, other) >= 4:
        return hand  # all see the order of the board
    steps[one], steps[other] = steps[other], steps[one]
    if (
        one != other
        and {type(steps[one]), type(steps[other])} == {int}
        and min(steps[one], steps[other]) > 100
    ):
        steps[one], steps[other] = exchanged(steps[other], steps[one], rng)
    return played(start, seat, rng, steps)


def exchanged(one: int, other: int, rng: Random) -> tuple[int, int]:
    """Return two hands, as masks, of which each has given the other a card."""
    ours, theirs = ([card for card in range(52) if hand >> card & 1] for hand in (one, other))
    given = 1 << ours[rng.integer(len(ours))] | 1 << theirs[rng.integer(len(theirs))]
    return one ^ given, other ^ given


class Scripted:
    """Plays what is written; its strategy depends on the whole infoset."""

    name = "agent"
    actions: Iterator[Any]

    def __init__(self) -> None:
        self.answers = Asked(
            lambda infoset: sum(repr(infoset).encode()) % 97 / 96, lambda game: game
        )

    def begin(self, game, rng=None):
        return game

    def act(self, hand, rng):
        return next(self.actions)


class Watched:
    """Tables at which written hands are played, and what is seen there."""

    def __init__(self, start: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        self.start, self.agent = start, Scripted()
        self.terms = table(start, self.agent, ()).lineup().terms
        grid = isinstance(self.terms, PokerTerms)  # asks for 169 classes
        self.questions = ["l", "nonsense"] if grid else ["l", "nonsense", "?", "??"]
        read = type(self.terms).read

        def reads(terms, moment, words):
            return next(self.choices) if words == "act" else read(terms, moment, words)

        monkeypatch.setattr(type(self.terms), "read", reads)
        monkeypatch.setattr(hands, "draw", lambda game, rng: next(self.chance))

    def texts(self, seat: int, hand: Hand) -> list[str]:
        """Return what the seat is shown up to each of its choices, and at the end."""
        pairs, found = list(zip(hand.steps, hand.turns, strict=True)), []
        self.chance = iter([step for step, who in pairs if who < 0])
        self.agent.actions = iter([step for step, who in pairs if who not in (-1, seat)])
        self.choices = iter([known[1] for known in hand.known])
        at = table(self.start, self.agent, ())

        def lines() -> Iterator[str]:
            for number in range(len(hand.known)):
                yield from self.questions if number < 1 else ()
                found.append(shown(at))
                yield "act"

        at = replace(at, lines=lines())
        play_hand(at, seat, Random(1), Random(2))
        return [*found, shown(at)]

    def sent(self, seat: int, hand: Hand) -> list[bytes]:
        """Return what the page gets at each of the seat's choices, and at the end."""
        pairs, found = list(zip(hand.steps, hand.turns, strict=True)), []
        self.chance = iter([step for step, who in pairs if who < 0])
        self.agent.actions = iter([step for step, who in pairs if who not in (-1, seat)])
        seed, record = sum(repr(hand.steps).encode()), Record("t", "p", "r", "g", "", Settings())
        sitting = Sitting.begin(hands.Lineup(self.start, (self.agent,), seat), seat)
        begun = hands.Hand.begin(sitting.next, Random(0))
        live = Live(record, sitting, begun, seed, lambda infoset: (), ())
        live = live.after(begun.advance(Random, Random))
        for _, action in hand.known:
            found.append(json.dumps(seen(live)).encode())
            taken = live.hand.act(action, live.hand.spoken(action))
            live = live.after(chain([taken], taken.advance(Random, Random)))
        return [*found, json.dumps(seen(live)).encode()]


def check_secrets(start: Any, monkeypatch: pytest.MonkeyPatch, enough: int = 4) -> None:
    """Check that what a seat is shown follows from what it has known and done.

    At least so many hands are compared, as far as random ones come to the same infosets.
    """
    watched = Watched(start, monkeypatch)
    for seat in seats_of(start):
        rng, known_texts, compared = Random(seat), dict[Any, tuple[Any, Hand]](), 0
        for _ in range(10 * enough):
            hand = played(start, seat, rng)
            for world in hand, *(alike(start, seat, hand, rng) for _ in range(WORLDS)):
                both = zip(watched.texts(seat, world), watched.sent(seat, world), strict=True)
                for known, texts in zip(world.known, both, strict=False):
                    first, other = known_texts.setdefault(known[0], (texts, world))
                    assert texts == first
                    compared += other.steps[: len(world.steps)] != world.steps
            if compared >= enough:
                break
        assert compared, "there is nothing to compare"


@pytest.mark.parametrize("game", [game for game in GAMES if game not in SLOW])
def test_what_is_shown_follows_from_what_is_known(game: str, monkeypatch) -> None:
    check_secrets(GAMES[game], monkeypatch, 2)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_thousand_hands(game: str, monkeypatch) -> None:
    check_secrets(GAMES[game], monkeypatch, 1_000)


def test_a_card_a_bucket_or_a_seed_too_much_is_found(monkeypatch) -> None:
    """What :func:`check_secrets` is for: views that say one thing more do not pass."""
    plain = view.seen

    def with_card(live: Live) -> Any:
        cards = live.hand.now.base.hand(1 - live.hand.lineup.own)
        return {**plain(live), "peek": max(cards, default=0)}

    def with_bucket(live: Live) -> Any:
        base = live.hand.now.base
        return {**plain(live), "version": river_strength(base.infoset(1 - live.hand.lineup.own))}

    for leaking in with_card, with_bucket, lambda live: {**plain(live), "status": live.seed}:
        monkeypatch.setitem(globals(), "seen", leaking)
        with pytest.raises(AssertionError):
            check_secrets(GAMES["River"], monkeypatch)


@pytest.fixture
def pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return a folder of modules that the docs tell their readers to save."""
    monkeypatch.syspath_prepend(tmp_path)
    before = set(sys.modules)
    for page in PAGES:
        for name, content in saved(page).items():
            (tmp_path / name).write_text(content, "utf-8")
    yield tmp_path
    for name in set(sys.modules) - before:
        if Path(getattr(sys.modules[name], "__file__", None) or "/").is_relative_to(tmp_path):
            del sys.modules[name]


def test_games_of_the_docs_show_nothing_hidden(pages: Path, monkeypatch) -> None:
    """Every game that a page defines is played; those that are meant to be faulty derive."""
    first = blocks(ROOT / "docs" / "index.md")
    (pages / "first.py").write_text(next(block for block in first if "def infoset" in block))
    modules = [importlib.import_module(path.stem) for path in sorted(pages.glob("*.py"))]
    games = {
        kind
        for module in modules
        for kind in vars(module).values()
        if getattr(kind, "__module__", "") == module.__name__ and "payoff" in vars(kind)
    }
    starts = {kind.__name__: kind() for kind in games}
    assert starts.keys() >= {"Contract", "LiarsDie"}
    by_table = importlib.import_module("by_table").TrainingAbstraction()
    for start in by_table, *starts.values():
        check_secrets(start, monkeypatch, 2)
        monkeypatch.undo()
        monkeypatch.syspath_prepend(pages)


def test_seats_that_see_no_action_of_others() -> None:
    assert unseen_of(Pennies()) == {(0, 1), (1, 0)}  # player 0 does not act again
    assert unseen_of(Tricks()) == unseen_of(KuhnThree()) == frozenset()
    assert unseen_of(Passing()) == set(permutations(range(4), 2)) - {(3, 0)}  # seat 0 gets it


def test_hands_of_partners_are_left_out_where_the_game_does_not_say_them(monkeypatch) -> None:
    watched = Watched(Turned(), monkeypatch)
    hand = played(Turned(), 2, Random(1))
    assert "Showdown" not in watched.texts(2, hand)[-1]
