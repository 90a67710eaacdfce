"""Slow, simple references: only recursion on the interpreted game.

A policy is called as ``policy(infoset)`` and gives a mapping from action to probability; an
action left out has probability zero. One policy serves all players.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator, Mapping
from typing import Any, NamedTuple

from zerosum.game import players_of

Policy = Callable[[Any], Mapping[Any, float]]


class Sizes(NamedTuple):
    histories: int
    terminals: int
    infosets: int


def histories(game: Any) -> Iterator[Any]:
    """Yield the game and every history below it, depth first, parents before children."""
    yield game
    if not game.terminal:
        for action in outcomes(game):
            yield from histories(game.apply(action))


def outcomes(game: Any) -> tuple[Any, ...]:
    """Return what may happen next: outcomes of chance, or the actions of the player to act."""
    if game.chance:
        return tuple(game.chances())
    return tuple(game.infoset(game.active).actions())


def sizes(game: Any) -> Sizes:
    """Count histories, terminals and infosets."""
    count = terminals = 0
    infosets = set()
    for history in histories(game):
        count += 1
        terminals += history.terminal
        if not (history.terminal or history.chance):
            infosets.add((history.active, history.infoset(history.active)))
    return Sizes(count, terminals, len(infosets))


def uniform(infoset: Any) -> dict[Any, float]:
    """The policy that plays every action equally often."""
    actions = infoset.actions()
    return {action: 1 / len(actions) for action in actions}


def branches(game: Any, policy: Policy) -> Iterator[tuple[Any, float]]:
    """Yield what may happen next and its probability, where that is above zero."""
    table = game.chances() if game.chance else policy(game.infoset(game.active))
    for action, probability in table.items():
        if probability > 0:
            yield action, probability


def expected_values(game: Any, policy: Policy) -> list[float]:
    """Return what each player wins on average."""
    players = range(players_of(game))
    if game.terminal:
        return [game.payoff(player) for player in players]
    totals = [0.0 for _ in players]
    for action, probability in branches(game, policy):
        below = expected_values(game.apply(action), policy)
        totals = [total + probability * value for total, value in zip(totals, below, strict=True)]
    return totals


class _Responder:
    """The best of all answers of one player to everyone else's policy.

    Needs perfect recall of the player: infosets are then visited after those that follow.
    """

    def __init__(self, game: Any, player: int, policy: Policy) -> None:
        self.player = player
        self.policy = policy
        self.members: dict[Hashable, list[tuple[Any, float]]] = defaultdict(list)
        self.choices: dict[Hashable, Any] = {}
        self.values: dict[Hashable, float] = {}
        self.collect(game, 1.0)

    def collect(self, game: Any, reach: float) -> None:
        if game.terminal:
            return
        if not game.chance and game.active == self.player:
            infoset = game.infoset(self.player)
            self.members[infoset].append((game, reach))
            for action in infoset.actions():
                self.collect(game.apply(action), reach)
            return
        for action, probability in branches(game, self.policy):
            self.collect(game.apply(action), reach * probability)

    def value(self, game: Any) -> float:
        if game not in self.values:
            self.values[game] = self.compute(game)
        return self.values[game]

    def compute(self, game: Any) -> float:
        if game.terminal:
            return float(game.payoff(self.player))
        if not game.chance and game.active == self.player:
            return self.value(game.apply(self.choice(game.infoset(self.player))))
        return sum(p * self.value(game.apply(action)) for action, p in branches(game, self.policy))

    def choice(self, infoset: Any) -> Any:
        if infoset not in self.choices:
            self.choices[infoset] = max(
                infoset.actions(),
                key=lambda action: sum(
                    reach * self.value(game.apply(action)) for game, reach in self.members[infoset]
                ),
            )
        return self.choices[infoset]


def best_response_value(game: Any, player: int, policy: Policy) -> float:
    """Return the most that a player can win on average against everyone else's policy."""
    return _Responder(game, player, policy).value(game)


def nash_conv(game: Any, policy: Policy) -> float:
    """Return how much the players could gain, all told, by each changing alone."""
    values = expected_values(game, policy)
    return sum(
        best_response_value(game, player, policy) - value for player, value in enumerate(values)
    )


def normalised(weights: Mapping[Any, float]) -> dict[Any, float]:
    """Scale weights to sum to one; uniform where they are all zero."""
    total = sum(weights.values())
    if total <= 0:
        return {action: 1 / len(weights) for action in weights}
    return {action: weight / total for action, weight in weights.items()}


def kuhn_bets(alpha: float) -> dict[tuple[int, int], float]:
    """Return how often each card bets behind each history in an equilibrium (Kuhn 1950)."""
    jack, queen, king = range(3)
    first, after_pass, after_bet, facing = 0b1, 0b10, 0b11, 0b101
    return {
        (jack, first): alpha,
        (queen, first): 0,
        (king, first): 3 * alpha,
        (jack, facing): 0,
        (queen, facing): alpha + 1 / 3,
        (king, facing): 1,
        (jack, after_pass): 1 / 3,
        (queen, after_pass): 0,
        (king, after_pass): 1,
        (jack, after_bet): 0,
        (queen, after_bet): 1 / 3,
        (king, after_bet): 1,
    }


def tilted(infoset: Any) -> dict[Any, float]:
    """Return a strategy that is different wherever two infosets are."""
    weights = [1 + (hash((infoset, place)) % 97) / 10 for place in range(len(infoset.actions()))]
    return {a: w / sum(weights) for a, w in zip(infoset.actions(), weights, strict=True)}
