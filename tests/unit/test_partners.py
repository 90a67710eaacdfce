"""Several agents as one side, at seats of their own."""

from __future__ import annotations

import pickle
from functools import partial
from typing import Any

import pytest

from zerosum.abstraction import Abstracted
from zerosum.algorithms import ExternalSampling
from zerosum.errors import GameError
from zerosum.kernels.compile import prepare
from zerosum.kuhn import Kuhn
from zerosum.native.primitives import draw
from zerosum.play import Partners, StrategyAgent, Uniform, play_match
from zerosum.rng import Random
from zerosum.setback import Setback
from zerosum.setback.abstraction import actions, states


class First:
    """Takes one end of the menu, and notes the seats at which it is asked."""

    def __init__(self, at: int = 0) -> None:
        self.name = f"end {at}"
        self.at = at
        self.seats = set[int]()

    def begin(self, game: Any, rng: Random | None = None) -> Any:
        return game

    def act(self, hand: Any, rng: Random) -> Any:
        self.seats.add(hand.seat)
        return hand.infoset(hand.active).actions()[self.at]


def figures(first: Any, second: Any, game: Any = Setback) -> tuple[Any, ...]:
    match = play_match(first, second, deals=6, seed=4, game=game, native=False)
    return match.mean, match.margin, match.unknown


@pytest.mark.parametrize("one", [Uniform(), First(-1)], ids=["uniform", "last"])
def test_equal_partners_play_as_one(one: Any) -> None:
    assert figures(Partners(one, one), First()) == figures(one, First())
    assert figures(Uniform(), Partners(one, one)) == figures(Uniform(), one)


def test_partners_of_one_strategy_play_as_it_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zerosum.play.answers.prepare", partial(prepare, native=False))
    game = Abstracted(Setback(), states, actions)
    solver = ExternalSampling(game, seed=1, native=False)
    solver.run(1)
    agent = StrategyAgent(solver.strategy(), game)
    alone, both = figures(agent, Uniform()), figures(Partners(agent, agent), Uniform())
    assert both == alone
    assert 0 < both[2][0] < 1


def test_partners_at_their_own_seats() -> None:
    west, east, north, south = table = First(), First(-1), First(-1), First(-1)
    figures(Partners(west, east), Partners(north, south))
    assert [one.seats for one in table] == [{0, 1}, {2, 3}, {0, 1}, {2, 3}]
    assert Partners(west, east).name == "end 0 & end -1"
    pairs = Partners(First(), First(-1)), Partners(First(-1), First())
    assert figures(pairs[0], Uniform()) != figures(pairs[1], Uniform())
    partners = Partners(Uniform(), First())
    hand = partners.begin(Setback())
    said = set[bool]()
    while not hand.game.terminal:
        if hand.game.chance:
            hand = hand.apply(draw(hand.game, Random(4)))
            continue
        menu, odds = hand.game.infoset(hand.game.active).actions(), partners.odds(hand)
        assert odds == (dict.fromkeys(menu, 1 / len(menu)) if hand.game.seat < 2 else None)
        said.add(odds is None)
        hand = hand.apply(menu[-1])
    assert said == {True, False}


def test_partners_of_one_seat_and_pickled() -> None:
    assert figures(Partners(Uniform()), Uniform(), Kuhn) == figures(Uniform(), Uniform(), Kuhn)
    again = pickle.loads(pickle.dumps(Partners(Uniform(), First())))
    assert again.name == "uniform & end 0"


@pytest.mark.parametrize(("agents", "game", "words"), [(3, Setback, "2, one"), (2, Kuhn, "1, one")])
def test_a_side_has_an_agent_for_each_seat(agents: int, game: type, words: str) -> None:
    partners = Partners(*[Uniform()] * agents)
    words = f"Partners of {game.__name__} must be {words} for each seat of a side; got {agents}"
    with pytest.raises(GameError, match=words):
        partners.begin(game())
