"""River of Blood keeps the rules of the engine that it was played on."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass

import pytest
from scipy.stats import chisquare

from zerosum.cards import FULL_DECK, Cards, card, is_black, parse
from zerosum.errors import GameError
from zerosum.pkr.game import (
    Allin,
    Bet,
    Call,
    Check,
    Deal,
    Fold,
    PokerAction,
    Raise75Pot,
    RaiseHalfPot,
    RaisePot,
    RiverOfBlood,
)
from zerosum.pkr.hands import evaluate
from zerosum.rng import Random

HANDS = 10_000
STACK = 400


@dataclass
class Engine:
    """The betting of the public engine in its own terms: stacks are what is left."""

    stacks: list[int]
    pips: list[int]
    button: int = 0
    street: int = 0
    folded: int | None = None
    closed: bool = False

    @classmethod
    def start(cls) -> Engine:
        return cls([STACK - 1, STACK - 2], [1, 2])

    @property
    def active(self) -> int:
        return self.button % 2

    @property
    def cost(self) -> int:
        return self.pips[1 - self.active] - self.pips[self.active]

    def legal(self) -> set[type[PokerAction]]:
        if self.cost == 0:
            return {Check} if 0 in self.stacks else {Check, Bet}
        poor = self.cost == self.stacks[self.active] or self.stacks[1 - self.active] == 0
        return {Fold, Call} if poor else {Fold, Call, Bet}

    def bet_bounds(self) -> tuple[int, int]:
        """The engine's bounds of a raise, less the own pip: chips added."""
        most = min(self.stacks[self.active], self.stacks[1 - self.active] + self.cost)
        return min(most, self.cost + max(self.cost, 2)), most

    def act(self, action: PokerAction) -> None:
        if isinstance(action, Fold):
            self.folded = self.active
        elif isinstance(action, Check):
            over = self.button > (0 if self.street == 0 else 1)
            self.button += 1
            self.closed = over
        elif isinstance(action, Call):
            limp = self.button == 0
            self._pay(self.cost)
            self.closed = not limp
        else:
            assert isinstance(action, Bet)
            self._pay(action.quantity)

    def next_street(self, board: int) -> None:
        self.pips, self.button, self.street, self.closed = [0, 0], 1, board, False

    def _pay(self, chips: int) -> None:
        self.stacks[self.active] -= chips
        self.pips[self.active] += chips
        self.button += 1


def choose(engine: Engine, dice: random.Random) -> PokerAction:
    """Mostly check and call, else bets of all sizes; now and then fold."""
    legal = engine.legal()
    if Bet in legal and dice.random() < 0.4:
        low, high = engine.bet_bounds()
        return Bet(dice.choice([low, high, dice.randint(low, high), low + (high - low) // 20]))
    if Check in legal:
        return Check()
    return Call() if dice.random() < 0.8 else Fold()


def deal(game: RiverOfBlood, rng: Random) -> RiverOfBlood:
    while game.chance:
        game = game.apply(game.sample(rng))
    return game


def stacked(cards: str) -> RiverOfBlood:
    """A hand before the flop: two cards for player 0, two for player 1."""
    return dealt(RiverOfBlood(), cards)


def dealt(game: RiverOfBlood, cards: str) -> RiverOfBlood:
    for start in range(0, len(cards), 2):
        game = game.apply(Deal(card(cards[start : start + 2])))
    return game


def act(game: RiverOfBlood, *actions: PokerAction) -> RiverOfBlood:
    for action in actions:
        game = game.apply(action)
    return game


def play_beside_engine(rng: Random, dice: random.Random, *, menus: bool) -> RiverOfBlood:
    game, engine = deal(RiverOfBlood(), rng), Engine.start()
    while not game.terminal:
        compare(game, engine)
        if menus:
            compare_menus(game, engine)
        action = choose(engine, dice)
        game = game.apply(action)
        engine.act(action)
        assert engine.closed == (game.chance or (game.terminal and engine.folded is None))
        if game.chance:
            assert game.due == (3 if engine.street == 0 else 1)
            game = deal(game, rng)
            engine.next_street(len(game.community))
    settle(game, engine)
    return game


def compare(game: RiverOfBlood, engine: Engine) -> None:
    infoset = game.infoset(game.active)
    assert game.active == infoset.player == engine.active
    assert infoset.bounds() == infoset._bounds() == engine.bet_bounds()
    assert (infoset.bounds()[1] > infoset.cost) == (Bet in engine.legal())
    assert infoset.pips == tuple(engine.pips)
    assert infoset.stacks == tuple(engine.stacks[p] + engine.pips[p] for p in (0, 1))
    assert infoset.pot + sum(infoset.stacks) == 2 * STACK
    assert infoset.total == infoset.pot + sum(infoset.pips) == 2 * STACK - sum(engine.stacks)
    assert len(infoset.hand) == 2
    assert len(game.used) == 4 + engine.street


def compare_menus(game: RiverOfBlood, engine: Engine) -> None:
    legal = engine.legal()
    menu: list[PokerAction] = [kind() for kind in (Fold, Call, Check) if kind in legal]
    if Bet in legal:
        low, high = engine.bet_bounds()
        menu += [Bet(quantity) for quantity in range(low, high + 1)]
    assert game.infoset(game.active).actions() == tuple(menu)
    assert len(menu) <= 404


def settle(game: RiverOfBlood, engine: Engine) -> None:
    delta = game.payoff(0)
    assert delta + game.payoff(1) == 0
    paid = [STACK - stack for stack in engine.stacks]
    if engine.folded is not None:
        assert delta == (-paid[0] if engine.folded == 0 else paid[1])
        return
    assert paid[0] == paid[1]
    assert len(game.community) >= 5
    assert is_black(game.last)
    ranks = [evaluate((hand | game.community).mask) for hand in game.hands]
    assert delta == paid[0] * ((ranks[0] > ranks[1]) - (ranks[0] < ranks[1]))


def test_random_hands_keep_to_the_engine() -> None:
    rng, dice = Random(2023), random.Random(2023)
    ends = Counter()
    for hand in range(HANDS):
        game = play_beside_engine(rng, dice, menus=hand % 20 == 0)
        ends["fold" if game.pips[0] != game.pips[1] else "showdown"] += 1
        ends["all-in"] += game.pot == 2 * STACK
        ends["tie"] += game.payoff(0) == 0
    assert min(ends[end] for end in ("fold", "showdown", "all-in", "tie")) > HANDS / 100


def run_length(rng: Random) -> int:
    game = deal(RiverOfBlood(), rng).apply(Call()).apply(Check())
    while not game.terminal:
        assert len(game.community) < 5 or not is_black(game.last)
        game = deal(game, rng).apply(Check()).apply(Check())
    return len(game.community)


def length_law() -> list[float]:
    """P(the final board has 5, 6, … 31 cards): reds, then a black, without replacement."""
    law, reds = [], 1.0
    for more in range(27):
        law.append(reds * 26 / (52 - more))
        reds *= (26 - more) / (52 - more)
    return law


def test_length_of_the_run() -> None:
    law = length_law()
    published = (0.5, 0.25490, 0.12745, 0.06242, 0.02991, 0.01400, 0.00639, 0.00284)
    assert law[:8] == pytest.approx(published, abs=6e-6)
    assert sum(law) == pytest.approx(1)
    assert sum((5 + more) * p for more, p in enumerate(law)) == pytest.approx(5 + 26 / 27)
    rng = Random(5)
    counts = Counter(run_length(rng) for _ in range(HANDS))
    tail = 12  # boards of twelve and more in one cell
    seen = [counts[n] for n in range(5, tail)]
    seen.append(HANDS - sum(seen))
    expected = [HANDS * p for p in law[: tail - 5]]
    expected.append(HANDS - sum(expected))
    assert chisquare(seen, expected).pvalue > 1e-3


def test_the_longest_board() -> None:
    reds = [n for n in FULL_DECK if not is_black(n)]
    blacks = [n for n in FULL_DECK if is_black(n)]
    game = RiverOfBlood()
    for one in blacks[:4]:
        game = game.apply(Deal(one))
    game = act(game, Call(), Check())
    for one in (*blacks[4:8], *reds, blacks[8]):
        game = game.apply(Deal(one))
        if not game.chance:
            assert not game.terminal
            game = act(game, Check(), Check())
    assert game.terminal
    assert len(game.community) == 31


def test_chances_are_uniform_over_the_cards_left() -> None:
    game = RiverOfBlood()
    assert len(game.chances()) == 52
    game = stacked("AhKh7c2d")
    game = act(game, Call(), Check())
    chances = game.chances()
    assert set(chances) == {Deal(one) for one in FULL_DECK - parse("AhKh7c2d")}
    assert set(chances.values()) == {1 / 48}
    assert all(game.sample(Random(seed)) in chances for seed in range(50))
    assert game.sample() in chances


def test_first_decisions() -> None:
    game = stacked("AhKh7c2d")
    small = game.infoset(0)
    assert (small.hand, small.player, small.last, small.bets) == (parse("AhKh"), 0, -1, 0)
    assert small.actions() == (Fold(), Call(), *(Bet(n) for n in range(3, 400)))
    limped = game.apply(Call())
    assert limped.infoset(1).actions() == (Check(), *(Bet(n) for n in range(2, 399)))
    assert limped.apply(Check()).due == 3
    flop = dealt(limped.apply(Check()), "3c4c5d")
    assert flop.active == 1
    assert flop.infoset(1).bounds() == (2, 398)
    assert flop.infoset(0).community == parse("3c4c5d")
    assert flop.last == card("5d")


def test_pot_raises() -> None:
    """A raise to 4, a raise to 8, a call: pips 4 and 8, total pot 12, then 16."""
    game = act(stacked("AhKh7c2d"), RaisePot(), RaisePot())
    assert (game.pips, game.infoset(0).total, game.bets) == ((4, 8), 12, 2)
    game = game.apply(Call())
    assert (game.pot, game.stacks, game.pips, game.bets) == (16, (392, 392), (0, 0), 0)


@pytest.mark.parametrize(
    ("action", "chips"),
    [
        (Fold(), 0),
        (Call(), 2),
        (RaiseHalfPot(), 3),
        (Raise75Pot(), 4),
        (RaisePot(), 6),
        (Allin(), 398),
        (Bet(5), 5),
    ],
)
def test_quantities(action: PokerAction, chips: int) -> None:
    game = stacked("AhKh7c2d").apply(Bet(3))
    assert game.infoset(1).quantity(action) == chips


def test_a_fold_loses_what_the_folder_put_in() -> None:
    game = stacked("AhKh7c2d")
    assert game.apply(Fold()).payoff(0) == -1
    assert act(game, RaisePot(), Fold()).payoff(1) == -2
    later = dealt(act(game, RaisePot(), Call()), "3c4c5d")
    later = act(later, Bet(10), Bet(30), Fold())
    assert (later.payoff(0), later.payoff(1)) == (14, -14)


def showdown(hands: str, board: str) -> RiverOfBlood:
    """Limp, check, and check down the board."""
    game = dealt(act(stacked(hands), Call(), Check()), board[:6])
    for start in range(6, len(board), 2):
        game = dealt(act(game, Check(), Check()), board[start : start + 2])
    return act(game, Check(), Check())


@pytest.mark.parametrize(
    ("hands", "board", "payoff"),
    [
        ("AhAdKhKd", "2c7d9sJs3c", 2.0),
        ("AhAdKhKd", "2c7d9sKs3c", -2.0),
        ("AhKhAdKd", "2c7d9sJs3c", 0.0),
        ("AhKhQdJd", "2c2s3c3s9c", 2.0),  # the ace plays
        ("AhKhQdJd", "2c2s9c9sAdAs", 2.0),  # aces full of nines against aces and nines
        ("2h3hAdKd", "TcJcQcKcAc", 0.0),  # the board plays
        ("AhKhQdJd", "2c3c4s5h6h7h8s", 2.0),  # a run of seven: the flush beats the straight
        ("AhKdQdJd", "2c3c4s5h6h7d8s", 0.0),  # the straight to the eight is everyone's
    ],
)
def test_showdowns(hands: str, board: str, payoff: float) -> None:
    game = showdown(hands, board)
    assert game.terminal
    assert game.payoff(0) == payoff
    assert game.payoff(1) == -payoff


def test_after_an_all_in_both_check_every_street() -> None:
    game = act(stacked("AhAdKhKd"), Allin(), Call())
    assert (game.pot, game.stacks, game.terminal) == (800, (0, 0), False)
    for cards in ("2h3h4d", "5d", "6d", "7d", "8s"):
        game = dealt(game, cards)
        for player in (1, 0):
            assert game.active == player
            assert game.infoset(player).actions() == (Check(),)
            game = game.apply(Check())
    assert game.terminal
    assert game.payoff(0) == 400  # five diamonds with the ace against five with the king


def test_an_all_in_below_the_minimum_is_legal() -> None:
    game = RiverOfBlood(stacks=(5, 5))
    game = dealt(game, "AhAdKhKd").apply(Bet(3))
    assert game.infoset(1).bounds() == (3, 3)
    assert game.infoset(1).actions() == (Fold(), Call(), Bet(3))
    assert game.apply(Allin()).infoset(0).actions() == (Fold(), Call())
    assert act(game, Allin(), Call()).pot == 10


@pytest.mark.parametrize(
    ("action", "message"),
    [
        (Check(), "must call or fold"),
        (Bet(2), "within the bounds"),
        (Bet(400), "within the bounds"),
        (RaiseHalfPot(), "within the bounds"),
        (Deal(0), "only while one is due"),
    ],
)
def test_illegal_actions(action: PokerAction, message: str) -> None:
    with pytest.raises(GameError, match=message):
        stacked("AhKh7c2d").apply(action)


def test_illegal_at_other_moments() -> None:
    limped = stacked("AhKh7c2d").apply(Call())
    for action in (Fold(), Call()):
        with pytest.raises(GameError, match="must check"):
            limped.apply(action)
    with pytest.raises(GameError, match="no card is due"):
        limped.apply(Check()).apply(Check())
    with pytest.raises(GameError, match="must be in the deck"):
        limped.apply(Check()).apply(Deal(card("Ah")))
    with pytest.raises(GameError, match="the hand goes on"):
        stacked("AhKh7c2d").apply(Fold()).apply(Call())
    allin = act(stacked("AhKh7c2d"), Allin())
    with pytest.raises(GameError, match="within the bounds"):
        allin.apply(Bet(398))


def test_what_players_know() -> None:
    game = stacked("AhKh7c2d")
    assert game.infoset(0) == stacked("AhKhQsQc").infoset(0)
    assert game.infoset(1).hand == Cards() | parse("7c2d")
    assert hash(game.infoset(0)) == hash(stacked("KhAhQsQc").infoset(0))
